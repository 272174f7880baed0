"""What is answered where a request fails: which status, and in whose form.

An error that is ours tells an id and nothing of the inside; the log has the rest under that id.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, NamedTuple, cast

from litestar import Request, Response
from litestar.exceptions import HTTPException
from pydantic import ValidationError
from pydantic_core import to_json

from verdict.errors import ContentError
from verdict.service.bodies import BodyError
from verdict.service.exchanges import Exchange
from verdict.service.faults import (
    Fault,
    body_faults,
    openai_param,
    own_faults,
    own_path,
    refusal_faults,
)
from verdict.service.refusals import CallerGoneError, RefusedError

_log = logging.getLogger("verdict.service")

EXCHANGE = "verdict.exchange"
CLIENT_CLOSED_REQUEST = 499  # nginx's number; for the log, since nobody reads the answer
_MEDIA_TYPES = {"problem": "application/problem+json"}
_ERROR_TYPES = {404: "not_found", 405: "method_not_allowed", 500: "internal"}
_NAMES = ("systemone", "decisions", "verdicts", "models")
_LONGEST_PATH = 200
_UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
_OPENAI_TYPES = {429: "rate_limit_error", 500: "server_error", 503: "server_error"}


class Reply(NamedTuple):
    """A response, but for the headers that every one has."""

    status: int
    body: bytes
    media_type: str = "application/json"
    headers: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Failure:
    status: int
    message: str
    error_type: str = "api_usage_error"
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def problem(error: Exception, exchange: Exchange) -> Reply:
    """Answer any exception in the form that the exchange's errors have."""
    failure = _failure(error, exchange)
    exchange.error = failure.code or failure.error_type
    form = exchange.form
    status = failure.status
    if form == "openai" and status == _UNPROCESSABLE:
        status = HTTPStatus.BAD_REQUEST
    document = {"problem": _own_body, "systemone": _systemone_body, "openai": _openai_body}[form]
    return Reply(
        status,
        to_json(document(failure)),
        _MEDIA_TYPES.get(form, "application/json"),
        failure.headers,
    )


def handle_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer an exception of a Litestar route; the exchange stands in the request's scope."""
    exchange = cast("dict[str, Any]", request.scope)[EXCHANGE]
    reply = problem(error, exchange)
    return Response(
        reply.body,
        status_code=reply.status,
        media_type=reply.media_type,
        headers=dict(reply.headers or {}),
    )


def _failure(error: Exception, exchange: Exchange) -> _Failure:
    match error:
        case RefusedError():
            faults = refusal_faults(error) if error.status == _UNPROCESSABLE else []
            return _Failure(
                error.status,
                str(error),
                error.error_type,
                error.code,
                openai_param(error.place),
                error.headers,
                faults,
            )
        case BodyError() | ContentError():
            faults = body_faults(error)
            return _Failure(_UNPROCESSABLE, str(error), faults=faults, code=faults[0]["type"])
        case ValidationError():
            faults = body_faults(error)
            first = faults[0]
            param = openai_param(first["loc"][1:], first["type"])
            place = own_path(first["loc"]) if exchange.form != "openai" else param or "the body"
            return _Failure(
                _UNPROCESSABLE,
                f"{place}: {first['msg']}",
                code=first["type"],
                param=param,
                faults=faults,
            )
        case CallerGoneError():
            return _Failure(CLIENT_CLOSED_REQUEST, "the caller hung up", "caller_gone")
        case HTTPException() if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            message = {
                HTTPStatus.NOT_FOUND: _nothing_at(exchange.path),
                HTTPStatus.METHOD_NOT_ALLOWED: f"{exchange.method} is not answered here",
            }.get(HTTPStatus(error.status_code), error.detail)
            error_type = _ERROR_TYPES.get(error.status_code, "api_usage_error")
            headers = error.headers or {}
            return _Failure(error.status_code, message, error_type, headers=headers)
        case _:
            _log.error("request failed", exc_info=error, extra={"request_id": exchange.request_id})
            message = f"the fault is ours; the log has it under {exchange.request_id}"
            return _Failure(500, message, "internal")


def _nothing_at(path: str) -> str:
    name = path.rstrip("/").rpartition("/")[2]
    hint = f": /v1/{name} is, so check the base URL" if name in _NAMES else ""
    return f"there is nothing at {path[:_LONGEST_PATH]}{hint}"


def _own_body(failure: _Failure) -> dict[str, Any]:
    """RFC 9457 problem details."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": _title(failure.status),
        "status": failure.status,
        "detail": failure.message,
    }
    if failure.faults:
        body["errors"] = own_faults(failure.faults)
    if failure.status == HTTPStatus.NOT_FOUND:
        # Where a wrong base URL leads; OpenAI's clients show the message of no other form.
        body |= _openai_body(failure)
    return body


def _systemone_body(failure: _Failure) -> dict[str, Any]:
    if failure.faults:
        return {"detail": failure.faults}
    return {"detail": {"error_type": failure.error_type, "message": failure.message}}


def _openai_body(failure: _Failure) -> dict[str, Any]:
    return {
        "error": {
            "message": failure.message,
            "type": _OPENAI_TYPES.get(failure.status, "invalid_request_error"),
            "param": failure.param,
            "code": failure.code,
        }
    }


def _title(status: int) -> str:
    return "Client Closed Request" if status == CLIENT_CLOSED_REQUEST else HTTPStatus(status).phrase
