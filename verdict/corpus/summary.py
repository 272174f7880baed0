"""A run as a whole: how its records stand, what flipped, and whether that fails it."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from verdict.corpus.comparing import FLIP_KINDS, Edit, Judged, Rules, is_guarded_yes, judge, pair
from verdict.corpus.notes import Notes
from verdict.corpus.results import Result, decode
from verdict.corpus.saving import ResultsFile
from verdict_calibration import exact_mcnemar

MOST_TEXTS = 1000
_MOST_LISTED = 1000
UNCOMPARED = "of the baseline's records are missing, or have another state now"


def _gravity(judged: Judged) -> tuple[int, int, str]:
    kind = FLIP_KINDS.index(judged.kind) if judged.kind else -1
    return (0 if judged.red else 1 if judged.excused else 2, kind, judged.after.id)


@dataclass(slots=True)
class Standing:
    """How the records of one type are answered by one tier."""

    records: int = 0
    right: int = 0
    settled: int = 0
    settled_wrong: int = 0

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """All four, in their order."""
        return self.records, self.right, self.settled, self.settled_wrong

    def count(self, result: Result) -> None:
        """Add a record."""
        self.records += 1
        self.right += result.right
        self.settled += result.settled
        self.settled_wrong += result.settled and not result.right


@dataclass(slots=True)
class Summary:
    """What a comparison comes to.

    Attributes:
        standings: by type of question and tier ("" for none).
        compared: records that have a result before and now, of the same state.
        new: records that the baseline does not have.
        n_missing: records that only the baseline has.
        missing: the first 1,000 of their ids.
        edits: records of which something was edited since, by what; see `Judged.edits`.
        edited: the first 1,000 of their ids.
        flips: how many records by their gravest change.
        changes: how many records by each change.
        lost: records that were right and are wrong, without an excuse.
        gained: records that were wrong and are right, without an excuse.
        n_notable: records of which there is something to say.
        n_red: records that fail the run.
        red: how many of them meet each condition.
        excused: records that would, by the kind of their note.
        gate_yes: records tagged `gate` that are answered by a yes which is not their label, whether
            or not they were so before.
        stale: ids with a note that does nothing any more, or that are of no record here.
        gone: ids with a note on a real regression that are of no record here.
    """

    standings: dict[tuple[str, str], Standing] = field(default_factory=dict)
    compared: int = 0
    new: int = 0
    n_missing: int = 0
    missing: list[str] = field(default_factory=list)
    edits: Counter[Edit] = field(default_factory=Counter)
    edited: dict[Edit, list[str]] = field(default_factory=dict)
    flips: Counter[str] = field(default_factory=Counter)
    changes: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    gained: int = 0
    n_notable: int = 0
    n_red: int = 0
    red: Counter[str] = field(default_factory=Counter)
    excused: Counter[str] = field(default_factory=Counter)
    gate_yes: int = 0
    stale: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    @property
    def uncompared(self) -> int:
        """How many of the baseline's records were compared with none."""
        return self.n_missing + self.edits["restated"]

    @property
    def n_flips(self) -> int:
        """How many records flipped."""
        return sum(self.flips.values())

    @property
    def p_value(self) -> float:
        """Of McNemar's exact test on `lost` and `gained`."""
        return exact_mcnemar(self.lost, self.gained)

    def count(self, judged: Judged) -> None:
        """Add a record of this run."""
        after = judged.after
        self.standings.setdefault((after.type, after.tier or ""), Standing()).count(after)
        if judged.before is None:
            self.new += 1
        else:
            self.compared += not judged.restated
            for edit in judged.edits:
                self.edits[edit] += 1
                if self.edits[edit] <= _MOST_LISTED:
                    self.edited.setdefault(edit, []).append(after.id)
        if judged.kind:
            self.flips[judged.kind] += 1
        self.changes.update(judged.changes)
        if judged.note is None or not judged.note.excuses or judged.contradicted:
            self.lost += judged.kind == "right_to_wrong"
            self.gained += judged.kind == "wrong_to_right"
        self.n_notable += judged.notable
        self.n_red += judged.red
        self.red.update(judged.fails if judged.red else ())
        self.gate_yes += is_guarded_yes(after, judged.before)
        if judged.excused and judged.note:
            self.excused[judged.note.kind] += 1


class Comparison:
    """The results of a run beside those of a baseline, if there is one.

    Args:
        results: of this run.
        baseline: of the one to compare with.
        rules: what counts as failure.
        notes: what is known of records.
        partial: whether records were left out on purpose.
        expected: whether a record of the baseline is one that this run should have.

    Attributes:
        summary: what it comes to.
        gravest: the first 1,000 records of which there is something to say, those that fail first.
    """

    def __init__(
        self,
        results: ResultsFile,
        baseline: ResultsFile | None,
        rules: Rules,
        notes: Notes,
        *,
        partial: bool,
        expected: Callable[[Result], bool],
    ) -> None:
        self._results = results
        self.baseline = baseline
        self._expected = expected
        self.rules = rules
        self._notes = notes
        self.summary = Summary()
        self.gravest = heapq.nsmallest(MOST_TEXTS, self._count(partial=partial), key=_gravity)

    def __iter__(self) -> Iterator[Judged]:
        """Each record of this run, by id."""
        return (judged for judged, _ in self._pairs() if judged is not None)

    def place(self, judged: Judged) -> tuple[str, int] | None:
        """File and line of the record."""
        return self._results.record(judged.after.id)

    def notable(self) -> Iterator[Judged]:
        """Each record of which there is something to say."""
        if not (self.baseline or self.rules.fail_on):
            return iter(())
        return (judged for judged in self if judged.notable)

    def _pairs(self) -> Iterator[tuple[Judged | None, Result | None]]:
        after = map(decode, self._results.lines(claimed=True))
        before = map(decode, self.baseline.lines()) if self.baseline else iter(())
        for new, old in pair(after, before):
            yield (None if new is None else judge(new, old, self.rules, self._notes)), old

    def _count(self, *, partial: bool) -> Iterator[Judged]:
        """Count every record; give those of which there is something to say."""
        summary, known = self.summary, self._notes.by_id
        seen, works = set(), set()
        for judged, old in self._pairs():
            if judged is not None:
                summary.count(judged)
                if judged.after.id in known:
                    seen.add(judged.after.id)
                    if judged.note and (judged.meets or not judged.after.right):
                        works.add(judged.after.id)
                if judged.notable:
                    yield judged
            elif old is not None and self._expected(old):
                summary.n_missing += 1
                if len(summary.missing) < _MOST_LISTED:
                    summary.missing.append(old.id)
        gone = set() if partial else known.keys() - seen
        summary.gone = [name for name in known if name in gone and not known[name].excuses]
        idle = (gone | seen) - works - set(summary.gone)
        summary.stale = [name for name in known if name in idle]

    @property
    def failures(self) -> list[str]:
        """What fails the run, in words; empty where nothing does."""
        red = self.summary.n_red
        met = ", ".join(f"{count} {name}" for name, count in sorted(self.summary.red.items()))
        told = f"{red} record{' fails' if red == 1 else 's fail'} ({met})"
        return [*([told] if red else []), *self.whole_failures]

    @property
    def whole_failures(self) -> list[str]:
        """What fails the run as a whole, whatever each record is."""
        summary, failed = self.summary, []
        if self.significant_loss:
            failed.append(
                f"a significant loss: {summary.lost} lost, {summary.gained} gained, "
                f"p = {summary.p_value:.3g} (McNemar, exact)"
            )
        if summary.uncompared and "missing" in self.rules.fail_on:
            failed.append(f"{summary.uncompared} {UNCOMPARED}")
        if summary.gone and "real_regression" in self.rules.fail_on:
            names = ", ".join(summary.gone)
            failed.append(f"there is no record of what was filed as a real regression: {names}")
        return failed

    @property
    def significant_loss(self) -> bool:
        """Whether more is lost than gained, beyond chance, and that counts as failure."""
        summary = self.summary
        return (
            "significant_loss" in self.rules.fail_on
            and summary.lost > summary.gained
            and summary.p_value < self.rules.alpha
        )
