"""Replies and prompts for properties: made of a pack's patterns, and of labelled rows."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from hypothesis import strategies as st

from verdict_rules import load_packs
from verdict_rules.normalise import normalise

REPLIES = Path(__file__).parents[2] / "data" / "replies"
_FOLDER = resources.files("verdict_rules") / "packs" / "en"
EN: Mapping[str, str] = {
    file.name: file.read_text(encoding="utf-8")
    for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name)
}
"""The files of the English pack."""
_TABLE = {key: value for text in EN.values() for key, value in tomllib.loads(text).items()}
_ITEM = re.compile(r"<[\w-]+>|[\[\]()|]|[^\s\[\]()|<>]+")
_PROPOSALS = ("create the listing", "send it", "cancel my order", "wait", "you ready", "a table")


def _rows() -> list[tuple[str, str | None]]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(REPLIES.glob("en-development*"))]
    states = [json.loads(line)["state"] for text in texts for line in text.splitlines()]
    return [(state["reply"], state.get("prompt")) for state in states]


@st.composite
def _said(draw: st.DrawFn, pattern: str) -> str:
    """Something that a pattern of the English pack matches."""
    return " ".join(_row(draw, _ITEM.findall(pattern)))


def _row(draw: st.DrawFn, items: list[str]) -> list[str]:
    """Take the items up to the closing bracket; return the words of one of the alternatives."""
    alternatives: list[list[str]] = [[]]
    while items and (item := items.pop(0)) not in "])":
        if item == "|":
            alternatives.append([])
        elif item in "[(":
            inner = _row(draw, items)
            alternatives[-1] += inner if item == "(" or draw(st.booleans()) else []
        elif item.startswith("<"):
            group = draw(st.sampled_from(_TABLE["groups"][item[1:-1]]))
            alternatives[-1] += _row(draw, _ITEM.findall(group))
        else:
            alternatives[-1].append(item)
    return draw(st.sampled_from(alternatives))


def phrases(grammar: str, names: Sequence[str] | None = None) -> st.SearchStrategy[str]:
    """Phrases of a grammar of the English pack, of each class as often as of any other."""
    classes = _TABLE[grammar]
    return (
        st.sampled_from(sorted(names or classes))
        .flatmap(lambda name: st.sampled_from(classes[name]))
        .flatmap(_said)
    )


_BREAKS = st.sampled_from([" ", " ", ", ", ". ", "! ", " and ", " but ", " - "])
rows = st.sampled_from(_rows())
"""A reply and its prompt, of the development part of the labelled replies."""


@st.composite
def _several(draw: st.DrawFn) -> str:
    text = draw(phrases("reply"))
    for phrase in draw(st.lists(phrases("reply"), max_size=3)):
        text += draw(_BREAKS) + phrase
    return text


prompts = (
    st.none()
    | rows.map(lambda row: row[1])
    | st.builds(
        lambda begin, rest, end: f"{begin} {rest}{end}",
        phrases("prompt"),
        st.sampled_from(_PROPOSALS),
        st.sampled_from(["?", "?", ".", ", right?", " or not?"]),
    )
)
"""Prompts of every kind, those of the rows among them."""
replies = _several() | rows.map(lambda row: row[0])
exchanges = rows | st.tuples(replies, prompts)
"""A reply and a prompt, that belong together or not."""
unknown_words = st.text("bcdfgkpqvwxz", min_size=3, max_size=8).filter(
    lambda word: not any(pack.knows(normalise(word, pack.rewrites).text) for pack in load_packs())
)


def insert(text: str, piece: str, place: int) -> str:
    """Return `text` with `piece` between two of its words."""
    parts = text.split()
    place %= len(parts) + 1
    return " ".join([*parts[:place], piece, *parts[place:]])
