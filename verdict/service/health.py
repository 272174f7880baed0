"""`GET /healthz` says that the process lives, `GET /readyz` that it wants requests."""

from typing import Any

from litestar import Request, get
from litestar.response.base import ASGIResponse

from verdict.service.documents import respond
from verdict.service.journal import Journal
from verdict.service.metrics import Metrics


class Readiness:
    """Whether the service wants requests; it stops wanting them when it is told to stop."""

    def __init__(self) -> None:
        self.draining = False


@get("/healthz")
async def get_healthz() -> ASGIResponse:
    """200 as long as the process can answer."""
    return respond({"status": "live"})


@get("/readyz")
async def get_readyz(request: Request[Any, Any, Any]) -> ASGIResponse:
    """200 when ready, 503 once the service was told to stop."""
    readiness: Readiness = request.app.state.readiness
    if readiness.draining:
        return respond({"status": "draining"}, 503)
    return respond({"status": "ready"})


@get("/metrics")
async def get_metrics(request: Request[Any, Any, Any]) -> ASGIResponse:
    """What happened since the start, for Prometheus."""
    metrics: Metrics = request.app.state.metrics
    journal: Journal = request.app.state.journal
    journal.tell()
    text, content_type = metrics.exposition(request.headers.get("accept", ""))
    return ASGIResponse(body=text, headers={"content-type": content_type})
