"""Labelled records as the fit needs them."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Record:
    """One labelled decision.

    Attributes:
        text: The state as text; an object is one line a member, `key: value`.
        instructions: The question.
        criteria: Descriptions by label, in the order of the record; empty where there are none.
        label: The true label: a key of `criteria`, or "true" or "false".
    """

    text: str
    instructions: str
    criteria: dict[str, str]
    label: str

    @property
    def index(self) -> int:
        """The position of the true label among the criteria."""
        return list(self.criteria).index(self.label)


def read(data: Path, name: str, split: str, lang: str | None = None) -> list[Record]:
    """Return the records of one file, split and, if given, language."""
    return [
        _record(row)
        for row in _rows(data / f"{name}.jsonl.gz")
        if row["split"] == split and lang in (None, row["lang"])
    ]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _record(row: dict[str, Any]) -> Record:
    state, question = row["state"], row["question"]
    text = state if isinstance(state, str) else "\n".join(f"{k}: {v}" for k, v in state.items())
    label = str(row["label"]).lower() if question["type"] == "noul" else str(row["label"])
    return Record(text, question["instructions"], question["criteria"] or {}, label)
