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
    """With two descriptions the likelier one wins, and exchanging them exchanges the winner."""
    text, hot, cold = "I am freezing, it snows", "the weather is hot", "the weather is cold, snow"
    assert judge(model, text, "Hot?", hot, cold) < 0.5
    assert judge(model, text, "Hot?", cold, hot) > 0.5


def test_one_description_is_enough(model: DecisionModel) -> None:
    """What one description says speaks for its side."""
    topic = "a question about rain and weather"
    rain, card = "Will it rain tomorrow?", "My card was declined"
    assert judge(model, rain, None, topic, None) > judge(model, card, None, topic, None)
    assert judge(model, rain, None, None, topic) < judge(model, card, None, None, topic)


@pytest.mark.parametrize("blank", [None, "", "  \n"])
def test_nothing_to_compare_is_one_half(model: DecisionModel, blank: str | None) -> None:
    """Without instructions and descriptions, or with blank ones, the answer is exactly open."""
    assert judge(model, "The sky is blue", blank, blank, blank) == 0.5


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("Every task is read-only.", "Is every task read-only?"),
        ("The door is open.", "The door is open."),
        ("The cat sleeps on the sofa.", "Does the cat sleep on the sofa?"),
    ],
)
def test_what_the_state_says_word_for_word_is_true(
    model: DecisionModel, statement: str, question: str
) -> None:
    """A state that says what is asked, in the same words, is a yes."""
    assert judge(model, statement, question) > 0.5


def test_a_denial_is_less_of_a_yes_than_the_statement(model: DecisionModel) -> None:
    """Negation is read: of a statement and its denial, in the same words, the denial is the no."""
    for said, denied, question in (
        ("The door is open.", "The door is not open.", "Is the door open?"),
        ("I want a refund.", "I don't want a refund.", "Does the writer want a refund?"),
        ("Please cancel my account", "Please do not cancel my account", "Cancel the account?"),
    ):
        assert judge(model, said, question) > judge(model, denied, question)


@pytest.mark.parametrize(
    ("reply", "agrees"), [("Yes, go ahead", True), ("No, leave it", False), ("Not now", False)]
)
def test_a_reply_is_read(model: DecisionModel, reply: str, *, agrees: bool) -> None:
    """Whether a reply agrees is read from its words."""
    text = f"prompt: Shall I create the listing?\nreply: {reply}"
    assert (judge(model, text, "Does the reply confirm?") > 0.5) is agrees


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80), st.none() | st.text(max_size=80))
def test_any_question_gets_two_probabilities(
    model: DecisionModel, text: str, instructions: str, true: str | None
) -> None:
    """Whatever is asked about whatever text, neither answer is certain."""
    assert 0.0 < judge(model, text, instructions, true) < 1.0


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
    """Ten levels, even with equal texts, give a distribution."""
    found = grade(model, "a text", *["low"] * 5, *["high"] * 5)
    assert sum(found) == pytest.approx(1.0, abs=1e-12)
    assert min(found) > 0.0


def test_a_score_needs_levels(model: DecisionModel) -> None:
    """A score without levels is the caller's mistake and says so."""
    with pytest.raises(ValueError, match="at least one level"):
        model.grade("anything", None, [], lambda: False)
