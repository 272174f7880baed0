"""The reader of scores: which level the whole of a reply gives."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verdict_rules.agreement import agreed
from verdict_rules.choosing import Choosing
from verdict_rules.menu import Item, Mention, Menu, build_menu, spell
from verdict_rules.normalise import BREAKS
from verdict_rules.option import choosing_packs
from verdict_rules.pack import Pack
from verdict_rules.picking import read_whole
from verdict_rules.pieces import Grammar
from verdict_rules.scale import MAX_CHARACTERS as MAX_PROMPT
from verdict_rules.scale import Scale, level_scale, stated_scale

MIN_LEVELS = 2
MAX_LEVELS = 10
MAX_TEXT = 20_000  # characters of levels; more are not read
_BESIDE = frozenset(
    {
        "mention",
        "leads",
        "light",
        "follows",
        "asides",
        "praises",
        "blames",
        "points",
        "polite",
        "please",
        "greets",
        "fillers",
        "closes",
    }
)
_UNITS = frozenset({"stars", "percents", "points"})
_FULL = frozenset("\u2605\u2b50\U0001f31f")
_EMPTY = frozenset("\u2606")
_NUMBERED = re.compile(r"^\W*\d+\s*%?[\s\-\u2013\u2014:.=()]*")
_TITLED = re.compile(r":\s+|\s+[-\u2013\u2014]\s+")


@dataclass(frozen=True, slots=True)
class Level:
    """Which level a reply gives.

    `level` is the index of the level, or None when the reader passes; then `reason` is one of
    the reason codes `empty`, `content`, `conditional`, `hedged`, `asks_back`, `mixed`,
    `off_target`, `unknown_words`. `words` are the pieces accounted for, in order and case-folded;
    `unaccounted` are the words of the reply that stopped the reading. `pack` is the language of
    the pack that read the reply.
    """

    level: int | None
    reason: str | None
    words: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()
    pack: str | None = None


def read_level(
    reply: str,
    levels: Sequence[str],
    prompt: str | None = None,
    language: str | None = None,
    *,
    packs: Sequence[Pack] | None = None,
) -> Level:
    """Return which of `levels`, lowest first, the whole of `reply` gives, or why none.

    A level is given by its own words or number. Where the levels have no numbers, one counts only
    if `prompt` says what the lowest and the highest stand for. `packs` are those to read with, the
    shipped ones for None. Without `language` all of them read, and a level is given only if no two
    disagree. Any string gives a reading.

    Raises ValueError when there are not 2 to 10 levels, or `language` is given and no pack for it
    reads them.
    """
    if not MIN_LEVELS <= len(levels) <= MAX_LEVELS:
        raise ValueError(f"there are {MIN_LEVELS} to {MAX_LEVELS} levels, not {len(levels)}")
    texts = tuple(levels)
    readings = [
        _read(reply, texts, prompt or "", pack) for pack in choosing_packs(language, packs, prompt)
    ]
    return agreed(
        readings,
        lambda reading: reading.level,
        lambda reason: Level(None, reason, unaccounted=(reply,)),
    )


def _read(reply: str, levels: tuple[str, ...], prompt: str, pack: Pack) -> Level:
    if sum(map(len, levels)) > MAX_TEXT or len(prompt) > MAX_PROMPT:
        return Level(None, "content", unaccounted=(reply,), pack=pack.language)
    rating = _kept(levels, prompt, pack)
    outcome = read_whole(_without_percent(reply, rating.scale), rating.menu, rating.grammar, pack)
    level = None if outcome.key is None else int(outcome.key)
    return Level(level, outcome.reason, outcome.words, outcome.unaccounted, pack.language)


def _without_percent(reply: str, scale: Scale) -> str:
    return re.sub(r"(?<=\d)\s?%", "", reply) if scale.percent else reply


class _Rating:
    """The levels of one question and the scale they are on, ready to find mentions."""

    __slots__ = ("_starts", "choosing", "grammar", "menu", "scale")

    def __init__(
        self, menu: Menu, scale: Scale, asked: Iterable[str], pack: Pack, choosing: Choosing
    ) -> None:
        self.menu = menu
        self.scale = scale
        self.choosing = choosing
        self._starts = frozenset().union(
            *(menu.names, menu.words, menu.runs, map(str, scale.levels)),
            *(choosing.numbers.words, _FULL),
        )
        # Where levels have no words of their own, praise is only a comment.
        told = any(not word.isdecimal() for word in menu.words)
        beside = _BESIDE if told else _BESIDE | {"praise"}
        beside |= set() if menu.answers else {"yes"}
        nouns = (
            frozenset(asked)
            - menu.spoken
            - BREAKS
            - choosing.particles
            - pack.askers
            - pack.persons
        )
        self.grammar = Grammar(
            choosing.rating,
            beside,
            self.find,
            nouns,
            choosing.number_sign,
            rates=True,
        )

    def find(self, tokens: Sequence[str], start: int) -> Mention | None:
        """Return the longest mention at `start`; one of no level where two readings differ."""
        if tokens[start] not in self._starts:
            return None
        end, keys = self.menu.name(tokens, start)
        after, level = self._number(tokens, start)
        if level is not None and after >= end:
            named = frozenset({level})
            return _mention(after, named if after > end or keys == named else frozenset())
        if end > start:
            return _mention(end, keys)
        return None if tokens[start].isdecimal() else self.menu.part(tokens, start)

    def _number(self, tokens: Sequence[str], start: int) -> tuple[int, str | None]:
        """Return where a number of the scale ends, its unit and top included, and its level."""
        if tokens[start] in _FULL:
            return self._stars(tokens, start)
        value, end = self._value(tokens, start)
        level = None if value is None else self.scale.levels.get(value)
        if level is None:
            return start, None
        end, fits = self._units(tokens, end)
        name, after = self.choosing.rating.longest(tokens, end)
        if name == "out_of":
            top, last = self._value(tokens, after) if after < len(tokens) else (None, after)
            end, also = self._units(tokens, last)
            fits &= also and top == self.scale.top and not self.scale.percent
        return end, level if fits else None

    def _value(self, tokens: Sequence[str], start: int) -> tuple[int | None, int]:
        said, end = self.choosing.numbers.longest(tokens, start)
        if said is not None:
            return int(said), end
        token = tokens[start]
        return (int(token), start + 1) if token.isdecimal() and token == str(int(token)) else (
            None, start
        )  # fmt: skip

    def _units(self, tokens: Sequence[str], start: int) -> tuple[int, bool]:
        """Return where the units after a number end, and whether the scale has them."""
        fits = True
        while start < len(tokens):
            name, end = self.choosing.rating.longest(tokens, start)
            if name not in _UNITS:
                break
            if name == "points" and end < len(tokens) and self._value(tokens, end)[0] is not None:
                return start, False  # "four point five"
            fits &= name != "stars" or self.scale.starred
            fits &= name != "percents" or self.scale.percent
            start = end
        return start, fits

    def _stars(self, tokens: Sequence[str], start: int) -> tuple[int, str | None]:
        end = start
        while end < len(tokens) and tokens[end] in _FULL:
            end += 1
        full, total = end - start, end - start
        while end < len(tokens) and tokens[end] in _EMPTY:
            end, total = end + 1, total + 1
        fits = self.scale.starred and total in {full, self.scale.top}
        return end, self.scale.levels.get(full) if fits else None


def _mention(end: int, keys: frozenset[str]) -> Mention:
    return Mention(end, keys, keys, sure=True)


@lru_cache(maxsize=64)  # each may be large
def _kept(levels: tuple[str, ...], prompt: str, pack: Pack) -> _Rating:
    choosing = pack.choosing
    if choosing is None:
        raise ValueError(f"the pack {pack.language!r} reads no levels")
    spelled = [spell(level, pack) for level in levels]
    scale = level_scale(levels, spelled, prompt, choosing)
    numbered = bool(scale.levels)
    items = [
        Item(str(index), _names(level, scale, pack, choosing)) for index, level in enumerate(levels)
    ]
    if not numbered and not scale.disputed and prompt:
        scale = stated_scale(levels, prompt, choosing)
    asked = spell(prompt, pack) if prompt else ()
    degrees = frozenset(
        word
        for tokens in spelled
        for word in tokens
        if choosing.rating.longest((word,), 0)[0] == "degrees"
    )
    return _Rating(build_menu(items, pack, choosing, degrees), scale, asked, pack, choosing)


def _names(level: str, scale: Scale, pack: Pack, choosing: Choosing) -> tuple[str, ...]:
    """Return the texts that name a level: all of it, and what stands beside its number or colon."""
    apart = scale.levels or scale.disputed
    parts = [_NUMBERED.sub("", level)] if apart else _TITLED.split(level)
    telling = [part for part in parts if not _is_unit(spell(part, pack), choosing)]
    return tuple(dict.fromkeys([*([] if scale.disputed else [level]), *telling]))


def _is_unit(words: Sequence[str], choosing: Choosing) -> bool:
    """Whether the words only say what a level is counted in."""
    return all(word in BREAKS or choosing.rating.longest((word,), 0)[0] in _UNITS for word in words)
