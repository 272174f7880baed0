"""The questions of one request, answered under one deadline and one snapshot of the cascade."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass

from verdict.deadlines import Deadline
from verdict.runs import Run, ask_tier
from verdict.tiers import Answer, Pass, Tier
from verdict.verdicts import Verdict
from verdict.workers import Overloaded, Workers

Result = Answer | Pass

# Runs that are tried in place before the event loop gets a turn: about a millisecond of rules.
_IN_PLACE = 32


@dataclass(frozen=True, slots=True)
class _Call:
    run: Run
    future: "Future[Result]"
    deadline: Deadline
    started: float


class Batch:
    """Some runs and what it takes to bring them to their verdicts.

    The runs of a batch are asked one after another, so that a request with many questions takes
    one place in a tier's queue, not all of them.
    """

    def __init__(
        self,
        runs: Iterable[Run],
        workers: Mapping[str, Workers[Result]],
        deadline: Deadline,
        tier_timeout_ms: Mapping[str, int],
    ) -> None:
        self._runs = list(runs)
        self._workers = workers
        self._deadline = deadline
        self._tier_timeout_ms = tier_timeout_ms
        for run in self._runs[:_IN_PLACE]:
            run.ask_in_place(deadline)

    @property
    def done(self) -> bool:
        """Whether every verdict is there already."""
        return all(run.pending is None for run in self._runs)

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts, in the order of the runs."""
        return [run.verdict for run in self._runs]

    def wait(self) -> None:
        """Bring every run to its verdict, blocking."""
        for call in self._calls():
            if call is not None:
                try:
                    result = call.future.result(call.deadline.remaining())
                except TimeoutError:
                    result = _give_up(call)
                call.run.record(result, call.started)

    async def finish(self) -> None:
        """Bring every run to its verdict; cancelling this drops the work that is under way."""
        for call in self._calls():
            if call is None:
                await asyncio.sleep(0)
            else:
                call.run.record(await _outcome(call), call.started)

    def _calls(self) -> "Iterator[_Call | None]":
        """Give each call that has to be waited for, and None now and then, to let others run.

        Whoever waits records the result before asking for the next.
        """
        for number, run in enumerate(self._runs):
            if number % _IN_PLACE == _IN_PLACE - 1:
                yield None
            run.ask_in_place(self._deadline)
            while (tier := run.pending) is not None:
                started = time.perf_counter()
                deadline = self._deadline_of(tier)
                future = self._submit(run, tier, deadline)
                if isinstance(future, Pass):
                    run.record(future, started)
                else:
                    yield _Call(run, future, deadline, started)
                run.ask_in_place(self._deadline)

    def _deadline_of(self, tier: Tier) -> Deadline:
        own = self._tier_timeout_ms.get(tier.name)
        return self._deadline.within(None if own is None else own / 1000)

    def _submit(self, run: Run, tier: Tier, deadline: Deadline) -> "Future[Result] | Pass":
        if deadline.over():
            return Pass("timeout", "no time was left")
        try:
            return self._workers[tier.name].submit(
                lambda: ask_tier(tier, run.question, run.state, deadline)
            )
        except Overloaded:
            return Pass("unavailable", "too many requests are waiting for this tier")


async def _outcome(call: _Call) -> Result:
    waiting = asyncio.wrap_future(call.future)
    try:
        async with asyncio.timeout(call.deadline.remaining()):
            return await waiting
    except TimeoutError:
        return _give_up(call)
    except asyncio.CancelledError:
        _give_up(call)
        raise


def _give_up(call: _Call) -> Pass:
    call.deadline.cancel()
    call.future.cancel()
    return Pass("timeout", "stopped at its deadline")
