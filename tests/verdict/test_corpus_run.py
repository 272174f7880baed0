import gzip
import json
import os
import shutil
from pathlib import Path

import pytest

from corpora import DECLINES, GOOD, WRONG, corpus_run, document, record, results, write

REPLIES = ["yes", "no", "sure", "nope", "yes please", "no thanks", "ok", "not now", "maybe"]
PACKS = Path(__file__).parents[2] / "rules/verdict_rules/packs"
OWN_PACKS = 'tiers = ["rules"]\n[rules]\npacks = "packs"\n'


def change_pack(folder: Path, *, naw_means_yes: bool = False) -> None:
    """Put a copy of the English pack there in which "naw" is no word for no."""
    shutil.copytree(PACKS / "en", folder / "packs/en")
    path = folder / "packs/en/words.toml"
    text = path.read_text(encoding="utf-8").replace('"nah", "naw", ', '"nah", ')
    if naw_means_yes:
        text = text.replace("\nyes = [", '\nyes = [\n  "naw",', 1)
    path.write_text(text, encoding="utf-8")


def test_a_run_saves_a_line_for_each_record(tmp_path: Path) -> None:
    """Sorted by id, with the answer, whether it is right, and the trace without times."""
    write(tmp_path / "r.jsonl", reversed(GOOD))
    finished = corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert [(each["id"], each["answer"], each["right"]) for each in results(tmp_path / "out")] == [
        ("a", "true", True),
        ("b", "false", True),
        ("c", "false", True),
    ]
    assert results(tmp_path / "out")[0]["trace"] == [
        {"tier": "rules", "outcome": "settled", "detail": "plain yes: yes"}
    ]
    times = [json.loads(line) for line in (tmp_path / "out.timings").read_text().splitlines()]
    assert {each["id"] for each in times} == set("abc")
    assert all(each["ms"]["rules"] >= 0 for each in times)


def test_two_runs_of_the_same_thing_are_the_same_bytes(tmp_path: Path) -> None:
    """Whatever the number of processes and the order of the lines."""
    records = [record(f"r{number:04}", REPLIES[number % 9], label=None) for number in range(900)]
    write(tmp_path / "r.jsonl", records)
    write(tmp_path / "s.jsonl", reversed(records))
    corpus_run(tmp_path, "r.jsonl", "--save", "one")
    corpus_run(tmp_path, "s.jsonl", "--save", "two", "--processes", 2)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_header_holds_the_hashes_of_what_decides(tmp_path: Path) -> None:
    """Code, tiers, profile, and the versions of the libraries."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    header = json.loads((tmp_path / "out").read_text().splitlines()[0])
    assert header["verdict_results"] == 1
    assert len(header["code_sha256"]) == len(header["tiers"]["rules"]) == 64
    assert "profile_sha256" in header
    assert "onnxruntime" in header["runtime"]


def test_the_same_thing_compared_with_itself_has_no_flip(tmp_path: Path) -> None:
    """Exit code 0, and nothing to tell."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    told = document(tmp_path, "r.jsonl", "--baseline", "base")
    assert (told["exit_code"], told["flips"], told["failures"]) == (0, [], [])
    assert told["baseline"]["changed"] == []
    assert told["baseline"]["compared"] == 3


def test_a_lexicon_entry_that_turns_an_answer_fails(tmp_path: Path) -> None:
    """The record is named with both verdicts, what was changed, and the exit code is 1."""
    write(tmp_path / "r.jsonl", [*GOOD, record("d", "naw", label=False)])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    change_pack(tmp_path, naw_means_yes=True)
    arguments = ("r.jsonl", "--baseline", "base")
    finished = corpus_run(tmp_path, *arguments, config=OWN_PACKS)
    assert finished.returncode == 1
    for text in ("right_to_wrong", "plain no: naw", "plain yes: naw", "tiers.rules", "FAILED"):
        assert text in finished.stdout
    (flip,) = document(tmp_path, *arguments, config=OWN_PACKS)["flips"]
    assert (flip["id"], flip["kind"], flip["fails"]) == ("d", "right_to_wrong", WRONG)
    assert (flip["before"]["answer"], flip["after"]["answer"]) == ("false", "true")
    assert flip["state"] == {"reply": "naw"}


def test_a_lexicon_entry_taken_away_is_told_and_fails_where_that_was_asked(tmp_path: Path) -> None:
    """A pass is no wrong answer: whether it may be is the user's to say."""
    write(tmp_path / "r.jsonl", [*GOOD, record("d", "naw", label=False)])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    change_pack(tmp_path)
    told = document(tmp_path, "r.jsonl", "--baseline", "base", config=OWN_PACKS)
    (flip,) = told["flips"]
    assert (told["exit_code"], flip["kind"]) == (0, "settled_to_unsettled")
    assert flip["after"]["trace"][0]["reason"] == "unknown_words"
    arguments = ("r.jsonl", "--baseline", "base", "--fail-on", "settled_to_unsettled")
    assert corpus_run(tmp_path, *arguments, config=OWN_PACKS).returncode == 1


BAD = [
    (b'{"id": "x"', "r.jsonl:4: the line is not JSON"),
    (json.dumps(record("a", "no", label=False)).encode(), "r.jsonl:4: the id 'a' stands already"),
    (json.dumps(record("x", label="perhaps")).encode(), "r.jsonl:4: label: a noul's is true or"),
    (json.dumps(record("x") | {"state": 7}).encode(), "r.jsonl:4: state: a string"),
    (b"\xff\xfe", "r.jsonl:4: the line is not UTF-8"),
]


@pytest.mark.parametrize(("line", "complaint"), BAD)
def test_a_bad_line_is_named_and_loses_nothing_else(
    tmp_path: Path, line: bytes, complaint: str
) -> None:
    """Exit code 2, unless it is to be skipped; every other record is decided and saved."""
    path = write(tmp_path / "r.jsonl", GOOD)
    after = json.dumps(record("z")).encode()
    path.write_bytes(path.read_bytes() + line + b"\n" + after + b"\n")
    finished = corpus_run(tmp_path, "r.jsonl", "--save", "out")
    assert finished.returncode == 2
    assert f"verdict corpus run: {complaint}" in finished.stderr
    assert len(finished.stderr.splitlines()) == 1
    assert [each["id"] for each in results(tmp_path / "out")] == ["a", "b", "c", "z"]
    assert corpus_run(tmp_path, "r.jsonl", "--skip-bad").returncode == 0


@pytest.mark.parametrize("name", ["nowhere.jsonl", "empty.jsonl", "cut.jsonl.gz", "no-*.csv"])
def test_a_file_that_cannot_be_read_is_named_and_loses_nothing_else(
    tmp_path: Path, name: str
) -> None:
    """Missing, empty, cut or unmatched: exit code 2, and the other files are decided."""
    (tmp_path / "empty.jsonl").touch()
    whole = gzip.compress(b"".join(json.dumps(each).encode() + b"\n" for each in GOOD))
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[:-20])
    write(tmp_path / "r.jsonl", [record("z")])
    finished = corpus_run(tmp_path, name, "r.jsonl", "--save", "out")
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"verdict corpus run: {name}")
    assert results(tmp_path / "out")[-1]["id"] == "z"


def test_bad_input_outranks_a_failing_comparison(tmp_path: Path) -> None:
    """A comparison of half a corpus says nothing for sure; both are told."""
    path = write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record("a", "no"), {"id": "x"}])
    told = document(tmp_path, "r.jsonl", "--baseline", "base")
    assert told["exit_code"] == 2
    assert told["failures"] == ["1 record fails (1 rules_wrong, 1 settled_wrong)"]
    assert told["faults"][0]["line"] == 2


def test_only_tagged_records_are_decided(tmp_path: Path) -> None:
    """One of the tags is enough; what was left out is not missing from the baseline."""
    tagged = [record(name, tags=[name, "all"]) for name in "abc"]
    write(tmp_path / "r.jsonl", tagged)
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    told = document(tmp_path, "r.jsonl", "--baseline", "base", "--only", "a", "--only", "c")
    assert (told["records"]["decided"], told["records"]["left_out"]) == (2, 1)
    assert told["baseline"]["n_missing"] == 0


@pytest.mark.parametrize("arguments", [("--only", "typo"), ("--skip-bad", "--only", "x")])
def test_a_run_that_decides_nothing_does_not_pass(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """A slip in a tag would be green for ever."""
    write(tmp_path / "r.jsonl", [*GOOD, {"id": "x", "tags": ["x"]}])
    finished = corpus_run(tmp_path, "r.jsonl", *arguments)
    assert finished.returncode == 2
    assert "no record was decided" in finished.stderr
    assert "FAILED: no record was decided" in finished.stdout


@pytest.mark.parametrize(("sample", "least", "most"), [("30", 30, 30), ("10%", 60, 140)])
def test_a_sample_is_always_the_same(tmp_path: Path, sample: str, least: int, most: int) -> None:
    """Chosen by the ids alone, whatever the order of the lines."""
    records = [record(f"r{number}") for number in range(1000)]
    write(tmp_path / "r.jsonl", records)
    write(tmp_path / "s.jsonl", reversed(records))
    corpus_run(tmp_path, "r.jsonl", "--sample", sample, "--save", "one")
    corpus_run(tmp_path, "s.jsonl", "--sample", sample, "--save", "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert least <= len(results(tmp_path / "one")) <= most


def test_results_of_another_configuration_are_not_resumed(tmp_path: Path) -> None:
    """They are named, kept under another name, and everything is decided."""
    write(tmp_path / "r.jsonl", GOOD)
    corpus_run(tmp_path, "r.jsonl", "--save", "out")
    change_pack(tmp_path)
    finished = corpus_run(tmp_path, "r.jsonl", "--save", "out", config=OWN_PACKS)
    assert finished.returncode == 0
    assert "out was decided by something else (tiers.rules): it is not resumed" in finished.stderr
    assert "3 records decided" in finished.stdout
    assert (tmp_path / "out.previous").exists()


def test_no_id_is_cut_however_narrow_the_terminal(tmp_path: Path) -> None:
    """In the table, in the details and in Markdown."""
    name = "an-id/" + "x" * 180 + "|`<b>`"
    path = write(tmp_path / "r.jsonl", [record(name)])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record(name, question=DECLINES)])
    os.environ["COLUMNS"] = "30"
    try:
        finished = corpus_run(
            tmp_path, "r.jsonl", "--baseline", "base", "--markdown", "m.md", "--junit", "j.xml"
        )
    finally:
        del os.environ["COLUMNS"]
    assert finished.returncode == 1
    assert finished.stdout.count(name) == 3
    assert name.replace("|", "\\|") in (tmp_path / "m.md").read_text()


def test_no_line_is_wider_than_a_terminal(tmp_path: Path) -> None:
    """80 columns do for ids of up to 14 characters."""
    path = write(tmp_path / "r.jsonl", [record("order-17-gate", tags=["gate"])])
    corpus_run(tmp_path, "r.jsonl", "--save", "base")
    write(path, [record("order-17-gate", question=DECLINES, tags=["gate"])])
    finished = corpus_run(tmp_path, "r.jsonl", "--baseline", "base", "--fail-on", "any_flip")
    assert max(map(len, finished.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "Missing argument 'RECORDS...'"),
        (("r.jsonl", "--sample", "0"), "neither a number of records nor a share"),
        (("r.jsonl", "--sample", "200%"), "neither a number of records nor a share"),
        (("r.jsonl", "--fail-on", "bad"), "'bad' is not one of"),
        (("r.jsonl", "--fail-fast"), "--fail-fast needs something to fail on"),
        (("r.jsonl", "--fail-on", "any_flip"), "--fail-on any_flip needs --baseline"),
        (("r.jsonl", "--fail-on", "nothing", "--fail-on", "gate_yes"), "nothing stands alone"),
        (("r.jsonl", "--baseline", "x", "--save", "x"), "x: it is read by this run"),
        (("r.jsonl", "--url", "http://x", "--processes", "2"), "do not go with --url"),
        (("r.jsonl", "--key-env", "X"), "--key-env goes with --url"),
        (("r.jsonl", "--baseline", "none"), "none: No such file"),
        (("r.jsonl", "--baseline", "r.jsonl"), "r.jsonl: no file of results"),
        (("r.jsonl", "--save", "no/out"), "no/out: there is no folder no"),
        (("r.jsonl", "--junit", "r.jsonl"), "r.jsonl: it is read by this run"),
        (("r.jsonl", "--junit", "x", "--markdown", "x"), "two outputs have one name"),
        (("r.jsonl", "--save", "mine.txt"), "mine.txt: it holds no results"),
        (("r.jsonl", "--notes", "none.toml"), "none.toml: No such file"),
        (("r.jsonl", "--mapping", "none.toml"), "none.toml: No such file"),
        (("r.jsonl", "--tolerance", "2"), "--tolerance"),
    ],
)
def test_a_wrong_call_ends_with_exit_code_2_and_one_line(
    tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    """Before anything is decided; no file is touched."""
    before = write(tmp_path / "r.jsonl", GOOD).read_bytes()
    (tmp_path / "mine.txt").write_text("mine")
    finished = corpus_run(tmp_path, *arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert complaint in finished.stderr
    assert len(finished.stderr.splitlines()) == 1
    assert (tmp_path / "r.jsonl").read_bytes() == before
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_wrong_configuration_ends_with_exit_code_2_and_one_line(tmp_path: Path) -> None:
    """Though it is found in another process."""
    write(tmp_path / "r.jsonl", GOOD)
    finished = corpus_run(tmp_path, "r.jsonl", config='[model]\nbundle = "nowhere"\n')
    assert (finished.returncode, finished.stdout) == (2, "")
    assert "nowhere" in finished.stderr
    assert len(finished.stderr.splitlines()) == 1


def test_tables_are_read_with_a_mapping(tmp_path: Path) -> None:
    """A CSV file of somebody else's, with one question for all."""
    (tmp_path / "r.csv").write_text("text,gold\nyes,ja\nno,nein\n")
    (tmp_path / "map.toml").write_text(
        'reply = "text"\nlabel = "gold"\n[labels]\nja = true\nnein = false\n'
        '[question]\ntype = "noul"\ninstructions = "Does the reply confirm?"\n'
    )
    finished = corpus_run(tmp_path, "r.csv", "--mapping", "map.toml", "--save", "out")
    assert finished.returncode == 0
    assert [(each["id"], each["right"]) for each in results(tmp_path / "out")] == [
        ("r:2", True),
        ("r:3", True),
    ]
