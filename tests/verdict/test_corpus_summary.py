import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

import pytest

from corpora import CONFIRMS, record
from deciding import model, result
from verdict.corpus.comparing import Rules
from verdict.corpus.notes import Note, Notes
from verdict.corpus.results import Result, encode, verdict_result
from verdict.corpus.saving import ResultsFile
from verdict.corpus.summary import Comparison
from verdict.distributions import Distribution
from verdict.records import Record, read_record
from verdict.verdicts import QuestionType, Step, Verdict

ALL = Rules(fail_on=frozenset({"any_flip", "rules_wrong", "gate_yes", "significant_loss"}))


def saved(results: Iterable[Result], claimed: Iterable[str]) -> ResultsFile:
    file = ResultsFile.create(None, {})
    file.claim([(name, "f", 1) for name in claimed])
    file.append([(each.id, encode(each)) for each in results])
    return file


@contextmanager
def comparison(
    before: list[Result] | None,
    after: list[Result],
    *,
    rules: Rules = ALL,
    notes: Iterable[Note] = (),
    partial: bool = False,
    expected: Callable[[Result], bool] = lambda _: True,
) -> Iterator[Comparison]:
    """Compare two series of results."""
    new = saved(after, [each.id for each in after])
    old = None if before is None else saved(before, [])
    by_id = {note.id: note for note in notes}
    yield Comparison(new, old, rules, Notes(by_id), partial=partial, expected=expected)
    new.close()
    if old:
        old.close()


def note(name: str, kind: str = "check_at_fault") -> Note:
    return Note.model_validate({"id": name, "kind": kind, "why": "x"})


BEFORE = [
    result(id="a"),
    result(id="b"),
    model(0.3, id="c"),
    model(0.3, id="d"),
    model(0.3, id="e"),
    model(0.6, id="f"),
    result(id="gone"),
    result(id="left"),
]
AFTER = [
    result(id="a", p_true=0.002),
    result(id="b", p_true=0.002),
    model(0.7, id="c"),
    model(0.7, id="d"),
    model(0.7, id="e"),
    model(0.61, id="f"),
    result(id="new", p_true=0.002),
    result(id="zero", type="choice", distribution={"true": 1.0}),
]


def test_everything_is_counted() -> None:
    """Compared, new and missing records; flips, changes, and what fails."""
    with comparison(BEFORE, AFTER) as compared:
        summary = compared.summary
        assert (summary.compared, summary.new, summary.n_missing) == (6, 2, 2)
        assert summary.missing == ["gone", "left"]
        assert summary.flips == {"right_to_wrong": 2, "wrong_to_right": 3}
        assert summary.changes == {
            "right_to_wrong": 2,
            "wrong_to_right": 3,
            "probability_moved": 5,
        }
        assert (summary.lost, summary.gained, summary.n_flips) == (2, 3, 5)
        assert (summary.n_notable, summary.n_red) == (6, 6)
        assert summary.red == {"any_flip": 5, "rules_wrong": 3}
        assert (summary.edits, summary.edited) == ({}, {})
        assert [judged.after.id for judged in compared.notable()] == [*"abcde", "new"]


def test_the_standing_of_each_type_and_tier_is_counted() -> None:
    """Right, settled, and wrong though it was settled."""
    with comparison(None, AFTER) as compared:
        standings = {
            key: (each.records, each.right, each.settled, each.settled_wrong)
            for key, each in compared.summary.standings.items()
        }
    assert standings == {
        ("noul", "rules"): (3, 0, 3, 3),
        ("noul", "model"): (4, 4, 0, 0),
        ("choice", "rules"): (1, 1, 1, 0),
    }


def test_what_was_left_out_on_purpose_is_not_missing() -> None:
    """What should have been there is."""
    with comparison(BEFORE, AFTER, expected=lambda old: old.id != "left") as compared:
        assert (compared.summary.n_missing, compared.summary.missing) == (1, ["gone"])


@pytest.mark.parametrize(
    ("lost", "gained", "fails"),
    [(6, 0, True), (5, 0, False), (0, 6, False), (9, 1, True), (8, 8, False)],
)
def test_a_loss_beyond_chance_fails(lost: int, gained: int, fails: bool) -> None:
    """A gain does not, however sure it is."""
    before = [model(0.6, id=f"l{n}") for n in range(lost)]
    before = [model(0.4, id=f"g{n}") for n in range(gained)] + before
    after = [model(1 - each.distribution["true"], id=each.id) for each in before]
    rules = Rules(fail_on=frozenset({"significant_loss"}))
    with comparison(before, after, rules=rules) as compared:
        assert compared.significant_loss == fails
        assert (compared.summary.lost, compared.summary.gained) == (lost, gained)
        assert bool(compared.failures) == fails
    with comparison(before, after, rules=Rules(fail_on=frozenset({"gate_yes"}))) as compared:
        assert not compared.significant_loss


def test_what_a_note_excuses_counts_in_no_test() -> None:
    """A real regression counts."""
    notes = [note("a"), note("b", "real_regression"), note("c", "flake")]
    with comparison(BEFORE, AFTER, notes=notes) as compared:
        summary = compared.summary
        assert (summary.lost, summary.gained) == (1, 2)
        assert summary.excused == {"check_at_fault": 1, "flake": 1}
        assert (summary.n_red, summary.n_notable) == (4, 6)


@pytest.mark.parametrize("partial", [False, True])
def test_a_note_is_stale_where_its_record_fails_no_more(partial: bool) -> None:
    """Or is gone; of a part of a corpus, only the records that were decided are looked at."""
    notes = [note("a"), note("b", "real_regression"), note("f"), note("nowhere")]
    with comparison(BEFORE, AFTER, notes=notes, partial=partial) as compared:
        assert compared.summary.stale == (["f"] if partial else ["f", "nowhere"])


def test_a_note_that_keeps_a_loss_out_of_the_test_is_not_stale() -> None:
    """Though its record meets no condition by itself."""
    rules = Rules(fail_on=frozenset({"significant_loss"}))
    before = [model(0.6, id="a"), model(0.6, id="b")]
    after = [model(0.4, id="a"), model(0.6, id="b")]
    notes = [note("a", "flake"), note("b", "flake")]
    with comparison(before, after, rules=rules, notes=notes) as compared:
        assert (compared.summary.lost, compared.summary.stale) == (0, ["b"])


def test_a_record_with_another_state_is_counted_apart_and_fails_as_missing() -> None:
    """It is not compared, and counts neither as lost nor as gained."""
    rules = Rules(fail_on=frozenset({"missing"}))
    before, after = [model(0.6, state_hash="1")], [model(0.4)]
    with comparison(before, after, rules=rules) as compared:
        summary = compared.summary
        assert (summary.compared, summary.new, summary.n_missing) == (0, 0, 0)
        assert (summary.edits, summary.edited) == ({"restated": 1}, {"restated": ["a"]})
        assert summary.lost == 0
        assert compared.failures == [
            "1 of the baseline's records are missing, or have another state now"
        ]


@pytest.mark.parametrize(("compared_with", "rules"), [(None, ALL), ([], Rules(frozenset()))])
def test_what_fails_or_flips_is_notable(compared_with: list[Result] | None, rules: Rules) -> None:
    """With conditions and no baseline, and with a baseline and no conditions."""
    before = None if compared_with is None else [result(id="a")]
    with comparison(before, [result(id="a", p_true=0.002)], rules=rules) as compared:
        assert [judged.after.id for judged in compared.notable()] == ["a"]


def test_a_note_on_what_is_wrong_is_not_stale_where_nothing_is_looked_for() -> None:
    """Without a baseline and without conditions it excuses nothing, and is needed."""
    wrong, right = model(0.4, id="a"), model(0.6, id="b")
    rules = Rules(fail_on=frozenset())
    with comparison(None, [wrong, right], rules=rules, notes=[note("a"), note("b")]) as compared:
        assert compared.summary.stale == ["b"]


def test_unexpected_yeses_are_counted_whether_or_not_they_are_new() -> None:
    """So that those which the baseline has are not forgotten."""
    gate = [model(0.6, id=name, label="false", yes=["true"]) for name in "ab"]
    with comparison(gate[:1], gate) as compared:
        assert compared.summary.gate_yes == 2
        assert compared.summary.red == {"gate_yes": 1}


def read(question: Mapping[str, object], label: object) -> Record:
    return read_record(json.dumps(record("a", label=label) | {"question": question}).encode())


def verdict(kind: QuestionType, distribution: dict[str, float], *, settled: bool = True) -> Verdict:
    made = Distribution(list(distribution), list(distribution.values()))
    step = Step("rules", "settled" if settled else "passed", None, "", 1.0, made)
    return Verdict(kind, made, "rules", settled, None, (step,))


@pytest.mark.parametrize(
    ("p_true", "answer"), [(0.5, "true"), (0.4999999, "false"), (0.51, "true"), (0.0, "false")]
)
def test_a_noul_is_answered_as_callers_read_it(p_true: float, answer: str) -> None:
    """From one half on, before anything is rounded."""
    made = verdict_result(
        read(CONFIRMS, label=True), verdict("noul", {"true": p_true, "false": 1 - p_true})
    )
    assert (made.answer, made.right) == (answer, answer == "true")


def test_a_tie_is_answered_by_the_first_option_by_name_and_is_not_right() -> None:
    """So that the order of options cannot matter; probabilities are rounded to six digits."""
    question = {"type": "choice", "instructions": "?", "criteria": dict.fromkeys("bca")}
    p = {"b": 0.4, "c": 0.4, "a": 0.2}
    made = verdict_result(read(question, "b"), verdict("choice", p))
    assert (made.answer, made.right) == ("b", False)
    p = {"c": 0.45, "b": 0.45, "a": 0.1}
    assert verdict_result(read(question, "b"), verdict("choice", p)).answer == "b"
    made = verdict_result(read(question, "b"), verdict("choice", {"a": 1 / 3, "b": 2 / 3, "c": 0}))
    assert made.distribution == {"a": 0.333333, "b": 0.666667, "c": 0.0}
    assert (made.answer, made.right, made.p_top) == ("b", True, 0.666667)
