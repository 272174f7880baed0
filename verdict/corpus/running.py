"""A corpus on its way through an engine, into a file of results."""

import hashlib
import heapq
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from verdict.corpus.deciding import Decided, Engine, Outcome, read_line
from verdict.corpus.faults import Fault
from verdict.corpus.mapping import ColumnMapping
from verdict.corpus.results import Result, decode
from verdict.corpus.saving import ResultsFile
from verdict.corpus.sources import Line, read_lines
from verdict.corpus.timings import Timings
from verdict.records import Record

_FIRST, _LARGEST = 8, 1000  # records of a chunk
_CHUNK_BYTES = 4 * 1024 * 1024
_CHUNK_SECONDS = 0.25
_AHEAD = 2  # chunks that wait for each that is worked on
_MOST_FAULTS = 1000


class Progress(Protocol):
    """Whoever is told how far a run has come."""

    def advance(self, position: int, records: int) -> None:
        """Say how many bytes of the corpus are done, and how many records in all."""
        ...


@dataclass(frozen=True, slots=True)
class Selection:
    """Which records of a corpus to decide.

    Attributes:
        only: tags, of which a record must have one, however it is written; empty for any record.
        count: how many, chosen by a hash of their ids, so that it is always the same ones.
        share: about which share of them, in (0, 1]; chosen likewise.
    """

    only: frozenset[str] = frozenset()
    count: int | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        """Fold the tags, as those of records are."""
        object.__setattr__(self, "only", frozenset(tag.casefold() for tag in self.only))

    @property
    def partial(self) -> bool:
        """Whether records may be left out."""
        return bool(self.only) or self.count is not None or self.share is not None

    def takes(self, name: str, tags: Collection[str] | None) -> bool:
        """Whether a record of that id and with those tags may be chosen, but for `count`."""
        if self.only and not self.only & {tag.casefold() for tag in tags or ()}:
            return False
        return self.share is None or _place(name) < self.share


@dataclass(slots=True)
class Tally:
    """What happened to the records of a run.

    Attributes:
        decided: records that were decided now.
        resumed: records whose saved result was taken over.
        left_out: records that were not selected.
        faults: the first 1,000 things that could not be read.
        n_faults: all of them.
        stopped: the record at which a run that fails fast stopped.
        seconds: how long it took.
    """

    decided: int = 0
    resumed: int = 0
    left_out: int = 0
    faults: list[Fault] = field(default_factory=list)
    n_faults: int = 0
    stopped: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Corpus:
    """The files of a corpus and what of them to decide.

    Attributes:
        files: in the order in which they are read.
        unfound: what was named and is not there.
        mapping: which column of a table is what; None for what the columns are called.
        selection: which records to decide.
    """

    files: list[Path]
    unfound: list[Fault] = field(default_factory=list)
    mapping: ColumnMapping | None = None
    selection: Selection = field(default_factory=Selection)


class CorpusRun:
    """Decides a corpus once.

    Args:
        corpus: what to decide.
        engine: who decides.
        results: where results go, and what of them is there already.
        timings: where times go.
        progress: who is told how far it has come.
        report: called with each fault when it is found.
        is_red: called with each result; where it says so, the run stops. None looks at none.
    """

    def __init__(  # noqa: PLR0913  # one parameter a part
        self,
        *,
        corpus: Corpus,
        engine: Engine,
        results: ResultsFile,
        timings: Timings,
        progress: Progress,
        report: Callable[[Fault], None],
        is_red: Callable[[Result], bool] | None = None,
    ) -> None:
        self._corpus = corpus
        self._engine = engine
        self._results = results
        self._timings = timings
        self._progress = progress
        self._report = report
        self._is_red = is_red
        self._chunk_size = _FIRST
        self._began = time.perf_counter()
        self.tally = Tally()

    def run(self) -> Tally:
        """Decide every selected record that has no saved result."""
        for fault in self._corpus.unfound:
            self._fault(fault)
        waiting: deque[tuple[Future[list[Outcome]], int]] = deque()
        for chunk in self._chunks(self._chosen()):
            while len(waiting) >= self._engine.places * _AHEAD and not self.tally.stopped:
                self._take(*waiting.popleft())
            if self.tally.stopped:
                break
            waiting.append((self._engine.submit(chunk), chunk[-1].position))
        while waiting and not self.tally.stopped:
            self._take(*waiting.popleft())
        for future, position in waiting:
            if not future.cancel():  # it is under way, or done
                self._take(future, position)
        self.tally.seconds = time.perf_counter() - self._began
        return self.tally

    def _take(self, future: "Future[list[Outcome]]", position: int) -> None:
        """Keep the outcomes of a chunk."""
        outcomes = future.result()
        decided = [outcome for outcome in outcomes if isinstance(outcome, Decided)]
        self._results.append([(each.id, each.line) for each in decided])
        self._timings.append(decided)
        for outcome in outcomes:
            if isinstance(outcome, Fault):
                self._fault(outcome)
        self.tally.decided += len(decided)
        rate = self.tally.decided / (time.perf_counter() - self._began) / self._engine.places
        self._chunk_size = max(1, min(_LARGEST, int(rate * _CHUNK_SECONDS)))
        self._progress.advance(position, self.tally.decided + self.tally.resumed)
        if self._is_red is not None:
            for each in decided:
                self._look_at(decode(each.line))

    def _look_at(self, result: Result) -> None:
        """Stop at the first record that fails."""
        if self._is_red is not None and self.tally.stopped is None and self._is_red(result):
            self.tally.stopped = result.id

    def _fault(self, fault: Fault) -> None:
        self.tally.n_faults += 1
        if self.tally.n_faults <= _MOST_FAULTS:
            self.tally.faults.append(fault)
        self._report(fault)

    def _chunks(self, chosen: frozenset[str] | None) -> Iterator[list[Line]]:
        chunk: list[Line] = []
        size = 0
        for item in read_lines(self._corpus.files, self._corpus.mapping):
            if isinstance(item, Fault):
                self._fault(item)
                continue
            chunk.append(item)
            size += len(item.content)
            if len(chunk) >= self._chunk_size or size >= _CHUNK_BYTES:
                if wanted := self._wanted(chunk, chosen):
                    yield wanted
                chunk, size = [], 0
        if wanted := self._wanted(chunk, chosen):
            yield wanted

    def _wanted(self, lines: list[Line], chosen: frozenset[str] | None) -> list[Line]:
        """The lines that are to be decided; those that are no records too, to be told why."""
        kept: list[tuple[Line, str | None]] = []
        for line in lines:
            peek = line.peek()
            if peek is None:
                kept.append((line, None))
            elif self._corpus.selection.takes(str(peek.id), peek.tags) and (
                chosen is None or str(peek.id) in chosen
            ):
                kept.append((line, str(peek.id)))
            else:
                self.tally.left_out += 1
        named = [(line, name) for line, name in kept if name is not None]
        again = self._results.claim([(name, line.file, line.number) for line, name in named])
        dropped = set()
        for place, (file, number) in again.items():
            line, name = named[place]
            message = f"the id {name!r} stands already at {file}:{number}: give it another"
            self._fault(Fault(line.file, line.number, message))
            dropped.add(line)
        # Hashing every line would cost more than looking.
        return [
            line
            for line, name in kept
            if not (dropped and line in dropped)
            and not (name is not None and self._has(name, line))
        ]

    def _has(self, name: str, line: Line) -> bool:
        """Whether the record has a saved result."""
        saved = self._results.get(name) if self._results.resumed else None
        # What a slow tier answered says nothing of the record.
        if saved is None or saved.transient or not _is_of(saved, line):
            return False
        self._results.take_over(name)
        self.tally.resumed += 1
        self._look_at(saved)
        return True

    def _chosen(self) -> frozenset[str] | None:
        """The ids of a sample of so many; None where it is not chosen by count."""
        selection = self._corpus.selection
        if selection.count is None:
            return None
        return frozenset(heapq.nsmallest(selection.count, self._names(), key=_place))

    def _names(self) -> Iterator[str]:
        for item in read_lines(self._corpus.files, self._corpus.mapping):
            peek = item.peek() if isinstance(item, Line) else None
            if peek is not None and self._corpus.selection.takes(str(peek.id), peek.tags):
                yield str(peek.id)


def _place(name: str) -> float:
    """A place in [0, 1) that depends on the id alone."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) / 2**64


def _is_of(saved: Result, line: Line) -> bool:
    """Whether a saved result is of the record as it stands now."""
    record = read_line(line)
    return isinstance(record, Record) and (
        (saved.state_hash, saved.question_hash, saved.label, saved.tags, saved.yes)
        == (
            record.state_hash,
            record.question_hash,
            record.label,
            list(record.tags),
            sorted(record.yes),
        )
    )
