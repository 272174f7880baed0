"""The caller's end of a request: its body, and what it no longer needs once it hangs up."""

import asyncio
from collections.abc import Iterable
from typing import Any, cast

from litestar.exceptions import ClientException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.types import Receive

from verdict.batches import Batch
from verdict.service.problems import RefusedError


def check_headers(headers: Iterable[tuple[bytes, bytes]], limit: int) -> None:
    """Refuse by its headers a body that would not be read, before the caller sends it.

    Raises:
        RequestEntityTooLarge: it says that it is larger than `limit` bytes.
        RefusedError: it is compressed, or is no JSON but parts.
    """
    for name, value in headers:
        if name == b"content-length" and value.isdigit() and int(value) > limit:
            raise RequestEntityTooLarge
        if name == b"content-encoding" and value.lower() != b"identity":
            raise RefusedError(415, "the body is compressed: send it as it is")
        if name == b"content-type" and value.lower().startswith(b"multipart/"):
            raise RefusedError(415, "the body is in parts, as images are sent: send JSON alone")


async def read_body(receive: Receive, limit: int) -> bytes:
    """Read the whole body.

    Raises:
        RequestEntityTooLarge: it is larger than `limit` bytes.
        ClientException: the caller is gone.
    """
    body = bytearray()
    while True:
        event = cast("dict[str, Any]", await receive())
        if event["type"] == "http.disconnect":
            raise ClientException("the caller hung up")
        body += event.get("body", b"")
        if len(body) > limit:
            raise RequestEntityTooLarge
        if not event.get("more_body", False):
            return bytes(body)


async def finish_or_drop(batch: Batch, receive: Receive) -> None:
    """Bring the batch to its verdicts, unless the caller hangs up: then drop its work.

    Raises:
        ClientException: the caller is gone; nobody will read the answer.
    """
    if batch.done:
        return
    work = asyncio.ensure_future(batch.finish())
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientException("the caller hung up")
        await work
    finally:
        work.cancel()
        gone.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
