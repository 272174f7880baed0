"""A pytest plugin: the labelled records of `*.verdict.jsonl` files are tests.

Every pytest session loads it where Verdict is installed, so at import it needs pytest alone; what
reads and decides records is loaded where there is such a file.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verdict.cascade import Cascade
    from verdict.records import Record

_SUFFIX = ".verdict.jsonl"
_CASCADE: "pytest.StashKey[Cascade]" = pytest.StashKey()
_UNUSABLE = "verdict_unusable"  # what a worker of pytest-xdist says to its controller


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the ini file name the configuration."""
    told = "the configuration that records are decided with; a path from the folder of this file"
    parser.addini("verdict_config", told, type="string")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "verdict: a labelled record of a *.verdict.jsonl file")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "RecordFile | None":
    """Collect the files of records."""
    if not file_path.name.endswith(_SUFFIX):
        return None
    return RecordFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Build the cascade before the first test, so that a wrong configuration is one error."""
    config = session.config
    # The controller of pytest-xdist collects nothing, and with pytest 7 it has no items at all.
    chosen = any(isinstance(item, RecordItem) for item in getattr(session, "items", []))
    if not chosen or config.option.collectonly:
        return
    from verdict.cascade import Cascade  # noqa: PLC0415
    from verdict.errors import SettingsError  # noqa: PLC0415
    from verdict.settings import read_settings  # noqa: PLC0415

    try:
        settings = read_settings(_configuration(config))
        cascade = Cascade.load(settings.without_time_limits())
    except SettingsError as error:
        getattr(config, "workeroutput", {})[_UNUSABLE] = str(error)
        raise pytest.UsageError(f"verdict: {error}") from error
    session.stash[_CASCADE] = cascade
    config.add_cleanup(cascade.close)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:  # noqa: ANN401  # of a library that may be missing
    """End the session of pytest-xdist where a worker could not use the configuration."""
    unusable = getattr(node, "workeroutput", {}).get(_UNUSABLE)
    if unusable:
        raise pytest.UsageError(f"verdict: {unusable}")


def _configuration(config: pytest.Config) -> Path | None:
    named: str | None = config.getini("verdict_config")
    if not named:
        return None
    folder = config.inipath.parent if config.inipath else config.invocation_params.dir
    return folder / named


class RecordFile(pytest.File):
    """A file of labelled records."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each record, and one that fails for each thing that is none."""
        from verdict.corpus.deciding import read_line  # noqa: PLC0415
        from verdict.corpus.faults import Fault  # noqa: PLC0415
        from verdict.corpus.sources import read_lines  # noqa: PLC0415

        lines: dict[str, int | None] = {}
        for line in read_lines([self.path]):
            number = line.line if isinstance(line, Fault) else line.number
            read = line if isinstance(line, Fault) else read_line(line)
            if isinstance(read, Fault):
                yield self._fault(number, read.message)
            elif (first := lines.setdefault(read.id, number)) != number:
                message = f"the id {read.id!r} stands already on line {first}: give it another"
                yield self._fault(number, message)
            else:
                name = _node_name(read.id)
                yield RecordItem.from_parent(self, name=name, line=number, record=read)

    def _fault(self, line: int | None, message: str) -> pytest.Item:
        name = "file" if line is None else f"line {line}"
        return FaultItem.from_parent(self, name=name, line=line, message=message)


def _node_name(record_id: str) -> str:
    """The id; pytest takes a node id apart at each `::` that is not in brackets."""
    return f"[{record_id}]" if "::" in record_id else record_id


class _LineItem(pytest.Item):
    def __init__(self, name: str, parent: RecordFile, line: int | None) -> None:
        super().__init__(name, parent)
        self._line = line
        self.add_marker("verdict")

    def place(self) -> str:
        """File and line, the file as seen from where pytest was called."""
        file = os.path.relpath(self.path, self.config.invocation_params.dir)
        return file if self._line is None else f"{file}:{self._line}"

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """File, line counted from 0, and a title."""
        # Of a title that a node id ends with, pytest would show each dot as `::`.
        title = f"{self.path.name}: {self.name}"
        return self.path, None if self._line is None else self._line - 1, title


class RecordItem(_LineItem):
    """A labelled record: it passes where its verdict is right."""

    def __init__(self, name: str, parent: RecordFile, line: int | None, record: "Record") -> None:
        super().__init__(name, parent, line)
        self._record = record
        self.extra_keyword_matches.update(record.tags)

    def runtest(self) -> None:
        """Decide the record and compare the verdict with its label."""
        from verdict.corpus.failures import record_failure  # noqa: PLC0415
        from verdict.corpus.results import verdict_result  # noqa: PLC0415

        record = self._record
        batch = self.session.stash[_CASCADE].begin([(record.state, record.question)])
        batch.wait()
        result = verdict_result(record, batch.verdicts[0])
        if failure := record_failure(record, result, self.place()):
            pytest.fail(failure, pytrace=False)


class FaultItem(_LineItem):
    """A line or a file that cannot be read: it fails."""

    def __init__(self, name: str, parent: RecordFile, line: int | None, message: str) -> None:
        super().__init__(name, parent, line)
        self._message = message

    def runtest(self) -> None:
        """Say what is wrong and where."""
        from verdict.corpus.failures import fault_failure  # noqa: PLC0415

        pytest.fail(fault_failure(self._message, self.place()), pytrace=False)
