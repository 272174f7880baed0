"""Yes/no questions and scores."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verdict_models import Answered, DecisionModel


def judge(
    model: DecisionModel,
    text: str,
    instructions: str | None = None,
    true: str | None = None,
    false: str | None = None,
) -> float:
    """Return the probability of a yes."""
    found = model.judge(text, instructions, true, false, lambda: False)
    assert isinstance(found, Answered)
    assert sum(found.probabilities) == pytest.approx(1.0, abs=1e-12)
    return found.probabilities[0]


def grade(model: DecisionModel, text: str, *levels: str) -> tuple[float, ...]:
    """Return the probabilities of the levels."""
    found = model.grade(text, "Which level?", levels, lambda: False)
    assert isinstance(found, Answered)
    return found.probabilities


def test_a_topical_question_follows_the_text(model: DecisionModel) -> None:
    """A text about the thing asked for gets more of a yes than a text about another thing."""
    question = "Is the message about the weather?"
    assert judge(model, "Will it rain and storm tomorrow?", question) > 0.6
    assert judge(model, "My card was declined in the shop", question) < 0.5


def test_descriptions_decide_where_given(model: DecisionModel) -> None:
    """With two descriptions the likelier one wins, and exchanging them exchanges the answer."""
    text, hot, cold = "I am freezing, it snows", "the weather is hot", "the weather is cold, snow"
    assert judge(model, text, "Hot?", hot, cold) < 0.4
    assert judge(model, text, "Hot?", cold, hot) == pytest.approx(
        1.0 - judge(model, text, "Hot?", hot, cold), abs=1e-12
    )


def test_one_description_is_enough(model: DecisionModel) -> None:
    """Likeness to the one description given speaks for its side alone."""
    text, topic = "Will it rain tomorrow?", "a question about rain and weather"
    assert judge(model, text, None, topic, None) > 0.6
    assert judge(model, text, None, None, topic) == pytest.approx(
        1.0 - judge(model, text, None, topic, None), abs=1e-12
    )


@pytest.mark.parametrize("blank", [None, "", "  \n"])
def test_nothing_to_compare_is_one_half(model: DecisionModel, blank: str | None) -> None:
    """Without instructions and descriptions, or with blank ones, the answer is exactly open."""
    assert judge(model, "The sky is blue", blank, blank, blank) == 0.5


def test_equal_descriptions_are_one_half(model: DecisionModel) -> None:
    """Two descriptions that say the same leave the answer exactly open."""
    assert judge(model, "The sky is blue", "Is it?", "it is so", "it is so") == 0.5


@pytest.mark.parametrize("statement", ["Every task is read-only.", "No task is read-only."])
def test_a_statement_of_the_question_is_never_certain(model: DecisionModel, statement: str) -> None:
    """A state in the question's own words, asserted or denied, stays below 0.8."""
    assert 0.5 < judge(model, statement, "Is every task read-only?") < 0.8


def test_a_question_about_a_reply_is_left_open(model: DecisionModel) -> None:
    """Whether a reply agrees is beyond a similarity, and the answer says so."""
    for reply in ("Yes, go ahead", "No, leave it", "Keep this private please"):
        text = f"prompt: Shall I create the listing?\nreply: {reply}"
        assert 0.3 < judge(model, text, "Does the reply confirm?") < 0.7


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80), st.none() | st.text(max_size=80))
def test_no_yes_or_no_passes_the_floor(
    model: DecisionModel, text: str, instructions: str, true: str | None
) -> None:
    """Whatever is asked about whatever text, both answers keep at least 0.2."""
    assert 0.2 <= judge(model, text, instructions, true) <= 0.8


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("All is peaceful and quiet, I feel calm.", ("calm", "annoyed", "furious")),
        ("This is not urgent at all, take your time.", ("not urgent", "today", "right now")),
        ("It was very bad, horrible, the worst.", ("bad", "fair", "good", "excellent")),
    ],
)
def test_the_lowest_level_can_win(model: DecisionModel, text: str, levels: tuple[str, ...]) -> None:
    """A text that is clearly at the lowest level is given the lowest level."""
    found = grade(model, text, *levels)
    assert found.index(max(found)) == 0


def test_the_expected_level_ranks_texts(model: DecisionModel) -> None:
    """A furious text has a higher expected level of anger than a calm one."""
    levels = ("calm", "annoyed", "furious")
    furious = grade(model, "I am furious! This is outrageous!", *levels)
    calm = grade(model, "Thanks, take your time, I feel calm.", *levels)
    assert furious[1] + 2 * furious[2] > calm[1] + 2 * calm[2]


def test_ten_levels(model: DecisionModel) -> None:
    """Ten levels, even with equal texts, give a distribution with equal levels equally likely."""
    found = grade(model, "a text", *["low"] * 5, *["high"] * 5)
    assert sum(found) == pytest.approx(1.0, abs=1e-12)
    assert len(set(found[:5])) == len(set(found[5:])) == 1
