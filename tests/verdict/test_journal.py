import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families

from scripted import MakeCascade, ScriptedTier
from verdict import Settings
from verdict.service.app import create_app
from verdict.service.health import Readiness
from verdict.service.logs import RequestLog, configure_logging
from verdict.tiers import Answer, Pass

SECRET = "the-word-that-stands-in-the-state"
NOUL = {"type": "noul", "instructions": "Is it so?"}
BODY = {"state": SECRET, "questions": {"q": NOUL}}


class Lines:
    """The log of a service, and its lines so far."""

    def __init__(self, log_format: Any = "json") -> None:
        self.stream = io.TextIOWrapper(io.BytesIO(), write_through=True)
        self.log: RequestLog = configure_logging(log_format, self.stream)

    def text(self) -> str:
        self.stream.flush()
        assert isinstance(self.stream.buffer, io.BytesIO)
        return self.stream.buffer.getvalue().decode()

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text().splitlines()]


@pytest.fixture(autouse=True)
def root_handlers() -> Iterator[None]:
    """Configuring the log takes the place of whatever handlers there were."""
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    yield
    root.handlers[:] = kept
    root.setLevel(level)


def samples(client: TestClient[Any], **headers: str) -> dict[tuple[str, frozenset[Any]], float]:
    text = client.get("/metrics", headers=headers).text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def labels(**named: str) -> frozenset[tuple[str, str]]:
    return frozenset(named.items())


def test_each_request_is_a_line_of_json_without_content(make_cascade: MakeCascade) -> None:
    """Who asked, what came of it and how long it took, under the id that the caller was told."""
    lines = Lines()
    settings = Settings.model_validate({"api_keys": ["the-key"]})
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))), settings=settings)
    with TestClient(create_app(cascade, log=lines.log)) as client:
        headers = {"authorization": "Bearer the-key", "x-request-id": "mine"}
        response = client.post("/v1/verdicts", json=BODY, headers=headers)
        client.post("/v1/verdicts", json=BODY)
        client.get("/metrics", headers=headers)
    answered, refused = lines.read()[:2]
    assert answered.pop("ms") > 0
    assert answered.pop("timestamp").endswith("Z")
    assert answered == {
        "level": "info",
        "event": "request",
        "request_id": response.headers["x-request-id"],
        "method": "POST",
        "path": "/v1/verdicts",
        "status": 200,
        "key": "key-1",
        "verdicts": 1,
        "settled": 1,
        "caller_request_id": "mine",
    }
    assert (refused["error"], refused["level"]) == ("authentication_error", "info")
    assert (refused["status"], refused["key"]) == (401, None)
    assert SECRET not in lines.text()
    assert "the-key" not in lines.text()


def test_content_is_logged_where_it_is_asked_for(make_cascade: MakeCascade) -> None:
    """For a service that is looked into; off unless configured."""
    lines = Lines()
    settings = Settings(log_content=True)
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))), settings=settings)
    with TestClient(create_app(cascade, log=lines.log)) as client:
        client.post("/v1/verdicts", json=BODY)
        client.get("/metrics")
    assert lines.read()[0]["content"] == BODY


def test_request_lines_can_be_turned_off(make_cascade: MakeCascade) -> None:
    """Faults are still told."""
    lines = Lines()
    cascade = make_cascade(
        ScriptedTier(RuntimeError("broken")), settings=Settings(log_requests=False)
    )
    with TestClient(create_app(cascade, log=lines.log)) as client:
        client.post("/v1/verdicts", json=BODY)
        client.get("/metrics")
    assert [line["level"] for line in lines.read()] == ["error"]


def test_what_a_tier_logs_has_the_request_s_id_also_from_a_thread(
    make_cascade: MakeCascade,
) -> None:
    """A fault far down can be found by what the caller was told."""
    lines = Lines()
    for workers in (0, 1):
        cascade = make_cascade(ScriptedTier(RuntimeError("broken"), workers=workers))
        with TestClient(create_app(cascade, log=lines.log)) as client:
            response = client.post("/v1/verdicts", json=BODY)
        told = [line for line in lines.read() if line["level"] == "error"][-1]
        assert told["request_id"] == response.headers["x-request-id"]
        assert "RuntimeError: broken" in told["exception"]


def test_a_fault_of_ours_is_logged_under_the_id_that_the_caller_was_told(
    make_cascade: MakeCascade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its traceback, on one line."""
    lines = Lines()

    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError("the inside")

    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))))
    monkeypatch.setattr("verdict.runs.ask_tier", break_down)
    with TestClient(create_app(cascade, log=lines.log)) as client:
        response = client.post("/v1/verdicts", json=BODY)
    told = next(line for line in lines.read() if line["level"] == "error")
    assert told["request_id"] == response.headers["x-request-id"]
    assert told["request_id"] in response.json()["detail"]
    assert "the inside" in told["exception"]


def test_on_a_terminal_lines_are_for_people(make_cascade: MakeCascade) -> None:
    """No JSON to read by eye."""
    lines = Lines("console")
    with TestClient(create_app(make_cascade(ScriptedTier(Answer((1.0, 0.0)))), log=lines.log)) as c:
        c.post("/v1/verdicts", json=BODY)
        c.get("/metrics")
    assert "request" in lines.text()
    assert not lines.text().startswith("{")


def test_the_metrics_count_verdicts_by_what_became_of_them(make_cascade: MakeCascade) -> None:
    """By type, tier, outcome and reason; what a tier passed on; seconds; requests by route."""
    rules = ScriptedTier(Pass("not_a_reply"), name="first")
    model = ScriptedTier(Answer((0.75, 0.25)), name="second", trusted=False)
    cascade = make_cascade(rules, model)
    with TestClient(create_app(cascade)) as client:
        client.post("/v1/verdicts", json=BODY | {"questions": {"a": NOUL, "b": NOUL}})
        client.post("/v1/systemone", json=BODY)
        client.post("/v1/systemone", content=b"not json")
        client.get("/v1/somewhere-else")
        found = samples(client)
    verdicts = labels(type="noul", tier="second", outcome="unsettled", reason="uncalibrated")
    assert found["verdict_verdicts_total", verdicts] == 3
    passed = labels(type="noul", tier="first", reason="not_a_reply", to="second")
    assert found["verdict_passes_total", passed] == 3
    last = labels(type="noul", tier="second", reason="uncalibrated", to="none")
    assert found["verdict_passes_total", last] == 3
    for tier in ("first", "second"):
        assert found["verdict_tier_seconds_count", labels(tier=tier)] == 3
        assert found["verdict_tier_seconds_bucket", labels(tier=tier, le="+Inf")] == 3
    for route, status, n in (
        ("/v1/verdicts", "200", 1),
        ("/v1/systemone", "200", 1),
        ("/v1/systemone", "422", 1),
        ("other", "404", 1),
    ):
        counted = labels(route=route, status=status, key="")
        assert found["verdict_requests_total", counted] == n
    answered = labels(route="/v1/systemone", status="200")
    assert found["verdict_request_seconds_count", answered] == 1
    assert 0 < found["verdict_request_seconds_sum", answered] < 5


def test_the_metrics_tell_what_is_in_force(make_cascade: MakeCascade) -> None:
    """The version, each tier's hash and the profile's."""
    tier = ScriptedTier(Answer((1.0, 0.0)), name="first", fingerprint="f" * 64)
    with TestClient(create_app(make_cascade(tier))) as client:
        found = samples(client)
    assert found["verdict_tier_info", labels(tier="first", sha256="f" * 64)] == 1
    assert found["verdict_profile_info", labels(sha256="none")] == 1
    assert any(name == "verdict_build_info" for name, _ in found)
    assert found["verdict_requests_in_flight", frozenset()] == 0
    assert found["verdict_requests_in_flight_limit", frozenset()] == 64
    assert found["process_resident_memory_bytes", frozenset()] > 1e6


def test_unsettled_verdicts_say_why_in_the_line(make_cascade: MakeCascade) -> None:
    """A service whose tier fails answers 200 all the same; the log tells."""
    lines = Lines()
    cascade = make_cascade(ScriptedTier(Pass("unavailable")))
    with TestClient(create_app(cascade, log=lines.log)) as client:
        client.post("/v1/verdicts", json=BODY)
        client.get("/metrics")
    assert lines.read()[0]["reasons"] == ["unavailable"]


def test_probes_and_scrapes_are_no_lines_unless_they_fail(make_cascade: MakeCascade) -> None:
    """They come every few seconds and say nothing."""
    lines = Lines()
    readiness = Readiness()
    cascade = make_cascade(ScriptedTier(Answer((1.0, 0.0))))
    with TestClient(create_app(cascade, readiness, log=lines.log)) as client:
        for path in ("/healthz", "/readyz", "/metrics"):
            client.get(path)
        readiness.draining = True
        client.get("/readyz")
        client.get("/metrics")
    assert [(line["path"], line["status"]) for line in lines.read()] == [("/readyz", 503)]


def test_names_in_a_path_are_not_counted_apart(make_cascade: MakeCascade) -> None:
    """Whoever makes up paths does not make up time series."""
    with TestClient(create_app(make_cascade(ScriptedTier(Answer((1.0, 0.0)))))) as client:
        for path in ("/v1/models/jev-latest", "/v1/models/x", "/healthz/", "/a", "/b", "/docs/c"):
            client.get(path)
        found = samples(client)
    routes = {dict(named)["route"] for name, named in found if name == "verdict_requests_total"}
    assert routes == {"/v1/models/{name}", "/healthz", "/docs/{name}", "other"}


def test_a_console_traceback_shows_no_variables(make_cascade: MakeCascade) -> None:
    """They hold what was asked."""
    lines = Lines("console")
    cascade = make_cascade(ScriptedTier(RuntimeError("broken")))
    questions = {"q": {"type": "noul", "instructions": SECRET}}
    with TestClient(create_app(cascade, log=lines.log)) as client:
        client.post("/v1/verdicts", json={"state": SECRET, "questions": questions})
    assert "RuntimeError: broken" in lines.text()
    assert SECRET not in lines.text()


def test_a_console_line_cannot_drive_the_terminal(make_cascade: MakeCascade) -> None:
    """Escapes and marks that turn text round are shown, not obeyed."""
    lines = Lines("console")
    with TestClient(create_app(make_cascade(ScriptedTier(Answer((1.0, 0.0)))), log=lines.log)) as c:
        c.get("/%1b%5b31m%c2%9b31m%07%e2%80%ae")
        c.get("/metrics")
    assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(lines.text())


def test_buckets_hold_what_took_at_most_their_bound(make_cascade: MakeCascade) -> None:
    """As Prometheus means them: cumulative, the bound itself included."""
    tier = ScriptedTier(Answer((1.0, 0.0)), name="first")
    with TestClient(create_app(make_cascade(tier))) as client:
        for _ in range(5):
            client.post("/v1/verdicts", json=BODY)
        found = samples(client)
    counts = [
        (float(dict(named)["le"]), value)
        for (name, named), value in found.items()
        if name == "verdict_tier_seconds_bucket"
    ]
    ordered = [value for _, value in sorted(counts)]
    assert ordered == sorted(ordered)
    assert ordered[-1] == found["verdict_tier_seconds_count", labels(tier="first")] == 5
