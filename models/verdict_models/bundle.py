"""A model bundle: a folder with an encoder, its tokenizer and a manifest that vouches for both."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from verdict_models.errors import BundleError
from verdict_models.manifest import MANIFEST, Manifest, read_manifest

ENCODER = "encoder.onnx"
TOKENIZER = "tokenizer.json"
OUTPUT = "sentence_embedding"
SHIPPED = Path(__file__).parent / "bundle"

_INPUTS = {"input_ids": "tensor(int64)", "attention_mask": "tensor(int64)"}


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle whose files are the ones its manifest names.

    Attributes:
        manifest: What bundle.json says.
        session: The encoder: `input_ids` and `attention_mask`, both int64 of shape
            (batch, tokens), to `sentence_embedding`, float32 of shape (batch, dimension).
        tokenizer: Without truncation and padding; special tokens in a text are plain text.
        special_tokens: The ids that stand first and last in every window.
    """

    manifest: Manifest
    session: onnxruntime.InferenceSession
    tokenizer: Tokenizer
    special_tokens: tuple[int, int]


def read_bundle(folder: Path) -> Bundle:
    """Return the bundle in `folder`, ready to use.

    Raises:
        BundleError: a file is missing or differs from its hash, the manifest is wrong or speaks
            of an unknown contract, or the graph does not have the shape that the contract asks.
    """
    manifest = read_manifest(folder / MANIFEST)
    contents = {name: _checked(folder / name, digest) for name, digest in manifest.files.items()}
    for name in (ENCODER, TOKENIZER):
        if name not in contents:
            raise BundleError(f"{folder / MANIFEST}: `files` does not name {name}: add its SHA-256")
    tokenizer = _tokenizer(contents[TOKENIZER], folder / TOKENIZER)
    first, *others = tokenizer.encode("").ids or [-1]
    if len(others) != 1:
        raise BundleError(
            f"{folder / TOKENIZER}: does not put one special token before and one after a text: "
            "use a tokenizer of the BERT kind"
        )
    session = _session(contents[ENCODER], folder / ENCODER)
    bundle = Bundle(manifest, session, tokenizer, (first, others[0]))
    _check_graph(bundle, folder / ENCODER)
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


def _session(content: bytes, path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises a dozen types of its own
        raise BundleError(
            f"{path}: onnxruntime {onnxruntime.__version__} cannot load it "
            f"({' '.join(str(error).split())}): export it again"
        ) from error


def _check_graph(bundle: Bundle, path: Path) -> None:
    inputs = {item.name: item.type for item in bundle.session.get_inputs()}
    if inputs != _INPUTS:
        raise BundleError(
            f"{path}: inputs are {inputs}, expected {_INPUTS}: export it with these names and types"
        )
    outputs = {item.name: item.type for item in bundle.session.get_outputs()}
    if outputs.get(OUTPUT) != "tensor(float)":
        raise BundleError(
            f"{path}: outputs are {outputs}, expected `{OUTPUT}` of tensor(float): "
            "export it with pooling in the graph"
        )
    vector = _longest_window(bundle, path)
    expected = (1, bundle.manifest.dimension)
    if vector.shape != expected or not np.isfinite(vector).all():
        raise BundleError(
            f"{path}: `{OUTPUT}` has shape {vector.shape} for one text, expected {expected} and "
            "finite: correct `dimension` in the manifest, or export the right model"
        )


def _longest_window(bundle: Bundle, path: Path) -> NDArray[np.float32]:
    """Run one full window of the last token, which shows limits or a vocabulary too large."""
    last_token = bundle.tokenizer.get_vocab_size() - 1
    first, last = bundle.special_tokens
    ids = np.array([[first, *[last_token] * bundle.manifest.limits.body, last]], dtype=np.int64)
    try:
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vector: NDArray[np.float32] = bundle.session.run([OUTPUT], inputs)[0]
    except Exception as error:  # onnxruntime raises a dozen types of its own
        raise BundleError(
            f"{path}: fails on a window of {ids.size} tokens ({' '.join(str(error).split())}): "
            "correct `limits.window_tokens` in the manifest, or use the model's own tokenizer"
        ) from error
    return vector


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
