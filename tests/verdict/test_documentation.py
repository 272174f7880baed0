import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from corpora import corpus_run, results, run_command
from running import VERDICT, running_service
from verdict import Cascade, Noul, Settings
from verdict.corpus.comparing import CONDITIONS, DEFAULT_CONDITIONS, Rules
from verdict.corpus.notes import NOTE_KINDS
from verdict.profile import Profile
from verdict.records import read_record
from verdict.rendering import render
from verdict.service.app import create_app
from verdict.settings import read_settings
from verdict_rules import choosing, classes

ROOT = Path(__file__).parents[2]


def blocks(page: str, language: str = "") -> list[str]:
    """The fenced blocks of one language in a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [block for name, block in found if name == language]


def without_timings(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_timings(item) for key, item in value.items() if key != "ms"}
    return [without_timings(item) for item in value] if isinstance(value, list) else value


def test_the_readme_s_request_gets_the_readme_s_answer() -> None:
    """What a newcomer pastes is answered as printed, timings aside."""
    request = next(block for block in blocks("README.md") if block.startswith("curl"))
    body = request[request.index("-d '") + 4 : request.rindex("'")]
    cascade = Cascade.load()
    with TestClient(create_app(cascade)) as client:
        answer = client.post("/v1/verdicts", content=body).json()
    cascade.close()
    assert without_timings(answer) == without_timings(json.loads(blocks("README.md", "json")[0]))


def test_the_service_prints_the_readme_s_request() -> None:
    """The request that the service prints at its start is the one in the README."""
    from verdict.commands.serve import _EXAMPLE  # noqa: PLC0415

    request = next(block for block in blocks("README.md") if block.startswith("curl"))
    assert request == _EXAMPLE.format(address="127.0.0.1:8080") + "\n"


def test_the_readme_s_python_runs() -> None:
    """The example in this process, and those with other clients, run as they stand."""
    clients, own = blocks("README.md", "python")
    subprocess.run([sys.executable, "-c", own], check=True)
    with running_service() as service:
        finished = subprocess.run(
            [sys.executable, "-c", clients],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"SERVICE_URL": service.url},
        )
    assert finished.stdout.splitlines() == [
        "ask again: {'rules': 'conditional', 'model': 'uncalibrated'}",
        "create it",
    ]


def test_the_readme_s_commands_run() -> None:
    """Each `verdict` command of the README ends well."""
    block = next(block for block in blocks("README.md") if block.startswith("verdict ask"))
    commands = [shlex.split(line)[1:] for line in block.replace("\\\n", " ").splitlines()]
    assert len(commands) == 2
    for command in commands:
        finished = subprocess.run([*VERDICT, *command], capture_output=True, text=True, check=False)
        assert (finished.returncode, finished.stderr) == (0, "")


def test_the_readme_s_corpus_runs(tmp_path: Path) -> None:
    """The second run compares with the first, and writes both reports."""
    block = next(block for block in blocks("README.md") if block.startswith("verdict corpus"))
    (tmp_path / "data").symlink_to(ROOT / "data")
    for line in block.splitlines():
        finished = run_command(tmp_path, *shlex.split(line)[1:])
        assert finished.returncode == 0
        assert all(line.endswith(" s left") for line in finished.stderr.splitlines())
    assert "flips: 0" in finished.stdout
    assert (tmp_path / "report.xml").exists()
    assert (tmp_path / "comment.md").exists()


def test_the_documented_configuration_is_the_default(tmp_path: Path) -> None:
    """Every key of the example exists, and those that say their default say the right one."""
    example = blocks("docs/configuration.md", "toml")[0]
    (tmp_path / "verdict.toml").write_text(example)
    read_settings(tmp_path / "verdict.toml")  # it can be pasted as it stands
    values = tomllib.loads(re.sub(r"(?m)^# (?=\[|\w+ = )", "", example).replace("key_file", "#"))
    assert Settings.model_validate(values).keys[0].name == "billing-agent"
    assert values.keys() | {"api_keys"} == set(Settings.model_fields)
    for example_only in ("profile", "tier_timeout_ms", "rate", "log_format", "keys"):
        del values[example_only]
    del values["model"]["bundle"], values["rules"]["packs"]
    assert Settings.model_validate(values) == Settings()


def test_the_documented_requests_are_answered_as_documented() -> None:
    """The System One answer and the OpenAI request of the page are what the service does."""
    answer, request = map(json.loads, blocks("docs/http.md", "json")[1:])
    with Cascade.load() as cascade, TestClient(create_app(cascade)) as client:
        state = {"prompt": "Shall I create the listing?", "reply": "Yes please"}
        questions = {"q": {"type": "noul", "instructions": "Does the reply confirm?"}}
        body = {"state": state, "questions": questions}
        answered = client.post("/v1/systemone", json=body).json()["answers"]["q"]
        decided = client.post("/v1/decisions", json=request).json()["answers"]
    assert without_timings(answered) == without_timings(answer)
    assert decided == [{"type": "predicate", "name": None, "probability": 0.998}]


def test_the_documented_metrics_are_those_that_are_told() -> None:
    """Every metric of ours is in the table, and nothing else is."""
    page = (ROOT / "docs/configuration.md").read_text()
    with Cascade.load() as cascade, TestClient(create_app(cascade)) as client:
        body = {"state": "x", "questions": {"q": {"type": "noul", "instructions": "Is it so?"}}}
        client.post("/v1/verdicts", json=body)
        text = client.get("/metrics").text
    told = re.findall(r"^# TYPE (verdict_\w+)", text, re.MULTILINE)
    assert set(re.findall(r"`(verdict_\w+)", page)) == set(told)


def test_the_documented_profile_is_one(tmp_path: Path) -> None:
    """The example is read, with the thresholds it shows."""
    path = tmp_path / "profile.json"
    path.write_text(blocks("docs/configuration.md", "json")[0])
    profile = Profile.load(path)
    assert profile.calibrations["model"]["noul"].threshold_for("true") == 0.97
    assert profile.calibrations["model"]["score"].threshold_for("1") is None


def test_the_documented_tier_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tier of one's own is one file and one name in the configuration."""
    code = blocks("docs/configuration.md", "python")[0]
    (tmp_path / "documented_tier.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    cascade = Cascade.load(Settings(tiers=("rules", "documented_tier:build")))
    verdict = cascade.decide("x", Noul("Is it so?"))
    cascade.close()
    assert (verdict.tier, verdict.p_true, verdict.reason) == ("always_ask", 0.5, "uncalibrated")


def test_the_documented_rendering_is_the_rule() -> None:
    """The page's example is what the renderer does."""
    assert render({"prompt": "Go?", "reply": "yes"}) + "\n" == blocks("docs/rendering.md")[0]


def test_the_documented_pack_reads_as_documented(tmp_path: Path) -> None:
    """The example of a pack is one, and its commands settle a yes and a no and pass a condition."""
    page = "docs/packs.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    files = re.findall(r"^`(packs/nl/\w+\.toml)`", text, re.MULTILINE)
    for name, block in zip(files, blocks(page, "toml"), strict=True):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block, encoding="utf-8")
    variable, *commands = map(shlex.split, blocks(page)[0].splitlines())
    environment = os.environ | dict([variable[1].split("=")])
    outcomes = []
    for command in commands:
        finished = subprocess.run(
            [*VERDICT, *command[1:], "--json"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env=environment,
        )
        verdict = json.loads(finished.stdout)
        outcomes.append((verdict["p_true"], verdict["settled"], verdict["trace"][0]["reason"]))
    (p_true, *passed) = outcomes.pop()
    assert outcomes == [(0.998, True, None), (0.002, True, None)]
    assert passed == [False, "conditional"]
    assert p_true < 0.5


def test_the_documented_entries_of_a_pack_are_all_there_are() -> None:
    """The page names every list, table and class in the words of the code, and no other."""
    text = (ROOT / "docs/packs.md").read_text(encoding="utf-8")
    tables = [
        dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE))
        for table in text.split("| name | what |")[1:]
    ]
    assert tables == [
        classes.LISTS,
        {**classes.BEGINNINGS, **classes.ENDINGS},
        classes.TABLES,
        classes.REPLY_CLASSES,
        classes.PROMPT_CLASSES,
        classes.ASK_CLASSES,
        choosing.CHOOSING_LISTS,
        choosing.NUMBERS,
        choosing.CHOOSING_TABLES,
        choosing.CHOOSING_GRAMMARS,
        choosing.CHOOSING_CLASSES,
    ]


def test_the_corpora_page_s_record_and_mapping_are_read(tmp_path: Path) -> None:
    """The record is one, and the mapping reads a table of its columns."""
    page = "docs/corpora.md"
    assert read_record(blocks(page, "json")[0].encode()).yes == {"true"}
    (tmp_path / "map.toml").write_text(blocks(page, "toml")[0])
    (tmp_path / "r.csv").write_text('row;text;gold;groups\n7;"""on fire""";1;gate plain\n')
    arguments = ("r.csv", "--mapping", "map.toml", "--save", "out")
    assert corpus_run(tmp_path, *arguments).returncode == 0
    (result,) = results(tmp_path / "out")
    assert (result["id"], result["label"], result["tags"]) == ("7", "billing", ["gate", "plain"])


def test_the_corpora_page_names_every_kind_and_condition() -> None:
    """And the defaults are as it says."""
    text = (ROOT / "docs/corpora.md").read_text(encoding="utf-8")
    for name in (*CONDITIONS, *NOTE_KINDS):
        assert f"`{name}`" in text
    by_default = {
        name
        for name in CONDITIONS
        if re.search(rf"^\| `{name}` \|.*\| yes \|$", text, re.MULTILINE)
    }
    assert by_default == set(DEFAULT_CONDITIONS)
    assert f"`--tolerance` ({Rules().tolerance})" in text
    assert f"`--alpha` ({Rules().alpha})" in text


def test_the_documented_records_pass_as_documented(tmp_path: Path) -> None:
    """The example file passes, each of the page's commands runs what its remark says."""
    (tmp_path / "replies.verdict.jsonl").write_text(blocks("docs/pytest.md", "json")[0])
    (tmp_path / "pyproject.toml").write_text(blocks("docs/pytest.md", "toml")[0])
    (tmp_path / "verdict.toml").write_text("")
    commands = blocks("docs/pytest.md")[0].splitlines()
    passed = []
    for command in ["pytest", *commands]:
        finished = subprocess.run(
            [sys.executable, "-m", *shlex.split(command, comments=True)],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        )
        passed.append(finished.stdout.splitlines()[-1].split(" in ")[0].strip("= "))
    assert passed == ["3 passed", "1 passed", "3 passed", "2 passed, 1 deselected"]
