"""The part of a language pack that reads replies which pick an option or give a level.

A pack has all of these entries or none; without them it reads no picks. A number and the letters
that follow it are two words in them ("2 nd"). They are the plain lists of `CHOOSING_LISTS`, the
tables of `NUMBERS`, and grammars in the notation of `phrases.py`, whose classes are those of
`CHOOSING_CLASSES`. The tables of `CHOOSING_TABLES` may be left out, and are empty then.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from verdict_rules.entries import Entries
from verdict_rules.phrases import Phrases, words_in

CHOOSING_CLASSES: Mapping[str, str] = {
    "leads": "introduces what is chosen, or a rating",
    "wants": "introduces what is wanted, of which there could be several, so that a number counts",
    "requests": "asks for what is wanted: a question mark after it asks nothing back",
    "light": "has no weight beside a mention",
    "kinds": "names the thing chosen, whatever it is",
    "nouns": "says what kind of thing was mentioned right before, other than by a number",
    "follows": "follows what is chosen and says no more",
    "asides": "comments on what is chosen, and changes nothing",
    "praises": "the same of a level; beside one of the lower half it passes as mixed",
    "blames": "the same of a level; beside one of the upper half it passes as mixed",
    "several": "says that more than one is meant, or whichever: passes as mixed",
    "none": "says that none is meant: passes as content",
    "denies": "turns a mention round: passes as content",
    "rejects": "sets aside the mention that follows, where another is picked beside it",
    "corrects": "takes back what was said before it",
    "alternatives": "stands between two of which one is meant: passes as mixed",
    "waits": "asks for time, counts it or orders what is said: passes as content",
    "approximates": "says that a level is not exactly meant: passes as hedged",
    "degrees": "the same, by how much; a level that has one is not mentioned without it",
    "out_of": "stands between a level and the top of its scale",
    "stars": "a unit of scales of five, or of scales in stars",
    "percents": "a unit of scales in percent",
    "points": "names or counts a level",
}
CHOOSING_LISTS: Mapping[str, str] = {
    "particles": "words that by themselves never mention an option whose text has them",
    "exclusions": (
        "words that turn the text of an option round, so that its other words mention nothing "
        "('no insurance')"
    ),
    "catch_all": "labels of options that stand for no pick, unless the prompt offers them",
    "number_signs": "what stands before a number and only says that it is one ('no. 2')",
    "meaning": "words between a number and what it stands for ('press 1 for tea')",
    "ranging": "words between the ends of a scale ('1 to 5')",
    "joining": "words between the last two things of a list",
    "pair": "the words for the first and the second of two",
    "affirming": "labels that say yes to a question",
    "negating": "labels that say no to it",
    "unpicking": (
        "beginnings of words by which a question asks for something else than what is picked"
    ),
    "unwanting": "beginnings of words by which a prompt asks what shall go, not what is wanted",
}
NUMBERS: Mapping[str, str] = {
    "numbers": "from a whole number to the patterns that say it",
    "ordinals": "the same for a place: -1 is the last, -2 the last but one, 0 the middle",
}
CHOOSING_TABLES: Mapping[str, str] = {
    "spellings": (
        "another form of a word, and the word, in options, prompts and replies ('mon' is 'monday')"
    ),
}
CHOOSING_GRAMMARS: Mapping[str, str] = {
    "picking": "how options are picked",
    "rating": "how levels are given",
    "choosing": "what belongs to both",
}
CHOOSING_KEYS = frozenset({*CHOOSING_LISTS, *NUMBERS, *CHOOSING_GRAMMARS})
_NUMBERED = re.compile(r"^(\d+)([^\W\d_]+)$")
_NOTHING = "(?!)"  # a pattern that matches nowhere, for a list without words


@dataclass(frozen=True, slots=True, eq=False)
class Choosing:
    """What a pack knows of picking and rating, compiled; equal only to itself.

    `numbers` and `ordinals` name a phrase by the number that it says, in digits; `meaning` and
    `ranging` are alternatives of a regular expression. `rewrites` are those of the pack and its
    other spellings.
    """

    particles: frozenset[str]
    exclusions: frozenset[str]
    catch_all: frozenset[str]
    meaning: str
    ranging: str
    joining: frozenset[str]
    affirming: frozenset[str]
    negating: frozenset[str]
    unpicking: tuple[str, ...]
    unwanting: tuple[str, ...]
    pair: tuple[str, ...]
    number_sign: re.Pattern[str]
    numbers: Phrases
    ordinals: Phrases
    picking: Phrases
    rating: Phrases
    rewrites: Mapping[str, tuple[str, ...]]

    @classmethod
    def build(cls, entries: Entries, groups: Mapping[str, list[str]]) -> "Choosing":
        """Compile the entries.

        Raises PackError, naming the entry, for whatever breaks the format.
        """
        entries = entries.respelled("spellings")
        common, picking, rating = (
            _patterns(entries, name, CHOOSING_CLASSES) for name in ("choosing", "picking", "rating")
        )
        signs = entries.folded("number_signs", str.lower)
        return cls(
            particles=frozenset(entries.words("particles")),
            exclusions=frozenset(entries.words("exclusions")),
            catch_all=frozenset(entries.texts("catch_all")),
            meaning=_either(entries.folded("meaning", str.lower)),
            ranging=_either(entries.folded("ranging")),
            joining=frozenset(entries.words("joining")),
            affirming=frozenset(entries.texts("affirming")),
            negating=frozenset(entries.texts("negating")),
            unpicking=tuple(entries.words("unpicking")),
            unwanting=tuple(entries.words("unwanting")),
            pair=tuple(entries.words("pair")),
            number_sign=re.compile(rf"(?<!\w)(?:{_either(signs)})\s?(?=\d)", re.IGNORECASE),
            numbers=entries.grammar("numbers", _numbers(entries, "numbers"), groups),
            ordinals=entries.grammar("ordinals", _numbers(entries, "ordinals"), groups),
            picking=entries.grammar("picking", _joined(common, picking), groups),
            rating=entries.grammar("rating", _joined(common, rating), groups),
            rewrites=entries.rewrites,
        )


def _numbers(entries: Entries, table: str) -> dict[str, list[str]]:
    found = _patterns(entries, table)
    for name in found:
        if not name.removeprefix("-").isdecimal():
            raise entries.fault(
                table, f"[{table}] has the entry {name!r}: name each after a whole number"
            )
    return found


def _patterns(
    entries: Entries, name: str, classes: Collection[str] | None = None
) -> dict[str, list[str]]:
    found = entries.patterns(name, classes)
    for word in [word for row in found.values() for pattern in row for word in words_in(pattern)]:
        apart = _NUMBERED.sub(r"\1 \2", word)
        if apart != word:
            raise entries.fault(
                name, f"[{name}] has {word!r}, of which options are two words: write {apart!r}"
            )
    return found


def _joined(common: Mapping[str, list[str]], own: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {name: [*common.get(name, []), *own.get(name, [])] for name in CHOOSING_CLASSES}


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words)) or _NOTHING
