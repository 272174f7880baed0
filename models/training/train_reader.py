"""Train the reader on the vectors of the served lower part."""

import json
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from batches import Batch, Texts, batch, by_length
from bert import Reader
from examples import Example
from mixture import Material
from numpy.typing import NDArray
from torch import nn

# So many groups of one length each make a step: a length has its sources.
TOKENS, GROUPS = 1800, 2
PART, TOLD, SHOWN = 1024, 16_384, 256
LAYERS_RATE, REST_RATE, WARM_UP = 2e-4, 1e-3, 150
SMOOTHING = 0.05
NEXT_LEVEL = 0.1


def train(
    reader: Reader, material: Material, texts: Texts, number: int, *, seed: int, log: Path
) -> None:
    """Train `reader` in place on `number` examples.

    Parameters:
        number: Examples in all, drawn afresh in parts.
        log: JSON Lines, a line now and then: step, loss, seconds, the share of right answers.
    """
    inside = ("layers", "alignment")
    layers = [p for n, p in reader.named_parameters() if n.startswith(inside)]
    rest = [p for n, p in reader.named_parameters() if not n.startswith(inside)]
    groups = [{"params": layers, "lr": LAYERS_RATE}, {"params": rest, "lr": REST_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    seen = step = 0
    scheduler = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda _: min(1.0, (step + 1) / WARM_UP) * max(0.02, 1 - seen / number)
    )
    start, losses = time.monotonic(), []
    draw = random.Random(seed)
    told = 0
    while seen < number:
        drawn = material.draw(PART, seen, seed * 1_000_000 + seen)
        groups_of = list(by_length(drawn, texts, TOKENS))
        draw.shuffle(groups_of)
        reader.train()
        for first in range(0, len(groups_of), GROUPS):
            together = groups_of[first : first + GROUPS]
            size = sum(map(len, together))
            optimizer.zero_grad()
            loss = 0.0
            for group in together:
                found = batch(group, texts)
                part = loss_of(reader(*found.inputs), found) / size
                part.backward()
                loss += float(part.detach())
            nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            losses.append(loss)
            seen += size
            step += 1
        if seen < min(number, told):
            continue
        told += TOLD
        line = {
            "step": step,
            "seen": seen,
            "loss": round(float(np.mean(losses)), 4),
            "seconds": round(time.monotonic() - start),
            **{
                name: accuracy(reader, items[:SHOWN], texts)
                for name, items in material.kept.items()
            },
        }
        losses.clear()
        torch.save(reader.state_dict(), log.parent / "reader.pt")
        with log.open("a") as file:
            file.write(json.dumps(line) + "\n")
        print(line, flush=True)


def loss_of(logits: torch.Tensor, found: Batch) -> torch.Tensor:
    """Return the sum of the cross entropies, against smoothed answers."""
    noul = torch.tensor([kind == "noul" for kind in found.kinds])
    score = torch.tensor([kind == "score" for kind in found.kinds])
    yes = found.answer[noul].float() * (1 - 2 * SMOOTHING / 2) + SMOOTHING / 2
    loss = nn.functional.binary_cross_entropy_with_logits(logits[noul, 0, 1], yes, reduction="sum")
    exists = found.options[~noul]
    scores = logits[~noul, :, 0].masked_fill(~exists, -1e4)
    target = exists * (SMOOTHING / exists.sum(1, keepdim=True))
    right = nn.functional.one_hot(found.answer[~noul], exists.shape[1]).float()
    near = torch.zeros_like(right)
    near[:, 1:] += right[:, :-1]
    near[:, :-1] += right[:, 1:]
    near *= exists * score[~noul][:, None] * (NEXT_LEVEL / 2)
    right = right * (1 - near.sum(1, keepdim=True)) + near
    target = target + (1 - SMOOTHING) * right
    return loss - (target * scores.log_softmax(-1) * exists).sum()


def logits_of(
    reader: Reader, examples: Sequence[Example], texts: Texts
) -> list[NDArray[np.float32]]:
    """Return for each example its options' logits, or the one logit of a yes."""
    reader.eval()
    place = {id(example): i for i, example in enumerate(examples)}
    found: list[NDArray[np.float32]] = [np.zeros(0, np.float32)] * len(examples)
    with torch.no_grad():
        for group in by_length(examples, texts, 2 * TOKENS):
            logits = reader(*batch(group, texts).inputs).numpy()
            for example, values in zip(group, logits, strict=True):
                noul = example.kind == "noul"
                shown = values[:1, 1] if noul else values[: len(example.options), 0]
                found[place[id(example)]] = shown
    return found


def accuracy(reader: Reader, examples: Sequence[Example], texts: Texts) -> float:
    """Return the share of right answers."""
    right = [
        int(values[0] > 0) == example.answer
        if example.kind == "noul"
        else int(values.argmax()) == example.answer
        for example, values in zip(examples, logits_of(reader, examples, texts), strict=True)
    ]
    return round(sum(right) / max(1, len(right)), 4) if right else math.nan
