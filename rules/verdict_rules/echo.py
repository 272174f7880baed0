"""Repetitions of a prompt's proposal in a reply.

"Create it" repeats the proposal of "Shall I create the listing?"

A proposal is compared word by word, in groups: "delete the user database backup for Bob" has the
groups "delete", "user database backup" and "Bob", parted by the words that say nothing by
themselves. A repetition may leave out groups from the end, and words of a group before its last,
which says what the group is about: "delete the backup" repeats the proposal, "delete the user"
does not.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.clauses import affirmed, clause_end, orders
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack

NAME = "\ue000"  # begins the token of a name that was quoted
WITHIN = "\x1f"  # parts its words
NEAR = 5  # words of a reply within which it names what a verb is done to
MAX_PARTICLE = 3  # words of a proposal, its verb and a pronoun before it, that may be a particle


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
    for token in tokens:
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


def repeated(
    proposal: Proposal,
    tokens: Sequence[str],
    start: int,
    pack: Pack,
    *,
    answered: bool,
    refused: bool = False,
    served: bool = False,
) -> int:
    """Return where the repetition that begins at `start` ends; `start` if there is none.

    With `answered` the reply says yes or no besides, with `refused` no. Without, a repetition
    begins with the proposal's first word and goes on from there, since it is all that answers;
    with `served`, a verb that says much the same may stand for that word.
    """
    if not proposal.words:
        return start
    reading = _Repetition(proposal, tokens, start, pack, answered=answered, refused=refused)
    reading.served = answered or served
    end = reading.read()
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
        and _Repetition(proposal, said, 0, pack, answered=answered, refused=False).read()
        == len(said)
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
        refused: bool,
    ) -> None:
        self.proposal, self.tokens, self.start, self.pack = proposal, tokens, start, pack
        self.answered = answered
        self.assented = answered and not (refused or proposal.first_needed or proposal.needed)
        self.served = answered
        self.tail = 0  # the place from which on all must be repeated
        self.place = 0  # of the proposal's next word
        self.covered: set[int] = set()

    def read(self) -> int:
        """Return where the repetition ends, or its start where there is none."""
        end = self._read_on(self.start)
        return end if self._enough(end) else self.start

    def _read_on(self, position: int) -> int:
        end = position
        determiner = ""
        while position < len(self.tokens):
            token = self.tokens[position]
            position += 1
            if not self.covered and self._carries(token, position):
                continue
            if self._adds_nothing(token, position):
                continue
            if self._is_done(token) or self._is_what_is_done(token, position):
                end = position
                continue
            if whole := self._means_all(token, position):
                end = position = whole
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
            particle = (
                token in self.pack.links and found - 1 in self.covered and found < MAX_PARTICLE
            )
            ends = found in self.proposal.heads or last or person or particle
            if ends or (found == 0 and self.answered):
                end = position
        return end

    def read_passive(self) -> tuple[int, bool]:
        """Read the thing, a verb of permission, whether it is negated, and what is done to it."""
        pack, tokens = self.pack, self.tokens
        modal = next(
            (at for at in range(self.start + 1, len(tokens)) if tokens[at] in pack.requiring),
            len(tokens),
        )
        subject = tokens[self.start : modal]
        verb = modal + 1
        negated = tokens[verb : verb + 1] and tokens[verb] in pack.negators
        verb += 1 if negated else 0
        done = verb + 1
        if tokens[verb : verb + 1] and tokens[verb] not in pack.passive:
            return self.start, False
        if not tokens[done : done + 1] or not self._is_meant(subject):
            return self.start, False
        if pack.root(tokens[done]) != pack.root(self.proposal.first):
            return self.start, False
        self.covered = {*range(self.place)} - self._particle()
        end = self._read_on(done + 1)
        told = negated or self.answered
        return (
            (end, bool(negated))
            if told and self._particle() <= self.covered
            else (self.start, False)
        )

    def _is_meant(self, subject: Sequence[str]) -> bool:
        """Whether words before a verb are what the proposal would be done to."""
        head = min((head for head in self.proposal.heads if head > 0), default=0)
        pack = self.pack
        if len(subject) == 1 and (subject[0] in pack.pronouns or subject[0] in pack.pointing):
            self.place = head + 1
            return True
        self.place = 1
        for word in subject:
            if word in pack.light or word in pack.indefinite:
                continue
            found = self._find(word, "")
            if found is None or found > head:
                return False
            self.place = found + 1
        return head > 0 and self.place == head + 1

    def _carries(self, token: str, after: int) -> bool:
        """Whether a verb only carries the noun of what is proposed: "make a reservation"."""
        carrying = token in self.pack.support or token in self.pack.acquiring
        if not self.served or not carrying or token == self.proposal.first:
            return False
        pointing = self.pack.indefinite | self.pack.light | self.pack.recipients
        following = [word for word in self.tokens[after : after + 3] if word not in pointing]
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
        if not self.answered or not self.covered or 0 in self.covered or self.proposal.named:
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
        self.covered.update({*range(max(self.place, 1), head + 1)} - self._particle())
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
        self.covered.update({*range(self.place)} - self._particle())
        return end

    def _is_a_pair(self) -> bool:
        """Whether two things are proposed at once, or two things done, and nothing is linked."""
        words, pack = self.proposal.words, self.pack
        before = words[: self.proposal.needed]
        pairs = [pair for pair in pairwise(before) if pair[0] in pack.coordinators]
        acts = any(second in pack.proposable for _, second in pairs)
        linked = not pack.links.isdisjoint(before[: before.index(pairs[0][0])]) if pairs else True
        return not (linked or acts)

    def _particle(self) -> set[int]:
        """Return the place of a word that belongs to the first: "turn off", "set it aside"."""
        words, pack = self.proposal.words, self.pack
        place = 2 if words[1:2] and (words[1] in pack.pronouns or words[1] in pack.persons) else 1
        return {place} if {*words[place : place + 1]} & pack.belonging else set()

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
            and head < MAX_PARTICLE
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
        if (
            before[-1:]
            and before[-1] in self.pack.links
            and not self.pack.persons.isdisjoint(before)
        ):
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

    def _find(self, token: str, determiner: str) -> int | None:
        """Return the place of the proposal's next word that `token` repeats, if it may be next."""
        stem = self.pack.stem(token)
        said = self.pack.swapped(token) if token in self.pack.persons else frozenset({stem})
        proposal = self.proposal
        linked = self.place > 0 and proposal.words[self.place - 1] in self.pack.links
        if not self.covered and self.assented and self._begins_a_tail(token, stem):
            return self.tail
        for place in range(self.place, len(proposal.words)):
            meant = proposal.words[place] in said
            if place == 0 and self.served and not proposal.first_needed:
                near = map(self.pack.stem, self.tokens[self.start : self.start + NEAR])
                about = (*proposal.words, *near)
                apart = not self.pack.apart.isdisjoint(proposal.words)
                meant = meant or (not apart and self.pack.serves(stem, proposal.first, about))
            if place == 0 and meant and not proposal.named and self._is_past(token):
                return None
            if meant:
                vague = determiner in self.pack.indefinite and place in proposal.definite
                misled = bool(determiner) and place == 0 and not proposal.named
                verb = token in self.pack.doing or token in self.pack.acting
                late = self.place == 0 and place > 0
                if late and (place in proposal.optional or (verb and not determiner)):
                    return None
                if (vague or misled) and not self.answered:
                    return None
                one = (
                    determiner in self.pack.indefinite
                    or self.tokens[self.start] in self.pack.single
                )
                passed = proposal.words[self.place : place]
                if one and any(map(str.isdigit, passed)):
                    return None
                owned = self.place and proposal.words[self.place - 1] in self.pack.possessives
                if owned and passed and self.place - 1 in self.covered:
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
        if self.covered & {0} and not self._particle() <= self.covered:
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


def required(
    proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack, *, answered: bool
) -> tuple[int, bool]:
    """Return where a statement that the proposal should be done, or not, ends; and whether not.

    "The card should not be blocked" is one of "Shall I block the card?". That it should be done is
    said only with `answered`: a thing that "should be included" may be expected to be.
    """
    if not proposal.words or not pack.pairing.isdisjoint(proposal.words):
        return start, False
    reading = _Repetition(proposal, tokens, start, pack, answered=answered, refused=False)
    return reading.read_passive()


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
        if place is None and pack.root(token) == pack.root(proposal.first):
            place = 0
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
            and not (token in pack.loose and (not near or place is not None))
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
    if tokens[start] not in pack.verbs or proposal.needed or not pack.pairing.isdisjoint(asked):
        return start
    said = pack.stem(tokens[start])
    others = [word for word in asked if word in pack.proposable and not pack.approving.match(word)]
    if said != proposal.first and any(
        word != said and not pack.serves(said, word, asked) for word in others
    ):
        return start
    if pack.stem(tokens[start]) not in asked:
        return _served(proposal, asked, tokens, start, pack)
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
        elif token.isalpha() and pack.stem(token) in asked and token not in pack.loose:
            named, end, last = True, position + 1, pack.stem(token)
        else:
            break
    wrong = named and things and last != named_last
    return start if wrong else end


def _served(
    proposal: Proposal, asked: Collection[str], tokens: Sequence[str], start: int, pack: Pack
) -> int:
    """Return where an order of the service ends, for a check of what is to be booked: "book it"."""
    stem = pack.stem(tokens[start])
    general = stem in pack.services or any(stem in verbs for verbs in pack.handling.values())
    booked = not (pack.goods | pack.things | pack.handling.keys()).isdisjoint(asked)
    if not general or not booked or pack.turns(asked):
        return start
    if proposal.words and not pack.serves(stem, proposal.first, proposal.words):
        return start
    after = tokens[start + 1 : start + 3]
    if not after or after[0] in BREAKS:
        return start + 1
    pronoun = after[0] in pack.pronouns or after[0] in pack.pointing
    return start + 2 if pronoun and (not after[1:] or after[1] in BREAKS) else start


def restated(
    asked: Proposal, tokens: Sequence[str], start: int, pack: Pack, *, bare: bool = True
) -> int:
    """Return where a statement in the words of the question, from `start` on, ends.

    For a reply that answers besides. Its words come in the question's order, and a group is named
    by its last word; with `bare`, auxiliary verbs and the pronoun for the thing may join them.
    """
    own = {word for word in asked.words if word in pack.auxiliaries or word in pack.permitting}
    joining = own | pack.pronouns if bare else frozenset[str]()
    if bare and pack.subjects.isdisjoint(asked.words):
        joining |= pack.others
    fold = pack.stem if pack.perfect.isdisjoint(asked.words) else pack.root
    counted = not pack.quantifiers.isdisjoint(asked.words) or any(map(str.isdigit, asked.words))
    said = [fold(word) for word in asked.words]
    place, end, before = 0, start, ""
    first, reached = len(said), -1
    complete = True
    for position in range(start, len(tokens)):
        token = tokens[position]
        stems = {*map(fold, pack.swapped(token))}
        found = next((at for at in range(place, len(said)) if said[at] in stems), None)
        if found is not None:
            linked = asked.words[found - 1] if found else ""
            moved = (linked in pack.links or before in pack.links) and linked != before
            skipped = {*range(place, found)} & asked.heads if end > start else set()
            passed = any(word not in pack.adverbs for word in asked.words[place:found])
            if (not complete and passed) or skipped or (moved and found not in asked.loose):
                break
            place, complete = found + 1, found in asked.heads or found in asked.loose
            before = token
            if complete and found not in asked.loose:
                end = position + 1
                first, reached = min(first, found), found
        elif end > start and (
            token in pack.adverbs or token in pack.pronouns or token in pack.pointing
        ):
            end = position + 1
        elif (token in pack.indefinite and counted) or (
            token not in pack.light and token not in pack.indefinite and token not in joining
        ):
            break
    joined = [at for at, word in enumerate(said) if word in pack.pairing]
    return start if joined and (first > joined[0] or reached < joined[-1]) else end
