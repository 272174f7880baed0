"""The decision over the phrases of a reply: yes, no, or a reason to pass.

The phrases' classes are those of `pack.REPLY_CLASSES`, and two that only the prompt can give:
`repeats` (the reply repeats what the prompt proposes) and `stops` (it does, and what it repeats
would by itself be a refusal: "cancel it" after "Shall I cancel it?").
"""

from collections.abc import Sequence
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
}
_YES = {"yes", "proceeds", "repeats"}
_WEAK = {"praise", "fine", "short_answer", "wants"}
_NO = {"no", "not_now", "rejects", "halts"}
# Phrases whose sense turns round when the prompt proposes to stop or to refuse.
_TURNS = {"proceeds", "halts", "refuses", "not_now"}
# Phrases that answer what someone proposes, and say nothing about a fact.
_TO_OFFERS = {"proceeds", "halts"}
_MINOR = {"polite", "fillers", "joins"}
_BESIDE_YES = _YES | _WEAK | _MINOR | {"now", "neutral", "stops"}
_BESIDE_NO = _NO | _MINOR | {"contrasts", "later", "done", "set", "nothing", "fine"}
_ENOUGH_FOR_NO: dict[Kind, set[str]] = {
    "more": {"done", "set", "nothing", "fine"},
    "offer": {"set"},
}
# Phrases that could carry on into what follows, and what may follow them without a break.
_OPEN = {"short_answer", "wants", "rejects"}
_CLOSES = _MINOR | {"now", "meanwhile", "later", "contrasts"}
# The kinds of prompt after which a phrase that is no yes or no by itself answers as one.
_ENOUGH_FOR_YES: dict[str, tuple[Kind, ...]] = {
    "praise": ("offer", "check", "statement"),
    "wants": ("offer",),
    "short_answer": ("check", "question"),
    "fine": ("check", "statement"),
}


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
    outcome = _weigh(names, prompt.kind)
    if outcome[0] is None:
        return outcome
    if prompt.halts and not _TURNS.isdisjoint(names):
        return None, "mixed"
    if prompt.kind == "question" and not _TO_OFFERS.isdisjoint(names):
        return None, "off_target"
    return (None, UNCLEAR[prompt.kind]) if prompt.kind in UNCLEAR else outcome


def _joined(phrases: Sequence[Phrase]) -> list[str] | None:
    """Join each opening with the proposal it carries; None where one carries nothing."""
    names: list[str] = []
    position = 0
    while position < len(phrases):
        phrase = phrases[position]
        position += 1
        carried = position < len(phrases) and phrases[position].start == phrase.end
        following = phrases[position].name if carried else None
        if phrase.name in {"wants", "carries", "rejects"} and following in {"repeats", "stops"}:
            names.append("no" if phrase.name == "rejects" else following)
            position += 1
            carried = (
                position < len(phrases) and phrases[position].start == phrases[position - 1].end
            )
            following = phrases[position].name if carried else None
        elif phrase.name == "carries" or (
            phrase.name in _OPEN and carried and following not in _CLOSES
        ):
            return None
        else:
            names.append(phrase.name)
        if phrase.name == "rejects" and following in {"now", "meanwhile"}:
            position += 1
    if names and names[-1] in {"joins", "contrasts"}:
        return None
    return names


def _weigh(names: list[str], kind: Kind) -> Outcome:
    found = set(names)
    if "refuses" in found:
        return _refusal(names)
    if found & _NO:
        return _weigh_no(found, kind)
    if found & _YES:
        if found & {"later", "meanwhile", "contrasts"}:
            return None, "conditional"
        if kind == "more" or "done" in found:
            return None, "off_target"
        return ("yes", None) if found <= _BESIDE_YES else (None, "mixed")
    if "stops" in found or (found & {"set", "nothing"} and found & _WEAK):
        return None, "mixed"
    if found & _ENOUGH_FOR_NO.get(kind, set()) and found <= _BESIDE_NO:
        return "no", None
    if "later" in found:
        return None, "conditional"
    if found <= _BESIDE_YES and any(kind in _ENOUGH_FOR_YES[name] for name in found & _WEAK):
        return "yes", None
    return None, "content"


def _weigh_no(found: set[str], kind: Kind) -> Outcome:
    if {"fine", "halts"} <= found:
        return None, "mixed"
    if "later" in found:
        found = found - {"repeats"}
    if found <= _BESIDE_NO or (kind == "more" and found <= _BESIDE_NO | {"praise"}):
        return "no", None
    if found & _NO == {"not_now"} and found & (_YES | _WEAK):
        return None, "conditional"
    return None, "content" if found <= _BESIDE_NO | {"now", "meanwhile"} else "mixed"


def _refusal(names: list[str]) -> Outcome:
    """A refusal in the first person stands after a yes, but not before one."""
    last = len(names) - 1 - names[::-1].index("refuses")
    after, others = set(names[last + 1 :]), set(names)
    if after & (_YES | _WEAK) or not others <= (_BESIDE_NO - {"fine"}) | {"refuses", "yes"}:
        return None, "mixed"
    return "no", None
