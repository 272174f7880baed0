import pytest

from verdict_rules import Ask, may_turn, may_turn_pick, read_ask

CONFIRMS = (
    *("Does the reply confirm?", "Does the reply mean yes?", "Is the reply a yes?"),
    *("Is the answer yes?", "Is the response affirmative?", "Does the user's reply mean yes?"),
    "X asked the question in the prompt and Y answered with the reply. Does the reply mean yes?",
    "The assistant sent the prompt and the user answered with the reply. Does the reply confirm?",
)
CONFIRMS_UNNAMED = ("Does the user confirm?", "Did they say yes?", "Has the person confirmed?")
REFUSES = ("Does the reply say no?", "Does the response mean no?", "Is the answer no?")
REFUSES_UNNAMED = ("Did the customer say no?", "Has the user said no?")
APPROVES = (
    *("Did the user agree to the proposal?", "approved?", "confirmed?", "Does the person consent?"),
    *("Has the user approved the action?", "Is this reply an approval?", "Is it confirmed?"),
)
DECLINES = (
    *("Did the customer decline the offer?", "Does the user disapprove?", "Denied?"),
    *("Does the reply refuse?", "Is the answer a refusal?", "Was the offer declined?"),
)
PICKS = (
    *("Which of the options does the reply pick?", "Which option does the answer name?"),
    *("Which of the listed options does the response choose?", "What was chosen in the reply?"),
)
PICKS_UNNAMED = (
    *(
        "Which option did the user choose?",
        "What did the customer select?",
        "Which one was picked?",
    ),
    *("What has the client chosen?", "Which of them do they prefer?", "the option the user picked"),
)
RATES = ("Which level does the reply give?", "What rating is given in the response?")
RATES_UNNAMED = (
    *("What rating did the user give?", "How many stars did the customer give?"),
    *("What score has the person given?", "How did the user rate it?"),
)
ELSE = (
    *("Which team should handle it?", "Which option is best?", "What does the user want?"),
    *("Which option did the user reject?", "Which option does the reply not pick?"),
    *("Which option would the user pick?", "What rating does the product have?"),
    *("Which of the options does the reply pick first?", "Which option did the assistant pick?"),
    *("", ".", "Is this spam?", "Is the reply polite?", "Does the reply confirm receipt?"),
    *("Does the reply confirm that the user is angry?", "Does the reply not confirm?"),
    *("Doesn't the reply confirm?", "Does the reply confirm or refuse?", "unapproved?"),
    *("Does the reply mention yes?", "Does the text contain an approval?", "Is it spam? yes"),
    *("Is the user's reply a confident yes?", "Does the reply confirm and thank?"),
    *("Does the reply approve of creating the listing?", "Does the user confirm the booking?"),
    *("The user answered with the reply.", "Does the reply confirm? Does the reply refuse?"),
    *("Does the reply confirm? The user answered with the reply.", "Is the reply negative?"),
    *("Does the reply confirm? Answer in French.", "Is the message urgent? Approved?"),
    *(
        "!Does the reply confirm?",
        "Does the reply fail to confirm?",
        "Does the assistant confirm?",
        "Is the reply a yes/no?",
    ),
)


@pytest.mark.parametrize("instructions", CONFIRMS)
def test_questions_for_a_yes_that_name_the_reply(instructions: str) -> None:
    """A question whether the reply says yes is known, and that it names the reply."""
    assert read_ask(instructions) == Ask("confirms", names_reply=True)


@pytest.mark.parametrize("instructions", CONFIRMS_UNNAMED)
def test_questions_for_a_yes_that_name_no_reply(instructions: str) -> None:
    """A question whether somebody agrees is known although it does not name the reply."""
    assert read_ask(instructions) == Ask("confirms", names_reply=False)


@pytest.mark.parametrize("instructions", REFUSES)
def test_questions_for_a_no_that_name_the_reply(instructions: str) -> None:
    """A question whether the reply says no is known as the inverse."""
    assert read_ask(instructions) == Ask("refuses", names_reply=True)


@pytest.mark.parametrize("instructions", REFUSES_UNNAMED)
def test_questions_for_a_no_that_name_no_reply(instructions: str) -> None:
    """A question whether somebody refuses is known although it does not name the reply."""
    assert read_ask(instructions) == Ask("refuses", names_reply=False)


@pytest.mark.parametrize("instructions", APPROVES)
def test_questions_for_an_approval_are_about_an_act(instructions: str) -> None:
    """A question whether somebody approves is about an act, not about a yes."""
    ask = read_ask(instructions)
    assert ask is not None
    assert (ask.asks, ask.of_act) == ("confirms", True)


@pytest.mark.parametrize("instructions", DECLINES)
def test_questions_for_a_refusal_are_about_an_act(instructions: str) -> None:
    """A question whether somebody declines is about an act, not about a no."""
    ask = read_ask(instructions)
    assert ask is not None
    assert (ask.asks, ask.of_act) == ("refuses", True)


@pytest.mark.parametrize(
    ("instructions", "ask"),
    [
        *((text, Ask("picks", names_reply=True)) for text in PICKS),
        *((text, Ask("picks", names_reply=False)) for text in PICKS_UNNAMED),
        *((text, Ask("rates", names_reply=True)) for text in RATES),
        *((text, Ask("rates", names_reply=False)) for text in RATES_UNNAMED),
    ],
)
def test_questions_for_an_option_or_a_level(instructions: str, ask: Ask) -> None:
    """A question which option is picked, or which level is given, is known."""
    assert read_ask(instructions) == ask


@pytest.mark.parametrize(
    "text",
    [
        *("Which does the user reject?", "Which is liked least?", "The worst one?", "Not wanted?"),
        *("Which one remains?", "Which option should we offer?", "Jaki kolor?", "x" * 5000),
    ],
)
def test_a_word_by_which_something_else_is_asked_than_the_pick(text: str) -> None:
    """A caller's word that the question asks what is picked does not hold against these."""
    assert may_turn_pick(text)


@pytest.mark.parametrize(
    "text", ["", "Which colour?", "Is it the red or the blue one?", "How was the food?"]
)
def test_a_plain_question_asks_what_is_picked(text: str) -> None:
    """Alternatives are what a pick is from."""
    assert not may_turn_pick(text)


@pytest.mark.parametrize("instructions", ELSE)
def test_any_other_question_is_not_known(instructions: str) -> None:
    """Instructions with one word more, a negation or another question are not known."""
    assert read_ask(instructions) is None


@pytest.mark.parametrize("instructions", [*CONFIRMS, *CONFIRMS_UNNAMED, *REFUSES])
def test_case_and_closing_mark_do_not_matter(instructions: str) -> None:
    """Capitals and a missing question mark change nothing."""
    assert read_ask(instructions.upper()) == read_ask(instructions.removesuffix("?"))
    assert read_ask(instructions.upper()) == read_ask(instructions)


def test_long_instructions_are_not_known() -> None:
    """Instructions beyond any known form are not read at all."""
    assert read_ask("Does the reply confirm? " * 50_000) is None


@pytest.mark.parametrize(
    "text",
    [
        "Is the user against it?",
        "Would they rather not?",
        "Will the reply reject this?",
        "Doesn't the user want it?",
        "Is it no?",
        "Yes or no?",
        "Do you mind?",
        "a refusal or so",
        "Should I stop?",
        "The user declines",
        "The reply is a rejection",
        "Has the user withdrawn consent?",
        "Lehnt der Nutzer ab?",
        "Does the user back out?",
        "x" * 5000,
    ],
)
def test_a_word_that_may_turn_a_question_round_is_seen(text: str) -> None:
    """A negation, a refusal, alternatives or more text than is read count as turning."""
    assert may_turn(text)


@pytest.mark.parametrize("text", ["May I?", "Shall I create it?", "Does she want it?", ""])
def test_a_question_without_such_a_word_does_not_turn(text: str) -> None:
    """A plain question has the reply's yes for its yes."""
    assert not may_turn(text)
