"""The pieces of a reply that picks: each word is a mention, a pattern, politeness, or unknown."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from verdict_rules.menu import Mention
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrases

MIN_WORD = 3  # letters of a word that may be the prompt's in another form
MAX_ENDING = 2  # letters by which the two may differ
MIN_STEM = 5  # letters that two words share whose endings both differ
# Assents that may have a mention inside them, and give way to it then.
_GIVING_WAY = frozenset(
    {"yes", "ok", "goes", "suits", "proceeds", "wants", "right", "praise", "pleased", "fine"}
    | {"carries", "short_answer", "set", "now", "joins"}
)

Find = Callable[[Sequence[str], int], Mention | None]


class Piece(NamedTuple):
    """A phrase of a reply, or a word in none: then its name is empty."""

    name: str
    start: int
    end: int
    mention: Mention | None = None


class Grammar(NamedTuple):
    """How a kind of reply is read.

    `phrases` are its patterns, `beside` the classes that may stand beside a mention, `find` finds
    one, `asked` are the words of the prompt, and `number_sign` is what may stand before a number.
    `rates` says that levels are given: then an assent with a mention in it is that mention ("it was
    perfect").
    """

    phrases: Phrases
    beside: frozenset[str]
    find: Find
    asked: frozenset[str]
    number_sign: re.Pattern[str]
    rates: bool = False

    def knows(self, word: str) -> bool:
        """Whether the prompt has the word, or one that differs from it by a short ending."""
        if not word.isalpha() or len(word) < MIN_WORD:
            return False
        return word in self.asked or any(
            _is_form(word, asked) for asked in self.asked if len(asked) >= MIN_WORD
        )


def _is_form(word: str, asked: str) -> bool:
    """Whether two words differ by a short ending, or are long and differ by their endings."""
    shorter = min(len(word), len(asked))
    same = next((place for place in range(shorter) if word[place] != asked[place]), shorter)
    if same == shorter:
        return abs(len(word) - len(asked)) <= MAX_ENDING
    return same >= MIN_STEM and max(len(word), len(asked)) - same <= MAX_ENDING


def pieces_of(tokens: Sequence[str], grammar: Grammar, pack: Pack) -> list[Piece]:
    """Return the pieces of a reply, in order, without the breaks."""
    pieces = []
    position = 0
    while position < len(tokens):
        if tokens[position] in BREAKS:
            position += 1
            continue
        piece = _piece(tokens, position, grammar, pack)
        pieces.append(piece)
        position = piece.end
    return pieces


def _piece(tokens: Sequence[str], start: int, grammar: Grammar, pack: Pack) -> Piece:
    """Return the longest piece at `start`; in doubt where a mention begins in it and goes on."""
    best = _longest(tokens, start, grammar, pack)
    if best.mention is None and best.name:
        following = grammar.find(tokens, best.end) if best.end < len(tokens) else None
        for place in range(start + 1, best.end):
            mention = grammar.find(tokens, place)
            if mention and mention.end > best.end and not _same(mention, following):
                return Piece("several", start, mention.end)
    return best


def _same(mention: Mention, other: Mention | None) -> bool:
    return other is not None and mention.among == other.among


def _longest(tokens: Sequence[str], start: int, grammar: Grammar, pack: Pack) -> Piece:
    """Return the longest piece at `start`; among equals a mention, then a pattern of choosing."""
    mention = grammar.find(tokens, start)
    best = Piece("mention", start, mention.end, mention) if mention else Piece("", start, start + 1)
    name, end = grammar.phrases.longest(tokens, start)
    if name is not None and (end > best.end or not best.name):
        best = Piece(name, start, end)
    name, end = pack.reply.longest(tokens, start)
    if name is not None and (end > best.end or not best.name):
        said = Piece(name, start, end)
        return best if _gives_way(said, tokens, grammar) else said
    return best


def _gives_way(said: Piece, tokens: Sequence[str], grammar: Grammar) -> bool:
    """Whether a phrase is an assent with a mention in it, or an introduction and a mention."""
    if said.name in _GIVING_WAY and not grammar.rates:
        return False
    found = [place for place in range(said.start + 1, said.end) if grammar.find(tokens, place)]
    if said.name in _GIVING_WAY:
        return bool(found)
    lead, after = grammar.phrases.longest(tokens, said.start)
    return lead == "leads" and after in found
