"""The word order of clauses, in languages whose verbs stand last in some of them.

"Den Eintrag erstellen" and "erstell den Eintrag" say the same, and so do "den Brief abschicken" and
"schick den Brief ab". Both are compared with the verb in front, whole. In packs whose verbs do not
stand last nothing is moved.
"""

from collections.abc import Iterator, Sequence

from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack


def verb_first(tokens: Sequence[str], pack: Pack, *, offered: bool = False) -> Sequence[str]:
    """Return the words of a proposal with its verb in front.

    Where an offer introduced them, with `offered`, the last is its verb even if no list has it.
    """
    if not pack.verbs_last:
        return tokens
    end = clause_end(tokens, 0)
    clause = tokens[:end]
    verb = clause[-1] if offered and clause and clause[-1].endswith(pack.verbal) else ""
    return [*_fronted(clause, pack, "" if clause[:1] == [verb] else verb), *tokens[end:]]


def orders(clause: Sequence[str], pack: Pack, verb: str) -> Iterator[Sequence[str]]:
    """Yield the clause of a reply as it may be meant, with its verb in front.

    `verb` is that of the proposal, which need be in no list.
    """
    said = [word for word in clause if word not in pack.softeners]
    told = len(said) > 1 and said[1] in pack.addressed and said[0].endswith(pack.verbal[:-1])
    if told and (_is(said[0], verb, pack) or said[-1] in pack.prefixes):
        yield _fronted([said[0], *said[2:]], pack, verb)
    if said:
        yield _fronted(said, pack, verb)


def affirmed(clause: Sequence[str], pack: Pack, verb: str) -> list[str] | None:
    """Return an order or a wish without the word that makes it a refusal; None if it is none."""
    last = len(clause) - 1
    place = next((at for at, word in enumerate(clause) if word in pack.negators), last + 1)
    after = clause[place + 1 :]
    parted = len(after) == 1 and (after[0] in pack.prefixes or _is(after[0], verb, pack))
    if place == 0 or place > last or (after and not parted):
        return None
    return [*clause[:place], *after]


def clause_end(tokens: Sequence[str], start: int) -> int:
    """Return where the clause that begins at `start` ends."""
    places = range(start, len(tokens))
    return next((place for place in places if tokens[place] in BREAKS), len(tokens))


def acts(tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a sentence begins with the verb of a proposal, or ends so where verbs stand last."""
    if tokens[0] in pack.proposable:
        return True
    end = clause_end(tokens, 0)
    return pack.verbs_last and end > 0 and tokens[end - 1] in pack.proposable


def _fronted(clause: Sequence[str], pack: Pack, verb: str) -> Sequence[str]:
    if not clause:
        return clause
    first, last = clause[0], clause[-1]
    joined = next((at for at, word in enumerate(clause) if word in pack.pairing), 0)
    if joined and clause[joined - 1] in pack.proposable and last in pack.proposable:
        return [*_fronted(clause[:joined], pack, verb), *clause[joined:]]
    if last in pack.prefixes and len(clause) > 1:
        whole = last + pack.stem(first)
        if _is(whole, verb, pack):
            return [verb if _same(whole, verb, pack) else whole, *clause[1:-1]]
    if _same(first, verb, pack):
        return [verb, *clause[1:]]
    if _same(last, verb, pack):
        return [verb, *clause[:-1]]
    return [last, *clause[:-1]] if last in pack.proposable else clause


def _is(word: str, verb: str, pack: Pack) -> bool:
    return word in pack.proposable or _same(word, verb, pack)


def _same(word: str, verb: str, pack: Pack) -> bool:
    """Whether two words are forms of one verb, or of two that say the same."""
    return bool(verb) and (pack.stem(word) == verb or pack.bare(word) == pack.bare(verb))
