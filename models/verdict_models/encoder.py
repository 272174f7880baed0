"""Texts to unit vectors: one ONNX session, one text at a time."""

from collections.abc import Callable

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

        A text of several windows gets the mean of their vectors, each weighted by its number of
        tokens, scaled back to length one. Lone surrogates are read as
        question marks, and characters that the tokenizer does not know all read alike.

        Raises:
            Cancelled: `cancelled()` said so before a call of the session.
        """
        clean = text.encode("utf-8", "replace").decode()
        known = self._cache.get(clean)
        if known is not None:
            return known
        ids = token_ids(clean, self._tokenizer, self._limits.capacity)
        if isinstance(ids, TooLong):
            self._cache.put(clean, ids)
            return ids
        vector = self._encode(ids, cancelled)
        self._cache.put(clean, vector)
        return vector

    def _encode(self, ids: list[int], cancelled: Callable[[], bool]) -> TextVector:
        windows = list(split(ids, self._limits))
        vectors = []
        for window in windows:
            if cancelled():
                raise Cancelled
            vectors.append(self._run(window) * np.float32(max(len(window), 1)))
        total = np.sum(vectors, axis=0)
        vector: NDArray[np.float32] = total / np.linalg.norm(total)
        vector.setflags(write=False)
        return TextVector(vector, len(windows), len(ids))

    def _run(self, window: list[int]) -> NDArray[np.float32]:
        ids = np.array([[self._first, *window, self._last]], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vectors = self._session.run([OUTPUT], inputs)[0]
        vector: NDArray[np.float32] = vectors[0]
        return vector
