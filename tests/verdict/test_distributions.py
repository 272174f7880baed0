import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict.distributions import Distribution, choice_confidence, score_confidence


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=50).filter(lambda xs: sum(xs) > 0))
def test_a_distribution_sums_to_one(weights: list[float]) -> None:
    """Whatever small error the numbers had is taken out."""
    total = math.fsum(weights)
    labels = [str(i) for i in range(len(weights))]
    distribution = Distribution(labels, [w / total for w in weights])
    assert math.isclose(math.fsum(distribution.values()), 1, abs_tol=1e-12)


@pytest.mark.parametrize(
    "probabilities", [[0.5], [0.5, 0.6], [-0.1, 1.1], [math.nan, 1.0], [math.inf, 0.0]]
)
def test_numbers_that_are_no_distribution_are_refused(probabilities: list[float]) -> None:
    """Wrong length, sum or sign and what is not a number never become an answer."""
    with pytest.raises(ValueError, match="probabilities"):
        Distribution(["a", "b"], probabilities)


@given(st.permutations(["a", "b", "c"]))
def test_equal_options_are_ranked_by_name_whatever_their_order(labels: list[str]) -> None:
    """Among equals the order of the options does not pick the top one."""
    assert Distribution.flat(labels).top == "a"


def test_the_expected_level_is_the_mean_of_the_levels() -> None:
    """Score is the sum of level times probability."""
    assert Distribution(["0", "1", "2"], [0.25, 0.25, 0.5]).expected_level == 1.25


@pytest.mark.parametrize(
    ("probabilities", "confidence"),
    [
        ([0.02, 0.38, 0.60], 0.39),
        ([0, 0, 1.0], 1),
        ([0.63, 0.37, 0, 0, 0], 0.53),
        ([0.1, 0.37, 0.24, 0.29], 0.16),
        ([0.08, 0.92, 0], 0.88),
        ([0, 0.76, 0.24], 0.63),
        ([0, 0.55, 0.45], 0.33),
        ([0, 0.7, 0.3], 0.54),
    ],
)
def test_choice_confidence_gives_the_documented_examples(
    probabilities: list[float], confidence: float
) -> None:
    """The protocol's published examples come out within their rounding."""
    labels = [str(i) for i in range(len(probabilities))]
    assert choice_confidence(Distribution(labels, probabilities)) == pytest.approx(
        confidence, abs=0.011
    )


def test_choice_confidence_follows_the_protocol() -> None:
    """(n * p_top - 1) / (n - 1); a gate on it is not a gate on the probability."""
    assert choice_confidence(Distribution(list("abcd"), [0.7, 0.1, 0.1, 0.1])) == pytest.approx(0.6)
    assert choice_confidence(Distribution(["a"], [1.0])) == 1.0
    assert choice_confidence(Distribution.flat(list("abc"))) == 0.0


@pytest.mark.parametrize(
    ("probabilities", "confidence"),
    [
        ([1.0, 0.0], 1.0),
        ([0.5, 0.5], 0.0),
        ([0.0, 0.92, 0.08], 0.88),
        ([0.63, 0.37, 0, 0, 0], 1 - 0.37 / 1.2),
        ([0.1, 0.37, 0.24, 0.29], 1 - 0.92),
        ([0.5, 0, 0, 0.5], 0.0),
    ],
)
def test_score_confidence_falls_with_the_distance_from_the_mode(
    probabilities: list[float], confidence: float
) -> None:
    """max(0, 1 - mean distance from the mode / mean distance from the middle)."""
    labels = [str(i) for i in range(len(probabilities))]
    assert score_confidence(Distribution(labels, probabilities)) == pytest.approx(confidence)
