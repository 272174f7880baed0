"""Words of the prompt in a reply: those of a refusal, of an order, of a fact stated again."""

from collections.abc import Collection, Sequence

from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.proposal import Proposal


def mentioned(
    proposal: Proposal, tokens: Sequence[str], start: int, pack: Pack, *, halts: bool
) -> int:
    """Return where the words from `start` on that the proposal has too, in any order, end.

    One of them must say what is refused: its first word or the last of a group. With `halts` it is
    the first, since to want none of the rest would be no refusal.
    """
    end = start
    telling = False
    things = [head for head in proposal.heads if head or proposal.named]
    own = [head for head in things if not proposal.words[head].endswith(pack.genitive)]
    thing = min(own or things, default=0)
    covered: set[int] = set()
    # Where verbs stand last, much fits between a negation and its verb ("nicht alle löschen").
    near = pack.verbs_last
    softening = pack.softeners if near else pack.quantifiers
    for position in range(start, len(tokens)):
        token = tokens[position]
        stem = pack.stem(token)
        place = proposal.words.index(stem) if stem in proposal.words else None
        if place is None and pack.root(token) == pack.root(proposal.first):
            place = 0
        if place is None and telling and _is_mere_adverb(token, pack):
            end = position + 1
            continue
        begun = thing in covered or not (thing or proposal.named)
        passed_over = place is not None and place > thing and not begun
        if 0 in covered and token in pack.quantifiers & pack.additional:
            return position + 1  # "don't rename anything"
        if token in pack.quantifiers or (passed_over and place not in proposal.loose):
            break
        if place is not None and place not in proposal.loose:
            telling = telling or place == 0 or (place == thing and not halts)
            covered.add(place)
        elif token in pack.pronouns or token in pack.pointing:
            telling = telling or not halts
        elif (
            not (token in pack.light or token in pack.indefinite or token in softening)
            and stem not in pack.support
            and stem not in pack.acquiring
            and not (token in pack.loose and (not near or place is not None))
        ):
            break
        if telling:
            end = position + 1
    needed = {*range(proposal.needed)} - proposal.loose
    return end if needed <= covered else start


def _is_mere_adverb(token: str, pack: Pack) -> bool:
    return token in pack.adverbs and not (token in pack.links or token in pack.additional)


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
    bookable = (pack.goods, pack.things, pack.handling)
    booked = any(word in words for word in asked for words in bookable)
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
