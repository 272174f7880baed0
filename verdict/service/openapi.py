"""`GET /schema/openapi.json`: the service's contract, made from the models that check requests."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, TypeAlias

from litestar import Request, get
from litestar.response.base import ASGIResponse
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from verdict.rendering import JsonValue
from verdict.service.decision_answers import DecisionsBody, OpenAIErrorBody
from verdict.service.decision_requests import DecisionsRequest
from verdict.service.documents import respond
from verdict.service.listing import MODEL_ID
from verdict.service.responses import (
    ModelsBody,
    OpenAIModelBody,
    ProblemBody,
    ProtocolErrorBody,
    StatusBody,
    SystemOneBody,
    VerdictsBody,
)
from verdict.service.systemone import SystemOneRequest
from verdict.service.verdicts import VerdictsRequest
from verdict.version import __version__

# What the interactive page offers to send; the first is what it shows.
_EXAMPLES: dict[type[BaseModel], dict[str, JsonValue]] = {
    VerdictsRequest: {
        "Does the reply confirm?": {
            "state": {"prompt": "Shall I create the listing?", "reply": "No, create it later"},
            "questions": {"go": {"type": "noul", "instructions": "Does the reply confirm?"}},
        },
        "Which team, and how urgent?": {
            "state": "The printer is on fire",
            "questions": {
                "team": {
                    "type": "choice",
                    "instructions": "Which team?",
                    "criteria": {
                        "billing": "invoices, refunds",
                        "technical": "hardware and outages",
                    },
                },
                "urgency": {
                    "type": "score",
                    "instructions": "How urgent is it?",
                    "criteria": ["can wait", "this week", "now"],
                },
            },
        },
    },
    DecisionsRequest: {
        "Did the user approve?": {
            "model": MODEL_ID,
            "input": [
                {"role": "assistant", "content": "Shall I create the listing?"},
                {"role": "user", "content": "Yes please"},
            ],
            "questions": [{"type": "predicate", "instructions": "Did the user approve?"}],
        },
    },
    SystemOneRequest: {
        "Does the reply confirm?": {
            "model": "jev-latest",
            "state": {"prompt": "Shall I create the listing?", "reply": "Yes please"},
            "questions": {"go": {"type": "noul", "instructions": "Does the reply confirm?"}},
        },
    },
}
_REQUESTS: tuple[type[BaseModel], ...] = (VerdictsRequest, SystemOneRequest, DecisionsRequest)
_RESPONSES: tuple[type[BaseModel], ...] = (
    VerdictsBody,
    SystemOneBody,
    DecisionsBody,
    ProblemBody,
    ProtocolErrorBody,
    OpenAIErrorBody,
    ModelsBody,
    OpenAIModelBody,
    StatusBody,
)
# A body may ask what is not there, be too slow, too large, encoded in another way, or wrong; and
# it may come too often, or too many at once.
_BODY_REFUSALS = (400, 408, 413, 415, 422, 429, 503)
_Models: TypeAlias = tuple[type[BaseModel], ...]
# What a route takes, what it answers, and in what form it refuses.
_Form: TypeAlias = tuple[_Models, _Models, _Models]
_OWN: _Form = ((VerdictsRequest,), (VerdictsBody,), (ProblemBody,))
_SYSTEM_ONE: _Form = ((SystemOneRequest,), (SystemOneBody,), (ProtocolErrorBody,))
_DECISIONS: _Form = (
    (DecisionsRequest, SystemOneRequest),
    (DecisionsBody, SystemOneBody),
    (OpenAIErrorBody, ProtocolErrorBody),
)
_TEXT = {
    "description": "Figures that Prometheus reads.",
    "content": {
        "text/plain": {"schema": {"type": "string"}},
        "application/openmetrics-text": {"schema": {"type": "string"}},
    },
}
_MODEL_NAME = {
    "name": "name",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1},
    "example": MODEL_ID,
}
_IDS: dict[str, Any] = {
    name: {"description": "The log has the request under it.", "schema": {"type": "string"}}
    for name in ("x-request-id", "x-typesafe-request-id")
}
_WAITS: dict[str, Any] = {
    "retry-after": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "retry-after-ms": {"description": "Milliseconds to wait.", "schema": {"type": "integer"}},
}
_KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "One of the keys that the service was started with.",
}
_OPEN: dict[str, Any] = {"security": []}


def schema_document(*, with_keys: bool) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the service.

    Args:
        with_keys: whether it asks for a key.
    """
    _, definitions = models_json_schema(
        [(model, "validation") for model in _REQUESTS]
        + [(model, "serialization") for model in _RESPONSES],
        ref_template="#/components/schemas/{model}",
    )
    del definitions["$defs"]["InputImage"]  # nothing refers to it: an image is refused
    refusals = (401,) if with_keys else ()
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "Verdict",
            "version": __version__,
            "description": "Typed questions, answered by the cheapest tier that can be trusted.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": _paths(refusals),
        "components": {"schemas": definitions["$defs"]},
    }
    if with_keys:
        document["components"]["securitySchemes"] = {"key": _KEY}
        document["security"] = [{"key": []}]
    return document


def _paths(refusals: tuple[int, ...]) -> dict[str, Any]:
    def post(operation_id: str, summary: str, form: _Form) -> dict[str, Any]:
        request, response, error = form
        statuses = (*_BODY_REFUSALS, *refusals, 500)
        if OpenAIErrorBody in error:
            statuses = (404, *statuses)  # a model that is not there
        operation = _operation(operation_id, summary, response, error, statuses)
        body = _json(*request)
        body["content"]["multipart/form-data"] = {
            "schema": {
                "type": "object",
                "properties": {"request": body["content"]["application/json"]["schema"]},
                "required": ["request"],
            }
        }
        described = "As it is, or with Content-Encoding gzip or zstd."
        body |= {"required": True, "description": described}
        return {"post": operation | {"tags": ["questions"], "requestBody": body}}

    def models(operation_id: str, error: type[BaseModel]) -> dict[str, Any]:
        return {"get": _operation(operation_id, "The models.", (ModelsBody,), (error,), refusals)}

    metrics = _operation("getMetrics", "What happened, for Prometheus.", refusals=refusals)
    return {
        "/v1/verdicts": post("askVerdicts", "Judge states, with full traces.", _OWN),
        "/v1/systemone": post("askSystemOne", "The System One protocol.", _SYSTEM_ONE),
        "/v1/decisions": post(
            "askDecisions",
            "OpenAI's Decisions protocol; with a body that has `state`, System One.",
            _DECISIONS,
        ),
        "/api/v1/systemone": post(
            "askSystemOneAsApi", "System One under another base.", _SYSTEM_ONE
        ),
        "/api/alpha/decisions": post(
            "askAlphaDecisions", "System One under another name.", _SYSTEM_ONE
        ),
        "/v1/models": models("listModels", OpenAIErrorBody),
        "/v1/models/{name}": {
            "get": _operation(
                "getModel",
                "One model, as OpenAI's clients ask for it.",
                (OpenAIModelBody,),
                (OpenAIErrorBody,),
                (404, *refusals),
            )
            | {"parameters": [_MODEL_NAME]}
        },
        "/api/v1/models": models("listModelsAsApi", ProtocolErrorBody),
        "/metrics": {"get": metrics},
        "/healthz": {"get": _operation("isLive", "Live?", (StatusBody,)) | _OPEN},
        "/readyz": {
            "get": _operation("isReady", "Ready?", (StatusBody,), (StatusBody,), (503,)) | _OPEN
        },
    }


def _operation(
    operation_id: str,
    summary: str,
    response: _Models = (),
    error: _Models = (ProblemBody,),
    refusals: tuple[int, ...] = (),
) -> dict[str, Any]:
    answered = _json(*response) if response else deepcopy(_TEXT)
    responses = {"200": answered} | {str(status): _json(*error) for status in refusals}
    for status, each in responses.items():
        each["headers"] = _IDS | (_WAITS if status in ("429", "503") and error != response else {})
    return {
        "operationId": operation_id,
        "tags": ["service"],
        "summary": summary,
        "responses": responses,
    }


def _json(*models: type[BaseModel]) -> dict[str, Any]:
    references = [{"$ref": f"#/components/schemas/{model.__name__}"} for model in models]
    content: dict[str, Any] = {
        "schema": references[0] if len(references) == 1 else {"anyOf": references}
    }
    examples = {name: example for model in models for name, example in _examples(model)}
    if examples:
        content["examples"] = examples
    media_type = "application/problem+json" if ProblemBody in models else "application/json"
    return {
        "description": (models[0].__doc__ or "").partition("\n")[0],
        "content": {media_type: content},
    }


def _examples(model: type[BaseModel]) -> Iterator[tuple[str, JsonValue]]:
    for name, value in _EXAMPLES.get(model, {}).items():
        yield name, {"value": value}


@get("/schema/openapi.json")
async def get_schema(request: Request[Any, Any, Any]) -> ASGIResponse:
    """The OpenAPI document."""
    return respond(request.app.state.schema)
