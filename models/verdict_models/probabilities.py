"""From logits to probabilities; sums are exact, so no result depends on the order of options."""

import math
from collections.abc import Mapping, Sequence


def softmax(logits: Sequence[float]) -> tuple[float, ...]:
    """Return the softmax of `logits`, in the order given."""
    top = max(logits)
    weights = [math.exp(value - top) for value in logits]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)


def flattened(logits: Mapping[str, float], none: float) -> dict[str, float]:
    """Return the logits of (1 - none) p + none / k for k options with probabilities p.

    What none of the options is right for is no more one of them than another.
    """
    evenly = none / len(logits)
    if not evenly:
        return dict(logits)
    shares = zip(logits, softmax(list(logits.values())), strict=True)
    return {text: math.log((1.0 - none) * p + evenly) for text, p in shares}


def logistic(logit: float) -> float:
    """Return the probability that belongs to a logit; no logit overflows."""
    return 0.5 + 0.5 * math.tanh(0.5 * logit)
