"""How good a list of distributions is, against true answers given as positions."""

from collections.abc import Sequence

import numpy as np

Distributions = Sequence[Sequence[float]]


def accuracy(distributions: Distributions, answers: Sequence[int]) -> float:
    """Return the share of rows whose most probable option is the true one."""
    right = [int(np.argmax(p)) == k for p, k in zip(distributions, answers, strict=True)]
    return float(np.mean(right))


def log_loss(distributions: Distributions, answers: Sequence[int]) -> float:
    """Return the mean negative log probability of the true option, in nats."""
    return -float(np.mean([np.log(p[k]) for p, k in zip(distributions, answers, strict=True)]))


def calibration_error(
    distributions: Distributions, answers: Sequence[int], bins: int = 10
) -> float:
    """Return the expected calibration error of the top option over equal-width bins."""
    p_top = np.array([max(p) for p in distributions])
    right = np.array([int(np.argmax(p)) == k for p, k in zip(distributions, answers, strict=True)])
    place = np.minimum((p_top * bins).astype(int), bins - 1)
    gaps = [
        abs(float(p_top[place == i].mean()) - float(right[place == i].mean()))
        * float((place == i).mean())
        for i in np.unique(place)
    ]
    return float(sum(gaps))


def over_confidence(distributions: Distributions, answers: Sequence[int]) -> float:
    """Return by how much the mean p_top exceeds the accuracy; negative when too modest."""
    p_top = float(np.mean([max(p) for p in distributions]))
    return p_top - accuracy(distributions, answers)


def summary(distributions: Distributions, answers: Sequence[int]) -> dict[str, float]:
    """Return rows, accuracy, log loss, calibration error and mean p_top, rounded."""
    return {
        "rows": len(answers),
        "accuracy": round(accuracy(distributions, answers), 3),
        "log_loss": round(log_loss(distributions, answers), 3),
        "ece": round(calibration_error(distributions, answers), 3),
        "p_top": round(float(np.mean([max(p) for p in distributions])), 3),
    }
