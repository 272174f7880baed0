import json
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from corpora import DECLINES, corpus_run, record, results, run_command, write
from verdict.commands.progress import BarProgress, LineProgress
from verdict.corpus.reports import junit
from verdict.corpus.results import decode

FLIPPING = [
    record("same"),
    record("turned"),
    record("known", tags=["gate"]),
    record("odd/\u00e9<&>\u0007"[:-1]),
]


def flipped(folder: Path, *arguments: object) -> dict[str, Any]:
    """A baseline, and a run in which two questions are others; the JSON document of it."""
    path = write(folder / "r.jsonl", FLIPPING)
    corpus_run(folder, "r.jsonl", "--save", "base")
    same, turned, known, odd = FLIPPING
    write(path, [same, turned | {"question": DECLINES}, known | {"question": DECLINES}, odd])
    finished = corpus_run(folder, "r.jsonl", "--baseline", "base", "--json", *arguments)
    told: dict[str, Any] = json.loads(finished.stdout)
    assert told["exit_code"] == finished.returncode
    return told


def suite(path: Path) -> ET.Element:
    (found,) = ET.parse(path).getroot()
    return found


def test_junit_has_a_test_for_each_record(tmp_path: Path) -> None:
    """A record that fails is a failure with its text; the counts are those of the tests."""
    flipped(tmp_path, "--junit", "j.xml")
    tests = suite(tmp_path / "j.xml")
    assert tests.get("tests") == str(len(tests)) == "5"
    assert (tests.get("failures"), tests.get("errors"), tests.get("skipped")) == ("2", "0", "0")
    by_name = {test.get("name"): test for test in tests}
    assert set(by_name) >= {each["id"] for each in FLIPPING}
    failure = by_name["turned"].find("failure")
    assert failure is not None
    assert failure.text is not None
    assert failure.get("type") == "rules_wrong"
    for text in ("plain yes: yes", "Does the reply decline?", "label: true", "question is not"):
        assert text in failure.text
    assert len(by_name["same"]) == 0
    assert (by_name["known"].get("file"), by_name["known"].get("line")) == ("r.jsonl", "3")


def test_junit_tells_what_could_not_be_read(tmp_path: Path) -> None:
    """As an error at its file and line, whatever characters a line holds."""
    write(tmp_path / "r.jsonl", [record("a"), record("b\u0000\u001b")])
    assert corpus_run(tmp_path, "r.jsonl", "--junit", "j.xml").returncode == 2
    errors = [test for test in suite(tmp_path / "j.xml") if test.find("error") is not None]
    told = [[test.get(key) for key in ("name", "file", "line")] for test in errors]
    assert told == [["r.jsonl:2", "r.jsonl", "2"]]


def test_junit_of_what_does_not_count_has_no_error(tmp_path: Path) -> None:
    """The CI system and the exit code say the same."""
    write(tmp_path / "r.jsonl", [record("a"), {"id": "b"}])
    arguments = ("r.jsonl", "--skip-bad", "--junit", "j.xml")
    assert corpus_run(tmp_path, *arguments).returncode == 0
    tests = suite(tmp_path / "j.xml")
    counts = [tests.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert counts == ["3", "0", "0", "1"]
    (skipped,) = [test.get("name") for test in tests if test.find("skipped") is not None]
    assert skipped == "r.jsonl:2"


def test_junit_counts_what_is_beyond_the_first_thousand(tmp_path: Path) -> None:
    """As one error more."""
    write(tmp_path / "r.jsonl", [record("a"), *({"id": f"b{n}"} for n in range(1010))])
    assert corpus_run(tmp_path, "r.jsonl", "--junit", "j.xml").returncode == 2
    tests = suite(tmp_path / "j.xml")
    assert (tests.get("tests"), tests.get("errors")) == (str(len(tests)), "1001")
    assert any(test.get("name") == "the others" for test in tests)


def test_junit_says_what_was_not_checked(tmp_path: Path) -> None:
    """As an error of the run as a whole: nothing decided, or nothing compared."""
    path = write(tmp_path / "r.jsonl", [record("a")])
    arguments = ("r.jsonl", "--baseline", "base", "--junit", "j.xml")
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    assert corpus_run(tmp_path, *arguments, "--only", "x").returncode == 2
    (whole,) = suite(tmp_path / "j.xml").iter("error")
    assert whole.get("message") == "no record was decided"
    for edited in (record("a", "yes "), record("b")):
        write(path, [edited])
        finished = corpus_run(tmp_path, *arguments)
        assert finished.returncode == 2
        assert "FAILED: nothing was compared: 1 of the baseline's records" in finished.stdout
        assert suite(tmp_path / "j.xml").get("errors") == "1"
    write(path, [{"id": "z"}, record("b")])
    for more in ((), ("--sample", "5")):
        finished = corpus_run(tmp_path, *arguments, "--skip-bad", *more)
        assert finished.returncode == 2
        assert "nothing was compared" in finished.stdout
        assert suite(tmp_path / "j.xml").get("errors") == "1"
    write(path, [record("a"), record("b")])
    assert corpus_run(tmp_path, *arguments).returncode == 0
    assert suite(tmp_path / "j.xml").get("errors") == "0"


def test_junit_of_a_state_with_any_character_is_xml(tmp_path: Path) -> None:
    """What XML cannot hold is replaced."""
    odd = record("a", "no\u0000\u001b\ufffe]]>")
    path = write(tmp_path / "r.jsonl", [odd])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [odd | {"question": DECLINES, "label": None, "tags": ["gate"]}])
    finished = corpus_run(tmp_path, "r.jsonl", "--baseline", "base", "--junit", "j.xml")
    assert finished.returncode == 0
    assert "]]>" in "".join(suite(tmp_path / "j.xml").itertext())


def test_junit_of_many_records_has_those_alone_that_flipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CI systems choke on files with very many tests."""
    monkeypatch.setattr(junit, "MOST_RECORDS", 3)
    flipped(tmp_path, "--junit", "j.xml")
    tests = suite(tmp_path / "j.xml")
    assert {test.get("name") for test in tests} == {"turned", "known", "the run as a whole"}
    assert tests.get("tests") == "3"


def test_markdown_tells_the_flips(tmp_path: Path) -> None:
    """The outcome first, then each record with both verdicts."""
    flipped(tmp_path, "--markdown", "m.md")
    text = (tmp_path / "m.md").read_text()
    assert text.startswith("### Corpus run: failed\n")
    assert (
        "| `turned` | right_to_wrong **fails**: rules_wrong, settled_wrong | `true 0.998 rules` "
        "| `false 0.998 rules` |" in text
    )
    assert "- now, rules: `settled: plain yes: yes`" in text
    assert "| noul | rules | 4 | 2 | 4 | 2 |" in text


def test_markdown_calls_nobody_and_holds_no_markup_of_a_record(tmp_path: Path) -> None:
    """What a record or a note says is shown as it stands; code is no place for mentions."""
    odd = record("@team<b>", tags=["gate", "@all|*x*"])
    path = write(tmp_path / "r.jsonl", [odd])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [odd | {"question": DECLINES}])
    why = "see @bob, #12, https://x.example *now*"
    run_command(
        tmp_path,
        *("corpus", "note", "@team<b>", "--as", "flake", "--why", why, "--notes", "n.toml"),
    )
    arguments = ("--baseline", "base", "--notes", "n.toml", "--markdown", "m.md")
    assert corpus_run(tmp_path, "r.jsonl", *arguments).returncode == 0
    text = (tmp_path / "m.md").read_text()
    assert "<summary><code>@team&lt;b&gt;</code></summary>" in text
    assert "- tags: `gate`, `@all|*x*`" in text
    shown = "see @<!-- -->bob, #<!-- -->12, https://<!-- -->x.example \\*now\\*"
    assert f"filed as flake: {shown}" in text


def test_markdown_of_a_run_that_passes_is_short(tmp_path: Path) -> None:
    """Nobody reads a long comment below each pull request."""
    write(tmp_path / "r.jsonl", FLIPPING)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    corpus_run(tmp_path, "r.jsonl", "--baseline", "base", "--markdown", "m.md")
    lines = (tmp_path / "m.md").read_text().splitlines()
    assert lines[0] == "### Corpus run: passed"
    assert len(lines) < 15


def test_json_is_one_document_with_every_flip(tmp_path: Path) -> None:
    """Each with its id, its kind and both verdicts, however many the table would show."""
    told = flipped(tmp_path, "--show", 0)
    assert [(flip["id"], flip["kind"]) for flip in told["flips"]] == [
        ("known", "right_to_wrong"),
        ("turned", "right_to_wrong"),
    ]
    for side in ("before", "after"):
        assert told["flips"][0][side].keys() >= {"answer", "distribution", "tier", "trace"}
    assert told["failures"] == ["2 records fail (2 rules_wrong, 2 settled_wrong)"]


def test_a_record_that_was_filed_is_excused(tmp_path: Path) -> None:
    """The next run tells it as such, everywhere, and fails for the others alone."""
    flipped(tmp_path)
    corpus_run(tmp_path, "r.jsonl", "--save", "now")
    why = 'since "March"'
    filed = run_command(
        tmp_path,
        *("corpus", "note", "known", "--as", "check_at_fault", "--why", why),
        *("--notes", "notes.toml", "--results", "now"),
    )
    assert (filed.returncode, filed.stdout, filed.stderr) == (0, "notes.toml: 1 note added\n", "")
    arguments = ("--baseline", "base", "--notes", "notes.toml", "--junit", "j.xml")
    finished = corpus_run(tmp_path, "r.jsonl", *arguments)
    assert finished.returncode == 1
    assert f"filed as check_at_fault: {why}" in finished.stdout
    assert "excused by notes: 1 check_at_fault" in finished.stdout
    skipped = [test for test in suite(tmp_path / "j.xml") if test.find("skipped") is not None]
    assert [test.get("name") for test in skipped] == ["known"]
    run_command(
        tmp_path,
        *("corpus", "note", "turned", "--as", "check_at_fault", "--why", "x"),
        *("--notes", "notes.toml"),
    )
    assert corpus_run(tmp_path, "r.jsonl", *arguments).returncode == 0
    known = next(each for each in results(tmp_path / "now") if each["id"] == "known")
    made = decode(json.dumps(known).encode())
    looked_at = {"record_hash": made.record_hash, "answer": "false", "settled": True}
    assert tomllib.loads((tmp_path / "notes.toml").read_text())["notes"] == [
        {"id": "known", "kind": "check_at_fault", "why": why, **looked_at},
        {"id": "turned", "kind": "check_at_fault", "why": "x"},
    ]


def test_a_real_regression_cannot_be_edited_away(tmp_path: Path) -> None:
    """Another state, another tag or no record at all: the run stays red."""
    wrong = record("a", "maybe later", tags=["x"])
    path = write(tmp_path / "r.jsonl", [wrong, record("b")])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    arguments = ("corpus", "note", "a", "--as", "real_regression", "--why", "x")
    run_command(tmp_path, *arguments, "--notes", "n.toml", "--results", "base")
    run = ("r.jsonl", "--baseline", "base", "--notes", "n.toml")
    for edited in (
        [wrong],
        [wrong | {"tags": ["gate"]}],
        [wrong | {"state": {"reply": "hm "}}],
        [],
    ):
        write(path, [*edited, record("b")])
        finished = corpus_run(tmp_path, *run)
        assert (finished.returncode, "real regression" in finished.stdout) == (1, not edited)
    assert corpus_run(tmp_path, "r.jsonl", "--notes", "n.toml").returncode == 1
    write(path, [record("a", "yes"), record("b")])
    finished = corpus_run(tmp_path, *run)
    assert finished.returncode == 0
    assert "notes that do nothing any more: a" in finished.stdout


def test_notes_that_nothing_can_be_written_below_are_left_as_they_are(tmp_path: Path) -> None:
    """A list in one line."""
    path = tmp_path / "n.toml"
    path.write_text("notes = []\n")
    arguments = ("corpus", "note", "a", "--as", "flake", "--why", "x", "--notes", "n.toml")
    finished = run_command(tmp_path, *arguments)
    assert (finished.returncode, path.read_text()) == (2, "notes = []\n")
    assert "write its notes as [[notes]]" in finished.stderr


def test_what_is_left_out_of_the_test_is_told_beside_it(tmp_path: Path) -> None:
    """Where the kinds of flips and the test would disagree."""
    (tmp_path / "n.toml").write_text('[[notes]]\nid = "known"\nkind = "flake"\nwhy = "x"\n')
    path = write(tmp_path / "r.jsonl", FLIPPING)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [each | {"question": DECLINES} for each in FLIPPING[:3]])
    arguments = ("r.jsonl", "--baseline", "base", "--notes", "n.toml", "--fail-on", "nothing")
    finished = corpus_run(tmp_path, *arguments)
    assert "flips: 3 (3 right_to_wrong)" in finished.stdout
    assert "right to wrong 2, wrong to right 0, without those that notes excuse" in finished.stdout


def test_a_note_that_excuses_nothing_is_told(tmp_path: Path) -> None:
    """So that the file of notes does not grow for ever."""
    write(tmp_path / "r.jsonl", FLIPPING)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    (tmp_path / "notes.toml").write_text(
        '[[notes]]\nid = "same"\nkind = "flake"\nwhy = "x"\n'
        '[[notes]]\nid = "gone"\nkind = "flake"\nwhy = "x"\n'
    )
    finished = corpus_run(tmp_path, "r.jsonl", "--baseline", "base", "--notes", "notes.toml")
    assert "notes that do nothing any more: same, gone" in finished.stdout


def test_a_note_on_a_part_of_a_corpus_out_of_order(tmp_path: Path) -> None:
    """What was put in order is not looked for where it stood before."""
    write(tmp_path / "r.jsonl", [record(name, tags=["t"]) for name in "bac"])
    (tmp_path / "notes.toml").write_text('[[notes]]\nid = "a"\nkind = "flake"\nwhy = "x"\n')
    finished = corpus_run(tmp_path, "r.jsonl", "--only", "t", "--notes", "notes.toml")
    assert finished.returncode == 0
    assert "notes that do nothing any more: a" in finished.stdout


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[[notes]]\nid = "a"\nkind = "flaky"\nwhy = "x"', "notes.0.kind: "),
        ('[[notes]]\nid = "a"\nkind = "flake"', "notes.0.why: "),
        ('[[note]]\nid = "a"', "note: "),
        ("[[notes]", "not a TOML file"),
        ('[[notes]]\nid = "a"\nkind = "flake"\nwhy = "x"\n' * 2, "two notes on 'a'"),
    ],
)
def test_notes_that_say_something_else_are_refused(
    tmp_path: Path, text: str, complaint: str
) -> None:
    """The file and the entry are named."""
    write(tmp_path / "r.jsonl", FLIPPING)
    (tmp_path / "notes.toml").write_text(text)
    finished = corpus_run(tmp_path, "r.jsonl", "--notes", "notes.toml")
    assert finished.returncode == 2
    assert f"notes.toml: {complaint}" in finished.stderr
    assert len(finished.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("a", "--as", "flake", "--why", "x"), "--notes"),
        (("a", "--as", "bad", "--why", "x", "--notes", "n"), "'bad' is not one of"),
        (("a", "a", "--as", "flake", "--why", "x", "--notes", "n"), "'a' has a note already"),
        (("a", "--as", "flake", "--why", "", "--notes", "n"), "why"),
        (("z", "--as", "flake", "--why", "x", "--notes", "n", "--results", "base"), "no result of"),
    ],
)
def test_a_note_that_cannot_be_filed_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    """Exit code 2 and one line; the file of notes is as it was."""
    write(tmp_path / "r.jsonl", FLIPPING)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    finished = run_command(tmp_path, "corpus", "note", *arguments)
    assert finished.returncode == 2
    assert complaint in finished.stderr
    assert len(finished.stderr.splitlines()) == 1
    assert not (tmp_path / "n").exists()


def test_progress_is_plain_lines_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Now and then, with the rate, the share that is done and the time that is left."""
    monkeypatch.setattr("verdict.commands.progress._EVERY", 0.0)
    with LineProgress(1000) as progress:
        progress.advance(250, 10)
    line = capsys.readouterr().err
    assert line.startswith("verdict corpus run: 10 records, ")
    assert "/s, 25%, about " in line
    assert line.endswith(" s left\n")


def test_progress_is_a_bar_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same figures, on standard error alone."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with BarProgress(1000) as progress:
        progress.advance(500, 1234)
        progress.refresh()
    told = capsys.readouterr()
    assert told.out == ""
    assert "1,234 records" in told.err
    assert "50%" in told.err
