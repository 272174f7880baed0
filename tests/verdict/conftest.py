"""Cascades made of scripted tiers."""

from collections.abc import Iterator
from itertools import count

import pytest

from scripted import MakeCascade, ScriptedTier
from verdict.cascade import Cascade
from verdict.profile import Profile
from verdict.settings import Settings
from verdict.tiers import Answer, Pass
from verdict.workers import Workers


@pytest.fixture
def make_cascade() -> Iterator[MakeCascade]:
    """Build a cascade of scripted tiers: `make_cascade(tier, ..., profile=..., settings=...)`."""
    made: list[Cascade] = []
    numbers = count()

    def make(
        *tiers: ScriptedTier, profile: Profile | None = None, settings: Settings | None = None
    ) -> Cascade:
        chosen = settings or Settings()
        for tier in tiers:
            if tier.name == "scripted":
                tier.name = f"scripted{next(numbers)}"
        workers = {
            tier.name: Workers[Answer | Pass](tier.name, tier.workers, chosen.model.queue)
            for tier in tiers
            if tier.workers
        }
        cascade = Cascade(tuple(tiers), profile or Profile(), chosen, workers)
        made.append(cascade)
        return cascade

    yield make
    for cascade in made:
        cascade.close()
