"""The decision over the phrases of a reply: yes, no, or a reason to pass.

The phrases' classes are those of `pack.REPLY_CLASSES`, and two that only the prompt can give:
`repeats` (the reply repeats what the prompt proposes) and `stops` (it does, and what it repeats
would by itself be a refusal: "cancel it" after "Shall I cancel it?").

What a phrase is worth depends on what was asked. "It's perfect" says yes to "Is that right?" and
no to "Shall I change it?"; so each class settles only after the kinds of prompt named here.
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from verdict_rules.phrases import Phrase
from verdict_rules.prompt import Kind, Prompt

Polarity = Literal["yes", "no"]
Outcome = tuple[Polarity, None] | tuple[None, str]

_PASSING_IN_ORDER = ("off_target", "conditional", "hedged", "asks_back", "mixed")
PASSING = frozenset(_PASSING_IN_ORDER)
UNCLEAR: dict[Kind, str] = {
    "foreign": "unknown_words",
    "ambiguous": "mixed",
    "reversed": "mixed",
    "finished": "off_target",
    "open": "off_target",
    "statement": "off_target",
}

_ASSENTS = {"yes", "ok", "goes", "suits", "proceeds", "wants", "right", "praise", "fine"} | {
    *("pleased", "short_answer", "repeats", "stops")
}
# What says yes by itself, by what was asked.
_ENOUGH_FOR_YES: dict[Kind, set[str]] = {
    "none": {"yes", "ok", "goes", "suits", "proceeds", "right"},
    "check": {"yes", "right", "suits"},
    "offer": {"yes", "ok", "goes", "repeats"},
    "question": {"yes"},
}
# What may stand beside a plain yes.
_BESIDE_A_YES: dict[Kind, set[str]] = {
    "none": _ASSENTS,
    "check": {"right", "ok", "goes", "suits", "praise", "short_answer"},
    "offer": {"ok", "goes", "suits", "repeats", "stops"},
    "question": {"repeats", "stops"},
}

_DISSENTS = {"no", "not_now", "denies", "short_no", "rejects", "halts", "refuses"}
_ENOUGH_FOR_NO: dict[Kind, set[str]] = {
    "none": _DISSENTS - {"short_no"},
    "check": {"no", "not_now", "denies"},
    "offer": {"no", "not_now", "rejects"},
    "question": {"no", "not_now"},
    "more": {"no", "not_now", "done", "set", "nothing", "fine"},
}
# What else may stand beside a plain no.
_BESIDE_A_NO: dict[Kind, set[str]] = {
    "none": {"short_no"},
    "check": {"short_no"},
    "more": {"rejects", "denies", "short_no"},
}

_NEGATIVE = _DISSENTS | {"set", "nothing", "fine", "done"}
_MINOR = {"polite", "fillers", "joins"}
_BESIDE_YES = {*_MINOR, "now", "neutral"}
_BESIDE_PLAIN_YES = {*_BESIDE_YES, "closes"}
_BESIDE_NO = {*_MINOR, "contrasts", "later", "regrets", "closes", "done"}
# Phrases that could carry on into what follows, and what may follow them without a break.
_OPEN = {"short_answer", "wants", "rejects"}
_CLOSES = {*_MINOR, "now", "meanwhile", "later", "contrasts", "regrets", "closes"}


def decide(phrases: Sequence[Phrase], prompt: Prompt, *, asks: bool, stray: bool) -> Outcome:
    """Return the polarity of a reply, or None and the reason why it has none.

    `asks` says that the reply has a question mark, `stray` that it has words in no phrase.
    """
    found = {phrase.name for phrase in phrases}
    if asks:
        return None, "asks_back"
    if not PASSING.isdisjoint(found):
        return None, next(reason for reason in _PASSING_IN_ORDER if reason in found)
    names = _joined(phrases)
    if stray or names is None:
        return None, "content"
    outcome = _weigh(names, prompt)
    if outcome[0] is not None and prompt.kind in UNCLEAR:
        return None, UNCLEAR[prompt.kind]
    return outcome


def _joined(phrases: Sequence[Phrase]) -> list[str] | None:
    """Join each opening with the proposal it carries; None where one carries nothing."""
    names: list[str] = []
    position = 0
    while position < len(phrases):
        phrase = phrases[position]
        position += 1
        follows = position < len(phrases) and phrases[position].start == phrase.end
        following = phrases[position].name if follows else None
        if phrase.name in {"wants", "carries", "rejects"} and following in {"repeats", "stops"}:
            wanted = "wants" if phrase.name == "wants" and following == "repeats" else following
            names.append("no" if phrase.name == "rejects" else str(wanted))
            position += 1
        elif phrase.name == "carries" or (
            phrase.name in _OPEN and follows and following not in _CLOSES
        ):
            return None
        elif _negates(phrase) and following in {*_DISSENTS, "nothing", "set"}:
            names.append("mixed")
        else:
            names.append(phrase.name)
        if phrase.name == "rejects" and _is_now(phrases, position):
            position += 1
    if names and names[-1] in {"joins", "contrasts"}:
        return None
    return names


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
    return phrase.name in {*_DISSENTS, "nothing", "set"} and not plain


def _weigh(names: list[str], prompt: Prompt) -> Outcome:
    found = set(names)
    if "mixed" in found or ("neutral" in found and found & _DISSENTS):
        return None, "mixed"
    if "refuses" in found:
        return _refusal(names, prompt)
    if found & (_DISSENTS | {"done", "set", "nothing"}) and not found & _ASSENTS - {"fine"}:
        return _no(found, prompt)
    if found & _DISSENTS:
        return _mixed(names, found, prompt)
    if not found & _ASSENTS:
        return None, "conditional" if found & {"later", "meanwhile"} else "content"
    if found & {"later", "meanwhile", "contrasts"}:
        return None, "conditional"
    if found & {"done", "set", "nothing"} or prompt.kind == "more":
        return None, "off_target"
    if _hesitates(names):
        return None, "hedged"
    return _yes(found, prompt)


def _yes(found: set[str], prompt: Prompt) -> Outcome:
    said = found & _ASSENTS
    extras = found - said
    if "now" in found and prompt.timed:
        return None, "content"
    enough, beside = _assents(prompt.kind, (prompt.does, prompt.halts, prompt.theirs))
    if "yes" in said:
        plain = said <= beside and extras <= _BESIDE_PLAIN_YES
        return ("yes", None) if plain else (None, "content")
    if said and said <= enough and extras <= _BESIDE_YES:
        return "yes", None
    return None, "content"


@cache
def _assents(kind: Kind, traits: tuple[bool, bool, bool]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what says yes by itself after such a prompt, and what may stand with a plain yes."""
    does, halts, theirs = traits
    known: Kind = "check" if kind in UNCLEAR else kind
    enough = set(_ENOUGH_FOR_YES[known])
    beside = {"yes"} | _BESIDE_A_YES[known]
    if known == "offer" and does:
        enough.add("suits")
        beside.add("praise")
    if known == "offer" and theirs:
        enough.add("wants")
        beside.add("wants")
    if halts:
        enough &= {"yes", "ok", "repeats"}
    return frozenset(enough), frozenset(beside)


def _no(found: set[str], prompt: Prompt) -> Outcome:
    said = found & _NEGATIVE
    extras = found - said
    if "done" in said and prompt.kind != "more":
        said, extras = said - {"done"}, extras | {"done"}
    enough, beside = _dissents(prompt.kind, does=prompt.does)
    if said & {"no", "not_now"}:
        enough = beside
    if said and said <= enough and extras <= _BESIDE_NO:
        return "no", None
    return None, "content"


@cache
def _dissents(kind: Kind, *, does: bool) -> tuple[frozenset[str], frozenset[str]]:
    """Return what says no by itself after such a prompt, and what may stand with a plain no."""
    known: Kind = "check" if kind in UNCLEAR else kind
    doing = {"halts", "refuses"} if does and kind == "offer" else set()
    enough = _ENOUGH_FOR_NO[known] | doing
    return frozenset(enough), frozenset(enough | _BESIDE_A_NO.get(known, set()))


def _mixed(names: list[str], found: set[str], prompt: Prompt) -> Outcome:
    """A dissent beside an assent: a postponed refusal is a no, all else is both."""
    answers = [name for name in names if name not in {*_MINOR, "regrets", "contrasts"}]
    if answers[-2:] in (["repeats", "later"], ["stops", "later"]):
        return _no(found - {"repeats", "stops"}, prompt)
    if found & _DISSENTS == {"not_now"}:
        return None, "conditional"
    return None, "mixed"


def _refusal(names: list[str], prompt: Prompt) -> Outcome:
    """A refusal in the first person stands after a yes, but not before one."""
    last = len(names) - 1 - names[::-1].index("refuses")
    if set(names[last + 1 :]) & _ASSENTS or set(names) & _ASSENTS - {"yes"}:
        return None, "mixed"
    return _no(set(names) - {"yes"}, prompt)


def _hesitates(names: list[str]) -> bool:
    """Whether the reply trails off: a filler after the answer."""
    first = next(place for place, name in enumerate(names) if name in _ASSENTS)
    return "fillers" in names[first:]
