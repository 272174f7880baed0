"""`GET /docs`: Swagger UI over the schema, from the files beside this module alone."""

import gzip
from asyncio import to_thread
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.response.base import ASGIResponse

_MEDIA_TYPES = {
    "index.html": "text/html",
    "start.js": "text/javascript",
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
}
# The page talks to this service and to nobody else; its style sheet draws icons from data URLs.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class _Asset:
    body: bytes
    compressed: bytes
    tag: str


@get(["/docs", "/docs/{name:str}"])
async def get_docs(request: Request[Any, Any, Any]) -> ASGIResponse:
    """The page that shows the contract and tries it out, and the page's files.

    Raises:
        NotFoundException: the page has no such file.
    """
    name = request.path_params.get("name", "index.html")
    if name not in _MEDIA_TYPES:
        raise NotFoundException
    # In a thread, since compressing the bundle for the first caller would hold up the others.
    asset = await to_thread(_load, name)
    headers = {
        "etag": f"W/{asset.tag}",  # weak, since one tag stands for both encodings
        "cache-control": "no-cache",
        "vary": "accept-encoding",
        "content-security-policy": _POLICY,
        "x-content-type-options": "nosniff",
    }
    if asset.tag in request.headers.get("if-none-match", ""):
        return ASGIResponse(status_code=304, headers=headers)
    accepted = request.headers.get("accept-encoding", "").lower().split(",")
    zipped = "gzip" in [encoding.strip() for encoding in accepted]
    return ASGIResponse(
        body=asset.compressed if zipped else asset.body,
        media_type=_MEDIA_TYPES[name],
        headers=headers | ({"content-encoding": "gzip"} if zipped else {}),
    )


@get("/")
async def get_root() -> ASGIResponse:
    """To the page: whoever opens the bare address in a browser wants to see something."""
    return ASGIResponse(status_code=307, headers={"location": "/docs"})


@cache
def _load(name: str) -> _Asset:
    body = (files("verdict.service") / "swagger" / name).read_bytes()
    return _Asset(body, gzip.compress(body, mtime=0), f'"{sha256(body).hexdigest()[:32]}"')
