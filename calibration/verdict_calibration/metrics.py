"""How far stated probabilities are from what happens."""

from typing import Literal

import numpy as np
import numpy.typing as npt


def expected_calibration_error(
    p: npt.ArrayLike,
    outcome: npt.ArrayLike,
    bins: int = 10,
    strategy: Literal["uniform", "quantile"] = "uniform",
) -> float:
    """Mean distance between stated probability and frequency, over bins weighted by their size.

    Naeini, Cooper, Hauskrecht, "Obtaining Well Calibrated Probabilities Using Bayesian Binning",
    2015. Zero falls into the first bin and one into the last. "quantile" bins have about equal
    mass and never split equal probabilities, so the order of the rows cannot matter.

    Args:
        p: shape (m,), within [0, 1].
        outcome: shape (m,), 0 or 1.
        bins: at least 1.
        strategy: "uniform" for equal width, "quantile" for equal mass.

    Raises:
        ValueError: no rows, unequal lengths, or a value outside its domain.
    """
    stated = np.asarray(p, dtype=np.float64)
    happened = np.asarray(outcome, dtype=np.float64)
    if stated.ndim != 1 or stated.shape != happened.shape or stated.size == 0:
        raise ValueError(f"p and outcome need one equal length: {stated.shape}, {happened.shape}")
    if not ((stated >= 0) & (stated <= 1)).all():
        raise ValueError("p has a value outside [0, 1] or one that is not a number")
    if not np.isin(happened, (0.0, 1.0)).all():
        raise ValueError("outcome has a value that is neither 0 nor 1")
    if bins < 1:
        raise ValueError(f"bins is at least 1, not {bins}")
    if strategy == "uniform":
        edges = np.linspace(0, 1, bins + 1)[1:-1]
    elif strategy == "quantile":
        edges = np.unique(np.quantile(stated, np.linspace(0, 1, bins + 1)[1:-1]))
    else:
        raise ValueError(f"strategy is 'uniform' or 'quantile', not {strategy!r}")
    bin_of = np.searchsorted(edges, stated, side="right")
    size = np.bincount(bin_of, minlength=bins)
    gap = np.bincount(bin_of, stated - happened, minlength=bins)
    return float(np.abs(gap[size > 0]).sum() / stated.size)
