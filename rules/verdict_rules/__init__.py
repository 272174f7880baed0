"""Whole-content readers of replies: every word is accounted for, or the reader passes.

PYTEST_DONT_REWRITE: pytest, which has a plugin here, would warn where this is loaded before it.
"""

from collections.abc import Iterable

from verdict_rules.ask import Ask, may_approve, may_turn, may_turn_pick, read_ask
from verdict_rules.errors import PackError
from verdict_rules.level import Level, read_level
from verdict_rules.loading import hash_packs, load_packs
from verdict_rules.option import Pick, answers_yes_no, pick_option
from verdict_rules.pack import Pack
from verdict_rules.reply import Reading, read_reply

__all__ = [
    "P_RULES",
    "READER_VERSION",
    "Ask",
    "Level",
    "Pack",
    "PackError",
    "Pick",
    "Reading",
    "answers_yes_no",
    "load_packs",
    "may_approve",
    "may_turn",
    "may_turn_pick",
    "pick_option",
    "read_ask",
    "read_level",
    "read_reply",
    "rules_sha256",
]

READER_VERSION = "3"
"""Changes with every change of code that can change a reading."""

P_RULES = 0.998
"""The probability of a settled reading until a profile brings a measured bound."""


def rules_sha256(packs: Iterable[Pack] | None = None) -> str:
    """Return the SHA-256, in hexadecimal, over READER_VERSION and `packs`, or the shipped ones."""
    return hash_packs(READER_VERSION, load_packs() if packs is None else packs)
