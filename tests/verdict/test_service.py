import gzip
import json
import sys
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import pytest
from litestar.testing import TestClient

from scripted import MakeCascade, ScriptedTier
from verdict import Settings
from verdict.service.app import create_app
from verdict.service.health import Readiness
from verdict.service.listing import MODEL_ID
from verdict.tiers import Answer, Pass

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

NOUL = {"type": "noul", "instructions": "Does the reply confirm?"}
CHOICE = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": None}}
SCORE = {"type": "score", "instructions": "How much?", "criteria": ["none", {"much": 1}]}
# Unicode normalising takes quadratic time over such a run.
MARKS = "a" + "\u0301\u0316" * 90_000
DEEP_AND_BROAD: Any = [1] * 200_000
for _ in range(50):
    DEEP_AND_BROAD = [DEEP_AND_BROAD]
ROUTES = ("/v1/verdicts", "/v1/systemone")

Client = TestClient[Any]


def by_state(question: Any, state: Any, deadline: Any) -> Answer | Pass:
    """P is 0.75 for the first option; a state that says so breaks the tier."""
    del deadline
    if "boom" in state.text:
        raise RuntimeError("boom")
    n = len(question.labels)
    return Answer((0.75, *[0.25 / (n - 1)] * (n - 1)) if n > 1 else (1.0,), input_tokens=7)


@pytest.fixture
def client(make_cascade: MakeCascade) -> Iterator[Client]:
    settings = Settings(max_body_bytes=2000, max_decisions=6)
    with TestClient(create_app(make_cascade(ScriptedTier(by_state), settings=settings))) as client:
        yield client


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


def test_systemone_answers_in_the_protocol_s_form(client: Client) -> None:
    """Exactly the documented fields, one answer an id, derived from the same distribution."""
    request = {
        "model": "jev-latest",
        "state": [{"type": "text", "text": "hi"}],
        "questions": {"q 1": NOUL, "q.2": CHOICE, "\U0001f44d": SCORE},
        "seed": 1,
        "x_verdict": False,
    }
    response = client.post("/v1/systemone", json=request)
    assert response.status_code == 200
    assert response.headers["x-typesafe-request-id"].startswith("req_")
    assert response.json() == {
        "model": MODEL_ID,
        "answers": {
            "q 1": {"type": "noul", "noul": 0.75},
            "q.2": {
                "type": "choice",
                "choice": "a",
                "probabilities": {"a": 0.75, "b": 0.25},
                "confidence": 0.5,
            },
            "\U0001f44d": {
                "type": "score",
                "score": 0.25,
                "legend": {"0": "none", "1": {"much": 1}},
                "probabilities": {"0": 0.75, "1": 0.25},
                "confidence": 0.5,
            },
        },
        "usage": {"input_tokens": 21, "output_tokens": 0},
    }


def test_an_answer_tells_its_tier_and_whether_it_is_settled(client: Client) -> None:
    """What the protocol has no field for stands under one key that begins with x_."""
    body = {"state": "x", "questions": {"q": NOUL}}
    extra = client.post("/v1/systemone", json=body).json()["answers"]["q"]["x_verdict"]
    assert extra.pop("ms") >= 0
    assert extra.pop("tier").startswith("scripted")
    assert extra == {"settled": True, "reason": None}


def test_an_answer_tells_which_tier_could_not_be_asked(client: Client) -> None:
    """An answer that a fault made worse is marked, with the fault."""
    body = {"state": "boom", "questions": {"q": NOUL}}
    answer = client.post("/v1/systemone", json=body).json()["answers"]["q"]
    assert list(answer["x_verdict"]["degraded"].values()) == ["unavailable"]
    assert (answer["x_verdict"]["settled"], answer["x_verdict"]["reason"]) == (False, "unavailable")


def test_extras_can_be_left_out(make_cascade: MakeCascade) -> None:
    """By the configuration for all requests, and by a request for itself whatever that says."""
    body = {"state": "x", "questions": {"q": NOUL}}
    cascade = make_cascade(ScriptedTier(by_state), settings=Settings(x_verdict=False))
    with TestClient(create_app(cascade)) as client:
        for wanted, keys in (
            ({}, {"type", "noul"}),
            ({"x_verdict": True}, {"type", "noul", "x_verdict"}),
        ):
            answer = client.post("/v1/systemone", json=body | wanted).json()["answers"]["q"]
            assert answer.keys() == keys


@pytest.mark.parametrize("route", ["/api/v1/systemone", "/api/alpha/decisions", "/v1/decisions"])
def test_system_one_is_answered_under_the_other_names_too(client: Client, route: str) -> None:
    """Clients that use another base get the same answers and errors."""
    body = {"state": "x", "questions": {"q": NOUL}, "x_verdict": False}
    answer = client.post(route, json=body)
    assert answer.json()["answers"] == {"q": {"type": "noul", "noul": 0.75}}
    refused = client.post(route, json=body | {"model": "gpt-2"})
    assert (refused.status_code, refused.json()["detail"]["error_type"]) == (400, "api_usage_error")


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


BAD: list[tuple[Any, str, str]] = [
    ({"questions": {"q": NOUL}}, "state", "missing"),
    ({"state": None, "questions": {"q": NOUL}}, "state", "string_type"),
    ({"state": "x"}, "questions", "missing"),
    ({"state": "x", "questions": {}}, "questions", "too_short"),
    ({"state": "x", "questions": {"q": {}}}, "questions/q", "union_tag_not_found"),
    ({"state": "x", "questions": {"q": {"type": "bool"}}}, "questions/q", "union_tag_invalid"),
    ({"state": "x", "questions": {"q": {"type": "noul"}}}, "questions/q", "value_error"),
    ({"state": "x", "questions": {"q": {"type": "choice"}}}, "questions/q/criteria", "missing"),
    (
        {"state": "x", "questions": {"q": CHOICE | {"criteria": {}}}},
        "questions/q/criteria",
        "too_short",
    ),
    (
        {"state": "x", "questions": {"q": SCORE | {"criteria": {"0": "low"}}}},
        "questions/q/criteria",
        "list_type",
    ),
    (
        {"state": "x", "questions": {"q": SCORE | {"criteria": ["same", "same"]}}},
        "questions/q",
        "value_error",
    ),
    ([], "", "model_type"),
]


@pytest.mark.parametrize(("body", "pointer", "code"), BAD)
def test_systemone_refuses_in_the_protocol_s_form(
    client: Client, body: Any, pointer: str, code: str
) -> None:
    """422 with a list of faults that name the place, as the protocol's own validation does."""
    response = client.post("/v1/systemone", json=body)
    assert response.status_code == 422
    faults = response.json()["detail"]
    assert {"loc", "msg", "type"} == faults[0].keys()
    places = {"/".join(str(p) for p in f["loc"]).replace("/noul", "").replace("/choice", "")
              .replace("/score", "") for f in faults}  # fmt: skip
    assert any(place.startswith("body/" + pointer if pointer else "body") for place in places)
    assert code in {f["type"] for f in faults}


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


def test_an_unknown_model_is_the_protocol_s_400(client: Client) -> None:
    """The message names the model."""
    body = {"model": "gpt-2", "state": "x", "questions": {"q": NOUL}}
    response = client.post("/v1/systemone", json=body)
    assert response.status_code == 400
    detail = response.json()["detail"]
    assert detail["error_type"] == "api_usage_error"
    assert "Unknown model: gpt-2" in detail["message"]


@pytest.mark.parametrize(
    "name", ["jev-latest", "jev-preview", "typesafe/jev-latest", "~typesafe/jev-latest", MODEL_ID]
)
def test_the_names_that_clients_send_are_accepted(client: Client, name: str) -> None:
    """Aliases are answered by the served model, whose id is told."""
    body = {"model": name, "state": "x", "questions": {"q": NOUL}}
    response = client.post("/v1/systemone", json=body)
    assert (response.status_code, response.json()["model"]) == (200, MODEL_ID)


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


def test_both_listings_of_models_are_served(client: Client) -> None:
    """System One's clients and OpenAI's each find their own."""
    body = client.get("/v1/models").json()
    assert {"name", "description", "release_date"} == body["models"][0].keys()
    assert body["object"] == "list"
    assert body["data"][0]["id"] == body["models"][0]["name"] == MODEL_ID
    assert "jev-latest" in {model["name"] for model in body["models"]}


def test_readiness_says_no_while_draining(make_cascade: MakeCascade) -> None:
    """Live and ready are different questions."""
    readiness = Readiness()
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)), readiness)) as client:
        assert client.get("/readyz").status_code == 200
        readiness.draining = True
        assert (client.get("/readyz").status_code, client.get("/healthz").status_code) == (503, 200)
        body = {"state": "x", "questions": {"q": NOUL}}
        assert client.post("/v1/verdicts", json=body).status_code == 200


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


def test_an_encoding_told_in_two_headers_is_one_list(client: Client) -> None:
    """The second header line does not hide the first."""
    body = json.dumps({"state": "x", "questions": {"q": NOUL}}).encode()
    headers = [("content-encoding", "gzip"), ("content-encoding", "zstd")]
    twice = zstd.compress(gzip.compress(body))
    assert client.post("/v1/verdicts", content=twice, headers=headers).status_code == 200


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


def test_one_model_is_told_as_openai_s_clients_ask_for_it(client: Client) -> None:
    """Each that is listed, and each that is accepted; another is OpenAI's 404."""
    listed = client.get("/v1/models").json()["data"]
    assert "gpt-6-luna" in [model["id"] for model in listed]
    for model in listed:
        assert client.get(f"/v1/models/{model['id']}").json() == model
    assert client.get("/v1/models/typesafe/jev-latest").json()["id"] == "typesafe/jev-latest"
    missing = client.get("/v1/models/gpt-2")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "model_not_found")


def test_a_text_that_is_none_is_one_fault_on_system_one_too(client: Client) -> None:
    """Not one for each form that a text may have: clients show the first alone."""
    question = SCORE | {"criteria": ["calm", None]}
    body = {"state": "x", "questions": {"q": question}}
    assert client.post("/v1/systemone", json=body).json()["detail"] == [
        {
            "loc": ["body", "questions", "q", "score", "criteria", 1],
            "msg": "a string, an object or an array is expected",
            "type": "string_type",
        }
    ]


def test_images_are_refused(client: Client) -> None:
    """A question about a picture that was not read gets no answer."""
    body = {"state": "<img>", "assets": {"<img>": {}}, "questions": {"q": NOUL}}
    response = client.post("/v1/systemone", json=body)
    assert response.status_code == 400
    assert "images" in response.json()["detail"]["message"]


def test_small_requests_cannot_ask_for_huge_answers(make_cascade: MakeCascade) -> None:
    """Every verdict names all of its options, so the product is bounded, not each part."""
    labels = {f"option {i}": None for i in range(255)}
    choice = {"type": "choice", "criteria": labels}
    body = {"states": ["x"] * 4096, "questions": {"q": choice}}
    with TestClient(create_app(make_cascade(ScriptedTier(by_state)))) as client:
        response = client.post("/v1/verdicts", json=body)
        assert response.status_code == 422
        assert "the answer would be about" in response.text


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
        started = time.process_time()
        response = client.post(route, content=content)
        assert time.process_time() - started < 1
        assert response.status_code in (200, 422)
        assert len(response.content) < 400_000


def test_pointers_are_places_in_the_document(client: Client) -> None:
    """What kind of content was tried is no part of the path."""
    response = client.post("/v1/verdicts", json={"state": 5, "questions": {"q": NOUL}})
    assert {fault["pointer"] for fault in response.json()["errors"]} == {"#/state"}
