"""The version of the distribution."""

__version__ = "0.1.0"
RELEASE_DATE = "2026-11-29"
