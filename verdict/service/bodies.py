"""A request's body as JSON."""

from verdict.rendering import JsonValue
from verdict.strict_json import JsonError, parse_strictly


class BodyError(Exception):
    """The body is not JSON, or JSON that has no one meaning; the message says why."""


def parse_json(body: bytes) -> JsonValue:
    """Read a body.

    Raises:
        BodyError: it is not strict JSON; see `verdict.strict_json`.
    """
    try:
        return parse_strictly(body)
    except JsonError as error:
        raise BodyError(f"the body {error}") from error
