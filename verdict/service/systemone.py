"""`POST /v1/systemone`: the System One protocol."""

from typing import Annotated, Any

from litestar.types import Receive
from pydantic import BaseModel, Field

from verdict.cascade import Cascade
from verdict.questions import Question, Score
from verdict.schemas import ContentField, ProtocolQuestion, QuestionId
from verdict.service.amounts import check_amount, check_answer
from verdict.service.bodies import parse_json
from verdict.service.callers import finish_or_drop
from verdict.service.listing import MODEL_ID, check_model
from verdict.service.posts import json_post
from verdict.service.problems import RefusedError
from verdict.service.verdicts import usage
from verdict.states import State
from verdict.verdicts import Verdict


class SystemOneRequest(BaseModel):
    """One state and the questions to ask of it; fields that are not known are ignored."""

    model: str = "jev-latest"
    state: ContentField
    assets: Any = None
    questions: Annotated[dict[QuestionId, ProtocolQuestion], Field(min_length=1)]


async def answer_systemone(content: bytes, cascade: Cascade, receive: Receive) -> dict[str, Any]:
    """Answer each question about the state."""
    value = parse_json(content)
    check_amount(value, cascade.settings)
    body = SystemOneRequest.model_validate(value)
    check_model(body.model)
    if body.assets is not None:
        raise RefusedError(400, "images are not read here: leave out assets")
    check_answer(body.questions, 1, cascade.settings)
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
