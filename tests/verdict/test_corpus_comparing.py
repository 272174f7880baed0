from typing import Any

import pytest

from deciding import model, result
from verdict.corpus.comparing import DEFAULT_CONDITIONS, Judged, Rules, judge, pair
from verdict.corpus.notes import Note, NoteKind, Notes
from verdict.corpus.results import Result

CAREFUL = Rules()


def compared(before: Result | None, after: Result, rules: Rules = CAREFUL) -> Judged:
    return judge(after, before, rules, Notes({}))


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        (result(), result(), ()),
        (
            result(),
            result(p_true=0.002),
            ("right_to_wrong", "probability_moved"),
        ),
        (
            model(0.3),
            model(0.7),
            ("wrong_to_right", "probability_moved"),
        ),
        (
            result(),
            model(0.6),
            ("settled_to_unsettled", "tier_changed", "probability_moved"),
        ),
        (
            model(0.998),
            result(),
            ("unsettled_to_settled", "tier_changed"),
        ),
        (model(0.60), model(0.61), ()),
        (model(0.5), model(0.5 + CAREFUL.tolerance), ()),
        (model(0.60), model(0.63), ("probability_moved",)),
        (
            result(label=None, settled=False),
            result(label=None),
            ("right_to_wrong", "unsettled_to_settled"),
        ),
        (
            result(type="choice", label="c", answer="a", distribution={"a": 0.9, "b": 0.1}),
            result(type="choice", label="c", answer="b", distribution={"a": 0.1, "b": 0.9}),
            ("wrong_to_wrong", "probability_moved"),
        ),
        (
            result(type="choice", label="a", answer="a", distribution={"a": 0.9, "b": 0.1}),
            result(type="choice", label="a", answer="a", distribution={"a": 0.9, "c": 0.1}),
            ("probability_moved",),
        ),
    ],
)
def test_a_flip_is_named_by_its_gravest_change(
    before: Result, after: Result, changes: tuple[str, ...]
) -> None:
    """Right and wrong, settled or not, the tier, and probabilities beyond the tolerance."""
    judged = compared(before, after)
    assert judged.changes == changes
    assert judged.kind == (changes[0] if changes else None)


def test_a_label_that_was_mended_is_no_flip() -> None:
    """Both answers are held against the label that the record has now."""
    assert compared(result(label="false"), result()).changes == ()
    assert compared(result(), result(label="false")).changes == ()


@pytest.mark.parametrize(
    ("before", "after", "fails"),
    [
        (result(), result(p_true=0.002), True),  # wrong now
        (result(), model(0.4), True),  # a right answer of the rules is lost
        (model(0.6), result(p_true=0.002), True),
        (model(0.4), result(p_true=0.002), True),
        (None, result(p_true=0.002), True),
        (result(p_true=0.002), result(p_true=0.002), False),  # it was so before
        (result(), model(0.6), False),
        (model(0.6), model(0.4), False),
        (None, model(0.4), False),
        (result(p_true=0.002), model(0.4), False),
    ],
)
def test_an_answer_of_the_rules_that_turned_wrong_fails(
    before: Result | None, after: Result, fails: bool
) -> None:
    """Whether the rules are wrong now, or a right answer of theirs became a wrong guess."""
    assert ("rules_wrong" in compared(before, after).fails) == fails


@pytest.mark.parametrize(
    ("before", "after", "fails"),
    [
        (model(0.4), model(0.6), True),
        (None, model(0.6), True),
        (model(0.6), model(0.7), False),  # the baseline has it
        (model(0.4), model(0.45), False),
    ],
)
def test_an_unexpected_yes_on_a_gate_fails(
    before: Result | None, after: Result, fails: bool
) -> None:
    """Settled or not, as callers read the number alone; unless it was so before."""
    gate: dict[str, Any] = {"label": "false", "yes": ["true"]}
    old = None if before is None else model(before.distribution["true"], **gate)
    new = model(after.distribution["true"], **gate)
    assert ("gate_yes" in compared(old, new).fails) == fails
    assert compared(old, model(0.9, label="false")).fails == ()  # no gate


def test_a_yes_that_was_expected_before_is_unexpected_now() -> None:
    """What the baseline had is held against the label and the gate of now."""
    after = model(0.6, label="false", yes=["true"])
    assert "gate_yes" in compared(model(0.4, label="false"), after).fails
    assert "gate_yes" not in compared(model(0.6, label="true"), after).fails


def test_a_record_that_fails_without_a_flip_is_notable() -> None:
    """A new record, of which there is no flip."""
    judged = compared(None, result(p_true=0.002))
    assert (judged.kind, judged.notable) == (None, True)
    assert not compared(result(), result()).notable
    assert compared(model(0.6), model(0.7)).notable


def test_a_record_is_reworded_where_what_was_asked_is_another() -> None:
    """And only there."""
    assert compared(result(asked="1"), result()).reworded
    assert not compared(result(), result()).reworded
    assert not compared(None, result()).reworded


def test_where_any_answer_would_act_only_a_settled_one_does() -> None:
    """A guess among options of which each lets something happen is no yes."""
    gate: dict[str, Any] = {"label": None, "yes": ["false", "true"]}
    assert compared(None, model(0.9, **gate)).fails == ()
    assert "gate_yes" in compared(None, result(**gate)).fails


def test_an_expected_yes_on_a_gate_is_fine() -> None:
    """The yes that the label names."""
    assert compared(None, model(0.9, label="true", yes=["true"])).fails == ()


@pytest.mark.parametrize("condition", ["right_to_wrong", "any_flip", "probability_moved"])
def test_what_fails_can_be_chosen(condition: str) -> None:
    """Any change may fail a run, and only what was chosen does."""
    rules = Rules(fail_on=frozenset({condition}))
    assert compared(model(0.6), model(0.4), rules).fails == (condition,)
    assert compared(model(0.6), model(0.6), rules).fails == ()
    assert compared(model(0.6), model(0.4), Rules(fail_on=frozenset())).fails == ()


@pytest.mark.parametrize(
    ("kind", "red"),
    [
        ("check_at_fault", False),
        ("flake", False),
        ("known_before", False),
        ("real_regression", True),
    ],
)
def test_a_note_excuses_all_but_a_real_regression(kind: NoteKind, red: bool) -> None:
    """The record is still told of, with what was found out."""
    notes = Notes({"a": Note(id="a", kind=kind, why="seen")})
    judged = judge(result(p_true=0.002), result(), CAREFUL, notes)
    assert judged.fails == ("rules_wrong",)
    assert (judged.red, judged.excused) == (red, not red)


def test_a_note_is_about_the_answer_that_was_looked_at() -> None:
    """Another wrong answer is news."""
    notes = Notes({"a": Note(id="a", kind="flake", why="seen", answer="true")})
    after = result(label="false", answer="true")
    assert judge(after, None, CAREFUL, notes).excused
    assert judge(result(p_true=0.002), None, CAREFUL, notes).red


def test_the_default_conditions_are_the_careful_ones() -> None:
    """As the documentation says."""
    assert DEFAULT_CONDITIONS == ("rules_wrong", "gate_yes", "significant_loss")


def test_results_are_matched_by_id() -> None:
    """Whatever only one side has stands alone."""
    new = [result(id=name) for name in "bcdf"]
    old = [result(id=name) for name in "abdeg"]
    matched = [(a and a.id, b and b.id) for a, b in pair(new, old)]
    assert matched == [
        (None, "a"),
        ("b", "b"),
        ("c", None),
        ("d", "d"),
        (None, "e"),
        ("f", None),
        (None, "g"),
    ]
