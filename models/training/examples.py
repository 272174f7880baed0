"""What the reader is trained on: a decision put into words, each time a little otherwise."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from written import Decision

from verdict_models.wording import means_none, option_text

TEMPLATE = "{label}: {description}"
YES_NO = (
    ("yes", "no"),
    ("true", "false"),
    ("Yes", "No"),
    ("TRUE", "FALSE"),
    ("correct", "incorrect"),
    ("it is so", "it is not so"),
    ("right", "wrong"),
    ("positive", "negative"),
    ("1: yes", "0: no"),
    ("A: yes", "B: no"),
    ("A: no", "B: yes"),
    ("B: it is", "A: it is not"),
    ("yes: the answer is yes", "no: the answer is no"),
    ("option_1: that is the case", "option_2: that is not the case"),
)
WHICH = (
    "Which of these holds?",
    "Which one is true of the text?",
    "Which statement fits the text?",
    "What can be said of the text?",
    "Pick the one that is right.",
)
NONE = (
    ("none", "None of these"),
    ("other", "Anything else"),
    ("out_of_scope", "None of the listed options covers the message"),
    ("none of the above", ""),
    ("unknown", "It is none of the others"),
    ("not_listed", "Something that is not listed"),
    ("something_else", "The message is about something else"),
    ("no_match", "No option fits"),
    ("n/a", "does not belong to any of the others"),
)
OPAQUE = re.compile(r"[A-Za-z]\d*|\d+|(option|choice|class|label|type)[ _-]?\w{1,2}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Example:
    """A decision in words.

    Attributes:
        kind: "noul", "choice" or "score".
        options: The texts of the options; empty for a noul.
        answer: The position of the right option; for a noul 1 is yes.
    """

    kind: str
    state: str
    question: str
    options: tuple[str, ...]
    answer: int


def plain(decision: Decision) -> Example:
    """Return the decision in the words that the runtime uses."""
    options = [
        label if decision.kind == "score" else option_text(label, text or None, TEMPLATE)
        for label, text in decision.options
    ]
    return Example(
        decision.kind, decision.state, decision.question, tuple(options), decision.answer
    )


def varied(decision: Decision, draw: random.Random) -> Example:
    """Return the decision as another caller might have put it."""
    if decision.kind == "noul":
        return _noul(decision, draw)
    if decision.kind == "score":
        return _score(decision, draw)
    return _choice(decision, draw)


def which_holds(block: Sequence[Decision], draw: random.Random) -> Example | None:
    """Return a choice between what is so and what is not, from the questions about one state."""
    true = [item for item in block if item.answer == 1]
    false = [item for item in block if item.answer == 0]
    if not true or len(false) < 2 or len({item.state for item in block}) > 1:
        return None
    right = draw.choice(true)
    wrong = draw.sample(false, draw.randint(2, min(4, len(false))))
    options = [right.question, *(item.question for item in wrong)]
    if draw.random() < 0.3:
        options = [f"{letter}: {text}" for letter, text in zip("ABCDE", options, strict=False)]
    question = draw.choice(WHICH)
    if any("?" in text for text in options):
        question = "Which question is answered with yes?"
    return _shuffled(Example("choice", right.state, question, tuple(options), 0), draw)


def _noul(decision: Decision, draw: random.Random) -> Example:
    question = _asked(decision.question, draw)
    if draw.random() > 0.15:
        return Example("noul", decision.state, question, (), decision.answer)
    options = draw.choice(YES_NO)
    found = Example("choice", decision.state, question, options, 1 - decision.answer)
    return _shuffled(found, draw)


def _asked(question: str, draw: random.Random) -> str:
    chance = draw.random()
    if chance < 0.04:
        return question.lower()
    if chance < 0.07:
        return question.rstrip("?.")
    if chance < 0.10:
        return f"{question} Answer yes or no."
    if chance < 0.12:
        return f"Read the text. {question}"
    if chance < 0.14:
        return f"True or false: {question}"
    return question


def _score(decision: Decision, draw: random.Random) -> Example:
    found = plain(decision)
    if draw.random() < 0.1:
        levels = tuple(f"{i}: {text}" for i, text in enumerate(found.options))
        return replace(found, options=levels)
    if draw.random() < 0.1:
        last = len(found.options) - 1
        levels = tuple(str(i) for i in range(last + 1))
        asked = f"{found.question} From 0, {found.options[0]}, to {last}, {found.options[-1]}"
        return replace(found, options=levels, question=asked)
    return found


def _choice(decision: Decision, draw: random.Random) -> Example:
    options, answer = list(decision.options), decision.answer
    right = options[answer]
    others = [item for i, item in enumerate(options) if i != answer]
    if len(others) > 2 and draw.random() < 0.4:
        others = draw.sample(others, draw.randint(2, len(others)))
    options = [right, *others]
    if draw.random() < 0.2 and not any(means_none(*option) for option in options):
        options.append(draw.choice(NONE))
    described = all(text for _, text in options)
    opaque = any(OPAQUE.fullmatch(label) for label, _ in options)
    chance = draw.random()
    if described and chance < 0.12:
        texts = [text for _, text in options]
    elif not opaque and 0.12 < chance < 0.3:
        texts = [option_text(label, None, TEMPLATE) for label, _ in options]
    elif described and 0.3 < chance < 0.38:
        letters = draw.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min(26, len(options)))
        texts = [f"{a}: {text}" for a, (_, text) in zip(letters, options, strict=False)]
        texts += [text for _, text in options[len(texts) :]]
    else:
        texts = [option_text(label, text or None, TEMPLATE) for label, text in options]
    question = "" if draw.random() < 0.06 else decision.question
    return _shuffled(Example("choice", decision.state, question, tuple(texts), 0), draw)


def _shuffled(example: Example, draw: random.Random) -> Example:
    order = list(range(len(example.options)))
    draw.shuffle(order)
    options = tuple(example.options[i] for i in order)
    return replace(example, options=options, answer=order.index(example.answer))
