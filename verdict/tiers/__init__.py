"""Ways to answer, behind one protocol.

A tier is one module with a function `build(settings) -> Tier`. The configuration names it: `rules`
is `verdict.tiers.rules`; a tier of your own is `package.module:build`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from verdict.deadlines import Deadline
from verdict.errors import SettingsError
from verdict.questions import Question
from verdict.reasons import Reason
from verdict.states import State

if TYPE_CHECKING:
    from verdict.settings import Settings


@dataclass(frozen=True, slots=True)
class Answer:
    """A tier's distribution.

    Attributes:
        probabilities: one for each of the question's labels, in their order, summing to 1.
        detail: what the tier saw, in words.
        input_tokens: tokens read for it.
        output_tokens: tokens written for it.
        notes: what must be said of it besides, as figures: how many options were read, say.
    """

    probabilities: tuple[float, ...]
    detail: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    notes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pass:
    """The tier has no distribution, and says why.

    Attributes:
        reason: a code of the closed set.
        detail: what the tier saw, in words.
        not_a_yes: it has seen that the answer to a noul is no plain yes: as long as no tier
            settles the question, P(true) is reported below one half.
    """

    reason: Reason
    detail: str = ""
    not_a_yes: bool = False


class Tier(Protocol):
    """One way to answer.

    Attributes:
        name: what the trace, the profile and the configuration call it.
        workers: threads to run it on; 0 runs it in place, for what takes well under a millisecond.
        trusted: whether its probability holds without a profile.
        fingerprint: SHA-256 of all that could change its answers; a profile is bound to it.
    """

    name: str
    workers: int
    trusted: bool
    fingerprint: str

    def answer(self, question: Question, state: State, deadline: Deadline) -> Answer | Pass:
        """Answer the question, or pass it on; stop soon after `deadline.over()`.

        Whatever it raises becomes a pass with the reason `unavailable`.
        """
        ...


def build_tier(name: str, settings: "Settings") -> Tier:
    """Build the tier that the configuration names.

    Raises:
        SettingsError: there is no such tier, or it cannot be built.
    """
    module_name, _, function = name.partition(":")
    if not function:
        module_name, function = f"{__name__}.{name}", "build"
    try:
        found = find_spec(module_name) is not None
    except (ImportError, ValueError):
        found = False
    build = getattr(import_module(module_name), function, None) if found else None
    if not callable(build):
        raise SettingsError(
            f"tiers: there is no tier {name!r}; known are 'rules' and 'model', "
            "and 'package.module:function' for one of your own that can be imported (PYTHONPATH)"
        )
    try:
        tier: Tier = build(settings)
    except SettingsError:
        raise
    except Exception as error:
        raise SettingsError(
            f"tiers: {name!r} could not be built: {type(error).__name__}: {error}"
        ) from error
    _check_tier(tier, name)
    return tier


def _check_tier(tier: object, name: str) -> None:
    kinds = (("name", str), ("workers", int), ("trusted", bool), ("fingerprint", str))
    for attribute, kind in kinds:
        if not isinstance(getattr(tier, attribute, None), kind):
            raise SettingsError(
                f"tiers: {name!r} gave {tier!r}, whose `{attribute}` is no {kind.__name__}"
            )
    if not callable(getattr(tier, "answer", None)):
        raise SettingsError(f"tiers: {name!r} gave {tier!r}, which has no `answer` to call")
    if getattr(tier, "workers", 0) < 0:
        raise SettingsError(f"tiers: {name!r} has fewer than 0 workers")
