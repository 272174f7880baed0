"""What happened, told: one JSON object a line, with the request's id and without its content."""

import logging
from collections.abc import Callable, MutableMapping
from contextvars import ContextVar
from typing import Any, Literal, TextIO

import structlog
from pydantic_core import to_json

Event = MutableMapping[str, Any]

# The request that is being answered, for lines that are written further down.
current_request: ContextVar[str | None] = ContextVar("current_request", default=None)


class RequestLog:
    """Lines about requests.

    Neither the standard library's logging nor structlog's loggers are between: each takes about as
    long as reading a reply.

    Args:
        stream: where to.
        render: makes the line.
        for_people: whether the lines are for people to read.
    """

    def __init__(
        self, stream: TextIO, render: Callable[[Event], bytes], *, for_people: bool
    ) -> None:
        self.for_people = for_people
        self._stream = stream
        self._render = render

    def write(self, event: Event) -> None:
        """Write a line, which may wait in a buffer."""
        self._stream.buffer.write(self._render(event))

    def flush(self) -> None:
        """Bring what was written to its end."""
        self._stream.flush()


def configure_logging(log_format: Literal["json", "console"] | None, stream: TextIO) -> RequestLog:
    """Send every log line of the process to `stream`, in the one format.

    Args:
        log_format: None for lines to read on a terminal, JSON elsewhere.
        stream: where to.

    Returns:
        Where the requests' own lines go.
    """
    as_json = log_format == "json" or (log_format is None and not stream.isatty())
    console = structlog.dev.ConsoleRenderer(
        colors=stream.isatty(),
        # Without the values of variables, which are what was asked.
        exception_formatter=structlog.dev.plain_traceback,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.stdlib.ExtraAdder(),
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                _add_request_id,
            ],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(_AS_JSON if as_json else [console]),
            ],
        )
    )
    # Libraries tell what they do at length, and some of it may be content.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("verdict").setLevel(logging.INFO)

    def to_console(event: Event) -> bytes:
        event = {name: _printable(value) for name, value in event.items()}
        return f"{console(None, 'info', event)}\n".encode(errors="backslashreplace")

    return RequestLog(stream, _as_line if as_json else to_console, for_people=not as_json)


def _add_request_id(_: object, __: str, event: Event) -> Event:
    request_id = current_request.get()
    if request_id is not None:
        event.setdefault("request_id", request_id)
    return event


def _printable(value: object) -> object:
    """A text that a caller chose must not drive the terminal."""
    return ascii(value)[1:-1] if isinstance(value, str) and not value.isprintable() else value


def _as_line(event: Event) -> bytes:
    return to_json(event, fallback=repr) + b"\n"


def _in_order(_: object, __: str, event: Event) -> Event:
    return {name: event.pop(name, None) for name in ("timestamp", "level", "event")} | {**event}


def _as_text(_: object, __: str, event: Event) -> str:
    return to_json(event, fallback=repr).decode()


_AS_JSON: list[structlog.typing.Processor] = [
    structlog.processors.format_exc_info,
    _in_order,
    _as_text,
]
