"""What can be wrong with a call, a question, a state or a configuration.

VerdictError
├── QuestionError   (also a ValueError)   a question that cannot be asked
├── ContentError    (also a ValueError)   a state or a text of a question that cannot be read
└── SettingsError                         a configuration, profile or tier that cannot be used
"""


class VerdictError(Exception):
    """Base of every error that Verdict raises on purpose."""


class QuestionError(VerdictError, ValueError):
    """The question cannot be asked; the message says which part of it is wrong."""


class ContentError(VerdictError, ValueError):
    """A state or a text of a question cannot be read; the message says why."""


class SettingsError(VerdictError):
    """The service cannot start as configured; the message names the key or the file."""
