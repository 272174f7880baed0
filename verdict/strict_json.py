"""Strict JSON: what two readers could understand differently is refused."""

import json
import math
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from verdict.errors import VerdictError
from verdict.rendering import MAX_DEPTH, JsonValue, clip

# Strings are taken whole, so that brackets inside them do not count; one that never ends is taken
# to the end of the text, so that no part of it is looked at twice.
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class JsonError(VerdictError):
    """Not JSON, or JSON that has no one meaning; the message says why, of whatever was read."""


def parse_strictly(content: bytes) -> JsonValue:
    """Read a JSON document.

    Raises:
        JsonError: it is no JSON, says the same key twice, holds a number that is not finite, half
            a surrogate pair, or is nested deeper than `MAX_DEPTH`.
    """
    try:
        text = content.decode("utf-8")
        _check_depth(text)
        value = _decode(text)
    except UnicodeDecodeError as error:
        raise JsonError(f"is not UTF-8: byte {error.start} cannot be read") from error
    except json.JSONDecodeError as error:
        fault = error.msg.removesuffix(" at")
        raise JsonError(
            f"is not JSON: {fault} at line {error.lineno}, column {error.colno}"
        ) from error
    except ValueError as error:
        raise JsonError("holds a number with too many digits") from error
    except RecursionError as error:
        raise JsonError(f"is nested deeper than {MAX_DEPTH} levels: flatten it") from error
    if "\\u" in text and _SURROGATE_ESCAPE.search(text):
        _check_surrogates(value)
    return value


def _decode(text: str) -> JsonValue:
    value: JsonValue
    if text[:1] == "{":
        # As the decoder does it, which looks for white space with patterns.
        value, end = _DECODER.raw_decode(text)
        if not text[end:].strip(" \t\n\r"):
            return value
    value = _DECODER.decode(text)
    return value


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise JsonError(
                    f"holds the key {json.dumps(clip(key))} twice in one object: keep one"
                )
            seen.add(key)
    return result


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise JsonError(f"holds the number {text[:40]}, which is too large")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise JsonError(f"holds {name}, which is not JSON: send a number or null")


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        piece = match[0]
        if piece in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise JsonError(f"is nested deeper than {MAX_DEPTH} levels: flatten it")
        elif piece in "]}":
            depth -= 1


def _check_surrogates(value: JsonValue) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise JsonError("holds half of a surrogate pair: send whole characters") from error


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_finite, parse_constant=_refuse_constant
)
