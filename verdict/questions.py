"""The three kinds of question, as frozen plain types.

Neither a question's id nor the order of its options is part of what it asks.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from verdict.errors import QuestionError
from verdict.rendering import Content, clip, is_blank, render

MAX_OPTIONS = 255
MAX_LABEL = 1000
_CONTENT_TYPES = (str, list, dict)
MIN_LEVELS = 2
MAX_LEVELS = 10

Reads: TypeAlias = Literal["reply"]


@dataclass(frozen=True, slots=True)
class Noul:
    """A yes/no question, answered by P(true).

    Attributes:
        instructions: what is asked; may be left out where an outcome is described.
        true: what true means, if it needs saying.
        false: what false means, if it needs saying.
        reads: "reply" says outright that the question asks what the reply says: true means yes.

    Raises:
        QuestionError: nothing is asked and no outcome is described.
    """

    type: ClassVar[Literal["noul"]] = "noul"

    instructions: Content | None = None
    true: Content | None = None
    false: Content | None = None
    reads: Reads | None = None

    def __post_init__(self) -> None:
        _check_reads(self.reads)
        if all(_check_contents(self.instructions, self.true, self.false)):
            raise QuestionError("a noul needs instructions, or a description of true or of false")

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of its distribution."""
        return ("true", "false")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of 1 to 255 labelled options.

    Attributes:
        instructions: what is asked.
        options: label to description; None where the label says it all.
        reads: "reply" says outright that the question asks which option the reply picks.

    Raises:
        QuestionError: no options or too many, a blank label, or two labels that are the same text.
    """

    type: ClassVar[Literal["choice"]] = "choice"

    instructions: Content | None
    options: Mapping[str, Content | None]
    reads: Reads | None = None
    labels: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        _check_reads(self.reads)
        if not isinstance(self.options, Mapping):
            raise QuestionError("options map a label to its description, or to None")
        if not 1 <= len(self.options) <= MAX_OPTIONS:
            raise QuestionError(
                f"a choice takes 1 to {MAX_OPTIONS} options, this one has {len(self.options)}"
            )
        _check_contents(self.instructions, *self.options.values())
        if not all(isinstance(label, str) and not is_blank(label) for label in self.options):
            raise QuestionError("an option's label is blank or no string: give it a name")
        if any(len(label) > MAX_LABEL for label in self.options):
            raise QuestionError(
                f"a label is longer than {MAX_LABEL} characters: describe it instead"
            )
        _check_distinct("options", self.options)
        object.__setattr__(self, "options", dict(self.options))
        object.__setattr__(self, "labels", tuple(self.options))


@dataclass(frozen=True, slots=True)
class Score:
    """One of 2 to 10 ordered levels, lowest first, answered by the expected level.

    Attributes:
        instructions: what is asked.
        levels: what each level means; its index is its value.
        reads: "reply" says outright that the question asks which level the reply gives.
        texts: the levels as text.

    Raises:
        QuestionError: too few or too many levels, a blank one, or two that are the same text.
    """

    type: ClassVar[Literal["score"]] = "score"

    instructions: Content | None
    levels: Sequence[Content]
    reads: Reads | None = None
    labels: tuple[str, ...] = field(init=False)
    texts: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_reads(self.reads)
        if not isinstance(self.levels, list | tuple):
            raise QuestionError("levels are a list, lowest first")
        if not MIN_LEVELS <= len(self.levels) <= MAX_LEVELS:
            raise QuestionError(
                f"a score takes a list of {MIN_LEVELS} to {MAX_LEVELS} levels, lowest first; "
                f"this one has {len(self.levels)}"
            )
        _check_contents(self.instructions)
        texts = [_text(level) for level in self.levels]
        if any(map(is_blank, texts)):
            raise QuestionError("a level is blank: say what it means")
        _check_distinct("levels", texts)
        object.__setattr__(self, "texts", tuple(texts))
        object.__setattr__(self, "levels", tuple(self.levels))
        object.__setattr__(self, "labels", tuple(str(i) for i in range(len(self.levels))))


Question: TypeAlias = Noul | Choice | Score


def _check_contents(*contents: Content | None) -> list[bool]:
    """Whether each is blank; renders them, so that what cannot be rendered is refused here."""
    return [content is None or is_blank(_text(content)) for content in contents]


def _text(content: Content) -> str:
    if not isinstance(content, _CONTENT_TYPES):
        raise QuestionError(f"a text is a string, an object or an array, not {content!r}")
    return render(content)


def _check_reads(reads: object) -> None:
    if reads not in (None, "reply"):
        raise QuestionError(f'reads is {reads!r}: leave it out, or say "reply"')


def _check_distinct(what: str, texts: Iterable[str]) -> None:
    seen: dict[str, str] = {}
    for text in texts:
        # Long runs of combining marks take Unicode normalising quadratic time.
        form = unicodedata.normalize("NFC", text) if len(text) <= MAX_LABEL else text
        if form in seen:
            raise QuestionError(
                f"two {what} are the same text: {clip(seen[form])!r} and {clip(text)!r}"
                + ("" if seen[form] == text else ", in two Unicode forms")
            )
        seen[form] = text
