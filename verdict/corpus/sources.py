"""The files of a corpus: found, opened and read line by line, whatever their format."""

import glob
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec

from verdict.corpus.faults import Fault, FileError, LineError
from verdict.corpus.mapping import ColumnMapping

RESULTS_MARK = b'{"verdict_results":'
FORMATS = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")


class Peek(msgspec.Struct):
    """What a line says of itself without being read: most lines of a large corpus are left out."""

    id: str | int
    tags: list[str] | None = None


_PEEK = msgspec.json.Decoder(Peek)


class Line(msgspec.Struct, frozen=True):
    """One labelled record as JSON, not yet checked.

    Attributes:
        file: where it stands.
        number: its line, counted from 1; of Parquet its row.
        content: the record as JSON.
        position: how many bytes of the corpus were read up to here, for the progress.
    """

    file: str
    number: int
    content: bytes
    position: int

    def peek(self) -> Peek | None:
        """Its id and tags; None where it is no record, as whoever reads it will say."""
        try:
            return _PEEK.decode(self.content)
        except msgspec.MsgspecError:
            return None


class _Read(Protocol):
    """Yields line number, content and bytes read of a file, and what cannot be read of it.

    Raises FileError where the rest of the file cannot be read.
    """

    def __call__(
        self, path: Path, mapping: ColumnMapping | None
    ) -> Iterator[tuple[int, bytes, int] | LineError]: ...


def find_files(named: Iterable[str]) -> tuple[list[Path], list[Fault]]:
    """The files that paths, folders and patterns name, each once, in a stable order.

    Of a folder, every file in it or below whose name ends in one of `FORMATS`, with or without
    `.gz`; no hidden one, and no file of results, which may well lie beside what it is of.
    """
    found: dict[Path, None] = {}
    faults = []
    for name in named:
        path = Path(name)
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if _is_corpus(file, path))
            if not files:
                formats = ", ".join(FORMATS)
                faults.append(Fault(name, None, f"no file of records in it ({formats})"))
        elif path.exists():
            files = [path]
        else:
            files = sorted(Path(match) for match in glob.glob(name, recursive=True))  # noqa: PTH207
            files = [file for file in files if file.is_file()]
            if not files:
                faults.append(Fault(name, None, "there is no such file, folder or match"))
        found |= dict.fromkeys(files)
    seen: dict[Path, Path] = {}
    for file in found:
        seen.setdefault(file.resolve(), file)  # one file by two names is read once
    return list(seen.values()), faults


def _is_corpus(file: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return not hidden and _format(file) in FORMATS and file.is_file() and not _holds_results(file)


def _holds_results(file: Path) -> bool:
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(len(RESULTS_MARK)) == RESULTS_MARK
    return False


def _format(path: Path) -> str:
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def total_bytes(files: Iterable[Path]) -> int:
    """How large the files are, as they lie on the disk."""
    return sum(file.stat().st_size for file in files if file.exists())


def read_lines(
    files: Iterable[Path], mapping: ColumnMapping | None = None
) -> Iterator[Line | Fault]:
    """Yield every line of the files in order, and a fault for each thing that cannot be read."""
    before = 0
    for path in files:
        reader = _reader(path)
        empty, number = True, 0
        try:
            for item in reader(path, mapping):
                empty = False
                if isinstance(item, LineError):
                    yield Fault(str(path), item.line, str(item))
                else:
                    number, content, position = item
                    yield Line(str(path), number, content, before + position)
        except FileError as error:
            empty = False
            yield Fault(str(path), error.line, str(error))
        except OSError as error:
            empty = False
            yield Fault(str(path), number + 1 if number else None, error.strerror or str(error))
        if empty:
            yield Fault(str(path), None, "the file holds no record: take it out, or fill it")
        before += total_bytes([path])


def _reader(path: Path) -> _Read:
    """The reader of a file; each format's library is loaded only where such a file is read."""
    from verdict.corpus import formats  # noqa: PLC0415

    match _format(path):
        case ".csv" | ".tsv":
            return formats.read_table
        case ".parquet":
            return formats.read_parquet
    return formats.read_json_lines
