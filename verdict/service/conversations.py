"""OpenAI's `input`, a text or a conversation, and the content of a state that it becomes.

A conversation that ends with an assistant's text and a user's text becomes a prompt and its reply,
which the rules may read. A yes there may perform a write, so it is done only where the reply can
answer nothing but that prompt: nothing stands between the two, both are nothing but text, the
prompt has words in it, and the assistant said nothing else since a user spoke last. What came
earlier stands under `before`, which the rules leave aside: a yes is to what was proposed last.
Every other conversation becomes the array of its items, in which the rules find no reply.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field, model_validator
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from verdict.rendering import StateContent
from verdict.schemas import at_most
from verdict.service.faults import wrong_at

MAX_ITEMS = 10_000  # of a conversation; each takes a while to check
_at_most_items = at_most(MAX_ITEMS)


def _check_data(value: object) -> object:
    rows = value if isinstance(value, list) else [value]
    if not all(isinstance(row, dict) for row in rows):
        raise PydanticCustomError("data_type", "an object or an array of objects is expected")
    return value


class InputText(BaseModel):
    """A text."""

    type: Literal["input_text"]
    text: str


class InputJson(BaseModel):
    """An object or an array of objects."""

    type: Literal["input_json"]
    data: Annotated[dict[str, Any] | list[dict[str, Any]], BeforeValidator(_check_data)]


class InputImage(BaseModel):
    """An image; it is refused."""

    type: Literal["input_image"]

    @model_validator(mode="before")
    @classmethod
    def _refuse(cls, _: object) -> object:
        raise PydanticCustomError("image", "images are not read here: say in text what it shows")


class OutputText(BaseModel):
    """A text that the assistant said."""

    type: Literal["output_text"]
    text: str


class Refusal(BaseModel):
    """What the assistant said where it declined."""

    type: Literal["refusal"]
    refusal: str


def _array(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise PydanticCustomError("text_or_array", "a string or an array is expected")
    return value


def _as_parts(value: object) -> list[Any]:
    if isinstance(value, str):
        return [{"type": "input_text", "text": value}]
    return _array(value)


def _as_items(value: object) -> list[Any]:
    if isinstance(value, str):
        return [{"type": "message", "role": "user", "content": value}]
    return [
        {"type": "message", **item} if isinstance(item, dict) and "type" not in item else item
        for item in _array(_at_most_items(value))
    ]


_AnyPart: TypeAlias = InputText | InputJson | InputImage | OutputText | Refusal
_QuestionPart: TypeAlias = Annotated[
    InputText | InputJson | SkipJsonSchema[InputImage], Field(discriminator="type")
]
_Part: TypeAlias = Annotated[
    InputText | InputJson | SkipJsonSchema[InputImage] | OutputText | Refusal,
    Field(discriminator="type"),
]
# An array may hold very many: the first fault ends its reading.
QuestionParts: TypeAlias = Annotated[
    list[_QuestionPart],
    Field(fail_fast=True),
    BeforeValidator(
        _as_parts,
        json_schema_input_type=Annotated[str, Field(pattern=r"\S")]
        | Annotated[list[_QuestionPart], Field(min_length=1)],
    ),
]
Parts: TypeAlias = Annotated[
    list[_Part],
    Field(fail_fast=True),
    BeforeValidator(_as_parts, json_schema_input_type=str | list[_Part]),
]


class Message(BaseModel):
    """What somebody said."""

    type: Literal["message"] = "message"
    role: Literal["user", "assistant", "system", "developer"]
    content: Parts
    phase: str | None = None
    status: str | None = None


class FunctionCall(BaseModel):
    """A function that the assistant called."""

    type: Literal["function_call"]
    call_id: str
    name: str
    arguments: str


class CustomToolCall(BaseModel):
    """A tool that the assistant called."""

    type: Literal["custom_tool_call"]
    call_id: str
    name: str
    input: str


class CallOutput(BaseModel):
    """What a call gave; an earlier item has its `call_id`."""

    type: Literal["function_call_output", "custom_tool_call_output"]
    call_id: str
    output: Parts


Item: TypeAlias = Message | FunctionCall | CustomToolCall | CallOutput
_TypedItem = Annotated[Item, Field(discriminator="type")]
Conversation: TypeAlias = Annotated[
    list[_TypedItem],
    Field(min_length=1, fail_fast=True),
    BeforeValidator(
        _as_items,
        json_schema_input_type=str
        | Annotated[list[_TypedItem], Field(min_length=1, max_length=MAX_ITEMS)],
    ),
]


def parts_content(parts: Sequence[_AnyPart]) -> str | list[Any]:
    """The parts as one text, one under another, or as an array where one of them is no text."""
    texts = [part.text for part in parts if isinstance(part, InputText | OutputText)]
    return "\n".join(texts) if len(texts) == len(parts) else [_part_content(part) for part in parts]


def state_content(items: Sequence[Item]) -> StateContent:
    """The conversation as the content of a state.

    Raises:
        RefusedError: a tool's output answers no earlier call.
    """
    _check_calls(items)
    last = items[-1]
    said = parts_content(last.content) if isinstance(last, Message) else []
    if len(items) == 1 and isinstance(last, Message) and last.role == "user":
        if isinstance(said, str):
            return said
        match last.content:
            case [InputJson(data=data)]:
                return data
    prompt = _prompt_of(items)
    if prompt is None or not isinstance(said, str):
        return [_entry(item) for item in items]
    before = [_entry(item) for item in items[:-2]]
    return ({"before": before} if before else {}) | {"prompt": prompt, "reply": said}


# What an assistant says to be answered, and has said to the end.
_FINAL = (None, "final_answer")
_COMPLETE = (None, "completed")


def _prompt_of(items: Sequence[Item]) -> str | None:
    """What the last item answers, if that can be said."""
    if len(items) < 2:  # noqa: PLR2004  # a prompt and a reply
        return None
    asked, answered = items[-2:]
    if not (isinstance(asked, Message) and isinstance(answered, Message)):
        return None
    if (asked.role, answered.role) != ("assistant", "user"):
        return None
    if not (asked.phase in _FINAL and answered.phase is None and asked.status in _COMPLETE):
        return None
    said = parts_content(asked.content)
    # Without words in it, a prompt is read as if there were none.
    if len(asked.content) != 1 or not isinstance(said, str) or not any(map(str.isalnum, said)):
        return None
    return None if _spoke(items[:-2]) else said


def _spoke(items: Iterable[Item]) -> bool:
    """Whether the assistant said something after the last user."""
    roles = [item.role for item in items if isinstance(item, Message)]
    spoken = [role for role in roles if role in ("user", "assistant")]
    return spoken[-1:] == ["assistant"]


def _entry(item: Item) -> dict[str, Any]:
    match item:
        case Message():
            said = parts_content(item.content)
            return {"role": item.role, "text" if isinstance(said, str) else "content": said}
        case FunctionCall():
            return {"call": item.name, "arguments": item.arguments}
        case CustomToolCall():
            return {"call": item.name, "arguments": item.input}
        case CallOutput():
            return {"output": parts_content(item.output)}


def _part_content(part: _AnyPart) -> object:
    match part:
        case InputText() | OutputText():
            return part.text
        case InputJson():
            return part.data
        case Refusal():
            return {"refusal": part.refusal}
        case InputImage():
            raise AssertionError("an image is refused as it is read")


def _check_calls(items: Iterable[Item]) -> None:
    answerable: set[tuple[str, str]] = set()
    for number, item in enumerate(items):
        match item:
            case FunctionCall() | CustomToolCall():
                answerable.add((f"{item.type}_output", item.call_id))
            case CallOutput() if (item.type, item.call_id) not in answerable:
                call = item.type.removesuffix("_output")
                raise wrong_at(
                    ("input", number, "call_id"), f"no {call} before it has this call_id"
                )
