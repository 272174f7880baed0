"""How long an answer may take, and whether anyone still waits for it."""

import time


class Deadline:
    """A moment by which work has to end; asked by whoever does the work.

    Args:
        seconds: from now.
        parent: a deadline that this one lies within; when that is over, so is this.
    """

    def __init__(self, seconds: float, parent: "Deadline | None" = None) -> None:
        self._at = time.monotonic() + seconds
        self._parent = parent
        self._cancelled = False

    def within(self, seconds: float | None) -> "Deadline":
        """A deadline of at most `seconds` from now that also ends when this one does."""
        remaining = self.remaining()
        return Deadline(remaining if seconds is None else min(seconds, remaining), self)

    def remaining(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self._at - time.monotonic())

    def cancel(self) -> None:
        """Say that nobody waits any more."""
        self._cancelled = True

    def over(self) -> bool:
        """Whether the time is up or the work was cancelled: whoever asks should stop."""
        return (
            self._cancelled
            or time.monotonic() >= self._at
            or (self._parent is not None and self._parent.over())
        )
