"""A bounded cache of what was made of texts; it keeps no text."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from verdict_models.answers import TooLong


@dataclass(frozen=True, slots=True)
class TextVectors:
    """A text as the lower part of the model sees it.

    Attributes:
        hidden: A vector for each token, special tokens included, shape (tokens, dimension),
            float16, read-only; windows stand one below the other.
        topic: What the text is about, unit length, shape (dimension,), float32, read-only.
        windows: The number of tokens of `hidden` in each window.
        tokens: Tokens of the text, without special tokens.
    """

    hidden: NDArray[np.float16]
    topic: NDArray[np.float32] | None
    windows: tuple[int, ...]
    tokens: int

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        return self.hidden.nbytes + (0 if self.topic is None else self.topic.nbytes)


Known = TextVectors | TooLong


class VectorCache:
    """What is known of the texts used last, within so many bytes, found by a hash of the text.

    Safe to share between threads. Two threads that miss the same text at once both compute it;
    the results are equal, so either may stay.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._known: OrderedDict[bytes, Known] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, text: str) -> Known | None:
        """Return what is known of `text`; None when nothing is, or no longer."""
        key = _key(text)
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    def put(self, text: str, known: Known) -> None:
        """Keep what is known of `text`, and drop what was used longest ago if need be."""
        key = _key(text)
        with self._lock:
            before = self._known.pop(key, None)
            self._bytes += _cost(known) - (0 if before is None else _cost(before))
            self._known[key] = known
            while self._bytes > self._most:
                _, dropped = self._known.popitem(last=False)
                self._bytes -= _cost(dropped)


# What an entry takes besides its vectors.
_ENTRY = 400


def _cost(known: Known) -> int:
    return _ENTRY + (known.size if isinstance(known, TextVectors) else 0)


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=20).digest()
