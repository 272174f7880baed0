"""Write the model card from what was built and what was measured.

    python card.py --bundle BUNDLE --figures FIGURES --out MODEL_CARD.md

`FIGURES` is what `benchmarks/decisions.py --save` wrote for the bundle on the test split.
"""

import argparse
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def table(figures: dict[str, dict[str, float]], names: list[str]) -> str:
    """Return a Markdown table of the figures of some files."""
    lines = [
        "| data | rows | accuracy | log loss | ECE | mean p_top |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name in names:
        found = figures[name]
        quality = f"rank {found['rank']:.3f}" if "rank" in found else f"{found['accuracy']:.3f}"
        lines.append(
            f"| {name} | {found['rows']} | {quality} | {found['log_loss']:.3f} "
            f"| {found['ece']:.3f} | {found['p_top']:.3f} |"
        )
    return "\n".join(lines)


def card(manifest: dict[str, Any], figures: dict[str, Any], built: dict[str, Any]) -> str:
    """Return the card.

    Raises:
        SystemExit: the figures are of another model.
    """
    found = figures["figures"]
    trained = ("circa", "confirm_sgd", "confirm_short", "injection")
    measured = [name for name in found if "ece" in found[name]]
    place = measured.index("ordinary families, pooled")
    labels = measured.index("questions about labels, pooled")
    zero_shot = [name for name in measured[:place] if name not in trained]
    benign = found["hard benign flagged"]
    text = (HERE / "card_template.md").read_text(encoding="utf-8")
    values = {
        "name": f"{manifest['name']}-{manifest['version']}",
        "size": f"{sum(built['files'].values()) / 1e6:.1f} MB",
        "trained": table(found, list(trained)),
        "zero_shot": table(found, zero_shot),
        "families": table(found, measured[place:labels]),
        "labels": table(found, measured[labels:]),
        "flagged": f"{benign['flagged']} of {benign['rows']}",
        "minutes": str(built["minutes"]),
        "gib": str(built["peak_gib"]),
        "examples": f"{built['examples']:,}",
        "written": f"{built['written']:,}",
        "torch": built["torch"],
        "weights": manifest["source"]["sha256"],
        "hashes": "\n".join(f"- `{name}` `{digest}`" for name, digest in built["data"].items()),
    }
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text


def main() -> None:
    """Write the card."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--figures", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    manifest = json.loads((arguments.bundle / "bundle.json").read_text())
    built = json.loads((HERE / "built.json").read_text())
    built["files"] = {p.name: p.stat().st_size for p in arguments.bundle.iterdir()}
    figures = json.loads(arguments.figures.read_text())
    arguments.out.write_text(card(manifest, figures, built), encoding="utf-8")


if __name__ == "__main__":
    main()
