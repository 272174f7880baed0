"""From logits to probabilities; sums are exact, so no result depends on the order of options."""

import math
from collections.abc import Sequence


def softmax(logits: Sequence[float]) -> tuple[float, ...]:
    """Return the softmax of `logits`, in the order given."""
    top = max(logits)
    weights = [math.exp(value - top) for value in logits]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)


def logistic(logit: float) -> float:
    """Return the probability that belongs to a logit; no logit overflows."""
    return 0.5 + 0.5 * math.tanh(0.5 * logit)
