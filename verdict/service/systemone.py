"""`POST /v1/systemone`: the System One protocol."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, StrictBool

from verdict.questions import Question, Score
from verdict.rendering import JsonValue
from verdict.schemas import ContentField, ProtocolQuestion, QuestionId
from verdict.service.amounts import check_amount, check_answer
from verdict.service.exchanges import Exchange
from verdict.service.listing import MODEL_ID, check_model
from verdict.service.refusals import RefusedError
from verdict.service.verdicts import usage
from verdict.states import State
from verdict.verdicts import Verdict

_DEGRADING = frozenset({"timeout", "unavailable", "unparsed"})


class SystemOneRequest(BaseModel):
    """One state and the questions to ask of it; fields that are not known are ignored."""

    model: str = "jev-latest"
    state: ContentField
    assets: Annotated[Any, Field(description="Images; they are not read here.")] = None
    questions: Annotated[dict[QuestionId, ProtocolQuestion], Field(min_length=1)]
    x_verdict: Annotated[
        StrictBool | None,
        Field(description="Whether each answer tells its tier and whether it is settled."),
    ] = None


async def answer_systemone(value: JsonValue, exchange: Exchange) -> dict[str, Any]:
    """Answer each question about the state.

    Raises:
        ValidationError, RefusedError, ContentError: the body asks nothing that can be answered.
        CallerGoneError: the caller hung up.
    """
    settings = exchange.cascade.settings
    check_amount(value, settings)
    body = SystemOneRequest.model_validate(value)
    check_model(body.model)
    if body.assets is not None:
        raise RefusedError(400, "images are not read here: leave out assets")
    check_answer(body.questions, 1, settings)
    state = State(body.state)
    verdicts = await exchange.judge([(state, question) for question in body.questions.values()])
    extras = settings.x_verdict if body.x_verdict is None else body.x_verdict
    answers = {}
    for (key, question), verdict in zip(body.questions.items(), verdicts, strict=True):
        answers[key] = _answer(question, verdict)
        if extras:
            answers[key]["x_verdict"] = x_verdict(verdict)
    return {"model": MODEL_ID, "answers": answers, "usage": usage(verdicts)}


def x_verdict(verdict: Verdict) -> dict[str, Any]:
    """What the protocols have no field for: who answered, and how far it can be trusted."""
    extra: dict[str, Any] = {
        "tier": verdict.tier,
        "settled": verdict.settled,
        "reason": verdict.reason,
        "ms": round(sum(step.ms for step in verdict.trace), 3),
    }
    passed = {step.tier: step.reason for step in verdict.trace if step.outcome == "passed"}
    if passed:
        extra["passed"] = passed
    if not _DEGRADING.isdisjoint(passed.values()):
        extra["degraded"] = True
    if verdict.held:
        extra["held"] = True
    notes = next((step.notes for step in verdict.trace if step.tier == verdict.tier), {})
    return {**notes, **extra}


def _answer(question: Question, verdict: Verdict) -> dict[str, Any]:
    if verdict.type == "noul":
        return {"type": "noul", "noul": verdict.p_true}
    probabilities = verdict.distribution.as_dict()
    if isinstance(question, Score):
        return {
            "type": "score",
            "score": verdict.score,
            "legend": dict(zip(question.labels, question.levels, strict=True)),
            "probabilities": probabilities,
            "confidence": verdict.confidence,
        }
    return {
        "type": "choice",
        "choice": verdict.choice,
        "probabilities": probabilities,
        "confidence": verdict.confidence,
    }
