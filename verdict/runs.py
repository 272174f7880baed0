"""One question on its way through the tiers, without knowing how the tiers are waited for."""

import logging
import math
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from verdict.deadlines import Deadline
from verdict.distributions import Distribution
from verdict.profile import Profile
from verdict.questions import Noul, Question
from verdict.reasons import REASONS, Reason
from verdict.states import State
from verdict.tiers import Answer, Pass, Tier
from verdict.verdicts import Step, Verdict

_log = logging.getLogger("verdict")

# Many callers test `p >= 0.5` and read nothing else: what nobody vouches for must not come out
# as a yes where nothing is known, or where a tier has seen that it is none.
_P_TRUE_UNKNOWN = 0.499


def ask_tier(tier: Tier, question: Question, state: State, deadline: Deadline) -> Answer | Pass:
    """Ask one tier; whatever goes wrong inside it is a pass, never an error."""
    if deadline.over():
        return Pass("timeout", "no time was left")
    try:
        result = tier.answer(question, state, deadline)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  # a tier's fault must never fail a request
        if deadline.over():
            return Pass("timeout", "stopped at its deadline")
        _log.exception("tier %s failed", tier.name)
        return Pass("unavailable", f"the tier failed: {type(error).__name__}")
    if not _is_sane(result):
        _log.error("tier %s answered neither Answer nor Pass: %r", tier.name, result)
        return Pass("unparsed", "the tier's answer makes no sense")
    return result


def _is_sane(result: object) -> bool:
    if isinstance(result, Answer):
        return (
            isinstance(result.detail, str)
            and _is_count(result.input_tokens)
            and _is_count(result.output_tokens)
            and (not result.notes or _are_figures(result.notes))
        )
    return (
        isinstance(result, Pass)
        and isinstance(result.reason, str)
        and result.reason in REASONS
        and isinstance(result.detail, str)
    )


def _is_count(number: object) -> bool:
    return type(number) is int and number >= 0


def _are_figures(notes: object) -> bool:
    return isinstance(notes, Mapping) and all(
        isinstance(name, str) and isinstance(figure, int | float) and math.isfinite(figure)
        for name, figure in notes.items()
    )


class Run:
    """Asks for one tier after another until one settles the question.

    Attributes:
        pending: the tier to ask next; None when the verdict is there.
    """

    __slots__ = (
        "_input_tokens",
        "_not_a_yes",
        "_output_tokens",
        "_position",
        "_profile",
        "_steps",
        "_tiers",
        "pending",
        "question",
        "state",
    )

    def __init__(
        self, tiers: tuple[Tier, ...], profile: Profile, question: Question, state: State
    ) -> None:
        self.question = question
        self.state = state
        self.pending: Tier | None = tiers[0]
        self._tiers = tiers
        self._profile = profile
        self._position = 0
        self._steps: list[Step] = []
        self._input_tokens = 0
        self._output_tokens = 0
        self._not_a_yes = False

    def ask_in_place(self, deadline: Deadline) -> None:
        """Ask the pending tiers as long as they need no thread."""
        while self.pending is not None and self.pending.workers == 0:
            started = time.perf_counter()
            self.record(ask_tier(self.pending, self.question, self.state, deadline), started)

    def record(self, result: Answer | Pass, started: float) -> None:
        """Take the pending tier's result; `started` is `time.perf_counter()` from before it."""
        tier = self._tiers[self._position]
        step = self._step(tier, result, (time.perf_counter() - started) * 1000)
        self._steps.append(step)
        self._position += 1
        finished = step.outcome == "settled" or self._position == len(self._tiers)
        self.pending = None if finished else self._tiers[self._position]

    def _step(self, tier: Tier, result: Answer | Pass, ms: float) -> Step:
        if isinstance(result, Pass):
            self._not_a_yes |= result.not_a_yes
            return Step(tier.name, "passed", result.reason, result.detail, ms)
        self._input_tokens += result.input_tokens
        self._output_tokens += result.output_tokens
        try:
            raw = _distribution(
                self.question.labels, tuple([float(p) for p in result.probabilities])
            )
        except (TypeError, ValueError) as error:
            _log.error("tier %s: %s", tier.name, error)
            return Step(tier.name, "passed", "unparsed", "the tier's answer makes no sense", ms)
        distribution, reason = self._profile.judge(tier, self.question.type, raw)
        outcome: Literal["passed", "settled"] = "passed" if reason else "settled"
        return Step(tier.name, outcome, reason, result.detail, ms, distribution, result.notes)

    @property
    def verdict(self) -> Verdict:
        """The answer so far: of the tier that settled it, else of the most trusted one."""
        last = self._steps[-1]
        settled = last.outcome == "settled"
        answer = last if settled else self._most_trusted()
        distribution = (answer.distribution if answer else None) or _unknown(self.question)
        held = False
        if self._not_a_yes and not settled and isinstance(self.question, Noul):
            held = distribution["true"] > _P_TRUE_UNKNOWN
            distribution = _below_one_half(distribution)
        reason: Reason | None = None if settled else last.reason
        return Verdict(
            type=self.question.type,
            distribution=distribution,
            tier=answer.tier if answer else None,
            settled=settled,
            reason=reason,
            trace=tuple(self._steps),
            input_tokens=self._input_tokens,
            output_tokens=self._output_tokens,
            held=held,
        )

    def _most_trusted(self) -> Step | None:
        answers = [step for step in self._steps if step.distribution]
        calibrated = [step for step in answers if step.reason != "uncalibrated"]
        return next(reversed(calibrated or answers), None)


@lru_cache(maxsize=32)  # what is read with certainty has one of a few
def _distribution(labels: tuple[str, ...], probabilities: tuple[float, ...]) -> Distribution:
    return Distribution(labels, probabilities)


def _unknown(question: Question) -> Distribution:
    if isinstance(question, Noul):
        return _noul(_P_TRUE_UNKNOWN)
    return Distribution.flat(question.labels)


def _below_one_half(distribution: Distribution) -> Distribution:
    return _noul(min(distribution["true"], _P_TRUE_UNKNOWN))


def _noul(p_true: float) -> Distribution:
    return Distribution(("true", "false"), (p_true, 1 - p_true))
