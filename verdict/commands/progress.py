"""How far a corpus run has come: a bar on a terminal, plain lines elsewhere."""

import time
from contextlib import ExitStack, suppress
from typing import Self

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from verdict.commands.signals import cursor_shown_at_end

_EVERY = 10.0  # seconds between plain lines


class BarProgress:
    """A bar on standard error, with the rate and the time that is left.

    Args:
        total: bytes of the corpus.
    """

    def __init__(self, total: int) -> None:
        self._bar = Progress(
            TextColumn("{task.fields[records]} records"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[rate]}/s, left:"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("", total=total or 1, records="0", rate="-")
        self._began = time.perf_counter()
        self._until_closed = ExitStack()

    def __enter__(self) -> Self:
        self._until_closed.enter_context(cursor_shown_at_end())
        self._until_closed.enter_context(self._bar)
        return self

    def __exit__(self, *_: object) -> None:
        self._until_closed.close()

    def advance(self, position: int, records: int) -> None:
        """See `verdict.corpus.running.Progress`."""
        rate = records / (time.perf_counter() - self._began)
        self._bar.update(
            self._task, completed=position, records=f"{records:,}", rate=f"{rate:,.0f}"
        )

    def refresh(self) -> None:
        """Show it as it stands now."""
        self._bar.refresh()


class LineProgress:
    """A line on standard error now and then.

    Args:
        total: bytes of the corpus.
    """

    def __init__(self, total: int) -> None:
        self._total = total or 1
        self._began = self._told = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def advance(self, position: int, records: int) -> None:
        """See `verdict.corpus.running.Progress`."""
        now = time.perf_counter()
        if now - self._told < _EVERY:
            return
        self._told = now
        spent, done = now - self._began, position / self._total
        left = spent * (1 - done) / done if done else 0.0
        with suppress(OSError):  # nobody may be there to read it
            click.echo(
                f"verdict corpus run: {records} records, {records / spent:.0f}/s, {done:.0%}, "
                f"about {left:.0f} s left",
                err=True,
            )
