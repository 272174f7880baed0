"""Made-up yes/no questions about small worlds told in sentences: simple, certain, without end.

Every kind draws a state, then a claim that is as often true of it as false, then a wording.
"""

import random
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())

Made = tuple[str, str, bool]

TEXTS = DATA["texts"].split()
SAYS, SILENT, FALSE = DATA["says"], DATA["silent"], DATA["false"]
HOLDS = SAYS + DATA["holds"]
BASES = dict(word.split("-") for word in DATA["bases"].split())


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb and its forms."""

    base: str
    past: str
    part: str

    @property
    def ing(self) -> str:
        """The form that ends in -ing."""
        first, _, rest = self.base.partition(" ")
        stem = first[:-1] if first.endswith("e") else _doubled(first)
        return f"{stem}ing {rest}".rstrip()


@dataclass(frozen=True, slots=True)
class Claim:
    """What may be asked: statements and questions of one meaning, without their final marks."""

    said: tuple[str, ...]
    denied: tuple[str, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Somebody did something to a thing or to somebody."""

    who: str
    verb: Verb
    what: str
    tail: str = ""


def _doubled(word: str) -> str:
    short = re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", word) or word == "label"
    return word + word[-1] if short else word


def _verb(forms: str) -> Verb:
    base, *others = forms.replace("_", " ").split("-")
    if others:
        return Verb(base, *others)
    first, _, rest = base.partition(" ")
    stem = first[:-1] + "i" if re.search(r"[^aeiou]y$", first) else _doubled(first)
    past = (stem + ("d" if stem.endswith("e") else "ed") + f" {rest}").rstrip()
    return Verb(base, past, past)


def _words(text: str) -> list[str]:
    return [word.replace("_", " ") for word in text.split()]


def _pairs(*texts: str) -> list[tuple[str, str]]:
    return [(a, b) for text in texts for word in _words(text) for a, b in [word.split("/")]]


NAMES = _words(DATA["names"])
VERBS = [[_verb(word) for word in line.split()] for line in DATA["verbs"]]
CONTACTS = [[_verb(word) for word in line.split()] for line in DATA["contacts"]]
SAME_VERB = [[_verb(word) for word in group] for group in DATA["same_verb"]]
KINDS_OF = {kind: _words(text) for kind, text in DATA["kinds"].items()}
PLAIN = _words(DATA["plain"])
THINGS = [*PLAIN, *_words(DATA["other"]), *(word for words in KINDS_OF.values() for word in words)]
PLACES = _words(DATA["places"])
TIMES = [_words(DATA[name]) for name in ("days", "months", "hours", "years", "parts")]
APART = [set(pair) for pair in _pairs(DATA["apart"])]
MODES = [pair for pair in combinations(DATA["modes"], 2) if set(pair) not in APART]
NUMBERS = DATA["numbers"].split()


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _plural(noun: str) -> str:
    if noun.endswith("f"):
        return noun[:-1] + "ves"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|ch|sh)$", noun) else "s")


def _up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _things(draw: random.Random, number: int) -> list[str]:
    return [f"the {noun}" for noun in draw.sample(THINGS, number)]


def _verbs(draw: random.Random, number: int) -> list[Verb]:
    if draw.random() < 0.2:
        first = draw.choice(draw.choice(SAME_VERB[1:]))
        lines = [line for line in VERBS if first not in line]
        return [first, *(draw.choice(line) for line in draw.sample(lines, number - 1))]
    flat = sorted(range(len(VERBS)), key=lambda i: draw.random() ** (1 / len(VERBS[i])))
    return [draw.choice(VERBS[i]) for i in flat[-number:]]


def _reworded(draw: random.Random, event: Event) -> Event:
    """Return the event with another verb or noun of the same meaning, where there is one."""
    verbs = next((group for group in SAME_VERB if event.verb in group), [event.verb])
    nouns = next((g for g in DATA["same_noun"] if event.what[4:] in g), [event.what[4:]])
    what = f"the {draw.choice(nouns)}" if event.what.startswith("the ") else event.what
    return Event(event.who, draw.choice(verbs), what, event.tail)


def act(event: Event) -> Claim:
    """Return the claim that the event happened."""
    who, verb, what, tail = event.who, event.verb, event.what, event.tail
    by, cleft = f"{verb.part} by {who}{tail}", f"{who} who {verb.past} {what}{tail}"
    did, never = f"{who} {verb.past} {what}{tail}", f"{who} did not {verb.base} {what}{tail}"
    didnt, asked = never.replace("did not", "didn't"), f"did {who} {verb.base} {what}{tail}"
    return Claim(
        (did, did, f"{what} was {by}", f"it was {cleft}"),
        (never, didnt, f"{what} was not {by}", f"it was not {cleft}"),
        (asked, asked, f"was {what} {by}", f"was it {cleft}"),
    )


def claim_of(draw: random.Random, text: str, verbs: Sequence[Verb] = ()) -> Claim:
    """Return a claim from "subject|verb|rest", or from a statement with one of the verbs."""
    if "|" in text:
        subject, form, rest = text.split("|")
        if form in ("is", "are", "was"):
            asked, denied = f"{form} {subject} {rest}", f"{subject} {form} not {rest}"
        else:
            does = "does" if form.endswith("s") else "did"
            asked = f"{does} {subject} {BASES[form]} {rest}"
            denied = f"{subject} {does} not {BASES[form]} {rest}"
        return Claim((f"{subject} {form} {rest}",), (denied,), (asked,))
    for verb in verbs:
        found = re.fullmatch(rf"([A-Z]\w+) {verb.past} (([A-Z]|the )\w+( \w+)?)", text)
        if found:
            return act(_reworded(draw, Event(found[1], verb, found[2])))
        found = re.fullmatch(rf"([A-Z]\w+) {verb.past} (.*)", text)
        if found and not re.search(r" (and|or|but) ", text):
            who, what = found.groups()
            never = f"{who} did not {verb.base} {what}"
            contracted = never.replace("did not", "didn't")
            return Claim((text,), (never, contracted), (f"did {who} {verb.base} {what}",))
    return Claim((text,), (), (f"{draw.choice(DATA['stems'])} {text}",))


def ask(
    draw: random.Random, claim: Claim, *, holds: bool, sure: bool = True, says: bool = False
) -> tuple[str, bool]:
    """Return the claim as a question, now and then turned into its negation, and the answer.

    Args:
        draw: Where chance comes from.
        claim: What is asked.
        holds: Whether the state makes the claim true.
        sure: What does not hold is false by the text, not merely absent from it.
        says: Only ask what the text says.
    """
    negative, chance = draw.random() < 0.22, draw.random()
    if negative and sure and claim.denied and chance < 0.5:
        form = f"{draw.choice(claim.denied)}."
    elif negative:
        form = draw.choice(FALSE if sure and not says else SILENT)
    elif not says and chance < 0.4:
        form = "{asked}?"
    elif not says and chance < 0.55:
        form = "{said}."
    else:
        form = draw.choice(SAYS if says else HOLDS)
    found = form.format(
        text=draw.choice(TEXTS), said=draw.choice(claim.said), asked=draw.choice(claim.asked)
    )
    return _typed(draw, _up(found)), holds != negative


def _typed(draw: random.Random, text: str) -> str:
    chance = draw.random()
    if chance < 0.04:
        return text.lower()
    return text.rstrip(".?") if chance < 0.08 else text


def tell(draw: random.Random, lines: Sequence[str], *, ordered: bool = False) -> str:
    """Return the lines as a text, often with something that does not matter."""
    found = list(lines) if ordered else draw.sample(list(lines), len(lines))
    for filler in draw.sample(DATA["fillers"], draw.choice((0, 0, 0, 1, 1, 2))):
        found.insert(draw.choice((0, len(found))), filler)
    mark = "\n" if draw.random() < 0.15 else " "
    text = mark.join(_up(line) + "." for line in found)
    text = draw.choice(DATA["greetings"]) + text if draw.random() < 0.1 else text
    return _typed(draw, text)


def _told(draw: random.Random, event: Event) -> str:
    forms = act(event).said
    front = f"{event.tail.strip()}, {event.who} {event.verb.past} {event.what}"
    return draw.choice((*forms, front) if event.tail else forms)


def balanced(table: dict[tuple[str, str], bool]) -> Callable[[random.Random], tuple[str, str]]:
    """Return a draw of cells by which neither a row nor a column tells the answer."""
    weights = dict.fromkeys(table, 1.0)
    groups = [[k for k in table if k[i] == key] for i in (0, 1) for key in {k[i] for k in table}]
    for group in sorted(groups) * 300:
        yes, no = (sum(weights[k] for k in group if table[k] is value) for value in (True, False))
        for k in group:
            weights[k] *= (yes + no) / 2 / (yes if table[k] else no)
    return lambda draw: draw.choices(list(table), list(weights.values()))[0]


def facts(draw: random.Random) -> Made:
    """Who did what to what, where and when; one part may be another fact's."""
    (a, b), (v, w), (o, p, q) = draw.sample(NAMES, 2), _verbs(draw, 2), _things(draw, 3)
    places, times = draw.sample(PLACES, 3), draw.choice(TIMES)
    place, time = draw.random() < 0.5, draw.random() < 0.5
    world: list[list[Any]] = [
        [who, verb, what, f" {where}" if place else "", f" {when}" if time else ""]
        for who, verb, what, where, when in zip(
            (a, b, a), (v, v, w), (o, p, q), places, draw.sample(times, 3), strict=True
        )
    ][: draw.choice((2, 3, 3))]
    told = [_told(draw, Event(f[0], f[1], f[2], f[3] + f[4])) for f in world]
    chosen, holds = draw.randrange(len(world)), draw.random() < 0.5
    asked = [*world[chosen]]
    for i in (3, 4):
        asked[i] = asked[i] if draw.random() < 0.7 else ""
    others = [(i, f[i]) for f in world for i in range(5) if asked[i] and f[i] != asked[i]]
    if not holds:
        i, asked[i] = draw.choice(others)
    event = _reworded(draw, Event(asked[0], asked[1], asked[2], asked[3] + asked[4]))
    return tell(draw, told), *ask(draw, act(event), holds=holds, sure=False)


def _fields(draw: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two sets of words for the templates that have nothing in common."""
    names, things, verbs = draw.sample(NAMES, 12), _things(draw, 10), _verbs(draw, 6)
    towns = draw.sample([place[3:] for place in PLACES if re.match("in [A-Z]", place)], 4)
    pools = {key: draw.sample(_words(text), 4) for key, text in DATA["pools"].items()}
    groups = draw.sample([(n, k) for k in ("things", "folk") for n in _words(DATA["sets"][k])], 2)
    both: list[dict[str, Any]] = []
    for i in (0, 1):
        found: dict[str, Any] = dict(zip("abcdef", names[6 * i :], strict=False))
        found |= zip(("o", "p", "q", "o2", "p2"), things[5 * i :], strict=False)
        (v, w, z), people = verbs[3 * i : 3 * i + 3], draw.sample(CONTACTS, 2)
        k, m = (draw.choice(line) for line in people)
        found |= {"v": v, "w": w, "k": k, "m": m, "verbs": (v, w, z, k, m)}
        year, rest = draw.randint(1930, 2000), draw.randint(2, 5)
        num = rest + draw.randint(1, 7 - rest)
        numbers = {"num": num, "rest": rest, "tot": num + rest, "mid": draw.randint(rest + 1, num)}
        found |= {key: NUMBERS[value] for key, value in numbers.items()}
        found["y"] = [year + n for n in accumulate(draw.randint(2, 5) for _ in range(5))]
        found |= {"town": towns[i], "town2": towns[i + 2], "noun": found["q"][4:]}
        for key, pool in pools.items():
            found |= {key: f"the {pool[i]}", f"{key}2": f"the {pool[i + 2]}"}
        d, e, f, o, p = (found[key] for key in "defop")
        second = draw.choice(((e, v, p), (d, w, p), (e, w, p), (e, w, o), (d, w, o)))
        for key, event in (("e1", (d, v, o)), ("e2", second), ("e3", (f, z, draw.choice((o, p))))):
            found[key] = draw.choice(act(Event(*event)).said[:3])
        for key, text in DATA["pairs"].items():
            found[key] = draw.sample(draw.choice(_pairs(text)), 2)
        found["adj"] = draw.choice((found["hue"], found["loose"], found["loose"]))
        found["n"], kind = groups[i]
        found["N"], found["x"] = _plural(found["n"]), found[f"done_{kind}"]
        for key, more in (("most", "more"), ("fittest", "fitter")):
            found[key] = [_superlative(word) for word in found[more]]
        both.append(found)
    return both[0], both[1]


def _superlative(word: str) -> str:
    if word.startswith(("more ", "less ")):
        return word.replace("more ", "most ").replace("less ", "least ")
    return word[:-1] + "st"


def _claim_in(draw: random.Random, forms: Sequence[str], words: dict[str, Any]) -> Claim:
    return claim_of(draw, draw.choice(forms).format(**words), words["verbs"])


def scenes(name: str) -> Callable[[random.Random], Made]:
    """Return a kind whose states are scenes, each with claims that are true of it and false."""

    def one(draw: random.Random) -> Made:
        scene, (words, _) = draw.choice(DATA["scenes"][name]), _fields(draw)
        holds = draw.random() < 0.5
        lines = draw.choice(scene["told"]).format(**words).split(" / ")
        claim = _claim_in(draw, scene["yes" if holds else "no"], words)
        sure = scene.get("sure", True)
        return tell(draw, lines, ordered=True), *ask(draw, claim, holds=holds, sure=sure)

    return one


def tables(name: str) -> Callable[[random.Random], Made]:
    """Return a kind whose states and claims are the rows and columns of a table of truth."""
    told, asked, truth = (DATA["tables"][name][key] for key in ("told", "asked", "truth"))
    cells = {(row, cell[:-2]): cell.endswith("1") for row in truth for cell in truth[row].split()}
    cell = balanced(cells)

    def one(draw: random.Random) -> Made:
        (words, others), (row, column) = _fields(draw), cell(draw)
        lines = draw.choice(told[row]).format(**words).split(" / ")
        if draw.random() < 0.4:
            more = draw.choice(told[draw.choice(list(told))]).format(**others).split(" / ")
            lines = draw.choice((lines + more, more + lines))
        claim = _claim_in(draw, asked[column], words)
        return tell(draw, lines, ordered=True), *ask(draw, claim, holds=cells[row, column])

    return one


def _doing(draw: random.Random, forms: Sequence[str], event: Event) -> str:
    verb = event.verb
    found = {"v": verb.base, "ving": verb.ing, "ved": verb.past, "ven": verb.part}
    words = {key: f"{value} {event.what}" for key, value in found.items()}
    return draw.choice(forms).format(a=event.who, **words)


def attempts(draw: random.Random) -> Made:
    """Who managed to, failed to, forgot to, avoided doing: was it done?"""
    (a, b), (v, w), (o, p) = draw.sample(NAMES, 2), _verbs(draw, 2), _things(draw, 2)
    other = draw.choice((Event(b, v, o), Event(b, v, p), Event(a, v, p), Event(b, w, o)))
    told, holds = draw.sample((Event(a, v, o), other), 2), draw.random() < 0.5
    forms = DATA["attempts"]["did"], DATA["attempts"]["did_not"]
    lines = [_doing(draw, form, event) for form, event in zip(forms, told, strict=True)]
    claim = act(_reworded(draw, told[0 if holds else 1]))
    return tell(draw, lines), *ask(draw, claim, holds=holds)


def intentions(draw: random.Random) -> Made:
    """Wishes, orders, promises, bans and facts: which of them does the text tell of whom?"""
    (a, b), (v, w), (o, p) = draw.sample(NAMES, 2), _verbs(draw, 2), _things(draw, 2)
    first, second = draw.sample(draw.choice(MODES), 2)
    one = Event(a, v, o)
    two = draw.choice((Event(b, v, o), Event(b, v, p), Event(b, w, o), Event(a, v, p)))
    told = [_doing(draw, DATA["modes"][m]["told"], e) for m, e in ((first, one), (second, two))]
    holds = draw.random() < 0.5
    event, mode = draw.choice(((one, first), (two, second)))
    if not holds:
        mode = second if mode == first else first
    claim = claim_of(draw, _doing(draw, DATA["modes"][mode]["asked"], event))
    return tell(draw, told), *ask(draw, claim, holds=holds, sure=False, says=True)


def mention(draw: random.Random) -> Made:
    """Whether something is mentioned, by its name or by what it is."""
    names, verbs = draw.sample(NAMES, 4), _verbs(draw, 4)
    (near, far), holds = draw.sample(list(KINDS_OF), 2), draw.random() < 0.5
    (thing, other, absent), strange = draw.sample(KINDS_OF[near], 3), draw.choice(KINDS_OF[far])
    items = [thing, *draw.sample(PLAIN, draw.choice((0, 1, 1, 2, 2)))]
    if draw.random() < 0.4:
        items.insert(0, other)
    draw.shuffle(items)
    article = draw.choice((_a, lambda noun: f"the {noun}"))
    named = [article(item) for item in items]
    lines = [f"{names[0]} {verbs[0].past} {', '.join(named[:-1])} and {named[-1]}"]
    if len(items) < 3 or draw.random() < 0.6:
        lines = [_told(draw, Event(*x)) for x in zip(names, verbs, named, strict=False)]
    what = thing if holds else draw.choice((absent, strange))
    if draw.random() < 0.5:
        what = near if holds else far
    form = draw.choice(DATA["mentions"])
    asked = _up(form.lstrip("!").format(text=draw.choice(TEXTS), what=_a(what)))
    return tell(draw, lines), _typed(draw, asked), holds != form.startswith("!")


KINDS: dict[str, Callable[[random.Random], Made]] = {
    "facts": facts,
    "attempts": attempts,
    "intentions": intentions,
    "mention": mention,
    **{name: scenes(name) for name in DATA["scenes"]},
    **{name: tables(name) for name in DATA["tables"]},
}
