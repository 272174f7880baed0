"""How well the shipped decision model answers labelled decisions, and how honest it is.

    python benchmarks/decisions.py --data DIR [--split test] [--bundle DIR]

prints one row per file (xsid: per language) of the split: rows, accuracy, mean log loss in nats,
expected calibration error of the top option over ten equal bins, and the mean p_top. A score has
Spearman's rank correlation of the expected level instead of accuracy, against the raters' mean
where the file has one.
The column "uniform" is the log loss of a uniform guess.
"""

import argparse
import gzip
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr

from verdict_calibration import expected_calibration_error
from verdict_models import Answered, DecisionModel, Option, TooLong

FILES = (
    "clinc10",
    "clinc150",
    "clinc_domain",
    "banking77",
    "xsid_intents",
    "hinglish_top_intents",
    "circa",
    "injection",
    "confirm_sgd",
    "confirm_short",
    "emobank_valence",
    "onestop_readability",
)
BY_LANGUAGE = "xsid_intents"
Row = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What was answered for one file or language."""

    score: bool = False
    too_long: int = 0
    guess: float = 0.0
    losses: list[float] = field(default_factory=list)
    p_top: list[float] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    expected: list[float] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)

    def add(self, row: Row, probabilities: tuple[float, ...], answer: int) -> None:
        """Count one answer."""
        top = max(probabilities)
        self.losses.append(-math.log(probabilities[answer]))
        self.guess += math.log(len(probabilities))
        self.p_top.append(top)
        self.right.append(int(probabilities.index(top) == answer))
        self.score = row["question"]["type"] == "score"
        self.expected.append(math.fsum(i * p for i, p in enumerate(probabilities)))
        self.levels.append(row["meta"].get("mean_level", answer))

    def line(self, name: str) -> str:
        """Return the row of the table."""
        n = len(self.losses)
        quality = spearmanr(self.expected, self.levels).statistic if self.score else 0.0
        shown = f"rank {quality:5.3f}" if self.score else f"     {sum(self.right) / n:5.3f}"
        ece = expected_calibration_error(self.p_top, self.right)
        return (
            f"{name:22}{n:6}  {shown}  {math.fsum(self.losses) / n:8.3f}  {self.guess / n:7.3f}"
            f"  {ece:6.3f}  {math.fsum(self.p_top) / n:6.3f}  {self.too_long:8}"
        )


def rows_of(path: Path, split: str) -> Iterator[Row]:
    """Yield the rows of one split."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from (row for row in map(json.loads, lines) if row["split"] == split)


def state_text(state: str | dict[str, str]) -> str:
    """Return the state as the cascade renders it: one line a member."""
    if isinstance(state, str):
        return state
    return "\n".join(f"{key}: {value}" for key, value in state.items())


def answer(model: DecisionModel, row: Row) -> tuple[Answered | TooLong, int]:
    """Return the model's answer and the position of the true one."""
    text, question = state_text(row["state"]), row["question"]
    instructions, criteria = question["instructions"], question["criteria"] or {}
    if question["type"] == "noul":
        found = model.judge(text, instructions, None, None, _never)
        return found, 0 if row["label"] else 1
    if question["type"] == "score":
        levels = [criteria[str(i)] for i in range(len(criteria))]
        return model.grade(text, instructions, levels, _never), int(row["label"])
    options = [Option(label, description) for label, description in criteria.items()]
    return model.choose(text, instructions, options, _never), list(criteria).index(row["label"])


def tally(model: DecisionModel, rows: Iterator[Row], *, by_language: bool) -> dict[str, Tally]:
    """Return the counts by language, or all under one empty name."""
    found: dict[str, Tally] = {}
    for row in rows:
        counts = found.setdefault(f" {row['lang']}" if by_language else "", Tally())
        result, true = answer(model, row)
        if isinstance(result, TooLong):
            counts.too_long += 1
        else:
            counts.add(row, result.probabilities, true)
    return dict(sorted(found.items()))


def _never() -> bool:
    return False


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled records")
    parser.add_argument("--split", default="test")
    parser.add_argument("--bundle", type=Path, help="another bundle than the shipped one")
    arguments = parser.parse_args()
    model = DecisionModel.load(arguments.bundle)
    print(f"{model.name}, sha256 {model.sha256[:16]}, split {arguments.split}")
    print(f"{'file':22}{'rows':>6}  accuracy    log loss  uniform     ECE   p_top  too long")
    for name in FILES:
        rows = rows_of(arguments.data / f"{name}.jsonl.gz", arguments.split)
        for language, counts in tally(model, rows, by_language=name == BY_LANGUAGE).items():
            print(counts.line(name.removesuffix("_intents") + language), flush=True)


if __name__ == "__main__":
    main()
