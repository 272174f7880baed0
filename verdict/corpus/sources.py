"""The files of a corpus: found, opened and read line by line, whatever their format."""

import glob
import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec

from verdict.corpus.faults import Fault, FileError, LineError
from verdict.corpus.mapping import ColumnMapping

GZIP_MAGIC = b"\x1f\x8b"
RESULTS_MARK = b'{"verdict_results":'
FORMATS = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")


class Peek(msgspec.Struct, forbid_unknown_fields=True):
    """What a line says of itself without being read: most lines of a large corpus are left out.

    A field that is none of a record's makes it no record: a misspelt `tags` must not leave it out.
    """

    id: str | int
    tags: list[str] | None = None
    state: msgspec.Raw = msgspec.Raw()
    question: msgspec.Raw = msgspec.Raw()
    label: msgspec.Raw = msgspec.Raw()
    lang: msgspec.Raw = msgspec.Raw()
    source: msgspec.Raw = msgspec.Raw()
    split: msgspec.Raw = msgspec.Raw()
    meta: msgspec.Raw = msgspec.Raw()


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
        except (msgspec.MsgspecError, RecursionError):
            return None


class _Read(Protocol):
    """Yields line number, content and bytes read of a file, and what cannot be read of it.

    Raises FileError where the rest of the file cannot be read.
    """

    def __call__(
        self, path: Path, mapping: ColumnMapping | None
    ) -> Iterator[tuple[int, bytes, int] | LineError]: ...


def find_files(
    named: Iterable[str], *, without: Iterable[Path] = ()
) -> tuple[list[Path], list[Fault]]:
    """The files that paths, folders and patterns name, each once, in a stable order.

    Of a folder, every file in it or below whose name ends in one of `FORMATS`, with or without
    `.gz`, and no hidden one. A pattern takes the same files of those that it matches. Both leave
    out files of results, which may well lie beside what they are of.

    Args:
        named: paths, folders and patterns.
        without: files that are left out even where they are named one by one, if they hold
            results.
    """
    found: list[Path] = []
    faults: list[Fault] = []
    places: set[Path] = set()
    links: list[Path] = []
    for name in named:
        path = Path(name)
        try:
            if path.is_dir() and name:
                files = list(_in_folder(path, faults, places, links))
                if not files:
                    formats = ", ".join(FORMATS)
                    faults.append(Fault(shown(path), None, f"no file of records in it ({formats})"))
            elif path.is_file():
                files = [path]
            elif path.exists():
                files = []
                faults.append(_no_file(path))
            else:
                files = list(_matches(name, faults))
        except (OSError, ValueError) as error:
            faults.append(Fault(shown(name), None, f"it cannot be read: {error}"))
            continue
        found += files
    faults += [_not_followed(link) for link in links if link.resolve() not in places]
    seen: dict[Path, Path] = {}
    for file in found:
        seen.setdefault(file.resolve(), file)  # one file by two names is read once
    for path in without:
        if path.is_file() and _holds_results(path):
            seen.pop(path.resolve(), None)
    return list(seen.values()), faults


def _matches(pattern: str, faults: list[Fault]) -> Iterator[Path]:
    """The files that a pattern names; folders among them are not looked into."""
    message = "there is no such file, folder or match that can be read"
    nothing = True
    for match in sorted(map(Path, glob.glob(pattern, recursive=True))):  # noqa: PTH207
        if match.is_dir():
            continue
        if not match.is_file():
            faults.append(_no_file(match))
            nothing = False
        elif _format(match) not in FORMATS or _holds_results(match):
            message = f"no file of records matches ({', '.join(FORMATS)}), only others, or results"
        else:
            yield match
            nothing = False
    if nothing:
        faults.append(Fault(shown(pattern), None, message))


def _no_file(path: Path) -> Fault:
    message = (
        "it is no regular file, and a corpus may be read more than once: take it out, or write "
        "what it gives to a file"
        if path.exists()
        else "it is a link that leads nowhere: take it out"
    )
    return Fault(shown(path), None, message)


def _not_followed(link: Path) -> Fault:
    message = f"it is a link to a folder, and links are not followed: name {shown(link)} itself too"
    return Fault(shown(link), None, message)


def shown(path: Path | str) -> str:
    """The name of a file as text, whatever bytes it has."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def _in_folder(
    folder: Path, faults: list[Fault], places: set[Path], links: list[Path]
) -> Iterator[Path]:
    """The files in a folder; folders that were looked into, and links to others, are added."""

    def tell(error: OSError) -> None:
        faults.append(Fault(shown(error.filename), None, f"it cannot be read: {error.strerror}"))

    for place, folders, names in os.walk(folder, onerror=tell):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        places.add(Path(place).resolve())
        links += [link for link in (Path(place, name) for name in folders) if link.is_symlink()]
        for name in sorted(names):
            file = Path(place, name)
            if name.startswith(".") or _format(file) not in FORMATS:
                continue
            if not file.is_file():
                faults.append(_no_file(file))
            elif not _holds_results(file):
                yield file


def _holds_results(file: Path) -> bool:
    with suppress(OSError, EOFError, zlib.error), file.open("rb") as opened:
        begun = opened.read(len(RESULTS_MARK))
        if begun.startswith(GZIP_MAGIC):
            opened.seek(0)
            begun = gzip.GzipFile(fileobj=opened).read(len(RESULTS_MARK))
        return begun == RESULTS_MARK
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
        reader, name = _reader(path), shown(path)
        empty, number = True, 0
        try:
            for item in reader(path, mapping):
                empty = False
                if isinstance(item, LineError):
                    yield Fault(name, item.line, str(item))
                else:
                    number, content, position = item
                    yield Line(name, number, content, before + position)
        except FileError as error:
            empty = False
            yield Fault(name, error.line, str(error))
        except OSError as error:
            empty = False
            yield Fault(name, number + 1 if number else None, error.strerror or str(error))
        if empty:
            yield Fault(name, None, "the file holds no record: take it out, or fill it")
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
