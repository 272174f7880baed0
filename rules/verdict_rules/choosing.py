"""The part of a language pack that reads replies which pick an option or give a level.

A pack has all of these entries or none; without them it reads no picks. A number and the letters
that follow it are two words in them ("2 nd"). The plain lists

- `particles`: words that by themselves never mention an option whose text has them;
- `exclusions`: words that turn the text of an option round, so that its other words mention
  nothing ("no insurance");
- `catch_all`: labels of options that stand for no pick, unless the prompt offers them;
- `number_signs`: what stands before a number and only says that it is one ("no. 2");
- `meaning`: words between a number and what it stands for ("press 1 for tea");
- `ranging`: words between the ends of a scale ("1 to 5");
- `joining`: words between the last two things of a list;
- `pair`: the words for the first and the second of two;
- `affirming`, `negating`: labels that say yes or no to a question;
- `unpicking`: beginnings of words by which a question asks for something else than what is picked;
- `unwanting`: beginnings of words by which a prompt asks what shall go, not what is wanted;

the tables `[numbers]` and `[ordinals]`, from a whole number to the patterns that say it (-1 is the
last, -2 the last but one), and three grammars in the notation of `phrases.py`: `[picking]` and
`[rating]`, and `[choosing]`, which belongs to both. `CHOOSING_CLASSES` says what each class means.

The table `[spellings]`, from a word to the word that it is another form of ("mon" is "monday"), may
be left out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from verdict_rules.errors import PackError
from verdict_rules.phrases import Phrases

CHOOSING_CLASSES: Mapping[str, str] = {
    "leads": "introduces what is chosen, or a rating",
    "wants": "introduces what is wanted, of which there could be several, so that a number counts",
    "requests": "asks for what is wanted: a question mark after it asks nothing back",
    "light": "has no weight beside a mention",
    "kinds": "names the thing chosen, whatever it is",
    "nouns": "says what kind of thing was mentioned right before, other than by a number",
    "follows": "follows what is chosen and says no more",
    "asides": "comments on what is chosen, and changes nothing",
    "praises": "the same, where levels are given; beside one of the lower half it passes as mixed",
    "blames": "the same; beside one of the upper half it passes as mixed",
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
LISTS = (
    *("particles", "exclusions", "catch_all", "meaning", "ranging", "joining", "affirming"),
    *("negating", "unpicking", "pair", "number_signs", "unwanting"),
)
MAY_LACK = frozenset({"spellings"})
CHOOSING_KEYS = (
    frozenset({*LISTS, "numbers", "ordinals", "choosing", "picking", "rating"}) | MAY_LACK
)


@dataclass(frozen=True, slots=True, eq=False)
class Choosing:
    """What a pack knows of picking and rating, compiled; equal only to itself.

    `numbers` and `ordinals` name a phrase by the number that it says, in digits. `rewrites` are
    those of the pack and its other spellings.
    """

    particles: frozenset[str]
    exclusions: frozenset[str]
    catch_all: frozenset[str]
    meaning: tuple[str, ...]
    ranging: tuple[str, ...]
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
    def build(
        cls,
        lists: Mapping[str, list[str]],
        tables: Mapping[str, dict[str, list[str]]],
        groups: Mapping[str, list[str]],
        rewrites: Mapping[str, tuple[str, ...]],
        language: str,
    ) -> "Choosing":
        """Compile the entries.

        Raises PackError, naming the entry, for a number that is none and whatever `Phrases` does
        not take.
        """
        for table in ("numbers", "ordinals"):
            for name in tables[table]:
                if not name.removeprefix("-").isdecimal():
                    raise PackError(
                        f"[{table}] of the pack {language!r} has the entry {name!r}: "
                        "name each after a whole number"
                    )
        common = tables["choosing"]
        grammars = {
            name: {
                entry: [*common.get(entry, []), *tables[name].get(entry, [])]
                for entry in CHOOSING_CLASSES
            }
            for name in ("picking", "rating")
        }
        return cls(
            particles=frozenset(lists["particles"]),
            exclusions=frozenset(lists["exclusions"]),
            catch_all=frozenset(lists["catch_all"]),
            meaning=tuple(lists["meaning"]),
            ranging=tuple(lists["ranging"]),
            joining=frozenset(lists["joining"]),
            affirming=frozenset(lists["affirming"]),
            negating=frozenset(lists["negating"]),
            unpicking=tuple(lists["unpicking"]),
            unwanting=tuple(lists["unwanting"]),
            pair=tuple(lists["pair"]),
            number_sign=re.compile(
                rf"(?<!\w)(?:{'|'.join(map(re.escape, lists['number_signs']))})\s?(?=\d)",
                re.IGNORECASE,
            ),
            numbers=Phrases(tables["numbers"], groups),
            ordinals=Phrases(tables["ordinals"], groups),
            picking=Phrases(grammars["picking"], groups),
            rating=Phrases(grammars["rating"], groups),
            rewrites=rewrites,
        )
