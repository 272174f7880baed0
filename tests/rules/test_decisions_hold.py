"""Decisions that a small change of the rules' code would turn: each row needs a line of it."""

import pytest

from verdict_rules import read_reply
from verdict_rules.weights import assents, dissents

BOOK = "I found a table for four at Rosetta on Friday at 19:30. Shall I book it?"
CONTINUE = (
    # Going on may mean what was going on before, unless just that was offered.
    ("by all means, carry on", "Should we cancel the trip?"),
    ("by all means, carry on", "Can you come in on Friday?"),
    ("Yes I accept them", "Your first name is Kathryn with a K?"),
    ("I want that, yes", "I'd tag your ex in the beach photos."),
    # An approval may be a question's own word, or its status.
    ("Approved.", "Allow remote access to this computer?"),
    # What follows may take the assent back.
    ("all good enough later maybe", BOOK),
    ("yes that's fine, thanks for trying", "Is it a problem if the guest brings her dog?"),
    # Politeness, a sound or a smile is no leave.
    ("please", None),
    ("at once please", None),
    ("I feel relieved. Please", "Do you want me to send it?"),
    ("erm", "I need your permission to send it."),
    ("\u263a", "I will escalate this to your manager."),
    # What is introduced, joined or opposed, and then does not come, or is something else.
    ("no need by me you may go ahead", None),
    ("please go ahead and I think not", None),
    ("confirm the same, and", None),
    # Thanks for what is only said may be meant otherwise.
    ("Great, thanks", "I'd tag your ex in the beach photos."),
)
STOPS = (
    # What is refused may be what there is, or an excuse for it, and no more is no refusal.
    ("vetoed", "want me to send it?"),
    ("skip it", "There is an optional tutorial. Would you like to see it?"),
    ("never mind", BOOK),
    ("no thanks, scrap that", "Tell your followers about your new score?"),
    ("no other requests", "Book the 6:52 train to Basel?"),
    # To leave or to stop something, where nothing is known to be done, may mean anything.
    ("keep it", None),
    ("leave it as it is", None),
    ("skip it", None),
    ("stop it now", None),
    ("do not do them ah", None),
    ("we never", None),
    ("I'm good, thanks", None),
    ("stop", "Would you like a window seat?"),
    ("hands off", "Do you like the new colours?"),
    ("cancel it", "Add gift wrapping for 4.99?"),
    ("leave it", "Add Petra to the channel?"),
    ("do not proceed", "Do you accept the invitation?"),
    # To decline is no answer to a question of fact.
    ("declined", "Is this your work phone?"),
    ("denied", "Are you happy with the new schedule?"),
    ("I refuse", "Is this your work phone?"),
    ("ok then, I refuse", "More toppings?"),
    # Nothing more to say is not to want nothing more.
    ("nothing to add from my side", "Would you rather not be called any more?"),
    ("no thanks, nothing else", "Isn't the order complete?"),
    ("no, that's all, thanks", "Isn't the order complete?"),
    ("that is it", None),
    ("all of this is it", None),
    ("denied wrong", None),
    ("not now", "Is it on or off?"),
    ("okay, please don't", "Would it be an issue if I booked it?"),
    ("no more please, that's enough", None),
    ("I am done for tonight! All set", None),
    ("the answer is no and all set I don't think I want", "I'd use the old logo. Okay?"),
    ("we disagree and", None),
    ("no thank you to that! But", None),
    ("No. It does bother me", "Do you mind if I pass your number on?"),
    ("none from me", "Is there a conflict if I send it?"),
    ("nope, I'm done", "Do you agree to the changes?"),
    # What is wanted at once is something, whatever is declined.
    ("decline now", None),
    ("immediately! no need to", None),
    ("we would not like to. right away", "Did you like the table?"),
    ("not now", "Your table is booked."),
    ("deny", "You want me to cancel the order, right?"),
    ("no thanks, scrap that", "Close the ticket?"),
)


@pytest.mark.parametrize(("reply", "prompt"), [*CONTINUE, *STOPS])
def test_what_could_be_meant_otherwise_passes(reply: str, prompt: str | None) -> None:
    """Neither a yes nor a no is read where a person might mean something else."""
    assert read_reply(reply, prompt).polarity is None


def test_that_s_all_is_a_no_where_more_was_asked_for() -> None:
    """It says that nothing lacks, which is a no to more, and no answer to another question."""
    assert read_reply("no thanks, that's all", "Don't you want anything else?").polarity == "no"
    assert read_reply("no thanks, that's all", "Isn't the order complete?").polarity is None


@pytest.mark.parametrize("weigh", [assents, dissents])
def test_the_weights_after_one_prompt_do_not_change_those_after_another(
    weigh: object,
) -> None:
    """What is asked first does not matter."""
    weights = weigh.__wrapped__  # type: ignore[attr-defined] # without what it keeps
    for kind in ("offer", "check", "question", "statement", "none"):
        before = weights(kind, frozenset({"halts"}))
        weights(kind, frozenset({"does", "wish", "leave", "removes", "elided"}))
        assert weights(kind, frozenset({"halts"})) == before
