import json
from pathlib import Path

import pytest

from verdict_rules import read_reply

REPLIES = Path(__file__).parents[2] / "data" / "replies"
# How much of the decided replies of each file is settled at least. What is measured is a little
# more; a floor may rise, and falls with a reason alone.
FLOORS = {
    "en-development": 0.78,
    "en-development-2": 0.61,
    "en-development-3": 0.71,
    "en-held-out": 0.63,
    "de-development": 0.9,
}


SAID = {True: "yes", False: "no", None: None}


def read(name: str, language: str | None = None) -> list[tuple[str | None, str | None]]:
    """What each row of a file says, and what is read; None where nothing can be said."""
    rows: list[tuple[str | None, str | None]] = []
    for line in (REPLIES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        said = SAID[row["label"]]
        found = read_reply(row["state"]["reply"], row["state"].get("prompt"), language).polarity
        rows.append((said, found))
    return rows


@pytest.mark.parametrize("name", [*FLOORS, "de-held-out"])
def test_no_reply_is_read_wrongly(name: str) -> None:
    """What is read is what a careful person reads; only counts are told of the held-out parts."""
    for language in (None, name[:2]):
        assert sum(found not in {None, said} for said, found in read(name, language)) == 0


@pytest.mark.parametrize("name", FLOORS)
def test_so_much_is_settled(name: str) -> None:
    """At least the share of the floor is settled, by the language's pack alone or beside others."""
    for language in (None, name[:2]):
        decided = [found for said, found in read(name, language) if said is not None]
        assert sum(found is not None for found in decided) >= FLOORS[name] * len(decided)
