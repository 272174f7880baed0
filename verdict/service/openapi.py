"""`GET /schema/openapi.json`: the service's contract, made from the models that check requests."""

from functools import cache
from typing import Any, Literal

from litestar import get
from litestar.response.base import ASGIResponse
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from verdict.reasons import Reason
from verdict.schemas import ContentField
from verdict.service.problems import new_request_id, respond
from verdict.service.systemone import SystemOneRequest
from verdict.service.verdicts import VerdictsRequest
from verdict.version import __version__

P = Field(ge=0, le=1)


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StepBody(_Closed):
    """What one tier did with the question."""

    tier: str
    outcome: Literal["settled", "passed"]
    reason: Reason | None
    detail: str
    ms: float = Field(ge=0)
    distribution: dict[str, float] = Field(default={}, description="If the tier had one.")


class VerdictBody(_Closed):
    """The answer to one question; of p_true, choice and score it has the one of its type."""

    type: Literal["noul", "choice", "score"]
    p_true: float | None = Field(default=None, ge=0, le=1)
    choice: str | None = None
    score: float | None = Field(default=None, ge=0, le=9)
    p_top: float | None = Field(ge=0, le=1)
    distribution: dict[str, float] | None
    tier: str | None
    settled: bool
    reason: Reason | None
    trace: list[StepBody]


class UsageBody(_Closed):
    """Tokens that models read and wrote."""

    input_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)


class VerdictsBody(_Closed):
    """One object in `verdicts` for each state, in order."""

    verdicts: list[dict[str, VerdictBody]]
    model: str
    usage: UsageBody


class NoulAnswer(_Closed):
    """P(yes)."""

    type: Literal["noul"]
    noul: float = P


class ChoiceAnswer(_Closed):
    """The most probable label."""

    type: Literal["choice"]
    choice: str
    probabilities: dict[str, float]
    confidence: float = P


class ScoreAnswer(_Closed):
    """The expected level."""

    type: Literal["score"]
    score: float
    legend: dict[str, ContentField]
    probabilities: dict[str, float]
    confidence: float = P


class SystemOneBody(_Closed):
    """One answer for each question id."""

    model: str
    answers: dict[str, NoulAnswer | ChoiceAnswer | ScoreAnswer]
    usage: UsageBody


class FaultBody(_Closed):
    """One fault of a request."""

    pointer: str
    detail: str


class ProblemBody(_Closed):
    """RFC 9457 problem details."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FaultBody] = []


class ProtocolFault(_Closed):
    """One fault of a request, as the System One protocol tells it."""

    loc: list[str | int]
    msg: str
    type: str


class ProtocolErrorDetail(_Closed):
    """What was wrong."""

    error_type: str
    message: str


class ProtocolErrorBody(_Closed):
    """The System One protocol's error."""

    detail: ProtocolErrorDetail | list[ProtocolFault]


class ModelBody(_Closed):
    """A model as the System One protocol lists it."""

    name: str
    description: str
    release_date: str


class OpenAIModelBody(_Closed):
    """A model as OpenAI lists it."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelsBody(_Closed):
    """Both listings."""

    models: list[ModelBody]
    object: Literal["list"]
    data: list[OpenAIModelBody]


class StatusBody(_Closed):
    """Live, ready or draining."""

    status: Literal["live", "ready", "draining"]


_REQUESTS: tuple[type[BaseModel], ...] = (VerdictsRequest, SystemOneRequest)
_RESPONSES: tuple[type[BaseModel], ...] = (
    VerdictsBody,
    SystemOneBody,
    ProblemBody,
    ProtocolErrorBody,
    ModelsBody,
    StatusBody,
)


@cache
def schema_document() -> dict[str, Any]:
    """The OpenAPI 3.1 document of the service."""
    _, definitions = models_json_schema(
        [(model, "validation") for model in _REQUESTS]
        + [(model, "serialization") for model in _RESPONSES],
        ref_template="#/components/schemas/{model}",
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Verdict",
            "version": __version__,
            "description": "Typed questions, answered by the cheapest tier that can be trusted.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {
            "/v1/verdicts": {
                "post": _operation(
                    "askVerdicts",
                    "Judge one or more states by the same questions, with full traces.",
                    request=VerdictsRequest,
                    response=VerdictsBody,
                    refusals=(413, 415, 422),
                )
            },
            "/v1/systemone": {
                "post": _operation(
                    "askSystemOne",
                    "The System One protocol.",
                    request=SystemOneRequest,
                    response=SystemOneBody,
                    error=ProtocolErrorBody,
                    refusals=(400, 413, 415, 422),
                )
            },
            "/v1/models": {"get": _operation("listModels", "The models.", response=ModelsBody)},
            "/healthz": {"get": _operation("isLive", "Live?", response=StatusBody)},
            "/readyz": {
                "get": _operation("isReady", "Ready?", response=StatusBody)
                | {"responses": {"200": _json(StatusBody), "503": _json(StatusBody)}}
            },
        },
        "components": {"schemas": definitions["$defs"]},
    }


def _operation(  # each names one part of an OpenAPI operation
    operation_id: str,
    summary: str,
    *,
    response: type[BaseModel],
    request: type[BaseModel] | None = None,
    error: type[BaseModel] = ProblemBody,
    refusals: tuple[int, ...] = (),
) -> dict[str, Any]:
    media_type = "application/problem+json" if error is ProblemBody else "application/json"
    operation: dict[str, Any] = {
        "operationId": operation_id,
        "summary": summary,
        "responses": {"200": _json(response)}
        | {str(status): _json(error, media_type) for status in refusals},
    }
    if request is not None:
        operation["requestBody"] = _json(request) | {"required": True}
    return operation


def _json(model: type[BaseModel], media_type: str = "application/json") -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {
        "description": (model.__doc__ or "").partition("\n")[0],
        "content": {media_type: {"schema": reference}},
    }


@get("/schema/openapi.json")
async def get_schema() -> ASGIResponse:
    """The OpenAPI document."""
    return respond(schema_document(), new_request_id())
