"""`POST /v1/systemone`: the System One protocol."""

from typing import Annotated, Any

from litestar import Request, post
from litestar.response.base import ASGIResponse
from pydantic import BaseModel, Field

from verdict.cascade import Cascade
from verdict.questions import Question, Score
from verdict.schemas import ContentField, ProtocolQuestion, QuestionId
from verdict.service.bodies import parse_json
from verdict.service.hangup import finish_or_drop
from verdict.service.listing import MODEL_ID, check_model
from verdict.service.problems import new_request_id, respond
from verdict.service.verdicts import check_amount, usage
from verdict.states import State
from verdict.verdicts import Verdict


class SystemOneRequest(BaseModel):
    """One state and the questions to ask of it; fields that are not known are ignored."""

    model: str = "jev-latest"
    state: ContentField
    questions: Annotated[dict[QuestionId, ProtocolQuestion], Field(min_length=1)]


@post("/v1/systemone", status_code=200)
async def post_systemone(request: Request[Any, Any, Any]) -> ASGIResponse:
    """Answer each question about the state."""
    body = SystemOneRequest.model_validate(parse_json(await request.body()))
    check_model(body.model)
    cascade: Cascade = request.app.state.cascade
    check_amount(len(body.questions), cascade)
    state = State(body.state)
    questions = {key: schema.question for key, schema in body.questions.items()}
    batch = cascade.begin((state, question) for question in questions.values())
    await finish_or_drop(batch, request)
    verdicts = batch.verdicts
    answers = {
        key: _answer(question, verdict)
        for (key, question), verdict in zip(questions.items(), verdicts, strict=True)
    }
    return respond(
        {"model": MODEL_ID, "answers": answers, "usage": usage(verdicts)}, new_request_id()
    )


def _answer(question: Question, verdict: Verdict) -> dict[str, Any]:
    if verdict.type == "noul":
        return {"type": "noul", "noul": verdict.p_true}
    probabilities = dict(verdict.distribution)
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
