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
        place: where in the body it is wrong, as keys and indices.
        headers: what the response says besides.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        error_type: str = "api_usage_error",
        code: str | None = None,
        place: tuple[str | int, ...] = (),
        headers: Mapping[str, str] = _NONE,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error_type = error_type
        self.code = code
        self.place = place
        self.headers = headers


class CallerGoneError(Exception):
    """The caller hung up; nobody will read the answer."""
