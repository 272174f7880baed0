"""Requests that cannot be answered as they stand."""

from collections.abc import Mapping

_NONE: Mapping[str, str] = {}


class RefusedError(Exception):
    """A request that cannot be answered as it stands.

    Args:
        status: the HTTP status.
        message: what is wrong and what to do.
        error_type: the System One protocol's name for it.
        code: OpenAI's name for it, if it has one.
        param: the part of the body that OpenAI's form names, if it is one.
        headers: what the response says besides.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        error_type: str = "api_usage_error",
        code: str | None = None,
        param: str | None = None,
        headers: Mapping[str, str] = _NONE,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.error_type = error_type
        self.code = code
        self.param = param
        self.headers = headers


def wrong_at(place: str, why: str) -> RefusedError:
    """A refusal of one place of a body, named as OpenAI names it: `questions[0].choices`."""
    return RefusedError(400, f"{place}: {why}", code="value_error", param=place)


class CallerGoneError(Exception):
    """The caller hung up; nobody will read the answer."""
