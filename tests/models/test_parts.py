"""The small parts: wording, similarity and the cache."""

import math
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict_models.similarity import distribution, p_true, strength
from verdict_models.vector_cache import TextVector, VectorCache
from verdict_models.wording import label_words, option_text

STRENGTHS = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("alarm/set_alarm", "alarm set alarm"),
        ("AddToPlaylist", "add to playlist"),
        ("Refund_not_showing_up", "refund not showing up"),
        ("out-of-scope", "out of scope"),
        ("weather.find", "weather find"),
        ("version 1.5", "version 1.5"),
        ("-5", "-5"),
        ("Yes, it does", "yes, it does"),
        ("__", "__"),
    ],
)
def test_labels_become_words(label: str, words: str) -> None:
    """Labels in the styles of programs are read as words, and numbers stay numbers."""
    assert label_words(label) == words


def test_an_option_without_description_is_its_label() -> None:
    """The template is used only where there is a description to put into it."""
    template = "{label}: {description}"
    assert option_text("set_alarm", "Wake {me}", template) == "set alarm: Wake {me}"
    assert option_text("set_alarm", None, template) == "set alarm"
    assert option_text("set_alarm", " ", template) == "set alarm"


@given(STRENGTHS, st.floats(0.01, 10.0))
def test_a_distribution_sums_to_one_and_keeps_order(values: list[float], t: float) -> None:
    """Probabilities sum to 1, and a stronger option is never less likely."""
    found = distribution(values, t)
    assert sum(found) == pytest.approx(1.0, abs=1e-12)
    ranked = sorted(zip(values, found, strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(ranked))


@given(st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4))
def test_a_distribution_does_not_depend_on_order(values: list[float]) -> None:
    """To the last bit, each value keeps its probability in every order."""
    expected = dict(zip(values, distribution(values, 0.05), strict=True))
    for order in permutations(values):
        assert dict(zip(order, distribution(order, 0.05), strict=True)) == expected


def test_weak_similarities_count_less() -> None:
    """The same difference of cosines is a smaller difference of strengths when both are weak."""
    weak = strength(0.2, 1.5) - strength(0.1, 1.5)
    strong = strength(0.8, 1.5) - strength(0.7, 1.5)
    assert 0.0 < weak < strong
    assert strength(-0.3, 1.5) == 0.0


@given(st.floats(-1e300, 1e300), st.floats(0.0, 0.49))
def test_a_yes_stays_between_floor_and_ceiling(logit: float, floor: float) -> None:
    """No logit, however large, overflows or passes the floor."""
    p = p_true(logit, floor)
    assert floor - 1e-12 <= p <= 1.0 - floor + 1e-12
    assert p_true(0.0, floor) == 0.5
    assert math.isclose(p + p_true(-logit, floor), 1.0)


def vector(tokens: int) -> TextVector:
    """Return a vector that can be told from others by its tokens."""
    return TextVector(np.ones(2, dtype=np.float32), 1, tokens)


def test_the_cache_forgets_what_was_used_longest_ago() -> None:
    """The cache is bounded, and a text that is asked for stays in it."""
    cache = VectorCache(2)
    cache.put("a", vector(1))
    cache.put("b", vector(2))
    assert cache.get("a") is not None
    cache.put("c", vector(3))
    assert len(cache) == 2
    assert cache.get("b") is None
    kept = cache.get("a")
    assert kept is not None
    assert kept.tokens == 1
