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
        head = min((head for head in self.heads if head or self.named), default=0)
        return {0, head} if self.words else set()

    def lessens(self, pack: Pack) -> bool:
        """Whether there is to be less of a thing: "sugar-free", and not "to free up"."""
        return any(
            word in pack.lessening and (at == 0 or self.words[at - 1] not in pack.links)
            for at, word in enumerate(self.words)
        )

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
    """Whether somebody is named for whom the proposal is: "for Tom", "Tom einen Termin"."""
    words = proposal.words
    pairs = [pair for pair in pairwise(words) if pair[0] in pack.benefiting]
    thing = 2  # the place after a verb and a name
    named = thing - 1 in proposal.heads and thing in proposal.definite | proposal.vague
    if pack.verbs_last and named and pack.links.isdisjoint(words[1 : thing + 1]):
        pairs.append((words[0], words[1]))
    own = pack.recipients | pack.addressees
    return any(not (whom in own or whom[:1].isdigit() or whom in pack.times) for _, whom in pairs)


def propose(tokens: Sequence[str], pack: Pack) -> Proposal:
    """Return the proposal that the words `tokens` make."""
    making = _Making(pack)
    spoken = [at for at, token in enumerate(tokens) if token not in BREAKS]
    for at, token in enumerate(tokens):
        if token in pack.coordinators and making.words and spoken[-1:] == [at]:
            continue  # "as well", "then"
        if token.startswith(NAME):
            making.name(expanded([token]))
        else:
            making.word(token)
    named = bool(tokens) and (tokens[0] in pack.light or tokens[0] in pack.indefinite)
    return making.proposal(named=named)


class _Making:
    """A proposal as it is put together."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.words: list[str] = []
        self.heads: set[int] = set()
        self.loose: set[int] = set()
        self.definite: set[int] = set()
        self.vague: set[int] = set()
        self.joined = 0  # the place after the last word that joins
        self.points = self.one = False  # after "the", after "a"

    def name(self, words: Iterable[str]) -> None:
        place = len(self.words)
        if place:
            self.heads.add(place - 1)
        words = [*words]
        if place == 1:  # of a command no word may be left out
            self.heads.update(range(place, place + len(words)))
        self.words += [self.pack.stem(word) for word in words if word]
        self.points = self.one = False

    def word(self, token: str) -> None:
        pack, place = self.pack, len(self.words)
        light, indefinite = token in pack.light, token in pack.indefinite
        blank, loose = token in BREAKS or light or indefinite, token in pack.loose
        joins = token in pack.coordinators
        counts = bool(place) and token[:1].isdigit() and not self.words[-1][:1].isdigit()
        if place and (blank or joins or loose or counts):
            self.heads.add(place - 1)
        if joins or token.endswith(pack.genitive):
            self.heads.add(place)
        if joins or token in BREAKS:
            self.joined = place + 1
        if not blank:
            kind = self.loose if loose else self.definite if self.points else self.vague
            if loose or self.points or self.one:
                kind.add(place)
            self.words.append(pack.stem(token))
        self.points = light or (self.points and not blank)
        self.one = indefinite or (self.one and not blank)

    def proposal(self, *, named: bool) -> Proposal:
        words, pack = self.words, self.pack
        heads = {*self.heads, len(words) - 1} - self.loose
        optional: set[int] = set()
        for place in range(1, len(words)):
            linked = words[place - 1] in pack.links
            goes_on = place - 1 in optional and place - 1 not in heads
            if place not in self.loose and (linked or goes_on):
                optional.add(place)
        needed = min((head for head in heads if head >= self.joined), default=len(words) - 1) + 1
        return Proposal(
            tuple(words),
            frozenset(heads),
            frozenset(self.loose),
            frozenset(self.definite),
            named,
            needed if self.joined else 0,
            optional=frozenset(optional),
            vague=frozenset(self.vague),
        )
