"""What the readings of several packs say together."""

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeVar


class Read(Protocol):
    """What one pack read."""

    @property
    def reason(self) -> str | None:
        """Why it says nothing, if so."""

    @property
    def unaccounted(self) -> tuple[str, ...]:
        """The words that stopped it."""


_VAGUE = ("content", "unknown_words")  # reasons that say the least
R = TypeVar("R", bound=Read)


def agreed(
    readings: Sequence[R],
    said: Callable[[R], Hashable],
    passing: Callable[[str], R],
) -> R:
    """Return the reading of all packs: the first that says something, if all that do say the same.

    Args:
        readings: one of each pack.
        said: what a reading says, None for nothing.
        passing: makes a reading that says nothing, for the reason given.
    """
    knowing = [reading for reading in readings if said(reading) is not None]
    if len({said(reading) for reading in knowing}) > 1:
        return passing("mixed")
    if knowing:
        return knowing[0]
    return min(
        readings,
        key=lambda read: (
            _VAGUE.index(read.reason) if read.reason in _VAGUE else -1,
            len(read.unaccounted),
        ),
        default=passing("unknown_words"),
    )
