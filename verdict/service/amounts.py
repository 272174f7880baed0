"""How much one request may ask for, checked before the work."""

from collections.abc import Mapping

from pydantic_core import to_json

from verdict.questions import Question
from verdict.rendering import JsonValue
from verdict.service.refusals import RefusedError
from verdict.settings import Settings

# A verdict without its labels, and a probability with its punctuation.
_VERDICT_BYTES = 600
_OPTION_BYTES = 30
# So few verdicts cannot be large, since labels are short and a body holds an id once.
_ALWAYS_SMALL = 8


def check_amount(body: JsonValue, settings: Settings) -> None:
    """Refuse more decisions than one request may ask for, before each is looked at.

    Raises:
        RefusedError: there are too many.
    """
    if not isinstance(body, dict):
        return
    states, questions = body.get("states"), body.get("questions")
    n_states = len(states) if isinstance(states, list) else 1
    n_questions = len(questions) if isinstance(questions, dict | list) else 1
    if n_states * n_questions > settings.max_decisions:
        raise RefusedError(
            422,
            f"the request asks for {n_states * n_questions} decisions, at most "
            f"{settings.max_decisions} are taken: split it",
            place=("questions",),
        )


def check_answer(questions: Mapping[str, Question], n_states: int, settings: Settings) -> None:
    """Refuse a request whose answer would be too large: every verdict names all of its options.

    Raises:
        RefusedError: it would be.
    """
    if n_states * len(questions) <= _ALWAYS_SMALL:
        return
    size = n_states * sum(
        _VERDICT_BYTES
        + len(to_json(key))
        + 2 * (len(to_json(question.labels)) + _OPTION_BYTES * len(question.labels))
        for key, question in questions.items()
    )
    if size > settings.max_answer_bytes:
        raise RefusedError(
            422,
            f"the answer would be about {size} bytes, at most {settings.max_answer_bytes} are "
            "sent: ask about fewer states or options at once",
            place=("questions",),
        )
