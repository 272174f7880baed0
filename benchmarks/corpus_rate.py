"""How fast `verdict corpus run` decides replies that the rules settle, and in how much memory.

Writes a corpus of `--records` replies made from the labelled ones of `data/replies` that the rules
settle (each stands in it many times, under an id of its own), runs the command on it with the rules
alone and with the shipped model beside them, and prints for each: records a second from the start
of the command to its end, the same while it decides, processor time of a record, and the largest
memory of all its processes together. Replies without a prompt, and with the prompts they came with.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

from verdict_rules import read_reply

REPLIES = Path(__file__).parents[1] / "data/replies"
MIB = 1024 * 1024


def settled_rows(*, prompts: bool) -> list[dict[str, Any]]:
    """The labelled replies that the rules settle, with or without a prompt."""
    rows = []
    for path in sorted(REPLIES.glob("en-development*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            prompt = row["state"].get("prompt")
            if (prompt is not None) == prompts and read_reply(
                row["state"]["reply"], prompt
            ).polarity:
                rows.append(row)
    return rows


def write_corpus(path: Path, rows: list[dict[str, Any]], count: int) -> None:
    """Write so many records, one row after another."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            row = rows[number % len(rows)]
            fields = {name: row[name] for name in ("state", "question", "label")}
            file.write(json.dumps({"id": f"r{number:08}", **fields}, ensure_ascii=False) + "\n")


def measure(corpus: Path, folder: Path, tiers: str) -> tuple[float, float, float, float]:
    """Records a second in all and while deciding, microseconds of processor each, MiB at most."""
    config = folder / "verdict.toml"
    config.write_text(f"tiers = {json.dumps(tiers.split(','))}\n")
    save = folder / "results.jsonl"
    save.unlink(missing_ok=True)
    arguments = ("corpus", "run", corpus, "--save", save, "--config", config)
    begun = time.perf_counter()
    process = psutil.Popen(
        [sys.executable, "-m", "verdict", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    most, spent = 0, 0.0
    while process.poll() is None:
        try:
            tree = [process, *process.children(recursive=True)]
            most = max(most, sum(each.memory_info().rss for each in tree))
            spent = max(spent, sum(sum(each.cpu_times()[:2]) for each in tree))
        except psutil.NoSuchProcess:
            pass
        time.sleep(0.2)
    seconds = time.perf_counter() - begun
    told = process.stdout.read()
    decided, deciding = re.findall(r"(\d+) records decided in ([\d.]+) s", told)[0]
    count = int(decided)
    return count / seconds, count / float(deciding), spent / count * 1e6, most / MIB


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--tiers", nargs="*", default=["rules", "rules,model"])
    options = parser.parse_args()
    print(f"{options.records} records, {psutil.cpu_count()} cores")
    print("prompts  tiers         records/s  while deciding  us of processor  MiB")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for prompts in (False, True):
            corpus = folder / "corpus.jsonl"
            write_corpus(corpus, settled_rows(prompts=prompts), options.records)
            for tiers in options.tiers:
                total, deciding, spent, most = measure(corpus, folder, tiers)
                print(
                    f"{'with' if prompts else 'none':7}  {tiers:12} {total:10.0f} {deciding:15.0f} "
                    f"{spent:16.1f} {most:4.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
