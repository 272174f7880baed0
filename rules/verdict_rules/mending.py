"""Words of a reply that are those of an option in another number, or mistyped."""

import unicodedata
from collections.abc import Sequence

from verdict_rules.menu import Menu
from verdict_rules.pack import Pack
from verdict_rules.pieces import Grammar

MIN_PLURAL = 4  # letters of a word that may stand in the plural
_PRAISE = frozenset({"praise", "fine", "ok"})
MIN_MISTYPED = 5  # letters of a word that may be mistyped


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
    if not found and len(token) >= MIN_MISTYPED and token not in grammar.comments.words:
        found = [word for word in menu.spoken if _is_mistyped(token, word)]
    return found[0] if len(found) == 1 else token


def _without_accents(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _is_told(word: str, menu: Menu) -> bool:
    """Whether a word by itself mentions something of the menu."""
    return word in menu.words or any(name == (word,) for name, _ in menu.names.get(word, ()))


def _is_mistyped(token: str, word: str) -> bool:
    """Whether one slip inside a word, or its last letter twice, makes it the other."""
    if token == word + word[-1] and len(word) >= MIN_PLURAL:
        return True
    if len(word) < MIN_MISTYPED or token[0] != word[0] or token[-1] != word[-1]:
        return False
    start = next((n for n, (a, b) in enumerate(zip(token, word, strict=False)) if a != b), None)
    if start is None or abs(len(token) - len(word)) > 1:
        return False
    said, meant = token[start:], word[start:]
    return (
        said[1:] == meant[1:]
        or said[1:] == meant
        or said == meant[1:]
        or (said[:2] == meant[1::-1] and said[2:] == meant[2:])
    )
