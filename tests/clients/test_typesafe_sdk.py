"""The official System One client for Python, pointed at the service by its base URL."""

import asyncio
from base64 import b64decode
from collections.abc import Iterator

import httpx2
import pytest
from typesafe_sdk import (
    AsyncTypeSafeClient,
    Choice,
    Image,
    JSONContent,
    Noul,
    Score,
    SystemOneResponse,
    TypeSafeAuthenticationError,
    TypeSafeBadRequestError,
    TypeSafeClient,
    TypeSafeUnprocessableEntityError,
)

CONFIRMS = Noul(instructions="Does the reply confirm?")
TEAM = Choice(
    instructions="Which team?",
    criteria={"billing": "invoices, refunds", "technical": "hardware and outages"},
)
ANGER = Score(instructions="How angry is the writer?", criteria=["calm", "annoyed", "furious"])
ONE_PIXEL = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)


@pytest.fixture
def sent() -> list[httpx2.Request]:
    """Every request that `client` sends."""
    return []


@pytest.fixture
def client(guarded_url: str, api_key: str, sent: list[httpx2.Request]) -> Iterator[TypeSafeClient]:
    """A client with the right key, which retries as it does by default."""
    http_client = httpx2.Client(event_hooks={"request": [sent.append]})
    with TypeSafeClient(base_url=guarded_url, api_key=api_key, http_client=http_client) as client:
        yield client


def check_all_kinds(response: SystemOneResponse) -> None:
    """The three kinds of answer to "Yes please", as the client reads them."""
    assert response.nouls["go"].noul > 0.9
    team = response.choices["team"]
    assert team.probabilities.keys() == {"billing", "technical"}
    assert team.probabilities[team.choice] == max(team.probabilities.values())
    assert 0 <= team.confidence <= 1
    anger = response.scores["anger"]
    assert anger.legend == {0: "calm", 1: "annoyed", 2: "furious"}
    expected = sum(level * p for level, p in anger.probabilities.items())
    assert anger.score == pytest.approx(expected, abs=0.01)
    assert response.usage.input_tokens is not None
    assert response.model.startswith("verdict-")


def test_the_three_kinds_of_question_are_answered_in_one_call(client: TypeSafeClient) -> None:
    """A noul, a choice and a score come back as the client's own types."""
    response = client.system_one(
        state={"prompt": "Shall I create the listing?", "reply": "Yes please"},
        questions={"go": CONFIRMS, "team": TEAM, "anger": ANGER},
    )
    check_all_kinds(response)


def test_the_asynchronous_client_is_answered_alike(guarded_url: str, api_key: str) -> None:
    """The client for asyncio gets the same answers."""

    async def ask() -> SystemOneResponse:
        async with AsyncTypeSafeClient(base_url=guarded_url, api_key=api_key) as client:
            return await client.system_one(
                state={"prompt": "Shall I create the listing?", "reply": "Yes please"},
                questions={"go": CONFIRMS, "team": TEAM, "anger": ANGER},
            )

    check_all_kinds(asyncio.run(ask()))


@pytest.mark.parametrize(
    "state",
    [
        "The printer is on fire",
        {"message": "The printer is on fire"},
        ["The printer", "is on fire"],
        [{"type": "text", "text": "The printer is on fire"}],
    ],
    ids=["string", "object", "array", "parts"],
)
def test_a_state_is_read_in_every_form(client: TypeSafeClient, state: JSONContent) -> None:
    """Text, an object and an array lead to the same choice."""
    response = client.system_one(state=state, questions={"team": TEAM})
    assert response.choices["team"].choice == "technical"


def test_a_long_state_goes_out_compressed_and_is_answered_alike(
    client: TypeSafeClient, sent: list[httpx2.Request], guarded_url: str, api_key: str
) -> None:
    """From 1,024 bytes the client sends zstd; its answer is the one to the plain body."""
    state = "The printer in the second office is on fire. " * 30
    compressed = client.system_one(state=state, questions={"team": TEAM})
    assert sent[0].headers["content-encoding"] == "zstd"
    with TypeSafeClient(base_url=guarded_url, api_key=api_key, compression=False) as plain_client:
        plain = plain_client.system_one(state=state, questions={"team": TEAM})
    assert compressed.answers == plain.answers


def test_every_response_tells_its_request_id(client: TypeSafeClient) -> None:
    """Two answers have two ids, and an error tells its own."""
    first, second = (
        client.system_one(state="x", questions={"go": CONFIRMS}).request_id for _ in range(2)
    )
    assert first.startswith("req_")
    assert first != second
    with pytest.raises(TypeSafeBadRequestError) as refused:
        client.system_one(state="x", questions={"go": CONFIRMS}, model="none-such")
    assert refused.value.request_id is not None


def test_whether_an_answer_is_settled_reaches_the_caller(client: TypeSafeClient) -> None:
    """The client leaves what is beyond the protocol in its raw response."""
    response = client.system_one(state="Yes please", questions={"go": CONFIRMS})
    answer = response.raw_http_response.json()["answers"]["go"]
    assert answer["x_verdict"]["settled"] is True
    assert response.nouls["go"].noul == answer["noul"]


def test_the_models_are_listed(client: TypeSafeClient) -> None:
    """The listing has the client's default model, and every name in it is answered."""
    names = [model.name for model in client.models.list().models]
    assert "jev-latest" in names
    for name in names:
        client.system_one(state="x", questions={"go": CONFIRMS}, model=name)


def test_a_service_without_keys_takes_any_key(open_url: str) -> None:
    """The client always sends a key; a service that wants none ignores it."""
    with TypeSafeClient(base_url=open_url, api_key="whatever") as client:
        assert client.system_one(state="Yes please", questions={"go": CONFIRMS}).nouls


def test_a_wrong_key_is_an_authentication_error(guarded_url: str) -> None:
    """The client raises its exception for 401, on questions and on the listing."""
    with TypeSafeClient(base_url=guarded_url, api_key="wrong") as client:
        with pytest.raises(TypeSafeAuthenticationError, match="key"):
            client.system_one(state="x", questions={"go": CONFIRMS})
        with pytest.raises(TypeSafeAuthenticationError, match="key"):
            client.models.list()


def test_an_unknown_model_is_named_and_asked_for_once(
    client: TypeSafeClient, sent: list[httpx2.Request]
) -> None:
    """The client raises its exception for 400, with the name in it, and does not try again."""
    with pytest.raises(TypeSafeBadRequestError, match="Unknown model: none-such"):
        client.system_one(state="x", questions={"go": CONFIRMS}, model="none-such")
    assert len(sent) == 1


def test_a_bad_request_says_where_and_is_sent_once(
    client: TypeSafeClient, sent: list[httpx2.Request]
) -> None:
    """The client shows the place of the fault, and does not try again."""
    one_level = Score(instructions="How angry?", criteria=["calm"])
    with pytest.raises(TypeSafeUnprocessableEntityError, match=r"questions\.anger\.\S*criteria: "):
        client.system_one(state="x", questions={"anger": one_level})
    assert len(sent) == 1


def test_an_image_is_refused_and_sent_once(
    client: TypeSafeClient, sent: list[httpx2.Request]
) -> None:
    """Images go out as parts of a form; the client is told that none are read."""
    with pytest.raises(TypeSafeBadRequestError, match="image"):
        client.system_one(state=Image(ONE_PIXEL), questions={"go": CONFIRMS})
    assert sent[0].headers["content-type"].startswith("multipart/form-data")
    assert len(sent) == 1
