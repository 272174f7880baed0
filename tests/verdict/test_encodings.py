import gzip
import json
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict.service.bodies import BodyError
from verdict.service.encodings import decode
from verdict.service.refusals import RefusedError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LIMIT = 100_000
TEXT = b'{"state": "Yes please", "questions": {"go": {"type": "noul"}}}'
COMPRESS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "zstd": zstd.compress}
SKIPPABLE = b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"
# Sent by typesafe-sdk 0.7.5 with its zstd extra for a state whose reply is "Yes " 300 times.
FROM_SDK = bytes.fromhex(
    "28b52ffd603d04ad0300d207181980a93a481764238b28dd013f22357d4803ec003ea82c688e12efbd1acba502c3a3"
    "141f5ed228e881b8274b355508b29eba254743324c4f23899a3e7da4000a237aaa4cc055f35ad2839e26aad9d5d478"
    "2a3eb20bf4f46da16b5d9cfae8d94505000d65811e952cc5b0eec9d66b2affae0c"
)


def _zstd_frame(window: int, blocks: bytes) -> bytes:
    """A frame with its window descriptor, as RFC 8878 lays it out, without a content size."""
    return zstd.compress(b"")[:4] + bytes([0, window]) + blocks


def _gzip_bomb(mebibytes: int) -> bytes:
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = compressor.compress(b"") + compressor.flush(zlib.Z_FULL_FLUSH)
    mebibyte = compressor.compress(bytes(2**20)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return start + mebibyte * mebibytes


def _zstd_bomb(mebibytes: int) -> bytes:
    one_byte_repeated = ((2**17 << 3) | 0b010).to_bytes(3, "little") + b"\0"
    return _zstd_frame(0x58, one_byte_repeated * (8 * mebibytes))


@pytest.mark.parametrize(
    ("header", "codings"),
    [
        (b"", []),
        (b"identity", []),
        (b"gzip", ["gzip"]),
        (b"GZip", ["gzip"]),
        (b"\tx-gzip ", ["gzip"]),
        (b"zstd", ["zstd"]),
        (b"identity,gzip", ["gzip"]),
        (b"gzip, zstd", ["gzip", "zstd"]),
        (b"zstd ,,gzip", ["zstd", "gzip"]),
    ],
)
def test_the_codings_of_a_body_are_undone_in_reverse(header: bytes, codings: list[str]) -> None:
    """A body comes out as it was before the header's codings, however they are spelled."""
    body = TEXT
    for coding in codings:
        body = COMPRESS[coding](body)
    assert decode(body, header, LIMIT) == TEXT


def test_a_body_from_the_system_one_client_is_read() -> None:
    """What the official client compresses is the JSON that it would have sent otherwise."""
    body = json.loads(decode(FROM_SDK, b"zstd", LIMIT))
    assert body["state"] == {"prompt": "Create it?", "reply": "Yes " * 300}
    assert list(body["questions"]) == ["go"]


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"gzip", gzip.compress(TEXT[:20]) + gzip.compress(b"") + gzip.compress(TEXT[20:])),
        (b"zstd", zstd.compress(TEXT[:20]) + zstd.compress(b"") + zstd.compress(TEXT[20:])),
        (b"zstd", SKIPPABLE + zstd.compress(TEXT) + SKIPPABLE),
    ],
    ids=["gzip members", "zstd frames", "skippable frames"],
)
def test_a_body_in_several_pieces_is_read_whole(header: bytes, body: bytes) -> None:
    """Pieces one after the other are one body; what a frame says to skip is skipped."""
    assert decode(body, header, LIMIT) == TEXT


@given(st.binary(max_size=2000), st.lists(st.sampled_from(["gzip", "zstd"]), max_size=2))
def test_whatever_was_compressed_comes_back(content: bytes, codings: list[str]) -> None:
    """Decoding undoes compressing, for any bytes."""
    body = content
    for coding in codings:
        body = COMPRESS[coding](body)
    assert decode(body, ", ".join(codings).encode(), LIMIT) == content


@given(st.binary(max_size=300), st.sampled_from(["gzip", "zstd"]), st.data())
def test_a_body_that_is_cut_short_is_refused(
    content: bytes, coding: str, data: st.DataObject
) -> None:
    """No beginning of a compressed body passes for the whole, not even an empty one."""
    body = COMPRESS[coding](content)
    cut = data.draw(st.integers(0, len(body) - 1))
    with pytest.raises(BodyError, match=f"ends before its {coding} does"):
        decode(body[:cut], coding.encode(), LIMIT)


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"gzip", TEXT),
        (b"zstd", TEXT),
        (b"zstd", gzip.compress(TEXT)),
        (b"gzip", zlib.compress(TEXT)),
        (b"gzip", gzip.compress(TEXT) + b"and more"),
        (b"zstd", zstd.compress(TEXT) + b"and more"),
        (b"gzip", gzip.compress(TEXT)[:-8] + bytes(8)),
        (
            b"zstd",
            zstd.compress(TEXT, options={zstd.CompressionParameter.checksum_flag: 1})[:-4]
            + bytes(4),
        ),
    ],
    ids=[
        "text as gzip",
        "text as zstd",
        "gzip as zstd",
        "zlib as gzip",
        "gzip and more",
        "zstd and more",
        "gzip checksum",
        "zstd checksum",
    ],
)
def test_a_body_that_is_not_what_it_says_is_refused(header: bytes, body: bytes) -> None:
    """A body of another coding, with a wrong checksum, or going on behind its end is refused."""
    with pytest.raises(BodyError, match=f"cannot be read as {header.decode()}"):
        decode(body, header, LIMIT)


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_a_body_may_become_as_large_as_the_limit(coding: str) -> None:
    """The limit itself is allowed; one byte more is not."""
    body = COMPRESS[coding](b"a" * 1000)
    assert decode(body, coding.encode(), 1000) == b"a" * 1000
    with pytest.raises(RefusedError, match="larger than 999 bytes") as refusal:
        decode(body, coding.encode(), 999)
    assert refusal.value.status == 413


@pytest.mark.parametrize("codings", [("gzip",), ("zstd",), ("gzip", "zstd")])
def test_a_bomb_is_refused_before_it_goes_off(codings: tuple[str, ...]) -> None:
    """A gibibyte in a small body costs no more memory than the limit allows."""
    body = {"gzip": _gzip_bomb, "zstd": _zstd_bomb}[codings[0]](1024)
    for coding in codings[1:]:
        body = COMPRESS[coding](body)
    tracemalloc.start()
    try:
        with pytest.raises(RefusedError, match="larger than") as refusal:
            decode(body, ", ".join(codings).encode(), 2**21)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refusal.value.status == 413
    assert peak < 2**24


def test_pieces_count_together_towards_the_limit() -> None:
    """Many pieces, each within the limit, do not make a body beyond it."""
    with pytest.raises(RefusedError, match="larger than"):
        decode(gzip.compress(bytes(1000)) * 3, b"gzip", 2999)


def test_a_window_of_eight_mebibytes_is_read_and_no_larger_one() -> None:
    """A few bytes cannot have the reader set aside more memory than other readers would."""
    last_block = ((len(TEXT) << 3) | 1).to_bytes(3, "little") + TEXT
    assert decode(_zstd_frame(0x68, last_block), b"zstd", LIMIT) == TEXT
    with pytest.raises(BodyError, match="too much memory"):
        decode(_zstd_frame(0x69, last_block), b"zstd", LIMIT)


@pytest.mark.parametrize(
    ("header", "body"), [(b"gzip", gzip.compress(b"")), (b"zstd", SKIPPABLE[:4] + bytes(4))]
)
def test_a_body_of_very_many_pieces_is_refused(header: bytes, body: bytes) -> None:
    """Thousands of empty pieces would take long and say nothing."""
    with pytest.raises(BodyError, match="pieces"):
        decode(body * 5000, header, LIMIT)


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        (b"br", "the coding 'br' of the body is not read"),
        (b"deflate", "'deflate'"),
        (b"gzip, br", "'br'"),
        (b"gzip;q=1", "'gzip;q=1'"),
        (b"\xff", r"'\\xff'"),
        (b"x" * 10_000, "'x{80}[.]{3}'"),
        (b"gzip, gzip, gzip", "encoded 3 times"),
    ],
)
def test_a_coding_that_is_not_read_is_refused(header: bytes, complaint: str) -> None:
    """The refusal names the coding and, in its header as in its words, those that are read."""
    with pytest.raises(RefusedError, match=complaint) as refusal:
        decode(TEXT, header, LIMIT)
    assert refusal.value.status == 415
    assert "gzip or zstd" in refusal.value.args[0]
    assert refusal.value.headers == {"accept-encoding": "gzip, zstd"}


_HEADERS = st.binary(max_size=20) | st.sampled_from([b"gzip", b"zstd", b"zstd, gzip", b"identity"])
_BODIES = st.builds(
    lambda start, middle, end: start + middle + end,
    st.sampled_from([b"", gzip.compress(TEXT), zstd.compress(TEXT), SKIPPABLE, FROM_SDK[:60]]),
    st.binary(max_size=60),
    st.sampled_from([b"", gzip.compress(TEXT)[6:], zstd.compress(TEXT)[6:]]),
)


@given(_BODIES, _HEADERS)
def test_any_body_under_any_header_is_read_or_refused(body: bytes, header: bytes) -> None:
    """Nothing but a refusal comes out of bytes that cannot be read."""
    with suppress(BodyError, RefusedError):
        assert len(decode(body, header, 1000)) <= max(1000, len(body))
