"""Chunks of a corpus, decided on every core of this machine."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec

from verdict.cascade import Cascade
from verdict.corpus.faults import Fault
from verdict.corpus.results import encode, verdict_result
from verdict.corpus.sources import Line
from verdict.errors import VerdictError
from verdict.identity import identity_of
from verdict.records import Record, RecordError, read_record
from verdict.settings import Settings
from verdict.verdicts import Verdict

# Of a chunk: few enough for one deadline, enough that it costs little.
_TOGETHER = 32


class Decided(msgspec.Struct, frozen=True):
    """One record's result as a line, and what its tiers took.

    Attributes:
        id: of the record.
        line: the encoded result.
        ms: milliseconds by tier.
    """

    id: str
    line: bytes
    ms: dict[str, float]


Outcome = Decided | Fault


class Engine(Protocol):
    """Decides chunks of lines somewhere.

    Attributes:
        places: how many chunks it decides at once.
    """

    places: int

    def identity(self) -> dict[str, Any]:
        """The hashes of all that could change an answer; see `verdict.identity`."""
        ...

    def submit(self, lines: Sequence[Line]) -> "Future[list[Outcome]]":
        """Decide some lines; the outcomes are in their order."""
        ...

    def close(self) -> None:
        """Drop what waits."""
        ...


class InlineEngine:
    """Decides with the configured cascade in this process; its chunks are decided when submitted.

    Args:
        settings: the configuration; see `ProcessEngine`.

    Raises:
        SettingsError: the cascade cannot be built as configured.
    """

    places = 1

    def __init__(self, settings: Settings) -> None:
        self._cascade = Cascade.load(settings.without_time_limits())

    def identity(self) -> dict[str, Any]:
        """See `Engine`."""
        return identity_of(self._cascade)

    def submit(self, lines: Sequence[Line]) -> "Future[list[Outcome]]":
        """See `Engine`."""
        future: Future[list[Outcome]] = Future()
        future.set_result(decide_lines(lines, self._cascade))
        return future

    def close(self) -> None:
        """See `Engine`."""
        self._cascade.close()


class ProcessEngine:
    """Decides with the configured cascade, one process a core.

    Args:
        settings: the configuration; its time limits do not hold, as a busy machine would turn
            them into answers.
        processes: how many.
    """

    def __init__(self, settings: Settings, processes: int) -> None:
        self.places = processes
        # A forked process would share the state of the libraries' threads.
        self._pool = ProcessPoolExecutor(
            processes,
            multiprocessing.get_context("spawn"),
            _begin,
            (settings.without_time_limits(),),
        )

    def identity(self) -> dict[str, Any]:
        """See `Engine`.

        Raises:
            SettingsError: the cascade cannot be built as configured.
        """
        try:
            with _interrupts_held():
                asked = self._pool.submit(_identity)
            return asked.result()
        except BrokenProcessPool as error:
            raise VerdictError(f"a process that decides came to a sudden end: {error}") from error

    def submit(self, lines: Sequence[Line]) -> "Future[list[Outcome]]":
        """See `Engine`."""
        with _interrupts_held():
            return self._pool.submit(_decide_lines, lines)

    def close(self) -> None:
        """See `Engine`."""
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let a process that starts within hear no interrupt, not even before it can say so itself."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_kept: dict[str, Any] = {}


def _begin(settings: Settings) -> None:
    """Start a process of the pool: it ends with its parent, which alone hears an interrupt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    _kept["settings"] = settings


def _cascade() -> Cascade:
    """The process' cascade, built when it is first asked for: here an error reaches the parent."""
    if "cascade" not in _kept:
        _kept["cascade"] = Cascade.load(_kept["settings"])
    cascade: Cascade = _kept["cascade"]
    return cascade


def _identity() -> dict[str, Any]:
    return identity_of(_cascade())


def _decide_lines(lines: Sequence[Line]) -> list[Outcome]:
    return decide_lines(lines, _cascade())


def read_line(line: Line) -> Record | Fault:
    """The record that a line holds, or what is wrong with it."""
    try:
        return read_record(line.content)
    except RecordError as error:
        return Fault(line.file, line.number, str(error))


def decide_lines(lines: Sequence[Line], cascade: Cascade) -> list[Outcome]:
    """Decide some lines; the outcomes are in their order."""
    outcomes: list[Outcome] = []
    for start in range(0, len(lines), _TOGETHER):
        outcomes += _decide_together(lines[start : start + _TOGETHER], cascade)
    return outcomes


def _decide_together(lines: Sequence[Line], cascade: Cascade) -> list[Outcome]:
    read = [read_line(line) for line in lines]
    records = [each for each in read if isinstance(each, Record)]
    batch = cascade.begin([(record.state, record.question) for record in records])
    batch.wait()
    verdicts = iter(batch.verdicts)
    return [each if isinstance(each, Fault) else _decided(each, next(verdicts)) for each in read]


def _decided(record: Record, verdict: Verdict) -> Decided:
    ms = {step.tier: round(step.ms, 3) for step in verdict.trace}
    return Decided(record.id, encode(verdict_result(record, verdict)), ms)
