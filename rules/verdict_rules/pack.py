"""One language pack, compiled and checked; `classes.py` explains its format."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeGuard

from verdict_rules.choosing import (
    CHOOSING_CLASSES,
    CHOOSING_KEYS,
    MAY_LACK,
    Choosing,
)
from verdict_rules.choosing import LISTS as CHOOSING_LISTS
from verdict_rules.classes import (
    ASK_CLASSES,
    BEGINNINGS,
    GRAMMARS,
    LISTS,
    PROMPT_CLASSES,
    REPLY_CLASSES,
    TABLES,
)
from verdict_rules.errors import PackError
from verdict_rules.phrases import Phrases

TURNING_HEAD = 3  # letters by which most words are known not to turn anything
_DOUBLED_END = re.compile(r"([^\W\daeiou])\1$")
_DOUBLED = re.compile(r"(.)\1")
_ROWS = frozenset({"synonyms", "services", "swaps"})
MIN_STEM = 3  # a word must be longer than this for its ending not to matter


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One language's words and grammars, compiled; equal only to itself."""

    language: str
    sha256: str
    marks: frozenset[str]
    light: frozenset[str]
    indefinite: frozenset[str]
    links: frozenset[str]
    pronouns: frozenset[str]
    pointing: frozenset[str]
    support: frozenset[str]
    acquiring: frozenset[str]
    things: frozenset[str]
    services: Mapping[str, frozenset[int]]
    weak: frozenset[str]
    abbreviations: frozenset[str]
    quantifiers: frozenset[str]
    coordinators: frozenset[str]
    askers: frozenset[str]
    openers: frozenset[str]
    doing: frozenset[str]
    acting: frozenset[str]
    removing: frozenset[str]
    shipping: frozenset[str]
    times: frozenset[str]
    preambles: frozenset[str]
    persons: frozenset[str]
    copulas: frozenset[str]
    auxiliaries: frozenset[str]
    subjects: frozenset[str]
    reasons: frozenset[str]
    permitting: frozenset[str]
    supporting: frozenset[str]
    swaps: Mapping[str, str]
    announcing: frozenset[str]
    synonyms: Mapping[str, str]
    endings: tuple[str, ...]
    plural: tuple[str, ...]
    inflections: tuple[str, ...]
    adverbs: frozenset[str]
    many: frozenset[str]
    perfect: frozenset[str]
    turning: tuple[str, ...]
    turning_heads: frozenset[str]
    approving: re.Pattern[str]
    rewrites: Mapping[str, tuple[str, ...]]
    reply: Phrases
    prompt: Phrases
    ask: Phrases
    reply_nouns: Phrases
    choosing: Choosing | None

    def turns(self, tokens: Iterable[str]) -> bool:
        """Whether one of the words may turn round what is asked."""
        heads = [token for token in tokens if token[:TURNING_HEAD] in self.turning_heads]
        return any(token.startswith(self.turning) for token in heads)

    def spell(self, token: str, *, stretched: bool = False) -> str:
        """Return `token`, or its form without doubled letters if only that is known.

        With `stretched`, all doubled letters may go, and else only the last.
        """
        if token in self.reply.words or len(token) < 3:  # noqa: PLR2004 - no two letters to spare
            return token
        short = token[:-1]
        weak = len(short) < 3 or short in self.light or short in self.links  # noqa: PLR2004
        if token[-1] == token[-2] and short in self.reply.words and (stretched or not weak):
            return short
        single = _DOUBLED.sub(r"\1", token) if stretched else token
        return single if single in self.reply.words else token

    def stem(self, token: str) -> str:
        """Return what counts of `token` when a repeated proposal is compared."""
        if len(token) > MIN_STEM:
            for ending in self.endings:
                if token.endswith(ending):
                    token = token.removesuffix(ending)
                    break
        return self.synonym(token)

    def root(self, token: str) -> str:
        """Return what counts of `token` when a fact is compared."""
        token = self.stem(token)
        for ending in self.inflections:
            if token.endswith(ending) and len(token) - len(ending) >= MIN_STEM:
                return _DOUBLED_END.sub(r"\1", token.removesuffix(ending))
        return _DOUBLED_END.sub(r"\1", token)

    def is_loose(self, token: str) -> bool:
        """Whether a word of a proposal says nothing by itself."""
        return (
            token in self.links
            or token in self.persons
            or token in self.pronouns
            or (token in self.pointing and token not in self.light)
        )

    def serves(self, said: str, proposed: str) -> bool:
        """Whether two verbs say much the same of a service."""
        nothing = frozenset[int]()
        return bool(self.services.get(said, nothing) & self.services.get(proposed, nothing))

    def synonym(self, token: str) -> str:
        """Return the first of the words that say the same."""
        return self.synonyms.get(token, token)

    def knows(self, token: str) -> bool:
        """Whether some phrase of a reply has this token in it."""
        return self.spell(token) in self.reply.words


def load_pack(language: str, sources: Sequence[str]) -> Pack:
    """Return the pack of `language` written in the TOML texts `sources`.

    Raises PackError, naming the entry, for whatever breaks the format.
    """
    table: dict[str, object] = {}
    digest = hashlib.sha256()
    for source in sources:
        digest.update(f"\0{len(source)}\0{source}".encode())
        try:
            part = tomllib.loads(source)
        except tomllib.TOMLDecodeError as error:
            raise PackError(f"the pack {language!r} is not valid TOML: {error}") from error
        for key in sorted(part.keys() & table.keys()):
            raise PackError(f"the pack {language!r} has `{key}` in two files")
        table |= part
    chooses = not CHOOSING_KEYS.isdisjoint(table)
    _check_entries(table, language, CHOOSING_KEYS if chooses else frozenset())
    empty: dict[str, object] = {name: [] for name in (*LISTS, *BEGINNINGS)}
    tables: dict[str, object] = {name: [] if name in _ROWS else {} for name in TABLES}
    table = empty | tables | {name: {} for name in MAY_LACK} | table
    parts: dict[str, object] = {
        name: frozenset(_words(table, name, language)) for name in LISTS
    } | {name: tuple(_words(table, name, language)) for name in BEGINNINGS}
    del parts["approving"]
    approving = _words(table, "approving", language)
    turning = _words(table, "turning", language)
    groups = _patterns(table, "groups", language)
    replies = _patterns(table, "reply", language, REPLY_CLASSES)
    for name in ("yes", "no"):
        if not replies.get(name):
            raise PackError(f"[reply] of the pack {language!r} has no `{name}`")
    asks = _patterns(table, "ask", language, ASK_CLASSES)
    nouns = {"reply": asks.pop("reply", [])}
    forms = _forms(table["announcing"], language)
    return Pack(
        language=language,
        sha256=digest.hexdigest(),
        turning_heads=frozenset(beginning[:TURNING_HEAD] for beginning in turning),
        approving=re.compile(rf"\b(?:{'|'.join(map(re.escape, approving)) or '(?!)'})"),
        swaps=dict(_pairs(table["swaps"], language)),
        services=_services(table["services"], language),
        announcing=frozenset(forms),
        synonyms={**forms, **_synonyms(table["synonyms"], language)},
        rewrites=_rewrites(table["rewrites"], language),
        reply=Phrases(replies, groups),
        prompt=Phrases(_patterns(table, "prompt", language, PROMPT_CLASSES), groups),
        ask=Phrases(asks, groups),
        reply_nouns=Phrases(nouns, groups),
        choosing=_choosing(table, groups, language) if chooses else None,
        **parts,  # type: ignore[arg-type] # the fields are those of LISTS and BEGINNINGS
    )


def _check_entries(table: Mapping[str, object], language: str, choosing: frozenset[str]) -> None:
    known = {*LISTS, *BEGINNINGS, *TABLES, *GRAMMARS, *CHOOSING_KEYS}
    for key in sorted(table.keys() - known):
        near = get_close_matches(key, known, n=1)
        meant = f"; did you mean `{near[0]}`?" if near else ""
        raise PackError(f"the pack {language!r} has an unknown entry `{key}`{meant}")
    for key in sorted({*GRAMMARS, *choosing} - table.keys() - MAY_LACK):
        raise PackError(f"the pack {language!r} has no entry `{key}`")


def _choosing(
    table: Mapping[str, object], groups: Mapping[str, list[str]], language: str
) -> Choosing:
    tables = {name: _patterns(table, name, language) for name in ("numbers", "ordinals")} | {
        name: _patterns(table, name, language, CHOOSING_CLASSES)
        for name in ("choosing", "picking", "rating")
    }
    rewrites = _rewrites(table["rewrites"], language) | _rewrites(table["spellings"], language)
    lists = {name: _words(table, name, language) for name in CHOOSING_LISTS}
    return Choosing.build(lists, tables, groups, rewrites, language)


def _is_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def _words(table: Mapping[str, object], name: str, language: str) -> list[str]:
    value = table[name]
    if not _is_words(value):
        raise PackError(f"`{name}` of the pack {language!r} must be a list of words")
    return value


def _patterns(
    table: Mapping[str, object], name: str, language: str, classes: Mapping[str, str] | None = None
) -> dict[str, list[str]]:
    section = table[name]
    if not isinstance(section, dict):
        raise PackError(f"`{name}` of the pack {language!r} must be a table")
    if classes is not None and section.keys() - classes.keys():
        unknown = ", ".join(sorted(section.keys() - classes.keys()))
        raise PackError(
            f"[{name}] of the pack {language!r} has no class {unknown}; "
            f"there are: {', '.join(classes)}"
        )
    return {entry: _words(section, entry, language) for entry in section}


def _pairs(rows: object, language: str) -> list[list[str]]:
    pairs = _rows(rows, "swaps", language)
    if any(len(row) != 2 for row in pairs):  # noqa: PLR2004 - a word and what it becomes
        raise PackError(f"`swaps` of the pack {language!r} must be a list of rows of two words")
    return pairs


def _rows(rows: object, name: str, language: str) -> list[list[str]]:
    if not isinstance(rows, list) or not all(_is_words(row) for row in rows):
        raise PackError(f"`{name}` of the pack {language!r} must be a list of rows of words")
    return rows


def _forms(section: object, language: str) -> dict[str, str]:
    if not isinstance(section, dict) or not _is_words([*section.values()]):
        raise PackError(f"`announcing` of the pack {language!r} must be a table of words")
    return section


def _services(table: object, language: str) -> dict[str, frozenset[int]]:
    rows = _rows(table, "services", language)
    words = {word for row in rows for word in row}
    return {
        word: frozenset(place for place, row in enumerate(rows) if word in row) for word in words
    }


def _synonyms(table: object, language: str) -> dict[str, str]:
    rows = _rows(table, "synonyms", language)
    return {word: row[0] for row in rows for word in row}


def _rewrites(section: object, language: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(section, dict):
        raise PackError(f"`rewrites` of the pack {language!r} must be a table")
    rewrites: dict[str, tuple[str, ...]] = {}
    for token, words in section.items():
        if not isinstance(words, str) or not words.split():
            raise PackError(f"the rewrite of {token!r} in the pack {language!r} must be words")
        rewrites[token] = tuple(words.split())
    for token, words in rewrites.items():
        if rewrites.keys() & set(words):
            raise PackError(
                f"the rewrite of {token!r} in the pack {language!r} leads to another rewrite"
            )
    return rewrites
