"""What `POST /v1/decisions` refuses, and how: in OpenAI's envelope, with the place."""

import json
import math
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from decisions import CHOICE, PREDICATE, ROUTE, choice, first_label, score
from scripted import MakeCascade, ScriptedTier
from timing import started
from verdict import Settings
from verdict.service.app import create_app
from verdict.service.decision_answers import DecisionsBody, OpenAIErrorBody

N = 200_000
# Unicode normalising takes quadratic time over such a run.
MARKS = "\u0301\u0316" * 490

Client = TestClient[Any]


def refused(client: Client, body: Any, status: int = 400) -> Any:
    """The error of a request that is wrong."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = client.post(ROUTE, content=content)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    return OpenAIErrorBody.model_validate_json(response.content, strict=True).error


@pytest.fixture
def client(make_cascade: MakeCascade) -> Iterator[Client]:
    with TestClient(create_app(make_cascade(ScriptedTier(first_label)))) as client:
        yield client


BAD: list[tuple[Any, str]] = [
    ({"questions": [PREDICATE]}, "input"),
    ({"state": "x", "questions": [PREDICATE]}, "input"),
    ({"state": "x"}, "input"),
    ([], "input"),
    ("x", "input"),
    ({"input": 5}, "input"),
    ({"input": None}, "input"),
    ({"input": []}, "input"),
    ({"input": [5]}, "input[0]"),
    ({"input": [{}]}, "input[0].role"),
    ({"input": [{"role": "tool", "content": "x"}]}, "input[0].role"),
    ({"input": [{"type": "call"}]}, "input[0].type"),
    ({"input": [{"type": []}]}, "input[0].type"),
    ({"input": [{"role": "user"}]}, "input[0].content"),
    ({"input": [{"role": "user", "content": 5}]}, "input[0].content"),
    ({"input": [{"role": "user", "content": [5]}]}, "input[0].content[0]"),
    ({"input": [{"role": "user", "content": [{}]}]}, "input[0].content[0].type"),
    ({"input": [{"role": "user", "content": [{"type": "x"}]}]}, "input[0].content[0].type"),
    (
        {"input": [{"role": "user", "content": [{"type": "refusal"}]}]},
        "input[0].content[0].refusal",
    ),
    (
        {"input": [{"role": "user", "content": [{"type": "input_json", "data": [1]}]}]},
        "input[0].content[0].data",
    ),
    ({"input": [{"type": "function_call_output", "call_id": "c"}]}, "input[0].output"),
    (
        {"input": [{"type": "function_call_output", "call_id": "c", "output": "x"}]},
        "input[0].call_id",
    ),
    (
        {"input": [{"role": "user", "content": [{"type": "input_json", "data": {"a": [1] * N}}]}]},
        "input",
    ),
    ({"input": [{"role": "user", "content": "x"}] * 10_001}, "input"),
    ({"input": "x", "questions": None}, "questions"),
    ({"input": "x", "questions": {}}, "questions"),
    ({"input": "x", "questions": []}, "questions"),
    ({"input": "x", "questions": [PREDICATE] * 401}, "questions"),
    ({"input": "x", "questions": [5]}, "questions[0]"),
    ({"input": "x", "questions": [{}]}, "questions[0].type"),
    ({"input": "x", "questions": [PREDICATE, {"type": "noul"}]}, "questions[1].type"),
    ({"input": "x", "questions": [{"type": "predicate"}]}, "questions[0].instructions"),
    (
        {"input": "x", "questions": [PREDICATE | {"instructions": " "}]},
        "questions[0].instructions",
    ),
    ({"input": "x", "questions": [CHOICE | {"instructions": []}]}, "questions[0].instructions"),
    (
        {"input": "x", "questions": [PREDICATE | {"instructions": [{"text": "x"}]}]},
        "questions[0].instructions[0].type",
    ),
    ({"input": "x", "questions": [PREDICATE | {"name": 5}]}, "questions[0].name"),
    (
        {"input": "x", "questions": [PREDICATE | {"name": n} for n in ("a", None, "a")]},
        "questions[2].name",
    ),
    ({"input": "x", "questions": [CHOICE | {"choices": ["a", "b"]}]}, "questions[0].choices[0]"),
    ({"input": "x", "questions": [choice(["a"])]}, "questions[0].choices"),
    ({"input": "x", "questions": [choice(["a", "a"])]}, "questions[0].choices"),
    ({"input": "x", "questions": [choice([True, True])]}, "questions[0].choices"),
    ({"input": "x", "questions": [choice(["a", 1])]}, "questions[0].choices[1].value"),
    ({"input": "x", "questions": [choice([None, "a"])]}, "questions[0].choices[0].value"),
    ({"input": "x", "questions": [choice(["a", " "])]}, "questions[0].choices"),
    ({"input": "x", "questions": [choice(["a", "b" * 1001])]}, "questions[0].choices"),
    ({"input": "x", "questions": [choice(["\u00e9", "e\u0301"])]}, "questions[0].choices"),
    ({"input": "x", "questions": [choice(map(str, range(256)))]}, "questions[0].choices"),
    ({"input": "x", "questions": [score(["a"])]}, "questions[0].levels"),
    ({"input": "x", "questions": [score(["a", "a"])]}, "questions[0].levels"),
    ({"input": "x", "questions": [score(["a", ""])]}, "questions[0].levels"),
    ({"input": "x", "questions": [score(["a", 1])]}, "questions[0].levels[1].label"),
    ({"input": "x", "questions": [score(map(str, range(11)))]}, "questions[0].levels"),
    ({"input": "x", "questions": [PREDICATE], "x_verdict": 1}, "x_verdict"),
    ({"input": "x", "questions": [PREDICATE], "model": None}, "model"),
]


@pytest.mark.parametrize(("body", "param"), BAD, ids=map(str, range(len(BAD))))
def test_what_is_wrong_is_told_with_its_place(client: Client, body: Any, param: str) -> None:
    """400 in OpenAI's envelope, with one place, which the message names too."""
    if isinstance(body, dict) and "input" in body:
        body = {"questions": [PREDICATE]} | body
    error = refused(client, body)
    assert error.param == param
    assert error.type == "invalid_request_error"
    assert error.code
    assert param in error.message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"input": 5}, "input: a string or an array is expected"),
        ({"input": [5]}, "input[0]: an object is expected"),
        (
            {"input": [{"role": "user", "content": [{"text": "x"}]}]},
            "input[0].content[0].type: say its type, such as input_text",
        ),
        (
            {"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}]},
            "input[0].content[0]: images are not read here: say in text what it shows",
        ),
        (
            {"input": "x", "questions": [PREDICATE | {"instructions": [{"type": "input_image"}]}]},
            "questions[0].instructions[0]: images are not read here: say in text what it shows",
        ),
        (
            {"input": "x", "questions": [{}]},
            "questions[0].type: say its type: predicate, choice or score",
        ),
        (
            {"input": "x", "questions": [choice(["a", 1])]},
            "questions[0].choices[1].value: a string, true or false is expected",
        ),
    ],
)
def test_a_mistake_is_told_in_the_words_of_the_request(
    client: Client, body: Any, message: str
) -> None:
    """Once, and not for each form that the place might have had."""
    assert refused(client, {"questions": [PREDICATE]} | body).message == message


def test_an_unknown_model_is_not_found(client: Client) -> None:
    """OpenAI's clients have an exception of their own for it."""
    error = refused(client, {"input": "x", "model": "gpt-2", "questions": [PREDICATE]}, 404)
    assert (error.code, error.param) == ("model_not_found", "model")
    assert "gpt-2" in error.message


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not json", 400),
        (b"", 400),
        (b'{"input": "x", "input": "y"}', 400),
        (b'{"input": "\\ud800", "questions": []}', 400),
        (b'{"input": NaN, "questions": []}', 400),
        (b'{"input": ' + b"[" * 5000, 400),
        (b'{"input": "' + b"x" * 2_000_000 + b'"}', 413),
    ],
    ids=["no-json", "empty", "key-twice", "surrogate", "nan", "deep", "large"],
)
def test_a_body_that_says_no_one_thing_is_refused(client: Client, body: bytes, status: int) -> None:
    """In OpenAI's envelope; and the service answers afterwards."""
    assert refused(client, body, status).message
    assert client.post(ROUTE, json={"input": "x", "questions": [PREDICATE]}).status_code == 200


def test_how_much_may_be_asked_is_limited(make_cascade: MakeCascade) -> None:
    """The number of decisions before any is looked at, and the size of the answer."""
    few = make_cascade(ScriptedTier(first_label), settings=Settings(max_decisions=6))
    with TestClient(create_app(few)) as client:
        assert "at most 6" in refused(client, {"input": "x", "questions": [{}] * 7}).message
    small = make_cascade(ScriptedTier(first_label), settings=Settings(max_answer_bytes=9000))
    with TestClient(create_app(small)) as client:
        body = {"input": "x", "questions": [choice(map(str, range(50)))] * 9}
        assert "the answer would be about" in refused(client, body).message


HOSTILE: dict[str, Any] = {
    "numbers": {"input": [1] * N},
    "no roles": {"input": [{}] * N},
    "messages": {"input": [{"role": "user", "content": ""}] * 30_000},
    "as many as may be": {"input": [{"role": "user", "content": "word " * 4}] * 10_000},
    "calls": {
        "input": [{"type": "function_call", "call_id": "", "name": "", "arguments": ""}] * 10_000
    },
    "parts": {
        "input": [{"role": "user", "content": [{"type": "input_text", "text": ""}] * 25_000}]
    },
    "bad parts": {"input": [{"role": "user", "content": [1] * N}]},
    "rows": {"input": [{"role": "user", "content": [{"type": "input_json", "data": [{}] * N}]}]},
    "questions": {"input": "x", "questions": [1] * N},
    "choices": {"input": "x", "questions": [choice(["x"] * 50_000)]},
    "marks": {"input": "x", "questions": [choice([f"{i}{MARKS}" for i in range(200)])] * 2},
    "fields": {"input": "x"} | {f"k{i}": 1 for i in range(60_000)},
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_large_wrong_body_costs_little(client: Client, body: Any) -> None:
    """It is answered within a second."""
    content = json.dumps({"questions": [PREDICATE]} | body, ensure_ascii=False).encode()
    assert 300_000 < len(content) < 1024 * 1024
    since = started()
    response = client.post(ROUTE, content=content)
    assert time.process_time() - since < 1
    assert response.status_code in (200, 400)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
NAMED = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9)
TEXT = NAMED | st.sampled_from(["", "true", "\ud800", "\x00"])
PART = st.one_of(
    JSON,
    st.fixed_dictionaries(
        {"type": st.sampled_from(["input_text", "output_text", "refusal", "input_json", "x"])},
        optional={"text": TEXT, "refusal": TEXT, "data": JSON},
    ),
)
SAID = TEXT | st.lists(PART, max_size=3) | JSON
ITEM = st.one_of(
    JSON,
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system"]), "content": SAID}
    ),
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["function_call", "function_call_output", "custom_tool_call"]),
            "call_id": st.sampled_from(["a", "b"]),
        },
        optional={"name": TEXT, "arguments": TEXT, "input": TEXT, "output": SAID},
    ),
)
VALUE = st.booleans() | TEXT
LEVEL = st.fixed_dictionaries({"label": TEXT}, optional={"description": TEXT | st.none()})
QUESTION = st.fixed_dictionaries(
    {"type": st.sampled_from(["predicate", "choice", "score"]), "instructions": NAMED | SAID},
    optional={
        "name": TEXT | st.none(),
        "choices": st.lists(
            st.fixed_dictionaries({"value": VALUE}, optional={"description": TEXT}), max_size=5
        )
        | JSON,
        "levels": st.lists(LEVEL, max_size=5) | JSON,
    },
)
ASKABLE = st.one_of(
    st.builds(lambda text: PREDICATE | {"instructions": "Is it " + text}, NAMED),
    st.builds(
        choice,
        st.lists(NAMED | st.booleans(), min_size=2, max_size=6, unique_by=repr),
    ),
    st.builds(score, st.lists(NAMED, min_size=2, max_size=9, unique=True)),
)
REQUEST = st.one_of(
    st.fixed_dictionaries(
        {
            "input": NAMED | st.lists(ITEM, max_size=4),
            "questions": st.lists(ASKABLE, min_size=1, max_size=3),
        }
    ),
    st.fixed_dictionaries({"input": JSON | NAMED, "questions": st.lists(QUESTION, max_size=3)}),
    st.fixed_dictionaries({"input": NAMED, "questions": JSON}, optional={"model": TEXT}),
    JSON,
)


@given(request=REQUEST)
@settings(max_examples=300, deadline=None)
def test_anything_gets_a_valid_distribution_or_a_clear_4xx(real: Client, request: Any) -> None:
    """Random conversations, questions and Unicode: never a 5xx, nor numbers that are no odds."""
    response = real.post(ROUTE, content=json.dumps(request).encode())
    event(f"status {response.status_code}")
    assert response.status_code in (200, 400, 404)
    if response.status_code != 200:
        error = OpenAIErrorBody.model_validate_json(response.content, strict=True).error
        assert error.message
        return
    DecisionsBody.model_validate_json(response.content, strict=True)
    answers = response.json()["answers"]
    for question, answer in zip(request["questions"], answers, strict=True):
        assert (answer["type"], answer["name"]) == (question["type"], question.get("name"))
        if answer["type"] == "predicate":
            continue
        shares = {repr(p["value"]): p["probability"] for p in answer["probabilities"]}
        assert math.isclose(math.fsum(shares.values()), 1, abs_tol=1e-9)
        if answer["type"] == "choice":
            assert list(shares) == [repr(each["value"]) for each in question["choices"]]
            assert shares[repr(answer["choice"])] == max(shares.values())
        else:
            labels = [each["label"] for each in answer["probabilities"]]
            assert labels == [level["label"] for level in question["levels"]]
            mean = math.fsum(int(level) * p for level, p in shares.items())
            assert math.isclose(answer["score"], mean, abs_tol=1e-9)
