"""The decisions written for training: all can be read, and none asks what is kept unseen."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TRAINING = ROOT / "models" / "training"
FILES = sorted((TRAINING / "decisions").glob("*.txt"))
FAMILIES = ("unseen-dev", "unseen-test", "ordinary-dev", "ordinary-test")


@pytest.fixture(scope="module")
def written() -> ModuleType:
    """Return the reader of written decisions, which is in no package."""
    spec = importlib.util.spec_from_file_location("written", TRAINING / "written.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclass looks its own module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def decisions(written: ModuleType) -> list[Any]:
    """Return all that is written for training."""
    return [item for path in FILES for item in written.read_written(path)]


def unseen(name: str) -> list[dict[str, object]]:
    """Return the rows of the families that are never trained on."""
    path = ROOT / "data" / "families" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_all_written_decisions_can_be_read(decisions: list[Any]) -> None:
    """Every file holds decisions, about half of its yes/no questions are answered with yes."""
    assert len(decisions) > 30_000
    nouls = [item.answer for item in decisions if item.kind == "noul"]
    assert 0.45 < sum(nouls) / len(nouls) < 0.55


def test_no_question_of_an_unseen_family_is_written_for_training(decisions: list[Any]) -> None:
    """Neither a question nor a state of the unseen families stands among the written decisions."""
    known = {text.casefold() for item in decisions for text in (item.question, item.state)}
    for name in FAMILIES:
        for row in unseen(name):
            question = row["question"]
            assert isinstance(question, dict)
            assert question["instructions"].casefold() not in known
            assert str(row["state"]).casefold() not in known


@pytest.mark.parametrize(
    ("name", "families", "rows"),
    list(zip(FAMILIES, (12, 20, 6, 14), (20, 24, 20, 20), strict=True)),
)
def test_unseen_families_are_balanced(name: str, families: int, rows: int) -> None:
    """Each unseen family has its rows, half of them answered with yes."""
    by_family: dict[str, list[bool]] = {}
    for row in unseen(name):
        tags, label = row["tags"], row["label"]
        assert isinstance(tags, list)
        assert isinstance(label, bool)
        by_family.setdefault(tags[1], []).append(label)
    assert len(by_family) == families
    assert all(len(labels) == rows for labels in by_family.values())
    assert all(sum(labels) * 2 == rows for labels in by_family.values())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("+ an answer without a head", "opens the block"),
        ("= a state", "nothing follows"),
        ("? a question\n> a | b", "may follow"),
        ("! a choice\n* one\n> one | text", "two options"),
        ("! a choice\n* one\n* two\n> three | text", "known label"),
        ("% a score\n* low\n* high\n> 2 | text", "known label"),
        ("no mark", "a mark and a space"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(
    written: ModuleType, tmp_path: Path, text: str, complaint: str
) -> None:
    """Whatever is wrong with a written block, the file and the line are told."""
    path = tmp_path / "w.txt"
    path.write_text(text)
    with pytest.raises(written.WrittenError, match=complaint) as caught:
        written.read_written(path)
    assert f"{path}:1" in str(caught.value)
