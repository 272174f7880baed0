"""What goes into a decision model and what comes out of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice: its label and, where there is one, what it stands for."""

    label: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A distribution over the options in the order in which they were given.

    Attributes:
        probabilities: One for each option, summing to 1.
        windows: Windows in which the state was read; 1 unless it is long.
        tokens: Tokens of the state, of the options that were read, and of the question where it
            was, counted whether or not a vector came from the cache, so that one request always
            costs the same. Special tokens are not counted.
        options_read: How many of the options were read, where reading all would have taken too
            long; None where all were. Those not read have the lowest probability.
    """

    probabilities: tuple[float, ...]
    windows: int
    tokens: int
    options_read: int | None = None


@dataclass(frozen=True, slots=True)
class TooLong:
    """A text does not fit into the windows that may be read, and no part of it was answered.

    Attributes:
        tokens: Tokens counted until it was certain; the text has at least so many.
        limit: The most tokens that are read.
    """

    tokens: int
    limit: int
