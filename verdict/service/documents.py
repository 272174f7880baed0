"""JSON documents as Litestar's responses."""

from litestar.response.base import ASGIResponse
from pydantic_core import to_json


def respond(body: object, status: int = 200) -> ASGIResponse:
    """A JSON response."""
    return ASGIResponse(body=to_json(body), status_code=status, media_type="application/json")
