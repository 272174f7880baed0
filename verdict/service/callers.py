"""The caller's end of a request: its body, read no further than it may go."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from verdict.service.encodings import decode
from verdict.service.exchanges import Exchange
from verdict.service.parts import request_part
from verdict.service.refusals import CallerGoneError, RefusedError

_MOST_DISCARDED = 16 * 1024 * 1024
_DISCARD_SECONDS = 1
Message: TypeAlias = Any  # an ASGI message; its kind is told by what stands in it


def check_length(headers: Mapping[bytes, bytes], limit: int) -> None:
    """Refuse a body that says that it is too large, before the caller sends it.

    Raises:
        RefusedError: it does.
    """
    length = headers.get(b"content-length", b"")
    if length.isdigit() and int(length[:20]) > limit:
        raise _too_large(limit)


async def read_body(first: bytes, headers: Mapping[bytes, bytes], exchange: Exchange) -> bytes:
    """Read the JSON text of a request: whole, decompressed, and taken out of its parts.

    Args:
        first: the piece that was received first.
        headers: the request's.
        exchange: the request.

    Raises:
        RefusedError: it is too large, too slow, in an encoding that is not read, or has images.
        BodyError: it is not what it says it is.
        CallerGoneError: the caller hung up.
    """
    limit = exchange.cascade.settings.max_body_bytes
    body = first if exchange.received else await _receive_rest(first, exchange, limit)
    _check_size(body, limit)
    encoding = headers.get(b"content-encoding")
    if encoding is not None:
        body = decode(body, encoding, limit)
    content_type = headers.get(b"content-type", b"")
    if content_type[:10].lower() == b"multipart/":
        body = request_part(body, content_type)
    return body


async def receive_first(exchange: Exchange) -> bytes:
    """Wait for the first piece of a body.

    Raises:
        RefusedError: it did not come in time.
        CallerGoneError: the caller hung up.
    """
    while True:
        piece = _take(await exchange.receive(), exchange)
        if exchange.received or piece:
            return piece
        _check_time(exchange)


async def _receive_rest(begun: bytes, exchange: Exchange, limit: int) -> bytes:
    body = bytearray(begun)
    while True:
        _check_size(body, limit)
        _check_time(exchange)
        body += _take(await exchange.receive(), exchange)
        if exchange.received:
            return bytes(body)


def _take(event: Message, exchange: Exchange) -> bytes:
    """The piece of a body that was received, and whether it was the last."""
    exchange.received = not event.get("more_body", False)
    if event["type"] == "http.disconnect":
        raise CallerGoneError
    piece: bytes = event.get("body", b"")
    return piece


async def discard_rest(headers: Mapping[bytes, bytes], exchange: Exchange) -> None:
    """Read on, for a while, what a refused caller still sends.

    Some clients look for the answer when they have sent everything; a connection that is closed
    before is broken to them. One that waits to be told to go on is not told.
    """
    if exchange.received or exchange.late or b"expect" in headers:
        return
    left = _MOST_DISCARDED
    with suppress(TimeoutError, CallerGoneError):
        async with asyncio.timeout(_DISCARD_SECONDS):
            while left > 0 and not exchange.received:
                left -= len(_take(await exchange.receive(), exchange))


def _check_time(exchange: Exchange) -> None:
    """Looked at whenever something comes; a connection on which nothing does says so in time."""
    limit_ms = exchange.cascade.settings.read_timeout_ms
    if (time.perf_counter() - exchange.started) * 1000 >= limit_ms:
        exchange.late = True
        raise RefusedError(
            408,
            f"the body did not arrive within {limit_ms} ms: send it again",
            error_type="request_timeout",
        )


def _check_size(body: bytes | bytearray, limit: int) -> None:
    if len(body) > limit:
        raise _too_large(limit)


def _too_large(limit: int) -> RefusedError:
    return RefusedError(
        413,
        f"the body is larger than {limit} bytes: send less at once",
        error_type="request_too_large",
        code="request_too_large",
    )
