"""Readers of the formats that labelled records come in."""

import csv
import glob
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pydantic_core import PydanticSerializationError, to_json

from verdict.corpus.faults import FileError, LineError
from verdict.corpus.mapping import ColumnMapping, LineMappingError
from verdict.corpus.sources import GZIP_MAGIC, RESULTS_MARK

if TYPE_CHECKING:
    from typing_extensions import Buffer

MAX_LINE = 4 * 1024 * 1024  # bytes
_ROWS = 1000
_MOST_TOLD = 20  # columns
_SEPARATORS = {";": ";", "\t": "\\t", "|": "|"}  # and how TOML writes them
_BUFFER = 64 * 1024

Item = tuple[int, bytes, int] | LineError


def read_json_lines(path: Path, mapping: ColumnMapping | None) -> Iterator[Item]:
    """Yield the lines of JSON Lines, plain or gzipped; blank ones are left out."""
    del mapping  # it is for tables
    number = position = 0
    with _open(path) as file:
        lines = file.lines
        while line := lines.readline(MAX_LINE + 1):
            if file.fault and not line.endswith(b"\n"):
                break  # cut in its middle
            number += 1
            position = position + len(line) if lines is file.raw else file.raw.tell()
            if len(line) > MAX_LINE:
                while line and not line.endswith(b"\n"):
                    line = lines.readline(MAX_LINE)
                yield LineError(number, f"the line is longer than {MAX_LINE} bytes")
            elif number == 1 and line.startswith(RESULTS_MARK):
                raise FileError("the file holds results, not records: name it to --baseline")
            elif stripped := (line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).strip():
                yield number, stripped, position
        file.check(number + 1)


def read_table(path: Path, mapping: ColumnMapping | None) -> Iterator[Item]:
    """Yield the rows of a CSV or TSV file, plain or gzipped, as records."""
    tabs = path.name.lower().removesuffix(".gz").endswith(".tsv")
    delimiter = (mapping and mapping.delimiter) or ("\t" if tabs else ",")
    with _open(path) as file:
        # What is not UTF-8 is a fault of its row, not of the whole file.
        text = io.TextIOWrapper(file.lines, "utf-8-sig", errors="surrogateescape", newline="")
        rows = _rows(_TextLines(text), delimiter)
        _, columns = next(rows, (1, None))
        if columns is None:
            file.check(1)
            return
        if isinstance(columns, LineError):
            raise FileError(f"the header cannot be read: {columns}", 1)
        if any(map(_is_no_text, columns)):
            raise FileError("the header is not UTF-8: save the file as UTF-8", 1)
        mapping = _mapping_for(columns, mapping)
        following = next(rows, None)
        while following is not None:
            begun, row = following
            following = next(rows, None)
            if following is None:
                file.check(begun)  # the last row of a cut file may be half a row
            yield (
                row
                if isinstance(row, LineError)
                else _record(row, columns, mapping, (path, begun), file.raw.tell())
            )


class _TextLines:
    """The lines of a text, counted, and none so long that it could not be held.

    Attributes:
        number: of the line that was read last.
        room: characters that the row may still have that is being read.
    """

    def __init__(self, text: io.TextIOWrapper) -> None:
        self.number = 0
        self.room = MAX_LINE
        self._read = text.readline

    def __iter__(self) -> "_TextLines":
        return self

    def __next__(self) -> str:
        line = self._read(MAX_LINE + 1)
        if not line:
            raise StopIteration
        self.number += 1
        self.room -= len(line)
        if self.room < 0:
            while len(line) > MAX_LINE and not line.endswith(("\n", "\r")):
                line = self._read(MAX_LINE + 1)
            raise csv.Error(f"it is longer than {MAX_LINE} characters: is a quote missing?")
        return line


def _rows(lines: _TextLines, delimiter: str) -> Iterator[tuple[int, list[str] | LineError]]:
    """Yield each row that is not blank, or what is wrong with it, and the line where it begins."""
    csv.field_size_limit(2 * MAX_LINE)  # of a row `lines` itself says that it is too long
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        begun, lines.room = lines.number + 1, MAX_LINE
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield begun, LineError(begun, f"the row cannot be read: {error}")
        else:
            if row:
                yield begun, row


def _record(
    row: list[str],
    columns: list[str],
    mapping: ColumnMapping,
    place: tuple[Path, int],
    position: int,
) -> Item:
    path, number = place
    if len(row) != len(columns):
        return LineError(number, f"the row has {len(row)} columns, the header {len(columns)}")
    values = dict(zip(columns, row, strict=True))
    if any(_is_no_text(value) for value in row):
        return LineError(number, "the row is not UTF-8: save the file as UTF-8")
    return _made(values, mapping, path, number, position)


def _is_no_text(value: str) -> bool:
    return not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value)


def read_parquet(path: Path, mapping: ColumnMapping | None) -> Iterator[Item]:
    """Yield the rows of a Parquet file as records."""
    import duckdb  # noqa: PLC0415

    size = path.stat().st_size
    name = glob.escape(str(path))  # the library takes names for patterns
    with duckdb.connect(config={"threads": 1, "memory_limit": "200MB"}) as connection:
        try:
            (total,) = connection.execute(
                "SELECT sum(num_rows) FROM parquet_file_metadata(?)", [name]
            ).fetchone() or (0,)
            query = "SELECT * FROM read_parquet(?, hive_partitioning = false)"
            cursor = connection.execute(query, [name])
            columns = [column[0] for column in cursor.description]
            json = [name for name, kind, *_ in cursor.description if str(kind) == "JSON"]
            mapping = _mapping_for(columns, mapping, json)
            number = 0
            while rows := cursor.fetchmany(_ROWS):
                for row in rows:
                    number += 1
                    values = dict(zip(columns, row, strict=True))
                    yield _made(values, mapping, path, number, size * number // total)
        except duckdb.Error as error:
            said = str(error).splitlines()[0]
            raise FileError(f"the Parquet file cannot be read: {said}") from error


def _mapping_for(
    columns: list[str], mapping: ColumnMapping | None, json: Sequence[str] = ()
) -> ColumnMapping:
    if len(set(columns)) != len(columns):
        twice = Counter(columns).most_common(1)[0][0]
        raise FileError(f"two columns are called {twice!r}", 1)
    said = mapping or ColumnMapping()
    if misspelt := said.misspelt(columns):
        column, meant = misspelt
        raise FileError(
            f"column {column!r}: is it meant to be {meant!r}? rename it, or say what it is in "
            "--mapping",
            1,
        )
    mapping = said.for_columns(columns, json)
    if not mapping.state and not mapping.reply:
        raise FileError(
            f"no column is called state or reply ({_some(columns)}): {_advice(columns)}", 1
        )
    if missing := mapping.missing(columns):
        raise FileError(
            f"there is no column {', '.join(map(repr, missing))}, only {_some(columns)}: "
            f"{_advice(columns)}",
            1,
        )
    return mapping


def _advice(columns: list[str]) -> str:
    """What to do where columns are missing; of a single one, it may be all of them."""
    for separator, written in _SEPARATORS.items():
        if len(columns) == 1 and separator in columns[0]:
            return f'set delimiter = "{written}" in --mapping'
    return "say with --mapping which column is what"


def _some(columns: list[str]) -> str:
    told = ", ".join(columns[:_MOST_TOLD])
    return told if len(columns) <= _MOST_TOLD else f"{told} and {len(columns) - _MOST_TOLD} more"


def _made(
    values: dict[str, Any], mapping: ColumnMapping, path: Path, number: int, position: int
) -> Item:
    name = path.name.removesuffix(".gz").rsplit(".", 1)[0]
    try:
        document = mapping.document(values, f"{name}:{number}")
        return number, to_json(document), position
    except (LineMappingError, PydanticSerializationError) as error:
        return LineError(number, str(error))


class _Unpacked(io.RawIOBase):
    """What a gzip file holds, up to where it is cut or damaged.

    Attributes:
        fault: what is wrong there; a buffered reader would lose the lines before it.
    """

    def __init__(self, packed: IO[bytes]) -> None:
        self.fault: Exception | None = None
        self._unpacked = gzip.GzipFile(fileobj=packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "Buffer") -> int:
        view = memoryview(buffer)
        try:
            content = self._unpacked.read1(len(view))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            self.fault = error
            return 0
        view[: len(content)] = content
        return len(content)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A file and its lines, unpacked if it is gzip.

    Attributes:
        raw: the file itself, for its position.
        lines: what it holds.
    """

    raw: IO[bytes]
    lines: IO[bytes]
    unpacked: _Unpacked | None = None

    @property
    def fault(self) -> Exception | None:
        """Why it ends before its end, if it does."""
        return self.unpacked.fault if self.unpacked else None

    def check(self, line: int) -> None:
        """Raise FileError where the file ended before its end, at that line."""
        if self.fault:
            message = f"the gzip file is cut or damaged here, the rest is lost: {self.fault}"
            raise FileError(message, line)


@contextmanager
def _open(path: Path) -> Iterator[_Opened]:
    with path.open("rb") as raw:
        packed = raw.read(2) == GZIP_MAGIC
        raw.seek(0)
        if packed:
            unpacked = _Unpacked(raw)
            yield _Opened(raw, io.BufferedReader(unpacked, _BUFFER), unpacked)
        else:
            yield _Opened(raw, raw)
