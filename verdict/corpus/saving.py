"""Files of results: appended to as records are decided, whole after a kill at any byte."""

import contextlib
import fcntl
import gzip
import os
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from verdict.corpus.results import Result, decode
from verdict.corpus.sources import GZIP_MAGIC, RESULTS_MARK
from verdict.errors import SettingsError
from verdict.identity import differences

FORMAT = 1
_CACHE_KIB = 32 * 1024
_UNFINISHED = (
    "the results are of a run that did not end, or were edited: run it again with the same --save"
)
_PLACE = "INSERT OR REPLACE INTO lines VALUES (?, ?, ?)"
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -%d;
CREATE TABLE lines (id TEXT PRIMARY KEY, start INTEGER, length INTEGER) WITHOUT ROWID;
CREATE TABLE records (id TEXT PRIMARY KEY, file TEXT, number INTEGER) WITHOUT ROWID;
"""


class ResultsFile:
    """A file of results, and an index of it on the disk, so that memory does not grow with it.

    Attributes:
        path: where it lies; None for one that nobody keeps.
        header: the identity under which its records were decided.
        resumed: whether results of an earlier run were taken over.
    """

    def __init__(self, file: IO[bytes], path: Path | None, header: dict[str, Any]) -> None:
        self.path = path
        self.header = header
        self.resumed = False
        self._file = file
        self._last: str | None = ""  # of the ids so far; None once they are not in order
        # A database without a name lies in a temporary file that is gone with its process.
        self._index = sqlite3.connect("", isolation_level=None)
        self._index.executescript(_SCHEMA % _CACHE_KIB)
        self._index.execute("BEGIN")

    @classmethod
    def create(cls, path: Path | None, header: dict[str, Any]) -> "ResultsFile":
        """Begin a file; one that nobody keeps where `path` is None."""
        file: IO[bytes] = tempfile.TemporaryFile() if path is None else _open_for_writing(path)  # noqa: SIM115
        with _closed_on_error(file):
            _lock(file, path)
            file.truncate(0)
            file.write(_header_line(header))
            file.flush()
            return cls(file, path, header)

    @classmethod
    def load(cls, path: Path) -> "ResultsFile":
        """Open a finished file to compare with; it may be gzipped.

        Raises:
            SettingsError: it cannot be read, is no file of results, or an unfinished one.
        """
        try:
            file = _open_unpacked(path)
        except (OSError, EOFError, zlib.error) as error:
            raise SettingsError(f"{path}: {_why(error)}") from error
        with _closed_on_error(file):
            header, finished = _read_header(file)
            if header is None:
                raise SettingsError(f"{path}: no file of results: make one with --save")
            if not finished:
                raise SettingsError(f"{path}: {_UNFINISHED}")
            results = cls(file, path, header)
            results._index.executemany(_PLACE, results._in_order())
            return results

    def _in_order(self) -> Iterator[tuple[str, int, int]]:
        for number, (result, line, start) in enumerate(self._saved(), 2):
            if result is not None:
                self._follow(result.id)
            if result is None or self._last is None:
                raise SettingsError(f"{self.path}:{number}: {_UNFINISHED}")
            yield result.id, start, len(line)

    def _saved(self) -> Iterator[tuple[Result | None, bytes, int]]:
        """Each line below the header, where it starts; None for what is no result, or cut."""
        self._file.seek(0)
        start = len(self._file.readline())
        for line in self._file:
            try:
                result = decode(line) if line.endswith(b"\n") else None
            except msgspec.MsgspecError:
                result = None
            yield result, line, start
            start += len(line)

    def _follow(self, name: str) -> None:
        """Note whether the file is still in order."""
        self._last = name if self._last is not None and name > self._last else None

    def resume(self) -> None:
        """Take over what the file holds already; what a slow tier answered is decided again."""
        self.resumed = True
        self._mark(finished=False)
        end = 0

        def whole() -> Iterator[tuple[str, int, int]]:
            nonlocal end
            for result, line, start in self._saved():
                end = start + len(line) if line.endswith(b"\n") else start
                if result is None or result.transient:
                    self._last = None
                else:
                    self._follow(result.id)
                    yield result.id, start, len(line)

        self._index.executemany(_PLACE, whole())
        if end:
            self._file.truncate(end)

    def append(self, results: Iterable[tuple[str, bytes]]) -> None:
        """Write the lines of some results, and hand them to the system at once."""
        start = self._file.seek(0, os.SEEK_END)
        placed, lines = [], []
        for name, line in results:
            self._follow(name)
            placed.append((name, start, len(line)))
            lines.append(line)
            start += len(line)
        self._file.write(b"".join(lines))
        self._file.flush()
        self._index.executemany(_PLACE, placed)

    def claim(self, places: Sequence[tuple[str, str, int]]) -> dict[int, tuple[str, int]]:
        """Say where records stand: id, file and line of each.

        Returns:
            For each that has the id of one before it: its place in the sequence, and file and line
            of the first.
        """
        before = self._index.total_changes
        self._index.executemany("INSERT OR IGNORE INTO records VALUES (?, ?, ?)", places)
        if self._index.total_changes - before == len(places):
            return {}
        again, mine = {}, set()
        for number, (name, *place) in enumerate(places):
            query = "SELECT file, number FROM records WHERE id = ?"
            first = self._index.execute(query, (name,)).fetchone()
            if first != tuple(place) or name in mine:
                again[number] = first
            mine.add(name)
        return again

    def get(self, name: str) -> Result | None:
        """The result of the record of that id."""
        row = self._index.execute("SELECT start, length FROM lines WHERE id = ?", (name,))
        found = row.fetchone()
        return decode(self._read(*found)) if found else None

    def has(self, name: str) -> bool:
        """Whether there is a result of the record of that id."""
        return bool(self._index.execute("SELECT 1 FROM lines WHERE id = ?", (name,)).fetchone())

    def _read(self, start: int, length: int) -> bytes:
        return os.pread(self._file.fileno(), length, start)

    def lines(self, *, claimed: bool = False) -> Iterator[bytes]:
        """The lines of results by id; with `claimed`, of this corpus' records alone."""
        if self._last is not None:
            with os.fdopen(os.dup(self._file.fileno()), "rb") as file:
                file.seek(0)
                next(file)
                yield from file
            return
        which = "lines JOIN records USING (id)" if claimed else "lines"
        query = f"SELECT start, length FROM {which} ORDER BY id"  # noqa: S608  # one of two constants
        for start, length in self._index.execute(query):
            yield self._read(start, length)

    def strangers(self) -> int:
        """How many results are of no record of this corpus."""
        query = "SELECT count(*) FROM lines WHERE id NOT IN (SELECT id FROM records)"
        count: int = self._index.execute(query).fetchone()[0]
        return count

    def finish(self) -> Path | None:
        """Put the file in order: by id, this corpus' records alone, in one step on the disk.

        Returns:
            Where the file is kept as it was, if it had results of other records.
        """
        aside = None
        strangers = self.strangers()
        if self._last is not None:
            self._mark(finished=True)
            if not strangers:
                return None
            self._last = None
        sorted_file, sorted_path = self._beside()
        sorted_file.write(_header_line(self.header, finished=True))
        sorted_file.writelines(self.lines(claimed=True))
        sorted_file.flush()
        os.fsync(sorted_file.fileno())
        if self.path is not None and sorted_path is not None:
            if strangers:
                aside = set_aside(self.path)
            sorted_path.replace(self.path)
        self._file.close()
        self._file, self._last = sorted_file, ""
        return aside

    def _mark(self, *, finished: bool) -> None:
        """Say in the header whether the run came to its end; the line is as long either way."""
        os.pwrite(self._file.fileno(), _header_line(self.header, finished=finished), 0)

    def _beside(self) -> tuple[IO[bytes], Path | None]:
        if self.path is None:
            return tempfile.TemporaryFile(), None
        path = self.path.with_name(f"{self.path.name}.sorted")
        return path.open("w+b"), path

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
    """
    if path is None or not path.exists() or not path.stat().st_size:
        return ResultsFile.create(path, header), None
    remark = None
    with path.open("rb") as file:
        _lock(file, path)
        saved, _ = _read_header(file)
        if saved is None and not _is_cut_header(path):
            raise SettingsError(
                f"{path}: it holds no results and is left as it is: name another file"
            )
        if saved not in (None, header):
            aside = set_aside(path)
            changed = ", ".join(differences(saved or {}, header))
            remark = (
                f"{path} was decided by something else ({changed}): it is not resumed, "
                f"and kept as {aside}"
            )
    if saved == header:
        opened = path.open("r+b")
        with _closed_on_error(opened):
            _lock(opened, path)
            results = ResultsFile(opened, path, header)
            results.resume()
            return results, None
    return ResultsFile.create(path, header), remark


def _open_unpacked(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(2) == GZIP_MAGIC
    if not packed:
        return path.open("rb")
    unpacked: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
    with _closed_on_error(unpacked), gzip.open(path) as file:
        shutil.copyfileobj(file, unpacked)
    unpacked.seek(0)
    return unpacked


@contextlib.contextmanager
def _closed_on_error(file: IO[bytes]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        file.close()
        raise


def _lock(file: IO[bytes], path: Path | None) -> None:
    """Make sure that no other run writes to the file; the lock ends with this process."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SettingsError(f"{path}: another run writes to it: wait, or name another") from error


def set_aside(path: Path) -> Path:
    """Keep a file under another name, in place of the one that was kept before."""
    aside = path.with_name(f"{path.name}.previous")
    path.replace(aside)
    return aside


def _header_line(header: dict[str, Any], *, finished: bool = False) -> bytes:
    told = b'"finished":true ' if finished else b'"finished":false'
    line = msgspec.json.encode({"verdict_results": FORMAT, "finished": False, **header})
    return line.replace(b'"finished":false', told, 1) + b"\n"


def _read_header(file: IO[bytes]) -> tuple[dict[str, Any] | None, bool]:
    """The header of a file of results, None where it is none, and whether the run ended."""
    line = file.readline(1 << 20)
    with contextlib.suppress(msgspec.MsgspecError, RecursionError):
        header = msgspec.json.decode(line) if line.endswith(b"\n") else None
        if isinstance(header, dict) and header.pop("verdict_results", None) == FORMAT:
            return header, bool(header.pop("finished", False))
    return None, False


def _open_for_writing(path: Path) -> IO[bytes]:
    """Open a file without cutting it: another run may write to it."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")


def _is_cut_header(path: Path) -> bool:
    """Whether the file ends in the middle of its header, as a kill may leave it."""
    with path.open("rb") as file:
        begun = file.read(len(RESULTS_MARK) + (1 << 16))
    return b"\n" not in begun and (begun.startswith(RESULTS_MARK) or RESULTS_MARK.startswith(begun))


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
