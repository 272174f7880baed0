"""The result of one record: what was answered, by which tier, why, and whether it is right."""

from collections.abc import Mapping
from typing import Any

import msgspec

from verdict.questions import Noul, Question
from verdict.records import Record
from verdict.verdicts import Verdict, verdict_document

# Of probabilities: what lies beyond differs between machines and says nothing.
_DIGITS = 6
TRANSIENT = frozenset({"timeout", "unavailable"})


class TracedStep(msgspec.Struct, omit_defaults=True, frozen=True):
    """What one tier did, without the time it took."""

    tier: str
    outcome: str
    reason: str | None = None
    detail: str = ""
    distribution: dict[str, float] | None = None
    notes: dict[str, float] | None = None


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a file of results.

    Attributes:
        id: of the record.
        asked: hash of the record's state and question.
        type: of the question.
        label: the key of the right answer; None where there is none, so that nothing may settle.
        answer: the key of the answer: "true" of a noul from p_true 0.5 on, as callers read it, else
            the top option or level.
        right: whether the answer is the label; without a label, whether nothing settled.
        settled: whether a tier settled it.
        p_top: probability of the top option.
        tier: whose distribution it is.
        reason: why it is not settled.
        distribution: option to probability.
        trace: every tier that was tried, in order.
        tags: of the record.
        yes: the answers that let something happen, of a record tagged `gate`.
    """

    id: str
    asked: str
    type: str
    label: str | None
    answer: str
    right: bool
    settled: bool
    p_top: float
    tier: str | None
    reason: str | None
    distribution: dict[str, float]
    trace: list[TracedStep]
    tags: list[str]
    yes: list[str] = []

    @property
    def transient(self) -> bool:
        """Whether a tier was slow or down, so that another run may answer otherwise."""
        return any(step.reason in TRANSIENT for step in self.trace)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Result)


def encode(result: Result) -> bytes:
    """The result as one line."""
    return _ENCODER.encode(result) + b"\n"


def decode(line: bytes) -> Result:
    """Read a line of results; raises msgspec.MsgspecError where it is none."""
    return _DECODER.decode(line)


def result_of(record: Record, document: Mapping[str, Any]) -> Result:
    """The result of a record from its verdict, as `verdict_document` and the service write it."""
    distribution = {
        label: round(p, _DIGITS) for label, p in sorted(document["distribution"].items())
    }
    answer = _answer(record.question, document["distribution"])
    settled = document["settled"]
    right = answer == record.label if record.label is not None else not settled
    return Result(
        id=record.id,
        asked=record.asked,
        type=record.question.type,
        label=record.label,
        answer=answer,
        right=right,
        settled=settled,
        p_top=round(document["p_top"], _DIGITS),
        tier=document["tier"],
        reason=document["reason"],
        distribution=distribution,
        trace=[_traced(step) for step in document["trace"]],
        tags=list(record.tags),
        yes=sorted(record.yes),
    )


def verdict_result(record: Record, verdict: Verdict) -> Result:
    """The result of a record from a verdict of this process."""
    return result_of(record, verdict_document(verdict))


def _answer(question: Question, distribution: Mapping[str, float]) -> str:
    if isinstance(question, Noul):
        return "true" if distribution["true"] >= 0.5 else "false"  # noqa: PLR2004  # one half
    best = max(distribution.values())
    return min(label for label, p in distribution.items() if p == best)


def _traced(step: Mapping[str, Any]) -> TracedStep:
    distribution = step.get("distribution")
    return TracedStep(
        step["tier"],
        step["outcome"],
        step["reason"],
        step["detail"],
        {label: round(p, _DIGITS) for label, p in distribution.items()} if distribution else None,
        step.get("notes"),
    )
