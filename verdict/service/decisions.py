"""`POST /v1/decisions`: OpenAI's Decisions protocol; where the body has a `state`, System One's."""

from http import HTTPStatus
from typing import Any

from verdict.errors import ContentError
from verdict.rendering import JsonValue, StateContent
from verdict.service.amounts import check_amount, check_answer
from verdict.service.conversations import state_content
from verdict.service.decision_answers import decision_answer, decision_usage
from verdict.service.decision_requests import DecisionsRequest, build_questions
from verdict.service.exchanges import Exchange
from verdict.service.faults import wrong_at
from verdict.service.listing import MODEL_ID, check_model
from verdict.service.refusals import RefusedError
from verdict.service.systemone import answer_systemone
from verdict.service.verdicts import usage
from verdict.states import State


async def answer_decisions(value: JsonValue, exchange: Exchange) -> dict[str, Any]:
    """Answer each question about the input.

    Raises:
        ValidationError, RefusedError, ContentError: the body asks nothing that can be answered.
        CallerGoneError: the caller hung up.
    """
    fields = value if isinstance(value, dict) else {}
    if "input" in fields:
        return await _answer_openai(value, exchange)
    if "state" in fields and isinstance(fields.get("questions"), dict):
        exchange.form = "systemone"
        return await answer_systemone(value, exchange)
    raise RefusedError(
        HTTPStatus.BAD_REQUEST,
        "send an object that has input and an array of questions, as OpenAI's clients do, or "
        "state and an object of questions, as System One's do",
        code="missing",
        place=("input",),
    )


async def _answer_openai(value: JsonValue, exchange: Exchange) -> dict[str, Any]:
    settings = exchange.cascade.settings
    check_amount(value, settings)
    body = DecisionsRequest.model_validate(value)
    check_model(body.model, HTTPStatus.NOT_FOUND)
    asked = build_questions(body)
    check_answer({str(i): each.question for i, each in enumerate(asked)}, 1, settings)
    state = _read(state_content(body.input))
    verdicts = await exchange.judge([(state, each.question) for each in asked])
    return {
        "model": MODEL_ID,
        "answers": [
            decision_answer(each, verdict, extras=body.x_verdict is True)
            for each, verdict in zip(asked, verdicts, strict=True)
        ],
        "usage": decision_usage(**usage(verdicts)),
    }


def _read(content: StateContent) -> State:
    try:
        return State(content)
    except ContentError as error:
        raise wrong_at(("input",), str(error)) from error
