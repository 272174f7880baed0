from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict_calibration import exact_mcnemar


@pytest.mark.parametrize(
    ("lost", "gained", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (6, 0, 2 / 64), (0, 6, 2 / 64), (5, 0, 1 / 16)],
)
def test_the_p_value_is_the_binomial_one(lost: int, gained: int, p: float) -> None:
    """Twice the tail of a fair coin, at most 1."""
    assert exact_mcnemar(lost, gained) == pytest.approx(p)


@given(st.integers(0, 80), st.integers(0, 80))
def test_it_equals_the_sum_of_the_tail(lost: int, gained: int) -> None:
    """Whatever the counts, and whichever side lost."""
    n = lost + gained
    tail = sum(comb(n, k) for k in range(min(lost, gained) + 1)) / 2**n
    assert exact_mcnemar(lost, gained) == pytest.approx(min(1.0, 2 * tail))
    assert exact_mcnemar(lost, gained) == exact_mcnemar(gained, lost)


def test_a_negative_count_is_refused() -> None:
    """It is named."""
    with pytest.raises(ValueError, match="not negative: lost -1"):
        exact_mcnemar(-1, 2)
