"""How structured content becomes text: one rule, the same for states, instructions and criteria.

- A string is itself.
- An array whose members are all text parts, `{"type": "text", "text": ...}`, is its texts, one
  under another.
- An object is one line a member, `key: value`, in the order given; an array is one line a member,
  `- value`.
- An object or array inside another starts on its own line, two spaces further in.
- Numbers, true, false and null are written as JSON writes them.
"""

import math
from collections.abc import Mapping, Sequence
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
        lines = _Lines()
        _write(value, 0, lines)
        text = "\n".join(lines.kept)
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


def visible(text: str) -> str:
    """The text with all that a terminal would obey, or not show, written as escapes."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def clip(text: str, longest: int = 80) -> str:
    """The beginning of a text, for a message."""
    return text if len(text) <= longest else text[:longest] + "..."


class _Lines:
    """The lines of a text as they are made, no more than it may have."""

    __slots__ = ("_left", "kept")

    def __init__(self) -> None:
        self.kept: list[str] = []
        self._left = MAX_RENDERED

    def add(self, line: str) -> None:
        self._left -= len(line) + 1
        if self._left < 0:
            raise ContentError(
                f"structured content renders to more than {MAX_RENDERED} characters: "
                "send less, or a string"
            )
        self.kept.append(line)


def _write(value: JsonValue, depth: int, lines: _Lines) -> None:
    if depth > MAX_DEPTH:
        raise ContentError(f"content is nested deeper than {MAX_DEPTH} levels: flatten it")
    indent = "  " * depth
    if isinstance(value, dict):
        for key, item in value.items():
            _write_member(f"{indent}{key}:", item, depth, lines)
    elif isinstance(value, list | tuple):
        texts = text_parts(value)
        if texts is not None:
            for text in texts:
                for line in text.split("\n"):
                    lines.add(indent + line)
            return
        head = f"{indent}-"
        for item in value:
            _write_member(head, item, depth, lines)
    else:
        lines.add(indent + _scalar(value))


def _write_member(head: str, value: JsonValue, depth: int, lines: _Lines) -> None:
    if isinstance(value, dict | list | tuple):
        lines.add(head)
        _write(value, depth + 1, lines)
    else:
        lines.add(f"{head} {_scalar(value)}")


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
    """As JSON writes it; `json.dumps` would make an encoder for each."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, float) and math.isfinite(value):
            return float.__repr__(value)
    except ValueError as error:
        raise ContentError("content holds a number with too many digits") from error
    raise ContentError(f"content holds {value!r}, which JSON cannot say: send a string")
