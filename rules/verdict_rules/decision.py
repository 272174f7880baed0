"""The decision over the phrases of a reply: yes, no, or a reason to pass.

The phrases' classes are those of `pack.REPLY_CLASSES`, and four that only the prompt can give:
`repeats` (the reply repeats what the prompt proposes), `stops` (it does, and what it repeats would
by itself be a refusal: "cancel it" after "Shall I cancel it?"), and `agrees` and `disagrees` (it
answers with the auxiliary verb of the question: "it is", "I don't").
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from verdict_rules.asked import Kind, Prompt
from verdict_rules.phrases import Phrase
from verdict_rules.weights import (
    ASSENTS,
    COMPANIONS,
    CONTENT_WITHOUT,
    DISSENTS,
    UNCLEAR,
    Names,
    assents,
    dissents,
    no_harm_after,
)

Polarity = Literal["yes", "no"]
Outcome = tuple[Polarity, None] | tuple[None, str]

_PASSING_IN_ORDER = ("off_target", "conditional", "hedged", "asks_back", "mixed")
PASSING = frozenset(_PASSING_IN_ORDER)

_MINOR = {"polite", "please", "fillers", "joins", "greets", "signs"}
_BESIDE_YES = {*_MINOR, "now", "neutral", "favour"}
_BESIDE_PLAIN_YES = {*_BESIDE_YES, "closes", "exclaims"}
_BESIDE_NO = {
    *_MINOR,
    "contrasts",
    "later",
    "puts_off",
    "exclaims",
    "regrets",
    "closes",
    "done",
    "further",
    "favour",
    "meanwhile",
}
# Phrases that could carry on into what follows, and what may follow them without a break.
_SHORT = {"short_answer", "agrees"}
_CARRYING = {"wants", "carries", "rejects", "spares", "ends", "proceeds", "resumes"}
STATED: set[Kind] = {"question", "check", "statement"}
_OPEN = {"short_answer", "wants", "rejects", "agrees", "disagrees"}
BESIDE_ALL = {*_MINOR, "now", "meanwhile", "later", "contrasts", "regrets", "closes", "favour"}
# Assents that people put before a refusal, to soften it, and refusals that then count.
_SOFTENING = {"ok", "praise", "suits", "fine", "short_answer"}
# After a negative question, which a mere "no" leaves open.
_CLEARLY_NOTHING = {"done", "further", "not_now", "unneeded"}
# What may be said of a thing before what is to be done with it: "looks good, send it".
_LIKED = frozenset({"pleased", "praise", "fits", "holds", "delights", "accepts", "tolerates"})
# What says, after "Do you mind if I", that it may be done, and that it may not.
_UNMINDING = {"unopposed", "neutral", "tolerates", "accepts", "delights"}
_MINDING = {"minds", "rejects", "halts", "vetoes"}
_REFUSALS = {*DISSENTS, "nothing", "set"}
_FIRM = {"no", "rejects", "refuses", "vetoes", "halts"}
_ANSWERS = ASSENTS | DISSENTS
_DENIALS = DISSENTS | CONTENT_WITHOUT
_DENIALS_OF_MORE = _DENIALS | {"fine"}
_NO_MORE = {"done", "further"}


def decide(phrases: Sequence[Phrase], prompt: Prompt, *, asks: bool, stray: bool) -> Outcome:
    """Return the polarity of a reply, or None and the reason why it has none.

    `asks` says that the reply has a question mark, `stray` that it has words in no phrase.
    """
    if asks:
        return None, "asks_back"
    found = [phrase.name for phrase in phrases]
    if not PASSING.isdisjoint(found):
        return None, next(reason for reason in _PASSING_IN_ORDER if reason in found)
    names = None if stray else joined(phrases, prompt.kind, dated="dated" in prompt.traits)
    if names is None:
        return None, "content"
    if prompt.kind == "reversed":
        outcome = _leave(names, prompt)
        told = outcome[0] == "yes" and "qualified" in prompt.traits
        return (None, UNCLEAR[prompt.kind]) if told else outcome
    outcome = _weigh(tuple(names), prompt.kind, prompt.traits)
    # "That's all" says that nothing lacks, unless it was asked whether something does.
    if outcome[0] == "no" and "negated" in prompt.traits:
        nothing = _CLEARLY_NOTHING - (set() if "additional" in prompt.traits else _NO_MORE)
        if not nothing.isdisjoint(names):
            return outcome
    if outcome[0] == "yes" and "qualified" in prompt.traits:
        return None, UNCLEAR["ambiguous"]
    if outcome[0] is not None and prompt.kind in UNCLEAR:
        return None, UNCLEAR[prompt.kind]
    return outcome


def _leave(names: Sequence[str], prompt: Prompt) -> Outcome:
    """After "Do you mind if I": only a reply that says more than yes or no is clear."""
    unclear: Outcome = None, UNCLEAR[prompt.kind]
    found = {*names} - _MINOR - {"regrets", "closes", "favour", "exclaims"}
    clear = found & {"goes", "repeats", "stops", "proceeds"}
    others = found - clear
    if clear and others and others <= {*_UNMINDING, "no", "set", "nothing"}:
        return "yes", None
    if not prompt.proposal.words:
        no_more = "additional" in prompt.traits and found & {"done", "further", "nothing"}
        return (
            ("no", None) if no_more and found <= {"done", "further", "nothing", "no"} else unclear
        )
    if found & _UNMINDING and found <= {*_UNMINDING, "no"}:
        return "yes", None
    turned = not prompt.traits.isdisjoint({"halts", "removes"}) and found & {"vetoes", "halts"}
    minding = found & _MINDING and found <= {*_MINDING, "yes", "no"} and not turned
    if minding and not {"minds", "no"} <= found:
        return "no", None
    return unclear


def joined(phrases: Sequence[Phrase], kind: Kind, *, dated: bool = False) -> list[str] | None:
    """Join each opening with the proposal it carries; None where one carries nothing.

    After a proposal that is `dated`, a refusal of it for now is none of it.
    """
    names: list[str] = []
    position = 0
    while position < len(phrases):
        phrase = phrases[position]
        position += 1
        if position == len(phrases) or phrases[position].start != phrase.end:
            names.append(phrase.name)  # nothing follows without a break
            continue
        following = phrases[position].name
        carries = phrase.name in _CARRYING
        carries = carries or (phrase.name in _SHORT and kind in STATED - {"question"})
        carries = carries or (phrase.name == "agrees" and kind == "question")
        if (carries and following in {"repeats", "stops"}) or (
            phrase.name == "carries" and following == "goes"
        ):
            wanted = "wants" if phrase.name == "wants" and following == "repeats" else following
            names.append(phrase.name if phrase.name in {"rejects", "spares", "ends"} else wanted)
            position += 1
        elif phrase.name in _SHORT and following == "repeats" and _is_later(phrases, position + 1):
            names.append("later")
            position += 2
        elif phrase.name == "repeats" and following in {"fine", "pleased", "fits"}:
            continue  # what is said of the thing decides
        elif phrase.name == "repeats" and following in {"denies", "disagrees"}:
            names.append("denies")
            position += 1
        elif phrase.name == "carries" or (phrase.name in _OPEN and following not in BESIDE_ALL):
            return None
        elif following in _REFUSALS and _negates(phrase):
            names.append("mixed")
        else:
            names.append(phrase.name)
        if phrase.name == "rejects" and not dated and _is_now(phrases, position):
            position += 1
    dangles = "carries" in names or names[-1:] in (["joins"], ["contrasts"])
    return None if dangles else names


def _is_later(phrases: Sequence[Phrase], position: int) -> bool:
    """Whether the phrase at `position` follows the one before without a break and postpones."""
    return (
        position < len(phrases)
        and phrases[position].start == phrases[position - 1].end
        and phrases[position].name == "later"
    )


def _is_now(phrases: Sequence[Phrase], position: int) -> bool:
    """Whether the phrase at `position` follows the one before without a break and says "now"."""
    return (
        position < len(phrases)
        and phrases[position].start == phrases[position - 1].end
        and phrases[position].name in {"now", "meanwhile"}
    )


def _negates(phrase: Phrase) -> bool:
    """Whether a dissent without a break after it would be negated; a mere "no" would not."""
    plain = phrase.name == "no" and phrase.end - phrase.start == 1
    return phrase.name in _REFUSALS and not plain


# Replies in other words have the same classes of phrases in a row, so that a few hundred are most.
@lru_cache(maxsize=4096)
def _weigh(names: tuple[str, ...], kind: Kind, traits: Names) -> Outcome:
    found = set(names)
    if "itself" in found and (kind == "more" or found & {"no", "not_now", "done"}):
        found = found - {"itself"} | {"done"}
    if found & {"mixed", "minds"} or ("neutral" in found and found & DISSENTS):
        return None, "mixed"
    if "puts_off" in found and kind == "offer" and not found & ASSENTS:
        found = found - {"puts_off"} | {"not_now"}
    denials = _DENIALS_OF_MORE if kind == "more" else _DENIALS
    if found & denials and not (found - denials) & ASSENTS - _no_harm(kind, traits):
        return _no(found, kind, traits)
    if "refuses" in found and not found & ASSENTS - {"yes"} and _last(names) == "refuses":
        return _no(found - {"yes"}, kind, traits)
    if found & DISSENTS:
        return _mixed(names, found, kind, traits)
    return _assent(names, found, kind, traits)


def _assent(names: Sequence[str], found: set[str], kind: Kind, traits: Names) -> Outcome:
    postponed = bool(found & {"later", "meanwhile", "puts_off"})
    if not found & ASSENTS:
        waves = "neutral" in found and traits & {"leave", "announced"}
        asked_for = kind == "offer" and found <= {*_MINOR, "neutral", "favour"}
        if asked_for and (waves or "please" in found):
            return "yes", None
        return None, "conditional" if postponed else "content"
    if postponed or "contrasts" in found:
        return None, "conditional"
    if found & CONTENT_WITHOUT or kind == "more":
        return None, "off_target"
    if _hesitates(names):
        return None, "hedged"
    return _yes(found, kind, traits)


def _last(names: Sequence[str]) -> str:
    answers = [name for name in names if name in _ANSWERS]
    return answers[-1] if answers else ""


def _no_harm(kind: Kind, traits: Names) -> Names:
    """Assents that beside a refusal only say that all is well without it: "No, that's okay"."""
    return no_harm_after(kind, clear=traits.isdisjoint({"leave", "halts"}))


def _yes(found: set[str], kind: Kind, traits: Names) -> Outcome:
    said = found & ASSENTS
    extras = found - said
    if "now" in found and "timed" in traits:
        return None, "content"
    enough, beside = assents(kind, traits)
    if "repeats" in said and kind == "offer" and "halts" not in traits:
        beside |= _LIKED
    if "yes" in said:
        plain = said <= beside and extras <= _BESIDE_PLAIN_YES
        return ("yes", None) if plain else (None, "content")
    companions = COMPANIONS.get(kind, set())
    answers = said - companions
    fitting = answers <= enough if answers else said <= enough
    if fitting and said <= enough | beside | companions and extras <= _BESIDE_YES:
        return "yes", None
    return None, "content"


def _no(found: set[str], kind: Kind, traits: Names) -> Outcome:
    said = found & (_DENIALS | _no_harm(kind, traits))
    extras = found - said
    ending = said & {"done", "further"}
    if "concludes" in traits and said & {"done", "further", "nothing", "set"}:
        return None, "mixed"
    if ending and kind != "more" and said - ending:
        said, extras = said - ending, extras | ending
    enough, beside = dissents(kind, traits)
    if said & {"no", "not_now"}:
        if kind == "statement" and said <= {"no", "not_now"} and "done" not in extras:
            return None, "off_target"
        enough = beside
    if said and said <= enough and extras <= _BESIDE_NO:
        return "no", None
    return None, "content"


def _mixed(names: Sequence[str], found: set[str], kind: Kind, traits: Names) -> Outcome:
    """A dissent beside an assent: a postponed or softened refusal is a no, all else is both."""
    answers = [name for name in names if name not in {*_MINOR, "regrets", "contrasts", "favour"}]
    if answers[-2:] in (["repeats", "later"], ["stops", "later"]):
        return _no(found - {"repeats", "stops"}, kind, traits)
    softened = [name for name in answers if name in _SOFTENING]
    if (
        softened
        and answers[: len(softened)] == softened
        and _FIRM.issuperset(answers[len(softened) :])
    ):
        return _no(found - _SOFTENING, kind, traits)
    if found & DISSENTS == {"not_now"}:
        return None, "conditional"
    return None, "mixed"


def _hesitates(names: Sequence[str]) -> bool:
    """Whether the reply trails off: a filler after the answer."""
    first = next(place for place, name in enumerate(names) if name in ASSENTS)
    return "fillers" in names[first:]
