from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from scripted import MakeCascade, ScriptedTier
from verdict import Settings
from verdict.errors import SettingsError
from verdict.service.app import create_app
from verdict.service.keys import Keys
from verdict.service.refusals import RefusedError
from verdict.tiers import Answer

BODY = {"state": "x", "questions": {"q": {"type": "noul", "instructions": "Is it so?"}}}
ROUTES = ("/v1/verdicts", "/v1/systemone", "/v1/decisions", "/api/v1/systemone")


def keys(environ: dict[str, str] | None = None, **settings: Any) -> Keys:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (environ or {}).items():
            patch.setenv(name, value)
        return Keys.load(Settings.model_validate(settings))


@pytest.fixture
def client(make_cascade: MakeCascade) -> Iterator[TestClient[Any]]:
    settings = Settings.model_validate({"api_keys": ["old-key", "new-key"]})
    cascade = make_cascade(ScriptedTier(Answer((0.75, 0.25))), settings=settings)
    with TestClient(create_app(cascade)) as client:
        yield client


def test_without_keys_everyone_may_ask() -> None:
    """A header that is sent all the same is not looked at."""
    assert keys().find(None).name is keys().find(b"Bearer anything").name is None


def test_each_of_several_keys_is_taken_so_that_they_can_be_rotated() -> None:
    """And the name says which it was."""
    given = keys({"A": "first"}, api_keys=["second"], keys=[{"name": "agent", "key_env": "A"}])
    assert given.find(b"Bearer first").name == "agent"
    assert given.find(b"bearer  second ").name == "key-1"


@pytest.mark.parametrize(
    "header", [None, b"", b"Bearer", b"Bearer ", b"Basic first", b"first", b"Bearer: first"]
)
def test_no_key_is_told_from_a_wrong_one(header: bytes | None) -> None:
    """Both are 401; a missing key is asked for."""
    with pytest.raises(RefusedError, match="Must supply an API key") as refused:
        keys(api_keys=["first"]).find(header)
    assert refused.value.status == 401


@pytest.mark.parametrize("token", [b"firs", b"first2", b"FIRST", b"first, Bearer first", b"\xff"])
def test_a_key_that_is_nearly_right_is_wrong(token: bytes) -> None:
    """Neither a part of a key nor a longer one opens."""
    with pytest.raises(RefusedError, match="wrong"):
        keys(api_keys=["first"]).find(b"Bearer " + token)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"keys": [{"name": "a", "key_env": "NOT_THERE"}]}, "no NOT_THERE"),
        ({"keys": [{"name": "a", "key_env": "EMPTY"}]}, "no EMPTY"),
        ({"keys": [{"name": "a", "key_file": "/no/such/file"}]}, "/no/such/file cannot be read"),
        ({"api_keys": ["with space"]}, "without spaces"),
        ({"api_keys": ["schl\u00fcssel"]}, "visible ASCII"),
        ({"api_keys": ["twice", "twice"]}, "that of 'key-1'"),
        (
            {
                "keys": [
                    {"name": "a", "key_env": "ONE", "rate": "1/day"},
                    {"name": "a", "key_env": "TWO"},
                ]
            },
            "keys, 'a': its keys have different rates",
        ),
        ({"api_keys": ["k"], "rate": "often"}, "no rate"),
        ({"api_keys": ["k"], "rate": "0/minute"}, "not one rate"),
        ({"api_keys": ["k"], "rate": "5/minute, 1/second"}, "not one rate"),
        ({"keys": [{"name": "a", "key_env": "ONE", "rate": "x"}]}, "keys, 'a'"),
    ],
)
def test_a_key_that_cannot_be_had_stops_the_start(settings: dict[str, Any], said: str) -> None:
    """Nothing is opened by a mistake, and the message does not hold a key."""
    with pytest.raises(SettingsError, match=said) as error:
        keys({"EMPTY": " ", "ONE": "one", "TWO": "two"}, **settings)
    assert "twice" not in str(error.value)


def test_a_key_may_stand_in_a_file(tmp_path: Path) -> None:
    """As secrets are mounted; the line's end is no part of it."""
    (tmp_path / "key").write_text("first\n")
    given = keys(keys=[{"name": "a", "key_file": str(tmp_path / "key")}])
    assert given.find(b"Bearer first").name == "a"


def test_one_name_may_have_two_keys_while_one_takes_the_other_s_place() -> None:
    """Log, metrics and rate go on under the one name."""
    two = [{"name": "a", "key_env": "ONE"}, {"name": "a", "key_env": "TWO"}]
    given = keys({"ONE": "one", "TWO": "two"}, keys=two)
    assert given.find(b"Bearer one").name == given.find(b"Bearer two").name == "a"
    assert given.names == ["a"]


def test_settings_never_show_a_key() -> None:
    """A settings object that is logged or raised with does not tell it."""
    assert "first" not in repr(Settings.model_validate({"api_keys": ["first"]}))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("header", [None, "Bearer wrong"])
def test_a_request_without_a_right_key_is_refused_in_the_route_s_form(
    client: TestClient[Any], route: str, header: str | None
) -> None:
    """401 before the body is looked at, with the challenge that RFC 9110 asks for."""
    headers = {} if header is None else {"authorization": header}
    response = client.post(route, content=b"not json", headers=headers)
    assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
    body = response.json()
    match route:
        case "/v1/verdicts":
            assert (body["status"], body["title"]) == (401, "Unauthorized")
        case "/v1/decisions":
            code = None if header is None else "invalid_api_key"
            assert (body["error"]["type"], body["error"]["code"]) == ("invalid_request_error", code)
        case _:
            assert body["detail"]["error_type"] == "authentication_error"


@pytest.mark.parametrize("key", ["old-key", "new-key"])
def test_a_right_key_is_answered(client: TestClient[Any], key: str) -> None:
    """The old one and the new one, side by side."""
    headers = {"authorization": f"Bearer {key}"}
    assert client.post("/v1/systemone", json=BODY, headers=headers).status_code == 200
    assert client.get("/v1/models", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/docs", 200),
        ("/docs/start.js", 200),
        ("/schema/openapi.json", 200),
        ("/metrics", 401),
        ("/v1/models", 401),
        ("/api/v1/models", 401),
        ("/v1/nothing", 401),
        ("/docsx", 401),
        ("/healthz/", 200),
        ("/v1/verdicts", 401),
    ],
)
def test_what_tells_nothing_stays_open(client: TestClient[Any], path: str, status: int) -> None:
    """Health, the contract and its page need no key; all else does."""
    assert client.get(path).status_code == status


def test_openai_s_clients_can_read_why_they_get_no_models(client: TestClient[Any]) -> None:
    """They show no message of another form."""
    assert "API key" in client.get("/v1/models").json()["error"]["message"]
