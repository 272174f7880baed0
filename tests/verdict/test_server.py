import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
import pytest

from running import VERDICT, running_service

KEYED = os.environ | {"VERDICT_API_KEYS": "a-key", "VERDICT_TIERS": "rules"}
REQUEST = {"state": "x", "questions": {"go": {"type": "noul", "instructions": "Is it so?"}}}


def slow_environment(folder: Path) -> dict[str, str]:
    """The environment of a service whose one tier takes a second and a half."""
    support = Path(__file__).parents[1] / "support"
    return os.environ | {
        "PYTHONPATH": str(support),
        "VERDICT_TIERS": "slow_tier:build",
        "VERDICT_DRAIN_MS": "600",
        "VERDICT_TIMEOUT_MS": "20000",
        "SLOW_TIER_NOTES": str(folder),
    }


def wait_for(note: Path) -> None:
    """Wait until the slow tier has left this note."""
    limit = time.monotonic() + 10
    while not note.exists():
        assert time.monotonic() < limit, f"the slow tier left no note {note.name!r}"
        time.sleep(0.01)


def test_sigterm_flips_readiness_first_and_finishes_what_is_in_flight(tmp_path: Path) -> None:
    """Readiness says no while the listener is still open; the running request gets its answer."""
    with running_service(environment=slow_environment(tmp_path)) as service:
        answers: list[httpx.Response] = []
        request = threading.Thread(
            target=lambda: answers.append(
                httpx.post(f"{service.url}/v1/verdicts", json=REQUEST, timeout=10)
            )
        )
        assert httpx.get(f"{service.url}/readyz").status_code == 200
        request.start()
        wait_for(tmp_path / "began")
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        assert httpx.get(f"{service.url}/readyz").status_code == 503
        assert httpx.get(f"{service.url}/healthz").status_code == 200
        request.join()
        assert answers[0].status_code == 200
        assert answers[0].json()["verdicts"][0]["go"]["p_true"] == 1.0
        assert service.process.wait(5) == -signal.SIGTERM
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{service.url}/healthz")


def test_a_caller_that_hangs_up_cancels_its_work(tmp_path: Path) -> None:
    """The tier is told to stop long before it would have been done."""
    with running_service(environment=slow_environment(tmp_path)) as service:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{service.url}/v1/verdicts", json=REQUEST, timeout=0.3)
        limit = time.monotonic() + 1
        while not (tmp_path / "stopped").exists():
            assert time.monotonic() < limit, "the work went on"
            time.sleep(0.02)
        assert httpx.get(f"{service.url}/healthz").status_code == 200


@pytest.mark.parametrize("signals", [[signal.SIGTERM], [signal.SIGINT]])
def test_a_half_sent_body_does_not_keep_the_service(
    tmp_path: Path, signals: list[signal.Signals]
) -> None:
    """After the drain and the time for what is in flight, the service ends."""
    environment = slow_environment(tmp_path) | {"VERDICT_STOP_MS": "1000", "VERDICT_DRAIN_MS": "1"}
    with running_service(environment=environment) as service:
        host, port = service.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(b"POST /v1/verdicts HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab")
            time.sleep(0.2)
            for each in signals:
                service.process.send_signal(each)
            assert service.process.wait(4) is not None


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    """Whoever asks twice means it."""
    environment = slow_environment(tmp_path) | {"VERDICT_STOP_MS": "60000"}
    with running_service(environment=environment) as service:
        host, port = service.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(b"POST /v1/verdicts HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab")
            time.sleep(0.2)
            service.process.send_signal(signal.SIGTERM)
            time.sleep(0.1)
            service.process.send_signal(signal.SIGTERM)
            assert service.process.wait(4) is not None


@pytest.mark.parametrize(
    ("arguments", "keys", "address", "said"),
    [
        ((), None, "127.0.0.1", "it listens to this machine alone. Set VERDICT_API_KEYS"),
        (("--host", "0.0.0.0"), None, "0.0.0.0", "anyone who can reach 0.0.0.0 may ask"),
        (("--host", "127.0.0.1"), None, "127.0.0.1", None),
        ((), "a-key", "0.0.0.0", None),
        (("--host", "127.0.0.1"), "a-key", "127.0.0.1", None),
    ],
)
def test_it_listens_to_this_machine_alone_unless_there_are_keys_or_it_is_told(
    tmp_path: Path, arguments: tuple[str, ...], keys: str | None, address: str, said: str | None
) -> None:
    """And says why; what it prints to try works as it stands."""
    environment = slow_environment(tmp_path) | {"VERDICT_LOG_FORMAT": "console"}
    environment |= {"VERDICT_API_KEYS": keys} if keys else {}
    with running_service(*arguments, environment=environment) as service:
        assert service.url.startswith(f"http://{address}:")
        printed = "".join(service.errors)
        assert ("no keys are configured" in printed) == (said is not None)
        assert said is None or said in printed
        assert "a-key" not in printed
        port = service.url.rpartition(":")[2]
        deadline = time.monotonic() + 5
        while "}}'" not in "".join(service.errors).replace("\n", ""):
            assert time.monotonic() < deadline
        pasted = "".join(service.errors)
        pasted = pasted[pasted.index("curl") : pasted.rindex("}'") + 2]
        assert f"http://127.0.0.1:{port}/v1/verdicts" in pasted
        finished = subprocess.run(
            ["bash", "-c", pasted],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"KEY": keys or ""},
        )
    assert json.loads(finished.stdout)["verdicts"][0]["go"]["p_true"] == 1.0


def test_where_nobody_watches_the_start_is_lines_of_json_too(tmp_path: Path) -> None:
    """Where it listens, what is in force and what is amiss; and that it was told to stop."""
    environment = slow_environment(tmp_path) | {"VERDICT_PORT": "1"}
    with running_service(environment=environment) as service:
        assert httpx.get(f"{service.url}/healthz").status_code == 200
        service.process.send_signal(signal.SIGTERM)
        service.process.wait(5)
        time.sleep(0.1)
        lines = [json.loads(line) for line in service.errors]
    assert [line["level"] for line in lines] == ["warning", "warning", "info", "info"]
    assert "VERDICT_PORT is no setting" in lines[0]["event"]
    assert "no keys are configured" in lines[1]["event"]
    assert lines[2]["slow_sha256"] == "0" * 64
    assert lines[2]["keys"] == []
    assert "SIGTERM" in lines[3]["event"]


def test_what_is_still_in_flight_at_the_end_is_told_to_come_back(tmp_path: Path) -> None:
    """503 in the route's form, with an id and how long to wait; no traceback in the log."""
    environment = slow_environment(tmp_path) | {"VERDICT_STOP_MS": "500", "VERDICT_DRAIN_MS": "1"}
    with running_service(environment=environment) as service:
        answers: list[httpx.Response] = []
        body = {"input": "x", "questions": [{"type": "predicate", "instructions": "Is it so?"}]}
        request = threading.Thread(
            target=lambda: answers.append(
                httpx.post(f"{service.url}/v1/decisions", json=body, timeout=10)
            )
        )
        request.start()
        wait_for(tmp_path / "began")
        service.process.send_signal(signal.SIGTERM)
        request.join()
        service.process.wait(5)
        time.sleep(0.1)
        lines = [json.loads(line) for line in service.errors]
    assert (answers[0].status_code, answers[0].headers["retry-after"]) == (503, "1")
    assert answers[0].json()["error"]["code"] == "overloaded"
    told = next(line for line in lines if line["event"] == "request")
    assert told["request_id"] == answers[0].headers["x-request-id"]
    assert not any("exception" in line for line in lines)


def test_an_empty_list_of_keys_opens_nothing() -> None:
    """A secret that was not filled in stops the start."""
    finished = subprocess.run(
        [*VERDICT, "serve"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"VERDICT_API_KEYS": ""},
    )
    assert finished.returncode == 2
    assert "api_keys: it is set and holds no key" in finished.stderr


def received(caller: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    caller.settimeout(5)
    answer = b""
    while piece := caller.recv(65536):
        answer += piece
    return answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"this is no HTTP\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 200_000, 431),
        (b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000, 431),
    ],
)
def test_what_is_no_request_is_refused_with_an_id(sent: bytes, status: int) -> None:
    """A head that is wrong or has no end gets an answer, and the connection is closed."""
    with running_service() as service:
        host, port = service.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(sent)
            head, _, body = received(caller).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d " % status)
        ids = [line for line in head.splitlines() if b"request-id: req_" in line]
        assert len(ids) == 2
        assert json.loads(body)["status"] == status
        assert httpx.get(f"{service.url}/healthz").status_code == 200


@pytest.mark.parametrize("begun", [b"", b"POST /v1/verdicts HTTP/1.1\r\nho"])
def test_a_connection_that_says_nothing_is_closed(begun: bytes) -> None:
    """Neither a silent one nor one that stops in its head is kept; one that asks again is."""
    shortened = "from verdict.service import connections as c; c.HEAD_SECONDS = 0.5; "
    started = shortened + "from verdict.commands import main; main()"
    with running_service(python=("-c", started)) as service:
        host, port = service.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as caller, httpx.Client() as kept:
            assert kept.get(f"{service.url}/healthz").status_code == 200
            caller.sendall(begun)
            began = time.monotonic()
            assert received(caller) == b""
            assert 0.3 < time.monotonic() - began < 3
            assert kept.get(f"{service.url}/healthz").status_code == 200


def test_what_comes_after_a_body_is_no_header() -> None:
    """A proxy that checks or strips headers does not see it there."""
    with running_service("--host", "127.0.0.1", environment=KEYED) as service:
        host, port = service.url.removeprefix("http://").split(":")
        head = b"POST /v1/verdicts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
        chunked = b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(head + chunked + b"authorization: Bearer a-key\r\n\r\n")
            assert received(caller).startswith(b"HTTP/1.1 401 ")
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(head + b"authorization: Bearer a-key\r\n" + chunked + b"\r\n")
            assert received(caller).startswith(b"HTTP/1.1 422 ")


@pytest.mark.parametrize(("key", "status"), [("a-key", 413), ("wrong", 401)])
def test_a_refusal_reaches_clients_that_send_everything_first(key: str, status: int) -> None:
    """The standard library's does, and closes afterwards."""
    with running_service("--host", "127.0.0.1", environment=KEYED) as service:
        for size in (1_100_000, 4_000_000):
            request = urllib.request.Request(
                f"{service.url}/v1/verdicts", b"x" * size, {"authorization": f"Bearer {key}"}
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request)
            assert refused.value.code == status
            refused.value.close()


def test_trailers_without_end_take_no_memory() -> None:
    """They are no headers, and are not kept."""
    with running_service("--host", "127.0.0.1", environment=KEYED) as service:
        host, port = service.url.removeprefix("http://").split(":")
        process = psutil.Process(service.process.pid)
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n")
            caller.sendall(b"transfer-encoding: chunked\r\n\r\n0\r\n")
            before = process.memory_info().rss
            with suppress(OSError):
                for _ in range(200):
                    caller.sendall(b"x: y\r\n" * 10_000)
            assert process.memory_info().rss - before < 20e6
        assert httpx.get(f"{service.url}/healthz").status_code == 200


def test_a_body_in_chunks_is_bounded_too() -> None:
    """It says no size beforehand, and is refused as soon as it has too much."""
    with running_service("--host", "127.0.0.1", environment=KEYED) as service:
        headers = {"authorization": "Bearer a-key"}
        pieces = (b"x" * 65536 for _ in range(40))
        response = httpx.post(f"{service.url}/v1/systemone", content=pieces, headers=headers)
        assert response.status_code == 413


def test_a_body_that_breaks_its_chunks_ends_the_connection() -> None:
    """At once, with nothing in the log but its line."""
    environment = KEYED | {"VERDICT_READ_TIMEOUT_MS": "1000"}
    with running_service("--host", "127.0.0.1", environment=environment) as service:
        host, port = service.url.removeprefix("http://").split(":")
        head = b"POST /v1/verdicts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a-key\r\n"
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(head + b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\nno number\r\n")
            began = time.monotonic()
            assert received(caller).startswith(b"HTTP/1.1 400 ")
            assert time.monotonic() - began < 2.5
        time.sleep(2)
        assert httpx.get(f"{service.url}/healthz").status_code == 200
        assert not any("exception" in line for line in service.errors)


def test_a_client_that_offers_http2_is_answered() -> None:
    """Java's clients do in every request, and send the body with it."""
    with running_service("--host", "127.0.0.1", environment=KEYED) as service:
        host, port = service.url.removeprefix("http://").split(":")
        body = json.dumps(REQUEST).encode()
        head = (
            "POST /v1/verdicts HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            "Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n"
            f"Authorization: Bearer a-key\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(head.encode() + body)
            caller.settimeout(5)
            assert caller.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("begun", [b"", b"{"])
def test_a_body_that_stops_is_told_in_time(begun: bytes) -> None:
    """Not after twice the time: whether a first byte came or none."""
    environment = KEYED | {"VERDICT_READ_TIMEOUT_MS": "1000"}
    with running_service("--host", "127.0.0.1", environment=environment) as service:
        host, port = service.url.removeprefix("http://").split(":")
        head = b"POST /v1/verdicts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a-key\r\n"
        with socket.create_connection((host, int(port))) as caller:
            caller.sendall(head + b"content-length: 100\r\n\r\n" + begun)
            began = time.monotonic()
            caller.settimeout(5)
            assert caller.recv(65536).startswith(b"HTTP/1.1 408 ")
            assert 0.9 < time.monotonic() - began < 1.9


def test_a_port_that_is_taken_ends_with_one_line(tmp_path: Path) -> None:
    """Exit code 2 and the address, no traceback."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        finished = subprocess.run(
            [*VERDICT, "serve", "--port", str(port)],
            capture_output=True,
            text=True,
            env=slow_environment(tmp_path),
            check=False,
        )
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"verdict: cannot listen on '127.0.0.1', port {port}")
    assert len(finished.stderr.splitlines()) == 1


def test_serving_never_loads_what_only_fits_and_reports_need() -> None:
    """A service that has answered with both tiers has not imported scipy or its like."""
    script = (
        "import sys; from verdict import *; from verdict.service import server; "
        "c = Cascade.load(); c.decide('x', Choice('Which?', {'a': None, 'b': None})); c.close(); "
        "print([m for m in ('scipy', 'sklearn', 'matplotlib', 'jinja2') if m in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == "[]"
