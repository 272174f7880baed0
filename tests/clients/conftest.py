"""The service as clients find it: one that is open, one that wants a key."""

import os
from collections.abc import Iterator

import pytest

from running import running_service

KEY = "a-key-of-the-tests"


@pytest.fixture(scope="session")
def api_key() -> str:
    """The one key that the guarded service knows."""
    return KEY


@pytest.fixture(scope="session")
def open_url() -> Iterator[str]:
    """The address of a service without keys."""
    with running_service() as service:
        yield service.url


@pytest.fixture(scope="session")
def guarded_url(api_key: str) -> Iterator[str]:
    """The address of a service that answers `api_key` alone."""
    environment = os.environ | {"VERDICT_API_KEYS": api_key}
    with running_service("--host", "127.0.0.1", environment=environment) as service:
        yield service.url
