"""A route that takes a JSON body and gives a JSON body, without what Litestar would do besides.

Litestar's HTTP handlers take longer than the rules need to read a reply; its ASGI handlers keep
the routing and the exception handlers, and leave the rest out.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import asgi
from litestar.enums import ScopeType
from litestar.exceptions import MethodNotAllowedException
from litestar.handlers import ASGIRouteHandler
from litestar.types import Receive, Scope, Send
from pydantic_core import to_json

from verdict.cascade import Cascade
from verdict.service.callers import check_headers, read_body
from verdict.service.problems import new_request_id

Answer = Callable[[bytes, Cascade, Receive], Awaitable[dict[str, Any]]]


def json_post(path: str, answer: Answer) -> ASGIRouteHandler:
    """Make the handler of a route: `answer` gets the body and returns the document to send."""

    @asgi(path, copy_scope=False)
    async def handler(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "POST":
            raise MethodNotAllowedException(headers={"allow": "POST"})
        cascade: Cascade = scope["litestar_app"].state.cascade
        check_headers(scope["headers"], cascade.settings.max_body_bytes)
        body = await read_body(receive, cascade.settings.max_body_bytes)
        content = to_json(await answer(body, cascade, receive))
        request_id = new_request_id().encode()
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"application/json"),
                    (b"content-length", b"%d" % len(content)),
                    (b"x-request-id", request_id),
                    (b"x-typesafe-request-id", request_id),
                ],
            }
        )
        await send({"type": "http.response.body", "body": content, "more_body": False})

    return handler
