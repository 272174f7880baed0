import json
import os
import subprocess
from pathlib import Path

import pytest

from running import VERDICT

PRINTER = (
    "ask",
    "--state",
    "The printer is on fire",
    "--choice",
    "Which team?",
    "--option",
    "billing=invoices",
    "--option",
    "technical=hardware and outages",
)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*VERDICT, *arguments], capture_output=True, text=True, check=False)


def test_a_plain_refusal_is_settled_by_the_rules() -> None:
    """A postponed refusal is a no, told with every word that was read."""
    finished = run(
        "ask",
        "--json",
        "--prompt=Shall I create the listing?",
        "--reply=No, create it later",
        "--noul=Does the reply confirm?",
    )
    assert (finished.returncode, finished.stderr) == (0, "")
    verdict = json.loads(finished.stdout)
    assert verdict["type"] == "noul"
    assert verdict["p_true"] == pytest.approx(0.002)
    assert (verdict["tier"], verdict["settled"], verdict["reason"]) == ("rules", True, None)
    assert verdict["trace"][0]["detail"].startswith("plain no: no")


def test_a_choice_is_answered_by_the_model() -> None:
    """The option whose description fits is the choice; without a profile it is not settled."""
    verdict = json.loads(run(*PRINTER, "--json").stdout)
    assert (verdict["choice"], verdict["tier"]) == ("technical", "model")
    assert (verdict["settled"], verdict["reason"]) == (False, "uncalibrated")


def test_a_table_tells_the_answer_and_the_trace() -> None:
    """What a person reads has the choice, every option, every tier and every reason."""
    finished = run(*PRINTER)
    assert finished.returncode == 0
    for text in ("technical", "billing", "rules", "not_a_reply", "model", "uncalibrated"):
        assert text in finished.stdout


def test_a_score_is_the_expected_level() -> None:
    """A score lies between the lowest and the highest level."""
    finished = run(
        "ask",
        "--json",
        "--state=I am furious about this!",
        "--score=How angry is the writer?",
        "--level=calm",
        "--level=annoyed",
        "--level=furious",
    )
    verdict = json.loads(finished.stdout)
    assert 0 <= verdict["score"] <= 2
    assert list(verdict["distribution"]) == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ask"], "--state or --reply"),
        (["ask", "--state", "x"], "--noul, --choice or --score"),
        (["ask", "--state", "x", "--reply", "y", "--noul", "q"], "--state or --reply"),
        (["ask", "--state", "x", "--prompt", "y", "--noul", "q"], "--prompt goes with --reply"),
        (["ask", "--state", "x", "--noul", "q", "--choice", "q"], "one question"),
        (["ask", "--state", "x", "--choice", "q"], "--choice needs --option"),
        (["ask", "--state", "x", "--score", "q", "--level", "low"], "2 to 10 levels"),
        (["ask", "--state", "x", "--noul", "q", "--option", "a"], "--option goes with --choice"),
        (["ask", "--state", "x", "--noul", "q", "--level", "a"], "--level goes with --score"),
        (["ask", "--state", "x", "--choice", "q", "--option=a", "--option=a=b"], "given twice"),
        (["ask", "--state", "x", "--noul", ""], "needs instructions"),
        (["ask", "--what"], "--what"),
        (["guess"], "guess"),
        (["serve", "--port", "70000"], "70000"),
        (["serve", "--host", ""], "empty address"),
        (["ask", "--state", "\udcff", "--noul", "q"], "surrogate"),
        (["serve", "--config", "nowhere.toml"], "nowhere.toml: No such file"),
        (["ask", "--state", "x", "--noul", "q", "--config", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_a_wrong_call_ends_with_exit_code_2_and_one_line(
    arguments: list[str], complaint: str
) -> None:
    """The line says what was wrong; standard output stays empty."""
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert complaint in finished.stderr
    assert len(finished.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('tiers = ["rules", "nothing"]', "no tier 'nothing'"),
        ('tiers = ["rules", "rules"]', "each once"),
        ('tiers = ["json:nothing"]', "no tier 'json:nothing'"),
        ('tiers = ["os:sep"]', "no tier 'os:sep'"),
        ('tiers = ["os:getcwd"]', "could not be built"),
        ('tiers = ["builtins:repr"]', "whose `name` is no str"),
        ("[tier_timeout_ms]\nmodle = 5", "no such tier: modle"),
        ('profile = "a\\u0000b"', "null byte"),
        ('[model]\nbundle = "no_such_folder"', "no_such_folder"),
        ('[rules]\npacks = "no_such_packs"', "no_such_packs cannot be read"),
        ('[rules]\npacks = "."', "has no pack in it"),
        ('[rules]\npacks = "a\\u0000b"', "rules.packs: the folder of packs"),
        ('profile = "no_such_profile.json"', "no_such_profile.json"),
        ("surprise = 1", "surprise: unknown key"),
    ],
)
def test_a_wrong_configuration_stops_the_start(tmp_path: Path, text: str, complaint: str) -> None:
    """Exit code 2 and one line that names the key, for the service and for a single question."""
    path = tmp_path / "verdict.toml"
    path.write_text(text)
    for command in (["serve", "--port", "0"], ["ask", "--state", "x", "--noul", "q"]):
        finished = run(*command, "--config", str(path))
        assert finished.returncode == 2
        assert complaint in finished.stderr
        assert len(finished.stderr.splitlines()) == 1


def test_a_language_pack_of_one_s_own_is_read(tmp_path: Path) -> None:
    """A pack in the configured folder reads a reply that the shipped ones do not know."""
    (tmp_path / "packs" / "eo").mkdir(parents=True)
    pack = '[reply]\nyes = ["jes"]\nno = ["ne"]\n[prompt]\n[ask]\n'
    (tmp_path / "packs" / "eo" / "words.toml").write_text(pack)
    (tmp_path / "verdict.toml").write_text('[rules]\npacks = "packs"')
    asked = ("ask", "--reply", "Jes!", "--noul", "Does the reply confirm?", "--json")
    assert json.loads(run(*asked).stdout)["tier"] != "rules"
    answer = json.loads(run(*asked, "--config", str(tmp_path / "verdict.toml")).stdout)
    assert (answer["tier"], answer["settled"], answer["p_true"]) == ("rules", True, 0.998)


def test_a_broken_pack_stops_the_start(tmp_path: Path) -> None:
    """Exit code 2 and one line that names the folder, the file and the entry."""
    (tmp_path / "packs" / "nl").mkdir(parents=True)
    (tmp_path / "packs" / "nl" / "words.toml").write_text("mark = []")
    environment = os.environ | {"VERDICT_RULES__PACKS": str(tmp_path / "packs")}
    for command in (["serve", "--port", "0"], ["ask", "--state", "x", "--noul", "q"]):
        finished = subprocess.run(
            [*VERDICT, *command], capture_output=True, text=True, check=False, env=environment
        )
        assert finished.returncode == 2
        assert finished.stderr == (
            f"verdict: rules.packs: the folder of packs {tmp_path / 'packs'}: the file words.toml "
            "of the pack 'nl': unknown entry `mark`; did you mean `marks`?\n"
        )


def test_the_version_is_told() -> None:
    """`--version` prints the name and the version."""
    finished = run("--version")
    assert (finished.returncode, finished.stdout) == (0, "verdict, version 0.1.0\n")


def test_help_names_every_command() -> None:
    """A newcomer sees what there is."""
    finished = run("--help")
    assert finished.returncode == 0
    assert "ask" in finished.stdout
    assert "serve" in finished.stdout


def test_a_table_needs_no_terminal_and_no_unicode() -> None:
    """A width of nothing and an ASCII standard output still get the whole answer."""
    environment = os.environ | {"COLUMNS": "0", "PYTHONIOENCODING": "ascii:strict"}
    finished = subprocess.run(
        [
            *VERDICT,
            "ask",
            "--state",
            "x",
            "--choice",
            "q",
            "--option",
            "caf\u00e9",
            "--option",
            "b",
        ],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "caf\\xe9" in finished.stdout
