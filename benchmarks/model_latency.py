"""How long the shipped decision model takes on one thread, and what it costs to hold.

    python benchmarks/model_latency.py [--rounds 50] [--bundle DIR]

prints the median and the 90th percentile in milliseconds. Every round has a state that was never
seen before, of the stated number of tokens; the options are the same in each round (cached) or
never seen before (first time). Resident memory is that of this process.
"""

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from verdict_models import Answered, DecisionModel, Option

# Words of one token each.
WORDS = (
    *("order", "window", "train", "paper", "account", "message", "server", "garden", "summer"),
    *("doctor", "letter", "music", "kitchen", "market", "engine", "number", "station", "road"),
)
OPTIONS = [
    Option("billing", "invoices, refunds and payments"),
    Option("technical", "hardware and outages"),
    Option("sales", "new contracts and prices"),
    Option("delivery", "parcels, dates and addresses"),
    Option("other", "anything else"),
]


def state(tokens: int, draw: random.Random) -> str:
    """Return a text of so many tokens that has not been used before."""
    return " ".join(draw.choice(WORDS) for _ in range(tokens))


def measure(rounds: int, call: Callable[[int], Answered]) -> list[float]:
    """Return the milliseconds of each round, sorted, after three rounds that do not count."""
    times = []
    for i in range(-3, rounds):
        start = time.perf_counter()
        call(i)
        if i >= 0:
            times.append((time.perf_counter() - start) * 1e3)
    return sorted(times)


def fresh_options(i: int) -> list[Option]:
    """Return five options of about six tokens that no other round has."""
    draw = random.Random(1000 + i)
    return [Option(f"team {k}", state(4, draw)) for k in range(len(OPTIONS))]


def long_options(i: int) -> list[Option]:
    """Return 77 options of 300 nearly equal characters that no other round has."""
    draw = random.Random(2000 + i)
    same = state(50, draw)[:280]
    return [Option(f"case {k}", f"{same} {state(2, draw)}") for k in range(77)]


def main() -> None:
    """Print load time, latencies and memory."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--bundle", type=Path, help="another bundle than the shipped one")
    arguments = parser.parse_args()
    draw = random.Random(0)
    start = time.perf_counter()
    model = DecisionModel.load(arguments.bundle)
    print(f"{model.name}: loaded in {time.perf_counter() - start:.2f} s")

    def choose(tokens: int, options: Callable[[int], list[Option]]) -> Callable[[int], Answered]:
        def call(i: int) -> Answered:
            found = model.choose(state(tokens, draw), None, options(i), lambda: False)
            assert isinstance(found, Answered)
            return found

        return call

    def judge(tokens: int) -> Callable[[int], Answered]:
        def call(_: int) -> Answered:
            text = state(tokens, draw)
            found = model.judge(text, "Is it about money?", None, None, lambda: False)
            assert isinstance(found, Answered)
            return found

        return call

    cases = {
        "state  12 tokens, yes/no": judge(12),
        "state 128 tokens, yes/no": judge(128),
        "state 512 tokens, yes/no": judge(512),
        "state  12 tokens, 5 options cached": choose(12, lambda _: OPTIONS),
        "state  12 tokens, 5 options first time": choose(12, fresh_options),
        "state  12 tokens, 77 long options first time": choose(12, long_options),
        "state 128 tokens, 5 options cached": choose(128, lambda _: OPTIONS),
        "state 512 tokens, 5 options cached": choose(512, lambda _: OPTIONS),
        "state 1800 tokens, yes/no": judge(1800),
        "state 1800 tokens, 5 options cached": choose(1800, lambda _: OPTIONS),
    }
    for name, call in cases.items():
        times = measure(arguments.rounds, call)
        windows = call(arguments.rounds).windows
        p50, p90 = times[len(times) // 2], times[len(times) * 9 // 10]
        print(f"{name:45} {windows} window(s)  p50 {p50:6.1f} ms  p90 {p90:6.1f} ms")
    print(f"resident memory {psutil.Process().memory_info().rss / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
