"""Replies that approve of something else than what was proposed, and so are passed on."""

import pytest

from verdict_rules import read_reply

THE_NEWS = [
    ("The delivery comes on Monday. Would you like to change the date?", "that works for me"),
    ("The delivery comes on Monday. Shall I find a different day?", "that suits me fine"),
    ("The delivery comes on Monday. Shall I find a different day?", "sounds good"),
    ("I found a table at 8. Should I search for others?", "that's perfect"),
    ("I found a table at 8. Should I search for others?", "that is ok for me"),
    ("The basic plan is 5 a month. Would you like to upgrade?", "that sounds good"),
    ("The basic plan is 5 a month. Would you like to upgrade to premium?", "that works for me"),
    ("The basic plan is 5 a month. Would you like to upgrade to premium?", "yes I like that"),
    ("I picked the blue one. Would you like me to change it?", "that looks good"),
    ("Here is the draft. May I rewrite it?", "sounds good to me"),
]


@pytest.mark.parametrize(("prompt", "reply"), THE_NEWS)
def test_the_news(prompt: str, reply: str) -> None:
    """What is said of the news before an offer of a change does not approve of the change."""
    assert read_reply(reply, prompt).polarity is None


A_REFERENT = [
    ("The table at 8 is not available, shall I book one at 9?", "yes, at 8"),
    (
        "The flight at 9 is sold out. Shall I book it for Monday instead?",
        "yes, book the flight at 9",
    ),
    ("The room on Friday is taken. Shall I book it on Monday?", "yes, on Friday"),
    ("The blue shirt is sold out. Shall I order it in green?", "yes, order the blue shirt"),
    ("The shirt in M is sold out. Shall I order one in L?", "yes, in M"),
    (
        "The meeting with Ann is over. Shall I schedule one with Bob?",
        "yes, schedule the meeting with Ann",
    ),
    ("The user has an old token. Shall I remove it?", "yes, remove the user"),
    ("Your account has an open subscription. Shall I cancel it?", "cancel my account"),
    ("Your contract includes an insurance option. Cancel it?", "cancel my contract"),
    ("The mail from Bob has an attachment. Open it?", "open the mail"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_REFERENT)
def test_a_referent(prompt: str, reply: str) -> None:
    """What the sentence before names is not taken for what may be something else there."""
    assert read_reply(reply, prompt).polarity is None


A_JUDGEMENT = [
    ("The delivery comes on Monday. Would you like a different day?", "that works for me"),
    ("Here is the draft. Would you like me to change the title?", "that looks great"),
    ("The table is at 8. Would you like me to change it?", "that suits me fine"),
    ("The table is at 8. Is it ok if I change it?", "that works"),
    ("The delivery comes on Monday. Would another day suit you?", "Monday is fine"),
    ("Is upgrading the plan ok for you?", "the plan is fine"),
    ("Does a later date work for you?", "the date works for me"),
    ("Is an earlier date fine?", "the date is fine"),
    ("Is a smaller room ok with you?", "the room is fine"),
    ("Does the other one work for you?", "this one works"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_JUDGEMENT)
def test_a_judgement(prompt: str, reply: str) -> None:
    """What is said of one thing is not said of another, of a part of it, or of its change."""
    assert read_reply(reply, prompt).polarity is None


A_FACT = [
    ("Would you like to have a loyalty card?", "I have a loyalty card"),
    ("Would you like to have an account?", "I have an account"),
    ("Do you want to get the newsletter?", "I get it"),
    ("Do you want to see the photo?", "I see the photo"),
    ("Would you like to book it?", "I booked it"),
    ("Would you like to use the new one instead?", "I use it"),
    ("Would you like to book a hotel?", "we booked a hotel"),
    ("Would you like to have a reservation?", "I have a reservation"),
    ("Would you like to book the hotel?", "booked the hotel"),
    ("Would you like to have insurance?", "we have insurance"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_FACT)
def test_a_fact(prompt: str, reply: str) -> None:
    """That somebody has or did a thing is no wish to have it or to do it."""
    assert read_reply(reply, prompt).polarity is None


ANOTHER_S = [
    ("Shall I use your wife's card for this?", "yes, use my card"),
    ("Shall I transfer the 500 euros to your son's account?", "yes, to my account"),
    ("Shall I book it at your mother's place?", "yes, at my place"),
    ("Shall I book it in your wife's name?", "yes, in my name"),
    ("Shall I send it to your boss's email?", "yes, send it to my email"),
    ("Shall I call your landlord's office?", "yes, call my office"),
    ("Shall I delete your ex's photos?", "yes, delete my photos"),
    ("Shall I cancel your husband's appointment?", "yes, cancel my appointment"),
    ("Shall I block your wife's card?", "block my card"),
    ("Shall I invite your sister's friends?", "yes, invite my friends"),
]


@pytest.mark.parametrize(("prompt", "reply"), ANOTHER_S)
def test_another_s(prompt: str, reply: str) -> None:
    """What belongs to somebody else, or is for somebody else, is not one's own."""
    assert read_reply(reply, prompt).polarity is None


ANOTHER_VERB = [
    (
        "The delivery comes on Monday. Shall I find a different day?",
        "that works fine for me, thanks",
    ),
    ("Shall I remove the app from the home screen?", "delete the app"),
    ("Shall I remove your account from this device?", "yes, delete my account"),
    ("Shall I remove Bob from the meeting?", "yes, delete Bob"),
    ("Shall I remove the file from the list?", "yes, delete it"),
    ("Shall I remove the photos from the album?", "yes, delete the photos"),
    ("Shall I rent the car for a week?", "yes, buy it"),
    ("Shall I get the book from the library?", "yes, buy the book"),
    ("Shall I get the free trial?", "yes, buy it"),
    ("Shall I get the recipe for it?", "buy it"),
]


@pytest.mark.parametrize(("prompt", "reply"), ANOTHER_VERB)
def test_another_verb(prompt: str, reply: str) -> None:
    """To rent is not to buy, to get not to pay for, to take off a list not to delete."""
    assert read_reply(reply, prompt).polarity is None


A_DUTY = [
    ("Shall I include the gift wrap for 9.99?", "that should be included"),
    ("Shall I include the gift wrap for 9.99?", "it should be included"),
    ("Shall I cover the pool?", "this should be covered"),
    ("Shall I deliver the parcel to the neighbour?", "it should be delivered"),
    ("I've locked the door. Shall I lock the garage as well?", "it should be locked"),
    ("Shall I set the alarm for 6?", "it should be set"),
    ("Shall I check in for your flight?", "it should be checked"),
    ("Shall I turn off the heating?", "it should be turned"),
    ("Shall I invite Ann?", "he should be invited"),
    ("Shall I block Tom?", "she should be blocked"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_DUTY)
def test_a_duty(prompt: str, reply: str) -> None:
    """That a thing should be done approves only beside a yes, of the whole."""
    assert read_reply(reply, prompt).polarity is None


A_NUMBER = [
    ("Is another one fine?", "this one is fine"),
    ("Delete the first two rows?", "delete all of those"),
    (
        "Three of your orders end this month. I suggest renewing all three. Shall I renew them?",
        "renew all four",
    ),
    ("Shall I delete half of the photos?", "yes, delete them all"),
    ("Send the letter to Ann and Bob?", "send both"),
    ("Shall I delete the contact of Ann?", "yes, delete those"),
    ("Shall I send the report?", "yes, send those"),
    ("Shall I make an appointment for Ann?", "yes, make me one"),
    ("Shall I hire a team of five?", "yes, hire one"),
    ("Would you like to have a ticket?", "I have a ticket"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_NUMBER)
def test_a_number(prompt: str, reply: str) -> None:
    """All of them, a number or a pronoun for several is compared with what was proposed."""
    assert read_reply(reply, prompt).polarity is None


A_PERSON = [
    ("Shall I send the package to Anna?", "yes send him"),
    ("Shall I send the report to Ann?", "yes, send him"),
    ("Shall I send the report to Ann?", "yes, send her"),
    ("Shall I block the card?", "yes, block her"),
    ("Shall I charge the card?", "yes, charge him"),
    ("Shall I charge the company card?", "yes, charge her"),
    ("Shall I pay the electricity bill?", "yes, pay him"),
    ("Shall I delete the file?", "yes, delete him"),
    ("Shall I call the bank?", "yes, call her"),
    ("Shall I invite the neighbours?", "yes, invite her"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_PERSON)
def test_a_person(prompt: str, reply: str) -> None:
    """A pronoun for a person stands for nothing else."""
    assert read_reply(reply, prompt).polarity is None


A_TIME = [
    ("Would you like to know the price?", "I know the price"),
    ("Would you like to know the price?", "I know it"),
    ("Do you want to know the address?", "I know the address"),
    ("Shall I send it when Ann is back?", "yes, now please"),
    ("Shall I send it when you are back?", "yes now"),
    ("Shall I send it once Ann is back?", "yes, right away"),
    ("Shall I send it when Ann is back?", "send it now"),
    ("Shall I send it when Ann is back?", "yes, send it now"),
    ("Shall I stop it when the bath is full?", "yes, immediately"),
    ("Shall I delete the file at the end of the job?", "delete it now"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_TIME)
def test_a_time(prompt: str, reply: str) -> None:
    """What is to be done at once is not what was proposed for later."""
    assert read_reply(reply, prompt).polarity is None


HALF_A_CHECK = [
    ("Please confirm your name and address: John Smith, 5 Elm St.", "the address is right"),
    ("You want a flight to Oslo and a hotel. Is that right?", "the flight is right"),
    ("Please confirm the flight and the hotel.", "yes, the flight please"),
    ("Please confirm the flight and the hotel.", "I confirm the flight"),
    ("Please confirm the flight and the hotel.", "flight confirmed"),
    ("Please confirm the payment of 300 and the transfer of 200.", "yes, transfer it"),
    (
        "Please confirm: flight from Oslo to Rome on Friday and back to Oslo on Monday.",
        "yes, on Monday",
    ),
    ("Is the door locked and the window closed?", "yes, the door is locked"),
    ("Is the door locked and the window closed?", "yes it's locked"),
    ("You want to keep the file and delete the copy, correct?", "yes, delete it"),
]


@pytest.mark.parametrize(("prompt", "reply"), HALF_A_CHECK)
def test_half_a_check(prompt: str, reply: str) -> None:
    """One part of a check of two is not both, and an order of something else no answer to it."""
    assert read_reply(reply, prompt).polarity is None


PHRASES = [
    ("Shall I replace the pump?", "nothing wrong with it"),
    ("Shall I report the driver?", "no complaints here"),
    ("Shall I send a technician for the router?", "no issues with it"),
    ("Do you need anything for the trip?", "good to go"),
    ("Shall I check the tyres first?", "ready to go"),
    ("Shall I read you the terms?", "let's get on with it"),
    ("Would you like a coffee?", "help yourself"),
    ("Delete the row?", "copy that"),
    ("Shall I take a break?", "yes, carry on"),
    ("Shall I close the app?", "yes, continue"),
]


@pytest.mark.parametrize(("prompt", "reply"), PHRASES)
def test_phrases(prompt: str, reply: str) -> None:
    """Phrases of going ahead or of no objection say it only of what was proposed."""
    assert read_reply(reply, prompt).polarity is None


A_PARTICLE = [
    ("You got 20% off. Would you like to subscribe to our newsletter?", "that's great"),
    ("Shall I send the flowers to your wife's office?", "yes, to my office"),
    ("Shall I get the parcel from the post office?", "yes, buy it"),
    ("Shall I get the tickets from the box office where they are kept?", "yes, buy them"),
    (
        "Please confirm: flight from Oslo to Rome on Friday and back to Oslo on Monday.",
        "yes, to Rome",
    ),
    ("Shall I call off the meeting?", "call the meeting"),
    ("Shall I call off the meeting?", "yes call the meeting"),
    ("Shall I call it off?", "yes, call it"),
    ("Shall I set it aside?", "set it"),
    ("Shall I put it off?", "yes, put it"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_PARTICLE)
def test_a_particle(prompt: str, reply: str) -> None:
    """A verb without its particle is another verb."""
    assert read_reply(reply, prompt).polarity is None
