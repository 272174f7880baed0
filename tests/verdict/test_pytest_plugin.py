import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CONFIRMS = {"type": "noul", "instructions": "Does the reply confirm?"}
TEAM = {
    "type": "choice",
    "instructions": "Which team?",
    "criteria": {"billing": "invoices", "technical": "hardware and outages"},
}
ANGER = {
    "type": "score",
    "instructions": "How angry is the writer?",
    "criteria": ["calm", "annoyed", "furious"],
}
# In another folder than the records, as the option is a path from the ini file.
INI = "[pytest]\nverdict_config = conf/verdict.toml\nfilterwarnings = error\n"
PARALLEL = ("-p", "xdist", "-n", "2")


def record(name: str, reply: str = "Yes please", *tags: str, label: Any = True) -> dict[str, Any]:
    state = {"prompt": "Shall I create the listing?", "reply": reply}
    return {"id": name, "question": CONFIRMS, "state": state, "label": label, "tags": tags}


def fire(label: str) -> dict[str, Any]:
    return {"id": "fire", "question": TEAM, "state": "The printer is on fire", "label": label}


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project whose records are decided by the rules alone."""
    (tmp_path / "pytest.ini").write_text(INI)
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "verdict.toml").write_text('tiers = ["rules"]')
    (tmp_path / "sub").mkdir()
    return tmp_path


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run pytest with no other plugins than those that are named: loading them all takes long."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("VERDICT_", "PYTEST_"))
    }
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--color=no", "-p", "verdict", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=clean | alone | environment,
    )


def skip_without_xdist(arguments: tuple[str, ...]) -> None:
    if "xdist" in arguments:
        pytest.importorskip("xdist.plugin")


def outcomes(finished: "subprocess.CompletedProcess[str]") -> dict[str, str]:
    """The outcome of each test by its name, from what `-v` prints."""
    found = re.findall(r"jsonl::(.*) (PASSED|FAILED|ERROR)(?: |$)", finished.stdout, re.MULTILINE)
    return dict(found)


def test_a_record_is_a_test_that_passes_where_its_verdict_is_right(folder: Path) -> None:
    """Each record is a test by its id, and fails where the answer is not the label."""
    records = [
        record("plain-yes"),
        record("plain-no", "No thanks", label=False),
        record("wrong", "No thanks"),
        record("open", "What is a listing?", label=None),
        record("answered", label=None),
    ]
    (folder / "sub" / "replies.verdict.jsonl").write_bytes(lines(*records))
    (folder / "sub" / "replies.jsonl").write_bytes(lines(record("another file")))
    finished = run(folder, "-v")
    assert finished.returncode == 1
    assert outcomes(finished) == {
        "plain-yes": "PASSED",
        "plain-no": "PASSED",
        "wrong": "FAILED",
        "open": "PASSED",
        "answered": "FAILED",
    }
    assert "rules settled it, and its label is null" in finished.stdout


def test_what_is_tagged_settled_must_be_settled(folder: Path) -> None:
    """A right answer that no tier settled passes, unless the record is tagged `settled`."""
    records = [
        record("sure", "Yes please", "settled"),
        record("guess", "yes, but not now", label=False),
        record("unsure", "yes, but not now", "settled", label=False),
        record("contrary", "What is a listing?", "settled", label=None),
    ]
    (folder / "replies.verdict.jsonl").write_bytes(lines(*records))
    finished = run(folder, "-v")
    failed = {"unsure": "FAILED", "contrary": "FAILED"}
    assert outcomes(finished) == {"sure": "PASSED", "guess": "PASSED", **failed}
    assert "not settled (conditional), and it is tagged settled" in finished.stdout
    assert "its label is null, so that nothing may settle it, and it is tagged settled" in (
        finished.stdout
    )


def test_a_failure_tells_all_that_is_needed_to_understand_it(folder: Path) -> None:
    """Id, file and line, state, question, label, answer, probability and trace; no traceback."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    angry = {"id": "angry", "question": ANGER, "state": "I am furious!", "label": 0}
    held = record("held", "yes, once Bob agrees", label=True)
    records = (fire("billing"), angry, held)
    (folder / "sub" / "teams.verdict.jsonl").write_bytes(b"\n" + lines(*records))
    finished = run(folder)
    title = re.compile(r"^_+ teams.verdict.jsonl: \w+ _+\n", re.MULTILINE)
    _, failure, other, third = title.split(finished.stdout)
    told = "answer    false, p = 0.501, by model, not settled: uncalibrated, "
    assert f"{told}held below one half\n" in third
    assert re.sub(r"0\.\d+", "0.5", failure).splitlines() == [
        "answered technical, and its label is billing",
        "record    fire",
        "file      sub/teams.verdict.jsonl:2",
        "state     The printer is on fire",
        "question  type: choice",
        "          instructions: Which team?",
        "          criteria:",
        "            billing: invoices",
        "            technical: hardware and outages",
        "label     billing, p = 0.5",
        "answer    technical, p = 0.5, by model, not settled: uncalibrated",
        ("trace     rules: not_a_reply: the question does not ask what a reply picks or gives"),
        ("          model: uncalibrated: 19 tokens in 1 window (technical 0.5, billing 0.5)"),
    ]
    assert "label     0 (calm), p = " in other
    assert "answer    2 (furious), p = " in other
    assert "FAILED sub/teams.verdict.jsonl::fire - Failed: answered tech" in finished.stdout
    assert "pytest_plugin.py" not in finished.stdout


def test_a_failure_shows_what_a_terminal_would_obey_as_escapes(folder: Path) -> None:
    """Control characters of a state or an option are printed as escapes, its lines as lines."""
    odd = record("odd", "one\ntwo \x1b[2J \u202e three \u00fc", label=True)
    (folder / "odd.verdict.jsonl").write_bytes(lines(odd))
    shown = run(folder).stdout
    assert "reply: one\n          two \\x1b[2J \\u202e three \u00fc\n" in shown


def test_a_failure_with_very_long_texts_is_told_all_the_same(folder: Path) -> None:
    """Of 700,000 characters the beginning is shown, of id, file and line everything."""
    name = "n" * 500
    criteria = {f"option {number}": "x" * 2000 for number in range(255)}
    question = {"type": "choice", "instructions": "Which?", "criteria": criteria}
    long = {"id": name, "question": question, "state": "y" * 200_000, "label": "option 7"}
    (folder / "long.verdict.jsonl").write_bytes(lines(long))
    shown = run(folder, CI="true").stdout
    assert f"record    {name}\nfile      long.verdict.jsonl:1\nstate     yyy" in shown
    assert len(shown) < 20_000


@pytest.mark.parametrize(
    ("content", "failed", "told"),
    [
        (lines(record("a")) + b'{"id": "b"}\n' + lines(record("c")), "line 2", "state: it is miss"),
        (lines(record("a")) + b"\xff\xfe\n" + lines(record("c")), "line 2", "is not UTF-8"),
        (lines(record("a"), record("a", "No"), record("c")), "line 2", "stands already on line 1"),
        (lines(record("a"), record("c")) + b'{"id": "b", "sta', "line 3", "is not JSON"),
    ],
)
def test_a_line_that_is_no_record_is_a_test_that_fails(
    folder: Path, content: bytes, failed: str, told: str
) -> None:
    """It names file and line, and every other record is still a test."""
    (folder / "sub" / "replies.verdict.jsonl").write_bytes(content)
    finished = run(folder, "-v")
    assert finished.returncode == 1
    assert outcomes(finished) == {"a": "PASSED", failed: "FAILED", "c": "PASSED"}
    place = f"file      sub/replies.verdict.jsonl:{failed.removeprefix('line ')}\n"
    assert re.search(rf"{told}.*\n{place}", finished.stdout)


@pytest.mark.parametrize(
    ("content", "failed", "told"),
    [
        (b"", "file", "holds no record"),
        (b"\n\n", "file", "holds no record"),
        (b'{"verdict_results": 1}\n', "file", "holds results, not records"),
        (gzip.compress(lines(record("a")), mtime=0)[:40], "line 1", "cut or damaged"),
    ],
)
def test_a_file_that_holds_no_record_is_a_test_that_fails(
    folder: Path, content: bytes, failed: str, told: str
) -> None:
    """A file that would silently test nothing fails, and is named."""
    (folder / "replies.verdict.jsonl").write_bytes(content)
    finished = run(folder, "-v")
    assert outcomes(finished) == {failed: "FAILED"}
    assert re.search(rf"{told}.*\nfile      replies.verdict.jsonl(:1)?\n", finished.stdout)


def test_every_id_can_be_named_to_pytest(folder: Path) -> None:
    """What `-v` prints selects the record, whatever stands in its id."""
    ids = ["a::b", "::", "[a::b]", "x[1]", "x[1", "y[a::b", "put.off", "()", "a/b", "..", "-k"]
    ids += ["two words", "caf\u00e9", "100%", "a::()", "not and"]
    (folder / "odd.verdict.jsonl").write_bytes(lines(*map(record, ids), record("another")))
    named = [f"[{name}]" if "::" in name else name for name in ids]
    finished = run(folder, "-v", *(f"odd.verdict.jsonl::{name}" for name in named))
    assert finished.returncode == 0, finished.stderr
    assert outcomes(finished) == dict.fromkeys(named, "PASSED")


def test_records_are_selected_by_id_tag_and_marker(folder: Path) -> None:
    """`-k` knows ids and tags, `-m verdict` every record; tags that are markers do nothing."""
    records = [
        record("first", "Yes", "gate", "skip"),
        record("second", "Yes", "two words", "xfail"),
    ]
    (folder / "replies.verdict.jsonl").write_bytes(lines(*records) + b"{}\n")
    (folder / "test_gate.py").write_text("def test_gate(): pass\n")
    for arguments, names in [
        (("-k", "second"), {"second"}),
        (("-k", "gate", "-m", "verdict"), {"first"}),
        (("-m", "not verdict"), set()),
    ]:
        collected = run(folder, "--collect-only", "-q", "--strict-markers", *arguments).stdout
        assert set(re.findall("jsonl::(.*)", collected)) == names
    finished = run(folder, "-v", "--strict-markers", "-m", "verdict")
    assert outcomes(finished) == {"first": "PASSED", "second": "PASSED", "line 3": "FAILED"}


def test_the_configuration_is_the_ini_file_s_or_the_environment_s(folder: Path) -> None:
    """The option is a path from the ini file and goes first; without it VERDICT_CONFIG is read."""
    (folder / "sub" / "teams.verdict.jsonl").write_bytes(lines(fire("technical")))
    (folder / "model.toml").write_text('tiers = ["model"]')
    environment = {"VERDICT_CONFIG": str(folder / "model.toml")}
    # The rules alone cannot tell, and then the first option is the answer.
    assert outcomes(run(folder / "sub", "-v", **environment)) == {"fire": "FAILED"}
    (folder / "pytest.ini").unlink()
    (folder / "pytest.toml").write_text('[pytest]\nstrict = true\nverdict_config = ""\n')
    assert outcomes(run(folder / "sub", "-v", **environment)) == {"fire": "PASSED"}
    assert outcomes(run(folder / "sub", "-v", VERDICT_TIERS="rules")) == {"fire": "FAILED"}


def test_the_configured_time_limits_do_not_hold(folder: Path) -> None:
    """A busy machine does not turn into wrong answers."""
    configuration = "timeout_ms = 1\n[tier_timeout_ms]\nmodel = 1\n"
    (folder / "conf" / "verdict.toml").write_text(configuration)
    (folder / "teams.verdict.jsonl").write_bytes(lines(fire("technical")))
    finished = run(folder, "-v")
    assert outcomes(finished) == {"fire": "PASSED"}


@pytest.mark.parametrize(
    ("configuration", "told", "arguments"),
    [
        ("surprise = 1", "surprise: unknown key", ()),
        ('tiers = ["nothing"]', "there is no tier 'nothing'", ("-p", "no:cacheprovider")),
        (None, "verdict.toml: No such file or directory", ()),
        ('tiers = ["nothing"]', "there is no tier 'nothing'", PARALLEL),
    ],
)
def test_a_configuration_that_cannot_be_used_is_one_usage_error(
    folder: Path, configuration: str | None, told: str, arguments: tuple[str, ...]
) -> None:
    """No test runs, and one line says what is wrong, also of a worker of pytest-xdist."""
    skip_without_xdist(arguments)
    path = folder / "conf" / "verdict.toml"
    path.unlink() if configuration is None else path.write_text(configuration)
    (folder / "replies.verdict.jsonl").write_bytes(lines(record("a"), record("b")))
    (folder / "test_a.py").write_text("def test_a(): pass\n")
    finished = run(folder, "-v", *arguments)
    assert finished.returncode == 4
    (line,) = finished.stderr.splitlines()[:-1]  # pytest adds a blank one
    assert line.startswith("ERROR: verdict: ")
    assert told in line
    assert "no tests ran" in finished.stdout


@pytest.mark.parametrize("arguments", [("--collect-only",), ("-m", "not verdict")])
def test_where_no_record_runs_the_configuration_is_not_read(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    """Whoever collects, or runs other tests, is not held up by it."""
    (folder / "conf" / "verdict.toml").write_text("surprise = 1")
    (folder / "replies.verdict.jsonl").write_bytes(lines(record("a")))
    (folder / "test_a.py").write_text("def test_a(): pass\n")
    finished = run(folder, *arguments)
    assert (finished.returncode, finished.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--import-mode=importlib", "-p", "no:cacheprovider"),
        ("--rootdir=/", "--strict-markers", "--strict-config"),
        ("-W", "error", "--tb=short", "--junitxml=results.xml"),
        PARALLEL,
        (*PARALLEL, "--dist=loadfile", "--import-mode=importlib"),
    ],
)
def test_it_works_whatever_else_pytest_is_told(folder: Path, arguments: tuple[str, ...]) -> None:
    """The outcomes are the same in every mode, and there is no warning and no error."""
    skip_without_xdist(arguments)
    records = [record("right"), record("wrong", "No"), record("right")]
    (folder / "sub" / "replies.verdict.jsonl").write_bytes(lines(*records))
    finished = run(folder, *arguments)
    assert finished.returncode == 1
    assert "2 failed, 1 passed in" in finished.stdout
    assert "file      sub/replies.verdict.jsonl:2\n" in finished.stdout
    assert (finished.stderr, "warning" in finished.stdout) == ("", False)


def test_a_session_without_records_loads_nothing_of_verdict(tmp_path: Path) -> None:
    """Beside the plugin no module of Verdict, or of what it needs, is imported."""
    (tmp_path / "test_modules.py").write_text(
        "import sys\n"
        "def test_modules():\n"
        "    ours = {name for name in sys.modules if name.partition('.')[0] == 'verdict'}\n"
        "    assert ours == {'verdict', 'verdict.version', 'verdict.pytest_plugin'}\n"
        "    assert not {'numpy', 'onnxruntime', 'pydantic', 'litestar'} & set(sys.modules)\n"
    )
    finished = run(tmp_path)
    assert finished.returncode == 0, finished.stdout


def test_importing_the_plugin_loads_no_library() -> None:
    """Whoever has Verdict installed pays for pytest alone where there are no records."""
    code = (
        "import sys, verdict.pytest_plugin\n"
        "print({'numpy', 'onnxruntime', 'pydantic', 'litestar', 'msgspec'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


def test_a_program_that_uses_verdict_may_call_pytest(folder: Path) -> None:
    """That the package was loaded before pytest is no warning."""
    (folder / "replies.verdict.jsonl").write_bytes(lines(record("a")))
    code = (
        "import sys, pytest, verdict\n"
        "verdict.Cascade.load().close()\n"
        "sys.exit(pytest.main(['-W', 'error']))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=folder
    )
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "1 passed" in finished.stdout
