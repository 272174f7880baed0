"""How labels and descriptions become the texts that are compared with the state."""

import re
from collections.abc import Sequence

_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_/]+|(?<=[A-Za-z])[-.](?=[A-Za-z])")
# Labels and descriptions that say: it is none of the other options.
_NONE_LABEL = re.compile(
    r"(none|others?|out of (scope|domain)|oos|ood|unknown|n/?a|n a|nothing|not listed|unlisted"
    r"|(any|some)(thing| ?one| ?where)? ?else|no (match|intent|option|category|topic|class)"
    r"|not (applicable|covered|supported|in scope)|unsupported|irrelevant|off topic"
    r"|misc(ellaneous)?|neither|no fit|does not fit|no such .*|undefined|unclassified"
    r"|uncategori[sz]ed)",
    re.IGNORECASE,
)
_NONE_ANYWHERE = re.compile(
    r"\bnone of (these|those|the|them)\b|\bneither of (these|those|the|them)\b"
    r"|\bno(thing| option| intent| category)?( \w+)? (here )?(fits|matches|applies)\b"
    r"|\bnot (listed|covered|among)\b|\b(any|some)thing else\b"
    r"|\b(does not|doesn't) (fit|belong|match)\b|\bdo not (fit|match)\b|\boff[ -]topic\b"
    r"|\bno match\b|\bnone appl",
    re.IGNORECASE,
)

_YES_NO = {("yes", "no"), ("true", "false")}


def label_words(label: str) -> str:
    """Return the label as words: `alarm/set_alarm` and `SetAlarm` become `... set alarm`."""
    return " ".join(_JOINT.sub(" ", label).split()).lower() or label


def option_text(label: str, description: str | None, template: str) -> str:
    """Return the text of an option: the template filled, or the label's words alone."""
    words = label_words(label)
    if description is None or not description.strip():
        return words
    return template.format(label=words, description=description)


def means_none(label: str, description: str | None) -> bool:
    """Return whether the option stands for none of the others, by its own words."""
    words = label_words(label)
    if _NONE_LABEL.fullmatch(words) or _NONE_ANYWHERE.search(words):
        return True
    return description is not None and _NONE_ANYWHERE.search(description) is not None


def answers_yes_no(options: Sequence[tuple[str, str | None]]) -> tuple[bool, bool] | None:
    """Return which of two bare options is the yes; None unless they say yes and no, true and false.

    Parameters:
        options: Label and description of each.
    """
    if len(options) != 2 or any(text and text.strip() for _, text in options):  # noqa: PLR2004
        return None
    first, second = (label.strip().casefold() for label, _ in options)
    if (first, second) in _YES_NO:
        return True, False
    return (False, True) if (second, first) in _YES_NO else None
