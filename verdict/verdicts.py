"""The answer to one question, with the trace of every tier that was tried."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from verdict.distributions import Distribution, choice_confidence, score_confidence
from verdict.reasons import Reason

QuestionType = Literal["noul", "choice", "score"]
_ANSWERS = {"noul": "p_true", "choice": "choice", "score": "score"}


@dataclass(frozen=True, slots=True)
class Step:
    """What one tier did with the question.

    Attributes:
        outcome: "settled", or "passed" with a reason.
        distribution: the tier's calibrated distribution, if it had one.
        detail: what it saw, in words.
        ms: how long it took, in milliseconds.
        notes: what must be said of the distribution besides, as figures.
    """

    tier: str
    outcome: Literal["settled", "passed"]
    reason: Reason | None
    detail: str
    ms: float
    distribution: Distribution | None = None
    notes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one question.

    Attributes:
        distribution: option to probability; keys are "true" and "false", the option labels, or
            "0", "1", ...
        tier: whose distribution it is; None where no tier had one.
        settled: whether that tier's p_top reached the threshold in force.
        reason: why it is not settled; None where it is.
        trace: every tier that was tried, in order.
        input_tokens: tokens that models read for it.
        output_tokens: tokens that models wrote for it.
        held: whether P(true) was held below one half, since the tier's own is no plain yes that
            can be trusted.
    """

    type: QuestionType
    distribution: Distribution
    tier: str | None
    settled: bool
    reason: Reason | None
    trace: tuple[Step, ...]
    input_tokens: int = 0
    output_tokens: int = 0
    held: bool = False

    @property
    def p_top(self) -> float:
        """The calibrated probability of the top option: what thresholds compare."""
        return self.distribution.p_top

    @property
    def p_true(self) -> float:
        """P(true) of a noul."""
        self._check_type("noul", "p_true")
        return self.distribution["true"]

    @property
    def choice(self) -> str:
        """The most probable option of a choice."""
        self._check_type("choice", "choice")
        return self.distribution.top

    @property
    def score(self) -> float:
        """The expected level of a score, in [0, n - 1]."""
        self._check_type("score", "score")
        return self.distribution.expected_level

    @property
    def confidence(self) -> float:
        """The System One protocol's confidence; a number for the wire, never for a threshold."""
        if self.type == "score":
            return score_confidence(self.distribution)
        return choice_confidence(self.distribution)

    def _check_type(self, expected: QuestionType, name: str) -> None:
        if self.type != expected:
            raise AttributeError(f"{name} belongs to a {expected}; this verdict is a {self.type}'s")


def verdict_document(verdict: Verdict, *, abstain: bool = False) -> dict[str, Any]:
    """The verdict as a JSON object, the same on the wire and on the command line.

    Args:
        verdict: any.
        abstain: leave the answer of an unsettled verdict null, so that it cannot be mistaken
            for one that can be trusted; the trace still holds every tier's distribution.
    """
    answer = _ANSWERS[verdict.type]
    silent = abstain and not verdict.settled
    return {
        "type": verdict.type,
        answer: None if silent else getattr(verdict, answer),
        "p_top": None if silent else verdict.p_top,
        "distribution": None if silent else verdict.distribution.as_dict(),
        "tier": verdict.tier,
        "settled": verdict.settled,
        "reason": verdict.reason,
        "trace": [_step_document(step) for step in verdict.trace],
    }


def _step_document(step: Step) -> dict[str, Any]:
    document: dict[str, Any] = {
        "tier": step.tier,
        "outcome": step.outcome,
        "reason": step.reason,
        "detail": step.detail,
        "ms": round(step.ms, 3),
    }
    # A settled step's distribution is the verdict's own.
    if step.distribution is not None and step.outcome == "passed":
        document["distribution"] = step.distribution.as_dict()
    if step.notes:
        document["notes"] = dict(step.notes)
    return document
