"""Probabilities over a question's options, and the numbers that are derived from them."""

import math
from collections.abc import ItemsView, Iterator, Mapping, Sequence

_SUM_TOLERANCE = 1e-3


class Distribution(Mapping[str, float]):
    """Option label to probability, in the question's order; sums to 1.

    Args:
        labels: the n option labels, all different.
        probabilities: n finite, non-negative numbers whose sum is 1 within 0.001; they are
            divided by their sum.

    Raises:
        ValueError: the probabilities are not a distribution over the labels.
    """

    __slots__ = ("_probabilities",)

    def __init__(self, labels: Sequence[str], probabilities: Sequence[float]) -> None:
        if len(labels) != len(probabilities):
            raise ValueError(f"{len(probabilities)} probabilities for {len(labels)} options")
        total = sum(probabilities)
        if not math.isfinite(total) or min(probabilities) < 0:
            raise ValueError(f"probabilities must be finite and not negative: {probabilities}")
        total = math.fsum(probabilities)
        if abs(total - 1) > _SUM_TOLERANCE:
            raise ValueError(f"probabilities sum to {total}, not to 1")
        self._probabilities = dict(zip(labels, [p / total for p in probabilities], strict=True))

    @classmethod
    def flat(cls, labels: Sequence[str]) -> "Distribution":
        """The same probability for each of the labels."""
        return cls(labels, [1 / len(labels)] * len(labels))

    def __getitem__(self, label: str) -> float:
        return self._probabilities[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self._probabilities)

    def __len__(self) -> int:
        return len(self._probabilities)

    def items(self) -> ItemsView[str, float]:
        """As of a dict, which is faster than what a Mapping has."""
        return self._probabilities.items()

    def __repr__(self) -> str:
        return f"Distribution({self._probabilities})"

    def as_dict(self) -> dict[str, float]:
        """A copy as a plain dict."""
        return self._probabilities.copy()

    @property
    def top(self) -> str:
        """The most probable label; among equals the first by name, so that order cannot matter."""
        best = max(self._probabilities.values())
        return min(label for label, p in self._probabilities.items() if p == best)

    @property
    def p_top(self) -> float:
        """The probability of the top option."""
        return max(self._probabilities.values())

    @property
    def expected_level(self) -> float:
        """Sum of level times probability, in [0, n - 1]; the labels are the levels' indices."""
        return math.fsum(int(label) * p for label, p in self._probabilities.items())


def choice_confidence(distribution: Distribution) -> float:
    """The System One protocol's confidence of a choice: (n * p_top - 1) / (n - 1), in [0, 1].

    1 when there is one option.
    """
    n = len(distribution)
    return 1.0 if n == 1 else max(0.0, (n * distribution.p_top - 1) / (n - 1))


def score_confidence(distribution: Distribution) -> float:
    """The System One protocol's confidence of a score, in [0, 1].

    max(0, 1 - sum(p_i * |i - mode|) / D) with D the mean distance of a level from the middle,
    floor(n^2 / 4) / n.
    """
    n = len(distribution)
    mode = int(distribution.top)
    spread = math.fsum(p * abs(int(label) - mode) for label, p in distribution.items())
    return max(0.0, 1 - spread / ((n * n // 4) / n))
