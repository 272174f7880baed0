"""Files of results: appended to as records are decided, whole after a kill at any byte."""

import contextlib
import gzip
import os
import shutil
import stat
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Literal, get_args

import msgspec

from verdict.corpus.line_index import LineIndex
from verdict.corpus.results import Result, decode
from verdict.corpus.sources import GZIP_MAGIC, RESULTS_MARK
from verdict.corpus.writing import (
    closed_on_error,
    lock,
    open_for_writing,
    set_aside,
    telling,
    write_at,
)
from verdict.errors import SettingsError
from verdict.identity import differences

FORMAT = 1
_MAX_LINE = 32 * 1024 * 1024  # bytes; a result is smaller than the longest record by far
# What a file is of, in its header: a run that did not end, a part of a corpus or one with faults,
# a whole one. Words of one length, as it is written over in its place.
Extent = Literal["open", "part", "full"]
_UNFINISHED = "the results are of a run that did not end: run it again with the same --save"
_EDITED = "it is no result, or stands out of order, as no run writes it: save the results again"


class ResultsFile:
    """A file of results, and an index of it on the disk, so that memory does not grow with it.

    Attributes:
        path: where it lies; None for one that nobody keeps.
        header: the identity under which its records were decided.
        resumed: whether it holds results of an earlier run.
    """

    def __init__(self, file: IO[bytes], path: Path | None, header: dict[str, Any]) -> None:
        self.path = path
        self.header = header
        self.resumed = False
        self._file = file
        self._last: str | None = ""  # of the ids so far; None once they are not in order
        self._end = len(_header_line(header, "open"))
        self._extent: Extent = "open"  # what its header says
        self._before: Extent = "open"
        self._index = LineIndex()

    @classmethod
    def create(cls, path: Path | None, header: dict[str, Any]) -> "ResultsFile":
        """Begin a file; one that nobody keeps where `path` is None."""
        with telling(path):
            file: IO[bytes] = tempfile.TemporaryFile() if path is None else open_for_writing(path)  # noqa: SIM115
            with closed_on_error(file):
                lock(file, path)
                file.truncate(0)
                write_at(file, 0, _header_line(header, "open"))
                return cls(file, path, header)

    @classmethod
    def load(cls, path: Path) -> "ResultsFile":
        """Open a finished file to compare with; it may be gzipped.

        Raises:
            SettingsError: it cannot be read, is no file of results, or an unfinished one.
        """
        if path.exists() and not path.is_file():
            raise SettingsError(f"{path}: it is no regular file, and read more than once")
        try:
            file = _open_unpacked(path)
        except (OSError, EOFError, zlib.error) as error:
            raise SettingsError(f"{path}: {_why(error)}") from error
        with closed_on_error(file):
            header, extent = _read_header(file)
            if header is None:
                raise SettingsError(
                    f"{path}: no file of results, or one of another version: make one with --save"
                )
            if extent == "open":
                raise SettingsError(f"{path}: {_UNFINISHED}")
            results = cls(file, path, header)
            results._extent = extent
            results._index.place(results._in_order(), now=False)
            return results

    def _in_order(self) -> Iterator[tuple[str, int, int]]:
        for number, (result, line, start) in enumerate(self._saved(), 2):
            if result is not None:
                self._follow(result.id)
            if result is None or self._last is None:
                raise SettingsError(f"{self.path}:{number}: {_EDITED}")
            yield result.id, start, len(line)

    def _saved(self) -> Iterator[tuple[Result | None, bytes, int]]:
        """Each line below the header, where it starts; None for what is cut or no result."""
        self._file.seek(0)
        start = len(self._file.readline())
        while line := self._file.readline(_MAX_LINE):
            try:
                result = decode(line) if line.endswith(b"\n") else None
            except msgspec.MsgspecError:
                result = None
            yield result, line, start
            start += len(line)

    def _follow(self, name: str) -> None:
        """Note whether the file is still in order."""
        self._last = name if self._last is not None and name > self._last else None

    @property
    def partial(self) -> bool:
        """Whether it is of a part of a corpus, or of one with faults."""
        return self._extent == "part"

    def resume(self, extent: Extent) -> None:
        """Go on with what the file holds already; `extent` is what its header says."""
        if self._file.readline(1 << 20) != _header_line(self.header, extent):
            # It is written over in its place.
            raise SettingsError(f"{self.path}: its first line was edited: name another file")
        self.resumed = True
        self._extent = self._before = extent

        def whole() -> Iterator[tuple[str, int, int]]:
            for result, line, start in self._saved():
                if line.endswith(b"\n"):
                    self._end = start + len(line)
                if result is None:
                    self._last = None
                else:
                    self._follow(result.id)
                    yield result.id, start, len(line)

        self._index.place(whole(), now=False)
        with telling(self.path):
            self._file.truncate(self._end)

    def append(self, results: Iterable[tuple[str, bytes]]) -> None:
        """Write the lines of some results of this run, and hand them to the system at once."""
        placed, lines = [], []
        start = self._end
        for name, line in results:
            self._follow(name)
            placed.append((name, start, len(line)))
            lines.append(line)
            start += len(line)
        if not lines:
            return
        self._mark("open")
        with telling(self.path):
            write_at(self._file, self._end, b"".join(lines))
        self._end = start
        self._index.place(placed, now=True)

    def claim(self, places: Sequence[tuple[str, str, int]]) -> dict[int, tuple[str, int]]:
        """See `LineIndex.claim`."""
        return self._index.claim(places)

    def record(self, name: str) -> tuple[str, int] | None:
        """See `LineIndex.record`."""
        return self._index.record(name)

    def take_over(self, name: str) -> None:
        """Count the result that an earlier run came to as one of this run."""
        self._index.take_over(name)

    def get(self, name: str) -> Result | None:
        """The result of the record of that id, whichever run came to it."""
        found = self._index.find(name)
        return decode(self._read(*found)) if found else None

    def others(self) -> int:
        """How many results are of records that this run does not have, or cannot read."""
        return self._index.others()

    def _read(self, start: int, length: int) -> bytes:
        return os.pread(self._file.fileno(), length, start)

    def lines(self, *, claimed: bool = False) -> Iterator[bytes]:
        """The lines of results by id; with `claimed`, those of this run alone.

        An earlier result of a record that this run does not have, or cannot read, is not its own.
        """
        claimed = claimed and self._index.others() > 0
        if self._last is None:
            for start, length in self._index.places(current=claimed):
                yield self._read(start, length)
            return
        with os.fdopen(os.dup(self._file.fileno()), "rb") as file:
            file.seek(0)
            next(file)
            if not claimed:
                yield from file
                return
            # What is in order has the order of the index.
            for line, current in zip(file, self._index.currents(), strict=True):
                if current:
                    yield line

    def finish(self, *, whole: bool = True) -> str | None:
        """Put the file in order, by id, in one step on the disk.

        Args:
            whole: whether the run had all of its corpus and could read it, so that results of
                other records are of records that are gone. They are left out then, and the file
                as it was is kept under another name; else they stay.

        Returns:
            What must be said of it.
        """
        others = self._index.others()
        if others and whole:
            self._index.drop_others()
            aside = self._rewrite("full", keep=True)
            return f"results of records that this run does not have are kept as {aside}"
        extent = self._before
        if whole:
            extent = "full"
        elif extent == "open" and not others:
            extent = "part"
        if self._last is None:
            self._rewrite(extent, keep=False)
        else:
            self._mark(extent)
        if extent != "open":
            return None
        return f"{self.path} still holds a part of a whole run that did not end: run that again"

    def _rewrite(self, extent: Extent, *, keep: bool) -> Path | None:
        aside = None
        with telling(self.path):
            ordered, beside = self._beside()
            try:
                ordered.write(_header_line(self.header, extent))
                ordered.writelines(self._read(*place) for place in self._index.places())
                ordered.flush()
                os.fsync(ordered.fileno())
                if self.path is not None and beside is not None:
                    os.fchmod(ordered.fileno(), _mode(self.path))
                    aside = set_aside(self.path) if keep else None
                    beside.replace(self.path)
            except BaseException:
                if beside is not None:
                    beside.unlink(missing_ok=True)
                with contextlib.suppress(OSError):  # the first error says what is wrong
                    ordered.close()
                raise
        self._file.close()
        self._file, self._last, self._extent = ordered, "", extent
        return aside

    def _mark(self, extent: Extent) -> None:
        """Say in the header what the file is of."""
        if extent != self._extent:
            with telling(self.path):
                write_at(self._file, 0, _header_line(self.header, extent))
            self._extent = extent

    def _beside(self) -> tuple[IO[bytes], Path | None]:
        """A file that can take the place of this one; a hidden one is no part of a corpus."""
        if self.path is None:
            return tempfile.TemporaryFile(), None
        handle, name = tempfile.mkstemp(prefix=".verdict-", dir=self.path.parent)
        return os.fdopen(handle, "w+b"), Path(name)

    def close(self) -> None:
        """Let go of the file and the index."""
        self._index.close()
        self._file.close()


def open_saved(path: Path | None, header: dict[str, Any]) -> tuple[ResultsFile, str | None]:
    """Open the file that results are saved to, and resume it where the same things decided.

    Returns:
        The file, and what must be said of one that is not resumed.

    Raises:
        SettingsError: there is a file of that name which holds no results.
        VerdictError: it cannot be written.
    """
    if path is not None and path.is_symlink():
        path = path.resolve()  # the link stays
    if path is None or not path.exists() or not path.stat().st_size:
        return ResultsFile.create(path, header), None
    mode = _mode(path)
    with path.open("rb") as file:
        lock(file, path)
        saved, extent = _read_header(file)
        if saved is None and not _is_cut_header(path):
            raise SettingsError(
                f"{path}: it holds no results and is left as it is: name another file"
            )
        remark = None if saved in (None, header) else _give_way(path, saved or {}, header)
    if saved == header:
        with telling(path):
            opened = path.open("r+b")
        with closed_on_error(opened):
            lock(opened, path)
            results = ResultsFile(opened, path, header)
            results.resume(extent)
            return results, None
    results = ResultsFile.create(path, header)
    path.chmod(mode)
    return results, remark


def _give_way(path: Path, saved: dict[str, Any], header: dict[str, Any]) -> str:
    """Keep results that something else decided under another name."""
    with telling(path):
        aside = set_aside(path)
        path.unlink()
    return (
        f"{path} was decided by something else ({', '.join(differences(saved, header))}): "
        f"it is not resumed, and kept as {aside}"
    )


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _open_unpacked(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(2) == GZIP_MAGIC
    if not packed:
        return path.open("rb")
    unpacked: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
    with closed_on_error(unpacked), gzip.open(path) as file:
        shutil.copyfileobj(file, unpacked)
    unpacked.seek(0)
    return unpacked


def _header_line(header: dict[str, Any], extent: Extent) -> bytes:
    return msgspec.json.encode({"verdict_results": FORMAT, "extent": extent, **header}) + b"\n"


def _read_header(file: IO[bytes]) -> tuple[dict[str, Any] | None, Extent]:
    """The header of a file of results, None where it is none, and what the file is of."""
    line = file.readline(1 << 20)
    with contextlib.suppress(msgspec.MsgspecError, RecursionError):
        header = msgspec.json.decode(line) if line.endswith(b"\n") else None
        if isinstance(header, dict) and header.pop("verdict_results", None) == FORMAT:
            extent = header.pop("extent", "open")
            return header, extent if extent in get_args(Extent) else "open"
    return None, "open"


def _is_cut_header(path: Path) -> bool:
    """Whether the file ends in the middle of its header, as a kill may leave it."""
    with path.open("rb") as file:
        begun = file.read(len(RESULTS_MARK) + (1 << 16))
    return b"\n" not in begun and (begun.startswith(RESULTS_MARK) or RESULTS_MARK.startswith(begun))


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
