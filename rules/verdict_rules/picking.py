"""The walk over a reply that picks: each word is a mention, a pattern, politeness, or it passes."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from verdict_rules.menu import LOSSY, Mention, Menu, spread
from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrases

MAX_TOKENS = 40
MAX_CHARACTERS = 600
MIN_WORD = 3  # letters of a word that may be the prompt's in another form
MAX_ENDING = 2  # letters by which the two may differ
# Classes of replies that pass, by their reason; what stands in none of the sets passes as content.
_REASONS = ("off_target", "conditional", "hedged", "asks_back", "mixed")
_PASSING: Mapping[str, str] = {
    **{reason: reason for reason in _REASONS},
    "approximates": "hedged",
    "several": "mixed",
    "alternatives": "mixed",
}
# A sign before a word that may take it away: "!red", "-red".
_CODE = re.compile(r"(?<!\S)(?:!+\s*\w|-[^\W\d_])")
_TAKING_BACK = frozenset({"corrects", "rejects"})
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


class Outcome(NamedTuple):
    """What was picked, if anything, and what was read: like a `Pick` without its pack."""

    key: str | None
    reason: str | None
    words: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()


class Grammar(NamedTuple):
    """How a kind of reply is read.

    `phrases` are its patterns, `beside` the classes that may stand beside a mention, `find` finds
    one, `asked` are the words of the prompt, and `number_sign` is what may stand before a number.
    `gives_way` says that an assent with a mention in it is that mention ("it was perfect").
    """

    phrases: Phrases
    beside: frozenset[str]
    find: Find
    asked: frozenset[str]
    number_sign: re.Pattern[str]
    gives_way: bool = False

    def knows(self, word: str) -> bool:
        """Whether the prompt has the word, or one that differs from it by a short ending."""
        if not word.isalpha() or len(word) < MIN_WORD:
            return False
        return word in self.asked or any(
            abs(len(word) - len(asked)) <= MAX_ENDING
            and (word.startswith(asked) or asked.startswith(word))
            for asked in self.asked
            if len(asked) >= MIN_WORD
        )


def read_whole(reply: str, menu: Menu, grammar: Grammar, pack: Pack) -> Outcome:
    """Return the one item that the whole of `reply` picks, or the reason why it picks none."""
    if len(reply) > MAX_CHARACTERS:
        blank = not any(character.isalnum() for character in reply)
        return Outcome(None, "empty" if blank else "content")
    if _CODE.search(reply):
        return Outcome(None, "content", unaccounted=(reply,))
    text = spread(reply)
    signs = LOSSY.intersection(text if text.isascii() else unicodedata.normalize("NFKC", text))
    if grammar.number_sign.search(text) and "#" not in menu.symbols:
        text = grammar.number_sign.sub("", text)
        signs = LOSSY.intersection(text)
    if not signs <= menu.symbols - {"#", "@", "*", "{", "}"}:
        return Outcome(None, "content", unaccounted=(reply,))
    said = normalise(text, pack.rewrites)
    tokens = said.tokens
    if BREAKS.issuperset(tokens):
        return Outcome(None, "empty")
    if len(tokens) > MAX_TOKENS:
        return Outcome(None, "content")
    pieces = _pieces(tokens, grammar, pack)
    key, reason, stopping = _decide(pieces, tokens, grammar)
    words = tuple([" ".join(tokens[p.start : p.end]) for p in pieces if p.name])
    if key is not None:
        return Outcome(key, None, words)
    if reason == "content" and not any(piece.name for piece in pieces):
        known = any(pack.knows(token) or token[-1].isdigit() for token in {*tokens} - BREAKS)
        reason = "content" if known else "unknown_words"
    places = [place for piece in stopping or pieces for place in range(piece.start, piece.end)]
    return Outcome(None, reason, words, said.excerpts(places))


def _pieces(tokens: Sequence[str], grammar: Grammar, pack: Pack) -> list[Piece]:
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
    found = [place for place in range(said.start + 1, said.end) if grammar.find(tokens, place)]
    if said.name in _GIVING_WAY:
        return grammar.gives_way and bool(found)
    lead, after = grammar.phrases.longest(tokens, said.start)
    return lead == "leads" and after in found


def _decide(
    pieces: Sequence[Piece], tokens: Sequence[str], grammar: Grammar
) -> tuple[str | None, str | None, list[Piece]]:
    """Return the item picked, or the reason to pass and the pieces that are the reason."""
    if "?" in tokens:
        asked = [place for place, token in enumerate(tokens) if token == "?"]  # noqa: S105
        if pieces[0].name != "requests" or asked != [len(tokens) - 1]:
            return None, "asks_back", [Piece("", place, place + 1) for place in asked]
    names = {piece.name for piece in pieces}
    if not _TAKING_BACK.isdisjoint(names):
        pieces = _without_rejected(_corrected(pieces), tokens)
        names = {piece.name for piece in pieces}
    if not _PASSING.keys().isdisjoint(names):
        found = {_PASSING.get(name) for name in names}
        reason = next(reason for reason in _REASONS if reason in found)
        return None, reason, [piece for piece in pieces if _PASSING.get(piece.name) == reason]
    stopping = [] if names <= grammar.beside else _stopping(pieces, tokens, grammar)
    mentions = [piece.mention for piece in pieces if piece.mention]
    if stopping or not mentions:
        return None, "content", stopping
    key = _agreed(mentions)
    if key is None:
        return None, "mixed", [piece for piece in pieces if piece.mention]
    return key, None, []


def _stopping(pieces: Sequence[Piece], tokens: Sequence[str], grammar: Grammar) -> list[Piece]:
    """Return the pieces that may not stand there; words of the prompt may, beside a mention."""
    near = _near_mentions(pieces) if grammar.asked else set()
    return [
        piece
        for piece in pieces
        if piece.name not in grammar.beside
        and (piece.name or piece.start not in near or not grammar.knows(tokens[piece.start]))
    ]


def _agreed(mentions: Sequence[Mention]) -> str | None:
    """Return the one item that all the mentions mention, if there is no doubt."""
    among = frozenset.intersection(*(mention.among for mention in mentions))
    usable = frozenset.intersection(*(mention.usable for mention in mentions))
    known = all(mention.sure for mention in mentions) or any(
        len(mention.among) == 1 for mention in mentions
    )
    return next(iter(among)) if len(among) == 1 and among == usable and known else None


def _near_mentions(pieces: Sequence[Piece]) -> set[int]:
    """Return the positions of all that no break parts from a mention."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        if runs and runs[-1][-1].end == piece.start:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return {piece.start for run in runs if any(other.mention for other in run) for piece in run}


def _corrected(pieces: Sequence[Piece]) -> list[Piece]:
    """Leave out the last correction and the mentions before it, if one follows it."""
    places = [place for place, piece in enumerate(pieces) if piece.name == "corrects"]
    if not places or not any(piece.mention for piece in pieces[places[-1] :]):
        return list(pieces)
    before = [piece for piece in pieces[: places[-1]] if not piece.mention]
    return [piece for piece in before if piece.name != "corrects"] + [*pieces[places[-1] + 1 :]]


def _without_rejected(pieces: Sequence[Piece], tokens: Sequence[str]) -> list[Piece]:
    """Leave out a rejected mention, up to the next break, where another option is mentioned."""
    kept: list[Piece] = []
    rejected: set[frozenset[str]] = set()
    position = 0
    while position < len(pieces):
        end, mention = _rejected(pieces, position, tokens)
        if mention is None:
            kept.append(pieces[position])
            position += 1
        else:
            rejected.add(mention.among)
            position = end
    picked = {piece.mention.among for piece in kept if piece.mention}
    apart = all(len(keys) == 1 for keys in rejected) and len(picked) == 1
    # "Not the red, green" may reject both; "not the red, the green one" does not.
    told = pieces[0].mention is not None or any(piece.mention is None for piece in kept)
    return kept if told and apart and rejected.isdisjoint(picked) else list(pieces)


def _rejected(
    pieces: Sequence[Piece], start: int, tokens: Sequence[str]
) -> tuple[int, Mention | None]:
    """Return the end and the mention of a rejection that begins at a piece and ends its clause."""
    end = start + 1
    if pieces[start].name != "rejects":
        return end, None
    while (
        end < len(pieces)
        and pieces[end].name in {"light", "kinds", "mention"}
        and pieces[end].start == pieces[end - 1].end
    ):
        end += 1
    mentions = [piece.mention for piece in pieces[start:end] if piece.mention]
    after = pieces[end - 1].end
    ends = after == len(tokens) or tokens[after] in BREAKS
    return end, mentions[0] if ends and len(mentions) == 1 else None
