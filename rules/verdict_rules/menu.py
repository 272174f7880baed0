"""What a reply can pick from: the texts of options or levels, by their words."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from verdict_rules.choosing import Choosing
from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack

# A number and the letters after it ("7pm", "2nd") are two words.
_UNIT = re.compile(r"(?<![^\W_])(\d+(?:[.,:]\d+)*)([^\W\d_]+)(?![^\W_])")
# "e-mail" is one word.
_ELECTRONIC = re.compile(r"\b([eE])-(?=[^\W\d_]{3})")
_KEYCAP = re.compile("\ufe0f?\u20e3")
# What normalising drops and what a text may differ from another by.
LOSSY = frozenset("#@*&_{}%\u00a7")
MAX_RUN = 12  # words of a text whose runs of words are looked for
MAX_ITEMS = 40  # and how many items there may be for that
_UNSAFE = frozenset("#@*{}")


class Item(NamedTuple):
    """One option or level: its key, the texts that name it, and a text that describes it."""

    key: str
    names: tuple[str, ...]
    description: str = ""


class Mention(NamedTuple):
    """A run of words that mentions options.

    `among` are those that have these words, `usable` those of them whose text has no word that
    turns it round. `sure` says that the words belong together to a name, a place or a label.
    """

    end: int
    among: frozenset[str]
    usable: frozenset[str]
    sure: bool


class Run(NamedTuple):
    """Several words in a row, the items that have them, and those that are not turned round."""

    words: tuple[str, ...]
    among: frozenset[str]
    usable: frozenset[str]


def spread(text: str) -> str:
    """Return `text` with a blank between a number and its letters, and none in "e-mail"."""
    if not text.isascii():
        text = _KEYCAP.sub("", text)
    if "-" in text:
        text = _ELECTRONIC.sub(r"\1", text)
    return _UNIT.sub(r"\1 \2", text)


def spell(text: str, pack: Pack) -> tuple[str, ...]:
    """Return the tokens of the text of an option, a level or a prompt."""
    rewrites = pack.choosing.rewrites if pack.choosing else pack.rewrites
    return normalise(spread(text), rewrites).tokens


@dataclass(frozen=True, slots=True, eq=False)
class Menu:
    """All that mentions an item, by its first token.

    `names` are whole texts, the longest first; `words` are single words, and the items that have
    them, `runs` several words in a row; `numbers` are the numbers that name an item; `orders` the
    ordinals in the texts ("first class"); `measured` says that every item has a number in its
    name; `answers` that one of the names is itself a yes or a no; `symbols` are signs of the texts
    that normalising drops; `spoken` are all the words of the texts, `uses` how often each occurs.
    """

    keys: frozenset[str]
    names: Mapping[str, Sequence[tuple[tuple[str, ...], frozenset[str]]]]
    words: Mapping[str, tuple[frozenset[str], frozenset[str], bool]]
    runs: Mapping[str, Sequence[Run]]
    numbers: Mapping[int, frozenset[str]]
    orders: Mapping[int, frozenset[str]]
    measured: bool
    answers: bool
    symbols: frozenset[str]
    spoken: frozenset[str]
    uses: Mapping[str, int]

    def name(self, tokens: Sequence[str], start: int) -> tuple[int, frozenset[str]]:
        """Return the end and the items of the longest name at `start`; `start` if none."""
        for name, keys in self.names.get(tokens[start], ()):
            end = start + len(name)
            if tuple(tokens[start:end]) == name:
                return end, keys
        return start, frozenset()

    def part(self, tokens: Sequence[str], start: int) -> Mention | None:
        """Return the mention by words that stand in some of the texts, the most in a row."""
        for run, among, usable in self.runs.get(tokens[start], ()):
            end = start + len(run)
            if tuple(tokens[start:end]) == run:
                return Mention(end, among, usable, sure=False)
        word = self.words.get(tokens[start])
        return None if word is None else Mention(start + 1, *word)

    def spoken_of(self, prompt: Sequence[str]) -> frozenset[str]:
        """Return the words that `prompt` has beside the texts too, as in "which hotel"."""
        return frozenset(
            word for word in {*prompt} & self.words.keys() if prompt.count(word) > self.uses[word]
        )


class _Texts:
    """The words of the items' texts, collected."""

    def __init__(self, pack: Pack, choosing: Choosing, turning: frozenset[str]) -> None:
        self.pack = pack
        self.turning = choosing.exclusions | turning
        self.choosing = choosing
        self.texts: list[tuple[str, tuple[str, ...]]] = []
        self.names: dict[tuple[str, ...], set[str]] = {}
        self.having: dict[str, set[str]] = {}
        self.usable: dict[str, set[str]] = {}
        self.named: set[str] = set()
        self.orders: dict[int, set[str]] = {}
        self.measured: set[str] = set()
        self.symbols: set[str] = set()

    def add(self, key: str, text: str, *, is_name: bool) -> None:
        """Take in a text that names the item, or one that describes it."""
        self.symbols |= LOSSY.intersection(text)
        tokens = spell(text, self.pack)
        words = tuple(token for token in tokens if token not in BREAKS)
        if not words:
            return
        exact = _UNSAFE.isdisjoint(text)
        if is_name and exact:
            self.names.setdefault(words, set()).add(key)
            self.names.setdefault(tokens, set()).add(key)
        for phrase in self.choosing.ordinals.search(words):
            self.orders.setdefault(int(phrase.name), set()).add(key)
        self.texts.append((key, words))
        straight = exact and self.turning.isdisjoint(words)
        for word in {digits(word, self.choosing) for word in words}:
            if word.isdecimal():
                self.measured |= {key} if is_name else set()
            elif is_weak(word, self.pack, self.choosing):
                continue
            self.having.setdefault(word, set()).add(key)
            self.named |= {word} if is_name else set()
            if straight and (is_name or not word.isdecimal()):
                self.usable.setdefault(word, set()).add(key)

    def runs(self) -> dict[str, list[Run]]:
        """Return the runs of two words and more that are no phrase of their own."""
        among: dict[tuple[str, ...], set[str]] = {}
        turned: dict[tuple[str, ...], set[str]] = {}
        long = [(key, words) for key, words in self.texts if len(words) > MAX_RUN]
        for key, words in self.texts:
            if len(words) > MAX_RUN:
                continue
            straight = self.turning.isdisjoint(words)
            for start, end in combinations(range(len(words) + 1), 2):
                among.setdefault(words[start:end], set()).add(key)
                if not straight:
                    turned.setdefault(words[start:end], set()).add(key)
        rows: dict[str, list[Run]] = {}
        for run in sorted(among, key=len, reverse=True):
            if len(run) > 1 and not self._is_phrase(run):
                keys = among[run] | {key for key, words in long if {*run}.issubset(words)}
                usable = frozenset(keys - turned.get(run, set()))
                rows.setdefault(run[0], []).append(Run(run, frozenset(keys), usable))
        return rows

    def _is_phrase(self, run: tuple[str, ...]) -> bool:
        choosing = self.choosing
        grammars = (choosing.picking, choosing.rating, self.pack.reply, choosing.numbers)
        return choosing.particles.issuperset(run) or any(
            grammar.longest(run, 0)[1] == len(run) for grammar in grammars
        )

    def numbers(self) -> dict[int, set[str]]:
        """Return the items that a number names."""
        numbers: dict[int, set[str]] = {}
        for name, found in self.names.items():
            word = digits(name[0], self.choosing)
            if len(name) == 1 and word.isdecimal():
                numbers.setdefault(int(word), set()).update(found)
        return numbers


def build_menu(
    items: Iterable[Item], pack: Pack, choosing: Choosing, turning: frozenset[str] = frozenset()
) -> Menu:
    """Return the menu of the items; their order does not matter.

    A text with a word of `turning` is not mentioned by its other words.
    """
    texts = _Texts(pack, choosing, turning)
    keys: set[str] = set()
    for key, naming, description in items:
        keys.add(key)
        for text in naming:
            texts.add(key, text, is_name=True)
        texts.add(key, description, is_name=False)
    rows: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for name in sorted(texts.names, key=len, reverse=True):
        rows.setdefault(name[0], []).append((name, frozenset(texts.names[name])))
    said = {pack.reply.longest(name, 0)[0] for name in texts.names}
    return Menu(
        keys=frozenset(keys),
        names=rows,
        words={
            word: (frozenset(found), frozenset(texts.usable.get(word, ())), word in texts.named)
            for word, found in texts.having.items()
        },
        runs=texts.runs() if len(keys) <= MAX_ITEMS else {},
        numbers={value: frozenset(found) for value, found in texts.numbers().items()},
        orders={value: frozenset(found) for value, found in texts.orders.items()},
        measured=texts.measured == keys,
        answers=not said.isdisjoint({"yes", "no", "ok"}),
        symbols=frozenset(texts.symbols),
        spoken=frozenset(word for _, words in texts.texts for word in words),
        uses=Counter(word for words in {*texts.texts} for word in words[1]),
    )


def digits(token: str, choosing: Choosing) -> str:
    """Return a number word in digits, and any other token as it is."""
    value, end = choosing.numbers.longest((token,), 0)
    return value if end and value is not None else token


def is_weak(word: str, pack: Pack, choosing: Choosing) -> bool:
    """Whether a word by itself mentions nothing, whatever text has it."""
    return (
        word in choosing.particles
        or (word.isascii() and not word[0].isalnum())
        or any(
            grammar.longest((word,), 0)[1]
            for grammar in (choosing.picking, choosing.rating, choosing.ordinals, pack.reply)
        )
    )
