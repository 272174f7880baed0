"""Requests a second: one noul settled by the rules, beside a Litestar app that returns a constant.

The service validates, checks a key, counts and logs each request; the constant does none of it.
The ratio of CPU time a request says the same with less noise from whatever else the machine does.
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

import psutil

CONSTANT_APP = """
from litestar import Litestar, post
@post("/", status_code=200)
async def constant() -> dict[str, float]:
    return {"p_true": 0.998}
app = Litestar([constant], openapi_config=None, logging_config=None)
"""
KEY = "benchmark-key"
HEADERS = {"content-type": "application/json", "authorization": f"Bearer {KEY}"}
NOUL = {"type": "noul", "instructions": "Does the reply confirm?"}
REPLIES = ("Yes please, go ahead", "No, create it later", "Sounds good!", "nope, thanks", "ok")


def requests(questions: int, prompts: int) -> list[str]:
    """Bodies with so many nouls each, over so many different prompts."""
    return [
        json.dumps(
            {
                "state": {"prompt": f"Shall I create listing {i}?", "reply": REPLIES[i % 5]},
                "questions": {f"q{n}": NOUL for n in range(questions)},
            }
        )
        for i in range(prompts)
    ]


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
        ours = "http://127.0.0.1:8182/v1/verdicts"
        cases = {
            "constant": ("http://127.0.0.1:8181/", requests(1, 2000)),
            "one noul, every prompt new": (ours, requests(1, 2000)),
            "one noul, five prompts": (ours, requests(1, 5)),
            "three nouls, every prompt new": (ours, requests(3, 2000)),
            "one noul, /v1/systemone, new": (
                "http://127.0.0.1:8182/v1/systemone",
                requests(1, 2000),
            ),
        }
        environment = os.environ | {"VERDICT_API_KEYS": f"another-key,{KEY}"}
        with Path(folder, "log").open("wb") as log:
            servers = [
                subprocess.Popen(c, stderr=log, env=environment, preexec_fn=pin(0))  # noqa: PLW1509
                for c in (constant, verdict)
            ]
        try:
            for url, bodies in cases.values():
                for body in bodies[:5]:
                    wait_for(url, body)
            rates: dict[str, list[float]] = {name: [] for name in cases}
            costs: dict[str, list[float]] = {name: [] for name in cases}
            for _ in range(options.rounds):
                for name, (url, bodies) in cases.items():
                    measured = psutil.Process(servers[name != "constant"].pid)
                    before = sum(measured.cpu_times()[:2])
                    rate = measure(url, bodies, options.seconds, options.connections, folder)
                    spent = sum(measured.cpu_times()[:2]) - before
                    rates[name].append(rate)
                    costs[name].append(spent / (rate * options.seconds) * 1e6)
        finally:
            for server in servers:
                server.kill()
                server.wait()
    base = statistics.median(rates["constant"])
    print(f"{options.rounds} rounds of {options.seconds} s, {options.connections} connections")
    print(f"{'case':<32}{'rps':>8}{'ratio':>8}{'CPU us':>8}{'ratio':>8}   rps of all rounds")
    base_cost = statistics.median(costs["constant"])
    for name, values in rates.items():
        rate, cost = statistics.median(values), statistics.median(costs[name])
        ratios = f"{rate:>8.0f}{rate / base:>8.2f}{cost:>8.0f}{base_cost / cost:>8.2f}"
        print(f"{name:<32}{ratios}   {[round(value) for value in values]}")


def pin(core: int) -> Callable[[], None]:
    """Keep a process on one core."""
    return lambda: os.sched_setaffinity(0, {core % (os.cpu_count() or 1)})


def wait_for(url: str, body: str) -> None:
    """Wait until the server answers; the answer must be a settled one where it is a verdict."""
    data = body.encode()
    for _ in range(100):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, HEADERS)) as answer:
                text = answer.read().decode()
        except OSError:
            time.sleep(0.1)
            continue
        if "/v1/verdicts" in url and '"settled":true' not in text:
            raise SystemExit(f"the rules did not settle it: {text}")
        return
    raise SystemExit(f"nothing answers at {url}")


def measure(url: str, bodies: list[str], seconds: int, connections: int, folder: str) -> float:
    """Requests a second, by wrk, which sends the bodies in turn."""
    script = Path(folder, "bodies.lua")
    script.write_text(
        'wrk.method = "POST"\n'
        + "".join(f'wrk.headers["{name}"] = "{value}"\n' for name, value in HEADERS.items())
        + f"local bodies = {{{', '.join(map(json.dumps, bodies))}}}\n"
        "local requests, i = {}, 0\n"
        "init = function()\n"
        "  for n, body in ipairs(bodies) do requests[n] = wrk.format(nil, nil, nil, body) end\n"
        "end\n"
        "request = function() i = i % #requests + 1; return requests[i] end\n"
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
