"""Tiers whose behaviour a test chooses."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from verdict.cascade import Cascade
from verdict.deadlines import Deadline
from verdict.questions import Question
from verdict.states import State
from verdict.tiers import Answer, Pass

MakeCascade = Callable[..., Cascade]


@dataclass
class ScriptedTier:
    """Answers what the test says, and remembers what it was asked."""

    result: Answer | Pass | Exception | Callable[[Question, State, Deadline], Answer | Pass]
    name: str = "scripted"
    workers: int = 0
    trusted: bool = True
    fingerprint: str = "0" * 64
    asked: list[tuple[Question, State]] = field(default_factory=list)

    def answer(self, question: Question, state: State, deadline: Deadline) -> Answer | Pass:
        self.asked.append((question, state))
        if isinstance(self.result, Exception):
            raise self.result
        if isinstance(self.result, Answer | Pass):
            return self.result
        return self.result(question, state, deadline)


def sleep_until_over(question: Question, state: State, deadline: Deadline) -> Answer | Pass:
    """A tier's work that takes ten seconds unless it is told to stop."""
    del question, state
    for _ in range(1000):
        if deadline.over():
            raise RuntimeError("stopped")
        time.sleep(0.01)
    return Answer((1.0, 0.0))
