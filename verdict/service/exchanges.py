"""One request on its way through the service, and what is known about it so far."""

import asyncio
import time
from collections.abc import Iterable
from itertools import count
from secrets import token_hex
from typing import Any, Literal, TypeAlias

from litestar.types import Receive

from verdict.batches import Batch
from verdict.cascade import Cascade
from verdict.questions import Question
from verdict.service.refusals import CallerGoneError
from verdict.states import State
from verdict.verdicts import Verdict

Form: TypeAlias = Literal["problem", "systemone", "openai"]

_WITH_BODY = ("POST", "PUT", "PATCH")
_PROCESS_ID = f"req_{token_hex(10)}"
_numbers = count()


def new_request_id() -> str:
    """An id that no other request has: random for the process, counted within it."""
    return f"{_PROCESS_ID}{next(_numbers):012x}"


class Exchange:
    """One request and its answer.

    Attributes:
        request_id: no other request has it.
        started: `time.perf_counter()` when it came in.
        late: whether its body did not come in time.
        received: whether the whole of its body was.
        form: the form that its errors have.
        key: the name of the key it was sent with.
        verdicts: what it was answered with.
        caller_id: the id that its sender gave it.
        content: its body as JSON, where it is to be logged.
        error: what kind of error it was answered with, if it was one.
        status: of the answer; with `seconds`, how long it took, and `ended`, a Unix time, known
            once it was sent.
    """

    __slots__ = (
        "caller_id",
        "cascade",
        "content",
        "ended",
        "error",
        "form",
        "key",
        "late",
        "method",
        "path",
        "receive",
        "received",
        "request_id",
        "seconds",
        "started",
        "status",
        "verdicts",
    )

    def __init__(self, method: str, path: str, cascade: Cascade, receive: Receive) -> None:
        self.request_id = new_request_id()
        self.started = time.perf_counter()
        self.method = method
        self.path = path
        self.cascade = cascade
        self.receive = receive
        self.late = False
        self.received = method not in _WITH_BODY
        self.form: Form = "problem"
        self.key: str | None = None
        self.verdicts: list[Verdict] = []
        self.caller_id: str | None = None
        self.content: Any = None
        self.error: str | None = None
        self.status = 0
        self.seconds = 0.0
        self.ended = 0.0

    async def judge(
        self, cases: Iterable[tuple[State, Question]], timeout_ms: int | None = None
    ) -> list[Verdict]:
        """Answer the questions, unless the caller hangs up: then drop the work.

        Raises:
            CallerGoneError: the caller is gone.
        """
        batch = self.cascade.begin(cases, timeout_ms=timeout_ms)
        if not batch.done:
            await self._finish(batch)
        self.verdicts = batch.verdicts
        return self.verdicts

    async def _finish(self, batch: Batch) -> None:
        work = asyncio.ensure_future(batch.finish())
        gone = asyncio.ensure_future(self._disconnected())
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise CallerGoneError
            await work
        finally:
            work.cancel()
            gone.cancel()

    async def _disconnected(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass
