import pytest

from verdict_rules import read_reply

# Found by writing replies that a person would not take for an answer to what was proposed. Each
# row is one or more prompts and replies to any of them that must not settle.
NOT_A_YES = (
    # It speaks of things as they are, and the prompt proposes to change them.
    (
        ("Shall I cancel the order?", "Shall I delete the file?", "Shall I return the shoes?"),
        ("I do want it", "I would like it", "I'm happy with it", "It is exactly what I wanted"),
    ),
    (("Shall I cancel the order?",), ("It works for me",)),
    (("Shall I uninstall it?",), ("It works great", "It's great", "I do want it")),
    (
        ("Should I update the address?", "Should I correct it?", "Should I change the address?"),
        (
            *("The information is correct.", "It is correct", "It's right", "You got it right"),
            "All the details are correct",
        ),
    ),
    (
        ("Shall I change the title?", "Shall I rewrite it?"),
        ("It looks great", "It looks good to me", "It's perfect", "It's good", "All correct"),
    ),
    (
        ("Shall I fix the printer?", "Shall I restart it?", "Shall I call an ambulance?"),
        (
            *("It works fine", "It works perfectly", "It should work", "It will be fine"),
            *("It'll be ok", "It will be all right", "Fine, thanks"),
        ),
    ),
    (
        ("Would you like a bigger room?", "Would you like to change seats?"),
        ("This works for me", "This is fine for us", "I'm happy with this", "This is the one"),
    ),
    (
        ("Shall I add more salt?", "Shall I turn the music down?", "Should I slow down?"),
        ("It's perfect", "It sounds great", "It's good", "It is fine for me"),
    ),
    (("Shall I change the destination?",), ("It is where I want to go", "That is the right one")),
    (("Do you want a refund?",), ("It works fine", "I'm happy with it")),
    (("Correct the address?",), ("It is right",)),
    # The same after a question of fact.
    (("Is it broken?",), ("It works fine", "It looks good to me", "Yes, it works fine")),
    (("Is the engine dead?",), ("Sounds good",)),
    (("Is this information outdated?",), ("It is correct", "It is valid")),
    (("Has the ticket expired?",), ("It is valid",)),
    (("Is this fake?", "Is it a scam?"), ("It is true", "It is verified", "Fact.")),
    (("Did I misspell your name?", "Did I misunderstand you?"), ("You got it right",)),
    (("Did I misunderstand you?",), ("You are right",)),
    (("Is the price too high?", "Is it too cold?"), ("It's fine for me", "fine")),
    (("Was the food bad?", "Does it leak?"), ("It was great for me", "It works perfectly")),
    (("Was the test clear?",), ("Positive.",)),
    # Content without it.
    (
        ("Would you like some water?", "Another glass?", "Do you need a doctor?"),
        (
            *("Good, thanks", "Fine, thanks", "All right, thanks", "Very well, thank you"),
            "Very good, thank you",
        ),
    ),
    (("Are you hurt?", "Are you hungry?"), ("Fine.", "All right, thanks", "Very well, thank you")),
    (("Shall I book the table?",), ("Fine, thanks for asking", "Good, thanks for asking")),
    # To go on, where the prompt proposes to end something.
    (("Roll back the deployment?",), ("Ship it!", "Continue", "LGTM")),
    (
        ("Kill the process?", "Should I shut it down?", "Shall I call off the job?"),
        ("Carry on", "Continue"),
    ),
    (("Shall I interrupt the backup?", "Do you want to exit?"), ("Continue", "Carry on")),
    (("Shall I log you out?", "Shall I close the session?"), ("Continue", "Carry on")),
    (("Should I turn down the offer?",), ("Accept it", "Accepted", "I accept", "Approved")),
    (("Should I vote it down?",), ("Approve it",)),
    (
        ("Unsubscribe you?", "Shall I take you off the list?", "Do you want to quit?"),
        ("Count me in", "I'm in"),
    ),
    # Another time than the prompt's.
    (
        ("Should I do it later?", "Should I create it later?", "Shall I do it tomorrow?"),
        ("Do it now", "Please do it right now", "Go ahead now", "Please proceed", "Create it now."),
    ),
    (("Shall I send it tomorrow?",), ("Send it now", "Yes, send it right now")),
    (("Shall I delete the account in 30 days?",), ("Delete it immediately.",)),
    (("Pay later?",), ("Pay now",)),
    (("Do you want to pay next month?",), ("I want to pay now",)),
    (("Should I deploy on Friday?",), ("Deploy it right now",)),
    # Another recipient, object or number.
    (("Shall I email the draft to Bob?",), ("Email me the draft",)),
    (("Shall I transfer 500 to Bob?",), ("Yes, transfer me 500",)),
    (("Give the keys to the neighbour?",), ("Give me the keys.",)),
    (
        ("Delete the file?", "Shall I delete the file?"),
        (
            *("Delete the files", "Delete any file", "Delete some files", "Delete my file"),
            "Delete them",
        ),
    ),
    (("Shall I delete this account?",), ("delete accounts",)),
    (("Shall I book the table?",), ("the book", "Book a book")),
    # A first word alone.
    (
        ("Listen to it?", "Look up the number?", "Turn off the light?"),
        ("Listen...", "Look", "Turn"),
    ),
    # Two questions.
    (
        (
            "Is the address right? Shall I change it?",
            "Is this correct? Do you want to edit it?",
            "Does it look good? Shall I change the colour?",
            "Is everything ok? Shall I call someone?",
        ),
        ("Yes", "yes it is", "It's right", "correct", "yes, it is correct", "fine"),
    ),
    (("Everything all right? Another drink?",), ("Fine, thanks",)),
    # The question far from the end of a long prompt.
    (
        (
            "Do you mind if I delete it? " + "This is a plain statement. " * 40,
            "This is a plain statement. " * 40
            + "Do you want the first or the last? "
            + "This is a plain statement. " * 40,
            "Don't you want it? " + "This is a plain statement. " * 40,
        ),
        ("yes", "go ahead"),
    ),
    # Alternatives.
    (
        (
            "Shall I create it now? Or wait until Monday.",
            "Shall I create it now?\nOr later",
            "Do you want it delivered? Or will you pick it up.",
            "Shall I create it? Otherwise I will cancel it.",
            "Shall I delete it? Alternatively, I archive it.",
            "Keep vs delete it?",
        ),
        ("Yes", "go ahead", "Yes please"),
    ),
    # A yes that objects.
    (
        (
            *("Are you opposed to me deleting it?", "Would it be an issue if I delete it?"),
            *("Would you hate it if I deleted it?", "Would you be upset if I deleted it?"),
            *("Would that be an inconvenience?", "Are you unwilling to proceed?"),
            *("Is it too late to delete it?", "Is it dangerous to delete it?"),
            *("Is it a bad idea to delete it?", "Are you unhappy with the draft?"),
            *("Do you have reservations?", "Do you have any hesitation?"),
            *("Any comments?", "Any feedback?", "Any errors?", "Any complaints?"),
            *("Do you have anything to add?", "Is anything off?"),
            "Is there something you'd like changed?",
        ),
        ("Yes", "No"),
    ),
    # A negative question.
    (
        (
            *("Ain't it right?", "Aint it right?", "Shan't I create it?", "Mightn't it work?"),
            *("So you do not want insurance. Is that right?", "Then I won't book it. OK?"),
            "You don't want the listing. Correct?",
        ),
        ("Yes", "No"),
    ),
    # A verb that does not answer the question's.
    (("Have you signed?", "Did you back up the data?"), ("I will.", "I certainly will")),
    (("Has it arrived?", "Did it work?"), ("It will.",)),
    (("Is the order still active?", "Is your system online?"), ("It was.", "It was correct")),
    (
        ("Has she signed?", "Did they approve it?", "Will John come?", "Is your manager there?"),
        ("I have.", "I did.", "I will.", "I am."),
    ),
    (("Did you back up the data?",), ("Please do", "Do it")),
    (("Shall I send the email?",), ("You did.",)),
    (("Is your system online?", "Are you feeling better?"), ("I'm down",)),
    (("Do you agree with Bob?",), ("I agree with you", "You are right")),
    # A polite refusal, or a good-bye.
    (
        ("Shall I create the listing?", "Would you like to come?"),
        (
            *("I'd love to, sorry", "I would love to. Sorry.", "I'd love to, unfortunately"),
            *("I would, sorry", "I'd be happy to, sorry", "Ok, sorry"),
            *("Ok, don't worry about it", "Fine, don't worry about it"),
            *("Ok, thanks for letting me know", "Great, thank you for the information."),
            *("OK, thanks for checking", "Ok, thanks for trying", "Great, thanks for the offer"),
            *("Great, thank you for your help. Good bye.", "Ok, bye", "Ok, that's it"),
        ),
    ),
    # Later, or by oneself.
    (
        ("Shall I create the listing?", "Please confirm the booking."),
        ("I will confirm it", "We'll confirm it", "I need to create the listing"),
    ),
    # Irony and trailing off.
    (
        ("Shall I create the listing?", "Your flight is delayed.", "The server crashed."),
        (
            *("Yeah, right.", "Oh great", "Oh, that's just great", "Just perfect."),
            *("Oh really, sure", "Yes, well, um, er", "Yes, well…", "Ok, hmm", "ok so..."),
        ),
    ),
    (("Your flight is delayed by 5 hours.", "The server crashed."), ("Great.", "Perfect.")),
    # A value was asked for.
    (("How would you rate our service?",), ("Excellent", "Good", "👍", "Yes")),
    (("How does the coffee taste?", "How do you like the room?"), ("Perfect", "Fine.", "Yes")),
    (("How would you like to pay?", "What about the price?"), ("Yes", "ok")),
    (("What do you think of the delay?",), ("Great.",)),
    # Other languages.
    (
        (
            *("削除しないでいいですか\uff1f", "你要茶还是咖啡\uff1f", "ต้องการชาหรือกาแฟ?"),
            *("Nicht löschen?", "Inte spara?", "Niet opslaan?", "Pas maintenant?"),
            "Soll ich es am Montag oder am Dienstag machen?",
            *("Willst du das nicht am Montag?", "Wil je thee of koffie?"),
            *("Vil du have te eller kaffe?", "Vuoi continuare?", "¿Lo borro?"),
        ),
        ("Yes", "OK", "👍", "Fine", "Ya"),
    ),
    # Letters and directions.
    (("Is it on the left?", "Turn left here, right?", "Do I turn left?"), ("Right.",)),
    (("Is the axis X?",), ("Y",)),
    (("Are you in Texas (TX)?",), ("OK",)),
    (
        (
            "Type y to reject and n to approve.",
            "Press Y to cancel, N to continue.",
            "Say yes to keep it, ok to delete it",
            "Type DELETE to confirm.",
        ),
        ("yes", "y", "ok"),
    ),
    # Done already, or by the other one.
    (
        ("Shall I confirm the booking?", "Do you want me to confirm the payment?"),
        (
            *("I will", "I have", "I did", "It did", "right", "fine", "It's fine", "All good"),
            *("It's perfect", "it works", "I'm happy with it", "Good, thanks", "Fine, thanks"),
        ),
    ),
    (
        ("Shall I pay the invoice?", "Shall I send the email?", "Shall I create the listing?"),
        (
            *("Yes, I did", "Yes, I have", "Absolutely, I did", "Yes I will", "Yes, you did"),
            *("yes, it was", "Yes, it did", "of course, I will", "Yes, I am ready"),
        ),
    ),
    (
        ("Shall I drive?", "Shall I pay?", "May I take your order?"),
        ("I'd like to", "I want to", "love to", "I'd be happy to", "We would", "I'm looking to"),
    ),
    (("Shall I book the hotel?",), ("I would like to book the hotel", "I want to book it")),
    # A tag on a problem or a change.
    (
        (
            *("The printer is broken, right?", "Your account is locked, right?"),
            *("You need a doctor, right?", "You're hungry, right?", "I'll change the title, ok?"),
            *("I will rewrite the summary, all right?", "You want a refund, right?"),
            *("Please confirm that the printer is broken.", "Does it look infected?"),
            *("Can you confirm that the order is lost?", "Does this look like fraud?"),
            *("Does it sound broken?", "Does this work badly?"),
        ),
        (
            *("It's fine", "It works fine", "it's perfect", "All good", "fine", "great", "it was"),
            *("It looks great", "looks good", "lgtm", "fine, thanks", "It is correct", "I will"),
        ),
    ),
    # Another object, amount or set.
    (
        ("Shall I delete the user database backup?",),
        (
            *("Yes, delete the user database", "Yes, delete the user", "delete the user"),
            *("I want to delete the user database", "Let's delete the user database"),
        ),
    ),
    (("Shall I sell my car insurance?",), ("Yes, sell my car", "sell my car insurance")),
    (("Shall I buy the house plans?",), ("Yes, buy the house",)),
    (("Shall I transfer 500 000 to Bob?",), ("Yes, transfer 500", "transfer 500")),
    (("Shall I pay 5 thousand dollars?",), ("Yes, pay 5",)),
    (("Shall I pay 1.5 million?",), ("Yes, pay 1.5",)),
    (("Shall I order 2 dozen eggs?",), ("Yes, order 2",)),
    (("Shall I delete all emails from Bob?",), ("Yes, delete all emails", "Yes, delete all")),
    (("Shall I delete rows 1-50?",), ("Yes, delete rows 1",)),
    (("Shall I send it to Bob as well as Ann?",), ("Yes, send it to Bob",)),
    (("Shall I pay your rent?",), ("pay your rent",)),
    (("Shall I create my listing?",), ("Create my listing",)),
    (("Shall I delete the file?",), ("Delete a file", "delete this")),
    (("We need to change the address, right?",), ("You got it right",)),
    (("The bug still happens, right?",), ("works for me", "lgtm")),
    # To go on with something else.
    (
        (
            *("Shall I start over?", "Shall I call the order off?", "Shall I start the shutdown?"),
            *("Shall I run the tests?", "Shall I make a backup first?", "Should I get approval?"),
            *("Shall I send a counter-offer?", "Shall I show you other options?"),
            *("Shall I get rid of the release?", "Shall I post a comment on the pull request?"),
        ),
        (
            "Continue",
            "Carry on",
            "Ship it",
            "LGTM",
            "accept it",
            "confirm it",
            "I accept",
        ),
    ),
    # Content with things as they are.
    (
        ("Shall I get you some water?", "Shall I call a doctor for you?", "Can I get you a drink?"),
        ("Good, thanks", "good thank you", "Great, thanks", "fine"),
    ),
    (
        ("Shall I make it shorter?", "Shall I fix the login bug?", "Shall I change the title?"),
        ("Yes, it's perfect", "Works for me", "That works", "I'm happy with that"),
    ),
    (("Should I turn the music down?", "Shall I adjust the volume?"), ("Sounds good",)),
    # No offer to the one who replies.
    (
        ("Does your wife want to buy it?", "Do they want to buy it?", "Is Bob ready to deploy?"),
        ("I do", "I would", "go ahead", "great", "ship it", "we do", "ok"),
    ),
    (
        (
            *("Did Bob ask if I can create it?", "Did you know I can create listings?"),
            *("You need to pay a fine of 500.", "Let me know when you want to start."),
            *("The listing you want to buy is sold.", "You are about to start crying."),
            *("Please tell me which one you want.", "I need your name."),
            *("Please confirm which file I should delete.", "How about your leg?"),
            *("Did you confirm the appointment?", "Have you already paid?"),
            *("Bob: Shall I create the listing?\nAnn: I think so.", "How does it work?"),
            *('The customer wrote: "Shall I create it?"', "Translate: shall I create the listing?"),
        ),
        ("ok", "great", "sounds good", "go ahead", "perfect"),
    ),
    # Two questions or alternatives in one sentence.
    (
        (
            "Shall I send it by email, shall I send it by post?",
            "Do you want tea, do you want coffee?",
            "Will you pay, shall I pay?",
            "Should I create it now, do you want to review it?",
            "Should I book the early train, take the late train?",
            "Do you want to pay by card, by bank transfer today?",
            "I can send it by email, by post, by fax.",
            "Would you like\n- tea\n- coffee",
            "Do you want the aisle | the window?",
            "Shall I create the listing? I can also just send you a draft to look at.",
            "Shall I sign? The lawyer says we should read it again.",
        ),
        ("Yes", "ok", "go ahead", "sounds good", "Agreed"),
    ),
    # The prompt tells what the answers mean.
    (
        (
            "Do you want to proceed? (Yes = discard the changes)",
            "Do you want to continue? Yes means you give up your rights.",
            "Y = reject, N = approve. Do you want to continue?",
            "Click OK if you want to reject it.",
            "Text YES if you want to unsubscribe.",
            "React with \U0001f44d if you want me to wait.",
            "Please answer yes if you want to opt in.",
        ),
        ("Yes", "ok", "Y", "\U0001f44d", "go ahead"),
    ),
    (("Shall I name it Y?", "Do you want option y?"), ("y", "Y")),
    (
        ("Should I refrain from sending it?", "Should I abstain?", "Should I step aside?"),
        ("go ahead", "do it", "sounds good"),
    ),
    (
        (
            *("Do you care if I delete it?", "Does it matter if I delete it?", "Any downsides?"),
            *("Would it be weird if I left?", "Will it break anything if I restart it?"),
            *("Any conflicts?", "Is something stopping us from going ahead?"),
        ),
        ("Yes", "No"),
    ),
)
NOT_A_NO = (
    (
        ("Should I try again?", "Shall I call a technician?", "Shall I order a new one?"),
        ("It doesn't work", "It's wrong", "Not good", "wrong", "I don't like it", "not ok"),
    ),
    (
        ("Shall I create the listing?", "Is that right?"),
        ("no is the wrong answer", "No is wrong", "No is incorrect"),
    ),
    (("Shall I pay the invoice?", "Shall I send the email?"), ("I can't", "I did not", "I won't")),
    (("Shall I send the rejection?", "Shall I send the refusal?"), ("Reject it", "I refuse")),
    (("Should I refrain from sending it?", "Should I pass on the offer?"), ("stop", "refuse")),
    (("Anything else, shall I place the order?",), ("No", "no thanks")),
    (
        ("Is that right?", "Is everything correct?", "Is my claim correct?"),
        (
            *("Nothing is wrong.", "Nothing wrong", "Not at all wrong.", "Definitely not wrong"),
            *("By no means wrong", "Never wrong", "Not so wrong", "You're not wrong."),
            "There is no way it is wrong",
        ),
    ),
    (
        ("Should I continue?", "Run the tests?", "Accept the invitation?"),
        (
            *("You must not stop.", "You may not stop", "You must not skip it", "Never forget it!"),
            *("You must not forget it", "Never omit that", "You may not decline", "never veto"),
        ),
    ),
    (
        ("Cancel the order?", "Shall I delete the file?", "Shall I uninstall it?"),
        ("I don't need it", "I don't want it", "I do not like it", "Not needed"),
    ),
    (("Shall I delete the old one?",), ("No, I don't want the old one",)),
    (
        ("Should I fix it?", "Shall I restart it?", "Should I correct it?"),
        ("It doesn't work", "It is wrong", "It is not good"),
    ),
    (("Should I stop?", "Shall I pause the job?"), ("Don't continue.", "Do not proceed")),
    (("Should I reject the request?",), ("Not approved", "Don't approve it", "Do not accept it")),
    (("Should I turn down the offer?", "Should I vote it down?"), ("Reject it", "I decline")),
    (("Delete the file?", "Kill the process?"), ("Drop it.", "Omit it", "Stop")),
    (
        ("Are you ready to order?", "Ready for me to start?", "May I proceed?"),
        ("All set!", "We're all set", "I'm good", "We're good"),
    ),
    (("Are you ok with me deleting it?",), ("I'm ok", "I'm fine", "I'm good.")),
    (
        ("Is it ok if I delete the file?", "May I sit here?"),
        ("No, that's fine", "No no, it's fine", "Not at all"),
    ),
    (
        ("Shall I create it?",),
        ("I don't want to create it later, create it", "Don't do it later, create it"),
    ),
    (("Thank you for your help.", "You won the lottery!"), ("No, thank you!", "No way!")),
    (("Usunąć plik?", "Kontynuować?", "Smazat soubor?", "Poistetaanko?"), ("No",)),
)
CODE = (
    *("!yes", "!true", "!approved", "! approve", "[ ] yes", "( ) yes", "- [ ] approved", "yes*"),
    *("{yes}", "%yes%", "#yes", "@yes", '{"rejected": false}', "rejected: false", "denied: no"),
    *("Refused: no", "Wrong: no", "!no", "!false", "\u2116", "\u2115", "<yes>", "yes=1", "~yes"),
)


Rows = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def each(rows: Rows) -> list[tuple[str, str]]:
    """Every prompt of a row with every reply of it."""
    return [(prompt, reply) for prompts, replies in rows for prompt in prompts for reply in replies]


@pytest.mark.parametrize(
    ("prompt", "reply"),
    each(NOT_A_YES),
)
def test_what_fits_another_answer_is_never_a_yes(prompt: str, reply: str) -> None:
    """A reply that a person could mean otherwise after this prompt does not settle."""
    assert read_reply(reply, prompt).polarity is None


@pytest.mark.parametrize(
    ("prompt", "reply"),
    each(NOT_A_NO),
)
def test_what_fits_another_answer_is_never_a_no(prompt: str, reply: str) -> None:
    """A reply that a person could mean otherwise after this prompt does not settle."""
    assert read_reply(reply, prompt).polarity is None


@pytest.mark.parametrize("reply", CODE)
@pytest.mark.parametrize("prompt", [None, "Shall I create the listing?", "Is that right?"])
def test_code_and_forms_are_no_replies(reply: str, prompt: str | None) -> None:
    """What a program or a form would write is not read as a person's word."""
    assert read_reply(reply, prompt).polarity is None


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("May I run `make deploy`?", "no"),
        ("Is it okay if I publish it?", "no"),
        ("Shall I delete the file?", None),
        ("Shall I order a new phone?", None),
        ("Shall I stop the service?", None),
        ("The delivery comes at 8. Shall I change it?", None),
        ("Please confirm that the device is defective.", None),
        ("The seat isn't ok, right?", None),
    ],
)
@pytest.mark.parametrize("reply", ["not okay", "that's not ok", "not ok at all"])
def test_not_okay_refuses_what_leave_is_asked_for(
    prompt: str, reply: str, said: str | None
) -> None:
    """To say "not okay" refuses what leave is asked for, and may else be said of what is."""
    assert read_reply(reply, prompt).polarity == said
