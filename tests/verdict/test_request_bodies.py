import asyncio
import gzip
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from asking import CHOICE, NOUL, SCORE, by_state
from scripted import MakeCascade, ScriptedTier
from timing import started
from verdict.service.app import create_app

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# Unicode normalising takes quadratic time over such a run.
MARKS = "a" + "\u0301\u0316" * 90_000
DEEP_AND_BROAD: Any = [1] * 200_000
for _ in range(50):
    DEEP_AND_BROAD = [DEEP_AND_BROAD]
ROUTES = ("/v1/verdicts", "/v1/systemone")

Client = TestClient[Any]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not json", 422),
        (b'{"state": "x", "state": "y"}', 422),
        (b"[" * 1000, 422),
        (b"x" * 3000, 413),
        (b'{"questions": ' + b'{"type":' * 20 + b"1" + b"}" * 20 + b"}", 422),
        (b"", 422),
        (b'{"state": "\\ud800", "questions": {"q": {"type": "noul", "instructions": "?"}}}', 422),
    ],
)
def test_a_bad_body_is_refused_in_the_route_s_own_form(
    client: Client, route: str, body: bytes, status: int
) -> None:
    """Never a 5xx, never silence; and the service answers afterwards."""
    response = client.post(route, content=body)
    assert response.status_code == status
    assert response.json()["detail"]
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("encoding", "compress"), [("gzip", gzip.compress), ("zstd", zstd.compress)]
)
def test_a_compressed_body_is_read(
    client: Client, route: str, encoding: str, compress: Callable[[bytes], bytes]
) -> None:
    """Clients that compress get the answer that others get; what does not decompress is refused."""
    body = compress(json.dumps({"state": "x", "questions": {"q": NOUL}}).encode())
    headers = {"content-encoding": encoding}
    assert client.post(route, content=body, headers=headers).status_code == 200
    broken = client.post(route, content=body[:-5], headers=headers)
    assert broken.status_code == 422
    bomb = compress(b" " * 100_000)
    assert client.post(route, content=bomb, headers=headers).status_code == 413


@pytest.mark.parametrize("route", ROUTES)
def test_an_unknown_encoding_is_refused_with_what_is_read(client: Client, route: str) -> None:
    """415, and a header that says what to send instead."""
    response = client.post(route, content=b"x", headers={"content-encoding": "br"})
    assert response.status_code == 415
    assert response.headers["accept-encoding"] == "gzip, zstd"


def test_an_encoding_told_in_two_headers_is_one_list(make_cascade: MakeCascade) -> None:
    """The second header line does not hide the first."""
    body = json.dumps({"state": "x", "questions": {"q": NOUL}}).encode()
    lines = [(b"content-encoding", b"gzip"), (b"content-encoding", b"zstd")]
    scope = {"type": "http", "method": "POST", "path": "/v1/verdicts", "headers": lines}
    twice = zstd.compress(gzip.compress(body))
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": twice, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    app: Any = create_app(make_cascade(ScriptedTier(by_state)))
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 200


@pytest.mark.parametrize("route", ROUTES)
def test_a_body_in_parts_is_read_unless_it_has_images(client: Client, route: str) -> None:
    """The part named request is the body; an image is refused as such."""
    request = ("", json.dumps({"state": "x", "questions": {"q": NOUL}}), "application/json")
    assert client.post(route, files={"request": request}).status_code == 200
    image = ("a.png", b"\x89PNG", "image/png")
    response = client.post(route, files={"request": request, "asset-0": image})
    assert response.status_code == 400
    assert "images" in response.text


@pytest.mark.parametrize("route", ROUTES)
def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(
    client: Client, route: str
) -> None:
    """The limit is named; not a byte of the body is waited for."""
    response = client.post(route, content=b"{}", headers={"content-length": "5000"})
    assert response.status_code == 413
    assert "2000 bytes" in response.text


@pytest.mark.parametrize(
    "body",
    [
        {"states": [1] * 4000, "questions": {"q": NOUL}},
        {"state": DEEP_AND_BROAD, "questions": {"q": NOUL}},
        {"state": "x", "questions": {"q": NOUL | {"instructions": DEEP_AND_BROAD}}},
        {"state": "x", "questions": {"q": SCORE | {"criteria": [DEEP_AND_BROAD, "b"]}}},
        {"state": "x", "questions": {"q": {"type": "choice", "criteria": ["x"] * 100_000}}},
        {"state": "x", "questions": {"q": CHOICE | {"criteria": {"a" * 900_000: 1}}}},
        {"state": "x", "questions": {"q" * 900_000: {}}},
        {"state": "x", "questions": {"q": SCORE | {"criteria": [1] * 300_000}}},
        {"state": "x", "questions": {f"q{i}": {} for i in range(30_000)}},
        {
            "state": "x",
            "questions": {"q": CHOICE | {"criteria": {MARKS: 1}}},
        },
        {
            "state": "x",
            "questions": {"q": SCORE | {"criteria": [MARKS, "b"]}},
        },
    ],
)
@pytest.mark.parametrize("route", ROUTES)
def test_a_large_wrong_body_costs_little(make_cascade: MakeCascade, route: str, body: Any) -> None:
    """It is answered within a second, in a few kilobytes."""
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)))) as client:
        content = json.dumps(body, ensure_ascii=False).encode()
        since = started()
        response = client.post(route, content=content)
        assert time.process_time() - since < 1
        assert response.status_code in (200, 422)
        assert len(response.content) < 400_000


DEEP: Any = [1] * 1950
for _ in range(58):
    DEEP = [DEEP]
PLAIN = {"type": "noul", "instructions": "a"}
ASKS_MUCH: list[dict[str, Any]] = [
    {"states": [DEEP] * 200, "questions": {"q": PLAIN}},
    {"state": "x", "questions": {str(i): PLAIN | {"instructions": DEEP} for i in range(200)}},
    {
        "state": "x",
        "questions": {
            str(i): {"type": "score", "criteria": [[1] * 200, [2] * 200]} for i in range(1000)
        },
    },
    {"state": "x", "questions": {"q": CHOICE | {"criteria": {str(i): 0 for i in range(90_000)}}}},
]


@pytest.mark.parametrize("body", ASKS_MUCH)
def test_a_body_that_asks_for_much_text_does_not_hold_up_the_others(
    make_cascade: MakeCascade, body: Any
) -> None:
    """Whatever it is made of, it is checked and written out as text within a second."""
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)))) as client:
        since = started()
        response = client.post("/v1/verdicts", json=body)
        assert time.process_time() - since < 1.5
        assert response.status_code in (200, 422)


@pytest.mark.parametrize(
    "body",
    [
        {
            "states": ["x"] * 400,
            "questions": {"q": CHOICE | {"criteria": {"\x01" * 900 + i: None for i in "abcde"}}},
        },
        {"states": ["x"] * 2000, "questions": {"\x01" * 3000: PLAIN}},
    ],
)
def test_an_answer_is_measured_as_it_is_written(make_cascade: MakeCascade, body: Any) -> None:
    """A character that takes six bytes in JSON counts as six."""
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)))) as client:
        response = client.post("/v1/verdicts", json=body)
        assert response.status_code == 422
        assert "the answer would be about" in response.text
