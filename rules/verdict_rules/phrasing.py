"""The phrases of a reply as the prompt lets them be read.

A reply may repeat the words of its prompt: the thing proposed ("send it"), a refusal of it ("don't
send it"), the question as a statement ("it has arrived"), or its auxiliary verb ("it has").
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from verdict_rules.decision import PASSING, STATED
from verdict_rules.echo import Proposal, mentioned, performed, propose, repeated, restated
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase
from verdict_rules.prompt import MAX_CHARACTERS, Prompt

_AGAINST = {"no", "denies", "rejects", "refuses", "halts", "vetoes", "mixed"}
# What answers by itself, so that a repetition of the proposal need not.
_ANSWERING = {"yes", "no", "ok", "goes", "approves", "rejects"} | {
    *("right", "accepts", "tolerates", "delights", "welcomes", "praise"),
}
# Classes of phrases that a repetition of the proposal may change.
_ECHOED = {"proceeds", "approves", "spares", "ends", *PASSING}
_SHORT = {"short_answer", "short_no", "wants"}
_POSTPONING = {"not_now", "puts_off"}
_REFUSING = {"vetoes", "halts", "ends", "refuses", "unneeded"}
_OF_FACTS = {"wrong", "denies"}
_TURNED = _POSTPONING | _REFUSING | _OF_FACTS
_NEGATING = {"short_no", "disagrees", "wrong"}


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
    phrases = [_answering(phrase, tokens, prompt, pack) for phrase in found]
    phrases = [_said_before(phrase, tokens, prompt, pack) for phrase in phrases]
    if stray or not _ECHOED.isdisjoint([phrase.name for phrase in phrases]):
        return _Phrasing(tokens, phrases, prompt, pack).read()
    return phrases


def _said_before(phrase: Phrase, tokens: Sequence[str], prompt: Prompt, pack: Pack) -> Phrase:
    """Return `phrase` as unclear if the prompt itself has the words by which it refuses."""
    if phrase.name not in _TURNED:
        return phrase
    said = tokens[phrase.start : phrase.end]
    spoken = set(map(pack.stem, prompt.words))
    if phrase.name in _POSTPONING:
        other = not pack.times.isdisjoint(prompt.spoken) and spoken.isdisjoint(said)
        turned = other or not prompt.traits.isdisjoint({"halts", "negated"})
    else:
        weak = pack.light | pack.auxiliaries | pack.persons | pack.pronouns | pack.pointing
        telling = {pack.stem(word) for word in said if word not in weak}
        facts = phrase.name in _OF_FACTS and prompt.kind in STATED
        turned = (phrase.name in _REFUSING or facts) and not telling.isdisjoint(spoken)
        turned = turned and "elided" not in prompt.traits
    return Phrase("mixed", phrase.start, phrase.end) if turned else phrase


def _answering(phrase: Phrase, tokens: Sequence[str], prompt: Prompt, pack: Pack) -> Phrase:
    """Return `phrase` as an answer, if its auxiliary verb and its subject are the question's."""
    name, start, end = phrase
    said = tokens[start:end]
    if name not in _SHORT or (name == "wants" and not pack.auxiliaries.issuperset(said[1:])):
        return phrase
    tag = end - start == 1 and said[0] in prompt.spoken[-2:-1]
    if tag or _is_asked(said, prompt, pack):
        return Phrase("disagrees" if name == "short_no" else "agrees", start, end)
    return phrase


def _is_asked(said: Sequence[str], prompt: Prompt, pack: Pack) -> bool:
    """Whether the question has the auxiliary verb of a short answer, and its subject."""
    verbs = {pack.stem(word) for word in said if word in pack.auxiliaries}
    subject = next((word for word in said if word not in pack.auxiliaries), "")
    spoken = prompt.spoken
    plain = prompt.kind in {"check", "statement"} and pack.auxiliaries.isdisjoint(spoken)
    if plain and not pack.supporting.isdisjoint(said) and subject in pack.subjects:
        return pack.swaps.get(subject, "") in spoken
    if prompt.kind == "offer" and prompt.traits.isdisjoint({"yours", "wish"}):
        return False
    places = [place for place, word in enumerate(spoken) if word in pack.auxiliaries]
    for place in {*places[:1], *places[-1:]} if prompt.kind == "check" else places[:1]:
        before, verb, following = ["", *spoken][place], spoken[place], [*spoken, ""][place + 1]
        if pack.stem(verb) in verbs:
            beside = {before, following}
            if subject in pack.subjects and pack.swaps.get(subject, "") in beside:
                return True
            if subject not in pack.subjects and pack.subjects.isdisjoint(beside):
                return True
    return False


class _Phrasing:
    """One reply on its way through the prompt's words."""

    def __init__(
        self, tokens: Sequence[str], found: Sequence[Phrase], prompt: Prompt, pack: Pack
    ) -> None:
        self.tokens, self.prompt, self.pack = tokens, prompt, pack
        self.known = {phrase.start: phrase for phrase in found}
        names = {phrase.name for phrase in found}
        self.answered = prompt.kind == "reversed" or not names.isdisjoint(_ANSWERING)
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
            last = self.phrases[-1] if self.phrases else None
            if last and last.end == position and (after := self._extends(last, end)):
                position = after
                continue
            after = self._echoed(position, last if last and last.end == position else None)
            if after > position and after >= end:
                name, end = "stops" if name in _AGAINST else "repeats", after
            elif name in {"proceeds", "approves"} and self._is_the_verb(position):
                name = "repeats"
            elif not name and "bare" in self.prompt.traits and self._is_the_verb(position):
                name, end = "repeats", position + 1
            if name:
                self.phrases.append(Phrase(name, position, end))
            position = max(end, position + 1)
        return self.phrases

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
        elif last.name == "nothing":
            after = self._in_prompt(start)
            name = "nothing"
        elif last.name == "no" and last.end - last.start == 1 and self._may_lack():
            after = self._mentioned(start, halts=False)
            after = after if after > end and self._is_a_thing(start, after) else start
            name = "no"
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
        if last and last.name in {"rejects", "spares", "ends"}:
            halts = (self.halts or not self._gives()) and last.name != "spares"
            return self._mentioned(position, halts=halts)
        if last and last.name == "proceeds" and self.prompt.kind == "check":
            return restated(self.asked, self.tokens, position, self.pack, bare=False)
        proposal, tokens, pack = self.prompt.proposal, self.tokens, self.pack
        told = self.prompt.kind in {"question", "statement"} and "bare" not in self.prompt.traits
        if told and (tokens[position] in pack.doing or tokens[position] in pack.acting):
            return position  # an order is no answer to a question of fact
        after = position
        if not told:
            after = repeated(proposal, tokens, position, pack, answered=self.answered)
        if after == position and self.answered and self.prompt.kind == "check" and not self.halts:
            after = performed(proposal, self.spoken, tokens, position, pack)
        stated = self.answered and self.prompt.kind in STATED
        if after == position and stated and not self.refusing:
            after = restated(self.asked, tokens, position, pack)
        return after

    def _mentioned(self, start: int, *, halts: bool) -> int:
        return mentioned(self.prompt.proposal, self.tokens, start, self.pack, halts=halts)

    def _in_prompt(self, start: int) -> int:
        """Return where the words from `start` on end that only say of what there is no more."""
        light = self.pack.light | self.pack.indefinite | self.pack.links | self.pack.adverbs
        roots = {self.pack.root(word) for word in self.prompt.words}
        end = start
        while end < len(self.tokens):
            token = self.tokens[end]
            if token not in light and self.pack.root(token) not in roots:
                break
            end += 1
        return end

    def _may_lack(self) -> bool:
        offers = self.prompt.kind == "offer" or "bare" in self.prompt.traits
        return offers and self._gives() and not self.halts and not self.prompt.proposal.needed

    def _gives(self) -> bool:
        """Whether what is proposed brings the thing, so that not to want it is to refuse."""
        giving = self.prompt.proposal.first in self.pack.doing
        return giving or not self.prompt.traits.isdisjoint({"yours", "bare"})

    def _is_a_thing(self, start: int, end: int) -> bool:
        """Whether a repetition after "no" is of what was offered, and of no number."""
        words, proposal = self.tokens[start:end], self.prompt.proposal
        pack = self.pack
        verb = pack.stem(words[0]) == proposal.first and not proposal.named
        verb = verb and (words[0] in pack.verbs or not self.prompt.traits & {"yours", "bare"})
        return not verb and not any(map(str.isdigit, words))

    def _is_the_verb(self, position: int) -> bool:
        """Whether one word is the verb of what is proposed, and not half of it ("turn off")."""
        proposal = self.prompt.proposal
        whole = self.pack.links.isdisjoint(proposal.words[1:2])
        return whole and self.pack.stem(self.tokens[position]) == proposal.first
