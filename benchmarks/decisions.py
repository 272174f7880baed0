"""How well the decision model answers labelled decisions, and how honest it is.

    python benchmarks/decisions.py --data DIR [--split test] [--bundle DIR] [--save FILE]

prints one row per file (xsid: per language) of the split: rows, accuracy, what is asked of the
model, the starting point, mean log loss in nats, expected calibration error of the top option over
ten equal bins, and the mean p_top. A score has Spearman's rank correlation of the expected level
instead of accuracy, against the raters' mean where the file has one. Then the yes/no families
that are never trained on, of `data/families`, yes/no questions about the labels of sources that
are never trained on, and the harmless messages that are flagged.

The starting point is the frozen encoder: similarity to "label: description", or, marked with *,
a logistic regression on its vectors of the dev rows.
"""

import argparse
import gzip
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr

from verdict_calibration import expected_calibration_error
from verdict_models import Answered, DecisionModel, Option, TooLong
from verdict_models.wording import means_none

# What is asked for on the test split, and the starting point there.
FILES: dict[str, tuple[str, str]] = {
    "clinc10": ("0.87", "0.77"),
    "clinc150": ("0.77", "0.66"),
    "clinc_domain": ("0.57", "0.53"),
    "banking77": ("0.69", "0.67"),
    "xsid_intents": ("0.90 en", "0.39 all"),
    "hinglish_top_intents": ("", "0.41"),
    "circa": ("0.77", "0.68*"),
    "injection": ("0.945", "0.80*"),
    "confirm_sgd": ("0.975", "0.97*"),
    "confirm_short": ("0.915", "0.91*"),
    "emobank_valence": ("0.35", ""),
    "onestop_readability": ("", ""),
}
BY_LANGUAGE = "xsid_intents"
FAMILIES = Path(__file__).parent.parent / "data" / "families"
HARD_BENIGN = "hard_benign"
Row = dict[str, Any]
# What a caller would ask of a label, and the same denied. The wordings are common ones, and some
# of them occur in training about other topics: `data/families` is the harder test.
ROWS = 24
# By file: what a topic is asked with. A wording that begins with ! is answered the other way round.
TOPICS = {
    "banking77": (
        "Is the message about this: {about}?",
        "!Is it about anything but this: {about}?",
    ),
    "clinc150": ("Does the user want this: {about}?", "!Is this wrong for the message: {about}?"),
    "clinc_domain": ("Is {label} the subject?", "!Is the subject something else than {label}?"),
    "xsid_intents": ("Is this what is asked for: {about}?",),
}
# By file: what is asked of the texts at the two ends of a scale, the upper end answered with yes.
ENDS = {
    "emobank_valence": ("Is the mood of the text a good one?", "!Does the text have a sad tone?"),
    "onestop_readability": ("Is the text written in difficult language?",),
}


@dataclass(slots=True)
class Tally:
    """What was answered for one file, language or family."""

    score: bool = False
    too_long: int = 0
    losses: list[float] = field(default_factory=list)
    p_top: list[float] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    expected: list[float] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)

    def add(self, row: Row, probabilities: tuple[float, ...], answer: int) -> None:
        """Count one answer."""
        top = max(probabilities)
        self.losses.append(-math.log(max(probabilities[answer], 1e-300)))
        self.p_top.append(top)
        self.right.append(int(probabilities.index(top) == answer))
        self.score = row["question"]["type"] == "score"
        self.expected.append(math.fsum(i * p for i, p in enumerate(probabilities)))
        self.levels.append(row["meta"].get("mean_level", answer))

    def figures(self) -> dict[str, float]:
        """Return the figures of the row."""
        n = len(self.losses)
        figures: dict[str, float] = {"rows": n}
        if self.score:
            figures["rank"] = float(spearmanr(self.expected, self.levels).statistic)
        else:
            figures["accuracy"] = sum(self.right) / n
        figures["log_loss"] = math.fsum(self.losses) / n
        figures["ece"] = expected_calibration_error(self.p_top, self.right)
        figures["p_top"] = math.fsum(self.p_top) / n
        figures["too_long"] = self.too_long
        return {name: round(value, 4) for name, value in figures.items()}


def line(name: str, found: dict[str, float], asked: str = "", start: str = "") -> str:
    """Return a row of the table."""
    quality = f"rank {found['rank']:5.3f}" if "rank" in found else f"     {found['accuracy']:5.3f}"
    rest = f"{found['log_loss']:8.3f}  {found['ece']:6.3f}  {found['p_top']:6.3f}"
    left = f"{name[:60]:61}{found['rows']:6.0f}  {quality}  {asked:>8}  {start:>8}"
    return f"{left}  {rest}  {found['too_long']:8.0f}"


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


def tally(model: DecisionModel, rows: Iterator[Row], by: str | None = None) -> dict[str, Tally]:
    """Return the counts by a member of the rows, or all under one empty name."""
    found: dict[str, Tally] = {}
    for row in rows:
        name = "" if by is None else str(row[by])
        counts = found.setdefault(name, Tally())
        result, true = answer(model, row)
        if isinstance(result, TooLong):
            counts.too_long += 1
        else:
            counts.add(row, result.probabilities, true)
    return dict(sorted(found.items()))


def families(model: DecisionModel, split: str) -> dict[str, dict[str, float]]:
    """Return the figures of all families that are never trained on, and of each."""
    found = {}
    for name in ("ordinary", "unseen"):
        path = FAMILIES / f"{name}-{split}.jsonl"
        rows = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
        every = [row | {"family": row["tags"][1]} for row in rows]
        found[f"{name} families, pooled"] = tally(model, iter(every))[""].figures()
        each = tally(model, iter(every), "family").items()
        found |= {f"  {family}": counts.figures() for family, counts in each}
    return found


def worded(name: str, rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Return yes/no rows by wording, half of them to be answered with yes.

    Parameters:
        name: The file.
        rows: Its rows of one split; of other languages than English none is taken.
    """
    rows = [row for row in rows if row["lang"] == "en"]
    found = {}
    for wording in (*TOPICS.get(name, ()), *ENDS.get(name, ())):
        draw = random.Random(f"{name} {wording}")
        pairs = _topics(rows, draw) if name in TOPICS else _ends(rows, draw)
        asked, turned = wording.removeprefix("!"), wording.startswith("!")
        found[f"{name.partition('_')[0]}: {asked}"] = [
            row
            | {
                "label": yes != turned,
                "question": {
                    "type": "noul",
                    "instructions": asked.format(label=label, about=about),
                    "criteria": None,
                },
            }
            for row, (label, about), yes in pairs
        ]
    return found


def _topics(rows: Sequence[Row], draw: random.Random) -> list[tuple[Row, tuple[str, str], bool]]:
    labelled = [row for row in rows if not means_none(row["label"], _about(row, row["label"]))]
    found = []
    for i, row in enumerate(draw.sample(labelled, min(ROWS, len(labelled)))):
        options = row["question"]["criteria"]
        wrong = [k for k in sorted(options) if k != row["label"] and not means_none(k, options[k])]
        label = draw.choice(wrong) if i % 2 else row["label"]
        shown = label.replace("_", " "), options[label][0].lower() + options[label][1:]
        found.append((row, shown, i % 2 == 0))
    return found


def _ends(rows: Sequence[Row], draw: random.Random) -> list[tuple[Row, tuple[str, str], bool]]:
    ordered = sorted(rows, key=lambda row: (row["meta"].get("mean_level", row["label"]), row["id"]))
    fifth = len(ordered) // 5
    ends = [(ordered[:fifth], False), (ordered[-fifth:], True)]
    return [(row, ("", ""), yes) for part, yes in ends for row in draw.sample(part, ROWS // 2)]


def _about(row: Row, label: str) -> str:
    return str(row["question"]["criteria"][label])


def worded_families(model: DecisionModel, data: Path, split: str) -> dict[str, dict[str, float]]:
    """Return the figures of all yes/no questions about labels, and of each wording."""
    found: dict[str, list[Row]] = {}
    for name in (*TOPICS, *ENDS):
        found |= worded(name, list(rows_of(data / f"{name}.jsonl.gz", split)))
    every = [row | {"family": family} for family, rows in found.items() for row in rows]
    each = tally(model, iter(every), "family").items()
    return {"questions about labels, pooled": tally(model, iter(every))[""].figures()} | {
        f"  {name}": counts.figures() for name, counts in each
    }


def flagged(model: DecisionModel, data: Path, split: str) -> tuple[int, int]:
    """Return how many harmless messages that look like attacks are flagged, and of how many."""
    found = total = 0
    for row in rows_of(data / "injection.jsonl.gz", split):
        if row["meta"]["kind"] == HARD_BENIGN:
            result, _ = answer(model, row)
            assert isinstance(result, Answered)
            total += 1
            found += result.probabilities[0] > 0.5
    return found, total


def flips(model: DecisionModel, data: Path, split: str) -> tuple[int, int]:
    """Return how many choices change with the order of their options, and of how many."""
    found = total = 0
    draw = random.Random(0)
    for name in ("clinc10", "confirm_sgd", "confirm_short"):
        for row in list(rows_of(data / f"{name}.jsonl.gz", split))[:100]:
            text, criteria = state_text(row["state"]), list(row["question"]["criteria"].items())
            answers = set()
            for _ in range(4):
                options = [Option(label, about) for label, about in criteria]
                result = model.choose(text, row["question"]["instructions"], options, _never)
                assert isinstance(result, Answered)
                by_label = zip((label for label, _ in criteria), result.probabilities, strict=True)
                answers.add(tuple(sorted(by_label)))
                draw.shuffle(criteria)
            total += 1
            found += len(answers) > 1
    return found, total


def _never() -> bool:
    return False


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled records")
    parser.add_argument("--split", default="test")
    parser.add_argument("--bundle", type=Path, help="another bundle than the shipped one")
    parser.add_argument("--save", type=Path, help="write the figures there as JSON")
    arguments = parser.parse_args()
    data, split = arguments.data, arguments.split
    model = DecisionModel.load(arguments.bundle)
    print(f"{model.name}, sha256 {model.sha256[:16]}, split {split}")
    print(
        f"{'file':61}{'rows':>6}  accuracy     asked     start  log loss     ECE   p_top  too long"
    )
    saved: dict[str, dict[str, float]] = {}
    for name, (asked, start) in FILES.items():
        rows = rows_of(data / f"{name}.jsonl.gz", split)
        counts = tally(model, rows, "lang" if name == BY_LANGUAGE else None)
        for language, found in counts.items():
            shown = f"{name.removesuffix('_intents')} {language}".strip()
            saved[shown] = found.figures()
            print(line(shown, saved[shown], asked, start), flush=True)
    for name, figures in families(model, split).items():
        saved[name.strip()] = figures
        print(line(name, figures, "" if name.startswith(" ") else "0.70"))
    for name, figures in worded_families(model, data, split).items():
        saved[name.strip()] = figures
        print(line(name, figures))
    wrong, total = flagged(model, data, split)
    saved["hard benign flagged"] = {"rows": total, "flagged": wrong}
    print(f"hard benign rows flagged: {wrong} of {total}, at most 3 % asked")
    changed, total = flips(model, data, split)
    saved["option order"] = {"rows": total, "changed": changed}
    print(
        f"choices with another distribution in four orders of their options: {changed} of {total}"
    )
    if arguments.save:
        document = {"model": model.name, "sha256": model.sha256, "split": split, "figures": saved}
        arguments.save.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
