"""The small parts: wording, similarity and the cache."""

import math
import random
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict_models.missing import MissingRule, odds_of_none
from verdict_models.probabilities import flattened, logistic, softmax
from verdict_models.topics import NoneRule, features, log_probabilities, things
from verdict_models.vector_cache import TextVectors, VectorCache
from verdict_models.wording import answers_yes_no, label_words, means_none, option_text

LOGITS = st.lists(st.floats(-50.0, 50.0), min_size=1, max_size=6)
COSINES = st.dictionaries(st.text(max_size=3), st.floats(-1.0, 1.0), min_size=1, max_size=6)
RULE = NoneRule((-8.0, -4.0, 0.1, 2.0, -3.0, 0.2), 3.0)


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


@pytest.mark.parametrize(
    ("label", "description"),
    [
        ("none", None),
        ("other", "all the rest"),
        ("out_of_scope", "None of the listed intents covers the message"),
        ("OutOfScope", None),
        ("n/a", None),
        ("something_else", None),
        ("x", "The message fits none of these"),
        ("z", "nothing here fits"),
        ("UNSUPPORTED", None),
    ],
)
def test_an_option_for_none_of_the_others_is_known(label: str, description: str | None) -> None:
    """Whatever label or description says "none of these", it is known by its words."""
    assert means_none(label, description)


@pytest.mark.parametrize(
    ("label", "description"),
    [
        ("no", None),
        ("no_answer", "Nobody picked up the phone"),
        ("billing", "invoices, refunds, and other payments"),
        ("other_people", "The message speaks of other people"),
        ("nothing_works", "The whole system is down"),
        ("unknown_charge", "A charge that the customer does not know"),
    ],
)
def test_an_option_of_its_own_is_not_taken_for_none(label: str, description: str | None) -> None:
    """Words of the kind within a topic do not make an option one that stands for none."""
    assert not means_none(label, description)


def test_bare_yes_and_no_are_the_answers_to_a_question() -> None:
    """Yes and no, true and false are answers in either order, unless something describes them."""
    assert answers_yes_no([("yes", None), ("No", " ")]) == (True, False)
    assert answers_yes_no([("false", None), ("TRUE", "")]) == (False, True)
    assert answers_yes_no([("yes", "it is red"), ("no", None)]) is None
    assert answers_yes_no([("yes", None), ("false", None)]) is None
    assert answers_yes_no([("yes", None), ("no", None), ("unsure", None)]) is None


@given(LOGITS)
def test_a_distribution_sums_to_one_and_keeps_order(values: list[float]) -> None:
    """Probabilities sum to 1, and a higher logit is never less likely."""
    found = softmax(values)
    assert sum(found) == pytest.approx(1.0, abs=1e-12)
    ranked = sorted(zip(values, found, strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(ranked))


@given(st.lists(st.floats(-9.0, 9.0), min_size=4, max_size=4))
def test_a_distribution_does_not_depend_on_order(values: list[float]) -> None:
    """To the last bit, each value keeps its probability in every order."""
    expected = dict(zip(values, softmax(values), strict=True))
    for order in permutations(values):
        assert dict(zip(order, softmax(order), strict=True)) == expected


@given(st.floats(-1e300, 1e300))
def test_no_logit_overflows(logit: float) -> None:
    """The probability of a yes and that of its opposite sum to 1, however large the logit."""
    assert 0.0 <= logistic(logit) <= 1.0
    assert logistic(0.0) == 0.5
    assert math.isclose(logistic(logit) + logistic(-logit), 1.0)


@given(COSINES, st.lists(st.sampled_from(["none", "other"]), unique=True), st.floats(0.1, 60.0))
def test_topics_are_a_distribution(
    cosines: dict[str, float], nones: list[str], scale: float
) -> None:
    """The probabilities of all options, those for none of the others among them, sum to 1."""
    cosines = {text: value for text, value in cosines.items() if text not in nones} or {"a": 0.5}
    found = log_probabilities(cosines, nones, scale, RULE)
    assert math.fsum(map(math.exp, found.values())) == pytest.approx(1.0, abs=1e-9)
    assert set(found) == set(cosines) | set(nones)


def test_none_is_likelier_the_less_the_others_fit() -> None:
    """With the same rule, a text close to an option leaves less for "none of these"."""
    near = log_probabilities({"a": 0.8, "b": 0.1}, ["none"], 20.0, RULE)
    far = log_probabilities({"a": 0.15, "b": 0.1}, ["none"], 20.0, RULE)
    assert near["none"] < far["none"]


@given(st.lists(st.floats(-1.0, 1.0), min_size=2, max_size=5), st.randoms())
def test_what_the_none_rule_sees_does_not_depend_on_order(
    cosines: list[float], draw: random.Random
) -> None:
    """The features are the same to the last bit in every order."""
    assert features(cosines) == features(draw.sample(cosines, len(cosines)))


@given(
    read=st.dictionaries(st.text(max_size=3), st.floats(-900.0, 900.0), min_size=1, max_size=6),
    none=st.floats(-900.0, 900.0),
)
def test_the_odds_that_an_option_is_missing_are_those_of_the_softmax(
    read: dict[str, float], none: float
) -> None:
    """With weight one and no bias it is what a softmax over all and "none of these" gives none."""
    *_, expected = softmax([*read.values(), none])
    assert logistic(odds_of_none(read, none)) == pytest.approx(expected, abs=1e-9)
    assert MissingRule(1.0, 0.0).probability(read, none) == pytest.approx(expected, abs=1e-9)


@given(
    logits=st.dictionaries(st.text(max_size=3), st.floats(-900.0, 900.0), min_size=1, max_size=6),
    none=st.floats(0.0, 1.0),
)
def test_what_fits_none_of_the_options_is_spread_over_all(
    logits: dict[str, float], none: float
) -> None:
    """A flattened answer is a distribution, ranks the options as before, and is even at 1."""
    found = flattened(logits, none)
    before = dict(zip(logits, softmax(list(logits.values())), strict=True))
    after = dict(zip(found, softmax(list(found.values())), strict=True))
    for text, p in after.items():
        assert p == pytest.approx((1 - none) * before[text] + none / len(logits), abs=1e-9)
    by_before = sorted(logits, key=lambda text: before[text])
    assert all(after[a] <= after[b] + 1e-12 for a, b in pairwise(by_before))
    assert flattened(logits, 0.0) == logits


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bank: Bank matters: bills, PINs, fraud", ("bills", "PINs", "fraud")),
        (
            "bank: bills, lost or stolen cards; and fraud.",
            ("bills", "lost or stolen cards", "fraud"),
        ),
        ("bank: bills and fraud", ()),
        ("bank: bills, fraud", ()),
        ("bank: bills, , fraud", ()),
        ("bank: if it is late, if it was paid twice or not at all, or lost", ()),
        ("bills, PINs, fraud", ()),
        ("bank", ()),
        ("", ()),
    ],
)
def test_a_description_that_lists_things_is_told_from_a_sentence(
    text: str, found: tuple[str, ...]
) -> None:
    """Three short parts or more make a list, each read with the label; clauses make none."""
    assert things(text) == tuple(f"bank: {item}" for item in found)


def vectors(tokens: int, width: int = 2) -> TextVectors:
    """Return vectors that can be told from others by their tokens."""
    return TextVectors(np.ones((tokens, width), dtype=np.float16), None, (tokens,), tokens)


def test_the_cache_forgets_what_was_used_longest_ago() -> None:
    """The cache is bounded, and a text that is asked for stays in it."""
    cache = VectorCache(3 * 400)
    cache.put("a", vectors(1))
    cache.put("b", vectors(2))
    assert cache.get("a") is not None
    cache.put("c", vectors(3))
    assert len(cache) == 2
    assert cache.get("b") is None
    kept = cache.get("a")
    assert isinstance(kept, TextVectors)
    assert kept.tokens == 1


def test_the_cache_counts_bytes() -> None:
    """One long text takes the place of many short ones, and one too long for it is not kept."""
    cache = VectorCache(10_000)
    for i in range(20):
        cache.put(str(i), vectors(1))
    assert len(cache) == 20
    cache.put("long", vectors(1000, 4))
    assert cache.get("long") is not None
    assert len(cache) < 10
    cache.put("longer", vectors(10_000))
    assert cache.get("longer") is None
    cache.put("again", vectors(1))
    cache.put("again", vectors(2))
    assert len(cache) == 1
