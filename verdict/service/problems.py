"""Errors on the wire: RFC 9457 problem details on our own routes, the protocol's form on its own.

An error that is ours tells an id and nothing of the inside; the log has the rest under that id.
"""

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from itertools import count
from secrets import token_hex
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.response.base import ASGIResponse
from pydantic import ValidationError
from pydantic_core import to_json

from verdict.errors import ContentError
from verdict.rendering import clip
from verdict.service.bodies import BodyError

_log = logging.getLogger("verdict.service")

PROTOCOL_PATHS = ("/v1/systemone",)
_MAX_FAULTS = 50
# In the words of JSON, where the library speaks of Python.
_MESSAGES = {
    "union_tag_not_found": "say its type: noul, choice or score",
    "model_type": "an object is expected",
    "model_attributes_type": "an object is expected",
    "dict_type": "an object is expected",
    "list_type": "an array is expected",
}
_MAX_LISTED = 5000
_MAX_SHOWN = 300
_PROCESS_ID = f"req_{token_hex(10)}"
_numbers = count()
_CONTENT_KINDS = ("str", "list[any]", "dict[str,any]", "[key]")
_QUESTION_KINDS = ("noul", "choice", "score")


class RefusedError(Exception):
    """A request that cannot be answered as it stands.

    Args:
        status: the HTTP status.
        message: what is wrong and what to do.
        error_type: the protocol's name for it.
    """

    def __init__(self, status: int, message: str, error_type: str = "api_usage_error") -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.error_type = error_type


def respond(body: object, request_id: str, status: int = 200) -> ASGIResponse:
    """A JSON response with its request id."""
    return ASGIResponse(
        body=to_json(body),
        status_code=status,
        media_type="application/json",
        headers=_id_headers(request_id),
    )


def new_request_id() -> str:
    """An id that no other request has: random for the process, counted within it."""
    return f"{_PROCESS_ID}{next(_numbers):012x}"


def handle_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer any exception in the form of the route it came from."""
    request_id = new_request_id()
    faults = _faults(error)
    status, message, headers = _describe(error, faults, request, request_id)
    if request.scope["path"] in PROTOCOL_PATHS:
        body = _protocol_body(error, status, message, faults)
        return _error_response(body, request_id, status, "application/json", headers)
    problem: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
    }
    if faults:
        problem["errors"] = _own_faults(faults)
    return _error_response(problem, request_id, status, "application/problem+json", headers)


def _describe(
    error: Exception,
    faults: list[dict[str, Any]],
    request: Request[Any, Any, Any],
    request_id: str,
) -> tuple[int, str, Mapping[str, str]]:
    match error:
        case RefusedError():
            return error.status, error.message, {}
        case BodyError() | ContentError():
            return HTTPStatus.UNPROCESSABLE_ENTITY, str(error), {}
        case ValidationError():
            message = f"{_path(faults[0]['loc'])}: {faults[0]['msg']}"
            return HTTPStatus.UNPROCESSABLE_ENTITY, message, {}
        case HTTPException() if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            message = {
                HTTPStatus.NOT_FOUND: f"there is nothing at {request.scope['path']}",
                HTTPStatus.METHOD_NOT_ALLOWED: f"{request.method} is not answered here",
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "the body is larger than "
                f"{request.app.state.cascade.settings.max_body_bytes} bytes: send less at once",
            }.get(HTTPStatus(error.status_code), error.detail)
            return error.status_code, message, error.headers or {}
        case _:
            _log.error("request %s failed", request_id, exc_info=error)
            return (
                HTTPStatus.INTERNAL_SERVER_ERROR,
                f"the fault is ours; the log has it under {request_id}",
                {},
            )


def _faults(error: Exception) -> list[dict[str, Any]]:
    """Every fault of a body in FastAPI's form, without the body's content."""
    if isinstance(error, BodyError):
        return [{"loc": ("body",), "msg": str(error), "type": "json_invalid"}]
    if isinstance(error, ContentError):
        return [{"loc": ("body", "state"), "msg": str(error), "type": "value_error"}]
    if not isinstance(error, ValidationError):
        return []
    if error.error_count() > _MAX_LISTED:
        message = f"{error.error_count()} faults, too many to list: check the form of the body"
        return [{"loc": ("body",), "msg": message, "type": "too_many_faults"}]
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return [
        {
            "loc": ("body", *(_clip(part) for part in fault["loc"])),
            "msg": _MESSAGES.get(fault["type"])
            or clip(fault["msg"].removeprefix("Value error, "), _MAX_SHOWN),
            "type": fault["type"],
        }
        for fault in found[:_MAX_FAULTS]
    ]


def _own_faults(faults: list[dict[str, Any]]) -> list[dict[str, str]]:
    """One fault a place: a text that is none is told once, not once for each form of a text."""
    told: dict[str, str] = {}
    for fault in faults:
        is_content = str(fault["loc"][-1]) in _CONTENT_KINDS[:-1]
        message = "a string, an object or an array is expected" if is_content else fault["msg"]
        told.setdefault(_pointer(fault["loc"]), message)
    return [{"pointer": pointer, "detail": detail} for pointer, detail in told.items()]


def _clip(part: str | int) -> str | int:
    return clip(part, _MAX_SHOWN) if isinstance(part, str) else part


def _protocol_body(
    error: Exception, status: int, message: str, faults: list[dict[str, Any]]
) -> dict[str, object]:
    if faults:
        return {"detail": faults}
    known = {413: "request_too_large", 404: "not_found", 405: "method_not_allowed", 500: "internal"}
    error_type = getattr(error, "error_type", None) or known.get(status, "api_usage_error")
    return {"detail": {"error_type": error_type, "message": message}}


def _own_parts(loc: Iterable[str | int]) -> list[str]:
    """The place in the document: pydantic also names the kind of question it tried."""
    parts = [str(part) for part in loc][1:]
    if len(parts) > 1 and parts[-2] != "questions" and parts[-1] in _CONTENT_KINDS:
        del parts[-1]
    if len(parts) > 2 and parts[0] == "questions" and parts[2] in _QUESTION_KINDS:  # noqa: PLR2004
        del parts[2]
    return parts


def _path(loc: Iterable[str | int]) -> str:
    return ".".join(_own_parts(loc)) or "the body"


def _pointer(loc: Iterable[str | int]) -> str:
    """RFC 6901, as a URI fragment."""
    parts = (part.replace("~", "~0").replace("/", "~1") for part in _own_parts(loc))
    return "#" + "".join(f"/{part}" for part in parts)


def _error_response(
    body: object, request_id: str, status: int, media_type: str, headers: Mapping[str, str]
) -> Response[bytes]:
    return Response(
        to_json(body),
        status_code=status,
        media_type=media_type,
        headers={**headers, **_id_headers(request_id)},
    )


def _id_headers(request_id: str) -> dict[str, str]:
    return {"x-request-id": request_id, "x-typesafe-request-id": request_id}
