"""Typed questions, answered by the cheapest tier that can be trusted with them.

PYTEST_DONT_REWRITE: pytest, which has a plugin here, would warn where this is loaded before it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from verdict.version import __version__

if TYPE_CHECKING:
    from verdict.cascade import Cascade
    from verdict.distributions import Distribution
    from verdict.errors import ContentError, QuestionError, SettingsError, VerdictError
    from verdict.questions import Choice, Noul, Score
    from verdict.settings import Settings, read_settings
    from verdict.verdicts import Step, Verdict

# Loaded when they are asked for: a pytest session loads this package for the sake of its plugin,
# and most sessions have no use for the rest.
_MODULES = {
    "Cascade": "cascade",
    "Choice": "questions",
    "ContentError": "errors",
    "Distribution": "distributions",
    "Noul": "questions",
    "QuestionError": "errors",
    "Score": "questions",
    "Settings": "settings",
    "SettingsError": "errors",
    "Step": "verdicts",
    "Verdict": "verdicts",
    "VerdictError": "errors",
    "read_settings": "settings",
}

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


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
