"""What each class of phrase is worth after each kind of prompt.

"It's perfect" says yes to "Does it suit you?" and no to "Shall I change it?". So a class says yes
or no by itself, or may stand beside a plain one, only after the kinds and traits named here.
"""

from functools import cache

from verdict_rules.asked import Kind

Names = frozenset[str]
# Kinds of prompt after which a yes or a no is unclear, and the reason to pass.
UNCLEAR: dict[Kind, str] = {
    "foreign": "unknown_words",
    "ambiguous": "mixed",
    "reversed": "mixed",
    "finished": "off_target",
    "open": "off_target",
}

_ACCEPTING = {
    "yes",
    "ok",
    "goes",
    "unopposed",
    "welcomes",
    "suits",
    "accepts",
    "tolerates",
    "delights",
    "approves",
    "right",
}
ASSENTS = _ACCEPTING | {
    *(
        "proceeds",
        "resumes",
        "ships",
        "wants",
        "needs",
        "holds",
        "credits",
        "praise",
        "fits",
        "pleased",
    ),
    *("fine", "itself"),
    *("short_answer", "agrees", "repeats", "stops"),
}
# What says yes by itself, by what was asked.
_ENOUGH_FOR_YES: dict[Kind, set[str]] = {
    "none": {*_ACCEPTING, "proceeds", "resumes", "ships", "holds", "credits", "fits"}
    - {"delights"},
    "check": {"yes", "right", "welcomes", "fits", "suits", "accepts", "tolerates", "agrees"},
    "offer": {"yes", "ok", "goes", "unopposed", "welcomes", "approves", "repeats"},
    "question": {"yes", "right", "accepts", "welcomes", "agrees", "repeats"},
    "statement": {"yes", "right", "agrees", "welcomes", "fits", "accepts", "tolerates"},
}
# What may stand beside a plain yes.
_BESIDE_A_YES: dict[Kind, set[str]] = {
    "none": ASSENTS,
    "check": {
        *_ACCEPTING,
        "fits",
        "repeats",
        "proceeds",
        "resumes",
        "wants",
        "holds",
        "credits",
        "praise",
        "short_answer",
        "agrees",
    },
    "offer": {*_ACCEPTING, "fits", "repeats", "stops", "agrees"},
    "question": {
        *_ACCEPTING,
        "needs",
        "wants",
        "fits",
        "holds",
        "praise",
        "repeats",
        "stops",
        "agrees",
    },
    "statement": {
        *_ACCEPTING,
        "fine",
        "pleased",
        "needs",
        "repeats",
        "fits",
        "proceeds",
        "resumes",
        "holds",
        "credits",
        "praise",
        "agrees",
    },
}
# What the traits of a prompt add to the two.
_YES_BY_TRAIT: dict[str, tuple[set[str], set[str]]] = {
    "does": ({"suits", "accepts", "tolerates", "delights", "proceeds"}, {"pleased", "resumes"}),
    "ships": ({"ships"}, {"ships"}),
    "removes": ({"goes", "approves"}, {"proceeds"}),
    "wish": ({"suits", "accepts", "delights", "wants", "agrees"}, {"wants"}),
    "yours": ({"suits", "accepts", "delights", "wants", "agrees"}, {"wants", "resumes"}),
    "leave": ({"suits", "accepts", "tolerates", "delights"}, {"agrees"}),
    "elided": ({"suits", "accepts", "tolerates", "delights"}, set()),
    "bare": ({"goes", "welcomes"}, set()),
    "permits": ({"goes", "approves", "welcomes"}, {"repeats"}),
    "announced": (
        {"suits", "accepts", "tolerates", "delights", "proceeds", "resumes"},
        {"pleased"},
    ),
    "suggested": ({"fits", "holds", "praise", "fine"}, {"pleased"}),
    "desired": (
        {
            "itself",
            "ok",
            "praise",
            "delights",
            "approves",
            "goes",
            "repeats",
            "holds",
            "credits",
            "proceeds",
            "resumes",
        },
        {"fine", "pleased", "needs", "repeats", "stops"},
    ),
    "verifies": (
        {"itself", "holds", "credits", "proceeds", "resumes", "short_answer"},
        {"pleased", "fine", "repeats", "stops", "needs"},
    ),
    "suiting": (
        {
            "ok",
            "repeats",
            "tolerates",
            "delights",
            "approves",
            "praise",
            "pleased",
            "fine",
            "goes",
            "holds",
        },
        {"fine", "pleased", "needs"},
    ),
}

DISSENTS = {"no", "not_now", "denies", "wrong", "short_no", "disagrees", "rejects"} | {
    *("halts", "ends", "spares", "vetoes", "disallows", "refuses", "unneeded", "served"),
}
CONTENT_WITHOUT = {"set", "nothing", "done", "further"}
_ENOUGH_FOR_NO: dict[Kind, set[str]] = {
    "none": DISSENTS - {"short_no", "ends", "spares", "served"} | {"done", "further"},
    "check": {"no", "not_now", "wrong", "disagrees"},
    "offer": {"no", "not_now", "rejects", "disagrees"},
    "question": {"no", "not_now", "wrong", "disagrees"},
    "more": {"no", "not_now", "done", "further", "set", "nothing", "unneeded", "served"},
    "statement": {"wrong", "disagrees"},
}
# What says, beside a no to an offer of more, that all is well without it.
_ALL_WELL = {"fine", "accepts", "tolerates", "delights", "suits"} | {
    *("praise", "pleased", "fits", "right"),
}
# What else may stand beside a plain no.
_BESIDE_A_NO: dict[Kind, set[str]] = {
    "none": DISSENTS,
    "check": {*DISSENTS, "short_no"},
    "offer": {"short_no", "unneeded"},
    "question": {"wrong", "disagrees", "rejects", "not_now", "unneeded", "nothing"},
    "more": {
        *("no", "not_now", "unneeded", "served", "rejects", "disagrees", "short_no"),
        *_ALL_WELL,
    },
    "statement": {
        "wrong",
        "disagrees",
        "rejects",
        "denies",
        "refuses",
        "vetoes",
        "disallows",
        "unneeded",
    },
}

# What may stand beside anything else that says yes, without being enough.
# What may be said of a statement before an offer instead: "that works for me".
_OF_THE_NEWS = {"suits", "accepts", "tolerates", "delights", "pleased", "fits", "praise", "holds"}
COMPANIONS: dict[Kind, set[str]] = {
    "none": {"praise"},
    "check": {"praise", "fine", "itself"},
    "offer": {"praise"},
    "statement": {"praise", "ok", "fine", "delights", "needs"},
}


@cache
def no_harm_after(kind: Kind, *, clear: bool) -> Names:
    """Return the assents that beside a refusal only say that all is well without it."""
    if kind == "more":
        return frozenset(_ALL_WELL)
    return frozenset({"fine", "tolerates"} if kind == "offer" and clear else set())


@cache
def assents(kind: Kind, traits: Names) -> tuple[Names, Names]:
    """Return what says yes by itself after such a prompt, and what may stand with a plain yes."""
    known: Kind = "check" if kind in UNCLEAR else kind
    enough = set(_ENOUGH_FOR_YES[known])
    beside = {"yes"} | _BESIDE_A_YES[known]
    if known == "offer" and "halts" not in traits:
        beside |= {"proceeds", "wants", "praise", "fine"}
        if traits & {"does", "wish", "yours", "elided"}:
            beside.add("needs")
    for trait in traits & _YES_BY_TRAIT.keys():
        more, also = _YES_BY_TRAIT[trait]
        enough |= more
        beside |= more | also
    if {"announced", "does"} <= traits:
        enough.add("praise")
    _leave_out_of_assents(enough, beside, known, traits)
    if "halts" in traits:
        _assent_to_stopping(enough, beside, traits)
    return frozenset(enough), frozenset(beside)


def _leave_out_of_assents(enough: set[str], beside: set[str], kind: Kind, traits: Names) -> None:
    """Take away what may be meant for something else than the question."""
    if "news" in traits and ("does" not in traits or "additional" in traits):
        enough -= _OF_THE_NEWS
        beside -= {"needs", "pleased"}
    if kind == "offer" and "gives" not in traits:
        beside -= {"needs", "fits", "pleased"}
    if "fact" in traits:
        enough -= {"welcomes", "accepts", "suits"}
        beside -= {"welcomes", "needs", "wants", "goes", "approves", "suits", "resumes", "accepts"}
    if "approval" in traits and "yours" not in traits:
        enough.discard("approves")
    if "tagged" in traits:
        enough.discard("fits")


def _assent_to_stopping(enough: set[str], beside: set[str], traits: Names) -> None:
    """Take away what may be meant for the thing that would be stopped."""
    beside -= {"suits", "accepts", "tolerates", "delights", "welcomes", "fits", "pleased"}
    beside -= {"needs", "credits", "holds", "unopposed"}
    removing = {"goes", "approves"} if "removes" in traits else set[str]()
    beside -= {"approves"} - removing
    enough &= {"yes", "ok", "repeats", "right", "agrees", "wants"} | removing


def _not_enough(traits: Names) -> set[str]:
    """Return what may be said of the thing instead of an offer that does not bring it."""
    amiss: set[str] = set()
    if "gives" not in traits:
        amiss.add("unneeded")
    if not traits & {"gives", "approval", "consents", "elided", "announced"}:
        amiss |= {"vetoes", "refuses"}
    if not traits & {"leave", "approval", "consents", "elided", "announced"}:
        amiss.add("disallows")
    if not traits & {"gives", "elided", "announced"}:
        amiss.add("ends")
    if "news" in traits and not traits & {"elided", "announced"}:
        amiss |= {"vetoes", "refuses", "disallows", "unneeded", "ends"}
    if "remains" in traits or not traits & {"removes", "halts"}:
        amiss.add("spares")
    if "remains" in traits:
        amiss.add("served")
    return amiss


# What the traits of an offer that is not about stopping add to what says no by itself, and to what
# may stand with a plain no.
_NO_BY_TRAIT: dict[str, tuple[set[str], set[str]]] = {
    "wish": ({"ends", "spares", "served"}, {"set", "done", "pleased"}),
    "yours": ({"ends", "spares", "served"}, {"set", "done", "pleased"}),
    "suggested": ({"denies"}, set()),
    "leave": ({"halts"}, set()),
    "does": ({"halts", "ends", "spares", "refuses", "vetoes"}, set()),
    "announced": ({"halts", "ends", "spares", "refuses", "vetoes"}, set()),
    "elided": ({"halts", "ends", "spares", "refuses", "vetoes"}, set()),
}


@cache
def dissents(kind: Kind, traits: Names) -> tuple[Names, Names]:
    """Return what says no by itself after such a prompt, and what may stand with a plain no."""
    known: Kind = "check" if kind in UNCLEAR else kind
    enough = set(_ENOUGH_FOR_NO[known])
    beside = {"no", "not_now"} | _BESIDE_A_NO[known]
    if traits & {"removes", "halts"}:
        enough.add("spares")
    if known == "check":
        enough |= {"denies", "disallows"} if "suiting" in traits else set()
        enough |= set() if traits & {"halts", "tagged"} else {"vetoes"}
    if known == "offer":
        _refuse_an_offer(enough, beside, traits)
    return frozenset(enough), frozenset(enough | beside)


def _refuse_an_offer(enough: set[str], beside: set[str], traits: Names) -> None:
    """Add what refuses an offer, and take away what may be meant for something else."""
    if "halts" not in traits:
        enough |= {"vetoes", "refuses", "disallows"}
        beside |= {"halts", "ends", "spares", "denies", "disallows", "set", "nothing"}
        if "leave" not in traits:
            enough.add("unneeded")
            beside |= {"fine", "tolerates"}
        for trait in traits & _NO_BY_TRAIT.keys():
            more, also = _NO_BY_TRAIT[trait]
            enough |= more
            beside |= also
    if {"additional", "gives"} <= traits:
        enough.add("further")
    amiss = _not_enough(traits)
    enough -= amiss
    beside -= amiss & {"ends"} | (amiss & {"spares"} if "remains" in traits else set())
