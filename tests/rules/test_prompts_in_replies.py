import pytest

from verdict_rules import read_reply

LISTING = "Shall I create the listing?"
CANCEL = "Shall I cancel the order?"

UNCLEAR = (
    ("Today or tomorrow?", "mixed"),
    ("Should I approve or reject it?", "mixed"),
    ("Do you want tea/coffee?", "mixed"),
    ("Would you like the red one, the blue one?", "mixed"),
    ("You don't want it, do you?", "mixed"),
    ("Isn't that right?", "mixed"),
    ("Don't you want a refund?", "mixed"),
    ("Is there anything wrong?", "mixed"),
    ("Do you mind if I join?", "mixed"),
    ("Any objections?", "mixed"),
    ("Do you want to change anything?", "mixed"),
    ("Do you refuse?", "mixed"),
    ("Say yes to cancel, or no to keep.", "mixed"),
    ("Is the place open now? Is the price fine with you then?", "mixed"),
    ("Should we approve it or reject it. Let me know.", "mixed"),
    ("Will that be all?", "off_target"),
    ("Is that all for today?", "off_target"),
    ("What time would you like?", "off_target"),
    ("Do you know whether he agreed?", "off_target"),
    ("Czy mam to zrobic?", "unknown_words"),
)


@pytest.mark.parametrize("reply", ["yes", "no", "no thanks", "sure, go ahead"])
@pytest.mark.parametrize(("prompt", "reason"), UNCLEAR)
def test_prompts_that_make_yes_unclear_pass(prompt: str, reason: str, reply: str) -> None:
    """After a prompt whose yes or no means something else, a plain answer passes."""
    reading = read_reply(reply, prompt)
    assert (reading.polarity, reading.reason) == (None, reason)


@pytest.mark.parametrize(
    ("prompt", "reply", "polarity"),
    [
        (LISTING, "yes, create the listing", "yes"),
        (LISTING, "Create it!", "yes"),
        ("Do you want to create a listing?", "I'd like to create a listing", "yes"),
        ("Just to confirm, you want 2 rooms from March 1st. Is that right?", "Yes, perfect", "yes"),
        ("Do you need any more help?", "No, thanks", "no"),
        (LISTING, "no, don't create the listing", "no"),
        (LISTING, "I don't want to create the listing right now", "no"),
        (LISTING, "No, create it later", "no"),
        ("Would you like me to reserve a table?", "Yes, book a table please", "yes"),
        ("Proceed (y/n)?", "y", "yes"),
        ("I could not do that, shall I try again?", "no", "no"),
        ("Is that right?", "that's correct", "yes"),
        ("Anything else?", "no", "no"),
        ("Anything else?", "That's all, thanks!", "no"),
        ("What else can I do for you?", "Nothing, I'm good", "no"),
        ("You want 2 tickets, correct?", "Yes, that's fine.", "yes"),
        ("You want 2 tickets, correct?", "That's correct", "yes"),
        ("How about 5:30 pm?", "yes", "yes"),
        ("Is the door open?", "yes", "yes"),
        ("Do you want to buy tickets?", "I do, please", "yes"),
        (CANCEL, "yes", "yes"),
        (CANCEL, "no", "no"),
        (CANCEL, "yes, cancel it", "yes"),
        (CANCEL, "don't", "no"),
    ],
)
def test_prompts_help_to_account_for_words(prompt: str, reply: str, polarity: str) -> None:
    """A reply that repeats the proposal, or fits the kind of question, is settled."""
    assert read_reply(reply, prompt).polarity == polarity


@pytest.mark.parametrize(
    ("prompt", "reply", "reason"),
    [
        (LISTING, "Keep this private please", "content"),
        (LISTING, "yes, create the other listing", "content"),
        (LISTING, "yes, create the listing twice", "content"),
        (LISTING, "yes, create the listing tomorrow", "conditional"),
        (LISTING, "create it later", "conditional"),
        (LISTING, "no, create the listing", "mixed"),
        (LISTING, "I will create the listing", "content"),
        (LISTING, "great, that's all", "off_target"),
        (LISTING, "I'm good, thanks", "content"),
        (LISTING, "that's correct", "content"),
        ("Would you like me to avoid booking the hotel?", "yes, book the hotel", "content"),
        ("Should I delete the draft and keep the photos?", "yes, delete the draft", "content"),
        ("Should I delete the draft and keep the photos?", "yes, delete the photos", "content"),
        ("Shall I move it from A to B?", "yes, move it from B to A", "content"),
        ("Shall I send 100 euros to Bob?", "yes, send 200 euros", "content"),
        ("Would you like tickets?", "That's okay.", "content"),
        ("Do you like modern buildings?", "They are okay", "content"),
        ("Have you ever worked with horses?", "I'd love to.", "content"),
        ("Is the server down?", "go ahead", "content"),
        ("Anything else?", "yes", "off_target"),
        ("Is that right?", "Okay, that will be all.", "off_target"),
    ],
)
def test_repetitions_that_change_or_fit_nothing_pass(prompt: str, reply: str, reason: str) -> None:
    """A reply that adds, narrows, swaps or turns round what the prompt proposes passes."""
    reading = read_reply(reply, prompt)
    assert (reading.polarity, reading.reason) == (None, reason)


@pytest.mark.parametrize(
    "prompt", [CANCEL, "Shall I stop?", "Should I reject the application?", "Should I wait?"]
)
@pytest.mark.parametrize("reply", ["stop", "go ahead", "I approve", "rejected", "I refuse"])
def test_going_ahead_with_a_stop_is_unclear(prompt: str, reply: str) -> None:
    """After an offer to stop or refuse, words of going ahead or stopping settle nothing."""
    assert read_reply(reply, prompt).polarity is None


def test_a_long_prompt_is_read_whole_or_not_at_all() -> None:
    """A long prompt settles nothing that its beginning could change."""
    assert read_reply("yes", "word " * 300 + "done today. Shall I send it?").polarity == "yes"
    assert read_reply("yes", "word " * 900 + "done today. Shall I send it?").polarity is None
    assert read_reply("yes", "Do you not want " + "very " * 300 + "long ones?").polarity is None
    assert read_reply("yes", "x" * 1_000_000).polarity is None


def test_a_blank_prompt_is_no_prompt() -> None:
    """A prompt without words changes nothing."""
    assert read_reply("yes", " ... ") == read_reply("yes")


@pytest.mark.parametrize(
    ("prompt", "reply"),
    [
        ("Shall I send it from Bob to Ann?", "Yes, send it to Bob"),
        ("Shall I move it from Monday to Tuesday?", "Yes, move it to Monday"),
        ("Shall I move it from Monday to Tuesday?", "Yes, Monday"),
        ("Shall I transfer 500 from savings to checking?", "Yes, transfer from checking"),
        ("Shall I delete the backup of the user database?", "Yes, delete the user database"),
        ("Shall I delete the backup of the user database?", "Yes, delete that user database"),
        ("Shall I delete the file from Bob?", "Yes, delete Bob"),
        ("Shall I cancel the hotel and keep the flight?", "Yes, cancel the flight"),
        ("Shall I cancel the hotel?", "Yes, cancel everything"),
        ("Shall I book the room without breakfast?", "Yes, book breakfast"),
        ("With no sugar?", "Yes, with sugar"),
        ("With sugar?", "correct, no sugar"),
        ("Do you have the ticket?", "No, I have it"),
        ("Does it work?", "No, it works"),
        ("Is it broken?", "Yes it works"),
        ("Do you want it?", "Yes, I do not want it"),
        ("Should I run the tests?", "yes skip the tests"),
        ("Shall I delete it?", "Yes I want to keep it"),
        ("Shall I order two?", "no more than two"),
        ("Shall I remove you from the list?", "count me in"),
        ("The loan request was rejected.", "approved"),
        ("You need your passport for that.", "go ahead"),
        ("Does Thursday or Friday work for you?", "Friday works"),
        ("I can think of two films. Would either of those work for you?", "Hellboy works for me"),
        ("Shall I stop the download?", "no, don't stop"),
        ("I will not delete the database. Shall I archive it?", "Yes, delete it"),
        ("Should I run the tests before I deploy?", "Yes, deploy it"),
        ("Before we start, do you have any allergies?", "Go ahead"),
        ("Should I reject the request?", "Yes, approve it"),
        ("Should I sell the car?", "Yes, I want it"),
        ("I found two hotels: Hilton and Ritz. Shall I book it?", "Yes, book the Ritz"),
        ("Shall I send the file to Bob?", "Send Ann the file"),
        ("Shall I invite Bob and Ann?", "Yes, invite Ann"),
        ("Shall I book this hotel?", "Yes, book another hotel"),
        ("Shall I book two tickets?", "Yes, book one"),
        ("Shall I schedule the payment?", "Yes, make the payment"),
        ("Shall I test the release?", "Yes, release"),
        ("Shall I buy milk and eggs?", "Yes, buy some"),
        ("Your reservation is for 4 people at 7.", "Yes, for 7"),
        ("Did you pay the bill?", "Yes, I will pay the bill"),
        ("Do you live in Berlin?", "Yes, I lived in Berlin"),
        ("Was the order cancelled?", "Yes, cancel it"),
        ("Do all the tests pass?", "Yes, some tests pass"),
        ("Is Ann the owner of the account and Bob the admin?", "Yes, Ann is the admin"),
        ("Does 3 pm on Monday with Dr. Ann work?", "Monday works"),
        ("Shall I tell them not to deliver?", "Yes, deliver it"),
        ("Do you want me to check if it is open?", "It is"),
        ("Shall I ask if it is open?", "It is not"),
        ("Did you delete the file?", "Yes, delete it"),
        ("Do you want to review it before I send it?", "Go ahead"),
        ("Unless you object, I'll send it.", "No"),
        ("How about 5pm?", "I can do that"),
        ("How about 3 copies?", "That should do it"),
        ("Would you like to proceed to checkout?", "All set"),
        ("Do you want me to try something else?", "Fine"),
        ("Shall I resend the code?", "I did not get it"),
        ("Shall I buy milk?", "There is no milk"),
        ("Shall I open the file?", "I can't open it"),
        ("Shall I book two nights with breakfast?", "No breakfast"),
        ("Shall I book the flight and the hotel?", "Don't book the hotel"),
        ("Shall I mute notifications?", "No notifications"),
        ("Shall I return the shoes?", "I don't want the shoes"),
        ("Shall I order a coffee with no sugar?", "No sugar"),
        ("Shall I tell him you're not interested?", "Not interested"),
        ("This will cancel your subscription. Continue?", "Cancel it"),
        ("Can I replace the printer?", "It doesn't work"),
        ("Shall I postpone it?", "Not today"),
        ("Shall I schedule it for Monday?", "Not today"),
        ("Is that fake?", "That's fake"),
        ("Was my card rejected?", "Rejected"),
        ("Do you mind if I reject it?", "Reject it"),
    ],
)
def test_the_prompt_s_words_in_another_order_pass(prompt: str, reply: str) -> None:
    """A reply in the prompt's own words that takes another thing, part or side of it passes."""
    assert read_reply(reply, prompt).polarity is None


@pytest.mark.parametrize(
    ("prompt", "reply", "polarity"),
    [
        ("Shall I move it from A to B?", "Yes, move it from A to B", "yes"),
        ("Shall I book the table for 2 at Aato on March 7th?", "Book the table please", "yes"),
        ("Shall I book a table for 2 on March 7th?", "Yes, book a table on March 7th", "yes"),
        ("Shall I transfer 500 from savings to checking?", "Yes, transfer to checking", "yes"),
        ("Do you want me to turn the porch light off?", "turn it off please", "yes"),
        ("Turn off the lights in the kitchen?", "yes turn the lights off", "yes"),
        ("Shall I cancel your appointment with Dr. Hill?", "Yes, cancel my appointment", "yes"),
        ("Should I cancel your appointment?", "Do not cancel my appointment", "no"),
        ("Would you like to buy tickets?", "No, I don't want to book the tickets now", "no"),
        ("Do you want a paper receipt?", "no paper receipt thanks", "no"),
        ("Did you receive the package?", "Yes, I received it", "yes"),
        ("Has the package arrived?", "no it has not arrived", "no"),
        ("Do you still live at 5 Main St?", "No, I don't live there anymore", "no"),
        ("You signed up through the app store, right?", "I did not", "no"),
        ("Are you over 18?", "no i'm not", "no"),
        ("Do you mind if I delete the old draft?", "No, go ahead", "yes"),
        ("Any objections if I merge this now?", "none, merge it", "yes"),
        ("Do you mind if I read your mail?", "I do mind, don't read it", "no"),
        ("Booking a table for 2 at 7 pm.", "Sounds good", "yes"),
        ("Sorry, that is taken. How about Friday instead?", "No, that's okay", "no"),
        ("Can I help you with anything else?", "nope, that's all", "no"),
        ("There are 48 spam messages. Should I delete them?", "delete them", "yes"),
        ("I will rotate the keys. Please approve or decline.", "Declined", "no"),
        ("Shall I restart it? Users will be disconnected.", "No! Do not restart it", "no"),
        ("Is anna@example.com your email address?", "Yes, that's my email address", "yes"),
    ],
)
def test_the_prompt_s_words_account_for_a_reply(prompt: str, reply: str, polarity: str) -> None:
    """A reply that repeats the thing, the fact or the verb that was asked about is settled."""
    assert read_reply(reply, prompt).polarity == polarity
