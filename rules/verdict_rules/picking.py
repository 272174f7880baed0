"""The walk over a reply that picks: each word is a mention, a pattern, politeness, or it passes."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from verdict_rules.mending import mend
from verdict_rules.menu import LOSSY, Mention, Menu, spread
from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.pieces import Grammar, Piece, pieces_of

MAX_TOKENS = 40
MAX_CHARACTERS = 600
# Classes of replies that pass, by their reason; what stands in none of the sets passes as content.
_REASONS = ("off_target", "conditional", "hedged", "asks_back", "mixed")
_PASSING: Mapping[str, str] = {
    **{reason: reason for reason in _REASONS},
    "approximates": "hedged",
    "degrees": "hedged",
    "several": "mixed",
    "alternatives": "mixed",
}
# A sign that may take away the word after it, or lower the number before it: "!red", "-red", "4-".
_CODE = re.compile(r"(?<!\S)(?:!+\s*\w|-[^\W\d_])|\d\s?[-\u2212]\s*(?:$|[.,!])")
_LEADING = frozenset({"light", "wants"})
_TAKING_BACK = frozenset({"corrects", "rejects"})
_PRAISING = frozenset({"praise", "praises"})


class Outcome(NamedTuple):
    """What was picked, if anything, and what was read: like a `Pick` without its pack."""

    key: str | None
    reason: str | None
    words: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()


def read_whole(reply: str, menu: Menu, grammar: Grammar, pack: Pack) -> Outcome:
    """Return the one item that the whole of `reply` picks, or the reason why it picks none."""
    if len(reply) > MAX_CHARACTERS:
        blank = not any(character.isalnum() for character in reply)
        return Outcome(None, "empty" if blank else "content")
    text = _plain(reply, menu, grammar)
    if text is None:
        return Outcome(None, "content", unaccounted=(reply,))
    said = normalise(text, pack.choosing.rewrites if pack.choosing else pack.rewrites)
    tokens = said.tokens
    if BREAKS.issuperset(tokens):
        return Outcome(None, "empty")
    if len(tokens) > MAX_TOKENS:
        return Outcome(None, "content")
    pieces = pieces_of(tokens, grammar, pack)
    key, reason, stopping = _decide(pieces, tokens, grammar)
    if key is None and any(not piece.name for piece in pieces):
        tokens = mend(tokens, menu, grammar, pack)
        if tokens != said.tokens:
            mended = pieces_of(tokens, grammar, pack)
            key = _decide(mended, tokens, grammar)[0]
            pieces = mended if key is not None else pieces
    if key is not None and grammar.rates and _is_belied(int(key), pieces, menu):
        return Outcome(None, "mixed", unaccounted=said.excerpts(range(len(tokens))))
    words = tuple([" ".join(tokens[p.start : p.end]) for p in pieces if p.name])
    if key is not None:
        return Outcome(key, None, words)
    if reason == "content" and not any(piece.name for piece in pieces):
        known = any(pack.knows(token) or token[-1].isdigit() for token in {*tokens} - BREAKS)
        reason = "content" if known else "unknown_words"
    places = [place for piece in stopping or pieces for place in range(piece.start, piece.end)]
    return Outcome(None, reason, words, said.excerpts(places))


def _plain(reply: str, menu: Menu, grammar: Grammar) -> str | None:
    """Return a reply with its numbers apart; None if a sign in it may mean something else."""
    if _CODE.search(reply):
        return None
    text = spread(reply)
    signs = LOSSY.intersection(text if text.isascii() else unicodedata.normalize("NFKC", text))
    if grammar.number_sign.search(text) and "#" not in menu.symbols:
        text = grammar.number_sign.sub("", text)
        signs = LOSSY.intersection(text)
    return text if signs <= menu.symbols - {"#", "@", "*", "{", "}"} else None


def _is_belied(level: int, pieces: Sequence[Piece], menu: Menu) -> bool:
    """Whether praise stands beside a level of the lower half, or blame beside one of the upper."""
    names = {piece.name for piece in pieces}
    above = 2 * level - (len(menu.keys) - 1)
    return (above < 0 and not _PRAISING.isdisjoint(names)) or (above > 0 and "blames" in names)


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
    if not _LEADING.isdisjoint(names) and not stopping:
        stopping = [piece for piece in pieces if _dangles(piece, pieces, tokens)]
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
        for place, piece in enumerate(pieces)
        if piece.name not in grammar.beside
        and not (piece.name == "nouns" and _is_named(pieces[:place], piece, tokens))
        and (piece.name or piece.start not in near or not grammar.knows(tokens[piece.start]))
    ]


def _is_named(before: Sequence[Piece], noun: Piece, tokens: Sequence[str]) -> bool:
    """Whether a mention, other than by a number, stands right before a noun."""
    said = before and before[-1].mention and before[-1].end == noun.start
    return bool(said) and not tokens[noun.start - 1].isdecimal()


def _dangles(piece: Piece, pieces: Sequence[Piece], tokens: Sequence[str]) -> bool:
    """Whether what goes before a mention ends the clause of one, or begins one without any.

    So "mark that" mentions no Mark, and "the first, I want to see" may want something else.
    """
    if piece.name == "wants":
        parted = piece.start > 0 and tokens[piece.start - 1] in BREAKS
        return parted and not any(other.mention and other.start >= piece.end for other in pieces)
    if piece.name != "light" or not (piece.end == len(tokens) or tokens[piece.end] in BREAKS):
        return False
    return any(other.mention and other.end == piece.start for other in pieces)


def _agreed(mentions: Sequence[Mention]) -> str | None:
    """Return the one item that all the mentions mention, if there is no doubt."""
    if len(mentions) == 1:
        among, usable = mentions[0].among, mentions[0].usable
        return next(iter(among)) if len(among) == 1 and among == usable else None
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
