"""A bounded cache of text vectors that keeps no text."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from verdict_models.answers import TooLong


@dataclass(frozen=True, slots=True)
class TextVector:
    """A text as the encoder sees it.

    Attributes:
        vector: Unit length, shape (dimension,), float32, read-only.
        windows: Windows that were read.
        tokens: Tokens of the text, without special tokens and overlaps.
    """

    vector: NDArray[np.float32]
    windows: int
    tokens: int


class VectorCache:
    """The vectors of the texts used last, at most `size` of them, found by a hash of the text.

    Safe to share between threads. Two threads that miss the same text at once both compute it;
    the results are equal, so either may stay.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._vectors: OrderedDict[bytes, TextVector | TooLong] = OrderedDict()

    def __len__(self) -> int:
        return len(self._vectors)

    def get(self, text: str) -> TextVector | TooLong | None:
        """Return what is known of `text`; None when nothing is, or no longer."""
        key = _key(text)
        with self._lock:
            known = self._vectors.get(key)
            if known is not None:
                self._vectors.move_to_end(key)
            return known

    def put(self, text: str, vector: TextVector | TooLong) -> None:
        """Keep what is known of `text`, and drop what was used longest ago if need be."""
        with self._lock:
            self._vectors[_key(text)] = vector
            if len(self._vectors) > self._size:
                self._vectors.popitem(last=False)


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=20).digest()
