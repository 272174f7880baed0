"""The words of a prompt: without its asides, its names whole, and whether a pack can read it."""

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.proposal import NAME, WITHIN

# What stands between quotation marks or backquotes is a name, whatever it says.
_QUOTED = re.compile(
    r"`[^`]*`|\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u201e[^\u201c]*\u201c|\u00ab[^\u00bb]*\u00bb|(?<!\w)'[^']{2,}'(?!\w)"
)
_MAY_BE_QUOTED = re.compile(r"[`\"'\u201c\u201e\u00ab]")
# In names of files and hosts. A pattern that begins with a character is found faster.
_DOTTED = re.compile(r"\.(?<=[a-z0-9]\.)(?=[a-z])")
_INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}")  # M.D.
_BRACKETED = re.compile(r"\([^()]*\)")
_SLASHED = re.compile(r"(?<!\S)[^\W\d_]+/[^\W\d_]{2,}")
MIN_WORDS = 3  # with its question mark; a shorter prompt need not show its language


class Wording(NamedTuple):
    """A prompt without names and asides, its tokens, and whether it is in another language."""

    text: str
    tokens: tuple[str, ...]
    foreign: bool


# Prompts are often made from templates, and several questions are asked about one state.
@lru_cache(maxsize=1024)
def worded(text: str, pack: Pack) -> Wording:
    """Return the words of a prompt, as the pack reads them."""
    names: list[str] = []
    plain = _plain(text, names, pack)
    tokens = normalise(plain, pack.rewrites, pack.abbreviations, pack.dated).tokens
    if names and tokens.count(NAME) == len(names):
        inner = [normalise(name, pack.rewrites, pack.abbreviations).tokens for name in names]
        named = iter([NAME + WITHIN.join(filter(str.isalnum, words)) for words in inner])
        tokens = tuple([next(named) if token == NAME else token for token in tokens])
    foreign = not BREAKS.issuperset(tokens) and _foreign(plain, tokens, pack)
    return Wording(plain, tokens, foreign)


def slashed(text: str, pack: Pack) -> bool:
    """Whether a stroke parts alternatives; after a word like "to" it stands in a name."""
    for found in _SLASHED.finditer(text):
        before = text[: found.start()].split()
        if not before or before[-1].casefold() not in pack.links:
            return True
    return False


def _set_aside(names: list[str], found: re.Match[str]) -> str:
    """Keep a name, and return what stands for it, with the mark that ends a sentence in it."""
    names.append(found[0])
    return f" {NAME} " + found[0][-2] * (found[0][-2] in ".?!")


def _plain(text: str, names: list[str], pack: Pack) -> str:
    """Return a text with marks for what it quotes, and without its asides and inner full stops."""
    if _MAY_BE_QUOTED.search(text):
        text = _QUOTED.sub(partial(_set_aside, names), text)
    if "." in text:
        text = _INITIALS.sub(lambda found: found[0].replace(".", "") + " ", text)
        text = _DOTTED.sub(" ", text)
    return _BRACKETED.sub(partial(_without_aside, pack), text) if "(" in text else text


def _without_aside(pack: Pack, found: re.Match[str]) -> str:
    """Return a text in brackets, or nothing if it says nothing about the question."""
    tokens = normalise(found[0], pack.rewrites).tokens
    return found[0] if pack.prompt.search(tokens) else " "


def _foreign(text: str, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a prompt shows no sign of being in the pack's language."""
    if not text.isascii() and not all(_is_spelt(word, pack) for word in tokens if word.isalpha()):
        return not (pack.marks | pack.weak) & {word for word in tokens if not word.isascii()}
    if not pack.marks.isdisjoint(tokens) or len(pack.weak.intersection(tokens)) > 1:
        return False
    if any(phrase.name == "pair" for phrase in pack.prompt.search(tokens)):
        return False
    verbs = {tokens[0], *(word for mark, word in pairwise(tokens) if mark == ".")}
    if pack.verbs_last:
        verbs |= {word for word, mark in pairwise(tokens) if mark in BREAKS}
    if any(word in pack.proposable or word in pack.announcing for word in verbs):
        return False
    if len(tokens) > MIN_WORDS:
        return True
    said = {*tokens} - BREAKS
    return pack.proposable.isdisjoint(said) and pack.prompt.words.isdisjoint(said)


def _is_spelt(word: str, pack: Pack) -> bool:
    """Whether a word has only letters of the pack's language."""
    return word.isascii() or all(letter.isascii() or letter in pack.letters for letter in word)
