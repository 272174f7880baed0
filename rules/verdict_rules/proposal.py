"""What a prompt proposes, as words to compare with those of a reply.

A proposal is compared word by word, in groups: "delete the user database backup for Bob" has the
groups "delete", "user database backup" and "Bob", parted by the words that say nothing by
themselves.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack

NAME = "\ue000"  # begins the token of a name that was quoted
WITHIN = "\x1f"  # parts its words


class Proposal(NamedTuple):
    """What a prompt proposes, as words to compare.

    `heads` are the places of the words that end a group, `loose` those that say nothing by
    themselves, `definite` those of the words that the proposal points at ("the listing"). `named`
    says that the first word names a thing. The first `needed` words are those that a repetition may
    not leave out, and the very first where `first_needed`. `optional` are the places of words
    after a link, `vague` those of words that name one of many ("a listing").
    """

    words: tuple[str, ...] = ()
    heads: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()
    definite: frozenset[int] = frozenset()
    named: bool = False
    needed: int = 0
    first_needed: bool = False
    optional: frozenset[int] = frozenset()
    vague: frozenset[int] = frozenset()

    def first_group(self) -> Iterable[int]:
        """Return the places of the first word and of the thing that is named next."""
        head = min((head for head in self.heads if head > 0), default=0)
        return {0, head} if self.words else set()

    @property
    def first(self) -> str:
        """The word that tells what would be done, or empty."""
        return self.words[0] if self.words else ""


def expanded(tokens: Iterable[str]) -> list[str]:
    """Return the tokens of a prompt with the words of its names."""
    words: list[str] = []
    for token in tokens:
        words += token[1:].split(WITHIN) if token.startswith(NAME) else [token]
    return words


def is_for_another(proposal: Proposal, pack: Pack) -> bool:
    """Whether somebody is named for whom the proposal is: "for Tom"."""
    pairs = pairwise(proposal.words)
    return any(
        link in pack.benefiting
        and not (whom in pack.persons or whom[:1].isdigit() or whom in pack.times)
        for link, whom in pairs
    )


def propose(tokens: Sequence[str], pack: Pack) -> Proposal:
    """Return the proposal that the words `tokens` make."""
    words: list[str] = []
    heads: set[int] = set()
    loose: set[int] = set()
    definite: set[int] = set()
    vague: set[int] = set()
    joined = 0
    points = one = False
    named = bool(tokens) and (tokens[0] in pack.light or tokens[0] in pack.indefinite)
    spoken = [at for at, token in enumerate(tokens) if token not in BREAKS]
    for at, token in enumerate(tokens):
        if token in pack.coordinators and words and spoken[-1:] == [at]:
            continue  # "as well", "then"
        if token.startswith(NAME):
            if words:
                heads.add(len(words) - 1)
            words += [pack.stem(word) for word in expanded([token]) if word]
            points = one = False
            continue
        if token.endswith(pack.genitive):
            heads.add(len(words))
        if token[:1].isdigit() and words and not words[-1][:1].isdigit():
            heads.add(len(words) - 1)
        blank = token in BREAKS or token in pack.light or token in pack.indefinite
        joins = token in pack.coordinators
        if (blank or joins or token in pack.loose) and words:
            heads.add(len(words) - 1)
        if joins:
            heads.add(len(words))
        if token in BREAKS or token in pack.coordinators:
            joined = len(words) + 1
        if not blank:
            if token in pack.loose:
                loose.add(len(words))
            elif points:
                definite.add(len(words))
            elif one:
                vague.add(len(words))
            words.append(pack.stem(token))
        points = token in pack.light or (points and not blank)
        one = token in pack.indefinite or (one and not blank)
    heads = {*heads, len(words) - 1} - loose
    optional: set[int] = set()
    for place in range(1, len(words)):
        linked = words[place - 1] in pack.links
        if place not in loose and (linked or (place - 1 in optional and place - 1 not in heads)):
            optional.add(place)
    needed = min((head for head in heads if head >= joined), default=len(words) - 1) + 1
    return Proposal(
        tuple(words),
        frozenset(heads),
        frozenset(loose),
        frozenset(definite),
        named,
        needed if joined else 0,
        optional=frozenset(optional),
        vague=frozenset(vague),
    )
