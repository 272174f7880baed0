import random
from typing import Literal

import numpy as np
import pytest

from verdict_calibration import expected_calibration_error

Strategy = Literal["uniform", "quantile"]


def test_the_last_bin_is_closed_and_zero_is_counted() -> None:
    """Certainty that fails counts in full, at both ends."""
    assert expected_calibration_error([0.95, 1.0], [1, 0]) == pytest.approx(0.475)
    assert expected_calibration_error([0.0], [1]) == 1.0


def test_equal_mass_bins_never_split_equal_probabilities() -> None:
    """1,000 times 0.9 with 600 right is 0.3 off, in whatever order the rows come."""
    rows = [(0.9, i < 600) for i in range(1000)]
    for seed in range(50):
        random.Random(seed).shuffle(rows)
        p, outcome = zip(*rows, strict=True)
        assert expected_calibration_error(p, outcome, strategy="quantile") == pytest.approx(0.3)


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_a_calibrated_source_has_a_small_error(strategy: Strategy) -> None:
    """20,000 outcomes drawn with their stated probabilities are within noise."""
    random_state = np.random.default_rng(0)
    p = random_state.uniform(size=20_000)
    outcome = random_state.uniform(size=20_000) < p
    assert expected_calibration_error(p, outcome, strategy=strategy) < 0.02


@pytest.mark.parametrize(
    ("p", "outcome"),
    [([], []), ([0.5], [1, 0]), ([1.1], [1]), ([-0.1], [0]), ([float("nan")], [1]), ([0.5], [2])],
)
def test_bad_input_is_refused(p: list[float], outcome: list[int]) -> None:
    """Nothing measured is an error, not zero."""
    with pytest.raises(ValueError, match=r"p |outcome"):
        expected_calibration_error(p, outcome)


def test_bins_and_strategy_are_checked() -> None:
    """A misspelt strategy does not fall back to another."""
    with pytest.raises(ValueError, match="bins"):
        expected_calibration_error([0.5], [1], bins=0)
    with pytest.raises(ValueError, match="strategy"):
        expected_calibration_error([0.5], [1], strategy="mass")  # type: ignore[arg-type]
