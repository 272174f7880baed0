"""The reader: a state, a question and its options side by side, in one pass, to logits.

An option sees itself, the state and the question; every option stands at the same positions. So
its logit does not depend on the order of the options; they are put in the order of their texts all
the same, so that not even the last bit depends on it.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from verdict_models.errors import Cancelled

# The kinds of tokens, as the graph numbers them.
STATE, QUESTION, OPTION, LEVEL = range(4)
CHOICE_LOGIT, NOUL_LOGIT = 0, 1

Hidden = NDArray[np.float16]
Logits = NDArray[np.float32]


class Reader:
    """The reader of a bundle. Safe to share between threads.

    Parameters:
        session: The graph; `bundle` states its inputs.
        block: The most tokens of a state that are read in one pass; a longer state is read in
            equal blocks, and their logits are averaged.
    """

    def __init__(self, session: onnxruntime.InferenceSession, block: int) -> None:
        self._session = session
        self._block = block

    def noul(self, state: Hidden, question: Hidden, cancelled: Callable[[], bool]) -> float:
        """Return the logit of a yes.

        Raises:
            Cancelled: `cancelled()` said so before a pass.
        """
        # The question is its own only option.
        found = self._read(state, [question], QUESTION, [0.0], cancelled)
        return float(found[0, NOUL_LOGIT])

    def choice(
        self,
        state: Hidden,
        question: Hidden,
        options: Mapping[str, Hidden],
        cancelled: Callable[[], bool],
    ) -> dict[str, float]:
        """Return the logit of each option, by its text.

        Raises:
            Cancelled: `cancelled()` said so before a pass.
        """
        texts = sorted(options)
        parts = [question, *(options[text] for text in texts)]
        found = self._read(state, parts, OPTION, [0.0] * len(parts), cancelled)
        return dict(zip(texts, found[:, CHOICE_LOGIT].tolist(), strict=True))

    def score(
        self,
        state: Hidden,
        question: Hidden,
        levels: Sequence[Hidden],
        cancelled: Callable[[], bool],
    ) -> list[float]:
        """Return the logit of each level, lowest first as given.

        Raises:
            Cancelled: `cancelled()` said so before a pass.
        """
        last = max(len(levels) - 1, 1)
        ranks = [0.0, *(i / last - 0.5 for i in range(len(levels)))]
        found = self._read(state, [question, *levels], LEVEL, ranks, cancelled)
        logits: list[float] = found[:, CHOICE_LOGIT].tolist()
        return logits

    def _read(
        self,
        state: Hidden,
        others: Sequence[Hidden],
        kind: int,
        ranks: Sequence[float],
        cancelled: Callable[[], bool],
    ) -> Logits:
        """Return the mean logits over the blocks of the state, shape (options, 2)."""
        # The last token of a text only says that it ends.
        state, others = state[:-1], [part[:-1] for part in others]
        number = math.ceil(len(state) / self._block)
        found = []
        for block in np.array_split(state, number):
            if cancelled():
                raise Cancelled
            found.append(self._session.run(None, _inputs([block, *others], kind, ranks))[0][0])
        mean: Logits = np.mean(found, axis=0)
        return mean


def _inputs(parts: Sequence[Hidden], kind: int, ranks: Sequence[float]) -> dict[str, NDArray[Any]]:
    """Return the arguments of the graph for a state, a question and options, in this order."""
    lengths = np.array([len(part) for part in parts])
    segment = np.repeat(np.arange(len(parts)), lengths)
    kinds = np.array([STATE, QUESTION] + [kind] * (len(parts) - 2))
    spans = (segment == np.arange(len(parts))[:, None]) / lengths[:, None]
    starts = np.cumsum(lengths) - lengths
    if kind == QUESTION:
        spans, starts = spans[[0, 1, 1]], starts[[0, 1, 1]]
    return {
        "x": np.concatenate(parts).astype(np.float32)[None],
        "segment": segment[None],
        "kind": np.repeat(kinds, lengths)[None],
        "rank": np.repeat(np.array([0.0, *ranks], np.float32), lengths)[None],
        "spans": spans.astype(np.float32)[None],
        "starts": starts[None],
    }
