"""Errors of the rules tier."""


class PackError(ValueError):
    """A language pack breaks its format; the message names the entry and what is wrong."""
