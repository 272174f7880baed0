"""Which option a text is about: vectors compared, and a rule for "none of these".

An option is as likely as its vector is close to the text's; one that lists several things is as
close as the closest of them. The option that stands for none of the others is like no text; how
likely it is follows from how close the others come.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from verdict_models.probabilities import flattened, logistic

# A description lists things if it has at least so many parts between commas and semicolons, each
# of at most so many words; what may stand before them ends with a colon.
THINGS, WORDS = 3, 5
_LEAD = re.compile(r"\A[^,;:]*:\s")
_BETWEEN = re.compile(r"[,;]\s*(?:(?:and|or)\s+)?")


def things(text: str) -> tuple[str, ...]:
    """Return the things that an option's text lists, each after its label; none for most texts.

    "banking: Bank matters: bills, transfers, fraud" lists "banking: bills", "banking: transfers"
    and "banking: fraud".
    """
    label, _, description = text.partition(": ")
    found = _BETWEEN.split(_LEAD.sub("", description).strip(" ."))
    if len(found) < THINGS or not all(0 < len(item.split()) <= WORDS for item in found):
        return ()
    return tuple(f"{label}: {item.strip()}" for item in found)


@dataclass(frozen=True, slots=True)
class NoneRule:
    """A logistic regression on what the closeness of the other options looks like.

    Attributes:
        weights: Of the closest option's cosine, its lead over the second, its distance from the
            mean in standard deviations, the mean, the standard deviation, and the logarithm of
            the number of options.
        bias: Added to the sum.
    """

    weights: tuple[float, ...]
    bias: float

    def logit(self, cosines: Sequence[float]) -> float:
        """Return the logit of "none of these"."""
        terms = (w * f for w, f in zip(self.weights, features(cosines), strict=True))
        return math.fsum(terms) + self.bias

    def probability(self, cosines: Sequence[float]) -> float:
        """Return how likely it is that the text is about none of the options."""
        return logistic(self.logit(cosines))


def features(cosines: Sequence[float]) -> tuple[float, ...]:
    """Return what the none rule looks at, in the order of its weights; the order is no matter."""
    ordered = np.sort(np.asarray(cosines, dtype=np.float64))[::-1]
    top, mean, spread = float(ordered[0]), float(ordered.mean()), float(ordered.std())
    lead = top - float(ordered[1]) if len(ordered) > 1 else LONE_LEAD
    return (top, lead, (top - mean) / (spread + 1e-6), mean, spread, math.log(len(ordered)))


# The lead of an option that is the only one.
LONE_LEAD = 0.2


def log_probabilities(
    cosines: Mapping[str, float], nones: Sequence[str], scale: float, rule: NoneRule
) -> dict[str, float]:
    """Return the logarithm of each option's probability, by its text.

    Parameters:
        cosines: Of each option that is compared, at least one.
        nones: The options that stand for none of the others.
        scale: What a cosine is multiplied by.
        rule: How likely those are together.
    """
    top = max(cosines.values())
    weights = {text: math.exp(scale * (cosine - top)) for text, cosine in cosines.items()}
    total = math.log(math.fsum(weights.values())) + scale * top
    found = {text: scale * cosine - total for text, cosine in cosines.items()}
    if not nones:
        return found
    logit = rule.logit(list(cosines.values()))
    some, none = -_softplus(logit), -_softplus(-logit)
    found = {text: value + some for text, value in found.items()}
    return found | dict.fromkeys(nones, none - math.log(len(nones)))


def compared(
    cosines: Mapping[str, float], nones: Sequence[str], scale: float, rule: NoneRule
) -> dict[str, float]:
    """Return the logits of options that are only compared.

    Parameters are those of `log_probabilities`; those that stand for none may be all. Where no
    option stands for none of the others, what the rule gives to none is spread evenly.
    """
    if not cosines:
        return dict.fromkeys(nones, 0.0)
    logits = log_probabilities(cosines, nones, scale, rule)
    return logits if nones else flattened(logits, rule.probability(list(cosines.values())))


def read_and_compared(
    read: Mapping[str, float],
    cosines: Mapping[str, float],
    weights: Sequence[float],
    scale: float,
    rule: NoneRule,
    missing: float,
) -> dict[str, float]:
    """Return the logits of options that are read beside the question and compared as well.

    Parameters:
        read: The reader's logit of each option.
        cosines: Of those that do not stand for none of the others; may be empty.
        weights: `Fitted.reader` and `Fitted.topic`.
        scale: What a cosine is multiplied by.
        rule: How likely those are that stand for none of the others.
        missing: How likely it is that the right option is missing; spread evenly where no option
            says so.
    """
    reader, topic = weights
    if not cosines:
        return {text: reader * value for text, value in read.items()}
    nones = sorted(read.keys() - cosines.keys())
    topics = log_probabilities(cosines, nones, scale, rule)
    topic *= math.log(len(cosines))
    logits = {text: reader * value + topic * topics[text] for text, value in read.items()}
    return logits if nones else flattened(logits, missing)


def _softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))
