"""The word order of clauses, in languages whose verbs stand last in some of them.

"Den Eintrag erstellen" and "erstell den Eintrag" say the same, and so do "den Brief abschicken" and
"schick den Brief ab". Both are compared with the verb in front, whole. In packs whose verbs do not
stand last nothing is moved.
"""

from collections.abc import Iterator, Sequence

from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack


def verb_first(tokens: Sequence[str], pack: Pack) -> Sequence[str]:
    """Return the words of a proposal with its verb in front."""
    if not pack.verbs_last:
        return tokens
    end = clause_end(tokens, 0)
    return [*_fronted(tokens[:end], pack), *tokens[end:]]


def orders(clause: Sequence[str], pack: Pack) -> Iterator[Sequence[str]]:
    """Yield the clause of a reply as it may be meant, with its verb in front."""
    said = [word for word in clause if word not in pack.softeners]
    if len(said) > 1 and said[0] in pack.proposable and said[1] in pack.addressed:
        yield _fronted([said[0], *said[2:]], pack)
    if said:
        yield _fronted(said, pack)


def affirmed(clause: Sequence[str], pack: Pack) -> list[str] | None:
    """Return an order or a wish without the word that makes it a refusal; None if it is none."""
    last = len(clause) - 1
    place = next((at for at, word in enumerate(clause) if word in pack.negators), last + 1)
    after = clause[place + 1 :]
    parted = len(after) == 1 and (after[0] in pack.proposable or after[0] in pack.prefixes)
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


def _fronted(clause: Sequence[str], pack: Pack) -> Sequence[str]:
    if len(clause) < 2:  # noqa: PLR2004 - nothing to move
        return clause
    first, last = clause[0], clause[-1]
    if last in pack.prefixes and first in pack.proposable:
        joined = last + pack.stem(first)
        if joined in pack.proposable:
            return [joined, *clause[1:-1]]
    return [last, *clause[:-1]] if last in pack.proposable else clause
