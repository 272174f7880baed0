import gzip
from pathlib import Path

import pytest

from corpora import GOOD, corpus_run, document, record, write
from verdict.corpus.sources import find_files

RESULTS = b'{"verdict_results":1,"version":"0"}\n'


@pytest.mark.parametrize("named", ["", "*.jsonl*", "**/*"])
def test_results_beside_a_corpus_are_no_part_of_it(tmp_path: Path, named: str) -> None:
    """A baseline may lie in the folder of its records, plain or gzipped, and match the pattern."""
    records = [write(tmp_path / "a.jsonl", [record("a")]), tmp_path / "b.jsonl.gz"]
    records[1].write_bytes(gzip.compress(b'{"id": "b"}\n', mtime=0))
    (tmp_path / "baseline.jsonl").write_bytes(RESULTS)
    (tmp_path / "before.jsonl.gz").write_bytes(gzip.compress(RESULTS * 9999, mtime=0))
    assert find_files([str(tmp_path / named)]) == (records, [])


@pytest.mark.parametrize("named", ["", "*.jsonl"])
def test_results_alone_are_no_corpus(tmp_path: Path, named: str) -> None:
    """A folder or a pattern of which nothing else is left over is a fault."""
    (tmp_path / "baseline.jsonl").write_bytes(RESULTS)
    files, (fault,) = find_files([str(tmp_path / named)])
    assert files == []
    assert (fault.file, "no file of records" in fault.message) == (str(tmp_path / named), True)


@pytest.mark.parametrize(
    "content", [b"\x1f\x8b", b"\x1f\x8bxyz", gzip.compress(RESULTS, mtime=0)[:15]]
)
def test_a_damaged_gzip_file_is_left_to_its_reader(tmp_path: Path, content: bytes) -> None:
    """It is no file of results, and who reads it says what is wrong."""
    (tmp_path / "a.jsonl.gz").write_bytes(content)
    assert find_files([str(tmp_path)]) == ([tmp_path / "a.jsonl.gz"], [])


def test_a_file_that_is_left_out_may_be_named(tmp_path: Path) -> None:
    """By whatever name, and other files of results still stand among the found."""
    names = ("a.jsonl", "baseline.jsonl", "other.jsonl")
    for name in names:
        (tmp_path / name).write_bytes(RESULTS)
    (tmp_path / "link").symlink_to("baseline.jsonl")
    files, faults = find_files(
        [str(tmp_path / name) for name in names], without=[tmp_path / "link"]
    )
    assert ([file.name for file in files], faults) == (["a.jsonl", "other.jsonl"], [])


def test_the_baseline_among_the_named_files_is_no_corpus(tmp_path: Path) -> None:
    """A shell makes of a pattern the names of all files; another file of results is a fault."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base.jsonl")
    told = document(tmp_path, "base.jsonl", "r.jsonl", "--baseline", "base.jsonl")
    assert (told["faults"], told["baseline"]["compared"]) == ([], 3)
    (tmp_path / "old.jsonl").write_bytes((tmp_path / "base.jsonl").read_bytes())
    told = document(tmp_path, "base.jsonl", "old.jsonl", "r.jsonl", "--baseline", "base.jsonl")
    assert [fault["file"] for fault in told["faults"]] == ["old.jsonl"]


def test_a_baseline_that_is_left_out_is_not_written_over(tmp_path: Path) -> None:
    """It is still read, if not as records."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base.jsonl")
    before = (tmp_path / "base.jsonl").read_bytes()
    for option in ("--save", "--junit"):
        arguments = ("base.jsonl", "r.jsonl", "--baseline", "base.jsonl", option, "base.jsonl")
        finished = corpus_run(tmp_path, *arguments)
        assert finished.returncode == 2
        assert "base.jsonl: it is read by this run" in finished.stderr
    assert (tmp_path / "base.jsonl").read_bytes() == before


def test_results_may_be_saved_again_among_the_files_of_a_pattern(tmp_path: Path) -> None:
    """Whether the shell names them or the pattern is quoted; times and notes are no records."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base.jsonl")
    (tmp_path / "notes.toml").write_text("")
    for named in (("base.jsonl", "r.jsonl"), ("*",)):
        finished = corpus_run(tmp_path, *named, "--save", "base.jsonl")
        assert (finished.returncode, finished.stderr) == (0, "")
    assert corpus_run(tmp_path, "r.jsonl", "--save", "r.jsonl").returncode == 2


def test_a_run_of_its_baseline_alone_decides_nothing(tmp_path: Path) -> None:
    """And does not pass."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base.jsonl")
    finished = corpus_run(tmp_path, "base.jsonl", "--baseline", "base.jsonl")
    assert finished.returncode == 2
    assert "no record was decided" in finished.stderr


def test_a_link_to_a_folder_is_told(tmp_path: Path) -> None:
    """Its records are not left out without a word; named itself, it is read and nothing is told."""
    for folder in ("data/sub", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
        write(tmp_path / folder / "r.jsonl", [record("a")])
    link = tmp_path / "data/sub/link"
    link.symlink_to("../../elsewhere")
    files, (fault,) = find_files([str(tmp_path / "data")])
    assert files == [tmp_path / "data/sub/r.jsonl"]
    assert (fault.file, f"name {link} itself" in fault.message) == (str(link), True)
    for named in (link, tmp_path / "elsewhere"):
        files, faults = find_files([str(tmp_path / "data"), str(named)])
        assert (files, faults) == ([tmp_path / "data/sub/r.jsonl", named / "r.jsonl"], [])


def test_a_link_to_a_folder_that_loses_nothing_is_not_told(tmp_path: Path) -> None:
    """One that is hidden, or that leads to where the records are read anyway."""
    (tmp_path / "data/v2").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    path = write(tmp_path / "data/v2/r.jsonl", [record("a")])
    (tmp_path / "data/.hidden").symlink_to("../elsewhere")
    (tmp_path / "data/latest").symlink_to("v2")
    (tmp_path / "data/round").symlink_to(".")
    assert find_files([str(tmp_path / "data")]) == ([path], [])
