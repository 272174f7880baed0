"""Verdict over HTTP."""

from verdict.service.app import create_app

__all__ = ["create_app"]
