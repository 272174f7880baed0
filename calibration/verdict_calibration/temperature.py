"""Temperature scaling: one number that makes a model's probabilities as sure as they should be.

Guo, Pleiss, Sun, Weinberger, "On Calibration of Modern Neural Networks", 2017.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_LOG_BOUND = np.log(1000.0)


def scale_probabilities(
    probabilities: Sequence[float] | npt.NDArray[np.float64], temperature: float
) -> npt.NDArray[np.float64]:
    """Divide the logits of a distribution by a temperature.

    Args:
        probabilities: shape (n,), finite, not negative, not all zero.
        temperature: above 0; above 1 flattens, below 1 sharpens, 1 changes nothing.

    Returns:
        Shape (n,), summing to 1; the order of the options by probability is kept.

    Raises:
        ValueError: an argument is outside its domain.
    """
    p = np.asarray(probabilities, dtype=np.float64)
    if p.ndim != 1 or not np.isfinite(p).all() or (p < 0).any() or not p.any():
        raise ValueError(f"not a distribution: {probabilities}")
    if not (np.isfinite(temperature) and temperature > 0):
        raise ValueError(f"a temperature is above 0, not {temperature}")
    with np.errstate(divide="ignore"):
        logits = np.log(p) / temperature
    weights = np.exp(logits - logits.max())
    return np.asarray(weights / weights.sum())


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
