"""Whether the right option is missing, by what the reader makes of one that says so."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from verdict_models.probabilities import logistic

# Read beside the options where none of them stands for none of the others.
NONE_OF_THESE = "none: None of these"


@dataclass(frozen=True, slots=True)
class MissingRule:
    """A logistic regression on the reader's odds of "none of these" against all other options.

    Attributes:
        weight: What the logarithm of the odds is multiplied by.
        bias: Added to the product.
    """

    weight: float
    bias: float

    def probability(self, read: Mapping[str, float], none: float) -> float:
        """Return how likely it is that the right option is missing.

        Parameters:
            read: The reader's logits of the options, at least one.
            none: Its logit of `NONE_OF_THESE`.
        """
        return logistic(self.weight * odds_of_none(read, none) + self.bias)


def odds_of_none(read: Mapping[str, float], none: float) -> float:
    """Return the logarithm of the reader's odds of `NONE_OF_THESE` against all others together."""
    top = max(read.values())
    return none - top - math.log(math.fsum(math.exp(value - top) for value in read.values()))
