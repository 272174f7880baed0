"""Yes/no questions of several kinds, on which the temperature of a yes/no question is fitted.

Two families are labelled as such. The others are made from records of other types: is the text
about this, does it feel good, does the reply agree, is it hard to read. One topical question in
five asks for the opposite, because people do ask so and a similarity cannot tell.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from records import Record, read

TOPICS = (
    "Is the message about this: {text}?",
    "Does the user want the following: {text}?",
    "Is this what the message says: {text}?",
)
OTHER_TOPICS = (
    "Is the message about something other than this: {text}?",
    "Does the user want anything but the following: {text}?",
)
NONE = "out_of_scope"


@dataclass(frozen=True, slots=True)
class YesNo:
    """A yes/no question about a text; `true` and `false` describe the answers, where given."""

    text: str
    instructions: str
    answer: bool
    true: str | None = None
    false: str | None = None


def undescribed(data: Path, split: str) -> dict[str, list[YesNo]]:
    """Return the families that have instructions alone."""
    topical = [
        question
        for name in ("clinc10", "clinc_domain", "banking77", "xsid_intents")
        for question in _topical(read(data, name, split, "en"))
    ]
    return {
        "circa": _labelled(read(data, "circa", split)),
        "injection": _labelled(read(data, "injection", split)),
        "topic": topical,
        "feeling": _pairs(
            read(data, "emobank_valence", split),
            lambda label: None if label == "2" else int(label) > 2,
            "Is the feeling in this text positive?",
            "Does the writer sound unhappy or upset?",
        ),
        "agreement": _pairs(
            read(data, "confirm_sgd", split),
            {"yes": True, "no": False}.get,
            "Does the reply confirm?",
            "Does the reply refuse what was proposed?",
        ),
        "readability": _pairs(
            read(data, "onestop_readability", split),
            {"2": True, "0": False}.get,
            "Is this text hard to read?",
            "Is this text written in simple words for learners?",
        ),
    }


def described(data: Path, split: str) -> dict[str, list[YesNo]]:
    """Return the families whose two answers are described."""
    topical = [
        question
        for name in ("clinc10", "clinc_domain", "banking77", "xsid_intents")
        for question in _either(read(data, name, split, "en"))
    ]
    replies = {
        name: [
            YesNo(item.text, item.instructions, item.label == "yes", *_described(item, "yes", "no"))
            for item in read(data, name, split, "en")
            if item.label in {"yes", "no"}
        ]
        for name in ("confirm_sgd", "confirm_short")
    }
    feeling = [
        YesNo(item.text, item.instructions, int(item.label) > 2, *_described(item, "3", "1"))
        for item in read(data, "emobank_valence", split)
        if item.label != "2"
    ]
    return {"topic": topical, "feeling": feeling} | replies


def _described(item: Record, true: str, false: str) -> tuple[str, str]:
    return item.criteria[true], item.criteria[false]


def _labelled(records: list[Record]) -> list[YesNo]:
    return [YesNo(item.text, item.instructions, item.label == "true") for item in records]


def _topical(records: list[Record]) -> list[YesNo]:
    draw = random.Random(0)
    questions = []
    for item in records:
        if item.label == NONE:
            continue
        about = draw.random() < 0.5
        asked = item.label if about else _other(item, draw)
        inverse = draw.random() < 0.2
        wording = draw.choice(OTHER_TOPICS if inverse else TOPICS)
        instructions = wording.format(text=item.criteria[asked])
        questions.append(YesNo(item.text, instructions, about != inverse))
    return questions


def _either(records: list[Record]) -> list[YesNo]:
    draw = random.Random(1)
    questions = []
    for item in records:
        if item.label == NONE:
            continue
        answer = draw.random() < 0.5
        own, other = item.criteria[item.label], item.criteria[_other(item, draw)]
        true, false = (own, other) if answer else (other, own)
        questions.append(YesNo(item.text, item.instructions, answer, true, false))
    return questions


def _other(item: Record, draw: random.Random) -> str:
    return draw.choice([key for key in item.criteria if key not in {item.label, NONE}])


def _pairs(
    records: list[Record], truth: Callable[[str], bool | None], question: str, inverse: str
) -> list[YesNo]:
    draw = random.Random(2)
    questions = []
    for item in records:
        answer = truth(item.label)
        if answer is not None:
            straight = draw.random() < 0.5
            asked = question if straight else inverse
            questions.append(YesNo(item.text, asked, answer == straight))
    return questions
