"""Words of a reply that are those of an option in another number, or mistyped."""

import unicodedata
from collections.abc import Sequence

from verdict_rules.menu import Menu
from verdict_rules.pack import Pack
from verdict_rules.pieces import Grammar

MIN_PLURAL = 4  # letters of a word that may stand in the plural
_PRAISE = frozenset({"praise", "fine", "ok"})
_ACCENTS = frozenset("\u0300\u0301\u0302")  # two dots or a ring make another letter
MIN_MISTYPED = 6  # letters of a word that may be mistyped


def mend(tokens: Sequence[str], menu: Menu, grammar: Grammar, pack: Pack) -> tuple[str, ...]:
    """Return the tokens, each unknown one as the word of the menu that it alone can be."""
    counted = [
        _in_digits(_without_is(token, after, menu, pack), after, menu, pack)
        for token, after in zip(tokens, (*tokens[1:], ""), strict=True)
    ]
    return tuple([_mended(token, menu, grammar, pack) for token in counted])


def _without_is(token: str, after: str, menu: Menu, pack: Pack) -> str:
    """Return "today" for "today's" before a word of praise."""
    word, mark, ending = token.partition("'")
    if not mark or ending != "s" or word not in menu.spoken:
        return token
    return word if pack.reply.longest((after,), 0)[0] in _PRAISE else token


def _in_digits(token: str, after: str, menu: Menu, pack: Pack) -> str:
    """Return a number word in digits, if the menu has these before a word that follows."""
    if pack.choosing is None or token in menu.spoken or after not in menu.spoken:
        return token
    value, _ = pack.choosing.numbers.longest((token,), 0)
    return value if value in menu.spoken else token


def _mended(token: str, menu: Menu, grammar: Grammar, pack: Pack) -> str:
    if not token.isalpha() or len(token) < MIN_PLURAL or token in menu.spoken:
        return token
    if pack.knows(token) or token in grammar.phrases.words:
        return token
    found = [
        word
        for word in menu.spoken
        if not (word.isascii() and token.isascii())
        and _without_accents(word) == _without_accents(token)
    ]
    if len(found) == 1:
        return found[0]
    plural = [] if grammar.rates else [token + "s", token.removesuffix("s")]
    found = [word for word in plural if len(word) >= MIN_PLURAL and _is_told(word, menu)]
    if not found:
        found = [word for word in menu.spoken if _is_mistyped(token, word)]
    return found[0] if len(found) == 1 else token


def _without_accents(word: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFD", word) if letter not in _ACCENTS
    )


def _is_told(word: str, menu: Menu) -> bool:
    """Whether a word by itself mentions something of the menu."""
    return word in menu.words or any(name == (word,) for name, _ in menu.names.get(word, ()))


def _is_mistyped(token: str, word: str) -> bool:
    """Whether two letters inside a long word change places, or one of a pair is lacking or added.

    Any other slip may make it another word: a "contact" is no contract, and Marvin not Martin.
    """
    if token == word + word[-1] and len(word) >= MIN_PLURAL:
        return True
    if token[0] != word[0] or len(word) < MIN_MISTYPED or abs(len(token) - len(word)) > 1:
        return False
    short, long = sorted((token, word), key=len)
    start = next((n for n, (a, b) in enumerate(zip(token, word, strict=False)) if a != b), 0)
    if not start or start + 2 > len(short):
        return False
    if len(short) < len(long):
        return long[start] == long[start - 1] and short[start:] == long[start + 1 :]
    swapped = token[start + 1] + token[start] + token[start + 2 :]
    return start + 2 < len(word) and swapped == word[start:]
