"""Statements of a reply about what its prompt asks: "the camera is fine", "it was not damaged"."""

from collections.abc import Sequence

from verdict_rules.asked import Prompt
from verdict_rules.echo import restated
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.proposal import Proposal

NEAR = 8  # tokens within which a statement is negated
MIN_ASKED = 3  # words of a question that names a thing: its verb, the thing and what it asks
SAYING = frozenset({"fits", "fine", "holds", "pleased", "accepts", "neutral", "denies", "wrong"})


def kept(
    proposals: Sequence[Proposal], tokens: Sequence[str], start: int, pack: Pack
) -> tuple[int, bool]:
    """Return where an order to leave the thing as it is ends, and whether it says how.

    "Keep the blinds closed" is one after "Should I open the blinds?".
    """
    for proposal in proposals:
        if tokens[start] not in pack.keeping or tokens[start] in proposal.words or proposal.needed:
            continue
        end = _thing_named(proposal, tokens, start + 1, pack)
        after = end
        while end and after < len(tokens) and tokens[after] in pack.states:
            after += 1
        if end and _refuses(proposal, tokens[end:after], pack):
            return after, after > end
    return start, False


def _thing_named(proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack) -> int:
    """Return where the name of the thing proposed, or a pronoun for it, ends; 0 if it is none."""
    things = {*proposal.words[1:]}
    head = min((head for head in proposal.heads if head > 0), default=0)
    named = False
    for place in range(start, len(tokens)):
        token, stem = tokens[place], pack.stem(tokens[place])
        if token in pack.links and token not in pack.unchanged:
            following = [word for word in tokens[place + 1 : place + 3] if word not in pack.light]
            goes_on = bool(following) and pack.stem(following[0]) in things
        else:
            stands = token in pack.pronouns or token in pack.pointing
            goes_on = stem in things or stands or token in pack.light or token in pack.possessives
            named = named or stands or (stem in things and stem == proposal.words[head])
        if not goes_on or token in pack.unchanged or token in BREAKS:
            return place if named else 0
    return len(tokens) if named else 0


def _refuses(proposal: Proposal, states: Sequence[str], pack: Pack) -> bool:
    """Whether to leave a thing in a state is not to do what is proposed."""
    if proposal.first in pack.remaining:
        return False
    if not states:
        return proposal.first in pack.removing
    changes = proposal.first in pack.proposable and proposal.first not in pack.giving_away
    if not pack.unchanged.isdisjoint(states):
        return changes
    contrary = {state for word in proposal.words for state in pack.opposites.get(word, ())}
    own = {*map(pack.root, proposal.words)}
    return any(word in contrary and pack.root(word) not in own for word in states)


def denied(prompt: Prompt, asked: Proposal, tokens: Sequence[str], start: int, pack: Pack) -> int:
    """Return where a statement ends that denies the question in its own words.

    "It was not damaged" does after "Was the package damaged?".
    """
    if not pack.negators.isdisjoint(prompt.words):
        return start
    near = range(start + 1, min(start + NEAR, len(tokens)))
    place = next((at for at in near if tokens[at] in pack.negators), 0)
    if (
        not place
        or pack.stem(tokens[place - 1]) != pack.stem(asked.first)
        or pack.turns(asked.words)
    ):
        return start
    subject = min((head for head in asked.heads if head > 0), default=0)
    named = next((word for word in tokens[start:place] if word not in pack.light), "")
    stands = named in pack.pronouns or named in pack.pointing or named in pack.others
    if not stands and pack.swapped(pack.stem(named)).isdisjoint(asked.words[1 : subject + 1]):
        return start
    said = [*tokens[:place], *tokens[place + 1 :]]
    after = restated(asked, said, start, pack)
    return after + 1 if after > place else start


def judged(proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack) -> tuple[str, int]:
    """Return the class and the end of a phrase that says of the thing asked how it is.

    "7:40 is no problem" is read like "it is no problem", after a question whether that suits. The
    thing is what the question begins with, and is named with all numbers.
    """
    words = proposal.words
    numbers = {word for word in words if word[:1].isdigit()}
    acts = any(word in pack.proposable or word in pack.announcing for word in words)
    compares = any(word in pack.additional or word in pack.comparing for word in words)
    if len(words) < MIN_ASKED or acts or compares or not pack.pairing.isdisjoint(words):
        return "", start
    head = min((at for at in proposal.heads if at > 0), default=0)
    thing = [word for word in words[1 : head + 1] if word not in pack.loose]
    said: list[str] = []
    end = start
    while end < len(tokens) and tokens[end] not in pack.auxiliaries:
        stem = pack.stem(tokens[end])
        if tokens[end] not in pack.light and tokens[end] not in pack.links:
            if stem not in words:
                break
            said.append(stem)
        end += 1
    if not said or not numbers <= {*said} or not (numbers or said[: len(thing)] == thing):
        return "", start
    for pronoun in sorted(pack.pronouns):
        name, after = pack.reply.longest([pronoun, *tokens[end:]], 0)
        if name in SAYING and after > 1:
            return "fits" if name == "neutral" else name, end + after - 1
    return "", start
