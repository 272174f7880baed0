"""Statements of a reply that what its prompt proposes should be done, or should not."""

from collections.abc import Sequence

from verdict_rules.pack import Pack
from verdict_rules.proposal import Proposal
from verdict_rules.repetition import Beside, Repetition


def required(
    proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack, *, answered: bool
) -> tuple[int, bool]:
    """Return where a statement that the proposal should be done, or not, ends; and whether not.

    "The card should not be blocked" is one of "Shall I block the card?". That it should be done is
    said only with `answered`: a thing that "should be included" may be expected to be.
    """
    if not proposal.words or not pack.pairing.isdisjoint(proposal.words):
        return start, False
    return _Passive(proposal, tokens, start, pack, Beside(answered)).read_passive()


class _Passive(Repetition):
    """A repetition with the thing first, and the verb in the form of what is done."""

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
        self.covered = {*range(self.place)} - self.particle
        end = self.read_on(done + 1)
        told = negated or self.answered
        return (
            (end, bool(negated)) if told and self.particle <= self.covered else (self.start, False)
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
            found = self.find(word, "")
            if found is None or found > head:
                return False
            self.place = found + 1
        return head > 0 and self.place == head + 1
