"""Where the reader's training decisions come from: labelled rows, raw material, written decisions.

Every source is a function of a random generator that returns one example.
"""

import gzip
import json
import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from examples import OPAQUE, TEMPLATE, Example, varied, which_holds
from written import Decision

from verdict_models.wording import means_none, option_text

HERE = Path(__file__).parent
WORDS: dict[str, Any] = tomllib.loads((HERE / "wordings.toml").read_text())

Source = Callable[[random.Random], Example]
TOGETHER = 3
Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """Return the lines of a gzipped JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def decision(row: Row) -> Decision:
    """Return a labelled row as a decision."""
    question = row["question"]
    kind, criteria = question["type"], question["criteria"] or {}
    if kind == "noul":
        options, answer = (), int(row["label"] is True)
    elif kind == "score":
        options = tuple((criteria[str(i)], "") for i in range(len(criteria)))
        answer = int(row["label"])
    else:
        options = tuple(criteria.items())
        answer = list(criteria).index(row["label"])
    return Decision(
        kind,
        row["source"],
        row["meta"]["group"],
        state_text(row),
        question["instructions"],
        options,
        answer,
    )


def state_text(row: Row) -> str:
    """Return the state of a labelled row as the model is given it."""
    state = row["state"]
    return state if isinstance(state, str) else "\n".join(f"{k}: {v}" for k, v in state.items())


def written(decisions: list[Decision]) -> Source:
    """Return written decisions, a few of one block after another.

    What belongs together differs by little and is answered differently: seen side by side, it
    shows what the answer depends on. Now and then a block's statements become a choice.
    """
    blocks: dict[str, list[Decision]] = defaultdict(list)
    for item in decisions:
        blocks[item.group].append(item)
    names, sizes = list(blocks), [len(block) for block in blocks.values()]
    waiting: list[Decision] = []

    def one(draw: random.Random) -> Example:
        if not waiting:
            block = blocks[draw.choices(names, sizes)[0]]
            waiting.extend(draw.sample(block, min(len(block), TOGETHER)))
        item = waiting.pop()
        if item.kind == "noul" and draw.random() < 0.1:
            found = which_holds(blocks[item.group], draw)
            if found is not None:
                return found
        return varied(item, draw)

    return one


def elsewhere(decisions: list[Decision]) -> Source:
    """Return what holds of a state, asked of it or of another state, of which it does not hold."""
    blocks: dict[str, list[Decision]] = defaultdict(list)
    for item in decisions:
        blocks[item.group].append(item)
    # Only where questions belong to one state does a question say what the state is.
    own = [
        [item for item in block if item.answer]
        for block in blocks.values()
        if len({item.state for item in block}) == 1 and len(block) > 1
    ]
    own = [block for block in own if block]

    def one(draw: random.Random) -> Example:
        here, yes = draw.choice(own), draw.random() < 0.5
        item = draw.choice(here if yes else draw.choice(own))
        yes = item.group == here[0].group
        state = here[0].state
        return varied(Decision("noul", "", "", state, item.question, (), int(yes)), draw)

    return one


def options(decisions: list[Decision]) -> Source:
    """Return whether an option fits, from choices: the right one, or a wrong one."""
    usable = [
        (item, right, wrong)
        for item in decisions
        if (right := _claim(item.options[item.answer]))
        and (
            wrong := [c for i, o in enumerate(item.options) if i != item.answer if (c := _claim(o))]
        )
    ]

    def one(draw: random.Random) -> Example:
        item, right, wrong = draw.choice(usable)
        yes = draw.random() < 0.5
        form, turned = draw.choice(_FITS)
        asked = form.format(right if yes else draw.choice(wrong))
        if draw.random() < 0.15:
            asked = f"{item.question} {asked}"
        answer = int(yes != turned)
        return varied(Decision("noul", "", "", item.state, asked, (), answer), draw)

    return one


_FITS = (
    ("Does this fit: {}?", False),
    ("Is this the case: {}?", False),
    ("Is it right to say: {}?", False),
    ("{}?", False),
    ("{}.", False),
    ("Can it be described so: {}?", False),
    ("Does this not fit: {}?", True),
    ("Is it something other than this: {}?", True),
    ("Would it be wrong to say: {}?", True),
    ("Is this untrue of it: {}?", True),
    ("Does it have nothing to do with this: {}?", True),
    ("Not {}.", True),
    ("It is something else than: {}.", True),
    ("Would it be a mistake to file it under this: {}?", True),
    ("Does the text have to do with this: {}?", False),
    ("Would one file it under this: {}?", False),
    ("It belongs here: {}.", False),
)


def _claim(option: tuple[str, str]) -> str | None:
    label, about = option
    if means_none(label, about) or (not about and OPAQUE.fullmatch(label)):
        return None
    return (about or option_text(label, None, TEMPLATE)).rstrip(".?!")


def made(kinds: Mapping[str, Callable[[random.Random], tuple[str, str, bool]]]) -> Source:
    """Return generated questions, each kind as often as the others."""
    names = sorted(kinds)

    def one(draw: random.Random) -> Example:
        name = draw.choice(names)
        state, question, answer = kinds[name](draw)
        return varied(Decision("noul", name, name, state, question, (), int(answer)), draw)

    return one


def indirect(answers: list[Decision], middle: list[str]) -> Source:
    """Return indirect answers, asked as they were, in other words, or as a choice.

    Parameters:
        answers: Whether a reply means yes.
        middle: States whose reply means neither, or depends on something.
    """

    def one(draw: random.Random) -> Example:
        if draw.random() < 0.12:
            if draw.random() < 0.3:
                return _answer_choice(draw.choice(middle), 2, draw)
            item = draw.choice(answers)
            return _answer_choice(item.state, 1 - item.answer, draw)
        item, chance = draw.choice(answers), draw.random()
        if chance < 0.55:
            return varied(item, draw)
        wordings, turned = (WORDS["means_yes"], 0) if chance < 0.8 else (WORDS["means_no"], 1)
        return Example("noul", item.state, draw.choice(wordings), (), item.answer ^ turned)

    return one


def _answer_choice(state: str, answer: int, draw: random.Random) -> Example:
    labels = draw.choice(WORDS["answer_labels"])
    texts = draw.choice([*WORDS["answer_descriptions"], ["", "", ""]])
    options = [option_text(a, b or None, TEMPLATE) for a, b in zip(labels, texts, strict=True)]
    number = 3 if answer == 2 or draw.random() < 0.7 else 2
    order = draw.sample(range(number), number)
    shown = tuple(options[i] for i in order)
    return Example("choice", state, draw.choice(WORDS["answer_choice"]), shown, order.index(answer))


def replies(found: list[Decision]) -> Source:
    """Return replies that agree, refuse or have content, each as often as the others."""
    by_label: dict[str, list[Decision]] = defaultdict(list)
    for item in found:
        by_label[item.options[item.answer][0]].append(item)
    labels = sorted(by_label)

    def one(draw: random.Random) -> Example:
        item = draw.choice(by_label[draw.choice(labels)])
        if draw.random() < 0.6:
            return varied(item, draw)
        options = tuple((label, draw.choice(WORDS[f"reply_{label}"])) for label, _ in item.options)
        question = draw.choice(WORDS["reply_question"])
        other = Decision("choice", "", "", item.state, question, options, item.answer)
        if draw.random() < 0.3 and item.options[item.answer][0] != "unsure":
            text = options[draw.randrange(len(options))]
            asked = f"Does this hold of the reply: {text[1][0].lower()}{text[1][1:]}?"
            return Example("noul", item.state, asked, (), int(text == options[item.answer]))
        return varied(other, draw)

    return one


def injection(found: list[Decision], carriers: list[str] | None = None) -> Source:
    """Return attacks and harmless messages in equal parts, asked in many words.

    Parameters:
        found: Whether a message is an attack.
        carriers: If given, each message stands somewhere in one of these harmless texts.
    """
    halves = [[item for item in found if item.answer == answer] for answer in (0, 1)]

    def one(draw: random.Random) -> Example:
        item = draw.choice(draw.choice(halves))
        if carriers:
            item = replace(item, state=_within(draw.choice(carriers), item.state, draw))
        chance = draw.random()
        if chance < 0.6:
            return varied(item, draw)
        if chance < 0.85:
            return Example("noul", item.state, draw.choice(WORDS["injection"]), (), item.answer)
        return Example("noul", item.state, draw.choice(WORDS["harmless"]), (), 1 - item.answer)

    return one


def _within(carrier: str, text: str, draw: random.Random) -> str:
    sentences = re.split(r"(?<=[.?!])\s+", carrier)
    place = draw.choice((0, len(sentences), draw.randint(0, len(sentences))))
    between = draw.choice((" ", " ", " ", "\n", "\n\n", " ### ", "\n---\n"))
    parts = (" ".join(sentences[:place]), text, " ".join(sentences[place:]))
    return between.join(part for part in parts if part)
