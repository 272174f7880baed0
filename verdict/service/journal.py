"""What is told of each request once it was answered: its line in the log, its place in the counts.

It is told a moment later, for many requests at once: in between two requests the same work takes
several times as long, since the processor has forgotten it by then.
"""

import asyncio
import time
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from verdict.service.exchanges import Exchange
from verdict.service.logs import RequestLog
from verdict.service.metrics import Metrics

_DELAY_SECONDS = 0.05
_LONGEST_PATH = 200
_PROBES = frozenset({"/healthz", "/readyz", "/metrics"})


class Journal:
    """Keeps what is to be told of the requests.

    Args:
        metrics: counts them.
        log: gets a line for each; None for no lines.
        with_content: whether the line holds what was asked.
    """

    def __init__(self, metrics: Metrics, log: RequestLog | None, *, with_content: bool) -> None:
        self._metrics = metrics
        self._log = log
        self._with_content = with_content
        self._waiting: list[Exchange] = []

    def add(self, exchange: Exchange, status: int) -> None:
        """Take a request that was answered; called on the event loop."""
        exchange.status = status
        exchange.seconds = time.perf_counter() - exchange.started
        exchange.ended = time.time()
        if not self._waiting:
            asyncio.get_running_loop().call_later(_DELAY_SECONDS, self.tell)
        self._waiting.append(exchange)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.tell()

    def tell(self) -> None:
        """Tell of every request so far."""
        told, self._waiting = self._waiting, []
        for exchange in told:
            self._metrics.record(exchange)
        if self._log is not None:
            for exchange in told:
                if exchange.path not in _PROBES or exchange.status != HTTPStatus.OK:
                    self._log.write(self._line(exchange))
            self._log.flush()

    def _line(self, exchange: Exchange) -> dict[str, Any]:
        settled, reasons = 0, set()
        for verdict in exchange.verdicts:
            if verdict.settled:
                settled += 1
            elif verdict.reason is not None:
                reasons.add(verdict.reason)
        line: dict[str, Any] = {
            "timestamp": _timestamp(exchange.ended),
            "level": "info",
            "event": "request",
            "request_id": exchange.request_id,
            "method": exchange.method,
            "path": exchange.path[:_LONGEST_PATH],
            "status": exchange.status,
            "ms": round(exchange.seconds * 1000, 3),
            "key": exchange.key,
            "verdicts": len(exchange.verdicts),
            "settled": settled,
        }
        if reasons:
            line["reasons"] = sorted(reasons)
        if exchange.error is not None:
            line["error"] = exchange.error
        if exchange.caller_id is not None:
            line["caller_request_id"] = exchange.caller_id
        if self._with_content:
            line["content"] = exchange.content
        return line


def _timestamp(seconds: float) -> str:
    """As the other lines write it."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
