"""What broke other servers, on each of the three routes, with the rules and the shipped model."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from timing import started

Client = TestClient[Any]
ROUTES = ("/v1/verdicts", "/v1/systemone", "/v1/decisions")
STATE = "The printer is on fire"


def ask(route: str, state: str, instructions: str = "Is it so?") -> bytes:
    """A yes/no question, in the route's form."""
    if route == "/v1/decisions":
        question = {"type": "predicate", "instructions": instructions}
        return json.dumps({"input": state, "questions": [question]}).encode()
    question = {"type": "noul", "instructions": instructions}
    return json.dumps({"state": state, "questions": {"q": question}}).encode()


def choose(route: str, labels: list[str], said: str = "the customer asks about it") -> bytes:
    """A choice between options that say nearly the same, in the route's form."""
    described = [(label, f"{said}, case {label[:20]}") for label in labels]
    if route == "/v1/decisions":
        choices = [{"value": value, "description": said} for value, said in described]
        decision = {"type": "choice", "instructions": "Which?", "choices": choices}
        return json.dumps({"input": STATE, "questions": [decision]}).encode()
    question = {"type": "choice", "instructions": "Which?", "criteria": dict(described)}
    return json.dumps({"state": STATE, "questions": {"q": question}}).encode()


def long(n: int, characters: int) -> Callable[[str], bytes]:
    """Options whose texts are nearly equal and long."""
    filling = "card payment fee charged twice at the till " * (characters // 43)
    return lambda route: choose(route, [f"{i} {filling}"[:900] for i in range(n)], filling)


def grade(route: str, levels: list[str]) -> bytes:
    """A score, in the route's form."""
    if route == "/v1/decisions":
        described = [{"label": level} for level in levels]
        decision = {"type": "score", "instructions": "How?", "levels": described}
        return json.dumps({"input": STATE, "questions": [decision]}).encode()
    question = {"type": "score", "instructions": "How?", "criteria": levels}
    return json.dumps({"state": STATE, "questions": {"q": question}}).encode()


def with_state(route: str, raw: bytes) -> bytes:
    """A question about a state that is written out as it stands."""
    return ask(route, "STATE").replace(b'"STATE"', raw)


HOSTILE: dict[str, Callable[[str], bytes]] = {
    "a key twice": lambda r: ask(r, STATE).replace(b'{"', b'{"model": "x", "model": "y", "', 1),
    "a key twice, deep": lambda r: with_state(r, b'[{"a": {"b": 1, "b": 2}}]'),
    "one label in two forms": lambda r: choose(r, ["caf\u00e9", "cafe\u0301"]),
    "equal levels": lambda r: grade(r, ["same", "same"]),
    "half a surrogate pair": lambda r: with_state(r, b'"\\ud800"'),
    "half a pair as bytes": lambda r: with_state(r, b'"\xed\xa0\x80"'),
    "half a pair in a key": lambda r: with_state(r, b'{"\\udfff": 1}'),
    "no UTF-8": lambda r: with_state(r, b'"\xff\xfe"'),
    "5,000 levels": lambda r: with_state(r, b"[" * 5000 + b"]" * 5000),
    "400,000 levels without an end": lambda r: with_state(r, b"[" * 400_000),
    "an array": lambda r: b"[" + ask(r, STATE) + b"]",
    "a string": lambda _: b'"yes"',
    "nothing": lambda _: b"",
    "NaN": lambda r: with_state(r, b'{"a": NaN}'),
    "Infinity": lambda r: with_state(r, b"[-Infinity]"),
    "1e999": lambda r: with_state(r, b"[1e999]"),
    "a number of 5,000 digits": lambda r: with_state(r, b"[" + b"9" * 5000 + b"]"),
    "256 options": lambda r: choose(r, [f"option {i}" for i in range(256)]),
    "11 levels": lambda r: grade(r, [f"level {i}" for i in range(11)]),
    "1 level": lambda r: grade(r, ["only"]),
}  # fmt: skip


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_has_no_one_meaning_is_refused_in_the_route_s_form(
    real: Client, route: str, kind: str
) -> None:
    """At once, with the place or the reason; and the service answers afterwards."""
    since = started()
    response = real.post(route, content=HOSTILE[kind](route))
    assert time.process_time() - since < 1
    body = response.json()
    if route == "/v1/decisions":
        assert response.status_code == 400
        assert (body["error"]["type"], body["error"].keys()) == (
            "invalid_request_error",
            {"message", "type", "param", "code"},
        )
        assert body["error"]["message"]
    else:
        assert response.status_code == 422
        assert body["detail"]
        if route == "/v1/systemone":
            assert {"loc", "msg", "type"} == body["detail"][0].keys()
    assert real.post(route, content=ask(route, STATE)).status_code == 200


@pytest.mark.parametrize("route", ROUTES)
def test_two_megabytes_are_too_many(real: Client, route: str) -> None:
    """413, for the size and for nothing else."""
    response = real.post(route, content=ask(route, "x" * 2_000_000))
    assert response.status_code == 413


LARGE: dict[str, Callable[[str], bytes]] = {
    "as long as it may be": lambda r: ask(r, "yes " * 260_000),
    "77 options": lambda r: choose(r, [f"card payment fee charged {i}" for i in range(77)]),
    "77 long options": long(77, 300),
    "255 options as long as they may be": long(255, 1300),
    "255 options": lambda r: choose(r, [f"option {i}" for i in range(255)], "x"),
    "marks": lambda r: ask(r, "a" + "\u0301\u0316" * 80_000),
    "a string that never ends": lambda r: ask(r, '"[{\\' * 100_000),
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("kind", LARGE)
def test_what_is_large_and_right_is_answered(real: Client, route: str, kind: str) -> None:
    """In about a second at most; where not all options were read, that is said."""
    body = json.loads(LARGE[kind](route)) | ({} if route == "/v1/verdicts" else {"x_verdict": True})
    since = started()
    response = real.post(route, json=body)
    assert time.process_time() - since < 1.5
    assert response.status_code == 200, response.text[:300]
    assert ("options_read" in response.text) == ("long" in kind and "options" in kind)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("instructions", ["Does the reply confirm?", "Did the user approve?"])
def test_a_refusal_after_a_hundred_kilobytes_is_not_lost(
    real: Client, route: str, instructions: str
) -> None:
    """No tier reads the beginning alone and says yes."""
    reply = "Yes please, go ahead. " * 5000 + "But no, do not do it."
    body = json.loads(ask(route, reply, instructions))
    if route == "/v1/decisions":
        body["x_verdict"] = True
        body["input"] = [
            {"role": "assistant", "content": "Shall I create the listing?"},
            {"role": "user", "content": reply},
        ]
    else:
        body["state"] = {"prompt": "Shall I create the listing?", "reply": reply}
    answer = real.post(route, json=body).json()
    match route:
        case "/v1/verdicts":
            verdict = answer["verdicts"][0]["q"]
            p, extra = verdict["p_true"], verdict
        case "/v1/systemone":
            p, extra = answer["answers"]["q"]["noul"], answer["answers"]["q"]["x_verdict"]
        case _:
            p, extra = answer["answers"][0]["probability"], answer["answers"][0]["x_verdict"]
    assert p < 0.5
    assert (extra["settled"], extra["reason"]) == (False, "too_long")
