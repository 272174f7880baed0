"""A body in parts, as System One clients send images: JSON first, then each image's bytes."""

from multipart import (  # type: ignore[import-untyped]
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from verdict.rendering import clip
from verdict.service.bodies import BodyError
from verdict.service.refusals import RefusedError

_REQUEST = "request"


def request_part(body: bytes, content_type: bytes) -> bytes:
    """The JSON of a body in parts, where that is all it has.

    Args:
        body: the whole body.
        content_type: the header's value; its boundary says where each part ends.

    Raises:
        RefusedError: an image comes with it, or the parts are not those of a form.
        BodyError: it is malformed or cut short, or there is not exactly one part named `request`.
    """
    kind, options = parse_options_header(content_type.decode("latin-1"))
    if kind != "multipart/form-data":
        raise RefusedError(415, f"{clip(kind)!a} is not read here: send application/json")
    content, n_parts = b"", 0
    try:
        with PushMultipartParser(options.get("boundary", ""), strict=True) as parser:
            for event in parser.parse(body):
                if isinstance(event, MultipartSegment):
                    n_parts += 1
                    _check_part(event, n_parts)
                elif event is not None:
                    content += event
    except MultipartError as error:
        raise BodyError(f"the parts of the body cannot be read: {error.args[0]}") from error
    if n_parts == 0:
        raise BodyError("the body has no part: send the JSON as one named request")
    return content


def _check_part(part: MultipartSegment, n_parts: int) -> None:
    if part.name == _REQUEST:
        if n_parts > 1:
            raise BodyError("the body has two parts named request: send one")
    elif part.filename is not None or (part.content_type or "").startswith("image/"):
        raise RefusedError(400, "images are not read here: leave out assets")
    else:
        raise BodyError(
            f"the part {clip(part.name)!a} is not read here: send the JSON as one named request"
        )
