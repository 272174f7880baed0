"""Examples as tensors: the lower part's vectors of each text, kept, and put side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from bert import LEVEL, OPTION, QUESTION, STATE, WIDTH
from examples import Example
from numpy.typing import NDArray
from tokenizers import Tokenizer

from verdict_models.bundle import open_session

# Longer texts are cut for training; the runtime reads them in windows.
STATE_TOKENS, OTHER_TOKENS = 200, 64
NO_ANSWER = -100


class Texts:
    """What the served lower part makes of texts, computed once for each."""

    def __init__(self, lower: Path, tokenizer: Path) -> None:
        self._session = open_session(lower.read_bytes())
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._tokenizer.encode_special_tokens = True
        self._kept: dict[tuple[str, int], NDArray[np.float16]] = {}

    def __call__(self, text: str, most: int) -> NDArray[np.float16]:
        """Return (tokens, WIDTH), of `most` tokens at most."""
        key = (text, most)
        if key not in self._kept:
            first, *body, last = self._tokenizer.encode(text).ids
            ids = np.array([[first, *body[: most - 2], last]], dtype=np.int64)
            self._kept[key] = self._session.run(None, {"ids": ids})[0][0].astype(np.float16)
        return self._kept[key]


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded arguments of the reader, and the answers.

    Attributes:
        inputs: x, segment, kind, rank, spans, starts.
        answer: (batch,): the right option.
        options: (batch, options): which of the logits exist.
        kinds: "noul", "choice" or "score".
    """

    inputs: tuple[torch.Tensor, ...]
    answer: torch.Tensor
    options: torch.Tensor
    kinds: tuple[str, ...]


def parts(example: Example, texts: Texts) -> list[NDArray[np.float16]]:
    """Return the vectors of the state, the question and the options, without their last token.

    The last token of a text only says that it ends.
    """
    found = [texts(example.state, STATE_TOKENS), texts(example.question, OTHER_TOKENS)]
    found += [texts(option, OTHER_TOKENS) for option in example.options]
    return [vectors[:-1] for vectors in found]


def length(example: Example, texts: Texts) -> int:
    """Return the tokens of the example."""
    return sum(len(part) for part in parts(example, texts))


def batch(examples: Sequence[Example], texts: Texts) -> Batch:
    """Return the examples side by side, padded to the longest."""
    every = [parts(example, texts) for example in examples]
    tokens = max(sum(map(len, found)) for found in every)
    spans_most = 2 + max(max(1, len(example.options)) for example in examples)
    size = len(examples)
    x = np.zeros((size, tokens, WIDTH), np.float32)
    segment = np.full((size, tokens), -1)
    kind = np.zeros((size, tokens), np.int64)
    rank = np.zeros((size, tokens), np.float32)
    spans = np.zeros((size, spans_most, tokens), np.float32)
    starts = np.zeros((size, spans_most), np.int64)
    exists = np.zeros((size, spans_most - 2), bool)
    for i, (example, found) in enumerate(zip(examples, every, strict=True)):
        start, last = 0, len(found) - 3
        for k, part in enumerate(found):
            end = start + len(part)
            x[i, start:end] = part
            segment[i, start:end] = k
            option = LEVEL if example.kind == "score" else OPTION
            kind[i, start:end] = (STATE, QUESTION, option)[min(k, 2)]
            if example.kind == "score" and k > 1:
                rank[i, start:end] = (k - 2) / last - 0.5
            spans[i, k, start:end] = 1 / len(part)
            starts[i, k] = start
            start = end
        if not example.options:  # the question is the only option of a yes/no question
            spans[i, 2], starts[i, 2] = spans[i, 1], starts[i, 1]
        exists[i, : max(1, len(example.options))] = True
    return Batch(
        tuple(map(torch.from_numpy, (x, segment, kind, rank, spans, starts))),
        torch.tensor([example.answer for example in examples]),
        torch.from_numpy(exists),
        tuple(example.kind for example in examples),
    )


def by_length(
    examples: Sequence[Example], texts: Texts, tokens: int, among: int = 384
) -> Iterable[list[Example]]:
    """Yield groups of about equal length with at most so many tokens, padding included.

    Lengths are sorted among so many examples at a time: sorted among all, a group would come from
    one source, and the reader would swing from one to the next.
    """
    for start in range(0, len(examples), among):
        group: list[Example] = []
        longest = 0
        near = examples[start : start + among]
        for example in sorted(near, key=lambda item: length(item, texts)):
            longest = max(longest, length(example, texts))
            if group and longest * (len(group) + 1) > tokens:
                yield group
                group = []
                longest = length(example, texts)
            group.append(example)
        if group:
            yield group
