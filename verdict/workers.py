"""Threads for the tiers that take longer than the event loop should wait."""

import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from verdict.errors import VerdictError

T = TypeVar("T")


class Overloaded(Exception):  # noqa: N818  # a state of affairs, not a fault
    """The queue is full."""


class Workers(Generic[T]):
    """A few threads behind a queue of bounded length.

    Args:
        name: of the threads.
        threads: how many calls run at once.
        queue: how many more may wait.
    """

    def __init__(self, name: str, threads: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places = threading.BoundedSemaphore(threads + queue)

    def submit(self, call: Callable[[], T]) -> "Future[T]":
        """Run `call` on a thread.

        Raises:
            Overloaded: every thread is busy and the queue is full.
            VerdictError: it was closed.
        """
        if not self._places.acquire(blocking=False):
            raise Overloaded
        try:
            future = self._pool.submit(contextvars.copy_context().run, call)
        except RuntimeError as error:
            self._places.release()
            raise VerdictError("the cascade is closed: load another") from error
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        """Drop what waits and let what runs come to its end."""
        self._pool.shutdown(wait=False, cancel_futures=True)
