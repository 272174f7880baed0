"""What else a reply says beside its pick: a reason, or how things stand with the person.

"Aisle please, I have a bad knee" picks the aisle whatever the rest is, as long as the rest takes
nothing back. The rest is read for that alone: no phrase of it may unsettle a pick, and no word of
it may mention anything else than what is picked, or resemble what does.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from verdict_rules.menu import Menu
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.pieces import Grammar, Piece

# Classes that make a mention a choice, and not a mere topic.
_CHOOSING = frozenset({"leads", "wants", "requests", "follows", "please"})
_MIN_STEM = 4  # letters by which a word resembles one of an option
_MAX_ENDING = 3  # letters by which it may then differ
_MIN_TOLD = 2  # words of a comment that begins like one, or speaks of what is rated
_MIN_COMMENT = 3  # words of another; fewer may be a name, or slang for "not really"
_POLITE = frozenset({"polite", "please", "closes", "fillers"})

Decide = Callable[[Sequence[Piece], Sequence[str]], str | None]


class _Part(NamedTuple):
    """One part of a reply: its pieces and its tokens."""

    pieces: list[Piece]
    tokens: Sequence[str]


def picked_beside_comment(
    pieces: Sequence[Piece],
    tokens: Sequence[str],
    grammar: Grammar,
    menu: Menu,
    pack: Pack,
    decide: Decide,
) -> tuple[str, list[Piece]] | None:
    """Return what one part of a reply picks, and its pieces, if the rest only comments on it.

    `decide` says what a part picks by itself.
    """
    if "?" in tokens or not any(piece.mention for piece in pieces):
        return None
    for place in range(1, len(pieces)):
        cut = pieces[place].start
        link = grammar.comments.longest(tokens, cut)[0]
        parted = tokens[cut - 1] in BREAKS
        if not parted and link not in {"because", "hence"}:
            continue
        first = _Part(list(pieces[:place]), tokens[:cut])
        second = _Part(list(pieces[place:]), tokens[cut:])
        for picking, rest in ((first, second), (second, first)):
            told = picking is first and (link is not None or grammar.rates)
            if picking is first and not grammar.rates and link not in {"states", "because"}:
                continue
            if _length(rest.pieces) < (_MIN_TOLD if told else _MIN_COMMENT):
                continue
            key = decide(picking.pieces, tokens[:cut] if picking is first else tokens)
            if key is None or not _is_comment(rest.tokens, key, grammar, menu, pack):
                continue
            decided = picking is second and _decides(picking.pieces)
            if not decided and _doubts(rest.tokens, grammar):
                continue
            linked = link == ("because" if picking is first else "hence")
            says = picking is first and (
                _tells(link, rest.tokens, grammar, menu, pack)
                or any(piece.name == "please" for piece in rest.pieces)
            )
            if says or _is_choice(picking.pieces, tokens, grammar, pack, linked=linked):
                return key, picking.pieces
    return None


def _decides(pieces: Sequence[Piece]) -> bool:
    return any(piece.name in {"leads", "wants"} for piece in pieces)


def _doubts(rest: Sequence[str], grammar: Grammar) -> bool:
    return any(name == "doubts" for name, _, _ in grammar.comments.search(rest))


def _length(pieces: Sequence[Piece]) -> int:
    return sum([piece.end - piece.start for piece in pieces if piece.name not in _POLITE])


def _is_choice(
    pieces: Sequence[Piece], tokens: Sequence[str], grammar: Grammar, pack: Pack, *, linked: bool
) -> bool:
    """Whether a part picks in so many words; what only praises may be meant otherwise."""
    if grammar.rates:
        return not any(
            piece.mention and pack.reply.longest(tokens, piece.start)[1] >= piece.end
            for piece in pieces
        )
    names = {piece.name for piece in pieces}
    said = [word for piece in pieces for word in tokens[piece.start : piece.end]]
    wishes = any(name == "wishes" for name, _, _ in grammar.comments.search(said))
    return linked or ("please" in names if wishes else not names.isdisjoint(_CHOOSING))


def _tells(link: str | None, rest: Sequence[str], grammar: Grammar, menu: Menu, pack: Pack) -> bool:
    """Whether the rest tells of the person alone; beside a time it might say that it is taken."""
    if link != "states" or grammar.rates or not menu.spoken.isdisjoint(pack.times):
        return False
    if any(name[0].isdigit() for name in menu.names) or any(":" in word for word in menu.spoken):
        return False
    names = {name for name, _, _ in grammar.comments.search(rest)}
    return names.isdisjoint({"judges", "lacks", "harsh"})


def _is_comment(rest: Sequence[str], key: str, grammar: Grammar, menu: Menu, pack: Pack) -> bool:
    """Whether a part adds and takes back nothing, and names nothing that is not picked."""
    if rest[0] in pack.coordinators and not grammar.rates:
        return False
    names = {name for name, _, _ in grammar.comments.search(rest)}
    if not names.isdisjoint({"unsettles", "wishes"}):
        return False
    if belies(rest, key, grammar, menu) if grammar.rates else "diverts" in names:
        return False
    for place, token in enumerate(rest):
        if token in BREAKS:
            continue
        mention = grammar.find(rest, place)
        if mention is None and token.isdecimal():
            mention = grammar.find((token,), 0)
        if mention is not None and (key not in mention.among or "lacks" in names):
            return False
        if _resembles_other(token, key, menu):
            return False
    return True


def belies(tokens: Sequence[str], key: str, grammar: Grammar, menu: Menu) -> bool:
    """Whether praise stands beside the lowest level, or blame beside the highest."""
    ends = {"0": {"warm"}, str(len(menu.keys) - 1): {"harsh", "lacks"}}
    wrong = ends.get(key, set())
    return any(name in wrong for name, _, _ in grammar.comments.search(tokens))


def _resembles_other(token: str, key: str, menu: Menu) -> bool:
    said = token.partition("'")[0]
    if any(
        key not in menu.words[word][0]
        for word in {said, said.removesuffix("s")} & menu.words.keys()
    ):
        return True
    return len(said) >= _MIN_STEM and any(
        key not in among
        and len(word) >= _MIN_STEM
        and abs(len(word) - len(token)) <= _MAX_ENDING
        and token.startswith(word[: max(_MIN_STEM, len(word) - 2)])
        for word, (among, _, _) in menu.words.items()
    )
