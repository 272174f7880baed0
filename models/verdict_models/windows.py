"""A text as windows of token ids, none of it left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tokenizers import Tokenizer

from verdict_models.answers import TooLong

# WordPiece makes one unknown token of a word above 100 characters, whatever it says. Runs without
# a space or ASCII punctuation are therefore split; one character may normalise to three.
_LONG_RUN = re.compile(r"[^\s!-/:-@\[-`{-~]{33,}")
_RUN = 32
# Tokenised block by block, so that a megabyte is given up after a few thousand tokens.
_BLOCK = re.compile(r".{1,8192}(?=\s|\Z)|.{1,8192}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read at once and in all, in tokens.

    Attributes:
        window_tokens: Of one window, its two special tokens included.
        max_windows: The most windows that are read of one text.
        block_tokens: The most of a state that the reader reads in one pass.
        beside_tokens: The most that a question and its options may have beside the state.
        choice_tokens: The most that the options of a choice may have for the reader to read them.
        topic_tokens: The most that a state may have to be compared with options that are read.
    """

    window_tokens: int
    max_windows: int
    block_tokens: int
    beside_tokens: int
    choice_tokens: int
    topic_tokens: int

    @property
    def body(self) -> int:
        """Tokens of the text in one full window."""
        return self.window_tokens - 2

    @property
    def capacity(self) -> int:
        """The most tokens of a text that can be read."""
        return self.body * self.max_windows


def token_ids(text: str, tokenizer: Tokenizer, capacity: int) -> list[int] | TooLong:
    """Return the ids of all tokens of `text`, without special tokens.

    A literal `[SEP]` is plain text, provided that the tokenizer encodes special tokens so.
    """
    ids: list[int] = []
    for block in _BLOCK.finditer(_LONG_RUN.sub(_split_run, text)):
        ids.extend(tokenizer.encode(block[0], add_special_tokens=False).ids)
        if len(ids) > capacity:
            return TooLong(len(ids), capacity)
    return ids


def split(ids: list[int], limits: Limits) -> Iterator[list[int]]:
    """Yield the windows of `ids`, one for an empty text; the last may be shorter than the rest."""
    for start in range(0, max(len(ids), 1), limits.body):
        yield ids[start : start + limits.body]


def _split_run(run: re.Match[str]) -> str:
    text = run[0]
    return " ".join(text[i : i + _RUN] for i in range(0, len(text), _RUN))
