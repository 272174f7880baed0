"""Where a prompt puts its options: their numbers or letters, and their places in order."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.choosing import Choosing
from verdict_rules.menu import Menu, spell
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack

MAX_CHARACTERS = 4000  # of a prompt; a longer one is not searched for a list
_MIN_ITEMS = 2
_MARK = re.compile(
    r"(?:(?<=^)|(?<=[\s(\[,;:.?!]))[(\[]?(\d{1,2}|[A-Za-z])"
    r"(?:\s?[.):\]=]+(?=[\s?]|[^\W\d_]|$)|\s+[-\u2013\u2014](?=\s))",
    re.MULTILINE,
)
_BARE_MARK = re.compile(r"(?:^|(?<=[\s,;:(]))(\d{1,2}|[A-Za-z])(?=\s+[^\W\d_])", re.MULTILINE)
_BULLET = re.compile(r"^[^\S\n]*[-*\u2022\u2013\u2014\u00b7\u25aa]\s+(.*)$", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.?!](?:\s|$)|\n")
_CLAUSE_END = re.compile(r":\s|[?!](?:\s|$)|\.(?:\s+|$)(?=[A-Z]|$)|\n\s*\n")
_EMPHASIS = re.compile(r"[*`]")
_KEYCAP = re.compile("\ufe0f?\u20e3")


class Listing(NamedTuple):
    """What stands where in a prompt.

    `marks` gives the option that a number or a letter stands for, `places` the options in the
    order of the prompt, None where an item is none of them or more than one. Both are empty where
    nothing is listed, or where that is in doubt.
    """

    marks: dict[str, str]
    places: tuple[str | None, ...]


NOTHING_LISTED = Listing({}, ())


def read_listing(prompt: str, menu: Menu, pack: Pack, choosing: Choosing) -> Listing:
    """Return which options `prompt` lists, and how."""
    if len(prompt) > MAX_CHARACTERS:
        return NOTHING_LISTED
    bullets = _BULLET.findall(prompt)
    text = _KEYCAP.sub(")", _EMPHASIS.sub("", prompt))
    found = [
        listing
        for marks in (_numbered(text), _lettered(text))
        if (listing := _marked(text, marks, menu, pack, choosing)).marks
    ]
    if len(found) == 1:
        return found[0]
    if found:
        return NOTHING_LISTED
    bare = _bare(text, menu, pack, choosing)
    if bare.marks:
        return bare
    if len(bullets) >= _MIN_ITEMS:
        return Listing({}, _once([_item(item, menu, pack, choosing) for item in bullets]))
    return Listing({}, _in_line(text, menu, pack, choosing))


def _numbered(text: str) -> list[re.Match[str]]:
    return [mark for mark in _MARK.finditer(text) if mark[1].isdecimal()]


def _lettered(text: str) -> list[re.Match[str]]:
    return [mark for mark in _MARK.finditer(text) if mark[1].isalpha()]


def _series(marks: Sequence[re.Match[str]]) -> tuple[list[re.Match[str]], bool]:
    """Return the marks 1, 2, 3 or a, b, c, and whether nothing else could be one of them."""
    series: list[re.Match[str]] = []
    closed = True
    for mark in marks:
        value = int(mark[1]) if mark[1].isdecimal() else ord(mark[1].lower()) - ord("a") + 1
        if value == len(series) + 1:
            series.append(mark)
        elif series and value <= len(series):
            return [], False
        elif series and value <= len(series) + 3:
            closed = False
    return (series, closed) if len(series) >= _MIN_ITEMS else ([], False)


def _marked(
    text: str, marks: Sequence[re.Match[str]], menu: Menu, pack: Pack, choosing: Choosing
) -> Listing:
    series, closed = _series(marks)
    if not series:
        return NOTHING_LISTED
    ends = [mark.start() for mark in series[1:]] + [len(text)]
    names = [mark[1].lower() for mark in series]
    items = [
        _marked_item(name, text[mark.end() : end], menu, pack, choosing)
        for name, mark, end in zip(names, series, ends, strict=True)
    ]
    places = _once(items)
    return Listing(
        {name: item for name, item in zip(names, places, strict=True) if item is not None},
        places if closed else (),
    )


def _marked_item(mark: str, text: str, menu: Menu, pack: Pack, choosing: Choosing) -> str | None:
    """Return the option that an item is; its mark may be the option's own name."""
    item = _item(text, menu, pack, choosing)
    end, named = menu.name((mark,), 0)
    if item is None and end and len(named) == 1:
        return next(iter(named))
    return item


def _once(items: Sequence[str | None]) -> tuple[str | None, ...]:
    """Leave out what stands in two places."""
    return tuple(item if items.count(item) == 1 else None for item in items)


def _item(text: str, menu: Menu, pack: Pack, choosing: Choosing) -> str | None:
    """Return the one option that the text of an item names, or has the words of."""
    tokens = spell(text, pack)
    start = _after_light(tokens, choosing)
    if start < len(tokens):
        end, found = menu.name(tokens, start)
        if len(found) == 1 and (end == len(tokens) or tokens[end] in BREAKS):
            return next(iter(found))
    cut = _SENTENCE_END.search(text.lstrip())
    tokens = spell(text.lstrip()[: cut.start()] if cut else text, pack)
    named = [keys for _, _, keys, size in _names_in(tokens, menu) if size > 1]
    if named:
        every = frozenset[str]().union(*named)
        return next(iter(every)) if len(every) == 1 else None
    having = [menu.words[token] for token in tokens if token in menu.words]
    if not any(len(among) == 1 for among, _, _ in having):
        return None
    both = frozenset.intersection(*(among & usable for among, usable, _ in having))
    return next(iter(both)) if len(both) == 1 else None


def _after_light(tokens: Sequence[str], choosing: Choosing) -> int:
    start = 0
    while start < len(tokens) and choosing.picking.longest(tokens, start)[0] == "light":
        start += 1
    return start


def _names_in(tokens: Sequence[str], menu: Menu) -> list[tuple[int, int, frozenset[str], int]]:
    """Return start, end, options and characters of the names in `tokens`."""
    found = []
    position = 0
    while position < len(tokens):
        end, keys = menu.name(tokens, position)
        if end > position:
            size = sum(map(len, tokens[position:end]))
            found.append((position, end, keys, size))
        position = max(end, position + 1)
    return found


def _bare(text: str, menu: Menu, pack: Pack, choosing: Choosing) -> Listing:
    """Read "1 tea, 2 coffee" and "press 1 for tea or 2 for coffee", where every item is named."""
    told = re.compile(rf"(?<!\w)(\d{{1,2}}|[A-Za-z])\s+(?:{choosing.meaning})(?=\s)", re.IGNORECASE)
    for pattern in (_BARE_MARK, told):
        marks = list(pattern.finditer(text))
        series, closed = _series([mark for mark in marks if mark[1].isdecimal()])
        if not series:
            series, closed = _series([mark for mark in marks if mark[1].isalpha()])
        if not series:
            continue
        ends = [mark.start() for mark in series[1:]] + [len(text)]
        items = []
        for mark, end in zip(series, ends, strict=True):
            tokens = [*spell(text[mark.end() : end], pack)]
            start = _after_light(tokens, choosing)
            stop, keys = menu.name(tokens, start) if start < len(tokens) else (0, frozenset())
            rest = {*tokens[stop:]} - BREAKS - choosing.joining
            last = mark is series[-1]
            ended = not rest or (last and tokens[stop] in BREAKS)
            items.append(next(iter(keys)) if len(keys) == 1 and ended else None)
        if closed and None not in _once(items):
            names = [mark[1].lower() for mark in series]
            named = [item for item in items if item is not None]
            return Listing(dict(zip(names, named, strict=True)), tuple(named))
    return NOTHING_LISTED


def _in_line(text: str, menu: Menu, pack: Pack, choosing: Choosing) -> tuple[str | None, ...]:
    """Return the options in the order of a sentence that names each once, as a list does."""
    found: list[tuple[str, ...]] = []
    for clause in _CLAUSE_END.split(_without_abbreviations(text, pack)):
        tokens = spell(clause or "", pack)
        names = _names_in(tokens, menu)
        if names:
            found.append(_listed(tokens, names, pack, choosing))
        elif found and tokens and tokens[0] not in pack.askers:
            return ()  # it may tell of one thing more
    if len(found) != 1 or len(found[0]) != len(menu.keys) or {*found[0]} != menu.keys:
        return ()
    return found[0]


def _without_abbreviations(text: str, pack: Pack) -> str:
    """Leave out the full stops that end no clause."""
    short = "|".join(map(re.escape, sorted(pack.abbreviations)))
    return re.sub(rf"\b({short})\.(?=\s)", r"\1", text, flags=re.IGNORECASE)


def _listed(
    tokens: Sequence[str],
    names: Sequence[tuple[int, int, frozenset[str], int]],
    pack: Pack,
    choosing: Choosing,
) -> tuple[str, ...]:
    if len(names) < _MIN_ITEMS or any(len(keys) != 1 for _, _, keys, _ in names):
        return ()
    first, last = names[0][0], names[-1][1]
    noun = set(tokens[last : last + 1]) - BREAKS
    if noun and tokens[last + 1 :] and tokens[last + 1] not in BREAKS:
        return ()
    if not choosing.joining.isdisjoint(tokens[last:]):
        return ()
    gaps = [{*tokens[left[1] : right[0]]} for left, right in pairwise(names)]
    joined = [not gap.isdisjoint(choosing.joining) for gap in gaps]
    allowed = BREAKS | choosing.joining | choosing.particles | noun
    bare = len(names) > _MIN_ITEMS and all(BREAKS.issuperset(gap) and gap for gap in gaps)
    if not (joined[-1] or bare) or (any(joined[:-1]) and not all(joined)):
        return ()
    others = set().union(*gaps) - allowed
    if any(choosing.picking.longest((word,), 0)[0] != "kinds" for word in others):
        return ()
    before = first - 1
    while before >= 0 and tokens[before] in choosing.particles - choosing.joining:
        before -= 1
    if before >= 0 and (tokens[before] in choosing.joining or tokens[before] in BREAKS):
        head = tokens[:before]
        if tokens[before] in choosing.joining or pack.askers.isdisjoint(head):
            return ()
    return tuple(next(iter(keys)) for _, _, keys, _ in names)
