"""What a caller that hangs up no longer needs is not worked on."""

import asyncio
from typing import Any

from litestar import Request
from litestar.exceptions import ClientException

from verdict.batches import Batch


async def finish_or_drop(batch: Batch, request: Request[Any, Any, Any]) -> None:
    """Bring the batch to its verdicts, unless the caller hangs up: then drop its work.

    Raises:
        ClientException: the caller is gone; nobody will read the answer.
    """
    if batch.done:
        return
    work = asyncio.ensure_future(batch.finish())
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientException("the caller hung up")
        await work
    finally:
        work.cancel()
        gone.cancel()


async def _disconnected(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
