"""Labelled records: one decision with its true answer."""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import ErrorDetails, to_json

from verdict.errors import ContentError, VerdictError
from verdict.questions import Choice, Noul, Question, Score
from verdict.rendering import clip
from verdict.schemas import ContentField, RecordQuestion
from verdict.states import State
from verdict.strict_json import JsonError, parse_strictly

GATE = "gate"
_MAX_SHOWN = 300
_YES = frozenset({"yes", "true"})
_MESSAGES = {
    "missing": "it is missing",
    "extra_forbidden": "a record has no such field: what is your own goes under meta",
    "union_tag_not_found": "say its type: noul, choice or score",
    "union_tag_invalid": "its type is noul, choice or score",
    "bool_type": "true or false is expected",
    "string_type": "a string is expected",
    "list_type": "an array is expected",
    "tuple_type": "an array is expected",
    "dict_type": "an object is expected",
    "model_type": "an object is expected",
}


class RecordError(VerdictError):
    """A line is no labelled record; the message says which part of it is wrong."""


@dataclass(frozen=True, slots=True)
class Record:
    """One decision with its true answer.

    Attributes:
        id: what results are matched by; one line of visible text.
        state: what is judged.
        question: what is asked.
        label: the key of the right answer in the verdict's distribution; None where the state
            does not hold the answer, so that nothing may settle the question.
        tags: what the record belongs to.
        yes: the keys of the answers that let something happen; empty unless it is tagged `gate`.
            "true" of a noul; of a choice the option that `meta.yes` names, else the one called yes
            or true, else every option but the right one; of a score every level but the right one.
        state_hash: the first 16 hexadecimal digits of SHA-256 over the state.
        question_hash: the same over the question, in whatever order its fields and options stand.
        document: the record as it was read.
    """

    id: str
    state: State
    question: Question
    label: str | None
    tags: tuple[str, ...]
    yes: frozenset[str]
    state_hash: str
    question_hash: str
    document: dict[str, Any]


def _text_of(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def is_id(name: str) -> bool:
    """Whether a record may be called so: one line of visible text."""
    return bool(name.strip()) and name.isprintable()


class _Meta(BaseModel):
    yes: str | None = None


class _RecordSchema(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(max_length=500), BeforeValidator(_text_of)]
    state: ContentField
    question: RecordQuestion
    label: StrictBool | StrictInt | StrictStr | None
    lang: str | None = None
    source: str | None = None
    split: str | None = None
    tags: tuple[Annotated[str, Field(min_length=1)], ...] | None = None
    meta: _Meta | None = None


_SCHEMA = TypeAdapter(_RecordSchema).validator


def read_record(line: bytes) -> Record:
    """Read one line of a file of labelled records.

    Raises:
        RecordError: it is no record; the message names each part that is wrong.
    """
    try:
        document = parse_strictly(line)
    except JsonError as error:
        raise RecordError(f"the line {error}") from error
    try:
        read = _SCHEMA.validate_python(document)
        if not is_id(read.id):
            raise RecordError("id: it is one line of visible text")
        state = State(read.state)
    except ValidationError as error:
        told = dict.fromkeys(_complaint(each) for each in error.errors(include_url=False))
        raise RecordError("; ".join(told)) from error
    except ContentError as error:
        raise RecordError(f"state: {error}") from error
    label = _label(read.label, read.question)
    assert isinstance(document, dict)
    return Record(
        id=read.id,
        state=state,
        question=read.question,
        label=label,
        tags=read.tags or (),
        yes=_yes(read, label) if _guards(read.tags) else frozenset(),
        state_hash=_hash(document["state"]),
        question_hash=_hash(_meaning(read.question)),
        document=document,
    )


def _hash(value: object) -> str:
    return hashlib.sha256(to_json(value)).hexdigest()[:16]


def _meaning(question: Question) -> list[object]:
    """All that is asked."""
    parts: tuple[object, ...]
    match question:
        case Noul():
            parts = (question.true, question.false)
        case Choice():
            parts = tuple(sorted(question.options.items()))
        case Score():
            parts = tuple(question.levels)
    return [question.type, question.instructions, question.reads, *parts]


def _complaint(error: ErrorDetails) -> str:
    parts = [str(part) for part in error["loc"]]
    if parts[:1] == ["question"] and len(parts) > 1:
        del parts[1]  # the kind of question that was tried
    message = _MESSAGES.get(error["type"]) or error["msg"].removeprefix("Value error, ")
    if parts[:1] == ["state"] and error["type"] != "missing":
        parts, message = ["state"], "a string, an object or an array is expected"
    if parts[:1] == ["label"] and error["type"] != "missing":
        parts, message = ["label"], "true, false, an option or a level's index is expected"
    return f"{'.'.join(parts) or 'the line'}: {clip(message, _MAX_SHOWN)}"


def _label(label: bool | int | str | None, question: Question) -> str | None:  # noqa: FBT001
    if label is None:
        return None
    if isinstance(question, Noul):
        if isinstance(label, bool):
            return str(label).lower()
        raise RecordError(f"label: a noul's is true or false, not {_shown(label)}")
    if isinstance(question, Choice):
        if isinstance(label, str) and label in question.options:
            return label
        known = clip(", ".join(question.labels), _MAX_SHOWN)
        raise RecordError(f"label: {_shown(label)} is none of the options: {known}")
    last = len(question.labels) - 1
    if isinstance(label, int) and not isinstance(label, bool) and 0 <= label <= last:
        return str(label)
    raise RecordError(f"label: a level's index is expected, 0 to {last}, not {_shown(label)}")


def _shown(label: object) -> str:
    return clip(to_json(label).decode(), _MAX_SHOWN)


def _yes(read: _RecordSchema, label: str | None) -> frozenset[str]:
    labels = read.question.labels
    named = read.meta.yes if read.meta else None
    if named is not None:
        if named not in labels:
            raise RecordError(f"meta.yes: {_shown(named)} is none of the options")
        return frozenset({named})
    called = frozenset(each for each in labels if each.casefold() in _YES)
    return called or frozenset(labels) - {label}


def _guards(tags: tuple[str, ...] | None) -> bool:
    return tags is not None and any(tag.casefold() == GATE for tag in tags)
