"""What the service answers, as pydantic models for the schema; nothing is checked by them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from verdict.reasons import Reason
from verdict.schemas import ContentField

_P = Field(ge=0, le=1)


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StepBody(_Closed):
    """What one tier did with the question."""

    tier: str
    outcome: Literal["settled", "passed"]
    reason: Reason | None
    detail: str
    ms: float = Field(ge=0)
    distribution: dict[str, float] = Field(default={}, description="If the tier had one.")
    notes: dict[str, float] = Field(
        default={}, description="What must be said of it besides, such as options_read."
    )


class VerdictBody(_Closed):
    """The answer to one question; of p_true, choice and score it has the one of its type."""

    type: Literal["noul", "choice", "score"]
    p_true: float | None = Field(default=None, ge=0, le=1)
    choice: str | None = None
    score: float | None = Field(default=None, ge=0, le=9)
    p_top: float | None = Field(ge=0, le=1)
    distribution: dict[str, float] | None
    tier: str | None
    settled: bool
    reason: Reason | None
    trace: list[StepBody]


class UsageBody(_Closed):
    """Tokens that models read and wrote."""

    input_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)


class VerdictsBody(_Closed):
    """One object in `verdicts` for each state, in order."""

    verdicts: list[dict[str, VerdictBody]]
    model: str
    usage: UsageBody


class XVerdict(_Closed):
    """What the protocols have no field for: who answered, and how far it can be trusted."""

    tier: str | None
    settled: bool
    reason: Reason | None
    ms: float = Field(ge=0)
    passed: dict[str, Reason] = Field(default={}, description="Tiers that passed it on, and why.")
    degraded: bool = Field(default=False, description="A tier could not be asked.")
    options_read: int | None = Field(
        default=None, description="How many of the options were read, where not all were."
    )
    held: bool = Field(
        default=False, description="P(true) is below one half because nobody vouches for a yes."
    )


class _Answer(_Closed):
    x_verdict: XVerdict | None = Field(default=None, description="Unless it was declined.")


class NoulAnswer(_Answer):
    """P(yes)."""

    type: Literal["noul"]
    noul: float = _P


class ChoiceAnswer(_Answer):
    """The most probable label."""

    type: Literal["choice"]
    choice: str
    probabilities: dict[str, float]
    confidence: float = _P


class ScoreAnswer(_Answer):
    """The expected level."""

    type: Literal["score"]
    score: float
    legend: dict[str, ContentField]
    probabilities: dict[str, float]
    confidence: float = _P


class SystemOneBody(_Closed):
    """One answer for each question id."""

    model: str
    answers: dict[
        str, Annotated[NoulAnswer | ChoiceAnswer | ScoreAnswer, Field(discriminator="type")]
    ]
    usage: UsageBody


class FaultBody(_Closed):
    """One fault of a request."""

    pointer: str
    detail: str


class ProblemBody(_Closed):
    """RFC 9457 problem details."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FaultBody] = []


class ProtocolFault(_Closed):
    """One fault of a request, as the System One protocol tells it."""

    loc: list[str | int]
    msg: str
    type: str


class ProtocolErrorDetail(_Closed):
    """What was wrong."""

    error_type: str
    message: str


class ProtocolErrorBody(_Closed):
    """The System One protocol's error."""

    detail: ProtocolErrorDetail | list[ProtocolFault]


class ModelBody(_Closed):
    """A model as the System One protocol lists it."""

    name: str
    description: str
    release_date: str


class OpenAIModelBody(_Closed):
    """A model as OpenAI lists it."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class IdentityBody(_Closed):
    """All that could change an answer; services that are alike in it answer alike."""

    version: str
    code_sha256: str = Field(description="Of the source of every module that decides.")
    tiers: dict[str, str] = Field(description="Tier to fingerprint.")
    tier_order: list[str] = Field(description="The tiers in the order in which they are asked.")
    profile_sha256: str | None = Field(description="Null without a profile.")
    runtime: dict[str, str] = Field(description="The machine, and versions of what is run on.")


class ModelsBody(_Closed):
    """Both listings, and what decides."""

    models: list[ModelBody]
    object: Literal["list"]
    data: list[OpenAIModelBody]
    x_verdict: IdentityBody


class StatusBody(_Closed):
    """Live, ready or draining."""

    status: Literal["live", "ready", "draining"]
