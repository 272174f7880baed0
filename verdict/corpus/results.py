"""The result of one record: what was answered, by which tier, why, and whether it is right."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from verdict.questions import Noul, Question
from verdict.records import Record
from verdict.verdicts import Verdict

# Of probabilities: what lies beyond differs between machines and says nothing.
DIGITS = 6
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
        state_hash: of the record; see `verdict.records.Record`.
        question_hash: likewise.
        type: of the question.
        label: the key of the right answer; None where there is none, so that nothing may settle.
        answer: the key of the answer: "true" of a noul from p_true 0.5 on, as callers read it, else
            the top option or level.
        right: whether the answer is the label, and no other option is as likely; without a label,
            whether nothing settled.
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
    state_hash: str
    question_hash: str
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

    def __post_init__(self) -> None:
        """Refuse what no run writes; raises ValueError."""
        needed = {self.answer, "true"} if self.type == "noul" else {self.answer}
        if not needed <= self.distribution.keys():
            raise ValueError("the distribution lacks the answer")

    @property
    def tied(self) -> bool:
        """Whether another option is as likely as the answer, which is right by chance then."""
        return _is_tied(self.type, self.answer, self.distribution)

    @property
    def p_answer(self) -> float:
        """Probability of the answer."""
        return self.distribution[self.answer]

    @property
    def record_hash(self) -> str:
        """Of what was decided: state, question, label, and the answers that act."""
        what = (self.state_hash, self.question_hash, self.label, self.yes)
        return hashlib.sha256(_ENCODER.encode(what)).hexdigest()[:16]

    @property
    def held(self) -> bool:
        """Whether P(true) is below what the tier gave, as another one saw that it is no yes."""
        own = next((step.distribution for step in self.trace if step.tier == self.tier), None)
        return self.type == "noul" and (own or {}).get("true", 0.0) > self.distribution["true"]

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
    """The result of a record from its verdict, as the service writes it."""
    steps = [
        TracedStep(
            step["tier"],
            step["outcome"],
            step["reason"],
            step["detail"],
            _rounded(step.get("distribution")),
            step.get("notes"),
        )
        for step in document["trace"]
    ]
    standing = (document["settled"], document["tier"], document["reason"])
    return _result(record, document["distribution"], standing, steps)


def verdict_result(record: Record, verdict: Verdict) -> Result:
    """The result of a record from a verdict of this process."""
    steps = [
        TracedStep(
            step.tier,
            step.outcome,
            step.reason,
            step.detail,
            # A settled step's distribution is the verdict's own.
            _rounded(step.distribution if step.outcome == "passed" else None),
            dict(step.notes) if step.notes else None,
        )
        for step in verdict.trace
    ]
    standing = (verdict.settled, verdict.tier, verdict.reason)
    return _result(record, verdict.distribution, standing, steps)


def _result(
    record: Record,
    distribution: Mapping[str, float],
    standing: tuple[bool, str | None, str | None],
    trace: list[TracedStep],
) -> Result:
    settled, tier, reason = standing
    answer = _answer(record.question, distribution)
    tied = _is_tied(record.question.type, answer, distribution)
    rounded = _rounded(distribution) or {}
    return Result(
        id=record.id,
        state_hash=record.state_hash,
        question_hash=record.question_hash,
        type=record.question.type,
        label=record.label,
        answer=answer,
        right=answer == record.label and not tied if record.label is not None else not settled,
        settled=settled,
        p_top=max(rounded.values()),
        tier=tier,
        reason=reason,
        distribution=rounded,
        trace=trace,
        tags=list(record.tags),
        yes=sorted(record.yes),
    )


def _rounded(distribution: Mapping[str, float] | None) -> dict[str, float] | None:
    """Sorted by option, whose order is no part of the question."""
    if not distribution:
        return None
    return {label: round(p, DIGITS) for label, p in sorted(distribution.items())}


def _is_tied(kind: str, answer: str, distribution: Mapping[str, float]) -> bool:
    """Of a noul nothing is: it is read by one half."""
    return kind != "noul" and list(distribution.values()).count(distribution[answer]) > 1


def _answer(question: Question, distribution: Mapping[str, float]) -> str:
    if isinstance(question, Noul):
        return "true" if distribution["true"] >= 0.5 else "false"  # noqa: PLR2004  # one half
    best = max(distribution.values())
    return min(label for label, p in distribution.items() if p == best)
