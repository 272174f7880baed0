from typing import Any

import pytest

from deciding import CAREFUL, compared, model, options, result
from verdict.corpus.comparing import Rules, judge, pair
from verdict.corpus.notes import Note, NoteKind, Notes
from verdict.corpus.results import Result


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
    tied: dict[str, Any] = {"type": "choice", "answer": "a", "distribution": {"a": 0.5, "b": 0.5}}
    now = result(label="a", right=False, **tied)
    assert compared(result(label="b", **tied), now).changes == ()


def test_a_record_that_fails_without_a_flip_is_notable() -> None:
    """A new record, of which there is no flip."""
    judged = compared(None, result(p_true=0.002))
    assert (judged.kind, judged.notable) == (None, True)
    assert not compared(result(), result()).notable
    assert compared(model(0.6), model(0.7)).notable


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"state_hash": "1"}, ["restated"]),
        ({"question_hash": "1"}, ["reworded"]),
        ({"label": "false"}, ["relabelled"]),
        ({"tags": ["x"]}, ["retagged"]),
        ({"yes": ["true"]}, ["retagged"]),
    ],
)
def test_what_changed_about_a_record_is_told(changed: dict[str, Any], told: list[str]) -> None:
    """State, question, label, tags and the answers that act, each by its own name."""
    names = ("restated", "reworded", "relabelled", "retagged")
    judged = compared(result(**changed), result())
    assert [name for name in names if getattr(judged, name)] == told == list(judged.edits)
    assert judged.headline == (told or ["as before"])[0].replace("restated", "new")
    assert not any(getattr(compared(None, result()), name) for name in names)


def test_a_record_with_another_state_is_a_new_one() -> None:
    """Nothing flipped, and what the baseline has excuses nothing."""
    judged = compared(result(state_hash="1"), model(0.4))
    assert (judged.changes, judged.fails) == ((), ())
    wrong = result(p_true=0.002)
    assert "rules_wrong" in compared(result(p_true=0.002, state_hash="1"), wrong).fails
    gate = model(0.6, label="false", yes=["true"])
    before = model(0.6, label="false", yes=["true"], state_hash="1")
    assert "gate_yes" in compared(before, gate).fails


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        # Options with other names: each answer is held against the label of its own question.
        (options("a", "b", question_hash="1"), options("x", "y"), ()),
        (
            options("a", "b", question_hash="1"),
            options("x", "y", label="y"),
            ("right_to_wrong",),
        ),
        # The levels of a score listed the other way round.
        (
            options("0", "1", type="score", question_hash="1"),
            options("1", "0", type="score"),
            (),
        ),
        # The same options: probabilities can be compared.
        (options("a", "b", question_hash="1"), options("a", "b"), ()),
        (
            options("a", "b", label="b", question_hash="1"),
            options("b", "a", label="a"),
            ("wrong_to_wrong", "probability_moved"),
        ),
        (
            result(question_hash="1"),
            result(p_true=0.002),
            ("right_to_wrong", "probability_moved"),
        ),
    ],
)
def test_a_reworded_question_flips_what_was_right_by_its_own_label(
    before: Result, after: Result, changes: tuple[str, ...]
) -> None:
    """A renamed option is no flip, an answer that is wrong now is one."""
    assert compared(before, after).changes == changes


def test_another_answer_where_none_is_right_is_a_flip() -> None:
    """Without a label an unsettled answer is right; callers who read one half see another."""
    judged = compared(model(0.505, label=None), model(0.495, label=None))
    assert judged.changes == ("answer_changed",)
    assert compared(model(0.505, label=None), model(0.501, label=None)).changes == ()


def test_a_real_regression_fails_until_it_is_right_again() -> None:
    """Even where the baseline has it by now."""
    notes = Notes({"a": Note(id="a", kind="real_regression", why="seen")})
    wrong = model(0.4)
    assert judge(wrong, wrong, CAREFUL, notes).fails == ("real_regression",)
    assert judge(wrong, wrong, CAREFUL, notes).red
    assert judge(model(0.6), model(0.6), CAREFUL, notes).fails == ()
    what = {"record_hash": "x", "answer": "true", "settled": True}
    bound = Notes({"a": Note(id="a", kind="real_regression", why="seen", **what)})
    assert judge(wrong, wrong, CAREFUL, bound).red


@pytest.mark.parametrize(
    ("now", "counts"),
    [
        ({}, True),
        ({"p_true": 0.9}, False),
        ({"settled": True}, False),
        ({"state_hash": "1"}, False),
        ({"question_hash": "1"}, False),
        ({"label": None}, False),
        ({"yes": ["true"]}, False),
    ],
)
def test_a_note_is_about_the_record_and_the_answer_that_were_looked_at(
    now: dict[str, Any], counts: bool
) -> None:
    """Another answer, a settled one, or another state, question or label is news."""
    seen = result(p_true=0.3, settled=False)
    what = {"record_hash": seen.record_hash, "answer": seen.answer, "settled": seen.settled}
    notes = Notes({"a": Note(id="a", kind="flake", why="seen", **what)})
    after = result(**{"p_true": 0.3, "settled": False, **now})
    assert (notes.on(after) is not None) == counts


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
    judged = judge(result(p_true=0.002), model(0.4), CAREFUL, notes)
    others = ("real_regression",) if red else ()
    assert judged.fails == ("rules_wrong", "settled_wrong", *others)
    assert (judged.red, judged.excused) == (red, not red)


def test_what_was_right_before_was_not_known_before() -> None:
    """Such a note excuses nothing."""
    notes = Notes({"a": Note(id="a", kind="known_before", why="seen")})
    judged = judge(result(p_true=0.002), result(), CAREFUL, notes)
    assert (judged.red, judged.excused, judged.contradicted) == (True, False, True)
    assert judge(result(p_true=0.002), None, CAREFUL, notes).excused


def test_a_note_is_about_the_answer_that_was_looked_at() -> None:
    """Another wrong answer is news."""
    notes = Notes({"a": Note(id="a", kind="flake", why="seen", answer="true")})
    after = result(label="false", answer="true")
    assert judge(after, None, CAREFUL, notes).excused
    assert judge(result(p_true=0.002), None, CAREFUL, notes).red


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
