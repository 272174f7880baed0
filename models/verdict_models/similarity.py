"""From similarities to probabilities.

A cosine becomes a strength, `max(cosine, 0) ** exponent`: with an exponent above 1, differences
between weak similarities count less than the same differences between strong ones, so a text that
has to do with none of the options gets a nearly flat distribution. Every sum is exact
(`math.fsum`), so no result depends on the order in which the options came.
"""

import math
from collections.abc import Sequence


def strength(cosine: float, exponent: float) -> float:
    """Return how strongly two texts belong together, from 0 to about 1."""
    return math.pow(max(cosine, 0.0), exponent)


def distribution(strengths: Sequence[float], temperature: float) -> tuple[float, ...]:
    """Return the softmax of `strengths / temperature`, in the order given."""
    top = max(strengths)
    weights = [math.exp((value - top) / temperature) for value in strengths]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)


def p_true(logit: float, floor: float) -> float:
    """Return the probability of a yes: a logistic curve between `floor` and `1 - floor`.

    Similarity tells what a text is about, not whether it affirms or denies it; the floor keeps
    any yes or no that rests on similarity alone from sounding certain.
    """
    logistic = 0.5 + 0.5 * math.tanh(0.5 * logit)  # in this form no logit overflows
    return floor + (1.0 - 2.0 * floor) * logistic
