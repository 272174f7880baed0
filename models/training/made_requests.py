"""Requests to do something, or not: a choice that goes by their words alone gets them wrong.

"Please do not cancel the booking" is about cancelling. What it asks for is something else.
"""

import random
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examples import NONE, Example, varied
from written import Decision

DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "made_requests.toml").read_text())
FORMS: dict[str, list[Any]] = DATA["forms"]
# One action in so many is kept back.
KEPT = 5


@dataclass(frozen=True, slots=True)
class Request:
    """Something to be done with a thing."""

    do: str
    done: str
    keep: str
    thing: str

    def put(self, form: str, other: "Request | None" = None) -> str:
        """Return the form with this request in it, and another where it has room for one."""
        second = other or self
        text = form.format(
            do=self.do,
            done=self.done,
            keep=self.keep,
            thing=self.thing,
            do2=second.do,
            done2=second.done,
            thing2=second.thing,
        )
        return text[:1].upper() + text[1:]


def requests(*, held: bool) -> Callable[[random.Random], Example]:
    """Return a source of choices and yes/no questions about requests.

    Parameters:
        held: Of the actions that are kept back, or of the others.
    """
    actions = [item for i, item in enumerate(DATA["actions"]) if (i % KEPT == 0) is held]

    def request(draw: random.Random) -> Request:
        action = draw.choice(actions)
        return Request(*action["words"], draw.choice(action["things"]))

    def one(draw: random.Random) -> Example:
        asked, others = request(draw), [request(draw) for _ in range(draw.randint(1, 5))]
        others = [item for item in others if item.do != asked.do]
        if others and draw.random() < 0.3:
            return _instead(asked, others, draw)
        wanted = draw.random() < 0.45
        state = asked.put(draw.choice(FORMS["wanted" if wanted else "unwanted"]))
        if draw.random() < 0.3:
            return _yes_no(state, asked, draw, wanted=wanted)
        kept = _not_done(asked, draw)
        done, none = _done(asked, draw), draw.choice(NONE)
        options = [done, *(_done(item, draw) for item in others)]
        if draw.random() < 0.55:
            options.append(kept)
        elif not wanted or not others or draw.random() < 0.4:
            options.append(none)
        right = done if wanted else options[-1]
        return _choice(state, options, right, draw)

    return one


def _instead(asked: Request, others: Sequence[Request], draw: random.Random) -> Example:
    state = asked.put(draw.choice(FORMS["instead"]), others[0])
    right, wrong = _done(others[0], draw), _done(asked, draw)
    options = [right, wrong, *(_done(item, draw) for item in others[1:])]
    if draw.random() < 0.3:
        options.append(draw.choice(NONE))
    return _choice(state, options, right, draw)


def _yes_no(state: str, asked: Request, draw: random.Random, *, wanted: bool) -> Example:
    form = draw.choice(FORMS["yes_no"])
    answer = wanted != form.startswith("!")
    question = asked.put(form.lstrip("!"))
    return varied(Decision("noul", "", "", state, question, (), int(answer)), draw)


def _choice(
    state: str, options: list[tuple[str, str]], right: tuple[str, str], draw: random.Random
) -> Example:
    distinct = list({label: (label, about) for label, about in [*options, right]}.values())
    question = draw.choice(FORMS["questions"])
    found = Decision("choice", "", "", state, question, tuple(distinct), distinct.index(right))
    return varied(found, draw)


def _done(asked: Request, draw: random.Random) -> tuple[str, str]:
    label = f"{asked.do} {asked.thing}".replace(" ", draw.choice(("_", " ")))
    return label, draw.choice(("", asked.put("{do} the {thing}"), asked.put("Have it {done}")))


def _not_done(asked: Request, draw: random.Random) -> tuple[str, str]:
    label, about = draw.choice(FORMS["not_done"])
    shown = asked.put(label).lower() + draw.choice(("", f" {asked.thing}"))
    return shown.replace(" ", draw.choice(("_", " "))), asked.put(about) if about else ""
