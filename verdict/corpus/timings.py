"""How long each decision took, in a file of its own: times differ from run to run."""

import os
from pathlib import Path
from typing import IO

import msgspec

from verdict.corpus.deciding import Decided

_ENCODER = msgspec.json.Encoder()


def timings_path(save: Path) -> Path:
    """Where the times of a run stand whose results are saved at `save`."""
    return save.with_name(f"{save.name}.timings")


class Timings:
    """One line a decision, in the order in which they were made: id, and milliseconds by tier.

    A record that was decided again stands there again; its last line counts.

    Args:
        save: where the results are saved; None keeps no times.
        resumed: whether to go on with the times that are there.
    """

    def __init__(self, save: Path | None, *, resumed: bool) -> None:
        self._file: IO[bytes] | None = None
        if save is not None:
            self._file = timings_path(save).open("a+b")
            self._file.truncate(_whole(self._file) if resumed else 0)

    def append(self, decided: list[Decided]) -> None:
        """Write the times of some decisions."""
        if self._file is not None:
            lines = [_ENCODER.encode({"id": each.id, "ms": each.ms}) + b"\n" for each in decided]
            self._file.write(b"".join(lines))
            self._file.flush()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _whole(file: IO[bytes]) -> int:
    """Where the last whole line ends."""
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - 4096)
        file.seek(start)
        found = file.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
