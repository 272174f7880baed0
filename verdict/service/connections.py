"""What a connection sends before there is a request: a head that may be wrong, endless or slow."""

import asyncio
import json
import re
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from verdict.service.exchanges import new_request_id

# Java's clients ask for HTTP/2 in every request; the parser takes the body for that protocol's.
_UPGRADE = re.compile(rb"(?i)(?<=\r\n)upgrade:[^\r\n]*\r\n")
HEAD_SECONDS = 10
MAX_HEAD = 64 * 1024
_LINGER_SECONDS = 1


class _Nowhere(list[tuple[bytes, bytes]]):
    """Takes any number of headers and keeps none."""

    def append(self, header: tuple[bytes, bytes], /) -> None:
        """Drop it."""


_NOWHERE = _Nowhere()


class Connection(HttpToolsProtocol):
    """A connection of uvicorn's, which waits for a head as long as it takes and as much as comes.

    It is closed where a head does not begin, or not end, within `HEAD_SECONDS`, and refused where
    it is longer than `MAX_HEAD` bytes. Where a body does not end within `body_seconds`, whoever
    waits for it is given an empty piece, to look at the clock.
    """

    body_seconds = 10.0
    _body_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _head_timer: asyncio.TimerHandle | None = None
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        if self._body_timer is not None:
            self._body_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what is left without an end is a piece of a head, or of a body."""
        if self._refused:
            return
        if b"pgrade:" in data and not self._in_request():
            head, end, rest = data.partition(b"\r\n\r\n")
            data = _UPGRADE.sub(b"", head + end, count=1) + rest
        super().data_received(data)
        if self._refused:
            return
        if self._in_request():
            self._watch_body()
        else:
            self._watch_head(len(data))

    def _watch_body(self) -> None:
        if self._head_timer is not None:
            self._stop_waiting()
        if self.cycle.more_body:
            if self._body_timer is None:
                self._wait_for_body()
        elif self._body_timer is not None:
            self._body_timer.cancel()
            self._body_timer = None

    def _watch_head(self, n_bytes: int) -> None:
        self._head_bytes += n_bytes
        if self._head_timer is None:
            self._wait_for_head()
        if self._head_bytes > MAX_HEAD:
            self._refuse(431, f"the head of the request is longer than {MAX_HEAD} bytes")

    def on_headers_complete(self) -> None:
        """Begin the request; what comes after its body are no headers (RFC 9110, 6.5.1)."""
        super().on_headers_complete()
        self.headers = _NOWHERE
        self._head_bytes = 0

    def _in_request(self) -> bool:
        cycle = self.cycle
        return cycle is not None and cycle.scope is self.scope and not cycle.response_complete

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, with an id as every response has."""
        del msg  # says no more than the status
        self._refuse(400, "the request is no HTTP/1.1 that can be read")

    def _refuse(self, status: int, detail: str) -> None:
        request_id = new_request_id()
        title = HTTPStatus(status).phrase
        problem = {"type": "about:blank", "title": title, "status": status, "detail": detail}
        body = json.dumps(problem)
        self.transport.write(
            f"HTTP/1.1 {status} {title}\r\ncontent-type: application/problem+json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\nx-request-id: {request_id}\r\n"
            f"x-typesafe-request-id: {request_id}\r\n\r\n{body}".encode()
        )
        # Closed at once, with more to read, the connection would be reset and the answer lost.
        self.transport.write_eof()
        self._refused = True
        self._stop_waiting()
        self._head_timer = self.loop.call_later(_LINGER_SECONDS, self.transport.close)

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _wait_for_body(self) -> None:
        # A little later than the request's own clock, which starts a little later.
        self._body_timer = self.loop.call_later(self.body_seconds + 0.05, self._nudge)

    def _nudge(self) -> None:
        self._body_timer = None
        if self.cycle is not None and self.cycle.more_body:
            self.cycle.message_event.set()
            self._wait_for_body()

    def _stop_waiting(self) -> None:
        self._head_bytes = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
