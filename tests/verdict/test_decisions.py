"""`POST /v1/decisions` in OpenAI's form, and in System One's."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from litestar.testing import TestClient

from decisions import CHOICE, PREDICATE, ROUTE, SCORE, choice, first_label, score
from scripted import MakeCascade, ScriptedTier
from verdict import Choice, Noul, Score
from verdict.service.app import create_app
from verdict.service.decision_answers import DecisionsBody
from verdict.service.listing import MODEL_ID

Client = TestClient[Any]


def ask(client: Client, *questions: Any, **fields: Any) -> Any:
    """The answer to a request that is right."""
    response = client.post(ROUTE, json={"input": "x", "questions": questions} | fields)
    assert response.status_code == 200, response.text
    DecisionsBody.model_validate_json(response.content, strict=True)
    return response.json()


@pytest.fixture
def client(make_cascade: MakeCascade) -> Iterator[Client]:
    with TestClient(create_app(make_cascade(ScriptedTier(first_label)))) as client:
        yield client


def test_the_answer_has_the_protocol_s_fields_and_no_others(client: Client) -> None:
    """In the order asked; the name is always there, and the numbers come from one distribution."""
    assert ask(
        client,
        SCORE,
        PREDICATE | {"name": "so"},
        CHOICE | {"name": None},
        model="gpt-6-luna",
        safety_identifier="me",
        prompt_cache_key="k",
        prompt_cache_options={"mode": "explicit"},
        seed=1,
    ) == {
        "model": MODEL_ID,
        "answers": [
            {
                "type": "score",
                "name": None,
                "score": 0.25,
                "confidence": 0.5,
                "probabilities": [
                    {"value": 0, "label": "a", "probability": 0.75},
                    {"value": 1, "label": "b", "probability": 0.25},
                ],
            },
            {"type": "predicate", "name": "so", "probability": 0.25},
            {
                "type": "choice",
                "name": None,
                "choice": "a",
                "confidence": 0.5,
                "probabilities": [
                    {"value": "a", "probability": 0.75},
                    {"value": "b", "probability": 0.25},
                ],
            },
        ],
        "usage": {
            "input_tokens": 21,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": 0,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 21,
        },
    }


def test_who_answered_is_told_where_it_is_asked_for(client: Client) -> None:
    """OpenAI's schema is closed, so only then."""
    for answer in ask(client, PREDICATE, CHOICE, SCORE, x_verdict=True)["answers"]:
        assert answer["x_verdict"].keys() == {"tier", "settled", "reason", "ms"}


def test_a_choice_between_true_and_false_is_a_boolean(client: Client) -> None:
    """P(true) decides it, in the caller's order."""
    (answer,) = ask(client, choice([True, False]))["answers"]
    assert answer["choice"] is False  # P(true) is 0.25
    assert answer["confidence"] == 0.5
    assert answer["probabilities"] == [
        {"value": True, "probability": 0.25},
        {"value": False, "probability": 0.75},
    ]


def test_values_keep_their_json_type(client: Client) -> None:
    """A boolean and the text that reads the same are two choices."""
    values = ["z", "true", True, "true (boolean)", False]
    (answer,) = ask(client, choice(values))["answers"]
    assert [(type(p["value"]), p["value"]) for p in answer["probabilities"]] == [
        (type(value), value) for value in values
    ]
    assert answer["choice"] is False
    assert answer["probabilities"][4]["probability"] == 0.75


def test_the_order_of_questions_and_of_options_changes_no_answer(client: Client) -> None:
    """Each question keeps its answer, and each value its probability."""
    values = ("b", True, "true", "a")
    seen = set()
    for order in permutations(values):
        for questions in ([PREDICATE, choice(order)], [choice(order), SCORE]):
            answer = next(a for a in ask(client, *questions)["answers"] if a["type"] == "choice")
            shares = {(repr(p["value"]), p["probability"]) for p in answer["probabilities"]}
            seen.add((answer["choice"], frozenset(shares)))
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        (PREDICATE, Noul("Is it so?")),
        (
            PREDICATE
            | {"instructions": [{"type": "input_text", "text": t} for t in ("Is it", "so?")]},
            Noul("Is it\nso?"),
        ),
        (
            PREDICATE | {"instructions": [{"type": "input_json", "data": {"a": 1}}]},
            Noul([{"a": 1}]),
        ),
        (
            CHOICE | {"choices": [{"value": False, "description": "n"}, {"value": True}]},
            Noul("Which?", None, "n"),
        ),
        (
            CHOICE | {"choices": [{"value": "a", "description": "first"}, {"value": True}]},
            Choice("Which?", {"a": "first", "true": None}),
        ),
        (
            SCORE
            | {
                "levels": [
                    {"label": "0", "description": "calm"},
                    {"label": "high", "description": "furious"},
                    {"label": "top", "description": None},
                    {"label": "", "description": "beyond"},
                ]
            },
            Score("How much?", ["calm", "high: furious", "top", "beyond"]),
        ),
    ],
    ids=["text", "texts", "json", "booleans", "mixed", "levels"],
)
def test_a_question_asks_what_it_says(
    make_cascade: MakeCascade, question: Any, plain: Noul | Choice | Score
) -> None:
    """With its descriptions; a label that only counts is left out where the level is described."""
    tier = ScriptedTier(first_label)
    with TestClient(create_app(make_cascade(tier))) as client:
        ask(client, question)
    assert [asked for asked, _ in tier.asked] == [plain]


def test_as_many_choices_as_may_be_are_answered(client: Client) -> None:
    """255 values, 10 levels and 400 questions."""
    answers = ask(
        client, choice(map(str, range(255))), score(map(str, range(10))), *[PREDICATE] * 398
    )["answers"]
    assert [len(answer["probabilities"]) for answer in answers[:2]] == [255, 10]
    assert len(answers) == 400


def test_system_one_s_form_is_answered_in_its_own_words(client: Client) -> None:
    """A body with a state and an object of questions, right or wrong."""
    body: dict[str, Any] = {"state": "x", "questions": {"q": {"type": "noul"}}}
    response = client.post(ROUTE, json=body)
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"][:3] == ["body", "questions", "q"]
    body["questions"]["q"]["instructions"] = "Is it so?"
    assert client.post(ROUTE, json=body).json()["answers"]["q"]["noul"] == 0.25
    unknown = client.post(ROUTE, json=body | {"model": "gpt-2"})
    assert unknown.status_code == 400
    assert "gpt-2" in unknown.json()["detail"]["message"]


APPROVE = "Did the user approve?"
APPROVED = [
    {"role": "assistant", "content": "Shall I create the listing?"},
    {"role": "user", "content": "Yes please"},
]


def test_a_plain_yes_is_settled_by_the_rules(real: Client) -> None:
    """As a predicate, and as a choice between true and false."""
    predicate, chosen = ask(
        real,
        PREDICATE | {"instructions": APPROVE},
        choice([False, True]) | {"instructions": APPROVE},
        input=APPROVED,
        x_verdict=True,
    )["answers"]
    assert predicate["probability"] > 0.99
    assert chosen["choice"] is True
    for answer in (predicate, chosen):
        assert answer["x_verdict"]["tier"] == "rules"
        assert answer["x_verdict"]["settled"]


@pytest.mark.parametrize("reply", ["Yes, but not now", "Yes? No", "Keep this private please"])
def test_what_is_no_plain_yes_is_none(real: Client, reply: str) -> None:
    """Neither as a predicate nor as a choice between true and false."""
    conversation = [APPROVED[0], {"role": "user", "content": reply}]
    predicate, chosen = ask(
        real,
        PREDICATE | {"instructions": APPROVE},
        choice([True, False]) | {"instructions": APPROVE},
        input=conversation,
    )["answers"]
    assert predicate["probability"] < 0.5
    assert chosen["choice"] is False


@pytest.mark.parametrize("values", [["yes", "no"], ["No", "Yes"], ["true", "false"], [True, "no"]])
@pytest.mark.parametrize(("reply", "said"), [("Yes please", "yes"), ("No", "no"), ("later", "no")])
def test_a_choice_between_yes_and_no_in_words_is_a_yes_no_question_too(
    real: Client, values: list[Any], reply: str, said: str
) -> None:
    """Clients that can only send words get what booleans get, and their own words back."""
    content = [
        {"role": "assistant", "content": "Shall I create the listing?"},
        {"role": "user", "content": reply},
    ]
    asked = choice(values) | {"instructions": "Did the user approve?"}
    response = real.post(ROUTE, json={"input": content, "questions": [asked]})
    answer = response.json()["answers"][0]
    means = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
    assert means[str(answer["choice"]).casefold()] == said
    assert [each["value"] for each in answer["probabilities"]] == values
