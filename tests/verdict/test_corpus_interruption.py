import contextlib
import json
import os
import random
import shlex
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from corpora import RULES_ALONE, record, results, started_corpus_run, write
from running import VERDICT

DATA = Path(__file__).parents[2] / "data"
KILLS = 20


def wait_for_results(process: "subprocess.Popen[bytes]", path: Path, lines: int) -> None:
    """Until the file has more lines than that below its header, or the process has ended."""
    while process.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") - 1 > lines:
            return
        time.sleep(0.01)


def test_runs_that_are_killed_come_to_the_same_bytes(tmp_path: Path) -> None:
    """Twenty kills at random moments, with the real model; nothing saved is decided again."""
    arguments = (DATA / "decisions", DATA / "replies/score-development-2.jsonl", "--save")
    started_corpus_run(tmp_path, *arguments, "whole").communicate()
    path = tmp_path / "out"
    moments = random.Random(5)
    saved = 0
    for _ in range(KILLS):
        process = started_corpus_run(tmp_path, *arguments, "out")
        wait_for_results(process, path, saved)
        time.sleep(moments.uniform(0, 0.1))
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL  # it had not come to its end before
        now = path.read_bytes().count(b"\n") - 1
        assert now >= saved
        saved = now
    finished = subprocess.run(
        [*VERDICT, "corpus", "run", *map(str, arguments), "out", "--json"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    told = json.loads(finished.stdout)["records"]
    assert told["resumed"] == saved >= KILLS
    assert told["resumed"] + told["decided"] == len(results(path))
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_killed_run_leaves_no_process_behind(tmp_path: Path) -> None:
    """Those that decide end with the one that asks them."""
    process = started_corpus_run(tmp_path, DATA / "decisions", "--processes", 2, "--save", "out")
    wait_for_results(process, tmp_path / "out", 0)
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 2
    process.kill()
    process.communicate()
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []


@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, processes: int) -> None:
    """One line and exit code 130; what was decided is kept."""
    process = started_corpus_run(
        tmp_path, DATA / "decisions", "--processes", processes, "--save", "out"
    )
    wait_for_results(process, tmp_path / "out", 0)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaints.decode().strip() == (
        "verdict corpus run: interrupted; the next run resumes out"
    )
    assert len(results(tmp_path / "out")) >= 1


def test_a_second_interrupt_ends_a_run_at_once(tmp_path: Path) -> None:
    """However long a chunk takes that is under way; in words, and what was decided is kept."""
    process = started_corpus_run(tmp_path, DATA / "decisions", "--processes", 2, "--save", "out")
    wait_for_results(process, tmp_path / "out", 0)
    children = psutil.Process(process.pid).children(recursive=True)
    for child in children:
        child.suspend()  # a chunk that never ends
    assert process.stderr is not None
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline().startswith(b"verdict corpus run: interrupted")
    process.send_signal(signal.SIGINT)
    process.wait(timeout=10)
    for child in children:
        child.resume()
    assert process.returncode == 130
    assert process.stderr.readline() == b"verdict corpus run: stopped at once\n"
    assert b"Traceback" not in process.communicate()[1]
    assert len(results(tmp_path / "out")) >= 1


def test_a_run_that_is_told_to_end_shows_the_cursor_again(tmp_path: Path) -> None:
    """Its bar hides it; the results are kept."""
    (tmp_path / "verdict.toml").write_text(RULES_ALONE)
    write(tmp_path / "r.jsonl", [record(f"r{number}") for number in range(200_000)])
    terminal, other = os.openpty()
    process = subprocess.Popen(
        [*VERDICT, "corpus", "run", "r.jsonl", "--save", "out", "--config", "verdict.toml"],
        stdout=subprocess.DEVNULL,
        stderr=other,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(other)
    wait_for_results(process, tmp_path / "out", 0)
    process.terminate()
    seen = b""
    with contextlib.suppress(OSError):  # a terminal ends in an error
        while chunk := os.read(terminal, 4096):
            seen += chunk
    os.close(terminal)
    assert process.wait(timeout=10) == -signal.SIGTERM
    assert seen.rfind(b"\x1b[?25h") > seen.find(b"\x1b[?25l") > -1
    assert len(results(tmp_path / "out")) >= 1


@pytest.mark.parametrize("closed", ["2>&-", ">&-", "<&- >&- 2>&-", "2>&1 | true"])
def test_a_run_whose_outputs_are_closed_saves_its_results(tmp_path: Path, closed: str) -> None:
    """And nothing else into that file, which would take the number of what is closed."""
    (tmp_path / "verdict.toml").write_text(RULES_ALONE)
    write(tmp_path / "r.jsonl", [record("a")])
    command = [*VERDICT, "corpus", "run", "r.jsonl", "none", "--config", "verdict.toml"]
    for name, shell in (("whole", ""), ("out", closed)):
        line = f"{shlex.join(command)} --save {name} {shell}"
        finished = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, check=False)
        assert finished.returncode == (0 if "true" in shell else 2)
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_process_that_dies_is_told(tmp_path: Path) -> None:
    """The run ends with exit code 2 and can be resumed."""
    (tmp_path / "verdict.toml").write_text(RULES_ALONE)
    write(tmp_path / "r.jsonl", [record(f"r{number}") for number in range(200_000)])
    process = started_corpus_run(
        tmp_path, "r.jsonl", "--processes", 2, "--save", "out", "--config", "verdict.toml"
    )
    wait_for_results(process, tmp_path / "out", 0)
    deciding = [
        child
        for child in psutil.Process(process.pid).children(recursive=True)
        if "spawn_main" in " ".join(child.cmdline())
    ]
    deciding[0].kill()
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "a process that decides came to a sudden end; the next run resumes out" in (
        complaints.decode()
    )
