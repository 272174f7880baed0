"""Random and broken requests to every route: no 5xx, no dropped connection, no growing memory.

Each request is a right one that was changed in a few places (its JSON, its bytes, its headers), or
bytes that never were one. It ends with 1 where an answer was a 5xx, was not JSON, did not come, or
was late (a refusal after a second, an answer a second after the deadline), and where the service
holds 20 MB more at the end than after the first tenth of the time.

    python benchmarks/fuzz.py [--minutes 10] [--seed 0] [--callers 1]
"""

import argparse
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import psutil

KEY = "fuzz-key"
GROWTH_BAR = 20e6
SECONDS_BAR = 1.0
LARGEST = 4_000_000  # bytes, four times what the service reads
DEADLINE = 2.0  # the service's own for a request
NOUL = {"type": "noul", "instructions": "Does the reply confirm?", "criteria": {"true": "yes"}}
CHOICE = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": None}}
SCORE = {"type": "score", "instructions": "How much?", "criteria": ["none", "some", {"much": 1}]}
STATES: list[Any] = [
    {"prompt": "Shall I create it?", "reply": "Yes please"},
    "The printer is on fire",
    [{"type": "text", "text": "hi"}],
    {"a": [1, 2.5, None, {"b": True}]},
]
SYSTEM_ONE = {
    "model": "jev-latest",
    "state": STATES[0],
    "questions": {"go": NOUL, "which": CHOICE, "how": SCORE},
}
DECISIONS = {
    "model": "gpt-6-luna",
    "input": [
        {"role": "system", "content": "Be brief."},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Shall I?"}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Yes"}]},
    ],
    "questions": [
        {"type": "predicate", "name": "p", "instructions": "Did the user approve?"},
        {"type": "choice", "instructions": "Which?", "choices": [{"value": True}, {"value": "a"}]},
        {"type": "score", "instructions": "How?", "levels": [{"label": "no"}, {"label": "yes"}]},
    ],
}
ROUTES: dict[str, dict[str, Any]] = {
    "/v1/verdicts": {"states": STATES, "questions": {"go": NOUL, "which": CHOICE, "how": SCORE}},
    "/v1/systemone": SYSTEM_ONE,
    "/v1/decisions": DECISIONS,
    "/api/v1/systemone": SYSTEM_ONE,
    "/api/alpha/decisions": SYSTEM_ONE,
}
GETS = ("/v1/models", "/healthz", "/readyz", "/metrics", "/docs", "/schema/openapi.json", "/x")
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1e308, 10**30, 0.5, "", " ", "\u0000", "\u202e", "\ud800"),
    *("a" * 5000, "\u00e9" * 300, "e\u0301" * 300, "\U0001f44d\U0001f3fd", "yes, but not now"),
    *([], {}, [[]], {"": None}, [None] * 300, {str(i): None for i in range(300)}),
    *({"type": "text", "text": "x"}, {"type": "noul"}, {"type": "input_image", "image_url": "x"}),
]
HEADERS: list[dict[str, str]] = [
    *({},) * 12,
    {"content-type": "text/plain"},
    {"content-type": "multipart/form-data; boundary=x"},
    {"content-type": "application/json; charset=utf-16"},
    {"content-encoding": "gzip"},
    {"content-encoding": "zstd"},
    {"content-encoding": "br, gzip"},
    {"authorization": "Bearer wrong"},
    {"accept": "application/openmetrics-text"},
    {"x-request-id": "a" * 500},
]


def places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place in a document, as its container and its key there."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            places(value[key], found)
    return found


def changed(document: Any, dice: random.Random) -> Any:
    """A copy of a document with a few of its places changed."""
    copy = json.loads(json.dumps(document))
    for _ in range(dice.choice((0, 0, 0, 1, 1, 1, 2, 3, 8))):
        found = places(copy, [])
        if not found:
            break
        container, key = dice.choice(found)
        match dice.randrange(5):
            case 0:
                container.pop(key) if isinstance(container, dict) else container.pop()
            case 1 if isinstance(container, list):
                container.extend(container[:50] * dice.choice((1, 5, 40)))
            case 1:
                container[dice.choice(("", "x", "type", "reply", "input", "state"))] = odd(dice)
            case 2:
                nested: Any = odd(dice)
                for _ in range(dice.choice((3, 70, 300))):
                    nested = [nested] if dice.random() < 0.5 else {"a": nested}
                container[key] = nested
            case _:
                container[key] = odd(dice)
    return copy


def odd(dice: random.Random) -> Any:
    """Something that may be anywhere in JSON."""
    return json.loads(json.dumps(dice.choice(ODD)))


def broken(body: bytes, dice: random.Random) -> bytes:
    """A body with its bytes changed, most often not at all."""
    if not body:
        return body
    at = dice.randrange(len(body))
    match dice.randrange(14):
        case 0:
            return body[:at]
        case 1:
            return body[:at] + dice.randbytes(dice.randrange(1, 20)) + body[at:]
        case 2:
            return body[:at] + bytes([dice.randrange(256)]) + body[at + 1 :]
        case 3:
            return body.replace(b'"state"', b'"state": 1, "state"')
        case 4:
            return body.replace(b":", b": NaN, ", 1)
        case 5:
            return dice.randbytes(dice.randrange(3000))
        case 6:
            return body + b" " * dice.choice((10, 100_000, 1_100_000))
        case _:
            return body


class Caller(threading.Thread):
    """Sends one request after another until the time is up, and keeps what came of them."""

    def __init__(self, url: str, until: float, seed: str) -> None:
        super().__init__(daemon=True)
        self.url, self.until = url, until
        self.dice = random.Random(seed)
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.faults: list[str] = []
        self.slowest = 0.0
        self.finished = False

    def run(self) -> None:
        """Send, and look at each answer."""
        with httpx.Client(base_url=self.url, timeout=30) as client:
            while time.monotonic() < self.until:
                self.send(client)
            self.finished = True

    def send(self, client: httpx.Client) -> None:
        """Send one request."""
        dice = self.dice
        headers = {"authorization": f"Bearer {KEY}"} | dice.choice(HEADERS)
        method, path, body = "POST", dice.choice(list(ROUTES)), b""
        if dice.random() < 0.05:
            method, path = dice.choice(("GET", "HEAD", "OPTIONS", "PUT")), dice.choice(GETS)
        else:
            document = changed(ROUTES[path], dice)
            body = broken(json.dumps(document, ensure_ascii=dice.random() < 0.9).encode(
                errors="surrogatepass"), dice)  # fmt: skip
            if headers.get("content-encoding") == "gzip" and dice.random() < 0.8:
                body = broken(gzip.compress(body), dice)
        body = body[:LARGEST]  # sending more would take longer than the bar by itself
        began = time.monotonic()
        try:
            answer = client.request(method, path, content=body, headers=headers)
        except httpx.HTTPError as error:
            self.faults.append(f"{method} {path}: {error!r}: {headers} {body[:2000]!r}")
            return
        seconds = time.monotonic() - began
        self.slowest = max(self.slowest, seconds)
        self.statuses[path, answer.status_code] += 1
        told = f"{method} {path} {answer.status_code} {seconds:.2f} s: {headers} {body[:2000]!r}"
        if answer.status_code >= 500 or "x-request-id" not in answer.headers:
            self.faults.append(told)
        elif seconds > SECONDS_BAR + (DEADLINE if answer.is_success else 0):
            self.faults.append(f"slow: {told}")
        elif path in ROUTES and not answer.headers["content-type"].startswith("application/"):
            self.faults.append(f"no JSON: {told}")


def main() -> None:
    """Run it and print what was answered."""
    sys.setrecursionlimit(50_000)  # nested bodies are made by recursion
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    # Several share one interpreter: one that makes a huge body lets the others' answers look late.
    parser.add_argument("--callers", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with log.open("wb") as stream:
            service = subprocess.Popen(
                [sys.executable, "-m", "verdict", "serve", "--host", "127.0.0.1", "--port", "0"],
                stderr=stream,
                env=os.environ | {"VERDICT_API_KEYS": KEY},
            )
        try:
            ended = run(options, service, address(log))
        finally:
            service.kill()
            service.wait()
    sys.exit(ended)


def address(log: Path) -> str:
    """Wait for the service to tell where it listens."""
    for _ in range(200):
        found = re.search(r"listens on (http://[^\s\"]+)", log.read_text())
        if found:
            return found[1]
        time.sleep(0.1)
    raise SystemExit(f"the service did not start: {log.read_text()}")


def run(options: argparse.Namespace, service: "subprocess.Popen[bytes]", url: str) -> int:
    """Let the callers send, measure, and print."""
    began = time.monotonic()
    until = began + options.minutes * 60
    callers = [Caller(url, until, f"{options.seed} {n}") for n in range(options.callers)]
    for caller in callers:
        caller.start()
    process = psutil.Process(service.pid)
    resident = []
    for _ in range(10):
        time.sleep(options.minutes * 6)
        resident.append(process.memory_info().rss)
    for caller in callers:
        caller.join()
    early, late = resident[0], process.memory_info().rss
    alive = httpx.get(f"{url}/healthz").status_code == 200
    statuses = sum((caller.statuses for caller in callers), Counter[tuple[str, int]]())
    faults = [fault for caller in callers for fault in caller.faults]
    print(f"seed {options.seed}: {statuses.total()} requests in {time.monotonic() - began:.0f} s")
    for (path, status), n in sorted(statuses.items()):
        print(f"{n:>9}  {status}  {path}")
    print(f"slowest: {max(caller.slowest for caller in callers):.2f} s")
    print("MB resident after each tenth:", *(f"{each / 1e6:.0f}" for each in resident))
    print(f"{(late - early) / 1e6:.0f} MB more at the end (bar: {GROWTH_BAR / 1e6:.0f})")
    print(f"faults: {len(faults)}")
    for fault in faults[:20]:
        print(f"  {fault}")
    if not all(caller.finished for caller in callers):
        raise SystemExit("a caller broke down")
    return int(bool(faults) or not alive or late - early > GROWTH_BAR)


if __name__ == "__main__":
    main()
