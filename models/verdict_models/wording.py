"""How labels and descriptions become the texts that are compared with the state."""

import re

_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_/]+|(?<=[A-Za-z])[-.](?=[A-Za-z])")


def label_words(label: str) -> str:
    """Return the label as words: `alarm/set_alarm` and `SetAlarm` become `... set alarm`."""
    return " ".join(_JOINT.sub(" ", label).split()).lower() or label


def option_text(label: str, description: str | None, template: str) -> str:
    """Return the text of an option: the template filled, or the label's words alone."""
    words = label_words(label)
    if description is None or not description.strip():
        return words
    return template.format(label=words, description=description)
