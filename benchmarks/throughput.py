"""Requests a second: one noul settled by the rules, beside a Litestar app that returns a constant.

Both run under uvicorn with uvloop and httptools, one worker pinned to core 0; wrk drives them in
turn from core 1, so that both see the same machine. Needs wrk (Debian: `apt-get install wrk`).

    python benchmarks/throughput.py [--rounds 5] [--seconds 4] [--connections 16]
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

CONSTANT_APP = """
from litestar import Litestar, post
@post("/", status_code=200)
async def constant() -> dict[str, float]:
    return {"p_true": 0.998}
app = Litestar([constant], openapi_config=None, logging_config=None)
"""
NOUL = {"type": "noul", "instructions": "Does the reply confirm?"}
STATE = {"prompt": "Shall I create the listing?", "reply": "Yes please, go ahead"}


def request(n: int, route: str) -> tuple[str, str]:
    """A route and the body of a request with n nouls."""
    body = {"state": STATE, "questions": {f"q{i}": NOUL for i in range(n)}}
    return route, json.dumps(body)


def main() -> None:
    """Run the comparison and print the medians and their ratios."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=4)
    arguments.add_argument("--connections", type=int, default=16)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "constant_app.py").write_text(CONSTANT_APP)
        uvicorn = [sys.executable, "-m", "uvicorn", "--loop", "uvloop", "--http", "httptools"]
        quiet = ["--log-level", "warning", "--no-access-log"]
        constant = [*uvicorn, *quiet, "--port", "8181", "--app-dir", folder, "constant_app:app"]
        verdict = [sys.executable, "-m", "verdict", "serve", "--port", "8182"]
        cases = {
            "constant": ("http://127.0.0.1:8181", *request(1, "/")),
            "one noul, /v1/verdicts": ("http://127.0.0.1:8182", *request(1, "/v1/verdicts")),
            "one noul, /v1/systemone": ("http://127.0.0.1:8182", *request(1, "/v1/systemone")),
            "three nouls, /v1/verdicts": ("http://127.0.0.1:8182", *request(3, "/v1/verdicts")),
        }
        servers = [subprocess.Popen(c, preexec_fn=pin(0)) for c in (constant, verdict)]  # noqa: PLW1509
        try:
            for url, route, body in cases.values():
                wait_for(url + route, body)
            rates: dict[str, list[float]] = {name: [] for name in cases}
            for _ in range(options.rounds):
                for name, (url, route, body) in cases.items():
                    rates[name].append(
                        measure(url + route, body, options.seconds, options.connections, folder)
                    )
        finally:
            for server in servers:
                server.kill()
                server.wait()
    base = statistics.median(rates["constant"])
    print(f"{options.rounds} rounds of {options.seconds} s, {options.connections} connections")
    print(f"{'case':<28}{'median rps':>12}{'ratio':>8}   all rounds")
    for name, values in rates.items():
        median = statistics.median(values)
        print(f"{name:<28}{median:>12.0f}{median / base:>8.2f}   {[round(v) for v in values]}")


def pin(core: int) -> Callable[[], None]:
    """Keep a process on one core."""
    return lambda: os.sched_setaffinity(0, {core % (os.cpu_count() or 1)})


def wait_for(url: str, body: str) -> None:
    """Wait until the server answers; the answer must be a settled one where it is a verdict."""
    data = body.encode()
    for _ in range(100):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, method="POST")) as answer:
                text = answer.read().decode()
        except OSError:
            time.sleep(0.1)
            continue
        if "/v1/verdicts" in url and '"settled":true' not in text:
            raise SystemExit(f"the rules did not settle it: {text}")
        return
    raise SystemExit(f"nothing answers at {url}")


def measure(url: str, body: str, seconds: int, connections: int, folder: str) -> float:
    """Requests a second, by wrk."""
    script = Path(folder, "body.lua")
    script.write_text(
        f'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
        f"wrk.body = {json.dumps(body)}\n"
    )
    printed = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(script), url],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=pin(1),
    ).stdout
    if "Non-2xx" in printed:
        raise SystemExit(printed)
    found = re.search(r"Requests/sec:\s*([\d.]+)", printed)
    if found is None:
        raise SystemExit(f"wrk printed no rate: {printed}")
    return float(found[1])


if __name__ == "__main__":
    main()
