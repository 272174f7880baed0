"""Replies that repeat their prompts in other words: what that settles, and what it must not."""

import pytest

from verdict_rules import read_reply

SERVICES = [
    ("Do you want to make an appointment?", "Yes, please book one", "yes"),
    ("Shall I book two tables?", "Yes, book one", None),
    ("Shall I book the tables?", "Yes, book one", None),
    ("Shall I book Ann a table?", "Yes, book me a table", None),
    ("Shall I send the link to Bob?", "Yes, send me the link", None),
    ("Shall I buy the car?", "Yes, buy the house", None),
    ("Shall I book a table?", "Yes, book a room", None),
    ("Shall I book a table?", "Yes, buy the tickets", None),
    ("Shall I order the pizza?", "Yes, order the tickets", None),
    ("Shall I book the hotel?", "Yes, book the flight", None),
    ("Shall I make a reservation for you?", "Yes, book me a table", "yes"),
    ("Shall I stop the song?", "Yes, start the song", None),
    ("Shall I buy the house?", "Yes, rent the house", None),
    ("Shall I book a taxi?", "Yes, get a car", None),
    ("Shall I buy Ann a ticket?", "Yes, buy me a ticket", None),
    ("Shall I get tickets?", "Yes, get me two tickets", None),
    ("Shall I rent the house?", "Yes, buy it", None),
    ("Shall I cancel the reservation?", "Yes, make a reservation", None),
    ("Shall I cancel the room?", "Yes, book the room", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), SERVICES)
def test_a_service_is_repeated_by_another_verb(
    prompt: str, reply: str, polarity: str | None
) -> None:
    """A service is repeated in another verb or by a general noun, another one never."""
    assert read_reply(reply, prompt).polarity == polarity


REFUSED = [
    (
        "Do you want to buy tickets for this bus?",
        "No, I do not want to buy tickets at this time.",
        "no",
    ),
    ("Do you want to add an event then?", "No don't add it", "no"),
    ("Would you like to get tickets to the game?", "No I won't buy tickets", "no"),
    ("Did you want to book a table there?", "No, I do not wish to do that", "no"),
    ("Shall I cancel the order?", "No, I don't want the order", None),
    ("Shall I delete the file?", "No, I don't want the file", None),
    ("Shall I buy tickets for 7 pm?", "No, I don't want the 7 pm tickets, get the 8 pm ones", None),
    ("Shall I buy tickets?", "No, I don't want to buy only the tickets", None),
    ("Shall I buy tickets?", "No, I can't wait", None),
    ("Shall I buy tickets?", "No, I won't mind", None),
    ("Shall I buy tickets?", "No, I don't mind if you buy the tickets", None),
    ("Shall I buy tickets?", "No, I don't want tickets from you but from Ann", None),
    ("Shall I buy tickets?", "No, I don't want you not to buy tickets", None),
    ("Shall I buy tickets?", "No, I will not stop you", None),
    ("Shall I buy tickets?", "No, I don't have tickets", None),
    ("Shall I buy tickets?", "No, I do not have any", None),
    ("Shall I buy tickets?", "No, I have not got tickets yet", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), REFUSED)
def test_a_plain_no_goes_on_in_the_prompt_s_words(
    prompt: str, reply: str, polarity: str | None
) -> None:
    """After a plain no a reply may say in the prompt's words what is not wanted."""
    assert read_reply(reply, prompt).polarity == polarity


EXCUSED = [
    ("Is that right?", "That's not right", "no"),
    ("You placed this order yourself, correct?", "not correct", "no"),
    ("Is it wrong?", "That's wrong", None),
    ("Did you say it was wrong?", "That's wrong", None),
    ("Is it not the case?", "That's not the case", None),
    ("We have you down as vegetarian. Is that true?", "no thats not true", "no"),
    (
        "Do you agree to the processing of your data for advertising?",
        "I do not agree to that",
        "no",
    ),
    ("Do you disagree?", "I don't agree", None),
    ("Do you not accept the terms?", "I don't accept", None),
    ("Is it not needed any more, can I remove it?", "not needed", None),
    ("Do you want to transfer some money?", "No, no transfer.", "no"),
    ("Do you want to transfer some money?", "No, transfer it", None),
    ("Shall I book it?", "no book it", None),
    (
        "I was not able to complete this booking. May I suggest a different time of 2:30 pm?",
        "Ok, sure.",
        "yes",
    ),
    ("You don't want it, do you?", "No", None),
    ("You don't want it, do you?", "Yes", None),
    ("You don't have allergies, is that right?", "Yes", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), EXCUSED)
def test_excuses_and_denials(prompt: str, reply: str, polarity: str | None) -> None:
    """What could not be done is no question; a denial in the words of a check is a no."""
    assert read_reply(reply, prompt).polarity == polarity


MINDING = [
    ("Do you mind if I keep the receipt on file?", "I don't mind", "yes"),
    ("Would you mind if we moved the call to 4?", "not at all", "yes"),
    ("Would it bother you if I sent the reminder at 6 am?", "no, it wouldn't bother me", "yes"),
    (
        "Do you have a problem with me restarting your laptop tonight?",
        "no that's fine, restart it",
        "yes",
    ),
    ("Would you mind if I opened your private calendar?", "yes, I'd mind that", "no"),
    (
        "Do you mind if the cleaner comes in while you're out?",
        "oh yes I'd mind that, please don't",
        "no",
    ),
    ("Do you mind if we call you back this afternoon?", "no I don't mind, call me back", "yes"),
    ("Do you mind if I keep it?", "never mind", None),
    ("Do you mind if I keep it?", "no", None),
    ("Do you mind if I keep it?", "yes", None),
    ("Do you mind if I keep it?", "yes, that's fine", None),
    ("Do you mind if I keep it?", "no, I mind", None),
    ("Do you mind if I keep it?", "all set", None),
    ("Do you mind if I keep it?", "no, that's fine", "yes"),
    ("Would you mind if I keep it?", "that's fine", "yes"),
    ("Is there anything wrong?", "that's fine", None),
    ("Do you mind if I delete it?", "no, please don't", "no"),
    (
        "Is it a problem if I cancel the 9 o'clock call?",
        "yes it's a problem, don't cancel it",
        "no",
    ),
    ("Do you mind if I keep it?", "I don't mind either way", None),
    ("Do you mind if I keep it?", "I don't mind you asking", None),
    ("Is anything broken?", "I wouldn't mind", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), MINDING)
def test_who_minds_says_more_than_yes(prompt: str, reply: str, polarity: str | None) -> None:
    """After a question whether somebody minds, only more than yes or no is read."""
    assert read_reply(reply, prompt).polarity == polarity


TAILS = [
    ("Do you want the invoice sent to your work address?", "yes to my work address", "yes"),
    (
        "You moved recently. Update the shipping address for all open orders?",
        "all open orders, yes",
        "yes",
    ),
    ("Shall I tell Ms Bergstrom that you will be ten minutes late?", "please do tell her", "yes"),
    (
        "The rebase is done, but the remote has diverged. Force push the branch?",
        "force push it",
        "yes",
    ),
    ("Do you accept the analytics cookies?", "Yes I accept them", "yes"),
    (
        "Facilities want an hour with you on Tuesday. Accept the meeting?",
        "I accept the meeting",
        "yes",
    ),
    ("Will you attend the parents' evening on the 12th?", "I will attend", "yes"),
    (
        "Do you have a problem with me restarting your laptop tonight?",
        "no that's fine, restart it",
        "yes",
    ),
    (
        "Do you mind if the cleaner comes in while you're out?",
        "oh yes I'd mind that, please don't",
        "no",
    ),
    ("Do you mind if we call you back this afternoon?", "no I don't mind, call me back", "yes"),
    ("Do you want the invoice sent to your home address?", "no, to my home address", None),
    ("Shall I move it from Monday to Friday?", "yes Monday", None),
    ("Shall I move it from Monday to Friday?", "yes from Monday", None),
    ("Shall I move it from Monday to Friday?", "yes to Friday", "yes"),
    ("Shall I move it from Monday to Friday?", "no to Friday", None),
    ("Shall I call Bob?", "I call Bob", None),
    ("Shall I give Bob her number?", "yes, give her the number", None),
    ("Shall I book a table for Bob?", "yes for Ann", None),
    ("Shall I cancel the call with Bob?", "yes with Bob", None),
    ("Shall I book it for Monday or Friday?", "yes for Monday", None),
    ("Shall I send the mail without the report?", "yes, without the report", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), TAILS)
def test_a_proposal_s_end_is_repeated(prompt: str, reply: str, polarity: str | None) -> None:
    """A reply repeats the end of a proposal, a person by a pronoun, or what one would do."""
    assert read_reply(reply, prompt).polarity == polarity


REFERENTS = [
    (
        "I found a table for four at Rosetta on Friday at 19:30. Shall I book it?",
        "yes book the table for four at Rosetta",
        "yes",
    ),
    (
        "The branch `fix/login-timeout` has been merged. Do you want me to delete it?",
        "yes you can delete that branch",
        "yes",
    ),
    (
        "The branch `hotfix/old-cart` hasn't been touched in a year. Delete it?",
        "don't delete the branch please",
        "no",
    ),
    ("I can merge the two duplicate contacts for Hannah Pryce. Merge?", "merge them", "yes"),
    (
        "Shall I replace `moment` by `date-fns` in package.json?",
        "sure replace moment by date-fns",
        "yes",
    ),
    (
        "Play your 'Morning run' playlist on the living room speaker?",
        "Play morning run on the living room speaker",
        "yes",
    ),
    ("I found 6 duplicates in your contacts. Delete them?", "delete the duplicates", "yes"),
    (
        "I moved the report to the archive folder. Shall I delete it?",
        "Yes, delete the archive folder",
        None,
    ),
    ("I found 6 duplicates in your contacts. Delete them?", "Yes, delete the contacts", None),
    ("I found 6 duplicates in your contacts. Delete them?", "delete your contacts", None),
    ("I moved the report to the archive folder. Shall I delete it?", "delete the report", "yes"),
    ("Merge `dev` into `main`?", "yes, merge main", None),
    ("Delete `dev` in `main`?", "yes, delete main", None),
    ("Shall I replace `moment` by `date-fns` in package.json?", "yes, replace date-fns", None),
    ("Delete `a`, not `b`?", "yes, delete b", None),
    ("The invoice is wrong. The reminder is ready. Shall I send it?", "yes send the invoice", None),
    ("The invoice is paid. The reminder is ready. Shall I send it?", "send the reminder", "yes"),
    ("Run `cancel_all.sh`?", "yes, cancel", None),
    ("Run `cancel_all.sh`?", "yes, run it", "yes"),
    ("Run `cancel all`?", "cancel all", None),
    ("Run `cancel all`?", "run cancel all", "yes"),
    ("Your trial ends on Sunday. Should I renew it?", "No, it shouldn't be renewed.", "no"),
    ("Invite Gareth to the meeting as well?", "no gareth shouldn't be invited", "no"),
    ("Publish the job ad for the warehouse position?", "No, the ad must not be published", "no"),
    ("Shall I block the card ending 0042?", "no the card should not be blocked", "no"),
    (
        "The doctor is away that week. Shall I cancel your appointment on the 14th?",
        "no my appointment should not be cancelled",
        "no",
    ),
    (
        "Two guests have cancelled. Should I change the booking to four people?",
        "Yes it should be changed to four people",
        "yes",
    ),
    ("Post the photo to your public profile?", "I don't want the photo posted", "no"),
    ("I can renew your library books until 30 March.", "I'd like them renewed, yes", "yes"),
    ("I'd run `npm ci` and then `npm test`. OK?", "yep run both", "yes"),
    ("Close the blinds in the living room and the kitchen?", "close them both", "yes"),
    (
        "Three of your orders end this month. I suggest renewing all three. Shall I renew them?",
        "renew all three",
        "yes",
    ),
    ("Shall I move the appointment?", "yes, it should be cancelled", None),
    ("Shall I move the appointment to Monday?", "it should be moved to Friday", None),
    ("Shall I book the room?", "the table should be booked", None),
    ("Shall I delete the mails from Bob?", "yes all", None),
    ("Shall I delete the mails from Bob?", "delete all", None),
    ("Shall I book the room?", "book both", None),
    ("Shall I cancel the appointment?", "no, it should not be cancelled but moved", None),
    ("Shall I send it to Ann?", "it should not be sent to Bob", None),
    ("I found a direct train at 09:42. Should I book it?", "book the 9:45 train", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), REFERENTS)
def test_a_pronoun_s_thing_is_named(prompt: str, reply: str, polarity: str | None) -> None:
    """A reply names what the question's pronoun stands for, a quoted name, or all of it."""
    assert read_reply(reply, prompt).polarity == polarity


FACTS = [
    ("Force-push `main` to origin?", "absolutely no force push", "no"),
    ("Should I swap your shift with Nadia's?", "no swap", "no"),
    ("Would you like a printed receipt?", "no receipt needed thanks", "no"),
    ("Would you like me to put a price alert on this bike?", "no price alert, thank you", "no"),
    ("I can also add a screen protector for 9.99.", "no screen protector", "no"),
    ("The remote has diverged. Force-push to `main`?", "no force push", "no"),
    ("Turn on the sprinklers?", "leave the sprinklers off", "no"),
    ("Drop table `users_backup`?", "no, keep that table", "no"),
    ("It's 7 o'clock. Should I open the blinds?", "no, keep the blinds closed", "no"),
    ("It's 7 o'clock. Should I open the blinds?", "no, keep the blinds open", None),
    ("Turn off the camera in the hall?", "no, leave the camera off", None),
    ("Turn off the camera in the hall?", "no leave the camera on", "no"),
    (
        "Should I remove the rice cooker from the basket?",
        "nope keep the rice cooker in the basket",
        "no",
    ),
    ("Shall I invite Carol to the retro?", "No please, leave Carol out", "no"),
    ("Restart the production server now?", "leave the server running, dont restart", "no"),
    (
        "I can rewrite the second paragraph so it sounds friendlier. Shall I?",
        "no leave the second paragraph as it is",
        "no",
    ),
    ("Is the tenant still living in the flat?", "the tenant isn't living there any more", "no"),
    ("Is Mr. Abara your supervisor?", "Mr. Abara is not my supervisor", "no"),
    ("Would a slot at 7:40 be okay for you?", "7:40 is no problem", "yes"),
    ("Shall I move it from Monday to Friday?", "Monday is fine", None),
    ("Is the table at 7 on Monday okay?", "the table is fine", None),
    ("Shall I change the title?", "the title is fine", None),
    ("Is the door not locked?", "the door is not locked", None),
    ("Was the package damaged?", "it is not the package", None),
    ("Was the package damaged?", "the package is not here", None),
    ("Shall I keep the door open or close it?", "keep the door open", None),
    ("Shall I keep the door open?", "keep the door open", "yes"),
    ("Shall I leave it?", "no, leave it", None),
    ("Shall I cancel?", "no cancel", None),
    ("Shall I stop?", "no stop", None),
]


@pytest.mark.parametrize(("prompt", "reply", "polarity"), FACTS)
def test_things_are_left_or_are_so(prompt: str, reply: str, polarity: str | None) -> None:
    """A reply says of the thing asked that it is not wanted, is left, is so or is not so."""
    assert read_reply(reply, prompt).polarity == polarity
