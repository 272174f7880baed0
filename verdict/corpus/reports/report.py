"""All that is told of a run, whatever the form."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from verdict.corpus.comparing import Judged, largest_move
from verdict.corpus.deciding import read_line
from verdict.corpus.results import Result
from verdict.corpus.running import Corpus, Tally
from verdict.corpus.sources import Line, read_lines
from verdict.corpus.summary import UNCOMPARED, Comparison
from verdict.corpus.telling import standing, step_told
from verdict.identity import differences
from verdict.records import Record
from verdict.rendering import render, visible


@dataclass(frozen=True, slots=True)
class Report:
    """A run that came to its end.

    Attributes:
        tally: what happened to its records.
        comparison: how they compare with the baseline, if there is one.
        header: the identity of what decided.
        shown: the gravest of the records of which there is something to say.
        documents: the labelled records of those, by id.
        skip_bad: whether what could not be read does not count.
    """

    tally: Tally
    comparison: Comparison
    header: dict[str, Any]
    shown: list[Judged]
    documents: dict[str, dict[str, Any]]
    skip_bad: bool

    @property
    def exit_code(self) -> int:
        """2 where something could not be read, else 1 where the comparison fails, else 0."""
        if self.unread:
            return 2
        return 1 if self.comparison.failures else 0

    @property
    def unread(self) -> str | None:
        """Why the corpus was not checked as it should be; None where it was."""
        if not self.tally.decided + self.tally.resumed:
            return "no record was decided"
        summary = self.comparison.summary
        if self.comparison.baseline is not None and not summary.compared:
            gone = summary.uncompared and f"{summary.uncompared} {UNCOMPARED}"
            return f"nothing was compared: {gone or 'the baseline has none of these records'}"
        return "not everything could be read" if self.tally.n_faults and not self.skip_bad else None

    @property
    def changed(self) -> list[str]:
        """What is not as it was when the baseline was decided."""
        baseline = self.comparison.baseline
        return differences(baseline.header, self.header) if baseline else []


def documents_of(corpus: Corpus, ids: Collection[str]) -> dict[str, dict[str, Any]]:
    """Read the labelled records of some ids once more: results do not hold what was asked."""
    wanted, found = set(ids), {}
    lines: Iterator[Line] = (
        item for item in read_lines(corpus.files, corpus.mapping) if isinstance(item, Line)
    )
    while wanted and (line := next(lines, None)) is not None:
        peek = line.peek()
        if peek is not None and str(peek.id) in wanted:
            record = read_line(line)
            if isinstance(record, Record):
                wanted.remove(record.id)
                found[record.id] = record.document
    return found


def asked(document: dict[str, Any] | None) -> tuple[str, str]:
    """The state and the question of a record as text."""
    if document is None:
        return "", ""
    question = document["question"]
    instructions = question.get("instructions")
    return render(document["state"]), render(instructions) if instructions else ""


def answered(result: Result | None) -> str:
    """A verdict in a line: answer, probability, tier, and why it is not settled."""
    if result is None:
        return "none"
    told = "" if result.settled else f", {standing(result)}"
    return visible(f"{result.answer} {result.p_top:.3f} {result.tier or 'no tier'}{told}")


def remarks(judged: Judged) -> Iterator[str]:
    """What else is to be known of how a record compares."""
    before, after = judged.before, judged.after
    if before is None:
        return
    if judged.contradicted:
        yield "its note says that it was so before, but the baseline has it right"
    if judged.restated:
        yield "its state is not what it was: it counts as new"
    if judged.reworded:
        yield "its question is not what it was"
    if judged.relabelled:
        yield f"its label was {before.label or 'none'}"
    if judged.retagged:
        acting = f"; the answers that act were {', '.join(before.yes)}" if before.yes else ""
        yield f"its tags were {', '.join(before.tags) or 'none'}{acting}"
    if "probability_moved" in judged.changes:
        label, old, new = largest_move(before, after)
        yield f"moved most: {label}, {old:.3f} before, {new:.3f} now"


def steps(result: Result | None) -> dict[str, str]:
    """What each tier did, in words."""
    if result is None:
        return {}
    return {step.tier: step_told(step) for step in result.trace}
