"""Why a tier passed a question on: a closed set of codes."""

from typing import Literal, get_args

Reason = Literal[
    "empty",
    "content",
    "conditional",
    "hedged",
    "asks_back",
    "mixed",
    "off_target",
    "unknown_words",
    "not_a_reply",
    "below_threshold",
    "out_of_scope",
    "too_long",
    "mass_unseen",
    "unparsed",
    "timeout",
    "unavailable",
    "disabled",
    "uncalibrated",
]

REASONS: frozenset[str] = frozenset(get_args(Reason))
