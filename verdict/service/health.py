"""`GET /healthz` says that the process lives, `GET /readyz` that it wants requests."""

from typing import Any

from litestar import Request, get
from litestar.response.base import ASGIResponse

from verdict.service.problems import new_request_id, respond


class Readiness:
    """Whether the service wants requests; it stops wanting them when it is told to stop."""

    def __init__(self) -> None:
        self.draining = False


@get("/healthz")
async def get_healthz() -> ASGIResponse:
    """200 as long as the process can answer."""
    return respond({"status": "live"}, new_request_id())


@get("/readyz")
async def get_readyz(request: Request[Any, Any, Any]) -> ASGIResponse:
    """200 when ready, 503 once the service was told to stop."""
    readiness: Readiness = request.app.state.readiness
    if readiness.draining:
        return respond({"status": "draining"}, new_request_id(), 503)
    return respond({"status": "ready"}, new_request_id())
