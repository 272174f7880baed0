"""Texts to unit vectors: one ONNX session, one text at a time."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from verdict_models.answers import TooLong
from verdict_models.bundle import OUTPUT, Bundle
from verdict_models.errors import Cancelled
from verdict_models.vector_cache import TextVector, VectorCache
from verdict_models.windows import split, token_ids

CACHE_SIZE = 4096


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text that is not read yet.

    Attributes:
        text: The text, without lone surrogates.
        ids: The token ids of each window, without special tokens.
        tokens: Tokens of the text, without special tokens and overlaps.
    """

    text: str
    ids: list[list[int]]
    tokens: int

    @property
    def windows(self) -> int:
        """Windows in which the text will be read."""
        return len(self.ids)


class Encoder:
    """The encoder of a bundle with its cache. Safe to share between threads.

    Windows are encoded one by one and never in batches: the int8 graph scales its activations by
    what shares a call, so a vector would depend on its neighbours.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._session: onnxruntime.InferenceSession = bundle.session
        self._tokenizer: Tokenizer = bundle.tokenizer
        self._limits = bundle.manifest.limits
        self._first, self._last = bundle.special_tokens
        self._cache = VectorCache(CACHE_SIZE)

    def embed(self, text: str, cancelled: Callable[[], bool]) -> TextVector | TooLong:
        """Return the vector of `text`, or that it is too long.

        Raises:
            Cancelled: `cancelled()` said so before a call of the session.
        """
        seen = self.look(text)
        return seen if isinstance(seen, TooLong) else self.encode(seen, cancelled)

    def look(self, text: str) -> TextVector | Tokens | TooLong:
        """Return what is known of `text` without reading it: its vector, or else its tokens.

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

    def encode(self, seen: TextVector | Tokens, cancelled: Callable[[], bool]) -> TextVector:
        """Return the vector of a text that was looked at.

        A text of several windows gets the mean of their vectors, each weighted by its number of
        tokens, scaled back to length one.

        Raises:
            Cancelled: `cancelled()` said so before a call of the session.
        """
        if isinstance(seen, TextVector):
            return seen
        vectors = []
        for window in seen.ids:
            if cancelled():
                raise Cancelled
            vectors.append(self._run(window) * np.float32(max(len(window), 1)))
        total = np.sum(vectors, axis=0)
        vector: NDArray[np.float32] = total / np.linalg.norm(total)
        vector.setflags(write=False)
        found = TextVector(vector, seen.windows, seen.tokens)
        self._cache.put(seen.text, found)
        return found

    def _run(self, window: list[int]) -> NDArray[np.float32]:
        ids = np.array([[self._first, *window, self._last]], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vectors = self._session.run([OUTPUT], inputs)[0]
        vector: NDArray[np.float32] = vectors[0]
        return vector
