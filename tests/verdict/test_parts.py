import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict.service.bodies import BodyError
from verdict.service.encodings import decode
from verdict.service.parts import request_part
from verdict.service.refusals import RefusedError

BOUNDARY = "6e402b7cc6ab4edf994736446359075b"
TYPE = f"multipart/form-data; boundary={BOUNDARY}".encode()
TEXT = b'{"state": "Yes please", "questions": {"go": {"type": "noul"}}}'
REQUEST = 'form-data; name="request"'
IMAGE = ('form-data; name="asset-0"; filename="asset-0"', b"\x89PNG\r\n\x1a\n\x00\x01\r\n--")
# Sent by typesafe-sdk 0.7.5 with its zstd extra for a state with an image in it.
FROM_SDK_TYPE = b"multipart/form-data; boundary=d43261d3068c4d6db160c0554defe3ee"
FROM_SDK = bytes.fromhex(
    "28b52ffd608e04fd0b0086154c2fa012153dc0ebe06349e70c97381106d25201e729749e068c1f609484007cc26492"
    "6a8cb9177777d7f6b7fcaffa6b0d3b003b0039008f39207cebc7467cf60c7f49eb2c724bfaae7c2b17edadbbea8b75"
    "c5bc6d7fdbbba13dff92af9e4e1415cd08463214d269526024a111284926fa5e145ac94c5392e084118aa293497c8d"
    "bc2a068ffe19dbb36287fcb2abd355c476ba8347dff8ba197b27fa6fb9b577dad31e7bf5062267b530962e0695bdd3"
    "b9ff8bf189e5ad6d75c82dec5accd957a3edad0e6d693d12bff1e8d6d37b3994b9d31fc2a3732cfcd921d7104570c2"
    "af7c24a58934d1ed79ef82850a1426b8041701c203070d1e0c16284880e080810204060808f000e8681c1b1a191817"
    "16151413edd11e0e1e3e94d0580c79ab56ced29e2ccb3c7a59eed75a3a94657eb9720d1a001067080e938b2a4f0080"
    "e02601cae4280d13e06c49c40f96f0410e542047dc970b72d840710190092df415d2728b901d952ab1b09162b8b330"
    "525c34de5bac81cdb8ab282bfbd2dcd419"
)


def _form(*parts: tuple[str, bytes], content_type: str = "application/json") -> bytes:
    """A form laid out as the System One client does."""
    body = b"".join(
        f"--{BOUNDARY}\r\nContent-Disposition: {disposition}\r\n"
        f"Content-Type: {content_type}\r\n\r\n".encode()
        + content
        + b"\r\n"
        for disposition, content in parts
    )
    return body + f"--{BOUNDARY}--\r\n".encode()


@pytest.mark.parametrize(
    "content_type",
    [TYPE, TYPE.upper().replace(BOUNDARY.upper().encode(), BOUNDARY.encode()), TYPE + b"; x=y"],
)
@pytest.mark.parametrize(
    "disposition", [REQUEST, "form-data; name=request", f'{REQUEST}; filename="request.json"']
)
def test_the_request_part_alone_is_read(disposition: str, content_type: bytes) -> None:
    """A form with nothing but the JSON is the JSON, however its name is written."""
    assert request_part(_form((disposition, TEXT)), content_type) == TEXT


@given(st.binary(max_size=2000))
def test_the_request_part_is_read_byte_for_byte(content: bytes) -> None:
    """Line ends, dashes and anything else inside a part belong to it."""
    assert request_part(_form((REQUEST, content)), TYPE) == content


@pytest.mark.parametrize("content_type", ["image/png", "image/jpeg", "application/octet-stream"])
@pytest.mark.parametrize(
    "parts", [[(REQUEST, TEXT), IMAGE], [(REQUEST, TEXT), IMAGE, IMAGE], [IMAGE, (REQUEST, TEXT)]]
)
def test_images_are_refused_as_such(parts: list[tuple[str, bytes]], content_type: str) -> None:
    """Whoever sends an image is told that images are not read, and is not told to try again."""
    with pytest.raises(RefusedError, match="images are not read here") as refusal:
        request_part(_form(*parts, content_type=content_type), TYPE)
    assert refusal.value.status == 400


def test_a_part_without_a_file_name_is_an_image_by_its_type() -> None:
    """An image need not be a file to be one."""
    parts = [(REQUEST, TEXT), ('form-data; name="picture"', b"\xff\xd8\xff")]
    with pytest.raises(RefusedError, match="images are not read here"):
        request_part(_form(*parts, content_type="image/jpeg"), TYPE)


def test_images_from_the_system_one_client_are_refused_as_such() -> None:
    """What the official client sends with an image, compressed, gets the same answer."""
    body = decode(FROM_SDK, b"zstd", 10_000)
    with pytest.raises(RefusedError, match="images are not read here"):
        request_part(body, FROM_SDK_TYPE)
    boundary = FROM_SDK_TYPE.partition(b"=")[2]
    alone = boundary.join([*body.split(boundary)[:2], b"--\r\n"])
    request = json.loads(request_part(alone, FROM_SDK_TYPE))
    assert request["assets"] == {request["state"]["picture"]: {"type": "image", "part": "asset-0"}}


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (_form(), "no part"),
        (_form((REQUEST, TEXT), (REQUEST, TEXT)), "two parts named request"),
        (_form(('form-data; name="body"', TEXT)), "the part 'body' is not read"),
        (_form((REQUEST, TEXT), ('form-data; name="model"', b"x")), "the part 'model'"),
        (_form((f'form-data; name="{"a" * 2000}"', TEXT)), "'a{80}[.]{3}'"),
        (_form(("form-data", TEXT)), "cannot be read: .*name"),
        (_form(('attachment; name="request"', TEXT)), "Wrong type"),
        (_form((REQUEST, TEXT)).replace(b"\r\n", b"\n"), "line break"),
        (_form((f'{REQUEST}; filename="{"a" * 5000}"', TEXT)), "header length"),
        (_form((REQUEST + "\r\nx-more: 1" * 20, TEXT)), "header count"),
        (_form((REQUEST + "\r\nContent-Length: 5", TEXT)), "Content-Length exceeded"),
        (_form((REQUEST + "\r\nno header", TEXT)), "Malformed segment header"),
        (_form((REQUEST, TEXT)).replace(b"name=", b"\xff"), "failed to decode$"),
        (TEXT, "cannot be read"),
        (b"", "cannot be read"),
    ],
    ids=[
        "no part",
        "two requests",
        "another name",
        "a second part",
        "a long name",
        "no name",
        "no form-data",
        "bare newlines",
        "a long header",
        "many headers",
        "a wrong length",
        "no header",
        "no UTF-8",
        "no form",
        "nothing",
    ],
)
def test_a_malformed_form_is_refused(body: bytes, complaint: str) -> None:
    """What is not one part named request is named and refused."""
    with pytest.raises(BodyError, match=complaint):
        request_part(body, TYPE)


@given(st.integers(0, len(_form((REQUEST, TEXT))) - len("\r\n") - 1))
def test_a_form_that_is_cut_short_is_refused(cut: int) -> None:
    """No beginning of a form passes for the whole."""
    with pytest.raises(BodyError, match="cannot be read"):
        request_part(_form((REQUEST, TEXT))[:cut], TYPE)


@pytest.mark.parametrize(
    "content_type", [b"multipart/form-data", b"multipart/form-data; boundary=", TYPE + b"0"]
)
def test_a_form_without_its_boundary_is_refused(content_type: bytes) -> None:
    """Where the parts end cannot be guessed."""
    with pytest.raises(BodyError, match=r"cannot be read: .*[bB]oundary"):
        assert isinstance(request_part(_form((REQUEST, TEXT)), content_type), bytes)


def test_parts_of_another_kind_are_refused() -> None:
    """Only forms have named parts."""
    with pytest.raises(RefusedError, match="'multipart/mixed' is not read here") as refusal:
        request_part(_form((REQUEST, TEXT)), TYPE.replace(b"form-data", b"mixed"))
    assert refusal.value.status == 415


_PIECES = st.lists(
    st.binary(max_size=20)
    | st.sampled_from(
        [
            f"--{BOUNDARY}".encode(),
            b"\r\n",
            b"--",
            b"Content-Disposition: form-data; name=",
            b"Content-Type: ",
            b"Content-Length: ",
            b'"request"',
            b'"',
            b"; filename=",
            b"\\",
        ]
    ),
    max_size=25,
)
_TYPES = st.just(TYPE) | st.binary(max_size=30).map(
    lambda rest: b"multipart/form-data; boundary=" + rest
)


@given(_PIECES.map(b"".join), _TYPES)
def test_any_form_is_read_or_refused(body: bytes, content_type: bytes) -> None:
    """Nothing but a refusal comes out of bytes that are no form."""
    with suppress(BodyError, RefusedError):
        assert request_part(body, content_type) in body


@given(st.binary(max_size=40))
def test_any_content_type_is_read_or_refused(content_type: bytes) -> None:
    """Nothing but a refusal comes out of a header that says nothing."""
    with suppress(BodyError, RefusedError):
        assert isinstance(request_part(_form((REQUEST, TEXT)), content_type), bytes)
