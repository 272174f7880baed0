from http import HTTPStatus
from typing import Any

import pytest
from litestar.testing import TestClient

from asking import BAD, CHOICE, NOUL, SCORE, by_state
from scripted import MakeCascade, ScriptedTier
from verdict.service.app import create_app
from verdict.service.health import Readiness
from verdict.service.listing import MODEL_ID

ROUTES = ("/v1/verdicts", "/v1/systemone")

Client = TestClient[Any]


def test_each_state_gets_each_question_s_verdict_in_order(client: Client) -> None:
    """One object a state, the question ids as sent, and the documented fields."""
    questions = {"go": NOUL, "which": CHOICE, "how": SCORE}
    response = client.post("/v1/verdicts", json={"states": ["x", "y"], "questions": questions})
    assert response.status_code == 200
    body = response.json()
    assert (body["model"], body["usage"]) == (MODEL_ID, {"input_tokens": 42, "output_tokens": 0})
    assert [list(each) for each in body["verdicts"]] == [["go", "which", "how"]] * 2
    go, which, how = body["verdicts"][1].values()
    assert list(go) == [
        "type",
        "p_true",
        "p_top",
        "distribution",
        "tier",
        "settled",
        "reason",
        "trace",
    ]
    assert (go["p_true"], which["choice"], how["score"]) == (0.75, "a", 0.25)
    assert how["distribution"] == {"0": 0.75, "1": 0.25}
    assert go["trace"][0].keys() == {"tier", "outcome", "reason", "detail", "ms"}


def test_the_same_request_gives_the_same_bytes_but_for_timings(client: Client) -> None:
    """Nothing but the milliseconds may differ between two answers."""
    request = {"state": "x", "questions": {"go": NOUL, "which": CHOICE}}

    def answer() -> Any:
        body = client.post("/v1/verdicts", json=request).json()
        for verdict in body["verdicts"][0].values():
            for step in verdict["trace"]:
                del step["ms"]
        return body

    assert answer() == answer()


def test_abstain_leaves_unsettled_answers_null(client: Client) -> None:
    """A caller that asked for abstention cannot read an answer nobody vouches for."""
    request = {"state": "boom", "questions": {"go": NOUL}, "on_unsettled": "abstain"}
    verdict = client.post("/v1/verdicts", json=request).json()["verdicts"][0]["go"]
    assert (verdict["p_true"], verdict["settled"], verdict["reason"]) == (
        None,
        False,
        "unavailable",
    )


def test_a_failing_tier_is_still_200(client: Client) -> None:
    """A tier's fault never fails the request."""
    for route in ROUTES:
        body = {"state": "boom", "questions": {"go": NOUL}}
        assert client.post(route, json=body).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/healthz"),
        ("HEAD", "/healthz"),
        ("GET", "/metrics"),
        ("GET", "/v1/models"),
        ("GET", "/nothing"),
        ("GET", "/v1/systemone"),
        ("OPTIONS", "/v1/systemone"),
        ("OPTIONS", "/v1/models"),
        ("POST", "/v1/systemone"),
        ("POST", "/healthz"),
    ],
)
def test_every_response_has_an_id_of_its_own(client: Client, method: str, path: str) -> None:
    """Under both names that clients read it by."""
    first, second = client.request(method, path), client.request(method, path)
    assert first.headers["x-request-id"] == first.headers["x-typesafe-request-id"]
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


def test_health_answers_head(client: Client) -> None:
    """Load balancers that send HEAD see the same status."""
    assert client.head("/healthz").status_code == client.head("/readyz").status_code == 200


@pytest.mark.parametrize("route", ROUTES)
def test_a_slash_at_the_end_changes_nothing(client: Client, route: str) -> None:
    """A base URL that ends with one is no reason for a 404."""
    body = {"state": "x", "questions": {"q": NOUL}}
    assert client.post(f"{route}/", json=body).status_code == 200


@pytest.mark.parametrize(("body", "pointer", "code"), BAD[2:])
def test_our_own_routes_refuse_with_problem_details(
    client: Client, body: Any, pointer: str, code: str
) -> None:
    """RFC 9457, with a JSON pointer to every fault."""
    del code
    response = client.post("/v1/verdicts", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert (problem["title"], problem["status"]) == (HTTPStatus(422).phrase, 422)
    assert problem["detail"]
    prefix = f"#/{pointer}" if pointer else "#"
    assert any(fault["pointer"].startswith(prefix) for fault in problem["errors"])


@pytest.mark.parametrize(
    "extra",
    [
        {"state": "x", "states": ["y"]},
        {"state": "x", "surprise": 1},
        {"state": "x", "timeout_ms": 0},
        {"state": "x", "on_unsettled": "guess"},
        {"states": []},
        {},
        {"state": "x", "questions": {"q": NOUL | {"surprise": 1}}},
        {"state": "x", "questions": {"q": NOUL | {"criteria": {"maybe": "x"}}}},
        {"state": "x", "questions": {"q": NOUL | {"reads": "state"}}},
    ],
)
def test_our_own_route_refuses_what_it_does_not_know(client: Client, extra: Any) -> None:
    """An unknown or contradictory field is an error, not silence."""
    response = client.post("/v1/verdicts", json={"questions": {"q": NOUL}} | extra)
    assert response.status_code == 422
    assert response.json()["detail"]


@pytest.mark.parametrize("route", ROUTES)
def test_too_many_decisions_in_one_request_are_refused(client: Client, route: str) -> None:
    """The limit is told, so that the caller can split the request."""
    body = {"state": "x", "questions": {f"q{i}": NOUL for i in range(7)}}
    response = client.post(route, json=body)
    assert response.status_code == 422
    assert "at most 6" in response.text


def test_unknown_routes_and_methods_are_told_in_the_route_s_form(client: Client) -> None:
    """404 and 405 are JSON like every other error, and 405 says what is allowed."""
    missing = client.get("/v1/nothing")
    assert (missing.status_code, missing.json()["title"]) == (404, "Not Found")
    wrong = client.get("/v1/systemone")
    assert wrong.status_code == 405
    assert "POST" in wrong.headers["allow"]
    assert wrong.json()["detail"]["error_type"] == "method_not_allowed"
    assert client.get("/v1/verdicts").json()["status"] == 405


def test_a_fault_of_ours_tells_an_id_and_nothing_of_the_inside(
    make_cascade: MakeCascade, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has the rest under that id."""

    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError("the inside")

    cascade = make_cascade(ScriptedTier(by_state))
    with TestClient(create_app(cascade), raise_server_exceptions=False) as client:
        monkeypatch.setattr("verdict.runs.ask_tier", break_down)
        for route in ROUTES:
            response = client.post(route, json={"state": "x", "questions": {"q": NOUL}})
            assert response.status_code == 500
            assert "the inside" not in response.text
            assert response.headers["x-request-id"] in response.text
            assert response.headers["x-request-id"] == caplog.records[-1].__dict__["request_id"]
    assert "the inside" in caplog.text


def test_readiness_says_no_while_draining(make_cascade: MakeCascade) -> None:
    """Live and ready are different questions."""
    readiness = Readiness()
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)), readiness)) as client:
        assert client.get("/readyz").status_code == 200
        readiness.draining = True
        assert (client.get("/readyz").status_code, client.get("/healthz").status_code) == (503, 200)
        body = {"state": "x", "questions": {"q": NOUL}}
        assert client.post("/v1/verdicts", json=body).status_code == 200


def test_one_mistake_is_one_fault_in_the_words_of_json(client: Client) -> None:
    """A number for a state is told once, and a question without a type in plain words."""
    body = {"state": 3, "questions": {"q": {}}}
    errors = client.post("/v1/verdicts", json=body).json()["errors"]
    assert errors == [
        {"pointer": "#/state", "detail": "a string, an object or an array is expected"},
        {"pointer": "#/questions/q", "detail": "say its type: noul, choice or score"},
    ]


def test_a_wrong_base_url_is_told_in_every_client_s_words(client: Client) -> None:
    """Whoever leaves out /v1, or says it twice, reads where the route is."""
    for path in ("/decisions", "/v1/v1/decisions", "/v1/v1/models"):
        response = client.post(path, json={})
        assert response.status_code == 404
        body = response.json()
        assert body["detail"] == body["error"]["message"]
        assert f"/v1/{path.rpartition('/')[2]} is" in body["detail"]


def test_small_requests_cannot_ask_for_huge_answers(make_cascade: MakeCascade) -> None:
    """Every verdict names all of its options, so the product is bounded, not each part."""
    labels = {f"option {i}": None for i in range(255)}
    choice = {"type": "choice", "criteria": labels}
    body = {"states": ["x"] * 4096, "questions": {"q": choice}}
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)))) as client:
        response = client.post("/v1/verdicts", json=body)
        assert response.status_code == 422
        assert "the answer would be about" in response.text


def test_pointers_are_places_in_the_document(client: Client) -> None:
    """What kind of content was tried is no part of the path."""
    response = client.post("/v1/verdicts", json={"state": 5, "questions": {"q": NOUL}})
    assert {fault["pointer"] for fault in response.json()["errors"]} == {"#/state"}


@pytest.mark.parametrize("value", [True, "7", 0, 10_001, 600_000, 1.5])
def test_a_deadline_is_a_number_that_may_be_asked_for(client: Client, value: Any) -> None:
    """A flag is not one millisecond, and nobody holds a tier as long as they like."""
    body = {"state": "x", "questions": {"q": NOUL}, "timeout_ms": value}
    response = client.post("/v1/verdicts", json=body)
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "#/timeout_ms"


NAMED_STR = CHOICE | {"criteria": {"str": 1}}
NAMED_KEY = CHOICE | {"criteria": {"[key]": 1}}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"state": "a", "questions": {"str": 5}}, "#/questions/str"),
        ({"state": "a", "questions": {"q": NAMED_STR}}, "#/questions/q/criteria/str"),
        ({"state": "a", "questions": {"q": NAMED_KEY}}, "#/questions/q/criteria/%5Bkey%5D"),
        ({"state": "a", "questions": {'a b%41"': {}}}, "#/questions/a%20b%2541%22"),
        ({"state": "a", "questions": {f"q{i}": NOUL for i in range(7)}}, "#/questions"),
    ],
)
def test_a_pointer_points_into_what_was_sent(client: Client, body: Any, pointer: str) -> None:
    """Whatever the names in it are."""
    response = client.post("/v1/verdicts", json={"questions": {"q": NOUL}} | body)
    assert response.status_code == 422
    assert [fault["pointer"] for fault in response.json()["errors"]] == [pointer]


def test_the_state_that_cannot_be_written_as_text_is_named(make_cascade: MakeCascade) -> None:
    """Among several, by its place."""
    body = {"states": ["x", [1] * 100_000], "questions": {"q": NOUL}}
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)))) as client:
        errors = client.post("/v1/verdicts", json=body).json()["errors"]
    assert [fault["pointer"] for fault in errors] == ["#/states/1"]
