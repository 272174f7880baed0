import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from corpora import corpus_run, document, record, results, write
from running import VERDICT
from verdict.corpus.timings import Timings

TIMES = b'{"id":"a","ms":{"rules":0.1}}\n'


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let no file grow beyond that, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--save", "s", "--junit", "s.timings"), "s.timings: --save s keeps times there"),
        (("--save", "s", "--markdown", "./s.previous"), "s.previous: --save s may keep results"),
        (("--save", "s", "--junit", "s.previous-2"), "s.previous-2: --save s may keep results"),
        (("--save", "link", "--junit", "s.previous"), "s.previous: --save link may keep results"),
        (("r.jsonl.timings", "--save", "r.jsonl"), "r.jsonl: it is read by this run"),
        (("c.timings", "--save", "c"), "c.timings: --save c keeps times there, and it is read"),
        (("--save", "mine"), "mine.timings: it is not of a run, and --save mine would keep times"),
        (("--save", "s", "--junit", "link"), "two outputs have one name"),
        (("--save", "fifo"), "fifo: it is a pipe or a device"),
        (("--save", "/dev/null"), "/dev/null: it is a pipe or a device"),
    ],
)
def test_an_output_that_would_destroy_something_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    """Before anything is decided; no file is touched, not even one that is only written beside."""
    write(tmp_path / "r.jsonl", [record("a")])
    write(tmp_path / "c.timings", [record("b")])
    (tmp_path / "mine.timings").write_text("mine\n")
    (tmp_path / "link").symlink_to("s")
    os.mkfifo(tmp_path / "fifo")
    before = {path: path.stat() for path in tmp_path.iterdir() if path.is_file()}
    finished = corpus_run(tmp_path, "r.jsonl", *arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert complaint in finished.stderr
    assert len(finished.stderr.splitlines()) == 1
    assert before == {path: path.stat() for path in before}
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize(
    ("content", "kept"),
    [(TIMES + TIMES[:20], TIMES), (TIMES[:20], b""), (TIMES[:3], b""), (b"", b"")],
)
def test_times_that_were_cut_are_gone_on_with(tmp_path: Path, content: bytes, kept: bytes) -> None:
    """From their last whole line."""
    (tmp_path / "s.timings").write_bytes(content)
    Timings(tmp_path / "s", resumed=True).close()
    assert (tmp_path / "s.timings").read_bytes() == kept


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    """One line with the file's name; what was saved is resumed when there is room."""
    write(tmp_path / "r.jsonl", [record(f"r{number:03}") for number in range(200)])
    corpus_run(tmp_path, "r.jsonl", "--save", "whole")
    with files_of_at_most(12_000):
        finished = corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert finished.returncode == 2
    assert finished.stderr == (
        "verdict: corpus run: out: it cannot be written (File too large): make room, or name "
        "another; the next run resumes out\n"
    )
    saved = (tmp_path / "out").read_bytes().count(b"\n") - 1
    told = document(tmp_path, "r.jsonl", "--save", "out")["records"]
    assert told["resumed"] == saved > 0
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()


def test_times_that_cannot_be_written_lose_no_result(tmp_path: Path) -> None:
    """The file is named, and the results are resumed."""
    path = write(tmp_path / "r.jsonl", [record("a")])
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    (tmp_path / "out.timings").write_bytes(TIMES * 400)
    write(path, [record("a"), record("b")])
    with files_of_at_most(len(TIMES) * 400 + 10):
        finished = corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert finished.returncode == 2
    assert "out.timings: it cannot be written (File too large)" in finished.stderr
    assert document(tmp_path, "r.jsonl", "--save", "out")["records"]["resumed"] == 2


def test_a_disk_that_is_full_when_results_are_put_in_order_loses_nothing(tmp_path: Path) -> None:
    """The half of the ordered file is taken away, and the results stay as they were."""
    write(tmp_path / "r.jsonl", [record(f"r{number:03}") for number in range(100, 0, -1)])
    with files_of_at_most(10**9):
        corpus_run(tmp_path, "r.jsonl", "--save", "whole")
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    cut = [lines[0].replace(b"true ", b"false", 1), *reversed(lines[1:])]
    (tmp_path / "out").write_bytes(b"".join(cut))
    with files_of_at_most(len(b"".join(cut)) - 10):
        finished = corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert finished.returncode == 2
    assert "out: it cannot be written (File too large)" in finished.stderr
    assert (tmp_path / "out").read_bytes() == b"".join(cut)
    assert not list(tmp_path.glob(".verdict-*"))
    assert document(tmp_path, "r.jsonl", "--save", "out")["records"]["resumed"] == 100
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("option", ["--junit", "--markdown"])
def test_a_report_that_cannot_be_written_is_told(tmp_path: Path, option: str) -> None:
    """With its name; the results are saved."""
    write(tmp_path / "r.jsonl", [record("a")])
    finished = corpus_run(tmp_path, "r.jsonl", "--save", "out", option, "/dev/full")
    assert finished.returncode == 2
    assert finished.stderr == (
        "verdict: /dev/full: it cannot be written (No space left on device): make room, or name "
        "another\n"
    )
    assert [each["id"] for each in results(tmp_path / "out")] == ["a"]


def test_a_report_that_cannot_be_printed_is_told(tmp_path: Path) -> None:
    """In one line, and not a second time when the process ends; the results are saved."""
    write(tmp_path / "r.jsonl", [record("a")])
    (tmp_path / "verdict.toml").write_text('tiers = ["rules"]\n')
    command = ["corpus", "run", "r.jsonl", "--save", "out", "--config", "verdict.toml"]
    with Path("/dev/full").open("w") as full:
        finished = subprocess.run(
            [*VERDICT, *command], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert finished.returncode == 2
    assert finished.stderr == (
        b"verdict: corpus run: the report cannot be written (No space left on device): make room, "
        b"or write it elsewhere\n"
    )
    assert [each["id"] for each in results(tmp_path / "out")] == ["a"]


@pytest.mark.parametrize("option", ["--baseline", "--notes", "--mapping", "--config"])
@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_a_pipe_or_device_is_not_waited_for(tmp_path: Path, option: str, name: str) -> None:
    """Nobody may ever write to it."""
    write(tmp_path / "r.jsonl", [record("a")])
    os.mkfifo(tmp_path / "pipe")
    finished = corpus_run(tmp_path, "r.jsonl", option, name)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith(f"verdict: {name}: it is ")
    assert len(finished.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", ["--notes", "--mapping", "--config"])
def test_what_a_shell_gives_in_place_of_a_file_is_read(tmp_path: Path, option: str) -> None:
    """A pipe without a name has somebody who writes to it."""
    text = {"--notes": "", "--mapping": 'reply = "x"\n', "--config": 'tiers = ["rules"]\n'}[option]
    write(tmp_path / "r.jsonl", [record("a")])
    (tmp_path / "verdict.toml").write_text('tiers = ["rules"]\n')
    readable, writable = os.pipe()
    os.write(writable, text.encode())
    os.close(writable)
    finished = corpus_run(tmp_path, "r.jsonl", option, f"/dev/fd/{readable}")
    os.close(readable)
    assert (finished.returncode, finished.stderr) == (0, "")


@pytest.mark.parametrize("option", ["--notes", "--mapping", "--config", "--baseline"])
def test_nothing_of_a_file_reaches_the_terminal_as_it_is(tmp_path: Path, option: str) -> None:
    """A key may hold what a terminal obeys, or a line that looks like one of ours."""
    write(tmp_path / "r.jsonl", [record("a")])
    name = "f\x1b[2J"
    (tmp_path / name).write_text('"\\u001b[2J\\n\\u202eall is well" = 1\n')
    finished = corpus_run(tmp_path, "r.jsonl", option, name)
    assert finished.returncode == 2
    assert finished.stderr.rstrip("\n").isprintable()
    assert "f\\x1b[2J" in finished.stderr
    assert option == "--baseline" or "all is well" in finished.stderr
