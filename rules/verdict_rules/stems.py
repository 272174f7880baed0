"""What counts of a word when two are compared: without its endings, the first of its synonyms."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_DOUBLED_END = re.compile(r"([^\W\daeiou])\1$")
MIN_STEM = 3  # a word must be longer than this for its ending not to matter


@dataclass(frozen=True, slots=True)
class Stems:
    """The endings and the synonyms of one language."""

    endings: tuple[str, ...]
    inflections: tuple[str, ...]
    synonyms: Mapping[str, str]

    def stem(self, token: str) -> str:
        """Return what counts of `token` when a repeated proposal is compared."""
        if token[:1] == "0":
            token = token.lstrip("0") or "0"
        if len(token) > MIN_STEM and token.endswith(self.endings):
            for ending in self.endings:
                if token.endswith(ending):
                    token = token.removesuffix(ending)
                    break
        return self.synonyms.get(token, token)

    def root(self, token: str) -> str:
        """Return what counts of `token` when a fact is compared."""
        token = self.stem(token)
        if token.endswith(self.inflections):
            for ending in self.inflections:
                if token.endswith(ending) and len(token) - len(ending) >= MIN_STEM:
                    token = token.removesuffix(ending)
                    break
        return _DOUBLED_END.sub(r"\1", token) if token[-1:] == token[-2:-1] else token
