import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict.rendering import MAX_DEPTH
from verdict.service.bodies import BodyError, parse_json


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "UTF-8: byte 0"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b'{"a": 1, "a": 2}', 'the body holds the key "a" twice'),
        (b'{"a": NaN}', "the body holds NaN, which is not JSON"),
        (b"[-Infinity]", "-Infinity, which is not JSON"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * 5000 + b"]", "too many digits"),
        (b'["\\ud800"]', "surrogate"),
        (b'{"\\udfff": 1}', "surrogate"),
        (b"\xed\xa0\x80", "UTF-8"),
        (b"[" * 5000 + b"]" * 5000, f"deeper than {MAX_DEPTH}"),
        (b"[" * 500_000, f"deeper than {MAX_DEPTH}"),
        (b'{"a":[' + b"[]," * 70 + b'"' + b'\\"' * 400_000, "not JSON"),
        (b'{"a":' * 70 + b"1" + b"}" * 70, f"deeper than {MAX_DEPTH}"),
    ],
)
def test_a_body_without_one_meaning_is_refused(body: bytes, complaint: str) -> None:
    """What two readers could understand differently, or none, is named and refused."""
    with pytest.raises(BodyError, match=complaint):
        parse_json(body)


def test_brackets_inside_strings_are_not_depth() -> None:
    """A text about brackets is a text."""
    text = '[{"' * 200 + "\\"
    assert parse_json(json.dumps([text]).encode()) == [text]


def test_many_flat_brackets_are_not_depth() -> None:
    """Breadth is not depth."""
    assert parse_json(b"[" + b"[]," * 1000 + b"[]]") == [[]] * 1001


def test_whole_surrogate_pairs_are_read() -> None:
    """An escaped emoji is one character."""
    assert parse_json(b'["\\ud83d\\udc4d"]') == ["\U0001f44d"]


@given(st.binary(max_size=200))
def test_any_bytes_are_json_or_refused(body: bytes) -> None:
    """Nothing but BodyError comes out of bytes that are not JSON."""
    with suppress(BodyError):
        value = parse_json(body)
        assert parse_json(json.dumps(value).encode()) == value
