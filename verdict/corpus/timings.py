"""How long each decision took, in a file of its own: times differ from run to run."""

import os
from pathlib import Path
from typing import IO

import msgspec

from verdict.corpus.deciding import Decided
from verdict.corpus.writing import closed_on_error, open_for_writing, telling, write_at
from verdict.errors import SettingsError

_MARK = b'{"id":'


class _Times(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the file."""

    id: str
    ms: dict[str, float]


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_Times)


def timings_path(save: Path) -> Path:
    """Where the times of a run stand whose results are saved at `save`."""
    return save.with_name(f"{save.name}.timings")


def holds_times(path: Path) -> bool:
    """Whether a file holds the times of a run, or nothing, so that it may be written to."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        line = file.readline(1 << 20)
    try:
        _DECODER.decode(line)
    except msgspec.ValidationError:
        return False
    except msgspec.DecodeError:  # a first line that was cut is ours too
        return not line.endswith(b"\n") and (line.startswith(_MARK) or _MARK.startswith(line))
    return True


class Timings:
    """One line a decision, in the order in which they were made: id, and milliseconds by tier.

    A record that was decided again stands there again; its last line counts.

    Args:
        save: where the results are saved; None keeps no times.
        resumed: whether to go on with the times that are there.

    Raises:
        SettingsError: something else lies there.
        VerdictError: it cannot be written.
    """

    def __init__(self, save: Path | None, *, resumed: bool) -> None:
        self._file: IO[bytes] | None = None
        if save is None:
            return
        self._path = timings_path(save)
        if self._path.exists() and not holds_times(self._path):
            raise SettingsError(f"{self._path}: it holds no times and is left as it is: move it")
        with telling(self._path):
            file = open_for_writing(self._path)
            with closed_on_error(file):
                self._end = _whole(file) if resumed else 0
                file.truncate(self._end)
            self._file = file

    def append(self, decided: list[Decided]) -> None:
        """Write the times of some decisions."""
        if self._file is not None:
            lines = [_ENCODER.encode(_Times(each.id, each.ms)) + b"\n" for each in decided]
            content = b"".join(lines)
            with telling(self._path):
                write_at(self._file, self._end, content)
            self._end += len(content)

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
