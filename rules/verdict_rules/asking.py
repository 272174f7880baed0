"""What one sentence of a prompt asks."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from verdict_rules.asked import Kind, Prompt
from verdict_rules.clauses import acts, verb_first
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase
from verdict_rules.proposal import Proposal, propose
from verdict_rules.sentences import (
    CHECKS,
    OFFERS,
    UNCLEAR,
    and_offers,
    announcement,
    asks,
    asks_twice,
    begins,
    goes_on,
    is_negative,
    lists,
    refers,
    restricted,
    within_an_offer,
)

MIN_VERB = 3  # words of a question of yes or no before its word for a time or a way


def read_sentence(
    sentences: Sequence[list[str]], found: Sequence[list[Phrase]], place: int, pack: Pack
) -> Prompt:
    """Read the sentence that asks; one that only refers to the one before is read with it."""
    tokens, phrases = sentences[place], found[place]
    before = place - 1 if place and refers(phrases, tokens) else None
    names = {phrase.name for phrase in phrases}
    earlier = {phrase.name for phrase in found[before]} if before is not None else set()
    if is_negative(phrases, tokens, pack) or ("negative" in earlier and "going" not in names):
        return Prompt("ambiguous", traits=frozenset({"negated"}))
    if not earlier.isdisjoint(UNCLEAR):
        return Prompt("ambiguous")
    minding = next((phrase for phrase in phrases if phrase.name == "minding"), None)
    if minding is not None:
        return Prompt("reversed", _proposal(tokens[minding.end :], pack, offered=True))
    for kind in ("reversed", "finished", "more"):
        if (
            kind in names
            and (asks(tokens, pack) or (kind == "more" and phrases[0].start == 0))
            and "tag" not in names
            and not within_an_offer(kind, phrases, tokens, pack)
        ):
            unclear = and_offers(kind, phrases, tokens) or restricted(kind, phrases, tokens, pack)
            return Prompt("ambiguous") if unclear else Prompt(kind)
    if "going" in names and refers(phrases, tokens):
        stops = place and any(phrase.name == "halting" for phrase in found[place - 1])
        ships = not pack.shipping.isdisjoint(tokens)
        traits = {"elided"} | ({"ships"} if ships else set()) | (set() if stops else {"does"})
        verbs = [word for word in tokens if word in pack.doing or word in pack.acting]
        return Prompt("offer", propose(verbs[-1:], pack), frozenset(traits))
    if before is not None and "elided" in names:
        announced = _announced(sentences[before], found[before], pack, also={"could"})
        proposal = announced.proposal if announced else Proposal()
        return Prompt("offer", proposal, frozenset({"elided"}))
    return _asked(tokens, phrases, pack)


def _asked(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    found = {phrase.name: phrase for phrase in reversed(phrases)}
    asking = asks(tokens, pack)
    offer = next((p for p in phrases if p.name in OFFERS and begins(p, tokens, pack)), None)
    check = next((phrase for phrase in reversed(phrases) if phrase.name in CHECKS), None)
    if asking and check is None and lists(tokens, phrases, pack):
        return Prompt("ambiguous")
    if asking and asks_twice(tokens, phrases, pack):
        return Prompt("ambiguous")
    orders = tokens[0] in pack.doing or tokens[0] in pack.acting
    plain = tokens[0] in pack.auxiliaries and "open" in found and found["open"].start >= MIN_VERB
    if "open" in found and "suggests" not in found and not orders and not plain:
        latest = offer.start if offer and asking else len(tokens) if asking or check else 1
        if found["open"].start < latest:
            return Prompt("open")
    if offer is not None and (asking or offer.name in {"leave", "wish"}):
        return _offered(offer, check, tokens, phrases, pack)
    suits = check is not None and check.name == "suits" and tokens[0] in pack.askers
    if check is not None and (check.end == len(tokens) or begins(check, tokens, pack) or suits):
        tagged = check.end == len(tokens)
        announced = _announced(tokens[: check.start], phrases, pack) if tagged else None
        proposal = announced.proposal if announced else _ordered(tokens[check.end :], pack)
        return Prompt("check", proposal, _check_traits(tokens, phrases, pack))
    return _told(tokens, phrases, pack)


def _offered(
    offer: Phrase, check: Phrase | None, tokens: list[str], phrases: list[Phrase], pack: Pack
) -> Prompt:
    ends = check.start if check and check.start > offer.end else len(tokens)
    offered = offer.name != "yours"
    proposal = _proposal(tokens[offer.end : ends], pack, offered=offered)
    if ends < len(tokens):
        return Prompt("check", proposal, _check_traits(tokens, phrases, pack))
    if goes_on(tokens[offer.end :], pack):
        return Prompt("ambiguous")
    traits = {"wish", "suggested"} if offer.name == "suggests" else {offer.name}
    if tokens[offer.start] in pack.copulas:
        traits.add("suiting")
    if any(map(pack.approving.match, tokens[offer.start : offer.end])):
        traits.add("consents")
    if tokens[offer.end - 1] in pack.links:
        traits.add("verbal")
    traits &= {"leave", "wish", "yours", "suggested", "suiting", "verbal", "consents"}
    return Prompt("offer", proposal, frozenset(traits))


def _told(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    """Read a sentence without a form for asking: a statement, or a question by its mark alone."""
    asking = asks(tokens, pack)
    later = any(mark == "," and word in pack.askers for mark, word in pairwise(tokens))
    if later and tokens[0] not in pack.askers:
        return Prompt("ambiguous")
    names = {phrase.name for phrase in phrases}
    told = announcement(tokens, phrases, pack, also=("could",))
    if not asking and told and told.name == "could" and goes_on(tokens[told.end :], pack):
        return Prompt("ambiguous")
    announced = _announced(tokens, phrases, pack, also=() if asking else ("could",))
    if announced or not asking:
        return announced or Prompt("statement")
    said = (at for at, word in enumerate(tokens) if not (word in pack.preambles or word in BREAKS))
    start = next(said, 0)
    offers = acts(tokens[start:], pack)
    opens = tokens[0] in pack.openers and not (offers and tokens[0] in pack.preambles)
    if tokens[0] in pack.askers or opens:
        return Prompt("question", propose(tokens, pack))
    bare: Kind = "check" if "desired" in names else "offer" if offers else "question"
    return Prompt(bare, _proposal(tokens, pack), _check_traits(tokens, phrases, pack) | {"bare"})


def _ordered(tokens: Sequence[str], pack: Pack) -> Proposal:
    """Return the proposal of words that begin with a verb of doing; none of others."""
    start = next((at for at, word in enumerate(tokens) if word not in BREAKS), len(tokens))
    named = tokens[start : start + 1] and (
        tokens[start] in pack.proposable or tokens[start] in pack.announcing
    )
    return _proposal(tokens[start:], pack) if named else Proposal()


def _check_traits(tokens: Sequence[str], phrases: Sequence[Phrase], pack: Pack) -> frozenset[str]:
    names = {phrase.name for phrase in phrases}
    traits = {"desired"} & names if "tag" not in names else set()
    if "tag" in names:
        traits.add("tagged")
    if "suits" in names:
        traits.add("suiting")
    for phrase in phrases:
        if phrase.name == "check":
            following = tokens[phrase.end : phrase.end + 1]
            if phrase.end == len(tokens) and tokens[-1] == "?":
                traits.add("verifies")
            elif pack.conjunctions.isdisjoint([*following, tokens[phrase.end - 1]]):
                traits |= {"verifies", "desired"}
    return frozenset(traits)


def _announced(
    tokens: Sequence[str],
    phrases: Sequence[Phrase],
    pack: Pack,
    *,
    also: Collection[str] = (),
) -> Prompt | None:
    """Return the offer that a statement of what will be done makes, if it is one."""
    found = announcement(tokens, phrases, pack, also=also)
    if found is None:
        return None
    proposal = _proposal(tokens[found.end :], pack, offered=found.name in {"announces", "could"})
    if found.name == "desired":
        return Prompt("check", proposal, frozenset({"desired"}))
    trait = "wish" if found.name == "could" else "announced"
    return Prompt("offer", proposal, frozenset({trait}))


def _proposal(tokens: Sequence[str], pack: Pack, *, offered: bool = False) -> Proposal:
    inner = list(tokens)
    while inner and inner[-1] in BREAKS:
        inner.pop()
    while inner and inner[0] in pack.preambles:
        inner.pop(0)
    return propose(verb_first(inner, pack, offered=offered), pack)
