"""Texts to vectors: each text is read alone, window by window, and what was made of it is kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from verdict_models.answers import TooLong
from verdict_models.bundle import Bundle
from verdict_models.errors import Cancelled
from verdict_models.vector_cache import TextVectors, VectorCache
from verdict_models.windows import split, token_ids

CACHE_BYTES = 48 * 2**20


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text that is not read yet.

    Attributes:
        text: The text, without lone surrogates.
        ids: The token ids of each window, without special tokens.
        tokens: Tokens of the text, without special tokens.
    """

    text: str
    ids: list[list[int]]
    tokens: int

    @property
    def windows(self) -> tuple[int, ...]:
        """Tokens of each window in which the text will be read, special tokens included."""
        return tuple(len(window) + 2 for window in self.ids)


Seen = TextVectors | Tokens


class Encoder:
    """The lower part of a bundle, its part for topics, and their cache.

    Windows are encoded one by one and never in batches: the int8 graphs scale their activations
    by what shares a call, so a vector would depend on its neighbours. Safe to share between
    threads.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._lower = bundle.lower
        self._topic = bundle.topic
        self._tokenizer = bundle.tokenizer
        self._limits = bundle.manifest.limits
        self._first, self._last = bundle.special_tokens
        self._cache = VectorCache(CACHE_BYTES)

    def look(self, text: str) -> Seen | TooLong:
        """Return what is known of `text` without reading it: its vectors, or else its tokens.

        Lone surrogates are read as question marks, and characters that the tokenizer does not
        know all read alike.
        """
        clean = text.encode("utf-8", "replace").decode()
        known = self._cache.get(clean)
        if known is not None:
            return known
        ids = token_ids(clean, self._tokenizer, self._limits.capacity)
        if isinstance(ids, TooLong):
            self._cache.put(clean, ids)
            return ids
        return Tokens(clean, list(split(ids, self._limits)), len(ids))

    def encode(self, seen: Seen, cancelled: Callable[[], bool]) -> TextVectors:
        """Return the vectors of a text that was looked at; `topic` is not among them yet.

        Raises:
            Cancelled: `cancelled()` said so before a call of a session.
        """
        if isinstance(seen, TextVectors):
            return seen
        windows = []
        for window in seen.ids:
            if cancelled():
                raise Cancelled
            ids = np.array([[self._first, *window, self._last]], dtype=np.int64)
            windows.append(self._lower.run(None, {"ids": ids})[0][0].astype(np.float16))
        hidden = np.concatenate(windows)
        hidden.setflags(write=False)
        found = TextVectors(hidden, None, seen.windows, seen.tokens)
        self._cache.put(seen.text, found)
        return found

    def topic(self, text: str, seen: Seen, cancelled: Callable[[], bool]) -> NDArray[np.float32]:
        """Return what a text that was looked at is about: shape (dimension,), of length one.

        A text of several windows gets the mean of their vectors, each weighted by its number of
        tokens, scaled back to length one.

        Raises:
            Cancelled: `cancelled()` said so before a call of a session.
        """
        read = self.encode(seen, cancelled)
        if read.topic is not None:
            return read.topic
        vectors, start = [], 0
        for length in read.windows:
            if cancelled():
                raise Cancelled
            window = read.hidden[start : start + length].astype(np.float32)
            (found,) = self._topic.run(None, {"x": window[None]})
            vectors.append(found[0] * np.float32(length))
            start += length
        total = np.sum(vectors, axis=0)
        topic: NDArray[np.float32] = total / np.linalg.norm(total)
        topic.setflags(write=False)
        self._cache.put(text.encode("utf-8", "replace").decode(), replace(read, topic=topic))
        return topic
