"""OpenAI's client for Python, its Decisions and its models, pointed here by its base URL."""

import asyncio
import re
from collections.abc import Iterator

import httpx2
import pytest
from openai import (
    AsyncOpenAI,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
    OpenAI,
)
from openai.types.decision import (
    AnswerAnswerResourceChoice,
    AnswerAnswerResourcePredicate,
    AnswerAnswerResourceScore,
    Decision,
)
from openai.types.decision_create_params import (
    InputUnionMember1,
    InputUnionMember1DecisionInputAssistantMessage,
    Question,
)

MODEL = "gpt-6-luna"
CONFIRMS: Question = {
    "type": "predicate",
    "name": "go",
    "instructions": "Does the reply confirm?",
}
TEAM: Question = {
    "type": "choice",
    "name": "team",
    "instructions": "Which team?",
    "choices": [
        {"value": "billing", "description": "invoices, refunds"},
        {"value": "technical", "description": "hardware and outages"},
    ],
}
ANGER: Question = {
    "type": "score",
    "name": "anger",
    "instructions": "How angry is the writer?",
    "levels": [
        {"label": "calm"},
        {"label": "annoyed", "description": "complains"},
        {"label": "furious"},
    ],
}


@pytest.fixture
def sent() -> list[httpx2.Request]:
    """Every request that `client` sends."""
    return []


@pytest.fixture
def client(guarded_url: str, api_key: str, sent: list[httpx2.Request]) -> Iterator[OpenAI]:
    """A client with the right key, which retries as it does by default."""
    http_client = httpx2.Client(event_hooks={"request": [sent.append]})
    with OpenAI(base_url=f"{guarded_url}/v1", api_key=api_key, http_client=http_client) as client:
        yield client


def check_all_kinds(decision: Decision) -> None:
    """The three kinds of answer to "Yes please", as the client reads them."""
    go, team, anger = decision.answers
    assert isinstance(go, AnswerAnswerResourcePredicate)
    assert go.name == "go"
    assert go.probability > 0.9
    assert isinstance(team, AnswerAnswerResourceChoice)
    assert team.name == "team"
    probabilities = {option.value: option.probability for option in team.probabilities}
    assert list(probabilities) == ["billing", "technical"]
    assert probabilities[team.choice] == max(probabilities.values())
    assert sum(probabilities.values()) == pytest.approx(1)
    assert isinstance(anger, AnswerAnswerResourceScore)
    assert anger.name == "anger"
    levels = anger.probabilities
    assert [(level.value, level.label) for level in levels] == [
        (0, "calm"),
        (1, "annoyed"),
        (2, "furious"),
    ]
    expected = sum(level.value * level.probability for level in levels)
    assert anger.score == pytest.approx(expected)
    assert 0 <= anger.confidence <= 1


def test_the_three_kinds_of_question_are_answered_in_order(client: OpenAI) -> None:
    """A predicate, a choice and a score come back as the client's own types, with their names."""
    decision = client.decisions.create(
        model=MODEL, input="Yes please", questions=[CONFIRMS, TEAM, ANGER]
    )
    check_all_kinds(decision)
    assert decision.model.startswith("verdict-")


def test_the_asynchronous_client_is_answered_alike(guarded_url: str, api_key: str) -> None:
    """The client for asyncio gets the same answers."""

    async def ask() -> Decision:
        async with AsyncOpenAI(base_url=f"{guarded_url}/v1", api_key=api_key) as client:
            return await client.decisions.create(
                model=MODEL, input="Yes please", questions=[CONFIRMS, TEAM, ANGER]
            )

    check_all_kinds(asyncio.run(ask()))


def test_usage_is_told_in_full(client: OpenAI) -> None:
    """Every count that the client declares is a number, and the total is their sum."""
    usage = client.decisions.create(model=MODEL, input="Yes please", questions=[TEAM]).usage
    assert usage.input_tokens > 0
    assert usage.total_tokens == usage.input_tokens + usage.output_tokens
    assert usage.input_tokens_details.cached_tokens == 0
    assert usage.input_tokens_details.cache_write_tokens == 0
    assert usage.output_tokens_details.reasoning_tokens == 0


def test_a_choice_keeps_the_json_type_of_its_values(client: OpenAI) -> None:
    """The boolean true and the text "true" stand side by side, each with its own probability."""
    question: Question = {
        "type": "choice",
        "instructions": "Is something broken?",
        "choices": [
            {"value": True, "description": "hardware is broken"},
            {"value": False, "description": "an invoice is wrong"},
            {"value": "true", "description": "somebody says hello"},
        ],
    }
    decision = client.decisions.create(
        model=MODEL, input="The printer is on fire", questions=[question]
    )
    answer = decision.answers[0]
    assert isinstance(answer, AnswerAnswerResourceChoice)
    values = [option.value for option in answer.probabilities]
    assert [(type(value), value) for value in values] == [
        (bool, True),
        (bool, False),
        (str, "true"),
    ]
    assert answer.choice is True
    assert answer.name is None


def probability_of_yes(decision: Decision) -> float:
    """What the one predicate says."""
    (answer,) = decision.answers
    assert isinstance(answer, AnswerAnswerResourcePredicate)
    return answer.probability


def test_a_message_of_text_is_read_as_its_text(client: OpenAI) -> None:
    """A user's only message leads to the same answers as the text itself."""
    message: InputUnionMember1 = {
        "role": "user",
        "content": [{"type": "input_text", "text": "Yes please"}],
    }
    questions = [CONFIRMS, TEAM, ANGER]
    as_message = client.decisions.create(model=MODEL, input=[message], questions=questions)
    as_text = client.decisions.create(model=MODEL, input="Yes please", questions=questions)
    assert as_message.answers == as_text.answers


@pytest.mark.parametrize(
    ("reply", "low", "high"),
    [("Yes please", 0.9, 1), ("No, create it later", 0, 0.1), ("Yes, but not now", 0, 0.4999)],
)
def test_the_last_two_messages_are_a_prompt_and_its_reply(
    client: OpenAI, reply: str, low: float, high: float
) -> None:
    """What the user answers to the assistant is read as a reply, and a put-off yes is no yes."""
    asked: InputUnionMember1DecisionInputAssistantMessage = {
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Shall I create the listing?"}],
    }
    decision = client.decisions.create(
        model=MODEL,
        input=[
            {"role": "user", "content": "I want to sell my bike."},
            asked,
            {"role": "user", "content": reply},
        ],
        questions=[CONFIRMS],
    )
    assert low <= probability_of_yes(decision) <= high


def test_json_with_a_prompt_and_a_reply_is_read_as_such(client: OpenAI) -> None:
    """A part of JSON is read like the state of the service's other routes."""
    data: dict[str, object] = {"prompt": "Shall I create the listing?", "reply": "Yes please"}
    decision = client.decisions.create(
        model=MODEL,
        input=[{"role": "user", "content": [{"type": "input_json", "data": data}]}],
        questions=[CONFIRMS],
    )
    assert probability_of_yes(decision) > 0.9


def test_a_conversation_with_tools_is_answered(client: OpenAI) -> None:
    """Calls and their outputs are taken, in each of the forms that the client offers."""
    decision = client.decisions.create(
        model=MODEL,
        input=[
            {"role": "developer", "content": "Judge what happened."},
            {"type": "function_call", "call_id": "a", "name": "create", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "a", "output": "created"},
            {"type": "custom_tool_call", "call_id": "b", "name": "show", "input": "listing 7"},
            {
                "type": "custom_tool_call_output",
                "call_id": "b",
                "output": [{"type": "input_text", "text": "a bike"}],
            },
        ],
        questions=[TEAM],
    )
    assert len(decision.answers) == 1


def test_whether_an_answer_is_settled_reaches_the_caller(client: OpenAI) -> None:
    """The client keeps what a request asks for beyond the protocol, and gets nothing unasked."""
    asked, unasked = (
        client.decisions.create(
            model=MODEL, input="Yes please", questions=[CONFIRMS], extra_body=extra_body
        ).answers[0]
        for extra_body in ({"x_verdict": True}, None)
    )
    assert asked.model_extra is not None
    assert asked.model_extra["x_verdict"]["settled"] is True
    assert unasked.model_extra == {}


def test_the_models_are_listed(client: OpenAI) -> None:
    """Every name in the listing is answered."""
    names = [model.id for model in client.models.list()]
    assert names
    for name in names:
        client.decisions.create(model=name, input="x", questions=[CONFIRMS])


def test_a_service_without_keys_takes_any_key(open_url: str) -> None:
    """The client always sends a key; a service that wants none ignores it."""
    with OpenAI(base_url=f"{open_url}/v1", api_key="whatever") as client:
        assert client.decisions.create(model=MODEL, input="x", questions=[CONFIRMS]).answers


def test_a_wrong_key_is_an_authentication_error(guarded_url: str) -> None:
    """The client raises its exception for 401, with a message and a code."""
    with OpenAI(base_url=f"{guarded_url}/v1", api_key="wrong") as client:
        with pytest.raises(AuthenticationError, match="key") as refused:
            client.decisions.create(model=MODEL, input="x", questions=[CONFIRMS])
        assert refused.value.code == "invalid_api_key"
        with pytest.raises(AuthenticationError, match="key"):
            client.models.list()


def test_an_unknown_model_is_not_found_and_asked_for_once(
    client: OpenAI, sent: list[httpx2.Request]
) -> None:
    """The client raises its exception for 404, with the name in it, and does not try again."""
    with pytest.raises(NotFoundError, match="none-such") as refused:
        client.decisions.create(model="none-such", input="x", questions=[CONFIRMS])
    assert refused.value.code == "model_not_found"
    assert refused.value.request_id is not None
    assert len(sent) == 1


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ({"type": "predicate"}, "questions[0].instructions"),
        ({"type": "guess", "instructions": "Is it so?"}, "questions[0].type"),
        (
            {
                "type": "choice",
                "instructions": "Which?",
                "choices": [{"value": "a"}, {"value": "a"}],
            },
            "questions[0].choices",
        ),
        ({"type": "score", "instructions": "How much?", "levels": []}, "questions[0].levels"),
    ],
    ids=["no-instructions", "unknown-type", "same-value-twice", "no-levels"],
)
def test_a_bad_question_is_a_bad_request_sent_once(
    client: OpenAI, sent: list[httpx2.Request], question: Question, place: str
) -> None:
    """The client raises its exception for 400, says which part is wrong, and does not try again."""
    with pytest.raises(BadRequestError, match=re.escape(place)) as refused:
        client.decisions.create(model=MODEL, input="x", questions=[question])
    assert refused.value.param == place
    assert len(sent) == 1


def test_an_image_is_a_bad_request(client: OpenAI) -> None:
    """The client is told that images are not read."""
    with pytest.raises(BadRequestError, match="image"):
        client.decisions.create(
            model=MODEL,
            input=[
                {
                    "role": "user",
                    "content": [{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}],
                }
            ],
            questions=[CONFIRMS],
        )
