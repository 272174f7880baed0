"""`POST /v1/verdicts`: one or more states, each judged by the same questions, with full traces."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from verdict.rendering import JsonValue
from verdict.schemas import ContentField, OwnQuestion, QuestionId
from verdict.service.amounts import check_amount, check_answer
from verdict.service.exchanges import Exchange
from verdict.service.listing import MODEL_ID
from verdict.service.refusals import RefusedError
from verdict.settings import MAX_TIMEOUT_MS
from verdict.states import State
from verdict.verdicts import Verdict, verdict_document


class VerdictsRequest(BaseModel):
    """Either `state` or `states`, and the questions to ask of each."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"oneOf": [{"required": ["state"]}, {"required": ["states"]}]},
    )

    state: Annotated[ContentField, Field(description="The one thing to judge.")] = ""
    states: Annotated[
        list[ContentField],
        Field(
            min_length=1,
            default_factory=list,
            description="Several things to judge, each alone.",
        ),
    ]
    questions: Annotated[dict[QuestionId, OwnQuestion], Field(min_length=1)]
    on_unsettled: Annotated[
        Literal["answer", "abstain"],
        Field(description='"abstain" leaves the answer of an unsettled question null.'),
    ] = "answer"
    timeout_ms: Annotated[
        int | None,
        Field(ge=1, le=MAX_TIMEOUT_MS, description="The deadline; null for the configured."),
    ] = None


async def answer_verdicts(value: JsonValue, exchange: Exchange) -> dict[str, Any]:
    """Answer each question about each state.

    Raises:
        ValidationError, RefusedError, ContentError: the body asks nothing that can be answered.
        CallerGoneError: the caller hung up.
    """
    settings = exchange.cascade.settings
    check_amount(value, settings)
    body = VerdictsRequest.model_validate(value)
    given = body.model_fields_set & {"state", "states"}
    if len(given) != 1:
        raise RefusedError(422, "send state or states, one of the two")
    contents = [body.state] if "state" in given else body.states
    check_answer(body.questions, len(contents), settings)
    states = [State(content) for content in contents]
    verdicts = await exchange.judge(
        [(state, question) for state in states for question in body.questions.values()],
        body.timeout_ms,
    )
    abstain = body.on_unsettled == "abstain"
    documents = [verdict_document(verdict, abstain=abstain) for verdict in verdicts]
    n = len(body.questions)
    return {
        "verdicts": [
            dict(zip(body.questions, documents[i : i + n], strict=True))
            for i in range(0, len(documents), n)
        ],
        "model": MODEL_ID,
        "usage": usage(verdicts),
    }


def usage(verdicts: list[Verdict]) -> dict[str, int]:
    """Tokens that models read and wrote for these verdicts."""
    return {
        "input_tokens": sum(verdict.input_tokens for verdict in verdicts),
        "output_tokens": sum(verdict.output_tokens for verdict in verdicts),
    }
