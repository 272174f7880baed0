"""What OpenAI's Decisions protocol answers, and its errors."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from verdict.service.decision_requests import Asked
from verdict.service.responses import XVerdict
from verdict.service.systemone import x_verdict
from verdict.verdicts import Verdict

Share = Annotated[float, Field(ge=0, le=1)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Answer(_Closed):
    name: str | None
    x_verdict: XVerdict | None = Field(default=None, description="Where the request asks for it.")


class PredicateDecision(_Answer):
    """How likely it is true."""

    type: Literal["predicate"]
    probability: Share


class ChoiceProbability(_Closed):
    """The probability of one of the choices."""

    value: str | bool
    probability: Share


class ChoiceDecision(_Answer):
    """The most probable of the choices."""

    type: Literal["choice"]
    choice: str | bool
    confidence: Share
    probabilities: list[ChoiceProbability]


class LevelProbability(_Closed):
    """The probability of one of the levels."""

    value: int = Field(ge=0)
    label: str
    probability: Share


class ScoreDecision(_Answer):
    """The expected level."""

    type: Literal["score"]
    score: float = Field(ge=0)
    confidence: Share
    probabilities: list[LevelProbability]


class InputTokensDetails(_Closed):
    """Nothing is cached."""

    cached_tokens: Literal[0]
    cache_write_tokens: Literal[0]


class OutputTokensDetails(_Closed):
    """Nothing is thought aloud."""

    reasoning_tokens: Literal[0]


class DecisionsUsage(_Closed):
    """Tokens that models read and wrote."""

    input_tokens: int = Field(ge=0)
    input_tokens_details: InputTokensDetails
    output_tokens: int = Field(ge=0)
    output_tokens_details: OutputTokensDetails
    total_tokens: int = Field(ge=0)


class DecisionsBody(_Closed):
    """One answer for each question, in order."""

    model: str
    answers: list[
        Annotated[PredicateDecision | ChoiceDecision | ScoreDecision, Field(discriminator="type")]
    ]
    usage: DecisionsUsage


class OpenAIError(_Closed):
    """What was wrong; `param` is the place in the request."""

    message: str
    type: str
    param: str | None
    code: str | None


class OpenAIErrorBody(_Closed):
    """OpenAI's form of an error."""

    error: OpenAIError


def decision_answer(asked: Asked, verdict: Verdict, *, extras: bool) -> dict[str, Any]:
    """One verdict in the protocol's words.

    Args:
        asked: the question.
        verdict: its answer.
        extras: add what the protocol has no field for, under `x_verdict`.
    """
    answer = {"type": asked.type, "name": asked.name} | _ANSWERS[asked.type](asked, verdict)
    return answer | ({"x_verdict": x_verdict(verdict)} if extras else {})


def decision_usage(input_tokens: int, output_tokens: int) -> dict[str, Any]:
    """Tokens that models read and wrote, in the protocol's words."""
    return {
        "input_tokens": input_tokens,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": input_tokens + output_tokens,
    }


def _predicate(_: Asked, verdict: Verdict) -> dict[str, Any]:
    return {"probability": verdict.p_true}


def _choice(asked: Asked, verdict: Verdict) -> dict[str, Any]:
    return {
        "choice": asked.values[verdict.distribution.top],
        "confidence": verdict.confidence,
        "probabilities": [
            {"value": value, "probability": verdict.distribution[label]}
            for label, value in asked.values.items()
        ],
    }


def _score(asked: Asked, verdict: Verdict) -> dict[str, Any]:
    return {
        "score": verdict.score,
        "confidence": verdict.confidence,
        "probabilities": [
            {"value": int(level), "label": label, "probability": verdict.distribution[level]}
            for level, label in asked.values.items()
        ],
    }


_ANSWERS = {"predicate": _predicate, "choice": _choice, "score": _score}
