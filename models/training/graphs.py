"""Write the parts of the model as int8 ONNX graphs; two runs give the same bytes."""

import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from bert import WIDTH, Lower, Reader, Topic
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from verdict_models.bundle import open_session

TOKENS = torch.export.Dim("tokens", min=2, max=4096)
PLACES = torch.export.Dim("places", min=2, max=510)
SPANS = torch.export.Dim("spans", min=3, max=512)


def write_lower(lower: Lower, target: Path) -> None:
    """Write `ids` (1, tokens) to `hidden` (1, tokens, WIDTH)."""
    ids = torch.arange(1000, 1016)[None]
    _write(lower, (ids,), {"ids": {1: PLACES}}, ["hidden"], target)


def write_topic(topic: Topic, target: Path) -> None:
    """Write `x`, which is the lower part's `hidden`, to `sentence` (1, WIDTH)."""
    x = torch.randn(1, 16, WIDTH, generator=torch.Generator().manual_seed(0))
    _write(topic, (x,), {"x": {1: TOKENS}}, ["sentence"], target)


def write_reader(reader: Reader, target: Path) -> None:
    """Write the arguments of `Reader` for a batch of one to `logits` (1, options, 2)."""
    segment = torch.tensor([[0] * 8 + [1] * 6 + [2] * 5 + [3] * 4])
    spans = nn.functional.one_hot(segment, 4).transpose(1, 2).float()
    tokens = segment.shape[1]
    x = torch.randn(1, tokens, WIDTH, generator=torch.Generator().manual_seed(0))
    arguments = (
        x,
        segment,
        segment.clamp(max=2),
        torch.zeros(1, tokens),
        spans / spans.sum(-1, keepdim=True),
        torch.tensor([[0, 8, 14, 19]]),
    )
    along = {name: {1: TOKENS} for name in ("x", "segment", "kind", "rank")}
    shapes = along | {"spans": {1: SPANS, 2: TOKENS}, "starts": {1: SPANS}}
    _write(reader, arguments, shapes, ["logits"], target)


def _write(
    module: nn.Module,
    arguments: tuple[torch.Tensor, ...],
    shapes: dict[str, dict[int, torch.export.Dim]],
    outputs: list[str],
    target: Path,
) -> None:
    module.eval()
    with tempfile.TemporaryDirectory() as scratch:
        exact = Path(scratch) / "float32.onnx"
        torch.onnx.export(
            module,
            arguments,
            exact,
            input_names=list(shapes),
            output_names=outputs,
            dynamic_shapes=shapes,
            dynamo=True,
            external_data=False,
            verbose=False,
        )
        graph = onnx.load(exact)
        _strip_traces(graph)
        onnx.save(graph, exact)
        quantize_dynamic(
            exact,
            target,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,  # 7 bits: 8 overflow on processors without VNNI, and not on others
        )
        _compare(exact, target, arguments, list(shapes))


def _strip_traces(model: onnx.ModelProto) -> None:
    """Remove notes and stack traces: they name paths of the machine and change nothing."""
    graph = model.graph
    for item in (model, graph, *graph.node, *graph.initializer, *graph.value_info):
        item.doc_string = ""
        del item.metadata_props[:]
    for value in (*graph.input, *graph.output):
        value.doc_string = ""
        del value.metadata_props[:]


def _compare(
    exact: Path, small: Path, arguments: tuple[torch.Tensor, ...], names: list[str]
) -> None:
    feeds = {name: value.numpy() for name, value in zip(names, arguments, strict=True)}
    for true, found in zip(
        open_session(exact.read_bytes()).run(None, feeds),
        open_session(small.read_bytes()).run(None, feeds),
        strict=True,
    ):
        a, b = true.ravel(), found.ravel()
        cosine = float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))
        print(f"{small.name} {found.shape}: cosine of int8 to float32 {cosine:.4f}")
