"""Which decisions flipped between two runs, and whether that is allowed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from verdict.corpus.notes import Note, Notes
from verdict.corpus.results import DIGITS, Result

FlipKind: TypeAlias = Literal[
    "right_to_wrong",
    "wrong_to_right",
    "wrong_to_wrong",
    "settled_to_unsettled",
    "unsettled_to_settled",
    "tier_changed",
    "probability_moved",
]
FLIP_KINDS: tuple[FlipKind, ...] = get_args(FlipKind)
# `significant_loss` and `missing` are of the whole comparison, the others of one record.
CONDITIONS: tuple[str, ...] = (
    "rules_wrong",
    "gate_yes",
    "any_flip",
    *FLIP_KINDS,
    "significant_loss",
    "missing",
)
DEFAULT_CONDITIONS = ("rules_wrong", "gate_yes", "significant_loss")


@dataclass(frozen=True, slots=True)
class Rules:
    """What counts as failure.

    Attributes:
        fail_on: of `CONDITIONS`.
        tolerance: how far a probability may move before that is a flip.
        alpha: the level of the test on right and wrong.
    """

    fail_on: frozenset[str] = frozenset(DEFAULT_CONDITIONS)
    tolerance: float = 0.02
    alpha: float = 0.05


@dataclass(frozen=True, slots=True)
class Judged:
    """One record of this run, compared with the baseline.

    Attributes:
        before: its result in the baseline; None where it has none.
        after: its result now.
        changes: everything about the decision that is different, the gravest first.
        fails: the conditions that it meets and that count as failure.
        note: what somebody found out about it.
    """

    before: Result | None
    after: Result
    changes: tuple[FlipKind, ...] = ()
    fails: tuple[str, ...] = ()
    note: Note | None = None

    @property
    def kind(self) -> FlipKind | None:
        """The gravest change; None where the decision is the same."""
        return self.changes[0] if self.changes else None

    @property
    def excused(self) -> bool:
        """Whether it would fail the run without its note."""
        return bool(self.fails) and self.note is not None and self.note.excuses

    @property
    def red(self) -> bool:
        """Whether it fails the run."""
        return bool(self.fails) and not self.excused

    @property
    def notable(self) -> bool:
        """Whether there is something to say of it."""
        return bool(self.changes or self.fails)

    @property
    def relabelled(self) -> bool:
        """Whether the record's label is another one now."""
        return self.before is not None and self.before.label != self.after.label

    @property
    def reworded(self) -> bool:
        """Whether the record's state or question is another one now."""
        return self.before is not None and self.before.asked != self.after.asked


def judge(after: Result, before: Result | None, rules: Rules, notes: Notes) -> Judged:
    """Compare a record's result with the one that it had."""
    if before is None and not rules.fail_on:
        return Judged(before, after)
    changes = () if before is None else tuple(_changes(before, after, rules.tolerance))
    met: list[str] = [*changes, *(("any_flip",) if changes else ())]
    if _turned_wrong(before, after):
        met.append("rules_wrong")
    if is_unexpected_yes(after) and not (before and _unexpected_yes(before, after)):
        met.append("gate_yes")
    fails = tuple(name for name in CONDITIONS if name in met and name in rules.fail_on)
    return Judged(before, after, changes, fails, notes.on(after))


def was_right(before: Result, after: Result) -> bool:
    """Whether the former answer is right by the label that the record has now."""
    return not before.settled if after.label is None else before.answer == after.label


def is_unexpected_yes(result: Result) -> bool:
    """Whether a record that guards something is answered by a yes that is not its label."""
    return _unexpected_yes(result, result)


def _unexpected_yes(answered: Result, record: Result) -> bool:
    """The same of an answer to a record; where any would let something happen, a settled one."""
    any_would = len(record.yes) == len(record.distribution)
    acts = answered.answer in record.yes and (answered.settled or not any_would)
    return acts and answered.answer != record.label


def _turned_wrong(before: Result | None, after: Result) -> bool:
    """Whether the rules are wrong now and were not, or a right answer of theirs is lost."""
    if after.right:
        return False
    if before is None:
        return _by_rules(after)
    if was_right(before, after):
        return _by_rules(after) or _by_rules(before)
    # It may have been right by the label that it had then.
    return _by_rules(after) and (before.right or not _by_rules(before))


def _by_rules(result: Result) -> bool:
    return result.tier == "rules"


def _changes(before: Result, after: Result, tolerance: float) -> Iterator[FlipKind]:
    was, is_now = was_right(before, after), after.right
    if was != is_now:
        yield "right_to_wrong" if was else "wrong_to_right"
    elif not is_now and before.answer != after.answer:
        yield "wrong_to_wrong"
    if before.settled != after.settled:
        yield "settled_to_unsettled" if before.settled else "unsettled_to_settled"
    if before.tier != after.tier:
        yield "tier_changed"
    labels = {*before.distribution, *after.distribution}
    moved = (
        abs(before.distribution.get(label, 0.0) - after.distribution.get(label, 0.0))
        for label in labels
    )
    if round(max(moved), DIGITS) > tolerance:
        yield "probability_moved"


def pair(
    after: Iterable[Result], before: Iterable[Result]
) -> Iterator[tuple[Result | None, Result | None]]:
    """Match two series of results, each by id in order; (now, before), None where one has none."""
    befores = iter(before)
    old = next(befores, None)
    for new in after:
        while old is not None and old.id < new.id:
            yield None, old
            old = next(befores, None)
        if old is not None and old.id == new.id:
            yield new, old
            old = next(befores, None)
        else:
            yield new, None
    while old is not None:
        yield None, old
        old = next(befores, None)
