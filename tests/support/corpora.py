"""Labelled records and corpora for tests, and the command that runs them."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from running import VERDICT

CONFIRMS = {"type": "noul", "instructions": "Does the reply confirm?"}
RULES_ALONE = 'tiers = ["rules"]\n'


def record(
    name: str, reply: str = "yes", *, label: object = True, **others: object
) -> dict[str, Any]:
    """A record that asks whether a reply confirms."""
    return {"id": name, "state": {"reply": reply}, "question": CONFIRMS, "label": label, **others}


def write(path: Path, records: Iterable[object]) -> Path:
    """Write records as JSON Lines."""
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return path


def corpus_run(
    folder: Path, *arguments: object, config: str = RULES_ALONE
) -> "subprocess.CompletedProcess[str]":
    """`verdict corpus run` in a folder, with the rules alone unless the configuration differs."""
    (folder / "verdict.toml").write_text(config)
    return subprocess.run(
        [*VERDICT, "corpus", "run", "--config", "verdict.toml", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def results(path: Path) -> list[dict[str, Any]]:
    """The results of a saved file, without its header."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
