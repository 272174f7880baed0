"""The application, assembled."""

from litestar import Litestar
from litestar.datastructures import State

from verdict.cascade import Cascade
from verdict.identity import identity_of
from verdict.service.decisions import answer_decisions
from verdict.service.docs import get_docs, get_root
from verdict.service.entrance import Entrance, JsonPost
from verdict.service.health import Readiness, get_healthz, get_metrics, get_readyz
from verdict.service.journal import Journal
from verdict.service.keys import Keys
from verdict.service.listing import get_model, get_models
from verdict.service.logs import RequestLog
from verdict.service.metrics import Metrics
from verdict.service.openapi import get_schema, schema_document
from verdict.service.problems import handle_error
from verdict.service.systemone import answer_systemone
from verdict.service.verdicts import answer_verdicts

_GETS = (
    *(get_models, get_model, get_healthz, get_readyz, get_metrics),
    *(get_schema, get_docs, get_root),
)
_POSTS = {
    "/v1/verdicts": JsonPost(answer_verdicts, "problem"),
    "/v1/systemone": JsonPost(answer_systemone, "systemone"),
    "/v1/decisions": JsonPost(answer_decisions, "openai"),
    "/api/v1/systemone": JsonPost(answer_systemone, "systemone"),
    "/api/alpha/decisions": JsonPost(answer_systemone, "systemone"),
}


def create_app(
    cascade: Cascade,
    readiness: Readiness | None = None,
    keys: Keys | None = None,
    log: RequestLog | None = None,
) -> Entrance:
    """Build the application.

    Args:
        cascade: answers every request; whoever made it closes it.
        readiness: what `/readyz` tells; whoever stops the service sets it to draining.
        keys: the keys that it takes; None for those that the cascade's settings name.
        log: gets a line for each request; None for no lines.

    Raises:
        SettingsError: a key cannot be had.
    """
    settings = cascade.settings
    paths = {path for route in _GETS for path in route.paths} | _POSTS.keys()
    metrics = Metrics(cascade, paths, lambda: entrance.in_flight)
    log = log if settings.log_requests else None
    journal = Journal(metrics, log, with_content=settings.log_content)
    keys = Keys.load(settings) if keys is None else keys
    state = {
        "readiness": readiness or Readiness(),
        "metrics": metrics,
        "journal": journal,
        # Of what is loaded: the files may change while the service runs.
        "identity": identity_of(cascade),
        "schema": schema_document(with_keys=bool(keys)),
    }
    app = Litestar(
        route_handlers=_GETS,
        exception_handlers={Exception: handle_error},
        openapi_config=None,
        logging_config=None,
        state=State(state, deep_copy=False),
    )
    entrance = Entrance(app, _POSTS, cascade, keys, journal)
    return entrance
