"""What OpenAI's Decisions protocol asks, checked, and each question as one of ours."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    StrictBool,
    StrictStr,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from verdict.errors import QuestionError
from verdict.questions import (
    MAX_LABEL,
    MAX_LEVELS,
    MAX_OPTIONS,
    MIN_LEVELS,
    Choice,
    Noul,
    Question,
    Score,
)
from verdict.rendering import Content, clip, is_blank, render
from verdict.service.conversations import Conversation, QuestionParts, parts_content
from verdict.service.faults import wrong_at
from verdict.service.listing import MODEL_ID

_MIN_CHOICES = 2
# Values that say yes or no, and which of the two; clients that know no booleans send words.
_YES_OR_NO: dict[str | bool, str] = {
    True: "true",
    "true": "true",
    "yes": "true",
    False: "false",
    "false": "false",
    "no": "false",
}
_MAX_QUESTIONS = 400
# Where what a question can be wrong about stands.
_OPTIONS = {"predicate": "instructions", "choice": "choices", "score": "levels"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, and how its answer is to be put.

    Attributes:
        type: the protocol's name for the kind of question.
        name: the caller's name for it.
        question: what it asks, as one of our questions.
        values: each of that question's labels, in the caller's order, and what the caller calls
            it: the value of a choice, or the label of a level.
    """

    type: Literal["predicate", "choice", "score"]
    name: str | None
    question: Question
    values: Mapping[str, str | bool]


def _check_value(value: object) -> object:
    if not isinstance(value, str | bool):
        raise PydanticCustomError("choice_value", "a string, true or false is expected")
    return value


class ChoiceOption(BaseModel):
    """One of the choices; a text and a boolean that reads the same are two."""

    value: Annotated[
        StrictStr | StrictBool,
        BeforeValidator(_check_value),
        WithJsonSchema(
            {
                "anyOf": [
                    {"type": "string", "pattern": r"\S", "maxLength": MAX_LABEL},
                    {"type": "boolean"},
                ]
            }
        ),
    ]
    description: str | None = None


class ScoreLevel(BaseModel):
    """One of the levels."""

    label: str
    description: str | None = None


def _check_instructions(parts: QuestionParts) -> QuestionParts:
    if is_blank(render(parts_content(parts))):
        raise ValueError("nothing is asked: say what")
    return parts


class _Question(BaseModel):
    name: str | None = None
    instructions: Annotated[QuestionParts, AfterValidator(_check_instructions)]

    @property
    def _content(self) -> Content:
        return parts_content(self.instructions)

    @abstractmethod
    def build(self) -> Asked:
        """Make one of our questions of it."""


class PredicateQuestion(_Question):
    """How likely something is true."""

    type: Literal["predicate"]

    def build(self) -> Asked:
        """Make one of our questions of it."""
        return Asked(self.type, self.name, Noul(self._content), {})


class ChoiceQuestion(_Question):
    """Which of several values fits."""

    type: Literal["choice"]
    choices: Annotated[
        list[ChoiceOption],
        Field(min_length=_MIN_CHOICES, max_length=MAX_OPTIONS, fail_fast=True),
    ]

    def build(self) -> Asked:
        """Make one of our questions of it: between yes and no, also in words, a yes/no one."""
        said = [option.value for option in self.choices]
        answers = [_YES_OR_NO.get(x.casefold() if isinstance(x, str) else x, "") for x in said]
        if sorted(answers) == ["false", "true"]:
            labels = dict(zip(answers, self.choices, strict=True))
            true, false = labels["true"].description, labels["false"].description
            question: Question = Noul(self._content, true, false)
        else:
            labels = _labels(self.choices)
            described = {label: option.description for label, option in labels.items()}
            question = Choice(self._content, described)
        values = {label: option.value for label, option in labels.items()}
        return Asked(self.type, self.name, question, values)


class ScoreQuestion(_Question):
    """Which of several levels, the lowest first, fits."""

    type: Literal["score"]
    levels: Annotated[
        list[ScoreLevel],
        Field(min_length=MIN_LEVELS, max_length=MAX_LEVELS, fail_fast=True),
    ]

    def build(self) -> Asked:
        """Make one of our questions of it."""
        texts = [_level_text(str(index), level) for index, level in enumerate(self.levels)]
        question = Score(self._content, texts)
        values = {
            index: level.label for index, level in zip(question.labels, self.levels, strict=True)
        }
        return Asked(self.type, self.name, question, values)


_AnyQuestion: TypeAlias = Annotated[
    PredicateQuestion | ChoiceQuestion | ScoreQuestion, Field(discriminator="type")
]


class DecisionsRequest(BaseModel):
    """A text or a conversation and the questions to ask of it; unknown fields are ignored."""

    model: str = MODEL_ID
    input: Conversation
    questions: Annotated[
        list[_AnyQuestion], Field(min_length=1, max_length=_MAX_QUESTIONS, fail_fast=True)
    ]
    x_verdict: Annotated[
        StrictBool | None,
        Field(description="Whether each answer tells its tier and whether it is settled."),
    ] = None


def build_questions(body: DecisionsRequest) -> list[Asked]:
    """Make one of our questions of each.

    Raises:
        RefusedError: two have the same name, or the options of one are not what they may be.
    """
    names: set[str] = set()
    asked = []
    for number, question in enumerate(body.questions):
        place = ("questions", number)
        if question.name in names:
            raise wrong_at(
                (*place, "name"), "an earlier question has it: give each its own, or none"
            )
        if question.name is not None:
            names.add(question.name)
        try:
            asked.append(question.build())
        except QuestionError as error:
            raise wrong_at((*place, _OPTIONS[question.type]), str(error)) from error
    return asked


def _labels(choices: Sequence[ChoiceOption]) -> dict[str, ChoiceOption]:
    """The choices by labels, which are texts where the values are none."""
    texts = {option.value for option in choices if isinstance(option.value, str)}
    labels: dict[str, ChoiceOption] = {}
    for option in choices:
        label = option.value
        if isinstance(label, bool):
            label = "true" if label else "false"
            while label in texts:
                label += " (boolean)"
        if label in labels:
            raise QuestionError(f"two choices have the value {clip(label)!r}: keep one")
        labels[label] = option
    return labels


def _level_text(index: str, level: ScoreLevel) -> str:
    """What the level means; some clients number the labels and describe what they mean."""
    description = level.description or ""
    if is_blank(description):
        return level.label
    if level.label == index or is_blank(level.label):
        return description
    return f"{level.label}: {description}"
