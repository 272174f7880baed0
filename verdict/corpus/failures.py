"""Why a record fails as a test, in words for a terminal."""

import json
from collections.abc import Iterator

from verdict.corpus.results import Result, TracedStep
from verdict.corpus.telling import standing, step_told
from verdict.errors import ContentError
from verdict.questions import Score
from verdict.records import Record
from verdict.rendering import clip, render, visible

SETTLED = "settled"
_LONGEST = 2000  # of a state or a question; the file has the rest


def record_failure(record: Record, result: Result, place: str) -> str | None:
    """What is wrong with a record's answer, and how it came about; None where it is right.

    Args:
        record: what was asked, with its label and its tags.
        result: what was answered.
        place: file and line of the record.
    """
    complaints = "; ".join(_complaints(result))
    if not complaints:
        return None
    fields = [
        _field("record", record.id),
        _field("file", place),
        _field("state", clip(record.state.text, _LONGEST)),
        _field("question", clip(_question(record), _LONGEST)),
        _field("label", _label(record, result)),
        _field("answer", _answer(record, result)),
        _field("trace", "\n".join(_step(step) for step in result.trace)),
    ]
    return "\n".join([visible(complaints), *fields])


def fault_failure(message: str, place: str) -> str:
    """What is wrong with a line or a file that could not be read."""
    return f"{visible(message)}\n{_field('file', place)}"


def _complaints(result: Result) -> Iterator[str]:
    if result.label is None and SETTLED in result.tags:
        yield f"its label is null, so that nothing may settle it, and it is tagged {SETTLED}"
    elif not result.right and result.label is None:
        yield f"{result.tier} settled it, and its label is null: nothing may"
    elif not result.right:
        yield f"answered {clip(result.answer)}, and its label is {clip(str(result.label))}"
    if SETTLED in result.tags and not result.settled and result.label is not None:
        yield f"not settled ({result.reason}), and it is tagged {SETTLED}"


def _field(name: str, text: str) -> str:
    first, *others = (visible(line) for line in text.split("\n"))
    return "\n".join([f"{name:<10}{first}".rstrip(), *(f"{'':<10}{line}" for line in others)])


def _question(record: Record) -> str:
    question = record.document["question"]
    try:
        return render(question)
    except ContentError:  # each part of it is short enough, all of it is not
        return json.dumps(question, ensure_ascii=False)


def _label(record: Record, result: Result) -> str:
    if result.label is None:
        return "null: the state does not hold the answer"
    return _option(record, result, result.label)


def _answer(record: Record, result: Result) -> str:
    answer = _option(record, result, result.answer)
    return f"{answer}, by {result.tier or 'no tier'}, {standing(result)}"


def _option(record: Record, result: Result, key: str) -> str:
    level = isinstance(record.question, Score) and clip(record.question.texts[int(key)])
    return f"{key}{f' ({level})' if level else ''}, p = {result.distribution[key]:g}"


def _step(step: TracedStep) -> str:
    return f"{step.tier}: {step_told(step)}"
