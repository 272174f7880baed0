"""`POST /v1/systemone`: the System One protocol."""

from typing import Annotated, Any

from litestar.types import Receive
from pydantic import BaseModel, Field

from verdict.cascade import Cascade
from verdict.questions import Question, Score
from verdict.schemas import ContentField, ProtocolQuestion, QuestionId
from verdict.service.bodies import parse_json
from verdict.service.callers import finish_or_drop
from verdict.service.listing import MODEL_ID, check_model
from verdict.service.posts import json_post
from verdict.service.verdicts import check_amount, usage
from verdict.states import State
from verdict.verdicts import Verdict


class SystemOneRequest(BaseModel):
    """One state and the questions to ask of it; fields that are not known are ignored."""

    model: str = "jev-latest"
    state: ContentField
    questions: Annotated[dict[QuestionId, ProtocolQuestion], Field(min_length=1)]


async def answer_systemone(content: bytes, cascade: Cascade, receive: Receive) -> dict[str, Any]:
    """Answer each question about the state."""
    body = SystemOneRequest.model_validate(parse_json(content))
    check_model(body.model)
    check_amount(len(body.questions), cascade)
    state = State(body.state)
    batch = cascade.begin([(state, question) for question in body.questions.values()])
    await finish_or_drop(batch, receive)
    verdicts = batch.verdicts
    answers = {
        key: _answer(question, verdict)
        for (key, question), verdict in zip(body.questions.items(), verdicts, strict=True)
    }
    return {"model": MODEL_ID, "answers": answers, "usage": usage(verdicts)}


post_systemone = json_post("/v1/systemone", answer_systemone)


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
