"""What is wrong with a body and where, without the body's content."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypedDict

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from verdict.errors import ContentError
from verdict.rendering import clip
from verdict.service.bodies import BodyError

_MAX_FAULTS = 50
_MAX_LISTED = 5000
_MAX_SHOWN = 300
# In the words of JSON, where the library speaks of Python.
_MESSAGES = {
    "model_type": "an object is expected",
    "model_attributes_type": "an object is expected",
    "dict_type": "an object is expected",
    "list_type": "an array is expected",
}
_CONTENT_KINDS = ("str", "list[any]", "dict[str,any]")
_QUESTION_KINDS = ("noul", "choice", "score", "predicate")
# Kinds of items and of parts, named after their place in an array.
_KINDS = frozenset(
    {
        "message",
        "function_call",
        "custom_tool_call",
        "function_call_output",
        "custom_tool_call_output",
        "input_text",
        "input_json",
        "input_image",
        "output_text",
        "refusal",
    }
)

Location = tuple[str | int, ...]


class Fault(TypedDict):
    """One fault of a body, in FastAPI's form."""

    loc: Location
    msg: str
    type: str


def body_faults(error: BodyError | ContentError | ValidationError) -> list[Fault]:
    """Every fault of a body."""
    if isinstance(error, BodyError):
        return [{"loc": ("body",), "msg": str(error), "type": "json_invalid"}]
    if isinstance(error, ContentError):
        return [{"loc": ("body", "state"), "msg": str(error), "type": "value_error"}]
    if error.error_count() > _MAX_LISTED:
        message = f"{error.error_count()} faults, too many to list: check the form of the body"
        return [{"loc": ("body",), "msg": message, "type": "too_many_faults"}]
    found = error.errors(include_url=False, include_context=False, include_input=False)
    told: dict[Location, Fault] = {}
    for each in found[:_MAX_FAULTS]:
        fault = _fault(each)
        told.setdefault(fault["loc"], fault)
    return list(told.values())


def _fault(error: ErrorDetails) -> Fault:
    """A text that is none is told as one fault, not as one for each form of a text."""
    loc: Location = ("body", *(_clip(part) for part in error["loc"]))
    if loc[-1] in _CONTENT_KINDS:
        message = "a string, an object or an array is expected"
        return {"loc": loc[:-1], "msg": message, "type": error["type"]}
    message = _message(error["type"], error["loc"]) or clip(
        error["msg"].removeprefix("Value error, "), _MAX_SHOWN
    )
    return {"loc": loc, "msg": message, "type": error["type"]}


def _message(code: str, loc: Location) -> str | None:
    if code == "union_tag_not_found":
        if loc[0] != "questions" or len(loc) > 2:  # noqa: PLR2004  # a part, not a question
            return "say its type, such as input_text"
        kinds = "predicate" if isinstance(loc[1], int) else "noul"
        return f"say its type: {kinds}, choice or score"
    return _MESSAGES.get(code)


def own_faults(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """The faults as our own routes tell them: a JSON pointer and what is wrong there."""
    return [{"pointer": _pointer(fault["loc"]), "detail": fault["msg"]} for fault in faults]


def own_path(loc: Location) -> str:
    """The place in the document, for a message."""
    return ".".join(str(part) for part in _parts(loc)) or "the body"


def openai_param(fault: Fault) -> str | None:
    """The place in the document as OpenAI names it: `questions[0].choices`."""
    path = ""
    for part in _parts(fault["loc"]):
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    if fault["type"] in ("union_tag_not_found", "union_tag_invalid"):
        path += ".type"
    return path.removeprefix(".") or None


def _pointer(loc: Location) -> str:
    """RFC 6901, as a URI fragment."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in _parts(loc))
    return "#" + "".join(f"/{part}" for part in parts)


def _parts(loc: Location) -> list[str | int]:
    """The place in the document: pydantic also names the kind of question or text it tried."""
    parts = list(loc)[1:]
    if len(parts) > 1 and parts[-1] == "[key]":
        del parts[-1]
    if len(parts) > 2 and parts[0] == "questions" and parts[2] in _QUESTION_KINDS:  # noqa: PLR2004
        del parts[2]
    return [
        part
        for before, part in pairwise(["", *parts])
        if not (isinstance(before, int) and part in _KINDS)
    ]


def _clip(part: str | int) -> str | int:
    return clip(part, _MAX_SHOWN) if isinstance(part, str) else part
