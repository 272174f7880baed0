"""What the reader sees how often, and what is kept back to choose and to calibrate by."""

import gzip
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import made_facts
import made_records
import made_requests
import made_simple
import numpy as np
from examples import Example, plain
from intents import HWU64, hwu64, sgd
from sources import (
    HERE,
    Source,
    decision,
    elsewhere,
    indirect,
    injection,
    made,
    options,
    replies,
    rows,
    state_text,
    written,
)
from train_topic import Labelled
from written import Decision, read_written

from verdict_models.wording import means_none

DECISIONS = HERE / "decisions"
# One group in so many is kept back: of the labelled rows, of the written blocks, and of the written
# choices between many topics and of the scenarios of HWU64.
KEPT_ROWS, KEPT_BLOCKS, KEPT_TOPICS = 5, 20, 5
REQUESTS = 300
MANY, FEW = 7, 3

# Shares of the examples, and how many were seen before they hold; between two, they are between.
# At first the simple ones are many and the hard ones none: where all is hard, no part of an answer
# gives a part of the gain and nothing is learnt for long, and hard ones in great number undo what
# was learnt.
SEEN = (0, 8_000, 24_000, 60_000)
SHARES: dict[str, tuple[float, ...]] = {
    "simplest": (0.40, 0.15, 0.02, 0.0),
    "simple": (0.0, 0.25, 0.2, 0.045),
    "elsewhere": (0.2, 0.1, 0.08, 0.04),
    "easy": (0.0, 0.0, 0.1, 0.055),
    "made": (0.0, 0.0, 0.05, 0.12),
    "requests": (0.03, 0.04, 0.05, 0.05),
    "options": (0.04, 0.06, 0.08, 0.08),
    "written yes/no": (0.0, 0.0, 0.06, 0.17),
    "written choice": (0.06, 0.06, 0.08, 0.09),
    "written score": (0.02, 0.03, 0.05, 0.07),
    "circa": (0.07, 0.07, 0.06, 0.055),
    "indirect": (0.0, 0.0, 0.03, 0.06),
    "confirm_sgd": (0.04, 0.05, 0.04, 0.055),
    "confirm_short": (0.02, 0.04, 0.03, 0.03),
    "short replies": (0.0, 0.0, 0.02, 0.04),
    "injection": (0.05, 0.05, 0.045, 0.045),
    "attacks": (0.0, 0.0, 0.02, 0.035),
    "attacks within": (0.0, 0.0, 0.01, 0.03),
    "sgd": (0.05, 0.05, 0.045, 0.03),
    "hwu64": (0.05, 0.05, 0.045, 0.03),
}
# Files of written decisions like the labelled ones, and the most words of an attack that is put
# into a message.
LIKE_LABELLED = ("attacks", "indirect", "shortreplies")
INSERTED = 40
# Of `made_facts`, what is learnt first.
EASY = ("mention", "facts", "denials", "attributes")


@dataclass(frozen=True, slots=True)
class Material:
    """Sources to draw from, and decisions kept back, by name."""

    sources: dict[str, Source]
    kept: dict[str, list[Example]]

    def draw(self, number: int, seen: int, seed: int) -> list[Example]:
        """Return so many examples, each source by its share after so many were seen."""
        draw = random.Random(seed)
        shares = [float(np.interp(seen, SEEN, share)) for share in SHARES.values()]
        return [self.sources[name](draw) for name in draw.choices(list(SHARES), shares, k=number)]


def kept(group: str, one_in: int) -> bool:
    """Return whether a group is kept back: by its hash, so that it never changes."""
    return hashlib.sha256(f"kept {group}".encode()).digest()[0] % one_in == 0


def read_material(data: Path) -> Material:
    """Return the material: rows of `data` whose split is dev, and the written decisions."""
    train: dict[str, list[Decision]] = {}
    held: dict[str, list[Example]] = {}
    for name in ("circa", "confirm_sgd", "confirm_short", "injection"):
        every = [decision(row) for row in rows(data / f"{name}.jsonl.gz") if row["split"] == "dev"]
        train[name] = [item for item in every if not kept(item.group, KEPT_ROWS)]
        held[name] = [plain(item) for item in every if kept(item.group, KEPT_ROWS)]
    middle = [
        state_text(row)
        for row in rows(data / "circa_middle.jsonl.gz")
        if row["split"] == "dev" and row["label"] in ("conditional", "middle")
    ]
    train["confirm_sgd"] += map(decision, rows(data / "confirm_sgd_train.jsonl.gz"))
    decisions = [item for path in sorted(DECISIONS.glob("*.txt")) for item in read_written(path)]
    for item in decisions:
        if kept_block(item):
            held.setdefault(f"written {item.kind}", []).append(plain(item))
    draw, asked = random.Random(0), made_requests.requests(held=True)
    held["requests"] = [asked(draw) for _ in range(REQUESTS)]
    learnt = [item for item in decisions if not kept_block(item)]
    like = {
        name: [item for item in learnt if file_of(item).startswith(name)] for name in LIKE_LABELLED
    }
    learnt = [item for item in learnt if not file_of(item).startswith(LIKE_LABELLED)]
    turns = rows(data / "sgd_turns_train.jsonl.gz")
    short = [
        item
        for item in like["attacks"]
        if len(item.state.split()) <= INSERTED and not item.state.startswith("prompt: ")
    ]
    utterances = rows(data / "hwu64_train.jsonl.gz")
    with gzip.open(data / "sgd_schema_train.json.gz") as file:
        schema = json.load(file)
    sources = {
        "requests": made_requests.requests(held=False),
        "options": options(_of(learnt, "choice")),
        "written yes/no": written(_of(learnt, "noul")),
        "written choice": written(_of(learnt, "choice")),
        "written score": written(_of(learnt, "score")),
        "simplest": made({k: v for k, v in made_simple.KINDS.items() if k != "turned"}),
        "simple": made(made_simple.KINDS),
        "elsewhere": elsewhere(_of(learnt, "noul")),
        "easy": made({name: made_facts.KINDS[name] for name in EASY}),
        "made": made(made_facts.KINDS | made_records.KINDS),
        "circa": indirect(train["circa"], middle),
        "indirect": indirect(like["indirect"], middle),
        "confirm_sgd": replies(train["confirm_sgd"]),
        "confirm_short": replies(train["confirm_short"]),
        "short replies": replies(like["shortreplies"]),
        "injection": injection(train["injection"]),
        "attacks": injection(like["attacks"]),
        "attacks within": injection(short, [row["utterance"] for row in turns]),
        "sgd": sgd(turns, schema),
        "hwu64": hwu64([row for row in utterances if not kept(row["scenario"], KEPT_TOPICS)]),
    }
    return Material(sources, held)


def file_of(item: Decision) -> str:
    """Return the name of the file that a written decision stands in."""
    return item.group.partition(":")[0]


def kept_block(item: Decision) -> bool:
    """Return whether a written block is kept back."""
    many = item.kind == "choice" and len(item.options) >= MANY
    return kept(item.group, KEPT_TOPICS if many else KEPT_BLOCKS)


def topics(data: Path, *, held: bool) -> dict[str, list[Labelled]]:
    """Return texts labelled with topics, by source: those kept back, or the others."""
    found: dict[str, list[Labelled]] = {"written": [], "hwu64": [], "sgd": []}
    for path in sorted(DECISIONS.glob("*.txt")):
        for item in read_written(path):
            about_replies = file_of(item).startswith(LIKE_LABELLED)
            if item.kind == "choice" and kept_block(item) is held and not about_replies:
                found["written"] += _labelled(item)
    utterances = rows(data / "hwu64_train.jsonl.gz")
    scenarios = {row["intent"]: row["scenario"] for row in utterances}
    intents = [
        intent for intent in sorted(scenarios) if kept(scenarios[intent], KEPT_TOPICS) is held
    ]
    options = tuple((intent, (HWU64[intent][0],)) for intent in intents)
    found["hwu64"] = [
        Labelled("hwu64", row["utterance"], options, intents.index(row["intent"]))
        for row in utterances
        if row["intent"] in intents
    ]
    if not held:
        found["sgd"] = list(sgd_topics(data))
    return found


def _labelled(item: Decision) -> list[Labelled]:
    real = [i for i, option in enumerate(item.options) if not means_none(*option)]
    if len(real) < FEW or item.answer not in real:
        return []
    options = tuple(
        (label, (about,) if about else ()) for label, about in (item.options[i] for i in real)
    )
    return [Labelled(item.group, item.state, options, real.index(item.answer))]


def sgd_topics(data: Path) -> Iterator[Labelled]:
    """Yield turns of SGD with the intents of their service and of services of other kinds."""
    with gzip.open(data / "sgd_schema_train.json.gz") as file:
        schema = json.load(file)
    every = [
        (service, name, tuple(wordings))
        for service, content in schema.items()
        for name, wordings in content["intents"].items()
    ]
    for row in rows(data / "sgd_turns_train.jsonl.gz"):
        service = row["service"]
        if row["intent"] in schema[service]["intents"]:
            kind = service.partition("_")[0]
            known = [
                (name, wordings)
                for other, name, wordings in every
                if other == service or other.partition("_")[0] != kind
            ]
            names = [name for name, _ in known]
            yield Labelled("sgd", row["utterance"], tuple(known), names.index(row["intent"]))


def unseen() -> dict[str, list[Example]]:
    """Return development rows of yes/no questions whose families are never trained on."""
    found = {}
    for name in ("unseen", "ordinary"):
        path = HERE.parents[1] / "data" / "families" / f"{name}-dev.jsonl"
        found[f"{name} families"] = [
            Example("noul", row["state"], row["question"]["instructions"], (), int(row["label"]))
            for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        ]
    return found


def _of(decisions: list[Decision], kind: str) -> list[Decision]:
    return [item for item in decisions if item.kind == kind]
