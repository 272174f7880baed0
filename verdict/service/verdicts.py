"""`POST /v1/verdicts`: one or more states, each judged by the same questions, with full traces."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from verdict.errors import ContentError
from verdict.rendering import JsonValue, StateContent
from verdict.schemas import ContentField, OwnQuestion, QuestionId
from verdict.service.amounts import check_amount, check_answer
from verdict.service.exchanges import Exchange
from verdict.service.listing import MODEL_ID
from verdict.service.refusals import RefusedError
from verdict.settings import MAX_TIMEOUT_MS
from verdict.states import State
from verdict.verdicts import Verdict, verdict_document


def _no_flag_nor_text(value: object) -> object:
    if isinstance(value, bool | str):
        raise PydanticCustomError("int_type", "a whole number is expected")
    return value


def _without_default(schema: dict[str, Any]) -> None:
    del schema["default"]  # it may be left out, but it is no empty text then


class VerdictsRequest(BaseModel):
    """Either `state` or `states`, and the questions to ask of each."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"oneOf": [{"required": ["state"]}, {"required": ["states"]}]},
    )

    state: Annotated[
        ContentField,
        Field(description="The one thing to judge.", json_schema_extra=_without_default),
    ] = ""
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
        Annotated[int, Field(ge=1, le=MAX_TIMEOUT_MS)] | None,
        BeforeValidator(_no_flag_nor_text),
        Field(description="The deadline; null for the configured."),
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
    if body.timeout_ms is not None and body.timeout_ms > settings.max_timeout_ms:
        message = f"a request may take {settings.max_timeout_ms} ms here, not {body.timeout_ms}"
        raise RefusedError(422, message, place=("timeout_ms",))
    given = body.model_fields_set & {"state", "states"}
    if len(given) != 1:
        raise RefusedError(422, "send state or states, one of the two")
    contents = [body.state] if "state" in given else body.states
    check_answer(body.questions, len(contents), settings)
    states = [
        _state(content, ("state",) if "state" in given else ("states", number))
        for number, content in enumerate(contents)
    ]
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


def _state(content: StateContent, place: tuple[str | int, ...]) -> State:
    try:
        return State(content)
    except ContentError as error:
        raise RefusedError(422, str(error), place=place) from error


def usage(verdicts: list[Verdict]) -> dict[str, int]:
    """Tokens that models read and wrote for these verdicts."""
    return {
        "input_tokens": sum([verdict.input_tokens for verdict in verdicts]),
        "output_tokens": sum([verdict.output_tokens for verdict in verdicts]),
    }
