"""What a pronoun in a question stands for: the thing that the sentence before is about."""

from collections.abc import Sequence
from itertools import pairwise

from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack

NEAR = 4  # words after a subject within which its object begins: "I have now found a table"


def referent(tokens: Sequence[str], pack: Pack) -> Sequence[str]:
    """Return the words of the thing that a sentence is about; none where that is not plain.

    It is the subject of "The branch has been merged", and the object of "I found a table for two".
    """
    start = 0
    while start < len(tokens) and (tokens[start] in pack.preambles or tokens[start] in BREAKS):
        start += 1
    if tokens[start : start + 1] and tokens[start] in pack.subjects:
        near = range(start + 1, min(start + 1 + NEAR, len(tokens)))
        start = next((at for at in near if _points(tokens[at], pack)), len(tokens))
    elif not tokens[start : start + 1] or not (
        _points(tokens[start], pack) or not pack.links.isdisjoint(tokens[start + 1 : start + 2])
    ):
        return ()
    end = start
    while end < len(tokens) and not _goes_on(tokens[end], pack):
        end += 1
    thing, rest = tokens[start:end], tokens[end:]
    return () if _has_another(thing, rest, pack) else thing


def _has_another(thing: Sequence[str], rest: Sequence[str], pack: Pack) -> bool:
    """Whether the pronoun may stand for something else: "the user has an old token"."""
    for word in (*thing, *rest):
        if (word in pack.coordinators or word in pack.reasons) and word not in pack.negators:
            return True
    pairs = pairwise(rest)
    return any(_points(word, pack) and before not in pack.links for before, word in pairs)


def _goes_on(token: str, pack: Pack) -> bool:
    """Whether a word is none of the name of a thing."""
    return token in BREAKS or token in pack.copulas or token in pack.auxiliaries


def _points(token: str, pack: Pack) -> bool:
    """Whether a word begins the name of a thing: "the", "your", a number."""
    return (
        token in pack.light
        or token in pack.indefinite
        or token in pack.possessives
        or pack.stem(token).isdigit()
    )
