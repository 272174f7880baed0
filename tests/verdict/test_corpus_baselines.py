from pathlib import Path

import pytest

from corpora import DECLINES, GOOD, WRONG, corpus_run, document, record, write


def test_a_record_that_was_reworded_says_so(tmp_path: Path) -> None:
    """A flip of another question is not the fault of the code."""
    path = write(tmp_path / "r.jsonl", [record("a")])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record("a", question=DECLINES)])
    (flip,) = document(tmp_path, "r.jsonl", "--baseline", "base")["flips"]
    assert flip["reworded"]


def test_a_record_with_another_state_counts_as_new(tmp_path: Path) -> None:
    """What is said of it says so, and a wrong answer of the rules fails as one to a new record."""
    path = write(tmp_path / "r.jsonl", [record("a"), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record("a", "no"), record("b")])
    told = document(tmp_path, "r.jsonl", "--baseline", "base")
    assert (told["flips"], told["baseline"]["restated"]) == ([], 1)
    assert [(each["id"], each["fails"]) for each in told["red"]] == [("a", WRONG)]
    finished = corpus_run(tmp_path, "r.jsonl", "--baseline", "base")
    assert "its state is not what it was: it counts as new" in finished.stdout


def test_conditions_are_added_to_the_default_by_its_name(tmp_path: Path) -> None:
    """Any other one stands in place of it; what was looked for is told."""
    path = write(tmp_path / "r.jsonl", [record("a"), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    run = ("r.jsonl", "--baseline", "base", "--fail-on", "missing")
    write(path, [record("a")])
    assert corpus_run(tmp_path, *run, "--fail-on", "default").returncode == 1
    write(path, [record("a", question=DECLINES), record("b")])
    assert corpus_run(tmp_path, *run, "--fail-on", "default").returncode == 1
    finished = corpus_run(tmp_path, *run)
    assert finished.returncode == 0
    assert "nothing fails (looked for: missing)" in finished.stdout
    write(path, [record("a")])
    finished = corpus_run(tmp_path, "r.jsonl", "--baseline", "base")
    assert "nothing fails, but 1 of the baseline's records are missing, or have" in finished.stdout


def test_a_baseline_of_a_part_is_told(tmp_path: Path) -> None:
    """What it lacks counts as new."""
    write(tmp_path / "r.jsonl", [record("a", tags=["X"]), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "base", "--only", "x")
    told = document(tmp_path, "r.jsonl", "--baseline", "base")
    assert (told["baseline"]["partial"], told["baseline"]["new"]) == (True, 1)
    finished = corpus_run(tmp_path, "r.jsonl", "--baseline", "base")
    assert "the baseline is of a part of its corpus" in finished.stdout


def test_the_order_of_fields_and_options_is_no_part_of_a_question(tmp_path: Path) -> None:
    """Whoever sorts the keys of a file edits nothing."""
    question = {"type": "choice", "instructions": "Which?", "criteria": {"b": None, "a": "x"}}
    ordered = {"criteria": {"a": "x", "b": None}, "instructions": "Which?", "type": "choice"}
    level = {"type": "score", "instructions": "How?", "criteria": ["low", "high"]}
    by_index = level | {"criteria": {"1": "high", "0": "low"}}
    path = write(
        tmp_path / "r.jsonl",
        [record("a", label="a", question=question), record("s", label=0, question=level)],
    )
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record("a", label="a", question=ordered), record("s", label=0, question=by_index)])
    told = document(tmp_path, "r.jsonl", "--baseline", "base")
    assert (told["baseline"]["reworded"], told["baseline"]["compared"]) == (0, 2)
    write(path, [record("s", label=0, question=level | {"criteria": ["high", "low"]})])
    assert document(tmp_path, "r.jsonl", "--baseline", "base")["baseline"]["reworded"] == 1


def test_a_label_that_was_mended_against_the_rules_fails(tmp_path: Path) -> None:
    """No decision flipped, but an answer of the rules that counted as right is wrong."""
    path = write(tmp_path / "r.jsonl", [record("a"), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record("a", label=False), record("b")])
    told = document(tmp_path, "r.jsonl", "--baseline", "base")
    assert (told["exit_code"], told["flips"]) == (1, [])
    assert [(each["id"], each["relabelled"]) for each in told["red"]] == [("a", True)]
    assert (told["baseline"]["relabelled"], told["baseline"]["reworded"]) == (1, 0)


def test_a_significant_loss_fails(tmp_path: Path) -> None:
    """Six lost and none gained is beyond chance at 0.05; five are not."""
    for lost, code in ((5, 0), (6, 1)):
        records = [record(f"r{number}") for number in range(20)]
        path = write(tmp_path / "r.jsonl", records)
        corpus_run(tmp_path, "r.jsonl", "--save", f"base{lost}")
        reworded = [each | {"question": DECLINES} for each in records[:lost]]
        write(path, [*reworded, *records[lost:]])
        arguments = ("r.jsonl", "--baseline", f"base{lost}", "--fail-on", "significant_loss")
        told = document(tmp_path, *arguments)
        assert told["exit_code"] == code
        assert told["baseline"]["mcnemar"]["lost"] == lost
        assert ("p = 0.0312" in "".join(told["failures"])) == bool(code)


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        ((), ["g1", "g2", "h1"]),
        (("--only", "g"), ["g1", "g2"]),
        (("--only", "h"), ["h1"]),
        (("--only", "g", "--sample", "100%"), ["g1", "g2"]),
        (("--sample", "2"), []),
    ],
)
def test_of_a_part_of_a_corpus_what_would_have_been_chosen_is_missing(
    tmp_path: Path, arguments: tuple[str, ...], missing: list[str]
) -> None:
    """By its id and its tags in the baseline; a number of records is a choice among those here."""
    tagged = [record(f"{tag}{n}", tags=[tag]) for tag in "gh" for n in range(4)]
    path = write(tmp_path / "r.jsonl", tagged)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [each for each in tagged if each["id"] not in {"g1", "g2", "h1"}])
    told = document(tmp_path, "r.jsonl", "--baseline", "base", "--fail-on", "missing", *arguments)
    assert (told["baseline"]["missing"], told["exit_code"]) == (missing, int(bool(missing)))


@pytest.mark.parametrize(("fail_on", "code"), [("missing", 1), ("rules_wrong", 0)])
def test_records_that_are_gone_are_told(tmp_path: Path, fail_on: str, code: int) -> None:
    """They fail the run where that was asked for."""
    path = write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [*GOOD[1:], record("n")])
    told = document(tmp_path, "r.jsonl", "--baseline", "base", "--fail-on", fail_on)
    assert told["exit_code"] == code
    assert told["baseline"]["missing"] == ["a"]
    assert told["baseline"]["new"] == 1
