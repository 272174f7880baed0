"""Tune the upper layers for topics: a text close to its option, far from others.

The tuned weights are taken part of the way only: all the way they lose on topics that were not
among those of the training.
"""

import copy
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from batches import Texts
from bert import WIDTH, Topic
from examples import TEMPLATE
from torch import nn

from verdict_models.wording import option_text

MOST_TOKENS = 100
BATCH, MOST_OPTIONS = 24, 10
FIRST_SCALE = 20.0


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and the options of its block.

    Attributes:
        block: Texts of other blocks have other topics, and their options are wrong for this one.
        options: Label and, in any number of wordings, descriptions.
        answer: The position of the right one.
    """

    block: str
    text: str
    options: tuple[tuple[str, tuple[str, ...]], ...]
    answer: int


def tune(
    topic: Topic,
    sources: Sequence[tuple[float, Sequence[Labelled]]],
    texts: Texts,
    steps: int,
    *,
    seed: int,
    log: Path,
) -> None:
    """Tune `topic` in place.

    Parameters:
        sources: The share of each source, and what it holds.
    """
    draw = random.Random(seed)
    scale = nn.Parameter(torch.tensor(FIRST_SCALE).log())
    groups = [{"params": topic.parameters(), "lr": 1e-4}, {"params": [scale], "lr": 1e-2}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / 50) * max(0.05, 1 - step / steps)
    )
    shares = [share for share, _ in sources]
    start, losses = time.monotonic(), []
    for step in range(1, steps + 1):
        drawn = [draw.choice(found) for _, found in draw.choices(sources, weights=shares, k=BATCH)]
        loss = _loss(topic, drawn, texts, scale.exp(), draw)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(topic.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(float(loss.detach()))
        if step % 50 == 0:
            line = {
                "topic step": step,
                "loss": round(float(np.mean(losses[-50:])), 4),
                "seconds": round(time.monotonic() - start),
            }
            print(line, flush=True)
            with log.open("a") as file:
                file.write(json.dumps(line) + "\n")


def part_way(before: Topic, after: Topic, part: float) -> Topic:
    """Return weights so far on the way from `before` to `after`."""
    found = copy.deepcopy(before)
    with torch.no_grad():
        for mine, a, b in zip(
            found.parameters(), before.parameters(), after.parameters(), strict=True
        ):
            mine.copy_(a * (1 - part) + b * part)
    return found


def _loss(
    topic: Topic,
    drawn: Sequence[Labelled],
    texts: Texts,
    scale: torch.Tensor,
    draw: random.Random,
) -> torch.Tensor:
    shown: list[str] = []
    places: list[tuple[int, int]] = []
    for item in drawn:
        wrong = [i for i in range(len(item.options)) if i != item.answer]
        wrong = draw.sample(wrong, min(len(wrong), MOST_OPTIONS - 1))
        start = len(shown)
        shown += [_worded(*item.options[i], draw) for i in (item.answer, *wrong)]
        places.append((start, len(shown)))
    cosines = _vectors(topic, [item.text for item in drawn], texts) @ (
        _vectors(topic, shown, texts).T
    )
    compared = torch.full_like(cosines, -1e4)
    for i, item in enumerate(drawn):
        for (start, _), other in zip(places, drawn, strict=True):
            if other.block != item.block:
                compared[i, start] = 0.0
        compared[i, places[i][0] : places[i][1]] = 0.0
    right = torch.tensor([start for start, _ in places])
    return nn.functional.cross_entropy(cosines * scale + compared, right)


def _worded(label: str, descriptions: Sequence[str], draw: random.Random) -> str:
    description = draw.choice(descriptions) if descriptions else ""
    chance = draw.random()
    if chance < 0.15 and description:
        return description
    if chance < 0.3:
        return option_text(label, None, TEMPLATE)
    return option_text(label, description or None, TEMPLATE)


def _vectors(topic: Topic, shown: Sequence[str], texts: Texts) -> torch.Tensor:
    hidden = [texts(text, MOST_TOKENS) for text in shown]
    tokens = max(map(len, hidden))
    x = np.zeros((len(hidden), tokens, WIDTH), np.float32)
    mask = np.zeros((len(hidden), tokens), np.float32)
    for i, part in enumerate(hidden):
        x[i, : len(part)], mask[i, : len(part)] = part, 1
    return topic(torch.from_numpy(x), torch.from_numpy(mask))
