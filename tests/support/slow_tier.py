"""A tier of a user's own: one module, named in the configuration."""

import os
import time
from pathlib import Path

from verdict.deadlines import Deadline
from verdict.questions import Question
from verdict.settings import Settings
from verdict.states import State
from verdict.tiers import Answer, Pass


class SlowTier:
    """Takes a second and a half; leaves a note when it begins and when it is told to stop."""

    name = "slow"
    workers = 1
    trusted = True
    fingerprint = "0" * 64

    def answer(self, question: Question, state: State, deadline: Deadline) -> Answer | Pass:
        """Answer the first option with certainty."""
        del state
        notes = Path(os.environ["SLOW_TIER_NOTES"])
        (notes / "began").touch()
        for _ in range(150):
            if deadline.over():
                (notes / "stopped").touch()
                return Pass("timeout")
            time.sleep(0.01)
        n = len(question.labels)
        return Answer((1.0, *[0.0] * (n - 1)))


def build(settings: Settings) -> SlowTier:
    """Build the tier."""
    del settings
    return SlowTier()
