"""What the rules tier needs to know of a question and a state, whatever the kind of question."""

from typing import cast

from verdict.reasons import REASONS, Reason
from verdict.rendering import Content, render
from verdict.states import State

_READ = frozenset({"prompt", "reply"})
MAX_ASK = 500  # characters; longer texts of a question are not read, nor kept


def rendered(text: Content | None) -> str:
    """The text of instructions or of a description; empty where there is none."""
    if isinstance(text, str):
        return text
    return "" if text is None else render(text)


def reply_of(state: State, *, names_reply: bool) -> str | None:
    """The reply to read: the state's own, or the state itself where the question calls it that."""
    if isinstance(state.content, str):
        return state.content if names_reply else None
    # Under another name than `prompt`, what was asked would go unread.
    others = isinstance(state.content, dict) and not _READ.issuperset(state.content)
    return None if others and state.prompt is None else state.reply


def known_reason(code: str | None) -> Reason:
    """The reason code of a reading that passes."""
    if code not in REASONS:
        raise ValueError(f"a reading that passes has no known reason: {code!r}")
    return cast("Reason", code)


def detail_of(unaccounted: tuple[str, ...]) -> str:
    """What the trace says of a reading that passes: the words that stopped it."""
    return f"not read: {', '.join(unaccounted)}" if unaccounted else "not read"
