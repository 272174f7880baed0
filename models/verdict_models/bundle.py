"""A model bundle: a folder with graphs, their tokenizer and a manifest that vouches for all."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from verdict_models.errors import BundleError
from verdict_models.manifest import MANIFEST, Manifest, read_manifest

LOWER, TOPIC, READER = "lower.onnx", "topic.onnx", "reader.onnx"
TOKENIZER = "tokenizer.json"
SHIPPED = Path(__file__).parent / "bundle"

_INT, _FLOAT = "tensor(int64)", "tensor(float)"
# The contract's graphs: inputs and outputs by name.
_GRAPHS = {
    LOWER: ({"ids": _INT}, {"hidden": _FLOAT}),
    TOPIC: ({"x": _FLOAT}, {"sentence": _FLOAT}),
    READER: (
        {
            "x": _FLOAT,
            "segment": _INT,
            "kind": _INT,
            "rank": _FLOAT,
            "spans": _FLOAT,
            "starts": _INT,
        },
        {"logits": _FLOAT},
    ),
}


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle whose files are the ones its manifest names.

    Attributes:
        manifest: What bundle.json says.
        lower: `ids` (1, tokens) int64 to `hidden` (1, tokens, dimension).
        topic: `x`, such a `hidden`, to `sentence` (1, dimension), of length one.
        reader: A state, a question and options side by side; with n tokens and k options: `x`
            (1, n, dimension), the texts' `hidden`; `segment` (1, n), 0 for the state, 1 for the
            question, 2 + i for option i; `kind` (1, n), see `reader`; `rank` (1, n), -0.5 to 0.5
            for the lowest to the highest level, else 0; `spans` (1, 2 + k, n), each row the mean
            of a segment; `starts` (1, 2 + k), the first token of each. Gives `logits` (1, k, 2):
            of a choice, and of a yes where the only option is the question.
        tokenizer: Without truncation and padding; special tokens in a text are plain text.
        special_tokens: The ids that stand first and last in every window.
    """

    manifest: Manifest
    lower: onnxruntime.InferenceSession
    topic: onnxruntime.InferenceSession
    reader: onnxruntime.InferenceSession
    tokenizer: Tokenizer
    special_tokens: tuple[int, int]


def read_bundle(folder: Path) -> Bundle:
    """Return the bundle in `folder`, ready to use.

    Raises:
        BundleError: a file is missing or differs from its hash, the manifest is wrong or speaks
            of an unknown contract, or a graph does not have the shape that the contract asks.
    """
    manifest = read_manifest(folder / MANIFEST)
    contents = {name: _checked(folder / name, digest) for name, digest in manifest.files.items()}
    for name in (*_GRAPHS, TOKENIZER):
        if name not in contents:
            raise BundleError(f"{folder / MANIFEST}: `files` does not name {name}: add its SHA-256")
    tokenizer = _tokenizer(contents[TOKENIZER], folder / TOKENIZER)
    first, *others = tokenizer.encode("").ids or [-1]
    if len(others) != 1:
        raise BundleError(
            f"{folder / TOKENIZER}: does not put one special token before and one after a text: "
            "use a tokenizer of the BERT kind"
        )
    lower, topic, reader = (_session(contents[name], folder / name) for name in _GRAPHS)
    bundle = Bundle(manifest, lower, topic, reader, tokenizer, (first, others[0]))
    _try_graphs(bundle, folder)
    return bundle


def _checked(path: Path, expected: str) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BundleError(
            f"{path}: cannot be read ({error.strerror}): copy the whole bundle again"
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise BundleError(
            f"{path}: SHA-256 is {found}, the manifest says {expected}: "
            "copy the file again, or the manifest that was made with it"
        )
    return content


# Of onnxruntime's rewritings, those that cost time here: a tenth of a reading.
_SLOW = ["SkipLayerNormFusion"]


def open_session(graph: bytes) -> onnxruntime.InferenceSession:
    """Return a graph ready to run, on the thread that calls it and no other.

    Raises:
        Exception: a dozen types of onnxruntime's own.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(
        graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOW
    )


def _session(content: bytes, path: Path) -> onnxruntime.InferenceSession:
    try:
        session = open_session(content)
    except Exception as error:  # onnxruntime raises a dozen types of its own
        raise BundleError(
            f"{path}: onnxruntime {onnxruntime.__version__} cannot load it "
            f"({' '.join(str(error).split())}): export it again"
        ) from error
    inputs, outputs = _GRAPHS[path.name]
    for what, items, expected in (
        ("inputs", session.get_inputs(), inputs),
        ("outputs", session.get_outputs(), outputs),
    ):
        found = {item.name: item.type for item in items}
        if found != expected:
            raise BundleError(
                f"{path}: {what} are {found}, expected {expected}: "
                "export it with these names and types"
            )
    return session


def _try_graphs(bundle: Bundle, folder: Path) -> None:
    """Run one full window of the last token, which shows limits or a vocabulary too large."""
    size, width = bundle.manifest.limits.window_tokens, bundle.manifest.dimension
    first, last = bundle.special_tokens
    unit = [max(bundle.tokenizer.get_vocab().values())] * bundle.manifest.limits.body
    ids = np.array([[first, *unit, last]], dtype=np.int64)
    hidden = _run(bundle.lower, {"ids": ids}, (1, size, width), folder / LOWER)
    _run(bundle.topic, {"x": hidden}, (1, width), folder / TOPIC)
    two = {
        "x": hidden[:, :2],
        "segment": np.array([[0, 1]]),
        "kind": np.array([[0, 1]]),
        "rank": np.zeros((1, 2), np.float32),
        "spans": np.eye(2, dtype=np.float32)[[0, 1, 1]][None],
        "starts": np.array([[0, 1, 1]]),
    }
    _run(bundle.reader, two, (1, 1, 2), folder / READER)


def _run(
    session: onnxruntime.InferenceSession,
    inputs: Mapping[str, NDArray[Any]],
    shape: tuple[int, ...],
    path: Path,
) -> NDArray[np.float32]:
    try:
        found: NDArray[np.float32] = session.run(None, dict(inputs))[0]
    except Exception as error:  # onnxruntime raises a dozen types of its own
        raise BundleError(
            f"{path}: fails on a window ({' '.join(str(error).split())}): "
            "correct `limits.window_tokens` in the manifest, or use the model's own tokenizer"
        ) from error
    if found.shape != shape or not np.isfinite(found).all():
        raise BundleError(
            f"{path}: gives shape {found.shape} for one window, expected {shape} and finite: "
            "correct `dimension` in the manifest, or export the right model"
        )
    return found


def _tokenizer(content: bytes, path: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_str(content.decode())
    except Exception as error:  # tokenizers raises Exception itself
        raise BundleError(
            f"{path}: is not a tokenizer ({json.dumps(str(error))}): export it again"
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return tokenizer
