"""Repetitions of a prompt's proposal in a reply.

"Create it" repeats the proposal of "Shall I create the listing?"

A repetition may leave out groups of the proposal from the end, and words of a group before its
last, which says what the group is about: "delete the backup" repeats "delete the user database
backup for Bob", "delete the user" does not.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.clauses import affirmed, clause_end, orders
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.proposal import Proposal, is_for_another

NEAR = 5  # words of a reply within which it names what a verb is done to
MAX_WHOM = 3  # words of a proposal from its verb on, the last of which "him" may mean


class Beside(NamedTuple):
    """What a reply says beside a repetition: an answer at all, a no, or a wish that carries it."""

    answered: bool
    refused: bool = False
    wished: bool = False


def repeated(
    proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack, beside: Beside
) -> int:
    """Return where the repetition that begins at `start` ends; `start` if there is none.

    Without an answer beside it a repetition begins with the proposal's first word and goes on from
    there, since it is all that answers; with a wish, a verb that says much the same may stand for
    that word.
    """
    if not proposal.words:
        return start
    end = Repetition(proposal, tokens, start, pack, beside).read()
    for after in range(clause_end(tokens, start) if pack.verbs_last else end, end, -1):
        if _repeats(proposal, tokens[start:after], pack, answered=beside.answered):
            return after
    return end


def _repeats(
    proposal: Proposal, clause: Sequence[str], pack: Pack, *, answered: bool, verb: bool = False
) -> bool:
    """Whether a clause as a whole, in whatever order, is a repetition; with `verb`, an order."""
    return any(
        (not verb or said[0] == proposal.first or said[0] in pack.proposable)
        and Repetition(proposal, said, 0, pack, Beside(answered)).read() == len(said)
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


class Repetition:
    """One attempt to read a repetition."""

    def __init__(
        self, proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack, beside: Beside
    ) -> None:
        """Begin at `start`, with nothing of the proposal covered."""
        self.proposal, self.tokens, self.start, self.pack = proposal, tokens, start, pack
        self.answered = beside.answered
        self.wished = beside.wished
        self.served = beside.answered or beside.wished
        free = not (beside.refused or proposal.first_needed or proposal.needed)
        self.assented = beside.answered and free
        self.tail = 0  # the place from which on all must be repeated
        self.place = 0  # of the proposal's next word
        self.covered: set[int] = set()

    def read(self) -> int:
        """Return where the repetition ends, or its start where there is none."""
        end = self.read_on(self.start)
        return end if self._enough(end) else self.start

    def read_on(self, position: int) -> int:
        """Return where the words from `position` on end that the proposal goes on with."""
        end = position
        determiner = ""
        while position < len(self.tokens):
            token = self.tokens[position]
            position += 1
            if not self.covered and self._carries(token, position):
                continue
            if self._adds_nothing(token, position):
                continue
            if after := self._takes(token, position):
                end = position = after
                determiner = ""
                continue
            if token in self.pack.light or token in self.pack.indefinite:
                determiner = token
                continue
            found = self.find(token, determiner)
            if found is None and not (
                self._is_the_particle(token) or self._names_what_it_meant(token)
            ):
                break
            if found is None or self._ends(token, found):
                end = position
            determiner = determiner if found is None else ""
        return end

    def _takes(self, token: str, after: int) -> int:
        """Return where words end that stand for others of the proposal; 0 where none do."""
        if self._is_done(token) or self._is_what_is_done(token, after):
            return after
        if whole := self._means_all(token, after):
            return whole
        own = self.proposal.words[self.place : self.place + 1] == (token,)
        return after if not own and self._stands_for_the_rest(token, after) else 0

    def _ends(self, token: str, found: int) -> bool:
        """Go on after the place `found`; whether a repetition may end there."""
        self.place = found + 1
        self.covered.add(found)
        last = found == len(self.proposal.words) - 1
        person = token in self.pack.persons or token in self.pack.pronouns
        particle = found in self.particle and found - 1 in self.covered
        ends = found in self.proposal.heads or last or person or particle
        return ends or (found == 0 and self.answered)

    def _carries(self, token: str, after: int) -> bool:
        """Whether a verb only carries the noun of what is proposed: "make a reservation"."""
        carrying = token in self.pack.support or token in self.pack.acquiring
        if not self.served or not carrying or token == self.proposal.first:
            return False
        pack = self.pack
        following = [
            word
            for word in self.tokens[after : after + 3]
            if not (word in pack.indefinite or word in pack.light or word in pack.recipients)
        ]
        meant = self.proposal.words[:1]
        return bool(following) and self.pack.stem(following[0]) in meant

    def _adds_nothing(self, token: str, after: int) -> bool:
        """Whether a word says for whom a service is ("book me a table"), or the verb again."""
        proposal, pack = self.proposal, self.pack
        if not self.served or self.covered - {0} or self.place > 1:
            return False
        if not self.covered:
            if is_for_another(proposal, pack):
                return False
            carried = pack.stem(self.tokens[after - 2]) in pack.general
            return token in pack.recipients and after - 1 > self.start and carried
        if pack.stem(token) == proposal.first and self.tokens[after - 2] != token:
            return True
        served = proposal.first in pack.support or proposal.first in pack.acquiring
        others = pack.persons.intersection(proposal.words) - {"you"}
        whom = others or is_for_another(proposal, pack)
        return token in pack.recipients and served and not whom and bool(self.tokens[after:])

    def _is_done(self, token: str) -> bool:
        """Whether a word is the verb after what it is done to: "I want them renewed"."""
        if not self.wished or not self.covered or 0 in self.covered or self.proposal.named:
            return False
        if self.pack.root(token) != self.pack.root(self.proposal.first):
            return False
        self.covered.add(0)
        return True

    def _is_what_is_done(self, token: str, after: int) -> bool:
        """Whether a pronoun is followed by the verb, in the form of what is done."""
        pack, verb = self.pack, self.tokens[after : after + 1]
        stands = token in pack.pronouns or token in pack.pointing
        if self.covered or not self.answered or not stands or not verb:
            return False
        if verb[0] == self.proposal.first or pack.root(verb[0]) != pack.root(self.proposal.first):
            return False
        self._leave_to_pronoun()
        return True

    def _leave_to_pronoun(self) -> None:
        """Take the first thing in the proposal as said, and its particle as not."""
        head = min((head for head in self.proposal.heads if head >= self.place > 0), default=0)
        head = head or min((head for head in self.proposal.heads if head > 0), default=0)
        self.covered.update({*range(max(self.place, 1), head + 1)} - self.particle)
        self.place = head + 1

    def _means_all(self, token: str, after: int) -> int:
        """Return where words end that mean all of what is proposed ("run both"), or 0."""
        pack, tokens = self.pack, self.tokens
        if 0 not in self.covered or token not in pack.wholes:
            return 0
        following = tokens[after : after + 2]
        words = self.proposal.words
        part = not pack.partial.isdisjoint(words)
        several = not part and any(word.endswith(pack.plural) for word in words[1:])
        if tokens[after - 2] in pack.many and several:
            end = after
        elif following and pack.stem(following[0]).isdigit():
            if part or pack.stem(following[0]) not in words:
                return 0
            end = after + 1
        elif following[1:] and following[0] in pack.links and following[1] in pack.pointing:
            if not several:
                return 0
            end = after + 2
        elif self._is_a_pair() and token in pack.both:
            end = after
        else:
            return 0
        self.place = len(self.proposal.words)
        self.covered.update({*range(self.place)} - self.particle)
        return end

    def _is_a_pair(self) -> bool:
        """Whether two things are proposed at once, or two things done, and nothing is linked."""
        words, pack = self.proposal.words, self.pack
        before = words[: self.proposal.needed]
        pairs = [pair for pair in pairwise(before) if pair[0] in pack.coordinators]
        acts = any(second in pack.proposable for _, second in pairs)
        linked = not pack.links.isdisjoint(before[: before.index(pairs[0][0])]) if pairs else True
        return not (linked or acts)

    @cached_property
    def particle(self) -> set[int]:
        """Return the place of a word that belongs to the first: "turn off", "send it back"."""
        words, pack = self.proposal.words, self.pack
        place = 2 if words[1:2] and (words[1] in pack.pronouns or words[1] in pack.persons) else 1
        if {*words[place : place + 1]} & pack.belonging:
            return {place}
        after = min((head for head in self.proposal.heads if head > 0), default=0) + 1
        apart = {*words[after : after + 1]} & pack.belonging and after > 1
        whole = not words[after + 1 :] or words[after + 1] in pack.links
        return {after} if apart and whole else set()

    def _stands_for_the_rest(self, token: str, after: int) -> bool:
        """Whether a pronoun follows the first word, for what it is done to."""
        verb = (
            min(self.proposal.heads, default=0)
            if self.pack.links.isdisjoint(self.proposal.words[:2])
            else 0
        )
        if self.place not in {1, verb + 1} or self.covered != {*range(self.place)}:
            return False
        pointing = self.answered and token in self.pack.pointing
        others = self.pack.persons.intersection(self.proposal.words) - {"you"}
        head = min((head for head in self.proposal.heads if head >= self.place), default=0)
        words = self.proposal.words
        pointed = head in self.proposal.definite or head in self.proposal.vague
        person = (
            self.answered
            and token in self.pack.third
            and head < MAX_WHOM
            and not (others or pointed)
        )
        if token in self.pack.many:
            several = words[head].endswith(
                self.pack.plural
            ) or not self.pack.coordinators.isdisjoint(words)
            pointing = several and self.pack.partial.isdisjoint(words)
        if token in self.pack.single and self.answered and head in self.proposal.vague:
            pointing = not any(map(str.isdigit, words))
        if pointing and token in self.pack.light:
            following = self.tokens[after : after + 1]
            pointing = not following or following[0] in BREAKS
        if token not in self.pack.pronouns and not pointing and not (person and head):
            return False
        before = self.proposal.words[1:head]
        if before and before[-1] in self.pack.links and not self.pack.persons.isdisjoint(before):
            return False  # "remind you of the call" is not "remind it"
        self._leave_to_pronoun()
        return True

    def _names_what_it_meant(self, token: str) -> bool:
        """Whether the reply names what a service brings: a booking, or what was booked."""
        proposal, pack = self.proposal, self.pack
        if not self.served or 0 not in self.covered or proposal.needed or len(self.covered) > 1:
            return False
        if any(map(str.isdigit, proposal.words)):
            return False
        stem = pack.stem(token)
        if stem in pack.goods:
            linked = [place for place in proposal.loose if proposal.words[place] in pack.links]
            thing = proposal.words[: min(linked, default=len(proposal.words))]
            return all(
                word in pack.general or place in proposal.loose for place, word in enumerate(thing)
            )
        return stem in pack.things and pack.is_service(proposal.first, proposal.words)

    def _is_the_particle(self, token: str) -> bool:
        """Whether a word belongs to the first, which it follows in the prompt: "turn it off"."""
        words, pack = self.proposal.words, self.pack
        place = 2 if words[1:2] and words[1] in pack.persons else 1
        belongs = (
            token in pack.links
            and words[place : place + 1] == (token,)
            and 0 in self.covered
            and place not in self.covered
        )
        if belongs:
            self.covered.add(place)
        return belongs

    def find(self, token: str, determiner: str) -> int | None:
        """Return the place of the proposal's next word that `token` repeats, if it may be next."""
        stem = self.pack.stem(token)
        said = self.pack.swapped(token) if token in self.pack.persons else frozenset({stem})
        proposal = self.proposal
        linked = self.place > 0 and proposal.words[self.place - 1] in self.pack.links
        if not self.covered and self.assented and self._begins_a_tail(token, stem):
            return self.tail
        for place in range(self.place, len(proposal.words)):
            if proposal.words[place] in said or (place == 0 and self._serves(stem)):
                return place if self._may_be(place, token, determiner) else None
            if linked and proposal.words[place] in self.pack.links:
                return None
            if place == 0:
                if not self.answered or proposal.first_needed:
                    return None
            elif not (
                place in proposal.loose or place not in proposal.heads or stem in self.pack.links
            ):
                return None
        return None

    def _serves(self, stem: str) -> bool:
        """Whether a verb says much the same as that of the proposal, of what it is done to."""
        proposal, pack = self.proposal, self.pack
        if not self.served or proposal.first_needed or not pack.apart.isdisjoint(proposal.words):
            return False
        near = map(pack.stem, self.tokens[self.start : self.start + NEAR])
        return pack.serves(stem, proposal.first, (*proposal.words, *near))

    def _may_be(self, place: int, token: str, determiner: str) -> bool:
        """Whether a word of the reply may be that of the proposal which it is the same as."""
        proposal, pack = self.proposal, self.pack
        verb = place == 0 and not proposal.named
        if verb and (self._is_past(token) or (determiner and not self.answered)):
            return False
        if self.place == 0 and place > 0:
            acts = token in pack.proposable and not determiner
            if place in proposal.optional or acts:
                return False
        one = determiner in pack.indefinite
        if one and place in proposal.definite and not self.answered:
            return False
        passed = proposal.words[self.place : place]
        if one or self.tokens[self.start] in pack.single:
            return not any(map(str.isdigit, passed))
        owned = self.place and proposal.words[self.place - 1] in pack.possessives
        return not (owned and passed and self.place - 1 in self.covered)

    def _is_past(self, token: str) -> bool:
        """Whether a word is a form of the verb in which nobody orders: "booked it"."""
        pack = self.pack
        return (
            token in pack.synonyms
            and pack.stem(token) != token
            and token not in pack.verbs
            and (token not in pack.things and token not in pack.announcing)
        )

    def _begins_a_tail(self, token: str, stem: str) -> bool:
        """Whether a word begins a group after a link, so that the rest of the proposal follows."""
        words = self.proposal.words
        place = words.index(stem) if words.count(stem) == 1 else 0
        follows = place in self.proposal.optional and words[place - 1] in self.pack.links
        if not place or not (follows or (token in self.pack.links and place + 1 < len(words))):
            return False
        self.tail = place
        return True

    def _enough(self, end: int) -> bool:
        if self.covered & {0} and not self.particle <= self.covered:
            return False
        if self.tail:
            return {head for head in self.proposal.heads if head >= self.tail} <= self.covered
        said = self.tokens[self.start : end]
        needed = set(range(len(self.proposal.words))) - self.proposal.loose
        if needed <= self.covered:
            return bool(self.answered or len(said) > 1 or len(self.proposal.words) == 1)
        if not {*range(self.proposal.needed)} - self.proposal.loose <= self.covered:
            return False
        if not self.pack.quantifiers.isdisjoint(said):
            return False
        return self.answered or len(said) > 1
