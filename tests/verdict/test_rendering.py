import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict import ContentError
from verdict.rendering import MAX_DEPTH, JsonValue, render

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("as it is\n", "as it is\n"),
        ({"prompt": "Go?", "reply": "yes"}, "prompt: Go?\nreply: yes"),
        ([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "one\ntwo"),
        ([{"type": "text", "text": "one"}, "two"], "-\n  type: text\n  text: one\n- two"),
        (
            {"a": {"b": [1, 2.5, True, None]}},
            "a:\n  b:\n    - 1\n    - 2.5\n    - true\n    - null",
        ),
        ({}, ""),
        ([], ""),
        ({"a": {}}, "a:"),
    ],
)
def test_structured_content_is_rendered_by_the_documented_rule(
    content: JsonValue, text: str
) -> None:
    """Each form of content has the one text that the module's page promises."""
    assert render(content) == text


@given(JSON)
def test_rendering_is_deterministic_and_never_fails_on_json(content: JsonValue) -> None:
    """Any JSON value of modest depth renders, to the same text each time."""
    assert render(content) == render(content)


def test_content_deeper_than_the_limit_is_refused() -> None:
    """Depth beyond the limit is an error that names the limit, not a recursion error."""
    content: JsonValue = "x"
    for _ in range(MAX_DEPTH + 2):
        content = [content]
    with pytest.raises(ContentError, match=str(MAX_DEPTH)):
        render(content)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    """A value without a JSON form is an error, not text that looks like one."""
    with pytest.raises(ContentError, match="JSON cannot say"):
        render({"a": value})


def test_deep_and_broad_content_is_refused_by_its_size() -> None:
    """Indentation cannot blow a small body up into a large text."""
    content: JsonValue = [1] * 200_000
    for _ in range(50):
        content = [content]
    with pytest.raises(ContentError, match="more than 262144 characters"):
        render(content)


def test_half_a_surrogate_pair_is_refused() -> None:
    """A text that cannot be encoded is refused, alone or inside content."""
    for content in ("a\ud800", {"a": ["\udfff"]}):
        with pytest.raises(ContentError, match="surrogate"):
            render(content)
