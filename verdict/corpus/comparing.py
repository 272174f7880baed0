"""Which decisions flipped between two runs, and whether that is allowed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from verdict.corpus.notes import Note, Notes
from verdict.corpus.results import DIGITS, Result

FlipKind: TypeAlias = Literal[
    "right_to_wrong",
    "wrong_to_right",
    "wrong_to_wrong",
    "answer_changed",
    "settled_to_unsettled",
    "unsettled_to_settled",
    "tier_changed",
    "probability_moved",
]
FLIP_KINDS: tuple[FlipKind, ...] = get_args(FlipKind)
Edit: TypeAlias = Literal["restated", "reworded", "relabelled", "retagged"]
EDITS: tuple[Edit, ...] = get_args(Edit)
# `significant_loss` and `missing` are of the whole comparison, the others of one record.
CONDITIONS: tuple[str, ...] = (
    "rules_wrong",
    "settled_wrong",
    "gate_yes",
    "real_regression",
    "any_flip",
    *FLIP_KINDS,
    "significant_loss",
    "missing",
)
DEFAULT_CONDITIONS = (
    "rules_wrong",
    "settled_wrong",
    "gate_yes",
    "real_regression",
    "significant_loss",
)


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
        meets: the conditions that it meets.
        fails: those of them that count as failure.
        note: what somebody found out about it.
    """

    before: Result | None
    after: Result
    changes: tuple[FlipKind, ...] = ()
    meets: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    note: Note | None = None

    @property
    def kind(self) -> FlipKind | None:
        """The gravest change; None where the decision is the same."""
        return self.changes[0] if self.changes else None

    @property
    def excused(self) -> bool:
        """Whether it would fail the run without its note."""
        note = self.note
        return bool(self.fails) and bool(note and note.excuses) and not self.contradicted

    @property
    def contradicted(self) -> bool:
        """Whether its note says that it was so before, and the baseline has it right."""
        return (
            self.note is not None
            and self.note.kind == "known_before"
            and self.kind == "right_to_wrong"
        )

    @property
    def red(self) -> bool:
        """Whether it fails the run."""
        return bool(self.fails) and not self.excused

    @property
    def notable(self) -> bool:
        """Whether there is something to say of it."""
        return bool(self.changes or self.fails)

    @property
    def restated(self) -> bool:
        """Whether the record's state is another one now: it is compared no more."""
        return self.before is not None and self.before.state_hash != self.after.state_hash

    @property
    def reworded(self) -> bool:
        """Whether the record's question is another one now."""
        return self.before is not None and _is_reworded(self.before, self.after)

    @property
    def relabelled(self) -> bool:
        """Whether the record's label is another one now."""
        return self.before is not None and self.before.label != self.after.label

    @property
    def retagged(self) -> bool:
        """Whether the record's tags, or the answers that act, are others now."""
        before, after = self.before, self.after
        return before is not None and (
            set(before.tags) != set(after.tags) or before.yes != after.yes
        )

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What was edited about the record since the baseline; with another state it is new."""
        if self.restated:
            return ("restated",)
        edited = (self.reworded, self.relabelled, self.retagged)
        return tuple(name for name, so in zip(EDITS[1:], edited, strict=True) if so)

    @property
    def headline(self) -> str:
        """Its kind; where the decision is the same, what else there is to say."""
        new = self.before is None or self.restated
        return self.kind or ("new" if new else next(iter(self.edits), "as before"))


def judge(after: Result, before: Result | None, rules: Rules, notes: Notes) -> Judged:
    """Compare a record's result with the one that it had."""
    if before is None and not rules.fail_on and not notes.by_id:
        return Judged(before, after)
    # With another state it is another decision, whatever its id.
    same = before if before and before.state_hash == after.state_hash else None
    changes = tuple(_changes(same, after, rules.tolerance)) if same else ()
    note = notes.on(after)
    met: list[str] = [*changes, *(("any_flip",) if changes else ())]
    if _turned_wrong(same, after):
        met.append("rules_wrong")
    if after.settled and not after.right and not (same and _was_settled_wrong(same, after)):
        met.append("settled_wrong")
    known = same is not None and _was_that_yes(same, after, rules.tolerance)
    if is_guarded_yes(after, before) and not known:
        met.append("gate_yes")
    if note and note.kind == "real_regression" and not after.right:
        met.append("real_regression")
    fails = tuple(name for name in CONDITIONS if name in met and name in rules.fail_on)
    return Judged(before, after, changes, tuple(met), fails, note)


def was_right(before: Result, after: Result) -> bool:
    """Whether the former answer is right, by the label that its question has now."""
    if _is_reworded(before, after):
        return before.right  # its options or levels may mean something else now
    if before.label == after.label:
        return before.right
    if after.label is None:
        return not before.settled
    return before.answer == after.label and not before.tied


def largest_move(before: Result, after: Result) -> tuple[str, float, float]:
    """The option whose probability moved most, and what it was and is."""
    labels = sorted({*before.distribution, *after.distribution})
    pairs = [
        (label, before.distribution.get(label, 0.0), after.distribution.get(label, 0.0))
        for label in labels
    ]
    return max(pairs, key=lambda each: abs(each[1] - each[2]))


def is_guarded_yes(after: Result, before: Result | None) -> bool:
    """Whether a record that guards something is answered by a yes that is not its label.

    What the baseline guards stays guarded until there is another baseline.
    """
    guards = [after.yes] if before is None else [after.yes, before.yes]
    return any(_is_unexpected(after, yes) for yes in guards)


def _is_unexpected(result: Result, yes: Sequence[str]) -> bool:
    """Whether the answer is one of those and not the label; where any would be, settled."""
    any_would = len(yes) == len(result.distribution)
    acts = result.answer in yes and (result.settled or not any_would)
    return acts and result.answer != result.label


def _was_that_yes(before: Result, after: Result, tolerance: float) -> bool:
    """Whether the baseline has the same yes to the same record, no less sure than it is now."""
    return (
        _is_unexpected(before, before.yes)
        and not _is_reworded(before, after)
        and before.label == after.label
        and _was_settled_so(before, after)
        and not before.tied
        and round(after.p_answer - before.p_answer, DIGITS) <= tolerance
    )


def _was_settled_wrong(before: Result, after: Result) -> bool:
    """Whether the baseline has the same wrong answer, settled."""
    return not before.right and _is_comparable(before, after) and _was_settled_so(before, after)


def _was_settled_so(before: Result, after: Result) -> bool:
    """Whether the baseline has the same answer, and settled if it is now."""
    return before.answer == after.answer and (before.settled or not after.settled)


def _turned_wrong(before: Result | None, after: Result) -> bool:
    """Whether the rules are wrong now and were not, or a right answer of theirs is lost."""
    if after.right:
        return False
    if before is None:
        return _by_rules(after)
    if was_right(before, after):
        return _by_rules(after) or _by_rules(before)
    # It may have been right by the label that it had then.
    as_before = _by_rules(before) and not before.right and _was_settled_so(before, after)
    return _by_rules(after) and not as_before


def _by_rules(result: Result) -> bool:
    return result.tier == "rules"


def _is_reworded(before: Result, after: Result) -> bool:
    return before.question_hash != after.question_hash


def _is_comparable(before: Result, after: Result) -> bool:
    """Whether an answer means the same in both."""
    # A level is known by its place, which says nothing of another list of levels.
    return not _is_reworded(before, after) or (
        after.type != "score" and before.distribution.keys() == after.distribution.keys()
    )


def _changes(before: Result, after: Result, tolerance: float) -> Iterator[FlipKind]:
    was, is_now = was_right(before, after), after.right
    comparable = _is_comparable(before, after)
    if was != is_now:
        yield "right_to_wrong" if was else "wrong_to_right"
    elif comparable and before.answer != after.answer:
        yield "answer_changed" if is_now else "wrong_to_wrong"
    if before.settled != after.settled:
        yield "settled_to_unsettled" if before.settled else "unsettled_to_settled"
    if before.tier != after.tier:
        yield "tier_changed"
    _, old, new = largest_move(before, after)
    if comparable and round(abs(old - new), DIGITS) > tolerance:
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
