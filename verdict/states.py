"""The thing being judged: a string, an object or an array."""

from typing import cast

from verdict.errors import ContentError
from verdict.rendering import StateContent, render, text_parts

_STATE_TYPES = (str, dict, list, tuple)


class State:
    """One state and the two ways to read it: as one text, and as a reply to a prompt.

    Attributes:
        content: as given; an array of nothing but text parts is its text, an array of one JSON
            part that part's value.
        text: the whole state as text, by the rule of `verdict.rendering`.
        reply: the reply that the state holds; None where it holds none, or one that is not text.
        prompt: what the reply answers, if the state says so.
        memo: what tiers have worked out about the state, by tier; the next question may ask again.

    Args:
        content: a string, an object or an array. An object with a `reply` means: a person
            answered `prompt` (which may be absent) with `reply`.

    Raises:
        ContentError: the content is something else, or cannot be rendered.
    """

    def __init__(self, content: StateContent) -> None:
        if not isinstance(content, _STATE_TYPES):
            raise ContentError(f"a state is a string, an object or an array, not {content!r}")
        content = _unwrapped(content)
        self.text = render(content)
        self.content = self.text if text_parts(content) else content
        fields = content if isinstance(content, dict) else {}
        self.reply = _reply_text(fields.get("reply"))
        prompt = fields.get("prompt")
        self.prompt = None if prompt is None else render(cast("StateContent", prompt))
        self.memo: dict[str, object] = {}


def _unwrapped(content: StateContent) -> StateContent:
    """The value of a lone JSON part: so clients of the AI SDK send an object."""
    match content:
        case [{"type": "json", "value": str() | dict() | list() as value, **others}] if not others:
            return cast("StateContent", value)
    return content


def _reply_text(reply: object) -> str | None:
    if isinstance(reply, list):
        return render(reply)
    return reply if isinstance(reply, str) else None
