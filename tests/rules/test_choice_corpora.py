import json
from pathlib import Path

import pytest

from verdict_rules import pick_option, read_level

REPLIES = Path(__file__).parents[2] / "data" / "replies"


def read(name: str) -> list[tuple[str | int | None, str | int | None]]:
    """What each row of a corpus says, and what is read; None where nothing can be said."""
    rows: list[tuple[str | int | None, str | int | None]] = []
    for line in (REPLIES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        criteria, state, label = row["question"]["criteria"], row["state"], row["label"]
        if row["question"]["type"] == "choice":
            said = None if label == "open" else label
            found = pick_option(state["reply"], criteria, state.get("prompt")).option
            rows.append((said, found))
        else:
            rows.append((label, read_level(state["reply"], criteria, state.get("prompt")).level))
    return rows


@pytest.mark.parametrize(
    "name",
    [
        *("choice-development", "choice-development-2", "choice-held-out"),
        *("score-development", "score-development-2", "score-held-out"),
    ],
)
def test_nothing_is_read_wrongly(name: str) -> None:
    """What is read is what a careful person reads; only counts are told of the held-out parts."""
    assert sum(found not in {None, said} for said, found in read(name)) == 0


@pytest.mark.parametrize(
    ("name", "enough"),
    [
        *(("choice-development", 0.88), ("score-development", 0.88)),
        *(("choice-development-2", 0.68), ("score-development-2", 0.68)),
    ],
)
def test_most_of_what_can_be_read_is_read(name: str, enough: float) -> None:
    """Of the replies that pick or rate, at least this share is settled."""
    decided = [found for said, found in read(name) if said is not None]
    assert sum(found is not None for found in decided) >= enough * len(decided)
