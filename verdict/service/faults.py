"""What is wrong with a body and where, without the body's content."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypedDict
from urllib.parse import quote

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from verdict.errors import ContentError
from verdict.rendering import clip
from verdict.service.bodies import BodyError
from verdict.service.refusals import RefusedError

_MAX_FAULTS = 50
_MAX_LISTED = 5000
_MAX_SHOWN = 300
_MESSAGES = {
    "model_type": "an object is expected",
    "model_attributes_type": "an object is expected",
    "dict_type": "an object is expected",
    "list_type": "an array is expected",
    "string_type": "a string is expected",
    "bool_type": "true or false is expected",
    "missing": "it is missing",
    "extra_forbidden": "there is no such field",
}
# What pydantic calls the forms of a text, and its complaint where a value is not of that form.
_CONTENT_KINDS: dict[str | int, str] = {
    "str": "string_type",
    "list[any]": "list_type",
    "dict[str,any]": "dict_type",
}
# What may stand in the fragment of a URI as it is (RFC 3986, section 3.5).
_FRAGMENT = "~!$&'()*+,;=:@/?"
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
    told: dict[Location, Fault] = {}
    for each in error.errors(include_url=False, include_input=False)[:_MAX_FAULTS]:
        fault = _fault(each)
        told.setdefault(fault["loc"], fault)
    return list(told.values())


def refusal_faults(error: RefusedError) -> list[Fault]:
    """The one fault of a body that is well formed and asks what cannot be answered."""
    return [{"loc": ("body", *error.place), "msg": str(error), "type": "value_error"}]


def wrong_at(place: Location, why: str) -> RefusedError:
    """A refusal of one place of a body of OpenAI's."""
    return RefusedError(400, f"{openai_param(place)}: {why}", code="value_error", place=place)


def own_faults(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """The faults as our own routes tell them: a JSON pointer and what is wrong there."""
    return [{"pointer": _pointer(fault["loc"]), "detail": fault["msg"]} for fault in faults]


def own_path(loc: Location) -> str:
    """The place in the document, for a message."""
    return ".".join(str(part) for part in _parts(loc[1:])) or "the body"


def openai_param(place: Location, code: str = "") -> str | None:
    """The place in the document as OpenAI names it: `questions[0].choices`."""
    path = ""
    for part in _parts(place):
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    if code in ("union_tag_not_found", "union_tag_invalid"):
        path += ".type"
    return path.removeprefix(".") or None


def _fault(error: ErrorDetails) -> Fault:
    loc: Location = ("body", *(_clip(part) for part in error["loc"]))
    code = error["type"]
    if _CONTENT_KINDS.get(loc[-1]) == code:
        # A text that is none is one fault, not one for each form of a text.
        message = "a string, an object or an array is expected"
        return {"loc": loc[:-1], "msg": message, "type": code}
    if loc[-1] == "[key]":  # the place of the key itself
        loc = loc[:-1]
    return {"loc": loc, "msg": _message(error), "type": code}


def _message(error: ErrorDetails) -> str:
    """In the words of JSON, where the library speaks of Python."""
    code, loc, context = error["type"], error["loc"], error.get("ctx", {})
    match code:
        case "union_tag_not_found" | "union_tag_invalid":
            if loc[0] != "questions" or len(loc) > 2:  # noqa: PLR2004  # a part, not a question
                return "say its type, such as input_text"
            kinds = f"{'predicate' if isinstance(loc[1], int) else 'noul'}, choice or score"
            return f"say its type: {kinds}" if code.endswith("found") else f"its type is {kinds}"
        case "too_short":
            return f"at least {context['min_length']} expected, not {context['actual_length']}"
        case "too_long":
            return f"at most {context['max_length']} expected"
        case "string_too_short":
            return f"at least {context['min_length']} characters are expected"
        case _:
            said = error["msg"].removeprefix("Value error, ")
            return _MESSAGES.get(code) or clip(said, _MAX_SHOWN)


def _pointer(loc: Location) -> str:
    """RFC 6901, as a URI fragment (section 6)."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in _parts(loc[1:]))
    return "#" + "".join(f"/{quote(part, safe=_FRAGMENT)}" for part in parts)


def _parts(place: Location) -> list[str | int]:
    """The place in the document: pydantic also names the kind of question or part it tried."""
    parts = list(place)
    if len(parts) > 2 and parts[0] == "questions" and parts[2] in _QUESTION_KINDS:  # noqa: PLR2004
        del parts[2]
    return [
        part
        for before, part in pairwise(["", *parts])
        if not (isinstance(before, int) and part in _KINDS)
    ]


def _clip(part: str | int) -> str | int:
    return clip(part, _MAX_SHOWN) if isinstance(part, str) else part
