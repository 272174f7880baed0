"""Replies that refuse or deny something else than what was asked, and so are passed on."""

import pytest

from verdict_rules import read_reply

A_STATE = [
    ("Shall I turn the heating on?", "keep the heating on"),
    ("Turn the lights on?", "keep the lights on"),
    ("Should I enable notifications?", "leave them on"),
    ("Shall I lower the blinds?", "leave the blinds down"),
    ("Should I disable the alarm?", "leave the alarm off"),
    ("Would you like me to renew your membership?", "keep it active"),
    ("Should I turn off the lights and the heating?", "leave the heating on"),
    ("Turn the camera off?", "leave the camera off"),
    ("Should I start the dishwasher?", "leave it on"),
    ("Shall I lock the door?", "keep the door closed"),
    ("Should I unlock the door?", "leave it open"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_STATE)
def test_a_state(prompt: str, reply: str) -> None:
    """To leave a thing in the state that was proposed refuses nothing."""
    assert read_reply(reply, prompt).polarity is None


A_THING_KEPT = [
    ("Shall I turn the heating on?", "leave the heating on"),
    ("Shall I lower the blinds?", "keep them closed"),
    ("Would you like me to save this version?", "keep it"),
    ("Do you want to stay on the Pro plan?", "keep the Pro plan"),
    ("Would you like us to put the parcel in the garage?", "leave it in the garage"),
    ("Should I close the window and the door?", "leave the door open"),
    ("Should I activate the alarm?", "keep it active"),
    ("Would you like me to set the heating to 21?", "leave it at 21 please"),
    ("Would you like to take your number with you to the new contract?", "keep the number"),
    ("Would you like me to put the meeting on the calendar?", "leave it there"),
    ("Remove duplicates from the contact list?", "keep the contact list"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_THING_KEPT)
def test_a_thing_kept(prompt: str, reply: str) -> None:
    """To keep a thing is no refusal of saving, renewing or placing it."""
    assert read_reply(reply, prompt).polarity is None


A_THING_NOT_WANTED = [
    ("Should I book the hotel and the rental car?", "no, I don't want the rental car"),
    ("Would you like to waive the insurance?", "I don't want insurance"),
    ("Do you want to donate the old bike?", "I don't need the old bike"),
    ("Shall I ship the jacket back to the store?", "no I don't want the jacket"),
    ("Shall I return the second monitor?", "it is not needed"),
    ("You do not want the window seat. Shall I book the aisle seat?", "no I don't want the window"),
    ("Shall I transfer 500 of the 2000 to savings?", "no, I don't want 2000 transferred"),
    ("Do you want a smoke-free room?", "I don't want smoke"),
    ("Do you want to trade in your old phone?", "not needed"),
    (
        "Should I set the alarm for 6 so you don't miss the train?",
        "no, I don't want to miss the train",
    ),
    ("Mark as spam?", "not needed"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_THING_NOT_WANTED)
def test_a_thing_not_wanted(prompt: str, reply: str) -> None:
    """Not to want a thing is no refusal of giving it away, or of having less of it."""
    assert read_reply(reply, prompt).polarity is None


NO_THING = [
    ("Would you like to swap the fries for a salad?", "no fries"),
    ("Would you like to waive the insurance?", "no insurance needed"),
    ("Would you like contact-free delivery?", "no contact"),
    ("You want to return the jacket, correct?", "no good"),
    ("Ready to check out, no other items?", "no others"),
    ("I'll send it with rush delivery.", "no rush"),
    ("Would you like lactose-free milk?", "no lactose"),
    ("Would you like to bypass the toll road?", "no toll road please"),
    ("Would you like to upgrade from the basic plan?", "no basic plan"),
    ("Replace the old logo with the new one?", "no logo"),
    ("Shall we wrap up if there are no more points?", "no more points"),
]


@pytest.mark.parametrize(("prompt", "reply"), NO_THING)
def test_no_thing(prompt: str, reply: str) -> None:
    """A thing with a no before it is refused only where it was offered."""
    assert read_reply(reply, prompt).polarity is None


A_CHECK = [
    ("The lamp is broken, correct?", "it does not work"),
    ("You'd like to exchange the size M shirt, correct?", "I don't want it"),
    ("You would like a refund for the kettle, is that right?", "it does not work"),
    ("Friday is out, right?", "does not work for me"),
    ("The amount on the invoice is wrong, correct?", "not right"),
    ("You want to correct your address, is that right?", "the address is wrong"),
    ("You turned down the upgrade, correct?", "refused"),
    ("So you would like to switch providers, correct?", "not good"),
    ("You rated the stay as poor, correct?", "it was not good"),
    ("You received the wrong item, correct?", "that is not what I ordered"),
    ("The application was turned down, correct?", "not accepted"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_CHECK)
def test_a_check(prompt: str, reply: str) -> None:
    """To deny a thing is not to deny what is said of it."""
    assert read_reply(reply, prompt).polarity is None


A_CONDITION = [
    ("Shall I place the order if there's nothing else?", "nothing else"),
    ("Shall I place the order if there's nothing else?", "no that's it"),
    ("Shall I send it without anything else?", "that's all"),
    ("Shall I close the ticket if you have nothing else to add?", "nothing to add"),
    ("Shall I close the ticket if you have nothing else to add?", "nothing"),
    ("Can I close the ticket if you have nothing further?", "no that's all"),
    ("So, two tickets and nothing further?", "that will be all"),
    ("I'll close this ticket now if there's nothing else.", "nothing else"),
    ("If you need nothing further, I'll end the chat here.", "nothing further"),
    ("Can we wrap up, or is there anything else?", "that's all"),
    ("May I send the minutes as they are, no further remarks?", "no further remarks"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_CONDITION)
def test_a_condition(prompt: str, reply: str) -> None:
    """That there is nothing more is an answer to no condition."""
    assert read_reply(reply, prompt).polarity is None


UNNEEDED = [
    ("Do you want to mute notifications?", "not interested"),
    ("Do you want to return the shirt?", "it is not needed"),
    ("Shall I send the lamp back?", "not needed"),
    ("Should I archive this sales email?", "not interested"),
    ("Shall I mark the newsletter as spam?", "I'm not interested"),
    ("Shall I return the second monitor?", "not required"),
    ("Shall I cut the second chapter?", "not necessary"),
    ("I'll tell the recruiter you've taken another job.", "I am not interested"),
    ("Would you like us to dispose of the old fridge?", "it is not needed"),
    ("Mark as spam?", "not interested"),
    ("Should I reply with a polite no?", "not interested"),
]


@pytest.mark.parametrize(("prompt", "reply"), UNNEEDED)
def test_unneeded(prompt: str, reply: str) -> None:
    """What is not needed may well be put away."""
    assert read_reply(reply, prompt).polarity is None


A_VETO = [
    ("You turned down the upgrade, correct?", "declined"),
    ("Do you mind if I turn down their offer?", "reject it"),
    ("Do you mind if I reject the request?", "decline it"),
    ("Should I tell the vendor we won't take the offer?", "rejected"),
    ("Would you like me to respond to Anna's invitation?", "decline it"),
    ("Would you like to respond to this request?", "reject it"),
    ("Would you like to appeal the decision?", "I do not accept it"),
    ("Do you want to challenge the charge?", "I disagree"),
    ("Shall I flag the transaction?", "not authorized"),
    ("The application was turned down, correct?", "denied"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_VETO)
def test_a_veto(prompt: str, reply: str) -> None:
    """What is refused may be what the proposal is about."""
    assert read_reply(reply, prompt).polarity is None


AN_END = [
    ("Would you like to change your order?", "cancel it"),
    ("Would you like to change your order?", "drop it"),
    ("Would you like to reschedule your appointment?", "scrap that"),
    ("Do you want me to move your appointment to Tuesday?", "cancel it"),
    ("Do you want me to move your appointment to Tuesday?", "cancel that"),
    ("Would you like me to update the reservation to 4 people?", "cancel it"),
    ("Would you like me to bin the draft?", "scrap it"),
    ("Would you like me to ditch the plan?", "scrap it"),
    ("Would you like to jump to the next chapter?", "skip this"),
    ("Would you like to jump to the next chapter?", "skip"),
    ("Would you like to fast-forward?", "skip this"),
]


@pytest.mark.parametrize(("prompt", "reply"), AN_END)
def test_an_end(prompt: str, reply: str) -> None:
    """To cancel, skip or drop a thing may be more than to refuse a change of it."""
    assert read_reply(reply, prompt).polarity is None


A_NEGATIVE = [
    ("The invoice amount is wrong, isn't it?", "it is incorrect"),
    ("May I publish it if there are no further comments?", "no further comments"),
    ("Should I submit it with no other changes?", "no further changes"),
    ("Shall I send the invitations if no one else is coming?", "no one else"),
    ("You don't need the invoice any more, have I got that right?", "I do not"),
    ("You haven't received the letter, is that still the case?", "no, not yet"),
    ("You are not a smoker. Is this still true?", "not anymore"),
    (
        "You said you don't want the red one. Should I order the blue one?",
        "no, I don't want the red one",
    ),
    ("You don't like onions. Shall I order the burger with cheese?", "no, I don't want onions"),
    ("Should I set the alarm for 6 so you don't miss the train?", "no I do not want to miss it"),
    ("Shall we wrap up if there are no more points?", "nothing to add"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_NEGATIVE)
def test_a_negative(prompt: str, reply: str) -> None:
    """A check of a negative statement is not answered by a mere no."""
    assert read_reply(reply, prompt).polarity is None


A_CLAUSE = [
    ("Should I enable notifications?", "keep notifications on"),
    ("Would you like to deactivate your account?", "I don't need my account"),
    ("You would like a refund for the kettle, is that right?", "it doesn't work"),
    ("Is it ok if I replace the lamp?", "I don't want it"),
    ("Do you want to decide on the request now?", "not approved"),
    ("You haven't received the letter, is that still the case?", "not yet"),
    ("Shall I send it to everyone?", "don't send it to everyone"),
    ("Would you like alcohol-free beer?", "no, I don't want alcohol"),
    ("You mentioned you don't drive. Shall I book a car with a driver?", "no I don't drive"),
    ("You received the wrong item, correct?", "that's not what I ordered"),
    ("Should I say you're busy?", "I'm not interested"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_CLAUSE)
def test_a_clause(prompt: str, reply: str) -> None:
    """What is denied of a clause is not denied of the question."""
    assert read_reply(reply, prompt).polarity is None


ANOTHER_TIME_OR_PLACE = [
    ("Shall I send it tomorrow?", "don't send it today"),
    ("Shall I send the newsletter on Monday?", "please don't send it now"),
    ("Shall I order the parts next week?", "don't order them now"),
    ("Shall I send it?", "don't send it here"),
    ("Shall I send it?", "don't send it again"),
]


@pytest.mark.parametrize(("prompt", "reply"), ANOTHER_TIME_OR_PLACE)
def test_another_time_or_place(prompt: str, reply: str) -> None:
    """Not now is no refusal of later, and not here none of elsewhere."""
    assert read_reply(reply, prompt).polarity is None


A_NUMBER_OR_A_DETAIL = [
    ("Shall I transfer 500 of the 2000 to savings?", "no, don't transfer 2000"),
    ("Shall I order 2 of the 12 packs?", "no, don't order 12 packs"),
    ("Should I book two rooms?", "don't book two rooms"),
    ("Shall I remove all the items?", "don't remove all of them"),
    ("Would you like a coffee with milk?", "no, I don't want milk"),
    ("Would you like more stamps and envelopes?", "no more stamps"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_NUMBER_OR_A_DETAIL)
def test_a_number_or_a_detail(prompt: str, reply: str) -> None:
    """To refuse a number, all of several or a detail may leave the rest."""
    assert read_reply(reply, prompt).polarity is None


WHAT_IS_TOLD = [
    ("Shall I tell them you won't come?", "no, I won't"),
    ("Should I let Sam know you can't make it?", "no I can't"),
    ("Shall I thank them and say you'll pass?", "I'll pass"),
    ("Should I reply that we cannot accept the offer?", "decline it"),
    ("You reported an unauthorised charge, is that correct?", "not authorised"),
    ("Should I give your ticket to Mia?", "I don't need the ticket"),
    ("Are you and Tom coming?", "I'm not"),
]


@pytest.mark.parametrize(("prompt", "reply"), WHAT_IS_TOLD)
def test_what_is_told(prompt: str, reply: str) -> None:
    """A refusal may be the very thing that is to be told, or of one of two persons."""
    assert read_reply(reply, prompt).polarity is None


NOTHING_MORE = [
    ("Log out of all other sessions?", "nothing else"),
    ("Shall I keep everything else the same?", "no other changes"),
    ("Shall I finalise the list if nobody else is coming?", "nobody else"),
    ("I'll send the contract now. Shout if there's a problem.", "no"),
    ("You don't want the insurance, did I hear that correctly?", "no"),
]


@pytest.mark.parametrize(("prompt", "reply"), NOTHING_MORE)
def test_nothing_more(prompt: str, reply: str) -> None:
    """That there is nothing more refuses only an offer of more."""
    assert read_reply(reply, prompt).polarity is None


REFUSED = [
    ("Shall I share your location with Marek for the next hour?", "no I won't share my location"),
    ("Do you want the extended warranty, 3 years for 59 pounds?", "no, I do not want the warranty"),
    ("Delete the old backups to free up space?", "don't delete them for now"),
]


@pytest.mark.parametrize(("prompt", "reply"), REFUSED)
def test_refused(prompt: str, reply: str) -> None:
    """What was proposed is refused by its verb, or by its thing where it would bring it."""
    assert read_reply(reply, prompt).polarity == "no"
