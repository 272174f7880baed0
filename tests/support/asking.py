"""Bodies that the service's tests send, and a tier that answers them."""

from typing import Any

from verdict.deadlines import Deadline
from verdict.questions import Question
from verdict.states import State
from verdict.tiers import Answer, Pass

NOUL = {"type": "noul", "instructions": "Does the reply confirm?"}
CHOICE = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": None}}
SCORE = {"type": "score", "instructions": "How much?", "criteria": ["none", {"much": 1}]}


def by_state(question: Question, state: State, deadline: Deadline) -> Answer | Pass:
    """P is 0.75 for the first option; a state that says so breaks the tier."""
    del deadline
    if "boom" in state.text:
        raise RuntimeError("boom")
    n = len(question.labels)
    return Answer((0.75, *[0.25 / (n - 1)] * (n - 1)) if n > 1 else (1.0,), input_tokens=7)


# What is wrong, where, and the protocol's name for it.
BAD: list[tuple[Any, str, str]] = [
    ({"questions": {"q": NOUL}}, "state", "missing"),
    ({"state": None, "questions": {"q": NOUL}}, "state", "string_type"),
    ({"state": "x"}, "questions", "missing"),
    ({"state": "x", "questions": {}}, "questions", "too_short"),
    ({"state": "x", "questions": {"q": {}}}, "questions/q", "union_tag_not_found"),
    ({"state": "x", "questions": {"q": {"type": "bool"}}}, "questions/q", "union_tag_invalid"),
    ({"state": "x", "questions": {"q": {"type": "noul"}}}, "questions/q", "value_error"),
    ({"state": "x", "questions": {"q": {"type": "choice"}}}, "questions/q/criteria", "missing"),
    (
        {"state": "x", "questions": {"q": CHOICE | {"criteria": {}}}},
        "questions/q/criteria",
        "too_short",
    ),
    (
        {"state": "x", "questions": {"q": SCORE | {"criteria": {"0": "low"}}}},
        "questions/q/criteria",
        "list_type",
    ),
    (
        {"state": "x", "questions": {"q": SCORE | {"criteria": ["same", "same"]}}},
        "questions/q",
        "value_error",
    ),
    ([], "", "model_type"),
]
