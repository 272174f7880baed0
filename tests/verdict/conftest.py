"""Cascades made of scripted tiers, and the real one."""

import signal
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from asking import by_state
from scripted import MakeCascade, ScriptedTier
from verdict.cascade import Cascade
from verdict.profile import Profile
from verdict.service.app import create_app
from verdict.settings import Settings
from verdict.tiers import Answer, Pass
from verdict.workers import Workers


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """What the tests start can be interrupted, even if they run in the background of a shell."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture
def client(make_cascade: MakeCascade) -> Iterator[TestClient[Any]]:
    """A service of one scripted tier, with small limits."""
    settings = Settings(max_body_bytes=2000, max_decisions=6)
    with TestClient(create_app(make_cascade(ScriptedTier(by_state), settings=settings))) as client:
        yield client


@pytest.fixture(scope="module")
def cascade() -> Iterator[Cascade]:
    """The rules and the shipped model."""
    with Cascade.load() as loaded:
        yield loaded


@pytest.fixture(scope="module")
def real(cascade: Cascade) -> Iterator[TestClient[Any]]:
    """A service of the rules and the shipped model."""
    with TestClient(create_app(cascade)) as client:
        yield client
