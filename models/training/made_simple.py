"""Simple questions about told facts: where the reader learns to compare before it learns to doubt.

Where every question is hard, as in `made_facts`, no part of an answer gives a part of the gain, and
nothing is learnt for long. Here a wrong claim has a word that the text does not have, and there is
one negation at most.
"""

import random
from collections.abc import Callable

from made_facts import NAMES, PLACES, THINGS, VERBS, Verb

Fact = tuple[str, Verb, str, str]
Made = tuple[str, str, bool]


def said(draw: random.Random) -> Made:
    """Draw a claim that one of a few facts says, or that differs from it in one word."""
    facts = _facts(draw, draw.choice((1, 1, 2, 3, 4)))
    yes = draw.random() < 0.5
    fact = draw.choice(facts) if yes else _altered(draw, draw.choice(facts), facts)
    return _told(draw, facts), _asked(draw, fact), yes


def denied(draw: random.Random) -> Made:
    """Draw a question about a fact that is told or denied."""
    facts = _facts(draw, draw.choice((1, 1, 2)))
    fact, yes = facts[0], draw.random() < 0.5
    name, verb, thing, place = fact
    own = _sentence(fact) if yes else f"{name} {_not(draw)} {verb.base} the {thing}"
    lines = [own + (f" {place}" if draw.random() < 0.3 else "")]
    lines += [_sentence(other) for other in facts[1:]]
    draw.shuffle(lines)
    return " ".join(f"{line}." for line in lines), _asked(draw, fact), yes


def turned(draw: random.Random) -> Made:
    """Draw a claim that denies a fact, or that denies what no fact says."""
    facts = _facts(draw, draw.choice((1, 1, 2, 3)))
    no = draw.random() < 0.5
    fact = draw.choice(facts) if no else _altered(draw, draw.choice(facts), facts)
    name, verb, thing, _ = fact
    done = _sentence(fact)
    form = draw.choice(
        (
            f"Is it false that {done}?",
            f"{name} did not {verb.base} the {thing}.",
            f"The text does not say that {done}.",
            f"Is it untrue that {done}?",
        )
    )
    return _told(draw, facts), form, not no


def named(draw: random.Random) -> Made:
    """Draw the question whether a thing or a person occurs."""
    facts = _facts(draw, draw.choice((1, 2, 3, 4)))
    yes, person = draw.random() < 0.5, draw.random() < 0.4
    column, words = (0, NAMES) if person else (2, THINGS)
    there = [str(fact[column]) for fact in facts]
    word = draw.choice(there) if yes else _fresh(draw, words, there)
    shown = word if person else f"the {word}"
    form = draw.choice(
        (
            "Does the text mention {}?",
            "Is {} mentioned?",
            "Is there a word about {}?",
            "It is about {}.",
        )
    )
    return _told(draw, facts), form.format(shown), yes


def _facts(draw: random.Random, number: int) -> list[Fact]:
    names, things = draw.sample(NAMES, number), draw.sample(THINGS, number)
    verbs = [draw.choice(group) for group in draw.sample(VERBS, number)]
    places = draw.sample(PLACES, number)
    return list(zip(names, verbs, things, places, strict=True))


def _altered(draw: random.Random, fact: Fact, facts: list[Fact]) -> Fact:
    name, verb, thing, place = fact
    column = draw.randrange(3)
    if column == 0:
        name = _fresh(draw, NAMES, [other[0] for other in facts])
    elif column == 1:
        there = [other[1] for other in facts]
        verb = draw.choice([v for group in VERBS for v in group if v not in there])
    else:
        thing = _fresh(draw, THINGS, [other[2] for other in facts])
    return name, verb, thing, place


def _fresh(draw: random.Random, words: list[str], there: list[str]) -> str:
    return draw.choice([word for word in words if word not in there])


def _sentence(fact: Fact) -> str:
    name, verb, thing, _ = fact
    return f"{name} {verb.past} the {thing}"


def _told(draw: random.Random, facts: list[Fact]) -> str:
    lines = [_sentence(fact) + (f" {fact[3]}" if draw.random() < 0.3 else "") for fact in facts]
    draw.shuffle(lines)
    return " ".join(f"{line}." for line in lines)


def _asked(draw: random.Random, fact: Fact) -> str:
    name, verb, thing, _ = fact
    did, done = f"Did {name} {verb.base} the {thing}?", _sentence(fact)
    return draw.choice(
        (
            did,
            did,
            f"{done}.",
            f"Was the {thing} {verb.part} by {name}?",
            f"Is it true that {done}?",
            f"Does the text say that {done}?",
        )
    )


def _not(draw: random.Random) -> str:
    return draw.choice(("did not", "didn't", "refused to", "failed to", "forgot to"))


KINDS: dict[str, Callable[[random.Random], Made]] = {
    "said": said,
    "denied": denied,
    "turned": turned,
    "named": named,
}
