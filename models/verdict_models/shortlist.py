"""Which options are read where reading all of them would take too long.

Only the state and the options' texts decide it: neither the options' order nor what the encoder
still knows from earlier calls, so that the same request always has the same answer.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from verdict_models.answers import TooLong
from verdict_models.encoder import Seen
from verdict_models.topics import things

# What a choice may cost, the state included, in tokens read. A token takes 0.19 ms on one core of
# an AMD EPYC with AVX2, so this is 0.6 s. All of 255 labels of eight tokens are read within it,
# and all of 150 labels with descriptions beside a state of 500 tokens.
BUDGET = 3200
# Its calls take 0.7 ms besides, as long as four tokens; long windows take a little more for each.
CALL = 4
FURTHER_WINDOW = 10
# One option alone would be the answer whatever it says.
LEAST = 2

# The first letters of each word: "cards" meets "card", and "freezing" meets "freeze".
_STEM = re.compile(r"\b\w{1,4}")


def cost(seen: Seen | TooLong) -> int:
    """Return what reading a text takes, in tokens, even if it was read before."""
    further = 0 if isinstance(seen, TooLong) else len(seen.windows) - 1
    return CALL + seen.tokens + FURTHER_WINDOW * further


def shortlist(
    state: str,
    texts: Sequence[str],
    nones: AbstractSet[str],
    room: float,
    look: Callable[[str], Seen | TooLong],
) -> dict[str, Seen] | TooLong:
    """Return the options to read: all of them if there is room, else those most like the state.

    Those that stand for none of the others come first, whatever words they share with the state,
    then the likest; the list ends before the first that has no room, but not before the
    second. One that is too long to be read at all is refused if its turn comes; if the room is
    used up before, it is left out like any other.

    Parameters:
        state: The text that is judged.
        texts: The options' texts, with or without repetitions.
        nones: Those among them that stand for none of the others.
        room: The most that reading them may cost.
        look: Tells what is known of a text.
    """
    looked: dict[str, Seen | TooLong] = {}
    spent = 0
    for text in dict.fromkeys(texts):
        looked[text] = look(text)
        spent += cost(looked[text])
        if spent > room:
            order = sorted(by_likeness(state, texts), key=lambda text: text not in nones)
            break
    else:
        room, order = math.inf, list(looked)
    read: dict[str, Seen] = {}
    for text in order:
        seen = looked[text] if text in looked else look(text)
        if isinstance(seen, TooLong):
            return seen
        room -= cost(seen)
        if room < 0 and len(read) >= LEAST:
            break
        read[text] = seen
    return read


def enumerations(
    options: Mapping[str, Seen], room: float, look: Callable[[str], Seen | TooLong]
) -> dict[str, dict[str, Seen]]:
    """Return the things that each of the options lists, or nothing if there is no room for all.

    Parameters:
        options: The options that are read.
        room: The most that reading the things may cost.
        look: Tells what is known of a text.
    """
    found: dict[str, dict[str, Seen]] = {}
    for text in options:
        found[text] = {}
        for item in things(text):
            seen = look(item)
            room -= cost(seen)
            if room < 0 or isinstance(seen, TooLong):
                return {}
            found[text][item] = seen
    return found


def by_likeness(state: str, texts: Sequence[str]) -> list[str]:
    """Return the distinct texts, those first that share most with the state.

    The measure is the cosine over words cut to four letters, each weighted by its inverse document
    frequency among the texts: a word that all of them have counts nothing, so that texts which
    are nearly equal are told apart by what differs. Ties are in the order of the texts themselves.
    """
    stems = {text: _stems(text) for text in texts}
    number = Counter(stem for found in stems.values() for stem in found)
    weights = {stem: math.log(len(stems) / count) ** 2 for stem, count in number.items()}
    asked = _stems(state)

    def likeness(text: str) -> float:
        # Exact sums: sets come in another order in each process.
        shared = math.fsum(weights[stem] for stem in stems[text] & asked)
        length = math.sqrt(math.fsum(weights[stem] for stem in stems[text]))
        return shared / length if shared else 0.0

    return sorted(stems, key=lambda text: (-likeness(text), text))


def _stems(text: str) -> set[str]:
    return set(_STEM.findall(text.casefold()))
