"""Typed questions, answered by the cheapest tier that can be trusted with them."""

from verdict.cascade import Cascade
from verdict.distributions import Distribution
from verdict.errors import ContentError, QuestionError, SettingsError, VerdictError
from verdict.questions import Choice, Noul, Score
from verdict.settings import Settings, read_settings
from verdict.verdicts import Step, Verdict
from verdict.version import __version__

__all__ = [
    "Cascade",
    "Choice",
    "ContentError",
    "Distribution",
    "Noul",
    "QuestionError",
    "Score",
    "Settings",
    "SettingsError",
    "Step",
    "Verdict",
    "VerdictError",
    "__version__",
    "read_settings",
]
