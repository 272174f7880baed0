"""The Litestar application, assembled."""

from litestar import Litestar
from litestar.datastructures import State

from verdict.cascade import Cascade
from verdict.service.health import Readiness, get_healthz, get_readyz
from verdict.service.listing import get_models
from verdict.service.openapi import get_schema
from verdict.service.problems import handle_error
from verdict.service.systemone import post_systemone
from verdict.service.verdicts import post_verdicts


def create_app(cascade: Cascade, readiness: Readiness | None = None) -> Litestar:
    """Build the application.

    Args:
        cascade: answers every request; whoever made it closes it.
        readiness: what `/readyz` tells; whoever stops the service sets it to draining.
    """
    return Litestar(
        route_handlers=[
            post_verdicts,
            post_systemone,
            get_models,
            get_healthz,
            get_readyz,
            get_schema,
        ],
        exception_handlers={Exception: handle_error},
        openapi_config=None,
        logging_config=None,
        state=State({"cascade": cascade, "readiness": readiness or Readiness()}, deep_copy=False),
    )
