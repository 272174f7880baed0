import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from asking import BAD, CHOICE, NOUL, SCORE, by_state
from scripted import MakeCascade, ScriptedTier
from verdict import Settings
from verdict.identity import differences, identity_of
from verdict.profile import Profile
from verdict.service.app import create_app
from verdict.service.listing import MODEL_ID

ROUTES = ("/v1/verdicts", "/v1/systemone")

Client = TestClient[Any]


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
    assert list(answer["x_verdict"]["passed"].values()) == ["unavailable"]
    assert answer["x_verdict"]["degraded"] is True
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


def test_both_listings_of_models_are_served(client: Client) -> None:
    """System One's clients and OpenAI's each find their own."""
    body = client.get("/v1/models").json()
    assert {"name", "description", "release_date"} == body["models"][0].keys()
    assert body["object"] == "list"
    assert body["data"][0]["id"] == body["models"][0]["name"] == MODEL_ID
    assert "jev-latest" in {model["name"] for model in body["models"]}


def test_the_listing_tells_what_decides(make_cascade: MakeCascade) -> None:
    """The same hashes by both routes, and others for a service with another tier or profile."""
    told = []
    for fingerprint, profile in (("0" * 64, None), ("1" * 64, Profile(sha256="2" * 64))):
        tier = ScriptedTier(by_state, name="one", fingerprint=fingerprint)
        cascade = make_cascade(tier, profile=profile)
        with TestClient(create_app(cascade)) as client:
            told.append(client.get("/v1/models").json()["x_verdict"])
            assert client.get("/api/v1/models").json()["x_verdict"] == told[-1]
        assert told[-1] == identity_of(cascade)
    assert differences(*told) == ["profile_sha256", "tiers.one"]


def test_the_order_of_tiers_and_the_source_of_one_s_own_tell(
    make_cascade: MakeCascade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though each tier says the same of itself."""
    one, two = (ScriptedTier(by_state, name=name) for name in ("one", "two"))
    there, back = identity_of(make_cascade(one, two)), identity_of(make_cascade(two, one))
    assert differences(there, back) == ["tier_order"]
    source = tmp_path / "tier_of_a_user.py"
    monkeypatch.syspath_prepend(str(tmp_path))
    told = []
    for remark in ("one", "another"):
        source.write_text(
            f"from scripted import ScriptedTier\nclass Tier(ScriptedTier):\n    '''{remark}'''\n"
        )
        module = importlib.import_module("tier_of_a_user")
        told.append(identity_of(make_cascade(module.Tier(by_state, name="own"))))
    assert differences(*told) == ["tiers.own"]


def test_telling_what_decides_loads_no_more_than_deciding_does() -> None:
    """A service of the rules alone starts without the model's libraries."""
    script = (
        "import sys; from verdict import *; from verdict.service import create_app; "
        "create_app(Cascade.load(Settings(tiers=('rules',)))); "
        "print([name for name in ('onnxruntime', 'tokenizers') if name in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


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
