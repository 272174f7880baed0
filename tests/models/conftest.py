"""The shipped model, loaded once."""

import pytest

from verdict_models import DecisionModel


@pytest.fixture(scope="session")
def model() -> DecisionModel:
    """Return the shipped model."""
    return DecisionModel.load()
