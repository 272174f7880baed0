"""Repetitions of a prompt's proposal in a reply.

"Create it" repeats the proposal of "Shall I create the listing?"

A proposal is compared word by word, in groups: "delete the user database backup for Bob" has the
groups "delete", "user database backup" and "Bob", parted by the words that say nothing by
themselves. A repetition may leave out groups from the end, and words of a group before its last,
which says what the group is about: "delete the backup" repeats the proposal, "delete the user"
does not.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from verdict_rules.clauses import affirmed, clause_end, orders
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack


class Proposal(NamedTuple):
    """What a prompt proposes, as words to compare.

    `heads` are the places of the words that end a group, `loose` those that say nothing by
    themselves, `definite` those of the words that the proposal points at ("the listing"). `named`
    says that the first word names a thing. The first `needed` words are those that a repetition
    may not leave out, and the very first where `first_needed`.
    """

    words: tuple[str, ...] = ()
    heads: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()
    definite: frozenset[int] = frozenset()
    named: bool = False
    needed: int = 0
    first_needed: bool = False
    optional: frozenset[int] = frozenset()

    @property
    def first(self) -> str:
        """The word that tells what would be done, or empty."""
        return self.words[0] if self.words else ""


def propose(tokens: Sequence[str], pack: Pack) -> Proposal:
    """Return the proposal that the words `tokens` make."""
    words: list[str] = []
    heads: set[int] = set()
    loose: set[int] = set()
    definite: set[int] = set()
    joined = 0
    points = False
    named = bool(tokens) and (tokens[0] in pack.light or tokens[0] in pack.indefinite)
    for token in tokens:
        blank = token in BREAKS or token in pack.light or token in pack.indefinite
        joins = token in pack.coordinators
        if (blank or joins or pack.is_loose(token)) and words:
            heads.add(len(words) - 1)
        if joins:
            heads.add(len(words))
        if token in BREAKS or token in pack.coordinators:
            joined = len(words) + 1
        if not blank:
            if pack.is_loose(token):
                loose.add(len(words))
            elif points:
                definite.add(len(words))
            words.append(pack.stem(token))
        points = token in pack.light or (points and not blank)
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
    )


def repeated(
    proposal: Proposal,
    tokens: Sequence[str],
    start: int,
    pack: Pack,
    *,
    answered: bool,
) -> int:
    """Return where the repetition that begins at `start` ends; `start` if there is none.

    With `answered` the reply says yes or no besides. Without, a repetition begins with the
    proposal's first word and goes on from there, since it is all that answers.
    """
    if not proposal.words:
        return start
    end = _Repetition(proposal, tokens, start, pack, answered=answered).read()
    for after in range(clause_end(tokens, start) if pack.verbs_last else end, end, -1):
        if _repeats(proposal, tokens[start:after], pack, answered=answered):
            return after
    return end


def _repeats(
    proposal: Proposal, clause: Sequence[str], pack: Pack, *, answered: bool, verb: bool = False
) -> bool:
    """Whether a clause as a whole, in whatever order, is a repetition; with `verb`, an order."""
    return any(
        (not verb or said[0] == proposal.first or said[0] in pack.proposable)
        and _Repetition(proposal, said, 0, pack, answered=answered).read() == len(said)
        for said in orders(clause, pack, proposal.first)
    )


def refused(proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack) -> int:
    """Return where an order not to do what is proposed ends: "erstell ihn nicht".

    For packs whose verbs stand last; a refusal that begins with its negation is `mentioned`.
    """
    limit = clause_end(tokens, start) if pack.verbs_last and proposal.words else start
    for after in range(limit, start, -1):
        said = affirmed(tokens[start:after], pack, proposal.first)
        if said and _repeats(proposal, said, pack, answered=True, verb=True):
            return after
    return start


class _Repetition:
    """One attempt to read a repetition."""

    def __init__(
        self,
        proposal: Proposal,
        tokens: Sequence[str],
        start: int,
        pack: Pack,
        *,
        answered: bool,
    ) -> None:
        self.proposal, self.tokens, self.start, self.pack = proposal, tokens, start, pack
        self.answered = answered
        self.place = 0  # of the proposal's next word
        self.covered: set[int] = set()

    def read(self) -> int:
        end = position = self.start
        determiner = ""
        while position < len(self.tokens):
            token = self.tokens[position]
            position += 1
            if not self.covered and self._carries(token, position):
                continue
            expected = self.proposal.words[self.place : self.place + 1]
            if expected != (token,) and self._stands_for_the_rest(token, position):
                end, determiner = position, ""
                continue
            if token in self.pack.light or token in self.pack.indefinite:
                determiner = token
                continue
            found = self._find(token, determiner)
            if found is None and self._is_the_particle(token):
                end = position
                continue
            if found is None and self._names_what_it_meant(token):
                end = position
                continue
            if found is None:
                break
            self.place, determiner = found + 1, ""
            self.covered.add(found)
            last = found == len(self.proposal.words) - 1
            person = token in self.pack.persons or token in self.pack.pronouns
            if found in self.proposal.heads or last or person or (found == 0 and self.answered):
                end = position
        return end if self._enough(end) else self.start

    def _carries(self, token: str, after: int) -> bool:
        """Whether a verb only carries the noun of what is proposed: "make a reservation"."""
        if not self.answered or token not in self.pack.support or token == self.proposal.first:
            return False
        following = [*self.tokens[after : after + 2]]
        if following and following[0] in self.pack.indefinite | self.pack.light:
            following.pop(0)
        meant = self.proposal.words[:1]
        return bool(following) and self.pack.stem(following[0]) in meant

    def _stands_for_the_rest(self, token: str, after: int) -> bool:
        """Whether a pronoun follows the first word, for what it is done to."""
        if self.covered != {0} or self.place != 1:
            return False
        pointing = self.answered and token in self.pack.pointing
        head = min((head for head in self.proposal.heads if head > 0), default=0)
        if token in self.pack.many and self.proposal.words[head].endswith(self.pack.plural):
            pointing = True
        if pointing and token in self.pack.light:
            following = self.tokens[after : after + 1]
            pointing = not following or following[0] in BREAKS
        if token not in self.pack.pronouns and not pointing:
            return False
        before = self.proposal.words[1:head]
        if (
            before[-1:]
            and before[-1] in self.pack.links
            and not self.pack.persons.isdisjoint(before)
        ):
            return False  # "remind you of the call" is not "remind it"
        self.covered.update(range(1, head + 1))
        self.place = head + 1
        return True

    def _names_what_it_meant(self, token: str) -> bool:
        """Whether the reply names by a general noun what a service brings: "a seat"."""
        proposal = self.proposal
        served = proposal.first in self.pack.services and self.pack.stem(token) in self.pack.things
        return self.answered and served and 0 in self.covered and not proposal.needed

    def _is_the_particle(self, token: str) -> bool:
        """Whether a word belongs to the first, which it follows in the prompt: "turn it off"."""
        return (
            token in self.pack.links
            and self.proposal.words[1:2] == (token,)
            and 0 in self.covered
            and 1 not in self.covered
        )

    def _find(self, token: str, determiner: str) -> int | None:
        """Return the place of the proposal's next word that `token` repeats, if it may be next."""
        stem = self.pack.stem(token)
        said = self.pack.swapped(token) if token in self.pack.persons else frozenset({stem})
        proposal = self.proposal
        linked = self.place > 0 and proposal.words[self.place - 1] in self.pack.links
        for place in range(self.place, len(proposal.words)):
            meant = proposal.words[place] in said
            if place == 0 and self.answered and not proposal.first_needed:
                meant = meant or self.pack.serves(stem, proposal.first)
            if meant:
                vague = determiner in self.pack.indefinite and place in proposal.definite
                misled = bool(determiner) and place == 0 and not proposal.named
                verb = token in self.pack.doing or token in self.pack.acting
                late = self.place == 0 and place > 0
                if late and (place in proposal.optional or (verb and not determiner)):
                    return None
                if (vague or misled) and not self.answered:
                    return None
                return place
            skippable = place in proposal.loose or place not in proposal.heads
            if linked and proposal.words[place] in self.pack.links:
                return None
            skippable = skippable or (stem in self.pack.links and place > 0)
            may_begin_later = self.answered and not proposal.first_needed
            if not (skippable or place == 0) or (place == 0 and not may_begin_later):
                return None
        return None

    def _enough(self, end: int) -> bool:
        said = self.tokens[self.start : end]
        needed = set(range(len(self.proposal.words))) - self.proposal.loose
        if needed <= self.covered:
            return bool(self.answered or len(said) > 1 or len(self.proposal.words) == 1)
        if not {*range(self.proposal.needed)} - self.proposal.loose <= self.covered:
            return False
        if not self.pack.quantifiers.isdisjoint(said):
            return False
        return self.answered or len(said) > 1


def mentioned(
    proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack, *, halts: bool
) -> int:
    """Return where the words from `start` on that the proposal has too, in any order, end.

    One of them must say what is refused: its first word or the last of a group. With `halts` it is
    the first, since to want none of the rest would be no refusal.
    """
    end = start
    telling = False
    thing = min((head for head in proposal.heads if head or proposal.named), default=0)
    covered: set[int] = set()
    # Where verbs stand last, much fits between a negation and its verb ("nicht alle löschen").
    near = pack.verbs_last
    passed = pack.light | pack.indefinite | (pack.softeners if near else pack.quantifiers)
    for position in range(start, len(tokens)):
        token = tokens[position]
        stem = pack.stem(token)
        place = proposal.words.index(stem) if stem in proposal.words else None
        if place is None and telling and token in pack.adverbs:
            end = position + 1
            continue
        if place is not None and place not in proposal.loose:
            telling = telling or place == 0 or (place == thing and not halts)
            covered.add(place)
        elif token in pack.pronouns or token in pack.pointing:
            telling = telling or not halts
        elif (
            token not in passed
            and stem not in pack.support | pack.acquiring
            and not (pack.is_loose(token) and (not near or place is not None))
        ):
            break
        if telling:
            end = position + 1
    needed = {*range(proposal.needed)} - proposal.loose
    return end if needed <= covered else start


def performed(
    proposal: Proposal,
    asked: Collection[str],
    tokens: Sequence[str],
    start: int,
    pack: Pack,
) -> int:
    """Return where an order in the words that ask, that begins at `start`, ends: "book it".

    For a reply that says yes besides.
    """
    verbs = pack.doing | pack.acting | pack.support | pack.acquiring
    if tokens[start] not in verbs or pack.stem(tokens[start]) not in asked or proposal.needed:
        return start
    things = [*filter(proposal.heads.__contains__, range(1, len(proposal.words)))]
    named_last = proposal.words[things[0]] if things else ""
    if things:
        asked = proposal.words[1 : things[0] + 1]
    end = start + 1
    named = False
    last = ""
    for position in range(start + 1, len(tokens)):
        token = tokens[position]
        if token in pack.pronouns or token in pack.pointing:
            return position + 1
        if token in pack.light or token in pack.indefinite:
            end = end if named else position + 1
        elif token.isalpha() and pack.stem(token) in asked and not pack.is_loose(token):
            named, end, last = True, position + 1, pack.stem(token)
        else:
            break
    wrong = named and things and last != named_last
    return start if wrong else end


def restated(
    asked: Proposal, tokens: Sequence[str], start: int, pack: Pack, *, bare: bool = True
) -> int:
    """Return where a statement in the words of the question, from `start` on, ends.

    For a reply that answers besides. Its words come in the question's order, and a group is named
    by its last word; with `bare`, auxiliary verbs and the pronoun for the thing may join them.
    """
    own = {word for word in asked.words if word in pack.auxiliaries or word in pack.permitting}
    joining = own | pack.pronouns if bare else frozenset[str]()
    fold = pack.stem if pack.perfect.isdisjoint(asked.words) else pack.root
    counted = not pack.quantifiers.isdisjoint(asked.words) or any(map(str.isdigit, asked.words))
    said = [fold(word) for word in asked.words]
    place, end, before = 0, start, ""
    complete = True
    for position in range(start, len(tokens)):
        token = tokens[position]
        stems = {*map(fold, pack.swapped(token))}
        found = next((at for at in range(place, len(said)) if said[at] in stems), None)
        if found is not None:
            linked = asked.words[found - 1] if found else ""
            moved = (linked in pack.links or before in pack.links) and linked != before
            skipped = {*range(place, found)} & asked.heads if end > start else set()
            if (not complete and found != place) or skipped or (moved and found not in asked.loose):
                break
            place, complete = found + 1, found in asked.heads or found in asked.loose
            before = token
            if complete and found not in asked.loose:
                end = position + 1
        elif end > start and (
            token in pack.adverbs or token in pack.pronouns or token in pack.pointing
        ):
            end = position + 1
        elif (token in pack.indefinite and counted) or (
            token not in pack.light and token not in pack.indefinite and token not in joining
        ):
            break
    return end
