"""Temperature scaling: one number that makes a model's probabilities as sure as they should be.

Guo, Pleiss, Sun, Weinberger, "On Calibration of Modern Neural Networks", 2017.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_LOG_BOUND = np.log(1000.0)


def fit_temperature(logits: Sequence[npt.NDArray[np.float64]], labels: Sequence[int]) -> float:
    """Find the temperature that minimises the mean log loss.

    Args:
        logits: m arrays of shape (n_i,); rows may differ in their number of options.
        labels: m indices of the true option.

    Returns:
        A temperature within [0.001, 1000].

    Raises:
        ValueError: no rows, unequal lengths, or a label that is no option.
    """
    from scipy.optimize import minimize_scalar  # noqa: PLC0415  # serving never loads scipy

    if not logits or len(logits) != len(labels):
        raise ValueError(f"{len(logits)} rows of logits for {len(labels)} labels")
    if not all(0 <= label < len(row) for row, label in zip(logits, labels, strict=True)):
        raise ValueError("a label is not the index of an option of its row")

    def mean_log_loss(log_temperature: float) -> float:
        losses = [
            np.logaddexp.reduce(row * np.exp(-log_temperature))
            - row[label] * np.exp(-log_temperature)
            for row, label in zip(logits, labels, strict=True)
        ]
        return float(np.mean(losses))

    found = minimize_scalar(mean_log_loss, bounds=(-_LOG_BOUND, _LOG_BOUND), method="bounded")
    return float(np.exp(found.x))
