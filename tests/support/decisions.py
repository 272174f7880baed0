"""Requests to OpenAI's Decisions route, and a tier that answers them alike in any order."""

from collections.abc import Iterable
from typing import Any

from verdict.tiers import Answer

ROUTE = "/v1/decisions"
PREDICATE = {"type": "predicate", "instructions": "Is it so?"}
CHOICE = {"type": "choice", "instructions": "Which?", "choices": [{"value": "a"}, {"value": "b"}]}
SCORE = {"type": "score", "instructions": "How much?", "levels": [{"label": "a"}, {"label": "b"}]}


def choice(values: Iterable[Any]) -> dict[str, Any]:
    """A choice between the values."""
    return CHOICE | {"choices": [{"value": value} for value in values]}


def score(labels: Iterable[Any]) -> dict[str, Any]:
    """A score with the labels."""
    return SCORE | {"levels": [{"label": label} for label in labels]}


def first_label(question: Any, state: Any, deadline: Any) -> Answer:
    """P is 0.75 for the label that is first by name, whatever the order."""
    del state, deadline
    first, n = min(question.labels), len(question.labels)
    rest = 0.25 / (n - 1)
    return Answer(
        tuple(0.75 if label == first else rest for label in question.labels), input_tokens=7
    )
