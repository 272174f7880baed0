"""Typed questions asked of one tier after another, until one can be trusted with the answer."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from verdict.batches import Batch, Result
from verdict.deadlines import Deadline
from verdict.errors import QuestionError, SettingsError
from verdict.profile import Profile
from verdict.questions import Choice, Noul, Question, Score
from verdict.rendering import StateContent
from verdict.runs import Run
from verdict.settings import MAX_TIMEOUT_MS, Settings
from verdict.states import State
from verdict.tiers import Tier, build_tier
from verdict.verdicts import Verdict
from verdict.workers import Workers

_QUESTION_TYPES = (Noul, Choice, Score)


@dataclass(frozen=True, slots=True)
class Cascade:
    """A snapshot of tiers, profile and settings; it never changes, and may be shared by threads.

    Build one with `Cascade.load()`.
    """

    tiers: tuple[Tier, ...]
    profile: Profile
    settings: Settings
    _workers: dict[str, Workers[Result]]

    @classmethod
    def load(cls, settings: Settings | None = None) -> Self:
        """Build the tiers that the settings name; by default the rules and the shipped model.

        Nothing is read from the environment or a network.

        Raises:
            SettingsError: a tier, its files or the profile cannot be used; the message names it.
        """
        settings = Settings() if settings is None else settings
        tiers = tuple(build_tier(name, settings) for name in settings.tiers)
        names = [tier.name for tier in tiers]
        if len(set(names)) != len(names):
            raise SettingsError(f"tiers: each once, not {', '.join(names)}")
        strangers = settings.tier_timeout_ms.keys() - set(names)
        if strangers:
            raise SettingsError(f"tier_timeout_ms: no such tier: {', '.join(sorted(strangers))}")
        profile = Profile.load(settings.profile) if settings.profile else Profile()
        profile.check_bound_to(tiers)
        workers: dict[str, Workers[Result]] = {
            tier.name: Workers(f"verdict-{tier.name}", tier.workers, settings.model.queue)
            for tier in tiers
            if tier.workers
        }
        return cls(tiers, profile, settings, workers)

    def decide(
        self, state: StateContent, question: Question, *, timeout_ms: int | None = None
    ) -> Verdict:
        """Answer one question about a state.

        Args:
            state: a string, an object or an array.
            question: a Noul, a Choice or a Score.
            timeout_ms: the deadline; None for the configured one.

        Raises:
            ContentError: the state is something else, too deep or too large.
            QuestionError: the question is none.
            ValueError: the deadline is not between 1 and 600,000 milliseconds.
        """
        batch = self.begin([(State(state), question)], timeout_ms=timeout_ms)
        batch.wait()
        return batch.verdicts[0]

    def begin(
        self, cases: Iterable[tuple[State, Question]], *, timeout_ms: int | None = None
    ) -> Batch:
        """Start on several questions under one deadline; what needs no waiting is done at once."""
        if timeout_ms is not None and not 1 <= timeout_ms <= MAX_TIMEOUT_MS:
            raise ValueError(f"timeout_ms is between 1 and {MAX_TIMEOUT_MS}, not {timeout_ms}")
        cases = list(cases)
        for _, question in cases:
            if not isinstance(question, _QUESTION_TYPES):
                raise QuestionError(f"ask a Noul, a Choice or a Score, not {question!r}")
        deadline = Deadline((self.settings.timeout_ms if timeout_ms is None else timeout_ms) / 1000)
        runs = [Run(self.tiers, self.profile, question, state) for state, question in cases]
        return Batch(runs, self._workers, deadline, self.settings.tier_timeout_ms)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads go."""
        for workers in self._workers.values():
            workers.close()
