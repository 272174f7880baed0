import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora import CONFIRMS, record
from verdict.questions import Score
from verdict.records import Record, RecordError, read_record

CHOICE = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": None}}
SCORE = {"type": "score", "instructions": "How much?", "criteria": ["none", "some", "all"]}


def read(document: object) -> Record:
    return read_record(json.dumps(document).encode())


@pytest.mark.parametrize(
    ("question", "label", "key"),
    [
        (CONFIRMS, True, "true"),
        (CONFIRMS, False, "false"),
        (CHOICE, "b", "b"),
        (SCORE, 0, "0"),
        (SCORE, 2, "2"),
        (SCORE | {"criteria": {"1": "some", "0": "none"}}, 1, "1"),
        (CONFIRMS, None, None),
    ],
)
def test_a_label_is_the_key_of_the_right_answer(
    question: dict[str, Any], label: object, key: str | None
) -> None:
    """True and false, an option's label, a level's index; null where nothing may settle."""
    assert read(record("a", label=label) | {"question": question}).label == key


def test_levels_by_index_are_put_in_order() -> None:
    """A score's criteria may map index to level, in any order."""
    levels = {"2": "all", "0": "none", "1": "some"}
    question = read(record("a", label=0) | {"question": SCORE | {"criteria": levels}}).question
    assert isinstance(question, Score)
    assert question.texts == ("none", "some", "all")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"label": "x"}, 'label: a noul\'s is true or false, not "x"'),
        ({"label": 1}, "label: a noul's is true or false, not 1"),
        ({"question": CHOICE, "label": "c"}, 'label: "c" is none of the options: a, b'),
        ({"question": CHOICE, "label": True}, "label: true is none of the options"),
        ({"question": SCORE, "label": 3}, "label: a level's index is expected, 0 to 2, not 3"),
        ({"question": SCORE, "label": -1}, "0 to 2, not -1"),
        ({"question": SCORE, "label": True}, "0 to 2, not true"),
        ({"question": SCORE, "label": "1"}, '0 to 2, not "1"'),
        ({"label": 1.0}, "label: true, false, an option or a level's index is expected"),
        (
            {"question": SCORE, "label": 1.0},
            "label: true, false, an option or a level's index is expected",
        ),
        ({"label": [1]}, "label: true, false, an option or a level's index is expected"),
        ({"id": ""}, "id: it is one line of visible text"),
        ({"id": "a\nb"}, "id: it is one line of visible text"),
        ({"id": None}, "id: a string is expected"),
        ({"id": "x" * 501}, "id: "),
        ({"state": 5}, "state: a string, an object or an array is expected"),
        ({"state": None}, "state: a string, an object or an array is expected"),
        ({"question": {}}, "question: say its type"),
        ({"question": {"type": "bool"}}, "question: its type is"),
        ({"question": {"type": "noul"}}, "question: a noul needs instructions"),
        ({"question": CONFIRMS | {"read": 1}}, "question.read: a record has no such field"),
        ({"question": SCORE | {"criteria": {"1": "a", "2": "b"}}}, "counted from 0"),
        ({"tag": ["gate"]}, "tag: a record has no such field: what is your own goes under meta"),
        ({"tags": "gate"}, "tags: an array is expected"),
        ({"tags": [1]}, "tags.0: a string is expected"),
        ({"meta": {"yes": "maybe"}, "tags": ["gate"]}, 'meta.yes: "maybe" is none of the options'),
    ],
)
def test_what_is_no_record_is_told_by_its_part(change: dict[str, Any], complaint: str) -> None:
    """The message names the part that is wrong, and what was expected."""
    with pytest.raises(RecordError) as caught:
        read(record("a") | change)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"", "the line is not JSON"),
        (b"[]", "the line: an object is expected"),
        (b'{"id": 1, "id": 2}', 'the line holds the key "id" twice'),
        (b"\xff", "the line is not UTF-8"),
        (b"{}", "id: it is missing; state: it is missing; question: it is missing; label: it"),
    ],
)
def test_what_is_no_object_is_told(line: bytes, complaint: str) -> None:
    """So is JSON that two readers could understand differently."""
    with pytest.raises(RecordError) as caught:
        read_record(line)
    assert complaint in str(caught.value)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_line_breaks_the_reader(line: bytes) -> None:
    """Whatever a line holds, it is a record or a RecordError."""
    with suppress(RecordError):
        assert isinstance(read_record(line), Record)


def test_a_number_may_be_an_id() -> None:
    """Exports number their rows."""
    assert read(record("a") | {"id": 17}).id == "17"


@pytest.mark.parametrize(
    ("change", "yes"),
    [
        ({}, {"true"}),
        ({"label": None}, {"true"}),
        ({"question": CHOICE, "label": "a"}, {"b"}),
        ({"question": CHOICE, "label": "a", "meta": {"yes": "a"}}, {"a"}),
        ({"question": CHOICE, "label": None}, {"a", "b"}),
        ({"question": SCORE, "label": 1}, {"0", "2"}),
        ({"tags": ["Gate"]}, {"true"}),
        ({"question": CHOICE | {"criteria": {"Yes": None, "no": None}}, "label": "no"}, {"Yes"}),
    ],
)
def test_a_gate_knows_its_yes(change: dict[str, Any], yes: set[str]) -> None:
    """The option that lets something happen: named, called yes, or each that is not right."""
    assert read(record("a", tags=["gate"]) | change).yes == yes
    assert read(record("a") | change | {"tags": []}).yes == set()


def test_state_and_question_are_known_by_their_hashes() -> None:
    """Another state or question is another hash; id, label, tags and spaces are not part of it."""

    def hashes(each: Record) -> tuple[str, str]:
        return each.state_hash, each.question_hash

    one = hashes(read(record("a")))
    assert hashes(read(record("b", label=False, tags=["x"]))) == one
    assert hashes(read_record(json.dumps(record("a"), indent=1).encode())) == one
    state, question = hashes(read(record("a", "no")))
    assert (state != one[0], question) == (True, one[1])
    state, question = hashes(read(record("a") | {"question": CONFIRMS | {"reads": "reply"}}))
    assert (state, question != one[1]) == (one[0], True)
