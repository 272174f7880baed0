"""How structured content becomes text: one rule, the same for states, instructions and criteria.

- A string is itself.
- An array whose members are all text parts, `{"type": "text", "text": ...}`, is its texts, one
  under another.
- An object is one line a member, `key: value`, in the order given; an array is one line a member,
  `- value`.
- An object or array inside another starts on its own line, two spaces further in.
- Numbers, true, false and null are written as JSON writes them.
"""

import json
from typing import TypeAlias

from verdict.errors import ContentError

JsonValue: TypeAlias = str | int | float | bool | list["JsonValue"] | dict[str, "JsonValue"] | None
Content: TypeAlias = str | list[JsonValue] | dict[str, JsonValue]

MAX_DEPTH = 64


def render(content: JsonValue) -> str:
    """Return the text of `content`.

    Raises:
        ContentError: it is nested deeper than `MAX_DEPTH`, or holds something that JSON cannot say.
    """
    if isinstance(content, str):
        return content
    return "\n".join(_lines(content, 0))


def is_blank(text: str) -> bool:
    """Whether nothing in the text can be seen: only white space, control and format characters."""
    return not any(character.isprintable() and not character.isspace() for character in text)


def _lines(value: JsonValue, depth: int) -> list[str]:
    if depth > MAX_DEPTH:
        raise ContentError(f"content is nested deeper than {MAX_DEPTH} levels: flatten it")
    if isinstance(value, dict):
        return [line for key, item in value.items() for line in _member(f"{key}:", item, depth)]
    if isinstance(value, list | tuple):
        texts = _text_parts(value)
        if texts is not None:
            return texts
        return [line for item in value for line in _member("-", item, depth)]
    return [_scalar(value)]


def _member(head: str, value: JsonValue, depth: int) -> list[str]:
    if isinstance(value, dict | list | tuple):
        return [head, *("  " + line for line in _lines(value, depth + 1))]
    return [f"{head} {_scalar(value)}"]


def _text_parts(values: list[JsonValue]) -> list[str] | None:
    texts = [
        item["text"]
        for item in values
        if isinstance(item, dict) and item.get("type") == "text" and item.keys() == {"type", "text"}
    ]
    strings = [text for text in texts if isinstance(text, str)]
    return strings if values and len(strings) == len(values) else None


def _scalar(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ContentError(
            f"content holds {value!r}, which JSON cannot say: send a string"
        ) from error
