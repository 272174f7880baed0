from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from corpora import GOOD, corpus_run, document, record, results, write
from deciding import result
from verdict.corpus.deciding import Decided, Outcome
from verdict.corpus.results import decode, encode
from verdict.corpus.running import Corpus, CorpusRun
from verdict.corpus.saving import ResultsFile
from verdict.corpus.sources import Line
from verdict.corpus.timings import Timings


def test_a_part_of_a_corpus_leaves_the_other_results(tmp_path: Path) -> None:
    """A run with --only, or without a file that is missing, saves over nothing else."""
    write(tmp_path / "r.jsonl", [record("a", tags=["x"]), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    saved = (tmp_path / "out").read_bytes()
    for arguments in (("r.jsonl", "--only", "x"), ("none.jsonl",), ("none.jsonl", "--skip-bad")):
        told = document(tmp_path, *arguments, "--save", "out")
        assert (tmp_path / "out").read_bytes() == saved
        assert sum(each["records"] for each in told["standings"]) == len(arguments) // 3
    assert not (tmp_path / "out.previous").exists()
    finished = corpus_run(tmp_path, "none.jsonl", "--save", "out")
    assert "out keeps 2 results of records that this run could not read or find" in finished.stderr


def test_a_note_on_a_record_that_a_part_leaves_out_is_not_stale(tmp_path: Path) -> None:
    """Though its result stays in the file."""
    write(tmp_path / "r.jsonl", [record("a", tags=["x"]), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    (tmp_path / "notes").write_text('[[notes]]\nid = "b"\nkind = "flake"\nwhy = "so"\n')
    arguments = ("r.jsonl", "--save", "out", "--notes", "notes")
    assert document(tmp_path, *arguments)["notes"]["stale"] == ["b"]
    assert document(tmp_path, *arguments, "--only", "x")["notes"]["stale"] == []


def test_a_whole_corpus_says_where_results_of_records_that_are_gone_are(tmp_path: Path) -> None:
    """They are kept aside, never over what lies there."""
    path = write(tmp_path / "r.jsonl", [record("a"), record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    write(path, [record("b")])
    finished = corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert "are kept as out.previous" in finished.stderr
    assert [each["id"] for each in results(tmp_path / "out.previous")] == ["a", "b"]


@pytest.mark.parametrize("now", [[], [{"id": "a", "state": {"reply": "yes"}}]])
def test_an_old_result_of_a_record_that_is_gone_or_bad_does_not_count(
    tmp_path: Path, now: list[object]
) -> None:
    """Not where the run stops at its first failure, nor where what is bad is skipped."""
    path = write(tmp_path / "r.jsonl", [record("a", label=False), record("b", label=False)])
    arguments = ("r.jsonl", "--save", "out", "--fail-on", "rules_wrong", "--skip-bad")
    assert document(tmp_path, *arguments)["standings"][0]["records"] == 2
    write(path, [*now, record("b", label=False)])
    for options in (("--fail-fast",), ()):
        told = document(tmp_path, *arguments, *options)
        assert [each["id"] for each in told["red"]] == ["b"]
        assert told["standings"][0]["records"] == 1


def test_what_a_slow_tier_answered_is_decided_again(tmp_path: Path) -> None:
    """A time-out says nothing of the record; until then its result stays."""
    write(tmp_path / "r.jsonl", [record("a", "xyzzy"), record("b"), record("c", tags=["x"])])
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    saved = (tmp_path / "out").read_bytes()
    slow = saved.replace(b'"reason":"unknown_words"', b'"reason":"timeout"')
    assert slow != saved
    (tmp_path / "out").write_bytes(slow)
    document(tmp_path, "r.jsonl", "--save", "out", "--only", "x")
    assert (tmp_path / "out").read_bytes() == slow
    told = document(tmp_path, "r.jsonl", "--save", "out")["records"]
    assert (told["decided"], told["resumed"]) == (1, 2)
    assert (tmp_path / "out").read_bytes() == saved


def test_a_finished_run_is_not_decided_again(tmp_path: Path) -> None:
    """But a record that changed is."""
    path = write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert document(tmp_path, "r.jsonl", "--save", "out")["records"]["resumed"] == 3
    write(path, [record("a", "no", label=False), *GOOD[1:]])
    told = document(tmp_path, "r.jsonl", "--save", "out")
    assert (told["records"]["resumed"], told["records"]["decided"]) == (2, 1)
    assert [each["answer"] for each in results(tmp_path / "out")] == ["false", "false", "false"]


def test_a_run_that_fails_fast_stops_and_can_be_resumed(tmp_path: Path) -> None:
    """The first record that fails ends it; the rest is decided by the next run."""
    records = [record(f"r{number:04}", label=number != 40) for number in range(3000)]
    write(tmp_path / "r.jsonl", records)
    arguments = ("r.jsonl", "--fail-on", "rules_wrong", "--processes", 1, "--save", "out")
    told = document(tmp_path, *arguments, "--fail-fast")
    assert told["exit_code"] == 1
    assert told["records"]["stopped_at"] == "r0040"
    assert told["records"]["decided"] < 3000
    stopped = document(tmp_path, *arguments, "--fail-fast")["records"]
    assert (stopped["stopped_at"], stopped["decided"]) == ("r0040", 0)
    again = document(tmp_path, *arguments)
    assert again["records"]["resumed"] == told["records"]["decided"]
    assert again["records"]["decided"] == 3000 - told["records"]["decided"]
    assert len(results(tmp_path / "out")) == 3000


class SlowEngine:
    """Has decided the first chunk, is at the second, and has not begun with the others."""

    places = 2

    def __init__(self) -> None:
        self.chunks: list[list[str]] = []

    def identity(self) -> dict[str, Any]:
        """Return none."""
        return {}

    def submit(self, lines: Sequence[Line]) -> "Future[list[Outcome]]":
        """Take a chunk."""
        names = [str(peek.id) for peek in (line.peek() for line in lines) if peek]
        self.chunks.append(names)
        future: Future[list[Outcome]] = Future()
        if len(self.chunks) <= self.places:
            future.set_running_or_notify_cancel()
            future.set_result([Decided(name, encode(result(id=name)), {}) for name in names])
        return future

    def close(self) -> None:
        """Hold nothing."""

    def advance(self, position: int, records: int) -> None:
        """Show nothing."""


def test_what_is_under_way_when_a_run_fails_fast_is_kept(tmp_path: Path) -> None:
    """What nobody has begun with is left."""
    path = write(tmp_path / "r.jsonl", [record(f"r{number:03}") for number in range(100)])
    engine, kept = SlowEngine(), ResultsFile.create(None, {})
    tally = CorpusRun(
        corpus=Corpus([path]),
        engine=engine,
        results=kept,
        timings=Timings(None, resumed=False),
        progress=engine,
        report=print,
        is_red=lambda _: True,
    ).run()
    assert tally.stopped == "r000"
    assert len(engine.chunks) > engine.places
    decided = [name for chunk in engine.chunks[: engine.places] for name in chunk]
    assert [decode(line).id for line in kept.lines()] == decided
    kept.close()
