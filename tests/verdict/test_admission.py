import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from running import running_service
from scripted import MakeCascade, ScriptedTier
from verdict import Settings
from verdict.deadlines import Deadline
from verdict.questions import Question
from verdict.service.app import create_app
from verdict.states import State
from verdict.tiers import Answer, Pass

NOUL = {"type": "noul", "instructions": "Is it so?"}
BODIES: dict[str, dict[str, Any]] = {
    "/v1/verdicts": {"state": "x", "questions": {"q": NOUL}},
    "/v1/systemone": {"state": "x", "questions": {"q": NOUL}},
    "/v1/decisions": {
        "input": "x",
        "questions": [{"type": "predicate", "instructions": "Is it so?"}],
    },
}


@pytest.fixture
def blocked(make_cascade: MakeCascade) -> Iterator[tuple[TestClient[Any], threading.Event]]:
    """A service with one place, and what lets its tier go on."""
    go_on = threading.Event()

    def wait(question: Question, state: State, deadline: Deadline) -> Answer | Pass:
        del question, state, deadline
        go_on.wait(10)
        return Answer((0.75, 0.25))

    settings = Settings(max_concurrent=1, timeout_ms=20_000)
    cascade = make_cascade(ScriptedTier(wait, workers=1), settings=settings)
    with TestClient(create_app(cascade)) as client:
        yield client, go_on
        go_on.set()


@pytest.mark.parametrize("route", BODIES)
def test_a_request_beyond_the_places_is_told_to_come_back(
    blocked: tuple[TestClient[Any], threading.Event], route: str
) -> None:
    """503 with both headers that clients wait by, in the route's form; then all is well again."""
    client, go_on = blocked
    answers: list[httpx.Response] = []
    first = threading.Thread(target=lambda: answers.append(client.post(route, json=BODIES[route])))
    first.start()
    limit = time.monotonic() + 5
    while (refused := client.post(route, content=b"{}")).status_code != 503:
        assert time.monotonic() < limit
    assert refused.headers["retry-after"] == "1"
    assert 0 < int(refused.headers["retry-after-ms"]) <= 1000
    body = refused.json()
    told = {
        "/v1/verdicts": lambda: body["status"] == 503,
        "/v1/systemone": lambda: body["detail"]["error_type"] == "overloaded",
        "/v1/decisions": lambda: body["error"]["code"] == "overloaded",
    }
    assert told[route]()
    assert client.get("/healthz").status_code == 200
    go_on.set()
    first.join()
    assert answers[0].status_code == 200
    assert client.post(route, json=BODIES[route]).status_code == 200


@pytest.mark.parametrize("route", BODIES)
def test_places_are_given_back_whatever_came_of_the_request(
    make_cascade: MakeCascade, route: str
) -> None:
    """Refused bodies, however many, take no place for good."""
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))), settings=Settings(max_concurrent=1))
    with TestClient(create_app(cascade)) as client:
        for content in (b"not json", b"{}", b"[1]", b'{"state": 1}') * 3:
            assert 400 <= client.post(route, content=content).status_code < 500
        assert client.post(route, json=BODIES[route]).status_code == 200


@pytest.mark.parametrize("route", BODIES)
def test_a_key_that_asks_too_often_is_told_how_long_to_wait(
    make_cascade: MakeCascade, route: str
) -> None:
    """429 with both headers; another key, and what needs none, are not touched by it."""
    settings = Settings.model_validate({"api_keys": ["a", "b"], "rate": "2/hour"})
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))), settings=settings)
    with TestClient(create_app(cascade)) as client:

        def ask(key: str) -> httpx.Response:
            headers = {"authorization": f"Bearer {key}"}
            return client.post(route, json=BODIES[route], headers=headers)

        assert [ask("a").status_code for _ in range(3)] == [200, 200, 429]
        refused = ask("a")
        assert 0 < int(refused.headers["retry-after"]) <= 3600
        seconds = int(refused.headers["retry-after-ms"]) / 1000
        assert seconds <= int(refused.headers["retry-after"]) < seconds + 1.001
        assert "more than 2 requests within 1 hour" in refused.text
        assert ask("b").status_code == 200
        assert client.get("/healthz").status_code == 200
        told = client.get("/metrics", headers={"authorization": "Bearer a"}).text
        assert f'{{key="key-1",route="{route}",status="429"}} 2.0' in told


def test_a_key_may_have_a_rate_of_its_own(
    make_cascade: MakeCascade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands before the rate of all."""
    monkeypatch.setenv("AGENT_KEY", "a")
    settings = Settings.model_validate(
        {"keys": [{"name": "agent", "key_env": "AGENT_KEY", "rate": "1/hour"}], "rate": "9/hour"}
    )
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))), settings=settings)
    with TestClient(create_app(cascade)) as client:
        client.headers["authorization"] = "Bearer a"
        body = BODIES["/v1/verdicts"]
        statuses = [client.post("/v1/verdicts", json=body).status_code for _ in range(2)]
    assert statuses == [200, 429]


def test_without_a_rate_nobody_is_held_up(make_cascade: MakeCascade) -> None:
    """Off unless configured."""
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))))
    with TestClient(create_app(cascade)) as client:
        body = BODIES["/v1/verdicts"]
        assert {client.post("/v1/verdicts", json=body).status_code for _ in range(200)} == {200}


def test_a_body_that_does_not_arrive_is_not_waited_for(tmp_path: Any) -> None:
    """408 after the time for it, and who has sent nothing yet holds no place."""
    config = tmp_path / "verdict.toml"
    config.write_text('tiers = ["rules"]\nread_timeout_ms = 300\nmax_concurrent = 1\n')
    with running_service("--config", str(config)) as service:
        host, port = service.url.removeprefix("http://").split(":")
        head = b"POST /v1/systemone HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n"
        with socket.create_connection((host, int(port))) as silent:
            silent.sendall(head)
            answer = httpx.post(f"{service.url}/v1/systemone", json=BODIES["/v1/systemone"])
            assert answer.status_code == 200
            with socket.create_connection((host, int(port))) as slow:
                slow.sendall(head + b'{"state": "' + b"x" * 70_000)
                slow.settimeout(5)
                received = b""
                while not received.endswith(b"}"):
                    received += slow.recv(65536)
        assert received.startswith(b"HTTP/1.1 408 ")
        body = json.loads(received.partition(b"\r\n\r\n")[2])
        assert body["detail"]["error_type"] == "request_timeout"
        answer = httpx.post(f"{service.url}/v1/systemone", json=BODIES["/v1/systemone"])
        assert answer.status_code == 200
