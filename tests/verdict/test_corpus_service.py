import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from running import RunningService, running_service
from stub_server import IDENTITY, VERDICT, Reply, Scripted, StubServer, stub_server
from verdict.corpus.deciding import Decided, Engine, Outcome, ProcessEngine
from verdict.corpus.faults import Fault
from verdict.corpus.remote import ServiceEngine
from verdict.corpus.results import decode
from verdict.corpus.running import Corpus, CorpusRun
from verdict.corpus.saving import ResultsFile
from verdict.corpus.sources import Line, read_lines
from verdict.corpus.timings import Timings
from verdict.service.client import Patience, ServiceClient, ServiceError
from verdict.settings import Settings

DATA = Path(__file__).parents[2] / "data"
KEY = "a-key-of-the-tests"
MAX_BODY = 4000
QUICK = Patience(
    answer=0.3, first_pause=0.01, longest_pause=0.05, longest_asked=0.2, in_all=0.8, unreached=0.2
)
NOUL: dict[str, Any] = {"type": "noul", "instructions": "Does the reply confirm?"}
LEVELS = {"0": "calm", "1": "annoyed", "2": "furious"}
IN_AN_HOUR, AN_HOUR_AGO = (
    format_datetime(datetime.now(UTC) + timedelta(hours=hours), usegmt=True) for hours in (1, -1)
)


def record(name: str, **fields: Any) -> dict[str, Any]:
    return {"id": name, "state": {"reply": "yes"}, "question": NOUL, "label": True} | fields


def lines_of(*records: dict[str, Any] | str) -> list[Line]:
    texts = [each if isinstance(each, str) else json.dumps(each) for each in records]
    return [Line("a.jsonl", number, text.encode(), 0) for number, text in enumerate(texts, 1)]


def decided(engine: Engine, lines: list[Line]) -> list[Outcome]:
    with closing(engine):
        futures = [engine.submit(lines[start : start + 5]) for start in range(0, len(lines), 5)]
        return [outcome for future in futures for outcome in future.result(20)]


def seen_from_outside(outcome: Outcome) -> object:
    """All of an outcome but how long it took."""
    return (outcome.line, outcome.ms.keys()) if isinstance(outcome, Decided) else outcome


def quick_engine(url: str, places: int = 2) -> ServiceEngine:
    return ServiceEngine(ServiceClient(url, None, QUICK), places)


@pytest.fixture(scope="module")
def keyed() -> Iterator[RunningService]:
    """A service with a key that takes small bodies alone."""
    environment = os.environ | {"VERDICT_API_KEYS": KEY, "VERDICT_MAX_BODY_BYTES": str(MAX_BODY)}
    with running_service("--host", "127.0.0.1", environment=environment) as service:
        yield service


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """Another server, which a test scripts."""
    with stub_server() as server:
        yield server


def test_a_service_answers_every_record_as_this_machine_does(keyed: RunningService) -> None:
    """The same identity, results, tiers and faults, whatever the question and the record are."""
    files = sorted((DATA / "decisions").glob("*.jsonl")) + sorted((DATA / "replies").glob("*dev*"))
    read = [line for line in read_lines(files) if isinstance(line, Line)][::120]
    score = {"type": "score", "instructions": "How angry is the writer?", "criteria": LEVELS}
    odd = lines_of(
        record("map", state="I am furious!", question=score, label=2),
        record("gate", question=NOUL | {"reads": "reply"}, label=False, tags=["gate"]),
        record("open", state="x", question={"type": "noul", "instructions": "?"}, label=None),
        '{"id": "cut',
        record("wrong", label="maybe"),
    )
    here = ProcessEngine(Settings(), 1)
    there = ServiceEngine(ServiceClient(keyed.url, KEY), 4)
    assert there.identity() == here.identity()
    by_service, by_process = decided(there, read + odd), decided(here, read + odd)
    assert [*map(seen_from_outside, by_service)] == [*map(seen_from_outside, by_process)]
    types = {decode(each.line).type for each in by_service if isinstance(each, Decided)}
    assert types == {"noul", "choice", "score"}
    assert [each.line for each in by_service if isinstance(each, Fault)] == [4, 5]


def test_a_record_that_the_service_refuses_is_a_fault_and_the_run_goes_on(
    keyed: RunningService, tmp_path: Path
) -> None:
    """It is told with its file, its line and the service's own words; the others are decided."""
    path = tmp_path / "a.jsonl"
    records = [record("a"), record("large", state="x" * MAX_BODY), record("c")]
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    engine = ServiceEngine(ServiceClient(keyed.url, KEY))
    results = ResultsFile.create(None, engine.identity())
    faults: list[Fault] = []

    class Unseen:
        def advance(self, position: int, records: int) -> None:
            """Show nothing."""

    with closing(engine), closing(results):
        tally = CorpusRun(
            corpus=Corpus(files=[path]),
            engine=engine,
            results=results,
            timings=Timings(None, resumed=False),
            progress=Unseen(),
            report=faults.append,
        ).run()
        assert [decode(line).id for line in results.lines()] == ["a", "c"]
    (fault,) = faults
    assert (tally.decided, fault.file, fault.line) == (2, str(path), 2)
    assert fault.message.startswith("the service refuses it (413): the body is larger than 4000")


def test_what_the_service_cannot_read_is_a_fault_too(stub: StubServer) -> None:
    """A 422 is of its record alone, with the detail of the problem that the service tells."""
    stub.posts = Reply(422, {"detail": "questions/q: say more"})
    (fault,) = decided(quick_engine(stub.url), lines_of(record("a")))
    assert str(fault) == "a.jsonl:1: the service refuses it (422): questions/q: say more"


@pytest.mark.parametrize(
    ("key", "complaint"),
    [
        (None, "/v1/models: it answered 401: it wants a key: give it with --key-env"),
        ("wrong", "/v1/models: it answered 401: it does not take the key: check what --key-env"),
        ("two words", "what --key-env names holds no key"),
        ("", "what --key-env names holds no key"),
    ],
)
def test_a_key_that_is_missing_or_wrong_is_told_with_its_option(
    keyed: RunningService, key: str | None, complaint: str
) -> None:
    """At once, with the address, and without the key."""
    with pytest.raises(ServiceError) as told, closing(ServiceClient(keyed.url, key)) as client:
        client.identity()
    assert complaint in str(told.value)
    assert keyed.url in str(told.value) or "holds no key" in str(told.value)
    assert "two words" not in str(told.value)


def test_an_address_where_nothing_listens_is_told_soon() -> None:
    """With the address, how often it was tried, and how to start a service."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    began = time.monotonic()
    with pytest.raises(ServiceError) as told, closing(ServiceClient(url, None, QUICK)) as client:
        client.identity()
    assert time.monotonic() - began < 1
    assert str(told.value).startswith(f"{url}/v1/models: the request failed (")
    assert re.search("asked [0-9]+ times within 0 s: start the service with", str(told.value))


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        (Reply(404, "<html>"), "it answered 404: no Verdict service is there"),
        (Reply(403), "it answered 403: it wants a key: give it with --key-env"),
        (Reply(400, "", {}), "it answered 400 (Bad Request): see its log"),
        (Reply(500, {"detail": "the fault is ours"}), "it answered 500 (the fault is ours)"),
        (Reply(301, "", {"location": "https://x.test/"}), "which leads to https://x.test/: give"),
        (Reply(200, "<html>", {"content-type": "text/html"}), "answered text/html that is no JSON"),
        (Reply(200, "[" * 10_000), "that is no JSON"),
        (Reply(200, {"data": []}), "missing required field `x_verdict`: is it a Verdict service"),
        (Reply(200, {"x_verdict": {"version": 1}}), "Expected `str`, got `int` - at `$.x_verdict"),
        (Reply(503), "it answered 503 (Service Unavailable), asked"),
        (Reply(429), "it answered 429 (too many requests), asked"),
    ],
)
def test_another_server_is_told_from_the_service(
    stub: StubServer, reply: Reply, complaint: str
) -> None:
    """Whatever it answers to the first request ends the run with its address and what to do."""
    stub.script = deque([reply] * 100)
    with pytest.raises(ServiceError) as told, closing(quick_engine(stub.url)) as engine:
        engine.submit(lines_of(record("a")))
    assert str(told.value).startswith(f"{stub.url}/v1/models: ")
    assert complaint in str(told.value)


@pytest.mark.parametrize(
    ("verdicts", "complaint"),
    [
        ([], "Expected `array` of length 1"),
        ([{"go": VERDICT}], "missing required field `q`"),
        ([{"q": VERDICT | {"distribution": None}}], "Expected `object`, got `null`"),
        ([{"q": VERDICT | {"distribution": {"true": 7}}}], "Expected `float` <= 1"),
        ([{"q": VERDICT | {"distribution": {"a": 1}}}], "with other options than were asked"),
        ([{"q": VERDICT | {"trace": [{"tier": "x"}]}}], "missing required field `outcome`"),
    ],
)
def test_an_answer_of_another_form_stops_the_run(
    stub: StubServer, verdicts: list[Any], complaint: str
) -> None:
    """It is no result; the part that is wrong and the record are named."""
    stub.posts = Reply(200, {"verdicts": verdicts})
    with pytest.raises(ServiceError) as told:
        decided(quick_engine(stub.url), lines_of(record("a")))
    assert complaint in str(told.value)
    assert "a.jsonl:1" in str(told.value)


@pytest.mark.parametrize(
    "asked",
    ["0", "1", "3600", IN_AN_HOUR, AN_HOUR_AGO, "soon", ""],
    # Workers of one session must name the tests alike, whatever the time.
    ids=["0", "1", "3600", "in an hour", "an hour ago", "soon", "empty"],
)
def test_a_service_that_says_to_come_back_is_asked_again(stub: StubServer, asked: str) -> None:
    """After the seconds or at the date that it says, up to a limit, or else after a short pause."""
    headers = {"retry-after": asked}
    stub.script = deque([lambda: None, Reply(503, "", headers), Reply(429, "", headers)])
    began = time.monotonic()
    (outcome,) = decided(quick_engine(stub.url), lines_of(record("a")))
    waited = time.monotonic() - began
    assert isinstance(outcome, Decided)
    assert [path for path, _, _ in stub.seen].count("/v1/verdicts") == 3
    assert (waited > 2 * QUICK.longest_asked) == (asked in ("1", "3600", IN_AN_HOUR))


@pytest.mark.parametrize("fault", ["cut", "hang", Reply(502), Reply(504)])
def test_a_connection_that_is_cut_or_hangs_is_tried_again(
    stub: StubServer, fault: Scripted
) -> None:
    """The record is decided where the service answers before patience is at its end."""
    stub.script = deque([lambda: None, fault])
    (outcome,) = decided(quick_engine(stub.url), lines_of(record("a")))
    assert isinstance(outcome, Decided)
    assert outcome.ms == {"rules": 0.5}


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("cut", "Server disconnected"),
        ("hang", "no answer within 0.3 s, asked"),
        (Reply(503, {"detail": "stopping"}), "it answered 503 (stopping), asked"),
    ],
)
def test_a_service_that_is_gone_stops_the_run(
    stub: StubServer, fault: Scripted, complaint: str
) -> None:
    """When patience is at its end, with the record that it was asked for."""
    stub.posts = fault
    began = time.monotonic()
    with pytest.raises(ServiceError) as told:
        decided(quick_engine(stub.url), lines_of(*[record(f"r{n}") for n in range(20)]))
    assert complaint in str(told.value)
    assert "(asked for a.jsonl:1)" in str(told.value)
    assert time.monotonic() - began < 3


def test_a_service_that_was_restarted_as_another_mixes_no_results(stub: StubServer) -> None:
    """The chunk at which it turns out fails and says what differs; those before it stand."""
    with closing(quick_engine(stub.url)) as engine:
        before = engine.submit(lines_of(record("a"))).result(5)
        stub.identity = IDENTITY | {"tiers": {"rules": "2" * 64}}
        with pytest.raises(ServiceError, match=r"decides with something else now \(tiers\.rules\)"):
            engine.submit(lines_of(record("b"))).result(5)
        with pytest.raises(ServiceError, match="is not kept: run it again"):
            engine.check_identity()
    assert isinstance(before[0], Decided)


def test_no_more_requests_are_in_flight_than_there_are_places(stub: StubServer) -> None:
    """As many as there are places at once, however many chunks wait."""
    lock, now, most = threading.Lock(), 0, 0

    def count() -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.02)
        with lock:
            now -= 1

    stub.posts = count
    lines = lines_of(*[record(f"r{number}") for number in range(50)])
    assert len(decided(quick_engine(stub.url, places=4), lines)) == 50
    assert most == 4


def test_an_interrupt_ends_a_run_that_waits_for_the_service(stub: StubServer) -> None:
    """The process is gone within seconds, though no request ever got its answer."""
    stub.posts = "hang"
    script = (
        "import sys; from contextlib import closing; "
        "from verdict.corpus.remote import ServiceEngine; "
        "from verdict.service.client import ServiceClient; "
        "from verdict.corpus.sources import Line\n"
        "with closing(ServiceEngine(ServiceClient(sys.argv[1], None))) as engine:\n"
        "    line = Line('a.jsonl', 1, sys.argv[2].encode(), 0)\n"
        "    [engine.submit([line]) for _ in range(50)][0].result()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, stub.url, json.dumps(record("a"))], stderr=subprocess.PIPE
    )
    while len(stub.seen) < 9:
        time.sleep(0.01)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, errors = process.communicate(timeout=10)
    assert time.monotonic() - began < 3
    assert errors.rstrip().endswith(b"KeyboardInterrupt")


def test_what_waits_when_an_engine_is_closed_is_cancelled(stub: StubServer) -> None:
    """Pauses end at once, and chunks that were not begun never are."""
    stub.posts = Reply(503)
    engine = ServiceEngine(ServiceClient(stub.url, None, Patience(first_pause=30)), 1)
    futures = [engine.submit(lines_of(record("a"))) for _ in range(3)]
    while len(stub.seen) < 2:
        time.sleep(0.01)
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 1
    assert isinstance(futures[0].exception(1), ServiceError)
    assert [future.cancelled() for future in futures] == [False, True, True]


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("127.0.0.1:8080", "'127.0.0.1:8080' is no address of a service: it begins with http://"),
        ("localhost:8080", "begins with http:// or https://, as in http://127.0.0.1:8080"),
        ("ftp://x.test", "begins with http:// or https://"),
        ("http://", "is no address of a service"),
        ("", "is no address of a service"),
        ("http://x.test:port", "Invalid port: 'port'"),
        ("http://x.test:70000", "there is no port 70000"),
        ("http://me:secret@x.test:port", "has no name and password"),
        ("http://x.test/?key=secret", "no ? or #"),
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_asked(url: str, complaint: str) -> None:
    """With what is wrong with it, and without a secret that it may hold."""
    with pytest.raises(ServiceError) as told:
        ServiceClient(url, None)
    assert complaint in str(told.value)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("path", ["", "/", "/verdict", "/verdict/"])
def test_an_address_may_have_a_path_and_a_slash_at_its_end(stub: StubServer, path: str) -> None:
    """The routes are below it; the key goes with each request."""
    with closing(ServiceClient(stub.url + path, KEY, QUICK)) as client:
        assert client.identity() == IDENTITY
        assert client.decide("x", NOUL) == VERDICT
        assert client.url == stub.url + path.rstrip("/")
    prefix = path.rstrip("/")
    assert [each for each, _, _ in stub.seen] == [f"{prefix}/v1/models", f"{prefix}/v1/verdicts"]
    assert {headers["authorization"] for _, headers, _ in stub.seen} == {f"Bearer {KEY}"}
    assert json.loads(stub.seen[1][2]) == {"state": "x", "questions": {"q": NOUL}}


def test_the_environment_s_proxy_is_asked_for_other_machines_alone(
    stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This machine is reached without it; one that is none is named before anything is asked."""
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.setenv("HTTP_PROXY", stub.url)
    for url in ("http://verdict.test", stub.url):
        with closing(ServiceClient(url, None, QUICK)) as client:
            assert client.identity() == IDENTITY
    assert [path for path, _, _ in stub.seen] == ["http://verdict.test/v1/models", "/v1/models"]
    monkeypatch.setenv("HTTP_PROXY", "gopher://x.test")
    with pytest.raises(ServiceError, match=r"a proxy that the environment names .* cannot be used"):
        ServiceClient("http://verdict.test", None)
