"""How long the service takes to be ready, and what it holds in memory after both tiers answered.

    python benchmarks/start.py [--rounds 5]

Bars: ready in under 2 seconds, under 300 MB resident.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
import urllib.request

import psutil

PORT = 8183
URL = f"http://127.0.0.1:{PORT}"
REQUEST = {
    "state": {"prompt": "Shall I?", "reply": "The printer is on fire"},
    "questions": {
        "go": {"type": "noul", "instructions": "Does the reply confirm?"},
        "team": {"type": "choice", "criteria": {"billing": "invoices", "technical": "hardware"}},
    },
}


def one_start() -> tuple[float, float]:
    """Seconds to readiness, and megabytes resident after a request."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "verdict", "serve", "--port", str(PORT)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        while not answers("/readyz"):
            if process.poll() is not None:
                raise SystemExit(f"the service ended with {process.returncode}")
            time.sleep(0.005)
        seconds = time.perf_counter() - started
        if not answers("/v1/verdicts", json.dumps(REQUEST).encode()):
            raise SystemExit("the service did not answer")
        return seconds, psutil.Process(process.pid).memory_info().rss / 1e6
    finally:
        process.kill()
        process.wait()


def answers(route: str, body: bytes | None = None) -> bool:
    """Whether the service answers this with 200."""
    try:
        with urllib.request.urlopen(URL + route, body) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def main() -> None:
    """Start it several times and print the medians."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    rounds = [one_start() for _ in range(arguments.parse_args().rounds)]
    seconds, megabytes = zip(*rounds, strict=True)
    print(f"ready: median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s (bar 2 s)")
    print(f"resident: {max(megabytes):.0f} MB (bar 300 MB)")


if __name__ == "__main__":
    main()
