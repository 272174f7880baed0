"""Which numbers stand for the levels of a score."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.choosing import Choosing

MAX_CHARACTERS = 4000  # of a prompt; a longer one may speak of any scale
_STARS = 5  # what a bare number of stars is out of
_MOST = 100  # the top of a range beyond it is no scale's


class Scale(NamedTuple):
    """The numbers of the levels.

    `levels` is from a number to the level's index as text, empty where a number says nothing;
    `percent` says that the levels are in percent, `starred` that stars may count them,
    `disputed` that the prompt speaks of another scale, so that no number counts.
    """

    levels: Mapping[int, str]
    top: int
    percent: bool = False
    starred: bool = False
    disputed: bool = False


NO_SCALE = Scale({}, 0)


def level_scale(
    levels: Sequence[str], spelled: Sequence[Sequence[str]], prompt: str, choosing: Choosing
) -> Scale:
    """Return the scale of levels that each begin with a number of their own."""
    numbers: list[int] = []
    for tokens in spelled:
        found = [(int(said.name), said.start) for said in choosing.numbers.search(tokens)] + [
            (int(token), place) for place, token in enumerate(tokens) if _is_whole(token)
        ]
        others = [token for token in tokens if token[0].isdigit() and not _is_whole(token)]
        first = _first_word(tokens, choosing)
        if len(found) != 1 or others or found[0][1] != first:
            return NO_SCALE
        numbers.append(found[0][0])
    if len(set(numbers)) < len(numbers):
        return NO_SCALE
    if _differs(prompt, numbers, choosing):
        return Scale({}, 0, disputed=True)
    percents = [
        "%" in level or any(p.name == "percents" for p in choosing.rating.search(tokens))
        for level, tokens in zip(levels, spelled, strict=True)
    ]
    if any(percents) and not all(percents):
        return NO_SCALE
    return _scale(
        {number: str(index) for index, number in enumerate(numbers)},
        [*spelled, prompt.casefold().split()],
        choosing,
        percent=all(percents),
    )


def stated_scale(levels: Sequence[str], prompt: str, choosing: Choosing) -> Scale:
    """Return the scale that `prompt` states: what number the lowest and the highest level have."""
    asked = " ".join(prompt.casefold().split())
    names = [re.escape(" ".join(level.casefold().split())) for level in levels]
    found = [
        numbers
        for pattern in _patterns(choosing)
        if (numbers := _ranked([_stated(name, asked, pattern) for name in names]))
    ]
    if not found or any(numbers != found[0] for numbers in found):
        return NO_SCALE
    if _differs(prompt, found[0], choosing):
        return NO_SCALE
    ranked = {number: str(index) for index, number in enumerate(found[0])}
    return _scale(ranked, [asked.split()], choosing, percent=False)


def _ranked(stated: Sequence[int | None]) -> list[int]:
    """Return a number for each level, if the lowest and the highest have one and all fit."""
    lowest, highest = stated[0], stated[-1]
    if lowest is None or highest is None or abs(highest - lowest) != len(stated) - 1:
        return []
    step = 1 if highest > lowest else -1
    numbers = [lowest + step * index for index in range(len(stated))]
    fits = all(number in {None, given} for number, given in zip(stated, numbers, strict=True))
    return numbers if fits and min(numbers) in {0, 1} else []


def _scale(
    levels: Mapping[int, str], texts: Sequence[Sequence[str]], choosing: Choosing, *, percent: bool
) -> Scale:
    top = max(levels)
    in_order = all(int(low) + 1 == int(high) for low, high in pairwise(levels.values()))
    counted = all(right - left == 1 for left, right in pairwise(levels)) and in_order
    named = any(phrase.name == "stars" for text in texts for phrase in choosing.rating.search(text))
    return Scale(levels, top, percent, counted and not percent and (named or top == _STARS))


def _is_whole(token: str) -> bool:
    return token.isdecimal() and token == str(int(token))


def _first_word(tokens: Sequence[str], choosing: Choosing) -> int:
    """Return where the words begin, but for one that only says that a level follows."""
    name, end = choosing.rating.longest(tokens, 0) if tokens else (None, 0)
    return end if name == "points" else 0


def _differs(prompt: str, numbers: Sequence[int], choosing: Choosing) -> bool:
    """Whether the prompt speaks of a scale with another top, such as "from 1 to 10"."""
    ranges = re.findall(
        rf"(?<![\d.,:])([01])\s*(?:[-\u2013\u2014/]|\b(?:{choosing.ranging})\b)\s*(\d+)(?![\d:])",
        prompt.casefold(),
    )
    return any(
        int(high) <= _MOST and (int(high) != max(numbers) or int(low) != min(numbers))
        for low, high in ranges
    )


def _patterns(choosing: Choosing) -> Sequence[str]:
    """How prompts say what a number stands for: "1 (poor)", "1 = poor"; "poor (1)", "poor = 1"."""
    meaning = choosing.meaning
    quoted = r"[\"'\u201c\u2018]?(?<!\w)LEVEL(?!\w)[\"'\u201d\u2019]?"
    number = r"(?<![\w.,:-])(\d{1,2})(?!\w)"
    return (
        rf"{number}\s*(?:[(\[=:.,)\]\-\u2013\u2014\u2192]{{1,2}}|\b(?:{meaning})\b)?\s*{quoted}",
        rf"{quoted}\s*(?:[(\[=]|\b(?:{meaning})\b)\s*{number}(?!\s*(?:[-=:]|\b(?:{meaning})\b))",
    )


def _stated(level: str, asked: str, pattern: str) -> int | None:
    """Return the one number that the prompt gives the level, by a pattern."""
    said = {int(number) for number in re.findall(pattern.replace("LEVEL", level), asked)}
    return said.pop() if len(said) == 1 else None
