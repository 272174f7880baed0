"""Choices: what the shipped model says, and what its answers must not depend on."""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest

from verdict_models import Answered, DecisionModel, Option

TEAMS = (
    Option("billing", "invoices, refunds"),
    Option("technical", "hardware and outages"),
    Option("new_contracts", "prices and offers"),
    Option("other"),
)
PLEASED = "The customer is happy and satisfied"
DISPLEASED = "The customer is unhappy and complains"


def choose(model: DecisionModel, text: str, *options: Option) -> dict[str, float]:
    """Return the probabilities by label."""
    found = model.choose(text, "Which team?", options, lambda: False)
    assert isinstance(found, Answered)
    return {item.label: p for item, p in zip(options, found.probabilities, strict=True)}


def test_a_burning_printer_is_technical(model: DecisionModel) -> None:
    """A text goes to the option whose description is about the same thing."""
    found = choose(
        model,
        "The printer is on fire",
        Option("billing", "invoices"),
        Option("technical", "hardware and outages"),
    )
    assert found["technical"] > 0.7


def test_order_of_options_changes_no_bit(model: DecisionModel) -> None:
    """In all orders of the options each label has the very same probability."""
    expected = choose(model, "My screen stays black", *TEAMS)
    for order in permutations(TEAMS):
        assert choose(model, "My screen stays black", *order) == expected


def test_equal_options_are_equally_likely(model: DecisionModel) -> None:
    """Options with the same text get the same probability wherever they stand."""
    options = [TEAMS[0], TEAMS[1], TEAMS[0], TEAMS[2], TEAMS[0]]
    found = model.choose("I want my money back", None, options, lambda: False)
    assert isinstance(found, Answered)
    assert found.probabilities[0] == found.probabilities[2] == found.probabilities[4]


@pytest.mark.parametrize(
    ("pleased", "displeased"),
    [("true", "false"), ("false", "true"), ("yes", "no"), ("no", "yes"), ("A", "B"), ("B", "A")],
)
def test_state_decides_and_not_the_label_word(
    model: DecisionModel, pleased: str, displeased: str
) -> None:
    """With labels that say nothing or the opposite, the described option that fits still wins."""
    options = (Option(pleased, PLEASED), Option(displeased, DISPLEASED))
    good = choose(model, "Thank you so much, this is wonderful!", *options)
    bad = choose(model, "Awful service, I am very disappointed", *options)
    assert good[pleased] > 0.5
    assert bad[displeased] > 0.5


@pytest.mark.parametrize(
    "text",
    ["asdf qwer zxcv", "Whisk the eggs with sugar, fold in the flour and bake for 30 minutes.", ""],
)
def test_off_topic_texts_get_no_confident_answer(model: DecisionModel, text: str) -> None:
    """Random letters, a recipe and nothing at all are sorted nowhere with confidence."""
    assert max(choose(model, text, *TEAMS[:3]).values()) < 0.6


KINDS_OF_REPLY = (
    Option("yes", "The reply does nothing but agree, accept or confirm"),
    Option("no", "The reply does nothing but refuse, deny or say that nothing more is wanted"),
    Option("content", "The reply asks, corrects, chooses, adds or changes something"),
)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("Sounds great, please do.", "yes"),
        ("No thanks, that is all I need.", "no"),
        ("Can you make it seven o'clock instead?", "content"),
    ],
)
def test_options_that_are_no_topics_are_answered_with_confidence(
    model: DecisionModel, reply: str, kind: str
) -> None:
    """A reply is about none of the kinds of replies, and is one of them all the same."""
    state = f"prompt: Shall I book the table at Nopa for six o'clock?\nreply: {reply}"
    found = model.choose(state, "What does the reply do?", KINDS_OF_REPLY, lambda: False)
    assert isinstance(found, Answered)
    assert found.probabilities[[item.label for item in KINDS_OF_REPLY].index(kind)] > 0.9


def test_an_area_is_found_by_any_of_the_things_it_lists(model: DecisionModel) -> None:
    """What one of many listed things is about is in that area, however unlike the others."""
    home = "music, shopping lists, reminders, the calendar, orders, smart lamps"
    car = "traffic, fuel, tyres, parking, repairs, driving licences"
    options = [Option("home", home), Option("car", car), Option("none of these")]
    # Too long to be read beside all the options: it is compared.
    others = [Option(f"area_{i}", "sums, trades, funds, bonds, stocks, rates") for i in range(12)]
    for text, label in (
        ("remind me to water the plants", "home"),
        ("when does my driving licence expire", "car"),
    ):
        found = choose(model, text, *options, *others)
        assert max(found, key=lambda name: found[name]) == label


def test_two_models_and_two_calls_give_the_same_bits(model: DecisionModel) -> None:
    """A model loaded afresh, without anything in its cache, repeats the answer to the last bit."""
    again = DecisionModel.load()
    first = choose(model, "Where is my refund?", *TEAMS)
    assert choose(again, "Where is my refund?", *TEAMS) == first
    assert choose(model, "Where is my refund?", *TEAMS) == first
    assert again.sha256 == model.sha256


def test_neighbours_do_not_matter() -> None:
    """What was asked before changes neither the answer nor the count of tokens."""
    alone, busy = DecisionModel.load(), DecisionModel.load()
    for i in range(20):
        busy.choose(f"Message number {i}", None, TEAMS, lambda: False)
    expected = alone.choose("Message number 7", None, TEAMS, lambda: False)
    assert busy.choose("Message number 7", None, TEAMS, lambda: False) == expected


def test_threads_share_one_model(model: DecisionModel) -> None:
    """Many threads at once get the answers that one thread gets."""
    texts = [f"Ticket {i}: the network is down again" for i in range(24)]
    alone = DecisionModel.load()
    expected = [alone.choose(text, None, TEAMS, lambda: False) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda text: model.choose(text, None, TEAMS, lambda: False), texts))
    assert found == expected


def test_255_options(model: DecisionModel) -> None:
    """255 options are all compared, none is left without probability, and the right one wins."""
    options = [Option(f"shelf_{i}", f"things on shelf number {i}") for i in range(254)]
    options.insert(100, Option("weather", "rain, sun and wind"))
    found = model.choose("Will it rain tomorrow?", None, options, lambda: False)
    assert isinstance(found, Answered)
    assert len(found.probabilities) == 255
    assert min(found.probabilities) > 0.0
    assert sum(found.probabilities) == pytest.approx(1.0, abs=1e-12)
    assert found.probabilities.index(max(found.probabilities)) == 100


def test_a_single_option_is_certain(model: DecisionModel) -> None:
    """One option alone has all the probability."""
    assert choose(model, "anything", Option("only")) == {"only": 1.0}


def test_no_options_are_refused(model: DecisionModel) -> None:
    """A choice without options is the caller's mistake and says so."""
    with pytest.raises(ValueError, match="at least one option"):
        model.choose("anything", None, [], lambda: False)


def test_tokens_count_state_and_options_whether_cached_or_not(model: DecisionModel) -> None:
    """The same request costs the same tokens the first time and from the cache."""
    options = [Option("red", "the colour of blood"), Option("blue")]
    calls = [model.choose("the sky", None, options, lambda: False) for _ in range(2)]
    assert isinstance(calls[0], Answered)
    assert calls[0] == calls[1]
    assert calls[0].tokens == 2 + 6 + 1
