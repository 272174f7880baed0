"""Questions as they come in, from requests and files: checked here, plain types inside.

The protocol's questions ignore fields they do not know; our own refuse them and take `reads`.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetPydanticSchema,
)
from pydantic_core import CoreSchema, PydanticKnownError, to_json
from pydantic_core.core_schema import (
    ValidatorFunctionWrapHandler,
    no_info_wrap_validator_function,
)

from verdict.questions import (
    MAX_LEVELS,
    MAX_OPTIONS,
    MIN_LEVELS,
    Choice,
    Noul,
    Question,
    Reads,
    Score,
)

_LONGEST_KEPT = 2048  # bytes of JSON
_MOST_KEPT = 256


def at_most(limit: int) -> Callable[[object], object]:
    """Make a validator that counts before each is looked at: a body may hold very many."""

    def check(value: object) -> object:
        if isinstance(value, dict | list) and len(value) > limit:
            # The context that the library's own complaint has.
            raise PydanticKnownError(
                "too_long",
                {"field_type": "Value", "max_length": limit, "actual_length": len(value)},
            )
        return value

    return check


ContentField: TypeAlias = str | list[Any] | dict[str, Any]


class NoulCriteria(BaseModel):
    """What true and false mean, where it needs saying."""

    true: ContentField | None = None
    false: ContentField | None = None


class _QuestionSchema(BaseModel):
    instructions: ContentField | None = None

    @abstractmethod
    def build(self) -> Question:
        """Make the plain type; raises QuestionError."""

    def stated_reads(self) -> Reads | None:
        """Whether the caller said that the question asks what the reply says."""
        return None


class NoulSchema(_QuestionSchema):
    """A yes/no question, answered by P(true)."""

    type: Literal["noul"]
    criteria: NoulCriteria | None = None

    def build(self) -> Noul:
        """Make the plain type; raises QuestionError."""
        if self.criteria is None:
            return Noul(self.instructions, reads=self.stated_reads())
        true, false = self.criteria.true, self.criteria.false
        return Noul(self.instructions, true, false, self.stated_reads())


class ChoiceSchema(_QuestionSchema):
    """One of several labelled options: `criteria` maps a label to its description or null."""

    type: Literal["choice"]
    criteria: Annotated[
        dict[str, ContentField | None],
        Field(min_length=1, max_length=MAX_OPTIONS),
        BeforeValidator(at_most(MAX_OPTIONS)),
    ]

    def build(self) -> Choice:
        """Make the plain type; raises QuestionError."""
        return Choice(self.instructions, self.criteria, self.stated_reads())


class ScoreSchema(_QuestionSchema):
    """One of several ordered levels, lowest first, answered by the expected level."""

    type: Literal["score"]
    criteria: Annotated[
        list[ContentField],
        Field(min_length=MIN_LEVELS, max_length=MAX_LEVELS),
        BeforeValidator(at_most(MAX_LEVELS)),
    ]

    def build(self) -> Score:
        """Make the plain type; raises QuestionError."""
        return Score(self.instructions, self.criteria, self.stated_reads())


class _Own(_QuestionSchema):
    model_config = ConfigDict(extra="forbid")

    reads: Annotated[
        Reads | None,
        Field(description='"reply": the question asks what the reply says; true means yes.'),
    ] = None

    def stated_reads(self) -> Reads | None:
        return self.reads


class OwnNoulCriteria(NoulCriteria):
    """What true and false mean, where it needs saying."""

    model_config = ConfigDict(extra="forbid")


class OwnNoul(_Own, NoulSchema):
    """A yes/no question, answered by P(true)."""

    criteria: OwnNoulCriteria | None = None


class OwnChoice(_Own, ChoiceSchema):
    """One of several labelled options: `criteria` maps a label to its description or null."""


class OwnScore(_Own, ScoreSchema):
    """One of several ordered levels, lowest first, answered by the expected level."""


def _listed(criteria: object) -> object:
    """Let a record's score map each level's index to the level."""
    if not isinstance(criteria, dict):
        return criteria
    places = [str(number) for number in range(len(criteria))]
    if set(criteria) != set(places):
        raise ValueError(f"levels by index are counted from 0: {', '.join(places) or '0, 1'}")
    return [criteria[place] for place in places]


class RecordScore(OwnScore):
    """A score in a labelled record: `criteria` may also map a level's index to the level."""

    criteria: Annotated[
        list[ContentField],
        Field(min_length=MIN_LEVELS, max_length=MAX_LEVELS),
        BeforeValidator(at_most(MAX_LEVELS)),
        BeforeValidator(_listed),
    ]


def _built(schemas: object) -> GetPydanticSchema:
    """Check a question by one of the schemas, then make the plain type of it.

    The same few questions are asked all the time: those that were good are kept, by their JSON.
    """
    kept: dict[bytes, Question] = {}

    def build(value: object, check: ValidatorFunctionWrapHandler) -> Question:
        key = to_json(value, fallback=repr)
        question = kept.get(key)
        if question is None:
            schema: _QuestionSchema = check(value)
            question = schema.build()
            if len(key) <= _LONGEST_KEPT:
                if len(kept) >= _MOST_KEPT:
                    del kept[next(iter(kept))]
                kept[key] = question
        return question

    def schema_of(_: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        return no_info_wrap_validator_function(build, handler(schemas))

    return GetPydanticSchema(schema_of)


QuestionId: TypeAlias = Annotated[str, Field(min_length=1)]
ProtocolQuestion: TypeAlias = Annotated[
    Question,
    _built(Annotated[NoulSchema | ChoiceSchema | ScoreSchema, Field(discriminator="type")]),
]
OwnQuestion: TypeAlias = Annotated[
    Question, _built(Annotated[OwnNoul | OwnChoice | OwnScore, Field(discriminator="type")])
]
RecordQuestion: TypeAlias = Annotated[
    Question, _built(Annotated[OwnNoul | OwnChoice | RecordScore, Field(discriminator="type")])
]
