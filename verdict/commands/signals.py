"""What Ctrl-C and a request to end do to a run; its results are whole at any moment."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"
_INTERRUPTED = 130


@contextmanager
def second_interrupt_ends() -> Iterator[None]:
    """Let the first Ctrl-C interrupt the block, and a second one end the process at once."""
    if not _is_free(signal.SIGINT, signal.default_int_handler):
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    interrupted = False
    try:
        yield
    except KeyboardInterrupt:
        interrupted = True
        raise
    finally:
        if not interrupted:  # until the process has ended, there may be a second one
            signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def cursor_shown_at_end() -> Iterator[None]:
    """Let a request to end show the cursor again that a bar hides."""
    if not _is_free(signal.SIGTERM, signal.SIG_DFL):
        yield
        return
    signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _is_free(number: signal.Signals, usual: object) -> bool:
    """Whether a signal may be handled here, and nobody has said already what it does."""
    here = threading.current_thread() is threading.main_thread()
    return here and signal.getsignal(number) == usual


def _interrupt(_: int, __: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, _stop_at_once)
    raise KeyboardInterrupt


def _stop_at_once(_: int, __: FrameType | None) -> NoReturn:
    _write(b"verdict corpus run: stopped at once\n")
    os._exit(_INTERRUPTED)


def _end(number: int, _: FrameType | None) -> None:
    _write(b"")
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _write(text: bytes) -> None:
    """Past all that may be in the middle of writing; with the cursor, on a terminal."""
    with suppress(OSError, ValueError):
        number = sys.__stderr__.fileno() if sys.__stderr__ else 2
        os.write(number, (SHOW_CURSOR if os.isatty(number) else b"") + text)
