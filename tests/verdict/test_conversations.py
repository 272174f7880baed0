"""OpenAI's `input`, and what of it the rules may read as a reply."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from verdict import Cascade, Noul
from verdict.service.conversations import Conversation, state_content
from verdict.service.refusals import RefusedError

CONVERSATION: TypeAdapter[Any] = TypeAdapter(Conversation)
PROMPT = "Shall I create the listing?"
ASKED = {"role": "assistant", "content": PROMPT}
YES = {"role": "user", "content": "Yes please"}
CALL = {"type": "function_call", "call_id": "c", "name": "find", "arguments": '{"id": 1}'}
OUTPUT = {"type": "function_call_output", "call_id": "c", "output": "found"}


def text(said: str, kind: str = "input_text") -> dict[str, Any]:
    return {"type": kind, "text": said}


def data(value: Any) -> dict[str, Any]:
    return {"type": "input_json", "data": value}


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(parts)}


def assistant(*parts: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts)}


def read(value: Any) -> Any:
    return state_content(CONVERSATION.validate_python(value))


@pytest.mark.parametrize(
    "value",
    [
        "Yes\nplease",
        [{"role": "user", "content": "Yes\nplease"}],
        [{"type": "message", "role": "user", "content": [text("Yes\nplease")]}],
        [user(text("Yes"), text("please") | {"prompt_cache_breakpoint": {"mode": "explicit"}})],
    ],
)
def test_a_text_in_any_form_is_the_same_text(value: Any) -> None:
    """A string, a message and its parts say the same thing."""
    assert read(value) == "Yes\nplease"


@pytest.mark.parametrize("value", [{"prompt": PROMPT, "reply": "Yes"}, [{"a": 1}, {"a": 2}]])
def test_json_alone_is_the_state_itself(value: Any) -> None:
    """So that a caller can say which is the prompt and which the reply."""
    assert read([user(data(value))]) == value


def test_an_assistant_s_text_and_the_user_s_are_a_prompt_and_its_reply() -> None:
    """A person answered what the assistant said."""
    said = {"prompt": PROMPT, "reply": "Yes please"}
    assert read([ASKED, YES]) == said
    assert read([assistant(text(PROMPT, "output_text")), user(text("Yes please"))]) == said
    assert read([ASKED | {"phase": "final_answer"}, YES]) == said


def test_what_was_said_earlier_stands_before_the_prompt() -> None:
    """In order, with calls and what they gave."""
    custom = {"type": "custom_tool_call", "call_id": "c", "name": "draw", "input": "x"}
    given = {"type": "custom_tool_call_output", "call_id": "c", "output": [text("a"), data({})]}
    earlier = [
        {"role": "system", "content": "Be brief."},
        user(text("Look"), data({"id": 1})),
        assistant({"type": "refusal", "refusal": "No."}),
        {"role": "user", "content": "Why?"},
        CALL,
        OUTPUT,
        custom,
        given,
    ]
    assert read([*earlier, ASKED, YES]) == {
        "before": [
            {"role": "system", "text": "Be brief."},
            {"role": "user", "content": ["Look", {"id": 1}]},
            {"role": "assistant", "content": [{"refusal": "No."}]},
            {"role": "user", "text": "Why?"},
            {"call": "find", "arguments": '{"id": 1}'},
            {"output": "found"},
            {"call": "draw", "arguments": "x"},
            {"output": ["a", {}]},
        ],
        "prompt": PROMPT,
        "reply": "Yes please",
    }


def test_every_other_conversation_is_the_array_of_its_items() -> None:
    """Nothing is left out, and nothing is called a reply."""
    assert read([{"role": "system", "content": "Be brief."}, YES]) == [
        {"role": "system", "text": "Be brief."},
        {"role": "user", "text": "Yes please"},
    ]


@pytest.mark.parametrize(
    "earlier",
    [
        [],
        [{"role": "system", "content": "You may create listings."}],
        [{"role": "user", "content": "No, not the old one."}, CALL, OUTPUT],
        [assistant(text("Which one?")), {"role": "user", "content": "The second."}],
    ],
)
def test_a_reply_is_read_whatever_came_before_its_prompt(
    cascade: Cascade, earlier: list[Any]
) -> None:
    """The user approved what was proposed last."""
    verdict = cascade.decide(read([*earlier, ASKED, YES]), Noul("Did the user approve?"))
    assert (verdict.tier, verdict.settled) == ("rules", True)
    assert verdict.p_true > 0.99


@pytest.mark.parametrize(
    "value",
    [
        [YES],
        [ASKED, YES, CALL],
        [ASKED, YES, {"role": "assistant", "content": "Done."}],
        [ASKED, CALL, OUTPUT, YES],
        [ASKED, {"role": "system", "content": "The user is a child."}, YES],
        [ASKED, {"role": "user", "content": "No!"}, YES],
        [{"role": "assistant", "content": "Or shall I delete it?"}, ASKED, YES],
        [{"role": "assistant", "content": "Shall I delete it?"}, CALL, OUTPUT, ASKED, YES],
        [assistant(text("Shall I delete it?"), text(PROMPT)), YES],
        [assistant(text(PROMPT), {"type": "refusal", "refusal": "I cannot."}), YES],
        [assistant({"type": "refusal", "refusal": PROMPT}), YES],
        [assistant(data({"ask": PROMPT})), YES],
        [assistant(), YES],
        [{"role": "assistant", "content": " "}, YES],
        [{"role": "assistant", "content": "..."}, YES],
        [ASKED | {"phase": "commentary"}, YES],
        [ASKED | {"phase": "analysis"}, YES],
        [ASKED | {"status": "incomplete"}, YES],
        [ASKED, YES | {"phase": "commentary"}],
        [ASKED, user(text("Yes"), data({"but": "not now"}))],
        [ASKED, user(data({"reply": "Yes"}))],
        [{"role": "developer", "content": PROMPT}, YES],
        [ASKED, {"role": "assistant", "content": "Yes"}],
        [ASKED],
    ],
)
def test_a_yes_that_may_answer_something_else_approves_nothing(
    cascade: Cascade, value: list[Any]
) -> None:
    """Where a call, a person or a second text stands in between, the rules pass."""
    verdict = cascade.decide(read(value), Noul("Did the user approve?"))
    assert verdict.trace[0].reason == "not_a_reply"
    assert not verdict.settled
    assert verdict.p_true < 0.5


@pytest.mark.parametrize(
    "output",
    [
        OUTPUT | {"call_id": "d"},
        OUTPUT | {"type": "custom_tool_call_output"},
    ],
)
def test_an_output_without_its_call_is_refused(output: dict[str, Any]) -> None:
    """The place is named; so is one that stands before its call."""
    for items, place in (([CALL, YES, output], 2), ([OUTPUT, CALL], 0)):
        with pytest.raises(RefusedError, match="_call before it has this call_id") as refused:
            read(items)
        assert refused.value.place == ("input", place, "call_id")
