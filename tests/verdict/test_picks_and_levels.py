"""What the rules tier reads of choices and scores, on every way in."""

import json
import subprocess
from itertools import permutations
from typing import Any

import pytest
from litestar.testing import TestClient

from running import VERDICT
from verdict import Cascade, Choice, Noul, Score

Client = TestClient[Any]

PROMPT = "Which class? 1. Economy 2. Premium 3. Business"
PICKS = "Which of the options does the reply pick?"
GIVES = "Which level does the reply give?"
CONFIRMS = "Does the reply confirm?"
CLASSES = {"Business": None, "Economy": None, "Premium": "more room for your legs"}
FIVE = ["1", "2", "3", "4", "5"]
YES_NO: dict[str, Any] = {"yes": None, "no": None}


def test_a_choice_is_settled_by_what_the_reply_picks(cascade: Cascade) -> None:
    """P is 0.998 for the option, and the rest is shared equally."""
    verdict = cascade.decide({"prompt": PROMPT, "reply": "2 please"}, Choice(PICKS, CLASSES))
    assert (verdict.choice, verdict.tier, verdict.settled) == ("Premium", "rules", True)
    assert verdict.distribution.as_dict() == pytest.approx(
        {"Business": 0.001, "Economy": 0.001, "Premium": 0.998}
    )
    assert verdict.trace[0].detail == "picks Premium: 2, please"


def test_a_score_is_settled_by_the_level_that_the_reply_gives(cascade: Cascade) -> None:
    """P is 0.998 for the level, so the score is near it."""
    verdict = cascade.decide({"reply": "4 out of 5"}, Score(GIVES, FIVE))
    assert (verdict.tier, verdict.settled) == ("rules", True)
    assert verdict.distribution["3"] == pytest.approx(0.998)
    assert verdict.score == pytest.approx(3, abs=0.01)


def test_the_order_of_the_options_changes_nothing_that_the_rules_pick(cascade: Cascade) -> None:
    """In all orders the prompt's number picks the same option."""
    for order in permutations(CLASSES.items()):
        question = Choice(PICKS, dict(order))
        verdict = cascade.decide({"prompt": PROMPT, "reply": "the last one"}, question)
        assert (verdict.choice, verdict.tier) == ("Business", "rules")


def test_a_single_option_that_is_picked_is_certain(cascade: Cascade) -> None:
    """There is nothing to share the rest with."""
    verdict = cascade.decide({"reply": "tea"}, Choice(PICKS, {"tea": None}))
    assert (verdict.tier, verdict.p_top) == ("rules", 1.0)


@pytest.mark.parametrize(
    ("reply", "reason", "stopped"),
    [
        ("premium or business", "mixed", "or"),
        ("anything but premium", "content", "anything, but"),
        ("premium with a view", "content", "view"),
        ("maybe premium", "hedged", "maybe"),
        ("how much is premium?", "asks_back", "?"),
    ],
)
def test_a_reply_that_picks_nothing_is_passed_with_the_words_that_stopped_it(
    cascade: Cascade, reply: str, reason: str, stopped: str
) -> None:
    """The trace names them, and no option stands for the pass."""
    question = Choice(PICKS, CLASSES | {"open": "It picks none of them, or it cannot be said"})
    step = cascade.decide({"prompt": PROMPT, "reply": reply}, question).trace[0]
    assert (step.tier, step.outcome, step.reason) == ("rules", "passed", reason)
    assert step.detail == f"not read: {stopped}"


@pytest.mark.parametrize(
    "instructions",
    [
        *(PICKS, "Which option did the user choose?", "What did the customer select?"),
        *("Which one does the answer name?", "Which option was picked by the customer?"),
        "X asked the question in the prompt and Y answered. Which option does the reply pick?",
    ],
)
def test_questions_for_what_is_picked_are_read(cascade: Cascade, instructions: str) -> None:
    """They are read whole, as those for a yes are."""
    state = {"prompt": PROMPT, "reply": "premium"}
    assert cascade.decide(state, Choice(instructions, CLASSES)).tier == "rules"


@pytest.mark.parametrize(
    "instructions",
    [GIVES, "What rating did the user give?", "How many stars did the customer give?"],
)
def test_questions_for_a_level_are_read(cascade: Cascade, instructions: str) -> None:
    """They are read whole too."""
    assert cascade.decide({"reply": "4"}, Score(instructions, FIVE)).tier == "rules"


@pytest.mark.parametrize(
    ("state", "question"),
    [
        ({"reply": "premium"}, Choice("Which team should handle it?", CLASSES)),
        ({"reply": "premium"}, Choice("Which option does the reply reject?", CLASSES)),
        ({"reply": "premium"}, Choice("Which option does the reply not pick?", CLASSES)),
        ({"reply": "premium"}, Choice(f"{PICKS} Why?", CLASSES)),
        ({"reply": "premium"}, Choice(None, CLASSES)),
        ({"reply": "premium"}, Choice("Least liked?", CLASSES, reads="reply")),
        ({"reply": "premium"}, Choice("Which one is rejected?", CLASSES, reads="reply")),
        ({"reply": "premium"}, Choice("Which one should we offer?", CLASSES, reads="reply")),
        ({"reply": "premium"}, Choice("Jaka klasa?", CLASSES, reads="reply")),
        ("premium", Choice("Which option did the user choose?", CLASSES)),
        ({"text": "premium"}, Choice(PICKS, CLASSES)),
        ({"question": "Which not?", "reply": "premium"}, Choice(PICKS, CLASSES)),
        ({"reply": "premium"}, Choice(CONFIRMS, CLASSES)),
        ({"reply": "yes"}, Choice(CONFIRMS, {"yes": "The user is angry", "no": None})),
        ({"reply": "yes"}, Choice(CONFIRMS, YES_NO | {"later": None})),
        ({"reply": "4"}, Score("How angry is the writer?", FIVE)),
        ({"reply": "4"}, Score(CONFIRMS, FIVE)),
        ({"reply": "4"}, Score("How unhappy is the user?", FIVE, reads="reply")),
        ("4", Score("What rating did the user give?", FIVE)),
        ({"reply": "yes"}, Noul("Which option does the reply pick?")),
    ],
)
def test_any_other_question_is_left_to_the_model(
    cascade: Cascade, state: Any, question: Choice | Score | Noul
) -> None:
    """What does not ask what a reply picks is none of the rules' business."""
    verdict = cascade.decide(state, question)
    assert verdict.trace[0].reason == "not_a_reply"
    assert verdict.tier == "model"


@pytest.mark.parametrize(
    ("state", "question", "label"),
    [
        ({"reply": "premium"}, Choice(None, CLASSES, reads="reply"), "Premium"),
        ({"reply": "premium"}, Choice("Which class?", CLASSES, reads="reply"), "Premium"),
        ("premium", Choice("Is it economy or premium?", CLASSES, reads="reply"), "Premium"),
        ("premium", Choice(PICKS, CLASSES), "Premium"),
        ({"reply": [{"type": "text", "text": "premium"}]}, Choice(PICKS, CLASSES), "Premium"),
        ({"reply": "more room for your legs"}, Choice(PICKS, CLASSES), "Premium"),
        ({"reply": "Yes please"}, Choice(CONFIRMS, YES_NO), "yes"),
        ({"reply": "No, create it later"}, Choice(CONFIRMS, YES_NO), "no"),
        ({"reply": "ok"}, Choice("Does the reply refuse?", YES_NO), "no"),
        ({"reply": "ok"}, Choice(CONFIRMS, {"TRUE": None, "false": None}), "TRUE"),
        ({"reply": "no thanks"}, Choice(CONFIRMS, YES_NO | {"open": "anything else"}), "no"),
        ({"reply": "yep"}, Choice(CONFIRMS, {"unclear": None} | YES_NO), "yes"),
        ({"reply": "go ahead"}, Choice("Shall we go on?", YES_NO, reads="reply"), "yes"),
        ({"reply": "excellent"}, Score(None, ["poor", "excellent"], reads="reply"), "1"),
        ("five", Score(GIVES, FIVE), "4"),
    ],
)
def test_what_the_reply_says_settles(
    cascade: Cascade, state: Any, question: Choice | Score, label: str
) -> None:
    """By the question's own words, or because the caller says so; a yes as the option yes."""
    verdict = cascade.decide(state, question)
    assert (verdict.tier, verdict.settled) == ("rules", True)
    assert verdict.distribution.top == label
    assert verdict.p_top == pytest.approx(0.998)


@pytest.mark.parametrize("reply", ["yes, but not now", "maybe", "yes and no", "create it in blue"])
def test_a_choice_of_yes_and_no_passes_as_the_noul_does(cascade: Cascade, reply: str) -> None:
    """With the same reason, whatever option stands for the rest."""
    state = {"prompt": "Shall I create it?", "reply": reply}
    asked = (Noul(CONFIRMS), Choice(CONFIRMS, YES_NO), Choice(CONFIRMS, YES_NO | {"open": None}))
    assert len({cascade.decide(state, question).trace[0].reason for question in asked}) == 1
    assert cascade.decide(state, asked[2]).tier == "model"


def test_a_yes_to_an_act_needs_a_proposal_in_a_choice_too(cascade: Cascade) -> None:
    """A yes to a fact approves nothing."""
    question = Choice("Did the user approve?", YES_NO)
    asked = {"prompt": "Is it raining?", "reply": "yes"}
    assert cascade.decide(asked, question).trace[0].reason == "off_target"
    proposed = {"prompt": "Shall I create the listing?", "reply": "yes"}
    assert cascade.decide(proposed, question).choice == "yes"


def test_choices_and_scores_over_http(real: Client) -> None:
    """On our own route a caller may say outright what the question reads."""
    body = {
        "state": {"prompt": PROMPT, "reply": "the second one"},
        "questions": {
            "asked": {"type": "choice", "instructions": PICKS, "criteria": CLASSES},
            "said": {"type": "choice", "criteria": CLASSES, "reads": "reply"},
            "level": {"type": "score", "instructions": GIVES, "criteria": FIVE},
        },
    }
    verdicts = real.post("/v1/verdicts", json=body).json()["verdicts"][0]
    assert [verdicts[key]["choice"] for key in ("asked", "said")] == ["Premium", "Premium"]
    assert all(verdicts[key]["tier"] == "rules" for key in ("asked", "said"))
    assert verdicts["level"]["trace"][0]["detail"] == "not read: second"


def test_choices_and_scores_over_system_one(real: Client) -> None:
    """The protocol knows no `reads`; the question's own words are enough."""
    body = {
        "state": {"prompt": PROMPT, "reply": "Business"},
        "questions": {
            "class": {"type": "choice", "instructions": PICKS, "criteria": CLASSES},
            "sure": {"type": "score", "instructions": GIVES, "criteria": ["Economy", "Business"]},
        },
        "x_verdict": True,
    }
    answers = real.post("/v1/systemone", json=body).json()["answers"]
    assert (answers["class"]["choice"], answers["class"]["x_verdict"]["tier"]) == (
        "Business",
        "rules",
    )
    assert answers["sure"]["score"] == pytest.approx(0.998)


def test_choices_and_scores_over_decisions(real: Client) -> None:
    """A conversation that ends with a prompt and its reply is read."""
    body = {
        "input": [
            {"role": "assistant", "content": [{"type": "output_text", "text": PROMPT}]},
            {"role": "user", "content": "2"},
        ],
        "questions": [
            {
                "type": "choice",
                "instructions": PICKS,
                "choices": [{"value": label} for label in CLASSES],
            },
            {
                "type": "score",
                "instructions": GIVES,
                "levels": [{"label": number} for number in FIVE],
            },
        ],
        "x_verdict": True,
    }
    answers = real.post("/v1/decisions", json=body).json()["answers"]
    assert answers[0]["choice"] == "Premium"
    assert answers[1]["score"] == pytest.approx(1, abs=0.01)
    assert [answer["x_verdict"]["tier"] for answer in answers] == ["rules", "rules"]


def run(*arguments: str) -> Any:
    finished = subprocess.run(
        [*VERDICT, "ask", "--json", *arguments], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def test_choices_and_scores_from_the_command_line() -> None:
    """The option, the level, and the words that stopped a reading."""
    asked = (f"--prompt={PROMPT}", f"--choice={PICKS}", *(f"--option={label}" for label in CLASSES))
    picked = run("--reply=number two", *asked)
    assert (picked["choice"], picked["tier"], picked["settled"]) == ("Premium", "rules", True)
    passed = run("--reply=number two or three", *asked)
    assert passed["trace"][0]["detail"] == "not read: or"
    levels = [f"--level={level}" for level in ("poor", "fair", "good")]
    given = run("--reply=It was good, thanks", f"--score={GIVES}", *levels)
    assert given["score"] == pytest.approx(2, abs=0.01)
