import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict_calibration import fit_temperature, scale_probabilities


def test_a_temperature_divides_the_logits() -> None:
    """Temperature 2 turns odds of 9 into odds of 3; 1 changes nothing."""
    assert scale_probabilities([0.9, 0.1], 2.0) == pytest.approx([0.75, 0.25])
    assert scale_probabilities([0.9, 0.1], 1.0) == pytest.approx([0.9, 0.1])


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=20).filter(any),
    st.floats(0.05, 50),
)
def test_scaling_gives_a_distribution_and_keeps_the_order(
    weights: list[float], temperature: float
) -> None:
    """The top option stays on top, zero stays zero, and the sum is 1."""
    p = np.array(weights) / np.sum(weights)
    scaled = scale_probabilities(p, temperature)
    assert scaled.sum() == pytest.approx(1)
    assert scaled[np.argmax(p)] == scaled.max()
    assert (scaled[p == 0] == 0).all()


@pytest.mark.parametrize(
    ("p", "temperature"),
    [([0.5, 0.5], 0.0), ([0.5, 0.5], float("inf")), ([0.0, 0.0], 1.0), ([-1.0, 2.0], 1.0)],
)
def test_what_cannot_be_scaled_is_refused(p: list[float], temperature: float) -> None:
    """Neither a zero temperature nor numbers without a distribution give an answer."""
    with pytest.raises(ValueError, match=r"temperature|distribution"):
        scale_probabilities(p, temperature)


def test_a_fit_finds_the_temperature_that_made_the_labels() -> None:
    """Labels drawn at temperature 2.5 give it back within a few percent."""
    random_state = np.random.default_rng(1)
    logits = [random_state.normal(0, 4, size=3) for _ in range(4000)]
    labels = [int(random_state.choice(3, p=scale(row, 2.5))) for row in logits]
    assert fit_temperature(logits, labels) == pytest.approx(2.5, rel=0.06)


def test_rows_may_differ_in_their_number_of_options() -> None:
    """Two options in one row and three in another is no error."""
    logits = [np.array([1.0, 0.0]), np.array([0.0, 2.0, 0.0]), np.array([0.0, 1.0])]
    assert fit_temperature(logits, [0, 1, 0]) > 0


def test_rows_that_cannot_be_fitted_are_refused() -> None:
    """No rows, unequal lengths and a label that is no option are named."""
    with pytest.raises(ValueError, match="0 rows"):
        fit_temperature([], [])
    with pytest.raises(ValueError, match="1 rows of logits for 2"):
        fit_temperature([np.zeros(2)], [0, 1])
    with pytest.raises(ValueError, match="label"):
        fit_temperature([np.zeros(2)], [2])


def scale(
    logits: "np.ndarray[tuple[int], np.dtype[np.float64]]", temperature: float
) -> list[float]:
    weights = np.exp(logits / temperature)
    return list(weights / weights.sum())
