import pytest
from pydantic import TypeAdapter

from verdict import Choice, Noul, QuestionError, Score
from verdict.questions import Question
from verdict.rendering import Content
from verdict.schemas import ProtocolQuestion


def test_a_question_knows_the_labels_of_its_distribution() -> None:
    """Labels are true and false, the option labels, or the level indices, in order."""
    assert Noul("Sure?").labels == ("true", "false")
    assert Choice("Which?", {"b": None, "a": "first"}).labels == ("b", "a")
    assert Score("How?", ["low", "high"]).labels == ("0", "1")


@pytest.mark.parametrize("instructions", [None, "", "  ", [], {}, "\u200b"])
def test_a_noul_that_asks_nothing_is_refused(instructions: Content | None) -> None:
    """A noul needs instructions or a described outcome."""
    with pytest.raises(QuestionError, match="needs instructions"):
        Noul(instructions)


def test_a_described_outcome_is_enough_for_a_noul() -> None:
    """One described outcome asks the question by itself."""
    assert Noul(None, true="The writer is angry").labels == ("true", "false")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "1 to 255"),
        ({f"o{i}": None for i in range(256)}, "has 256"),
        ({" ": None}, "blank"),
        ({"\u200b": None}, "blank"),
        ({"caf\u00e9": None, "cafe\u0301": None}, "same text"),
        ({"a": 5}, "not 5"),
        ({"a" * 1001: None}, "longer than 1000"),
        ([("a", None)], "map a label"),
    ],
)
def test_a_choice_outside_its_limits_is_refused(
    options: dict[str, Content | None], complaint: str
) -> None:
    """Too few, too many, blank or equal labels are named."""
    with pytest.raises(QuestionError, match=complaint):
        Choice("Which?", options)


def test_255_options_are_taken() -> None:
    """The limit itself is inside."""
    assert len(Choice("Which?", {f"o{i}": None for i in range(255)}).labels) == 255


@pytest.mark.parametrize(
    ("levels", "complaint"),
    [
        (["one"], "2 to 10"),
        ([str(i) for i in range(11)], "has 11"),
        ("abc", "list"),
        ({"0": "lo", "1": "hi"}, "list"),
        ((text for text in ("lo", "hi")), "list"),
        (["same", "same"], "same text"),
        (["low", " "], "blank"),
        (["low", 3], "not 3"),
    ],
)
def test_a_score_outside_its_limits_is_refused(levels: list[Content], complaint: str) -> None:
    """Too few, too many, blank or equal levels are named."""
    with pytest.raises(QuestionError, match=complaint):
        Score("How much?", levels)


def test_reads_takes_reply_alone() -> None:
    """Another value is refused, since it would silently change nothing."""
    with pytest.raises(QuestionError, match="reads"):
        Noul("Sure?", reads="state")  # type: ignore[arg-type]


def test_later_changes_to_the_caller_s_options_do_not_reach_the_question() -> None:
    """A question keeps its own copy of what it was given."""
    options: dict[str, Content | None] = {"a": None}
    question = Choice("Which?", options)
    options["b"] = None
    assert list(question.options) == ["a"]


def test_a_question_that_was_asked_before_is_told_from_one_that_differs_in_anything() -> None:
    """Good questions are kept by their JSON: order, type and every field are part of it."""
    adapter = TypeAdapter[Question](ProtocolQuestion)
    asked = [
        {"type": "choice", "criteria": {"a": None, "b": None}},
        {"type": "choice", "criteria": {"b": None, "a": None}},
        {"type": "choice", "criteria": {"a": None, "b": "c"}},
        {"type": "score", "criteria": ["1", "2"]},
        {"type": "score", "criteria": ["2", "1"]},
        {"type": "score", "instructions": "x", "criteria": [{"a": 1}, {"a": 1.0}]},
        {"type": "score", "instructions": "x", "criteria": [{"a": True}, {"a": 1.0}]},
        {"type": "noul", "instructions": "a"},
        {"type": "noul", "criteria": {"true": "a"}},
        {"type": "noul", "criteria": {"false": "a"}},
    ]
    for _ in range(2):
        built = [adapter.validate_python(question) for question in asked]
        assert ["".join(question.labels) for question in built[:3]] == ["ab", "ba", "ab"]
        assert len({repr(question) for question in built}) == len(asked)
    for number in range(2000):
        question = adapter.validate_python({"type": "noul", "instructions": str(number)})
        assert question.instructions == str(number)
