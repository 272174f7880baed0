"""The thing being judged: a string, an object or an array."""

from functools import cached_property

from verdict.errors import ContentError
from verdict.rendering import Content, render


class State:
    """One state and the two ways to read it: as one text, and as a reply to a prompt.

    Attributes:
        content: as given.
        text: the whole state as text, by the rule of `verdict.rendering`.

    Args:
        content: a string, an object or an array. An object with a `reply` means: a person
            answered `prompt` (which may be absent) with `reply`.

    Raises:
        ContentError: the content is something else, or cannot be rendered.
    """

    def __init__(self, content: Content) -> None:
        if not isinstance(content, str | dict | list):
            raise ContentError(f"a state is a string, an object or an array, not {content!r}")
        self.content = content
        self.text = render(content)

    @cached_property
    def reply(self) -> str | None:
        """The reply that the state holds; None where it holds none, or one that is not text."""
        if not isinstance(self.content, dict):
            return None
        reply = self.content.get("reply")
        if isinstance(reply, list):
            return render(reply)
        return reply if isinstance(reply, str) else None

    @cached_property
    def prompt(self) -> str | None:
        """What the reply answers, if the state says so."""
        prompt = self.content.get("prompt") if isinstance(self.content, dict) else None
        return None if prompt is None else render(prompt)
