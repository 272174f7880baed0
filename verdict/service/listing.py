"""`GET /v1/models`, and the model names that a request may send."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from litestar import Request, get
from litestar.response.base import ASGIResponse

from verdict.service.documents import respond
from verdict.service.refusals import RefusedError
from verdict.version import RELEASE_DATE, __version__

MODEL_ID = f"verdict-{__version__}"
ALIASES = ("jev-latest", "jev-preview")
OPENAI_ALIAS = "gpt-6-luna"
_ACCEPTED = frozenset(
    {
        MODEL_ID,
        "verdict",
        *ALIASES,
        "jev-1.13",
        "jev-1.13.0",
        "jev-1.14",
        "jev-1.14.0",
        "typesafe-ai/jev",
        OPENAI_ALIAS,
    }
)
_CREATED = int(datetime.fromisoformat(RELEASE_DATE).replace(tzinfo=UTC).timestamp())


def check_model(name: str, status: int = 400) -> None:
    """Accept the served model's id and the aliases that clients send.

    Args:
        name: the model that a request names.
        status: the protocol's status for one that there is not.

    Raises:
        RefusedError: the name is none of them.
    """
    if name.removeprefix("~").removeprefix("typesafe/") not in _ACCEPTED:
        raise RefusedError(
            status,
            f"Unknown model: {name[:200]}. Send {MODEL_ID}, jev-latest or {OPENAI_ALIAS}.",
            code="model_not_found",
            place=("model",),
        )


@get(["/v1/models", "/api/v1/models"])
async def get_models(request: Request[Any, Any, Any]) -> ASGIResponse:
    """Both listings, the System One protocol's `models` and OpenAI's `data`; and what decides."""
    names = (MODEL_ID, *ALIASES)
    described = "Rules that read whole replies, then a small ONNX decision model"
    return respond(
        {
            "models": [
                {"name": name, "description": described, "release_date": RELEASE_DATE}
                for name in names
            ],
            "object": "list",
            # Clients of OpenAI's Decisions look for its model's name.
            "data": [_openai_model(name) for name in (*names, OPENAI_ALIAS)],
            "x_verdict": request.app.state.identity,
        }
    )


@get("/v1/models/{name:path}")
async def get_model(request: Request[Any, Any, Any]) -> ASGIResponse:
    """One model, as OpenAI's clients ask for it.

    Raises:
        RefusedError: there is none of that name.
    """
    name = str(request.path_params["name"]).removeprefix("/")
    check_model(name, HTTPStatus.NOT_FOUND)
    return respond(_openai_model(name))


def _openai_model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _CREATED, "owned_by": "verdict"}
