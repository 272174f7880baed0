"""Every request's way in and out: its id, its key, its place, its answer, and what is told of it.

The routes that take a JSON body are answered from here, without Litestar, whose handlers take
longer than the rules need to read a reply; all others are Litestar's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from random import randrange
from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import MethodNotAllowedException
from litestar.types import HTTPScope, Receive, Scope, Send
from pydantic_core import to_json

from verdict.cascade import Cascade
from verdict.rendering import JsonValue
from verdict.service.bodies import parse_json
from verdict.service.callers import check_length, discard_rest, read_body, receive_first
from verdict.service.exchanges import Exchange, Form
from verdict.service.journal import Journal
from verdict.service.keys import Keys
from verdict.service.logs import current_request
from verdict.service.problems import EXCHANGE, Reply, problem
from verdict.service.refusals import RefusedError

Answer = Callable[[JsonValue, Exchange], Awaitable[dict[str, Any]]]

_OPEN = frozenset({"", "/healthz", "/readyz", "/docs", "/schema/openapi.json"})
_OPEN_FOLDER = "/docs/"
_LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class JsonPost:
    """A route that takes a JSON body: `answer` makes the document to send."""

    answer: Answer
    form: Form


class Entrance:
    """The service as an ASGI application.

    Args:
        app: answers what is no JSON post.
        posts: path to route.
        cascade: answers every question.
        keys: who may ask.
        journal: told of each request once it was answered.
    """

    def __init__(
        self,
        app: Litestar,
        posts: Mapping[str, JsonPost],
        cascade: Cascade,
        keys: Keys,
        journal: Journal,
    ) -> None:
        self._app = app
        self._posts = posts
        self._cascade = cascade
        self._settings = cascade.settings
        self._keys = keys
        self._journal = journal
        self.in_flight = 0

    def tell(self) -> None:
        """Write to the log what is not written yet."""
        self._journal.tell()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        exchange = Exchange(scope["method"], path, self._cascade, receive)
        current_request.set(exchange.request_id)
        headers = _joined(list(scope["headers"]))
        if b"x-request-id" in headers:
            exchange.caller_id = headers[b"x-request-id"][:_LONGEST_ID].decode("latin-1")
        post = self._posts.get(path) or self._posts.get(path.rstrip("/"))
        status = 500
        try:
            if post is None:
                status = await self._answer_route(scope, headers, exchange, send)
            else:
                exchange.form = post.form
                reply = await self._answer_post(post, headers, exchange)
                status = reply.status
                await _send(reply, exchange, send)
        finally:
            self._journal.add(exchange, status)

    async def _answer_post(
        self, post: JsonPost, headers: Mapping[bytes, bytes], exchange: Exchange
    ) -> Reply:
        try:
            try:
                self._admit(headers, exchange)
                # Who has sent nothing takes no place.
                first = await receive_first(exchange)
                self._check_places()
                self.in_flight += 1
                try:
                    content = parse_json(await read_body(first, headers, exchange))
                    if self._settings.log_content:
                        exchange.content = content
                    return Reply(200, to_json(await post.answer(content, exchange)))
                finally:
                    self.in_flight -= 1
            except Exception as error:  # noqa: BLE001  # whatever it is gets an answer
                await discard_rest(headers, exchange)
                return problem(error, exchange)
        except asyncio.CancelledError:
            # The service stops and has waited long enough.
            return problem(_unavailable("the service is stopping: send it again"), exchange)

    def _admit(self, headers: Mapping[bytes, bytes], exchange: Exchange) -> None:
        key = self._keys.find(headers.get(b"authorization"))
        exchange.key = key.name
        if exchange.method != "POST":
            raise MethodNotAllowedException(headers={"allow": "POST"})
        self._keys.check_rate(key)
        check_length(headers, self._settings.max_body_bytes)

    def _check_places(self) -> None:
        if self.in_flight >= self._settings.max_concurrent:
            raise _unavailable("too many requests are being worked on: send it a little later")

    async def _answer_route(
        self, scope: HTTPScope, headers: Mapping[bytes, bytes], exchange: Exchange, send: Send
    ) -> int:
        path = exchange.path
        exchange.form = _form(path)
        if path.rstrip("/") not in _OPEN and not path.startswith(_OPEN_FOLDER):
            try:
                exchange.key = self._keys.find(headers.get(b"authorization")).name
            except RefusedError as error:
                reply = problem(error, exchange)
                await _send(reply, exchange, send)
                return reply.status
        status = 500

        async def send_with_ids(message: Any) -> None:  # noqa: ANN401  # any ASGI message
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_id_headers(exchange)]
            await send(message)

        # Litestar answers no HEAD; the server leaves the body of one out by itself.
        method = "GET" if exchange.method == "HEAD" else exchange.method
        asked = {**scope, "method": method, EXCHANGE: exchange}
        await self._app(cast("Scope", asked), exchange.receive, send_with_ids)
        return status


def _joined(headers: Collection[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Name to value; several lines of one name are one list (RFC 9110, section 5.3)."""
    joined = dict(headers)
    if len(joined) == len(headers):
        return joined
    joined.clear()
    for name, value in headers:
        joined[name] = joined[name] + b", " + value if name in joined else value
    return joined


def _form(path: str) -> Form:
    if path.startswith("/v1/models"):  # System One's clients read OpenAI's form too
        return "openai"
    return "systemone" if path.startswith("/api/") else "problem"


def _unavailable(message: str) -> RefusedError:
    wait_ms = randrange(250, 1000)  # noqa: S311  # spreads callers, hides nothing
    return RefusedError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        message,
        error_type="overloaded",
        code="overloaded",
        headers={"retry-after": "1", "retry-after-ms": str(wait_ms)},
    )


def _id_headers(exchange: Exchange) -> list[tuple[bytes, bytes]]:
    request_id = exchange.request_id.encode()
    return [(b"x-request-id", request_id), (b"x-typesafe-request-id", request_id)]


async def _send(reply: Reply, exchange: Exchange, send: Send) -> None:
    headers = _id_headers(exchange)
    headers.append((b"content-type", reply.media_type.encode()))
    headers.append((b"content-length", b"%d" % len(reply.body)))
    if reply.headers:
        headers += [(name.encode(), value.encode()) for name, value in reply.headers.items()]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body, "more_body": False})
