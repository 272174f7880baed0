"""Temperature scaling as serving needs it: a stored number and numpy, no fitting."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


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
    # Relative to the top one no logit overflows; an exact sum does not depend on the order.
    top = float(p.max())
    weights = [math.exp(math.log(x / top) / temperature) if x > 0 else 0.0 for x in p.tolist()]
    return np.array(weights) / math.fsum(weights)
