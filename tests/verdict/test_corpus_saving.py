import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from verdict.corpus.line_index import LineIndex
from verdict.corpus.results import Result, TracedStep, encode
from verdict.corpus.saving import ResultsFile, open_saved
from verdict.corpus.writing import lock
from verdict.errors import SettingsError, VerdictError

IDENTITY: dict[str, Any] = {"version": "0", "code_sha256": "c0de", "tiers": {"rules": "r1"}}


def result(name: str, *, reason: str | None = None) -> Result:
    """A small result; with a reason it was passed on with it."""
    step = TracedStep("rules", "passed" if reason else "settled", reason)
    return Result(
        id=name,
        state_hash="0",
        question_hash="0",
        type="noul",
        label="true",
        answer="true",
        right=True,
        settled=reason is None,
        p_top=0.9,
        tier="rules",
        reason=reason,
        distribution={"true": 0.9, "false": 0.1},
        trace=[step],
        tags=[],
    )


def save(
    path: Path, *names: str, identity: dict[str, Any] = IDENTITY, whole: bool = True
) -> str | None:
    """Save results under some ids as a run does; what is said of a file that is not resumed."""
    results, remark = open_saved(path, identity)
    finish(results, *names, whole=whole)
    return remark


def finish(results: ResultsFile, *names: str, whole: bool = True) -> str | None:
    """Go on with results to the end of a run of some ids; what is said of it."""
    for name in names:
        results.take_over(name)
    results.append([(name, encode(result(name))) for name in names if not results.get(name)])
    told = results.finish(whole=whole)
    results.close()
    return told


def ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text().splitlines()[1:]]


def resumed(path: Path) -> list[str]:
    """The ids whose results are taken over."""
    results, _ = open_saved(path, IDENTITY)
    found = [name for name in "abcd" if results.get(name)]
    results.close()
    return found


@pytest.mark.parametrize("names", ["abcd", "dcba", "badc"])
def test_results_are_sorted_by_id(tmp_path: Path, names: str) -> None:
    """Whatever the order in which they were decided."""
    save(tmp_path / "r", *names)
    assert ids(tmp_path / "r") == list("abcd")


def test_a_file_cut_at_any_byte_is_resumed_up_to_there(tmp_path: Path) -> None:
    """Every whole line is taken over, none that was cut, and the end is the same bytes."""
    path = tmp_path / "r"
    save(path, *"abcd")
    whole = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        lines = sum(end <= cut for end in ends) - 1
        assert resumed(path) == list("abcd"[: max(lines, 0)])
        left = "abcd"[max(lines, 0) :]
        results, _ = open_saved(path, IDENTITY)
        assert [name for name in "abcd" if not results.get(name)] == list(left)
        finish(results, *"abcd")
        assert path.read_bytes() == whole


def test_a_run_that_did_not_end_is_no_baseline(tmp_path: Path) -> None:
    """Though its results are in order: the missing ones would look like new ones."""
    path = tmp_path / "r"
    save(path, *"abcd")
    finished = path.read_bytes()
    results, _ = open_saved(path, IDENTITY)
    results.append([("e", encode(result("e")))])
    results.close()
    with pytest.raises(SettingsError, match="did not end"):
        ResultsFile.load(path)
    save(path, *"abcde")
    ResultsFile.load(path).close()
    assert path.read_bytes().startswith(finished)


def test_what_other_code_decided_is_named_kept_and_not_resumed(tmp_path: Path) -> None:
    """The message says what differs and where the old results are."""
    path = tmp_path / "r"
    save(path, "a")
    old = path.read_bytes()
    remark = save(path, "b", identity=IDENTITY | {"tiers": {"rules": "r2"}})
    assert remark is not None
    assert "tiers.rules" in remark
    assert f"{path}.previous" in remark
    assert ids(path) == ["b"]
    assert Path(f"{path}.previous").read_bytes() == old


def test_a_whole_run_keeps_results_of_records_that_are_gone_aside(tmp_path: Path) -> None:
    """Under a name that nothing has, whatever lies there already."""
    path = tmp_path / "r"
    save(path, *"abcd")
    old = path.read_bytes()
    Path(f"{path}.previous").write_text("mine")
    Path(f"{path}.previous-2").symlink_to("nowhere")
    save(path, "b")
    assert ids(path) == ["b"]
    assert Path(f"{path}.previous").read_text() == "mine"
    assert Path(f"{path}.previous-3").read_bytes() == old
    save(path, "a")
    assert ids(Path(f"{path}.previous-4")) == ["b", "a"]


def test_what_is_kept_aside_is_copied_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every file system has them; no name is taken then either that something has."""

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(f"{self}, {target}")

    path = tmp_path / "r"
    save(path, *"ab")
    Path(f"{path}.previous").write_text("mine")
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    save(path, "c")
    assert Path(f"{path}.previous").read_text() == "mine"
    assert ids(Path(f"{path}.previous-2")) == ["a", "b", "c"]
    assert ids(path) == ["c"]


@pytest.mark.parametrize("names", ["b", "be", "ae"])
def test_a_part_of_a_run_leaves_the_other_results_where_they_are(
    tmp_path: Path, names: str
) -> None:
    """They are not its own; the file is whole and in order."""
    path = tmp_path / "r"
    save(path, *"abcd")
    results, _ = open_saved(path, IDENTITY)
    for name in names:
        results.take_over(name)
    results.append([("e", encode(result("e")))] if "e" in names else [])
    before = list(results.lines(claimed=True))
    assert results.finish(whole=False) is None
    assert before == list(results.lines(claimed=True)) == [encode(result(each)) for each in names]
    results.close()
    assert ids(path) == sorted({*"abcd", *names})
    assert sorted(each.name for each in tmp_path.iterdir()) == ["r"]
    ResultsFile.load(path).close()


def test_a_part_of_a_run_does_not_end_a_whole_one(tmp_path: Path) -> None:
    """What was cut short is no baseline until it is run to its end."""
    path = tmp_path / "r"
    results, _ = open_saved(path, IDENTITY)
    results.append([("b", encode(result("b"))), ("a", encode(result("a")))])
    results.close()
    results, _ = open_saved(path, IDENTITY)
    assert "a whole run that did not end" in (finish(results, "a", whole=False) or "")
    with pytest.raises(SettingsError, match="did not end"):
        ResultsFile.load(path)
    save(path, *"abc")
    assert list(tmp_path.iterdir()) == [path]
    ResultsFile.load(path).close()


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    """With the mode that the file had."""
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder/results", tmp_path / "link"
    link.symlink_to(target)
    save(link, *"ba")
    target.chmod(0o640)
    for names, identity in (
        ("dcba", IDENTITY),
        ("ab", IDENTITY),
        ("ab", IDENTITY | {"version": "1"}),
    ):
        save(link, *names, identity=identity)
        assert link.is_symlink()
        assert ids(target) == sorted(names)
        assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("content", [b"mine\n", b'{"id": "a"}\n', b"\x00" * 100, b'{"verdict'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """Nobody's file is overwritten by a slip; one that ends in its header is ours."""
    path = tmp_path / "r"
    path.write_bytes(content)
    if content.startswith(b'{"verdict'):
        save(path, "a")
        assert ids(path) == ["a"]
        return
    with pytest.raises(SettingsError, match="it holds no results and is left as it is"):
        save(path, "a")
    assert path.read_bytes() == content


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    """The second is told so."""
    first, _ = open_saved(tmp_path / "r", IDENTITY)
    with pytest.raises(SettingsError, match="another run writes to it"):
        open_saved(tmp_path / "r", IDENTITY)
    first.close()
    assert resumed(tmp_path / "r") == []


def test_a_file_that_another_run_put_in_order_meanwhile_is_not_written_to(tmp_path: Path) -> None:
    """What is written to the one that was opened would be lost."""
    path = tmp_path / "r"
    path.write_bytes(b"old")
    with path.open("rb") as file:
        (tmp_path / "ordered").write_bytes(b"new")
        (tmp_path / "ordered").replace(path)
        with pytest.raises(SettingsError, match="another run writes to it"):
            lock(file, path)


def test_a_header_that_was_edited_is_not_written_over(tmp_path: Path) -> None:
    """Its length may be another one."""
    path = tmp_path / "r"
    save(path, *"ab")
    edited = path.read_bytes().replace(b',"version"', b', "version"')
    path.write_bytes(edited)
    with pytest.raises(SettingsError, match="its first line was edited"):
        save(path, *"ab")
    assert path.read_bytes() == edited


def test_a_full_temporary_folder_is_told() -> None:
    """It holds the index; the message says what to do."""
    index = LineIndex()
    index._database.execute("PRAGMA max_page_count = 4")
    with pytest.raises(VerdictError, match="make room there, or name another with TMPDIR"):
        index.place([(f"r{number}", number, 1) for number in range(10_000)], now=True)
    with pytest.raises(VerdictError, match="make room there, or name another with TMPDIR"):
        index.claim([(f"r{number}", "f", number) for number in range(10_000)])
    index.close()


def test_an_id_that_stands_twice_is_told_with_its_first_place() -> None:
    """Within one batch and across batches."""
    results = ResultsFile.create(None, IDENTITY)
    assert results.claim([("a", "f", 1), ("b", "f", 2)]) == {}
    again = results.claim([("c", "f", 3), ("a", "g", 1), ("d", "g", 2), ("d", "g", 3)])
    assert again == {1: ("f", 1), 3: ("g", 2)}
    assert results.claim([("e", "h", 1), ("e", "h", 1)]) == {1: ("h", 1)}
    results.close()


def test_a_baseline_may_be_gzipped(tmp_path: Path) -> None:
    """It reads as the plain one does."""
    save(tmp_path / "r", *"ab")
    packed = tmp_path / "r.gz"
    packed.write_bytes(gzip.compress((tmp_path / "r").read_bytes()))
    baseline = ResultsFile.load(packed)
    assert baseline.header == IDENTITY
    assert list(baseline.lines()) == [encode(result(name)) for name in "ab"]
    assert baseline.get("b") == result("b")
    assert baseline.get("c") is None
    baseline.close()


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda whole: whole[:-3], ":3: it is no result, or stands out of order"),
        (lambda whole: whole.replace(b"full", b"open", 1), "r: the results are of a run that"),
        (lambda whole: whole.replace(b"full", b"else", 1), "r: the results are of a run"),
        (lambda whole: whole.replace(b'"a"', b'"z"'), ":3: it is no result, or stands out of"),
        (lambda whole: whole.replace(b'"true":0', b'"yes":0'), ":2: it is no result"),
        (lambda whole: whole + b"x\n", ":4: it is no result"),
        (lambda _: b'{"id": "a"}\n', "no file of results, or one of another version: make one"),
        (lambda _: b"", "no file of results"),
        (lambda whole: gzip.compress(whole)[:-9], "r: "),
    ],
)
def test_a_baseline_that_cannot_be_used_is_named(
    tmp_path: Path, damage: Any, complaint: str
) -> None:
    """An unfinished one above all: its missing records would look like new ones."""
    path = tmp_path / "r"
    save(path, *"ab")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(SettingsError) as caught:
        ResultsFile.load(path)
    assert complaint in str(caught.value)


def test_no_line_is_held_that_is_longer_than_any_result(tmp_path: Path) -> None:
    """Such a baseline is refused, such results are resumed without it."""
    path = tmp_path / "r"
    save(path, *"ab")
    whole = path.read_bytes()
    with path.open("ab") as file:
        file.truncate(len(whole) + (1 << 30))  # a hole takes no room
    tracemalloc.start()
    with pytest.raises(SettingsError, match=":4: it is no result"):
        ResultsFile.load(path)
    assert resumed(path) == ["a", "b"]
    assert tracemalloc.get_traced_memory()[1] < 100 << 20
    tracemalloc.stop()
    save(path, *"ab")
    assert path.read_bytes() == whole


@pytest.mark.parametrize("whole", [True, False])
def test_what_a_file_is_of_stands_in_its_header(tmp_path: Path, whole: bool) -> None:
    """Of a part, or of a corpus with faults; a part of a whole file leaves it whole."""
    path = tmp_path / "r"
    results, _ = open_saved(path, IDENTITY)
    results.append([("a", encode(result("a")))])
    results.finish(whole=whole)
    results.close()
    for _ in range(2):
        baseline = ResultsFile.load(path)
        assert baseline.partial != whole
        baseline.close()
        results, _ = open_saved(path, IDENTITY)
        results.take_over("a")
        results.finish(whole=False)
        results.close()


def test_a_baseline_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With the system's reason."""
    with pytest.raises(SettingsError, match=r"nowhere: No such file"):
        ResultsFile.load(tmp_path / "nowhere")
