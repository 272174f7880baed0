"""Chunks of a corpus, decided by a running service."""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from verdict.corpus.deciding import Decided, Outcome, read_line
from verdict.corpus.faults import Fault
from verdict.corpus.results import encode, result_of
from verdict.corpus.sources import Line
from verdict.identity import differences
from verdict.records import Record
from verdict.service.client import RequestRefusedError, ServiceClient, ServiceError

PLACES = 8
# For requests in flight when a run ends early; the threads of those that take longer are left.
_CLOSE_SECONDS = 1.0


class ServiceEngine:
    """Decides with a running service, as it is configured, its time limits included.

    Args:
        client: asks it; closed with the engine.
        places: how many chunks are decided at once, each with one request at a time.
    """

    def __init__(self, client: ServiceClient, places: int = PLACES) -> None:
        self.places = places
        self._client = client
        self._identity: dict[str, Any] | None = None
        self._waiting: queue.SimpleQueue[tuple[Future[list[Outcome]], Sequence[Line]] | None] = (
            queue.SimpleQueue()
        )
        # An executor's threads would keep an interrupted process until each has its answer.
        self._threads = [
            threading.Thread(target=self._work, name=f"verdict-service-{number}", daemon=True)
            for number in range(places)
        ]
        for thread in self._threads:
            thread.start()

    def identity(self) -> dict[str, Any]:
        """See `Engine`; asked for once.

        Raises:
            ServiceError: the service cannot be asked.
        """
        if self._identity is None:
            self._identity = self._client.identity()
        return self._identity

    def check_identity(self) -> None:
        """Make sure that what decides is still what the service told first.

        Raises:
            ServiceError: the service was started with something else meanwhile, or is gone.
        """
        changed = differences(self.identity(), self._client.identity())
        if changed:
            raise ServiceError(
                f"{self._client.url}: the service decides with something else now "
                f"({', '.join(changed)}); what it answered since is not kept: run it again"
            )

    def submit(self, lines: Sequence[Line]) -> "Future[list[Outcome]]":
        """See `Engine`; the future fails with a ServiceError where the service cannot be asked."""
        self.identity()
        future: Future[list[Outcome]] = Future()
        self._waiting.put((future, lines))
        return future

    def close(self) -> None:
        """See `Engine`; a request in flight is not waited for long."""
        self._client.interrupt()
        with suppress(queue.Empty):
            while True:
                waiting = self._waiting.get_nowait()
                if waiting is not None:
                    waiting[0].cancel()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join(_CLOSE_SECONDS / self.places)
        self._client.close()

    def _work(self) -> None:
        while (taken := self._waiting.get()) is not None:
            future, lines = taken
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(self._decide(lines))
                except BaseException as error:  # noqa: BLE001  # whoever waits gets it
                    future.set_exception(error)

    def _decide(self, lines: Sequence[Line]) -> list[Outcome]:
        outcomes = [self._decide_line(line) for line in lines]
        # After each chunk, so that no result is kept of a service that was restarted as another.
        self.check_identity()
        return outcomes

    def _decide_line(self, line: Line) -> Outcome:
        record = read_line(line)
        if isinstance(record, Fault):
            return record
        try:
            document = self._client.decide(record.document["state"], _question(record))
        except RequestRefusedError as error:
            return Fault(line.file, line.number, str(error))
        except ServiceError as error:
            raise ServiceError(f"{error} (asked for {line.file}:{line.number})") from error
        if document["distribution"].keys() != set(record.question.labels):
            raise ServiceError(
                f"{self._client.url}: it answered {line.file}:{line.number} with other options "
                "than were asked: is it a Verdict service?"
            )
        ms = {step["tier"]: step["ms"] for step in document["trace"]}
        return Decided(record.id, encode(result_of(record, document)), ms)


def _question(record: Record) -> dict[str, Any]:
    """The record's question as the service takes it: the levels of a score are a list."""
    question: dict[str, Any] = record.document["question"]
    levels = question.get("criteria")
    if record.question.type == "score" and isinstance(levels, dict):
        return question | {"criteria": [levels[str(place)] for place in range(len(levels))]}
    return question
