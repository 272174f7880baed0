"""Vectors and cosines of texts, from the bundle that is being fitted."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verdict_models.answers import TooLong
from verdict_models.bundle import read_bundle
from verdict_models.encoder import Encoder

Vector = NDArray[np.float32]


class Vectors:
    """Vectors of texts, each computed once."""

    def __init__(self, bundle: Path) -> None:
        self._encoder = Encoder(read_bundle(bundle))
        self._known: dict[tuple[str, ...], Vector] = {}

    def mean(self, texts: Sequence[str]) -> Vector:
        """Return the mean of the texts' vectors, scaled to length one."""
        key = tuple(texts)
        if key not in self._known:
            if len(key) == 1:
                self._known[key] = self._encode(key[0])
            else:
                total = np.sum([self.mean([text]) for text in key], axis=0)
                self._known[key] = total / np.linalg.norm(total)
        return self._known[key]

    def cosine(self, text: str, others: Sequence[str]) -> float:
        """Return the cosine of a text and the mean of others."""
        return float(self.mean([text]) @ self.mean(others))

    def _encode(self, text: str) -> Vector:
        found = self._encoder.embed(text, lambda: False)
        if isinstance(found, TooLong):
            raise SystemExit(f"a record is too long ({found.tokens} tokens): {text[:80]!r}")
        return found.vector
