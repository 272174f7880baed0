"""The phrases of a reply as the prompt lets them be read.

A reply may repeat the words of its prompt: the thing proposed ("send it"), a refusal of it ("don't
send it"), the question as a statement ("it has arrived"), or its auxiliary verb ("it has").
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from verdict_rules.answering import answering, said_before
from verdict_rules.asked import Prompt
from verdict_rules.decision import BESIDE_ALL, PASSING, STATED
from verdict_rules.echo import mentioned, performed, restated
from verdict_rules.facts import denied, judged, kept
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase
from verdict_rules.prompt import MAX_CHARACTERS
from verdict_rules.proposal import Proposal, is_for_another, propose
from verdict_rules.repetition import Beside, refused, repeated
from verdict_rules.required import required

_AGAINST = {"no", "denies", "rejects", "refuses", "halts", "vetoes", "disallows", "mixed"}
# What answers by itself, so that a repetition of the proposal need not.
_ANSWERING = {"yes", "no", "ok", "goes", "approves", "rejects"} | {
    *("right", "accepts", "tolerates", "delights", "welcomes", "praise", "resumes", "proceeds"),
}
# Classes of phrases that a repetition of the proposal may change.
_ECHOED = {"favour", "proceeds", "resumes", "approves", "spares", "ends", *PASSING}
_SHORT_REFUSALS = {"short_no", "disagrees"}
_NEGATING = {"disagrees", "wrong"}


def may_repeat(text: str, words: Iterable[str], pack: Pack) -> bool:
    """Whether all `words` could come from the prompt `text`: a cheap test, before reading it."""
    folded = text[-MAX_CHARACTERS:].casefold()
    return all(word in pack.addable or pack.root(word) in folded for word in words)


def phrasing(
    tokens: Sequence[str], found: Sequence[Phrase], prompt: Prompt, pack: Pack, *, stray: bool
) -> list[Phrase]:
    """Return the phrases of a reply in order, those of the prompt's words among them.

    `found` are the phrases without them; `stray` says that there are words in none of those.
    """
    phrases = [answering(phrase, tokens, prompt, pack) for phrase in found]
    phrases = [said_before(phrase, tokens, prompt, pack) for phrase in phrases]
    if stray or not _ECHOED.isdisjoint([phrase.name for phrase in phrases]):
        return _Phrasing(tokens, phrases, prompt, pack).read()
    return phrases


class _Phrasing:
    """One reply on its way through the prompt's words."""

    def __init__(
        self, tokens: Sequence[str], found: Sequence[Phrase], prompt: Prompt, pack: Pack
    ) -> None:
        self.tokens, self.prompt, self.pack = tokens, prompt, pack
        self.proposals = [prompt.proposal, *([prompt.resolved] if prompt.resolved.words else [])]
        self.denies = not pack.negators.isdisjoint(tokens)
        self.requires = not pack.requiring.isdisjoint(tokens)
        self.known = {phrase.start: phrase for phrase in found}
        names = {phrase.name for phrase in found}
        self.declined = "no" in names
        self.answers = [phrase.start for phrase in found if phrase.name in _ANSWERING]
        self.answered = False
        self.refusing = not names.isdisjoint(_AGAINST)
        self.halts = "halts" in prompt.traits
        self.phrases: list[Phrase] = []

    @cached_property
    def spoken(self) -> set[str]:
        return {self.pack.stem(word) for word in self.prompt.spoken}

    @cached_property
    def asked(self) -> Proposal:
        return propose(self.prompt.spoken, self.pack)

    def read(self) -> list[Phrase]:
        position = 0
        while position < len(self.tokens):
            name, end = self._own(position)
            answers = any(start != position for start in self.answers)
            self.answered = self.prompt.kind == "reversed" or answers
            last = self.phrases[-1] if self.phrases else None
            last = last if last and last.end == position else None
            stated = self._stated(position)
            if stated.end > max(end, position):
                self.phrases.append(stated)
                position = stated.end
            elif last and (after := self._extends(last, end)):
                position = after
            else:
                phrase = self._in_place(name, position, end, last)
                if phrase.name:
                    self.phrases.append(phrase)
                position = max(phrase.end, position + 1)
        return self.phrases

    def _in_place(self, name: str, position: int, end: int, last: Phrase | None) -> Phrase:
        """Return the phrase at `position` as the prompt lets it be read; one without name if none.

        `name` and `end` are its class and its end without the prompt, and `last` is the phrase that
        ends there.
        """
        after = self._echoed(position, last)
        against = refused(self.prompt.proposal, self.tokens, position, self.pack)
        if against > max(after, end):
            return Phrase("rejects", position, against)
        if after > position and after >= end:
            name, end = "stops" if name in _AGAINST else "repeats", after
        elif name in {"proceeds", "resumes", "approves"} and self._is_the_verb(position):
            name = "repeats"
        elif not name and "bare" in self.prompt.traits and self._is_the_verb(position):
            name, end = "repeats", position + 1
        if name in {"repeats", "stops"} and self.prompt.kind == "reversed":
            name = "mixed" if last and last.name == "no" else name
        if name == "favour" and is_for_another(self.prompt.proposal, self.pack):
            name = "mixed"
        return Phrase(name, position, end)

    def _own(self, position: int) -> tuple[str, int]:
        """Return the class and the end of the phrase at `position` without the prompt's words."""
        if position in self.known:
            name, _, end = self.known[position]
        else:
            found, end = self.pack.reply.longest(self.tokens, position)
            name = found or ""
        if name == "mixed" and self.halts:  # "do not cancel it", where that was asked
            inner, before = self.pack.reply.longest(self.tokens[: end - 1], position)
            if inner == "rejects" and self._mentioned(before, halts=True) > end:
                return inner, before
        return name, end

    def _extends(self, last: Phrase, end: int) -> int:
        """Widen the last phrase by what it denies, and return where that ends; 0 if nothing."""
        start = last.end
        if last.name in _NEGATING and self.prompt.kind in STATED:
            after = restated(self.asked, self.tokens, start, self.pack, bare=False)
            name = "wrong"
        elif last.name in _SHORT_REFUSALS and self.prompt.kind == "offer":
            after, name = self._refused(start) if self._acts(start) else start, "rejects"
        elif last.name in {"needs", "denies"} and self._is_done(start):
            after, name = start + 1, "repeats" if last.name == "needs" else "rejects"
        elif last.name == "denies" and self.prompt.kind == "offer":
            after, name = self._refused(start), "denies"
        elif last.name == "nothing":
            after = self._in_prompt(start)
            name = "nothing"
        elif last.name == "no" and self._is_no(last.end - 1) and not self.halts:
            after, name = self._lacked(start, end), "no"
        else:
            return 0
        if after <= start:
            return 0
        self.phrases[-1] = Phrase(name, last.start, after)
        return after

    def _echoed(self, position: int, last: Phrase | None) -> int:
        """Return where the prompt's words that begin at `position` end."""
        if last and last.name in {"repeats", "stops"}:
            return position  # what comes after, in another order, may turn it round
        brings = self.prompt.kind != "offer" or "gives" in self.prompt.traits
        wants_a_thing = (
            last and last.name == "wants" and not (self._acts(position) or self.pack.verbs_last)
        )
        if last and (last.name == "spares" or (wants_a_thing and not brings)):
            return position
        if last and last.name in {"rejects", "ends"}:
            halts = self.halts or not self._gives()
            unwanted = self._refused(position) if last.name == "rejects" else position
            mere = last.end - last.start == 1 and self.tokens[last.start] in self.pack.negators
            halts = halts or mere
            return unwanted if unwanted > position else self._mentioned(position, halts=halts)
        if last and last.name in {"proceeds", "resumes"} and self.prompt.kind == "check":
            return self._restated(position, bare=False)
        tokens, pack = self.tokens, self.pack
        told = self.prompt.kind in {"question", "statement"} and "bare" not in self.prompt.traits
        if told and (tokens[position] in pack.doing or tokens[position] in pack.acting):
            return position  # an order is no answer to a question of fact
        after = position
        if not told:
            lead = last is not None and last.name in {"wants", "carries"}
            after = self._repeated(position, wished=lead)
            if after == position and self._is_who_does_it(position):
                after = self._repeated(position + 1)
                after = after if after > position + 1 else position
        if after == position and self.answered and self.prompt.kind == "check" and not self.halts:
            after = performed(self.prompt.proposal, self.spoken, tokens, position, pack)
        agrees = last is not None and last.name == "agrees"
        stated = (self.answered or agrees) and self.prompt.kind in STATED
        if after == position and stated and not self.refusing:
            after = self._restated(position)
        return after

    def _restated(self, position: int, *, bare: bool = True) -> int:
        """Return where a restatement ends; of what was to end, one may say that it is still so."""
        spoken, pack = self.prompt.spoken, self.pack
        ends = pack.turns(spoken) or not (pack.removing | pack.lessening).isdisjoint(spoken)
        if self.prompt.kind == "check" and (self.halts or ends):
            return position
        return restated(self.asked, self.tokens, position, pack, bare=bare)

    def _repeated(self, position: int, *, wished: bool = False) -> int:
        less = self.pack.lessening.intersection(self.prompt.proposal.words)
        if not less.issubset(self.tokens):
            return position
        beside = Beside(self.answered, self.refusing, wished)
        return max(
            [repeated(one, self.tokens, position, self.pack, beside) for one in self.proposals]
        )

    def _stated(self, position: int) -> Phrase:
        """Return the statement about what was asked that begins at `position`, or an empty one."""
        prompt, tokens, pack = self.prompt, self.tokens, self.pack
        if self.denies and prompt.kind in STATED and "bare" not in prompt.traits:
            after = denied(prompt, self.asked, tokens, position, pack)
            if after > position:
                return Phrase("disagrees", position, after)
        if prompt.kind == "offer":
            if self.requires:
                after, negated = max(
                    required(one, tokens, position, pack, answered=self.answered)
                    for one in self.proposals
                )
                if after > position:
                    return Phrase("rejects" if negated else "repeats", position, after)
            after, so = kept(self.proposals, tokens, position, pack)
            if after > position:
                return Phrase("rejects" if so else "spares", position, after)
        if "suiting" in prompt.traits:
            name, after = judged(propose(prompt.asking, pack), tokens, position, pack)
            return Phrase(name, position, after)
        return Phrase("", position, position)

    def _is_who_does_it(self, position: int) -> bool:
        """Whether the one who replies would do what was proposed, and says so: "I accept"."""
        does = not self.prompt.traits.isdisjoint({"yours", "approval"}) and not self.halts
        following = position + 1 < len(self.tokens) and bool(
            self.pack.approving.match(self.tokens[position + 1])
        )
        return (
            does
            and following
            and self.tokens[position] in self.pack.subjects
            and self._is_the_verb(position + 1)
        )

    def _mentioned(self, start: int, *, halts: bool) -> int:
        if self.prompt.proposal.lessens(self.pack):
            return start
        # Not to buy this one is no refusal of another.
        others = self.pack.additional | self.pack.comparing
        halts = halts or not others.isdisjoint(self.prompt.proposal.words)
        after = max(
            [mentioned(one, self.tokens, start, self.pack, halts=halts) for one in self.proposals]
        )
        return start if self._narrows(self.tokens[start:after]) else after

    def _narrows(self, said: Sequence[str]) -> bool:
        """Whether a refusal is only of how many there are to be, of when or of where."""
        pack, prompt = self.pack, self.prompt
        narrowing = pack.scoping | pack.adverbs if "dated" in prompt.traits else pack.scoping
        numbers = [pack.stem(word) for word in said if pack.stem(word).isdigit()]
        proposed = [word for word in prompt.proposal.words if word.isdigit()]
        counted = numbers and not (self.declined and numbers[:1] == proposed[:1])
        return bool(counted) or any(word in narrowing and word not in prompt.words for word in said)

    def _refused(self, start: int) -> int:
        """Return where the words end that say, after a plain no, that the same is not wanted."""
        declined = any(phrase.name in {"no", "not_now"} for phrase in self.phrases)
        clear = self.prompt.kind == "offer" and not self.halts
        halved = self.prompt.proposal.needed and not self.pack.coordinators.isdisjoint(
            self.prompt.spoken
        )
        if not declined or not clear or halved or self.prompt.proposal.lessens(self.pack):
            return start
        root, proposals = self.pack.root, self.proposals
        roots = {root(word) for one in proposals for word in one.words}
        telling = {root(one.words[at]) for one in proposals for at in one.first_group()}
        telling |= self.pack.pronouns | self.pack.pointing | self.pack.goods | self.pack.things
        if not self._gives():  # then only the verb says what is refused
            telling = {self.pack.root(one.first) for one in proposals} - self.pack.passive
        end = start
        while end < len(self.tokens):
            token = self.tokens[end]
            if end in self.known and self.known[end].name in BESIDE_ALL:
                break
            if token in self.pack.coordinators or (
                token not in self.pack.repeatable and self.pack.root(token) not in roots
            ):
                break
            end += 1
        said = {*self.tokens[start:end]}
        if self._narrows(self.tokens[start:end]):
            return start
        return start if telling.isdisjoint(said | {*map(self.pack.root, said)}) else end

    def _in_prompt(self, start: int) -> int:
        """Return where the words from `start` on end that only say of what there is no more."""
        if self.prompt.proposal.needed:
            return start
        light = self.pack.light | self.pack.indefinite | self.pack.links | self.pack.adverbs
        roots = {self.pack.root(word) for word in self.prompt.words}
        end = start
        while end < len(self.tokens):
            token = self.tokens[end]
            told = token in light or self.pack.root(token) in roots
            if token in BREAKS or not told:
                break
            end += 1
        return end

    def _lacked(self, start: int, end: int) -> int:
        """Return where the name of the thing that "no" says is not wanted ends."""
        proposal, pack = self.prompt.proposal, self.pack
        offers = self.prompt.kind == "offer" or "bare" in self.prompt.traits
        if not offers or proposal.needed:
            return start
        after = self._mentioned(start, halts=False)
        verb = min(proposal.heads, default=0) + 1
        said = tuple(map(pack.stem, self.tokens[start:after]))
        if said != proposal.words[:verb] and not (
            self._gives() and after > end and self._is_a_thing(start, after)
        ):
            return start
        return after + 1 if not pack.lacking.isdisjoint(self.tokens[after : after + 1]) else after

    def _is_no(self, position: int) -> bool:
        """Whether a word is a plain no."""
        return self.pack.reply.longest([self.tokens[position]], 0) == ("no", 1)

    def _gives(self) -> bool:
        """Whether what is proposed brings the thing, so that not to want it is to refuse."""
        return "gives" in self.prompt.traits

    def _is_a_thing(self, start: int, end: int) -> bool:
        """Whether a repetition after "no" is of what was offered, and of no number."""
        words, proposal = self.tokens[start:end], self.prompt.proposal
        verb = self.pack.stem(words[0]) == proposal.first and not proposal.named
        verb = verb and (self._acts(start) or not self.prompt.traits & {"yours", "bare"})
        return not verb and not any(map(str.isdigit, words))

    def _is_done(self, position: int) -> bool:
        """Whether a word is the verb of what is proposed, in the form of what is done."""
        if self.prompt.kind != "offer" or not self.tokens[position : position + 1]:
            return False
        first, token = self.prompt.proposal.first, self.tokens[position]
        return token != first and self.pack.root(token) == self.pack.root(first)

    def _acts(self, position: int) -> bool:
        """Whether the word at `position` is a verb of doing something."""
        pack = self.pack
        return self.tokens[position] in pack.verbs and self.tokens[position] not in pack.perfect

    def _is_the_verb(self, position: int) -> bool:
        """Whether one word is the verb of what is proposed, and not half of it ("turn off")."""
        proposal, pack = self.prompt.proposal, self.pack
        whole = pack.links.isdisjoint(proposal.words[1:2])
        return whole and pack.root(self.tokens[position]) == pack.root(proposal.first)
