from typing import Any

import pytest

from deciding import compared, model, options, result
from verdict.corpus.comparing import DEFAULT_CONDITIONS
from verdict.corpus.results import Result


def guarded(answer: str = "b", **fields: Any) -> Result:
    """An answer to a choice whose label is a, and in which b and c let something happen."""
    shares = {label: 0.8 if label == answer else 0.1 for label in "abc"}
    standard = {"type": "choice", "answer": answer, "distribution": shares, "label": "a"}
    unsettled = {"yes": ["b", "c"], "settled": False, "tier": "model"}
    return result(**{**standard, **unsettled, **fields})


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
        (0.4, 0.6, True),
        (None, 0.6, True),
        (0.6, 0.62, False),  # the baseline has it
        (0.6, 0.7, True),  # and is less sure
        (0.7, 0.6, False),
        (0.4, 0.45, False),
    ],
)
def test_an_unexpected_yes_on_a_gate_fails(before: float | None, after: float, fails: bool) -> None:
    """Settled or not, as callers read the number alone; unless it was so before."""
    gate: dict[str, Any] = {"label": "false", "yes": ["true"]}
    old = None if before is None else model(before, **gate)
    assert ("gate_yes" in compared(old, model(after, **gate)).fails) == fails
    assert compared(None, model(0.9, label="false")).fails == ()  # no gate


def test_a_tie_is_no_yes_that_the_baseline_has() -> None:
    """Nobody said so before."""
    flat = dict.fromkeys("abc", 1 / 3)
    sure = guarded(distribution={"a": 0.01, "b": 0.34, "c": 0.65}, answer="c")
    assert "gate_yes" in compared(guarded("c", distribution=flat), sure).fails
    assert "gate_yes" not in compared(sure, sure).fails


@pytest.mark.parametrize(
    ("before", "after", "fails"),
    [
        (model(0.4), model(0.4, settled=True), True),
        (None, model(0.4, settled=True), True),
        (model(0.4, settled=True), model(0.4, settled=True), False),
        (model(0.4, settled=True), model(0.4), False),
        (model(0.6, settled=True), model(0.4, settled=True), True),
        (model(0.4), model(0.4), False),
        (model(0.6), model(0.4), False),
        (model(0.6), model(0.6, settled=True), False),
        (model(0.6, label=None), model(0.6, label=None, settled=True), True),
        (model(0.4, settled=True, label="false"), model(0.4, settled=True), True),  # it was right
        (
            options("0", "1", type="score", label="1", settled=True, question_hash="1"),
            options("0", "1", type="score", label="1", settled=True),
            True,  # the levels are others
        ),
    ],
)
def test_a_wrong_answer_that_a_tier_settles_fails(
    before: Result | None, after: Result, fails: bool
) -> None:
    """Callers trust it; unless the baseline has the same one, settled."""
    assert ("settled_wrong" in compared(before, after).fails) == fails


def test_a_wrong_guess_of_the_rules_that_becomes_settled_fails() -> None:
    """The baseline excuses what it has, as sure as it has it."""
    before = result(p_true=0.002, settled=False)
    assert "rules_wrong" in compared(before, result(p_true=0.002)).fails


def test_a_yes_that_was_expected_before_is_unexpected_now() -> None:
    """What the baseline had is held against the label and the gate of now."""
    after = model(0.6, label="false", yes=["true"])
    assert "gate_yes" in compared(model(0.4, label="false"), after).fails
    assert "gate_yes" in compared(model(0.6, label="true", yes=["true"]), after).fails


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (guarded(), guarded(settled=True)),
        (guarded("c"), guarded()),
        (guarded(question_hash="1"), guarded()),
        (guarded(label="c"), guarded()),
        (guarded(yes=[]), guarded()),
        (guarded("a"), guarded()),
        (None, guarded()),
    ],
)
def test_a_yes_that_is_not_the_one_of_the_baseline_fails(
    before: Result | None, after: Result
) -> None:
    """Settled now, another option, another question, another label, or a gate since now."""
    assert "gate_yes" in compared(before, after).fails
    assert "gate_yes" not in compared(after, after).fails
    assert "gate_yes" not in compared(guarded(settled=True), guarded()).fails


def test_a_gate_that_was_taken_away_still_guards() -> None:
    """Until there is another baseline."""
    before = model(0.4, label="false", yes=["true"], tags=["gate"])
    judged = compared(before, model(0.6, label="false"))
    assert "gate_yes" in judged.fails
    assert judged.retagged
    known = model(0.6, label="false", yes=["true"], tags=["gate"])
    assert "gate_yes" not in compared(known, model(0.6, label="false")).fails
    assert "gate_yes" not in compared(model(0.4, label="false"), model(0.6, label="false")).fails


def test_another_wrong_answer_of_the_rules_fails() -> None:
    """The baseline excuses the wrong answer that it has, no other."""
    before, after = options("a", "b", label="c"), options("b", "a", label="c")
    assert "rules_wrong" in compared(before, after).fails
    assert "rules_wrong" not in compared(before, before).fails


def test_where_any_answer_would_act_only_a_settled_one_does() -> None:
    """A guess among options of which each lets something happen is no yes."""
    gate: dict[str, Any] = {"label": None, "yes": ["false", "true"]}
    assert compared(None, model(0.9, **gate)).fails == ()
    assert "gate_yes" in compared(None, result(**gate)).fails


def test_an_expected_yes_on_a_gate_is_fine() -> None:
    """The yes that the label names."""
    assert compared(None, model(0.9, label="true", yes=["true"])).fails == ()


def test_the_default_conditions_are_the_careful_ones() -> None:
    """As the documentation says."""
    assert DEFAULT_CONDITIONS == (
        "rules_wrong",
        "settled_wrong",
        "gate_yes",
        "real_regression",
        "significant_loss",
    )
