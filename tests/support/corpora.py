"""Labelled records and corpora for tests, and the command that runs them."""

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from running import VERDICT
from verdict.commands import main

CONFIRMS = {"type": "noul", "instructions": "Does the reply confirm?"}
DECLINES = {"type": "noul", "instructions": "Does the reply decline?"}
RULES_ALONE = 'tiers = ["rules"]\n'


def record(
    name: str, reply: str = "yes", *, label: object = True, **others: object
) -> dict[str, Any]:
    """A record that asks whether a reply confirms."""
    return {"id": name, "state": {"reply": reply}, "question": CONFIRMS, "label": label, **others}


GOOD = [record("a"), record("b", "no", label=False), record("c", "well", label=None)]
WRONG = ["rules_wrong", "settled_wrong"]  # what a wrong answer of the rules fails


def write(path: Path, records: Iterable[object]) -> Path:
    """Write records as JSON Lines."""
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return path


@dataclass(frozen=True)
class Finished:
    """A command that came to its end."""

    returncode: int
    stdout: str
    stderr: str


def corpus_run(folder: Path, *arguments: object, config: str = RULES_ALONE) -> Finished:
    """`verdict corpus run` in a folder, with the rules alone unless the configuration differs."""
    (folder / "verdict.toml").write_text(config)
    return run_command(folder, "corpus", "run", "--config", "verdict.toml", *arguments)


def run_command(folder: Path, *arguments: object) -> Finished:
    """A command, in this process: starting another takes a second."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["verdict", *map(str, arguments)]
    code: object = 0
    with chdir(folder), redirect_stdout(out), redirect_stderr(err), patch.object(sys, "argv", argv):
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int | None)
    return Finished(code or 0, out.getvalue(), err.getvalue())


def started_corpus_run(folder: Path, *arguments: object) -> "subprocess.Popen[bytes]":
    """`verdict corpus run` in a folder, as a process of its own."""
    return subprocess.Popen(
        [*VERDICT, "corpus", "run", *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
    )


def document(folder: Path, *arguments: object, **options: str) -> dict[str, Any]:
    """What `--json` prints."""
    loaded: dict[str, Any] = json.loads(corpus_run(folder, *arguments, "--json", **options).stdout)
    return loaded


def results(path: Path) -> list[dict[str, Any]]:
    """The results of a saved file, without its header."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
