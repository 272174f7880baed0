"""Errors of the rules tier."""

from collections.abc import Iterable
from difflib import get_close_matches


class PackError(ValueError):
    """A language pack breaks its format; the message names the place and what is wrong."""


def meant(name: str, known: Iterable[str]) -> str:
    """Return what a message adds when an unknown name is much like a known one."""
    near = get_close_matches(name, known, n=1)
    return f"; did you mean `{near[0]}`?" if near else ""
