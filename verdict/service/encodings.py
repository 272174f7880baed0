"""A compressed body read back, within a limit: a small body may stand for a large one."""

import sys
import zlib
from collections.abc import Callable
from typing import Protocol

from verdict.rendering import clip
from verdict.service.bodies import BodyError
from verdict.service.refusals import RefusedError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MAX_CODINGS = 2
# Each takes a moment to begin and a copy of what follows it: many tiny ones would take long.
_MAX_PIECES = 100
_GZIP = 16 + zlib.MAX_WBITS
# A window of 8 MiB: RFC 9659 forbids senders a larger one, and it is set aside before it is filled.
_ZSTD: dict[int, int] = {zstd.DecompressionParameter.window_log_max: 23}


class _Piece(Protocol):
    """One gzip member or zstd frame; a body may be several, one after the other."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /, max_length: int) -> bytes: ...


def decode(body: bytes, content_encoding: bytes, limit: int) -> bytes:
    """Undo the codings that a Content-Encoding header lists, the last one first.

    Args:
        body: the body as sent.
        content_encoding: the header's value.
        limit: the most bytes that the body may become, after each of its codings.

    Raises:
        RefusedError: a coding is not known here, there are too many, or the body would become
            larger than `limit` bytes.
        BodyError: the body is not what the header says, cut short, or goes on behind its end.
    """
    listed = (coding.strip(" \t") for coding in content_encoding.decode("latin-1").split(","))
    codings = [coding.lower() for coding in listed if coding.lower() not in ("", "identity")]
    for coding in codings:
        if coding not in _BEGIN:
            raise _refused(f"the coding {clip(coding)!a} of the body is not read here")
    if len(codings) > _MAX_CODINGS:
        raise _refused(f"the body is encoded {len(codings)} times, at most {_MAX_CODINGS} are read")
    for coding in reversed(codings):
        body = _expand(body, coding, limit)
    return body


def _refused(fault: str) -> RefusedError:
    return RefusedError(
        415,
        f"{fault}: send it as it is, or once as gzip or zstd",
        headers={"accept-encoding": "gzip, zstd"},
    )


def _expand(body: bytes, coding: str, limit: int) -> bytes:
    content = bytearray()
    for _ in range(_MAX_PIECES):
        piece = _BEGIN[coding]()
        try:
            content += piece.decompress(body, limit + 1 - len(content))
        except (zlib.error, zstd.ZstdError) as error:
            raise BodyError(f"the body cannot be read as {coding}: {error}") from error
        if len(content) > limit:
            raise RefusedError(
                413,
                f"the body would be larger than {limit} bytes once read as {coding}: "
                "send less at once",
                error_type="request_too_large",
                code="request_too_large",
            )
        if not piece.eof:
            raise BodyError(f"the body ends before its {coding} does: send all of it")
        body = piece.unused_data
        if not body:
            return bytes(content)
    raise BodyError(f"the body is {coding} in more than {_MAX_PIECES} pieces: compress it as one")


def _begin_gzip() -> _Piece:
    return zlib.decompressobj(_GZIP)


def _begin_zstd() -> _Piece:
    return zstd.ZstdDecompressor(options=_ZSTD)


_BEGIN: dict[str, Callable[[], _Piece]] = {
    "gzip": _begin_gzip,
    "x-gzip": _begin_gzip,
    "zstd": _begin_zstd,
}
