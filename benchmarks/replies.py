"""How much of labelled replies the rules tier settles, what it gets wrong, and how fast it is.

    python benchmarks/replies.py --data DIR [--show-passes FILE]

prints one row per file and split: yes/no rows and how many of them were settled, wrong readings,
readings that agree with `meta.polarity` of a row labelled content (the reply says no more than
that, or politeness: they are listed, so that this can be seen), and passes by reason; then each
such reading, and whether `disagreements.csv` says what is at fault with its label; then the
median time of one, with every prompt new and with every prompt remembered, as the reader remembers
those it has read lately. Rows marked `noisy` or `flip`, and those of the select file, are counted
apart, since their labels are known to be doubtful.
"""

import argparse
import csv
import gzip
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verdict_rules import read_reply
from verdict_rules.prompt import _read_once

FILES = ("confirm_sgd_train", "confirm_sgd", "confirm_sgd_select", "confirm_short", "circa")
UNCERTAIN = ("circa_middle",)
DISAGREEMENTS = Path(__file__).parent / "disagreements.csv"
Row = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """The counts of one file, split and quality of label."""

    rows: int = 0
    plain: int = 0
    settled: int = 0
    passes: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, Row]] = field(default_factory=list)
    agree: list[tuple[str, Row]] = field(default_factory=list)


def rows_of(folder: Path, name: str) -> Iterator[Row]:
    """Yield the English and German rows of one file of labelled records."""
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["lang"] in {"en", "de"}:
                yield row


def texts_of(row: Row) -> tuple[str, str | None]:
    """Return the reply and the prompt of a row; a bare string is a reply without a prompt."""
    state = row["state"]
    if isinstance(state, str):
        return state, None
    return state["reply"], state.get("prompt")


def expected(row: Row) -> str | None:
    """Return the polarity a row's label gives, None where the label gives none."""
    label = row["label"]
    if isinstance(label, bool):
        return "yes" if label else "no"
    return label if label in {"yes", "no"} else None


def flagged(row: Row, name: str) -> bool:
    """Whether the data set itself says that the label of a row is doubtful."""
    meta = row["meta"]
    return bool(meta.get("noisy") or meta.get("flip")) or name == "confirm_sgd_select"


def measure(folder: Path, name: str) -> dict[tuple[str, str], Tally]:
    """Return the tallies of one file by split and quality of label."""
    tallies: dict[tuple[str, str], Tally] = {}
    for row in rows_of(folder, name):
        quality = "flagged" if flagged(row, name) else "plain"
        tally = tallies.setdefault((row["split"], quality), Tally())
        reading = read_reply(*texts_of(row))
        label = expected(row)
        tally.rows += 1
        tally.plain += label is not None
        if reading.reason is not None:
            tally.passes[reading.reason] += label is not None
        elif reading.polarity == label:
            tally.settled += 1
        elif label is None and reading.polarity == row["meta"].get("polarity"):
            tally.agree.append((str(reading.polarity), row))
        else:
            tally.wrong.append((str(reading.polarity), row))
    return tallies


def microseconds(texts: list[tuple[str, str | None]], *, fresh: bool) -> list[float]:
    """Return the time of one reading of each row, in microseconds.

    With `fresh` every prompt is new to the reader, and else it has just read it with another reply.
    """
    spent = []
    for reply, prompt in texts:
        _read_once.cache_clear()
        if not fresh:
            read_reply("yes", prompt)
        begun = time.perf_counter_ns()
        read_reply(reply, prompt)
        spent.append((time.perf_counter_ns() - begun) / 1000)
    return spent


def main() -> None:
    """Print the table, the wrong readings and the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled records")
    parser.add_argument("--show-passes", metavar="FILE", help="also list a file's passes on dev")
    options = parser.parse_args()
    print(f"{'file':20} split labels    rows yes/no  settled wrong agree  passes of yes/no rows")
    listed: list[tuple[str, str, Row]] = []
    for name in (*FILES, *UNCERTAIN):
        for (split, quality), tally in sorted(measure(options.data, name).items()):
            share = f"{tally.settled / tally.plain:8.1%}" if tally.plain else f"{'-':>8}"
            passes = " ".join(f"{reason} {n}" for reason, n in tally.passes.most_common() if n)
            print(
                f"{name:20} {split:5} {quality:8} {tally.rows:5} {tally.plain:6} {share} "
                f"{len(tally.wrong):5} {len(tally.agree):5}  {passes}"
            )
            where = f"{name} {split} {quality}"
            listed += [(f"wrong {where}", read, row) for read, row in tally.wrong]
            listed += [(f"agree {where}", read, row) for read, row in tally.agree]
    with DISAGREEMENTS.open(encoding="utf-8", newline="") as lines:
        known = {line["id"] for line in csv.DictReader(lines)}
    print(f"\nread, labelled, whether {DISAGREEMENTS.name} says why, where, reply | prompt")
    for where, read, row in listed:
        reply, prompt = texts_of(row)
        told = "listed" if row["id"] in known else "NEW"
        print(f"{read:3} {row['label']!s:11} {told:6} {where}: {reply!r} | {prompt!r}")
    print("\nmicroseconds of one reading, of each row: median and 99th percentile")
    print(f"{'file':20}  rows prompts   prompts all new   all remembered")
    for name in FILES:
        texts = [texts_of(row) for row in rows_of(options.data, name)]
        times = [microseconds(texts, fresh=fresh) for fresh in (True, False)]
        figures = "  ".join(
            f"{statistics.median(spent):8.1f} {statistics.quantiles(spent, n=100)[98]:7.1f}"
            for spent in times
        )
        prompts = sum(prompt is not None for _, prompt in texts)
        print(f"{name:20} {len(texts):5} {prompts:7}  {figures}")
    if options.show_passes:
        for row in rows_of(options.data, options.show_passes):
            reading = read_reply(*texts_of(row))
            if row["split"] == "dev" and reading.reason and expected(row):
                print(row["label"], reading.reason, reading.unaccounted, texts_of(row))


if __name__ == "__main__":
    main()
