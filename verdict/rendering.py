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
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from verdict.errors import ContentError

JsonValue: TypeAlias = str | int | float | bool | list["JsonValue"] | dict[str, "JsonValue"] | None
StateContent: TypeAlias = str | Sequence[object] | Mapping[str, object]
Content: TypeAlias = str | list[JsonValue] | dict[str, JsonValue]

MAX_DEPTH = 64
MAX_RENDERED = 256 * 1024


def render(content: JsonValue | StateContent) -> str:
    """Return the text of `content`.

    Raises:
        ContentError: it is nested deeper than `MAX_DEPTH`, renders to more than `MAX_RENDERED`
            characters (an object of nothing but strings may be as long as it is), or holds half of
            a surrogate pair or something that JSON cannot say.
    """
    value = cast("JsonValue", content)  # what it holds is checked as it is rendered
    if isinstance(value, str):
        text = value
    elif isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
        text = "\n".join([f"{key}: {item}" for key, item in value.items()])
    else:
        text = _join(_lines(value, 0))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ContentError(
                "a text holds half of a surrogate pair: send whole characters"
            ) from error
    return text


def is_blank(text: str) -> bool:
    """Whether nothing in the text can be seen: only white space, control and format characters."""
    for character in text:  # noqa: SIM110  # ends with the first character nearly always
        if character.isprintable() and not character.isspace():
            return False
    return True


def clip(text: str, longest: int = 80) -> str:
    """The beginning of a text, for a message."""
    return text if len(text) <= longest else text[:longest] + "..."


def _join(lines: Iterator[str]) -> str:
    kept: list[str] = []
    size = 0
    for line in lines:
        size += len(line) + 1
        if size > MAX_RENDERED:
            raise ContentError(
                f"structured content renders to more than {MAX_RENDERED} characters: "
                "send less, or a string"
            )
        kept.append(line)
    return "\n".join(kept)


def _lines(value: JsonValue, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        raise ContentError(f"content is nested deeper than {MAX_DEPTH} levels: flatten it")
    indent = "  " * depth
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _member(f"{indent}{key}:", item, depth)
    elif isinstance(value, list | tuple):
        texts = text_parts(value)
        if texts is not None:
            yield from (indent + line for text in texts for line in text.split("\n"))
            return
        for item in value:
            yield from _member(f"{indent}-", item, depth)
    else:
        yield indent + _scalar(value)


def _member(head: str, value: JsonValue, depth: int) -> Iterator[str]:
    if isinstance(value, dict | list | tuple):
        yield head
        yield from _lines(value, depth + 1)
    else:
        yield f"{head} {_scalar(value)}"


def text_parts(values: object) -> list[str] | None:
    """The texts of an array whose members are all text parts; None for anything else."""
    if not isinstance(values, list | tuple):
        return None
    strings: list[str] = []
    for item in values:
        text = item.get("text") if isinstance(item, dict) and len(item) == 2 else None  # noqa: PLR2004
        if not isinstance(text, str) or not isinstance(item, dict) or item.get("type") != "text":
            return None
        strings.append(text)
    return strings or None


def _scalar(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ContentError(
            f"content holds {value!r}, which JSON cannot say: send a string"
        ) from error
