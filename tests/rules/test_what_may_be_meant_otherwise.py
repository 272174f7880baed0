"""Replies that may be meant for something else than what was asked, and so are passed on."""

import pytest

from verdict_rules import read_reply

ONE_S_OWN_WISH = [
    ("Do you want me to drive?", "I want to drive"),
    ("Would you like me to write the review?", "I'd like to write it"),
    ("Do you want me to choose?", "I want to choose"),
    ("Do you want me to talk to the landlord?", "I want to talk to the landlord"),
    ("Do you want me to pay for dinner?", "I'd like to pay for dinner"),
    ("Would you like me to present the results?", "I'd like to present them"),
    ("Would you like me to test the fix?", "I want to test it"),
    ("Do you want us to pick the paint?", "we want to pick it"),
    ("Should I decide for you?", "yes, I want to decide"),
    ("Should I run the meeting?", "yes, I want to run it"),
]


@pytest.mark.parametrize(("prompt", "reply"), ONE_S_OWN_WISH)
def test_one_s_own_wish(prompt: str, reply: str) -> None:
    """To want to do it oneself is no wish that the other does it."""
    assert read_reply(reply, prompt).polarity is None


WORDS_INSIDE_CODE = [
    ("Shall I run `systemctl stop nginx`?", "run nginx"),
    ("May I run `npm uninstall react`?", "run react"),
    ("Shall I run `kubectl delete pod web-1`?", "run web-1"),
    ("Run `rm -rf build`?", "run the build"),
    ("Execute `git branch -D feature`?", "execute the feature"),
    ("Should I commit with --no-verify?", "yes, verify"),
    ("Darf ich `git push --force` ausführen?", "kein force"),
    ("Shall I run `systemctl stop nginx`?", "yes, run nginx"),
    ("May I run `npm uninstall react`?", "yes, run react"),
    ("Run `rm -rf build`?", "yes, run the build"),
]


@pytest.mark.parametrize(("prompt", "reply"), WORDS_INSIDE_CODE)
def test_words_inside_code(prompt: str, reply: str) -> None:
    """What code does not say by itself is no approval of running it."""
    assert read_reply(reply, prompt).polarity is None


WHAT_A_CONFIRMATION_IS_OF = [
    ("Please confirm: cancel the booking for May 4?", "confirm the booking"),
    ("Please confirm that you want to close your account.", "confirm my account"),
    ("Please confirm the cancellation of your appointment on May 4.", "confirm my appointment"),
    ("Can you confirm the cancellation of your order?", "confirm my order"),
    (
        "So you'd like to cancel the appointment on Monday, right?",
        "yes, I have an appointment on Monday",
    ),
    ("Please confirm: cancel the booking for May 4?", "confirm booking"),
    ("Please confirm that you want to close your account.", "I confirm my account"),
    ("Please confirm the cancellation of your appointment on May 4.", "I confirm my appointment"),
    ("Can you confirm the cancellation of your order?", "I confirm my order"),
    ("So you'd like to cancel the appointment on Monday, right?", "yes, an appointment on Monday"),
]


@pytest.mark.parametrize(("prompt", "reply"), WHAT_A_CONFIRMATION_IS_OF)
def test_what_a_confirmation_is_of(prompt: str, reply: str) -> None:
    """To confirm a thing is not to confirm that it is cancelled."""
    assert read_reply(reply, prompt).polarity is None


A_PARTICLE_APART = [
    ("Shall I put the calls on hold?", "put the calls on"),
    ("Shall I get rid of the old sofa?", "get it"),
    ("Shall I get rid of the blue car?", "yes, get that"),
    ("Shall I send the shoes back?", "send the shoes"),
    ("Shall I give the ticket back?", "yes, give me the ticket"),
    ("Shall I give the keys back to the landlord?", "yes, give me the keys"),
    ("Shall I roll the release back?", "roll it"),
    ("Shall I take the photo down?", "yes, take a photo"),
    ("Shall I call the driver off?", "call the driver"),
    ("Should I leave the wine out?", "leave the wine"),
    ("Shall I keep the guests out?", "keep the guests"),
    ("Shall I send the courier away?", "send the courier"),
    ("Should I book Tom off for Friday?", "book Tom for Friday"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_PARTICLE_APART)
def test_a_particle_apart(prompt: str, reply: str) -> None:
    """A verb whose particle is left out, or stands for another, is another verb."""
    assert read_reply(reply, prompt).polarity is None


JOINING_WHAT_IS_DECLINED = [
    ("Shall I vote against the proposal?", "yes, I'm all for it"),
    ("Shall I turn down the job offer for you?", "yes, I'm up for it"),
    ("Shall I turn down the job offer for you?", "yes, I'm on board"),
    ("Shall I turn down the job offer for you?", "yes, I'm in"),
    ("Shall I turn down the invitation?", "yes, I'm in"),
    ("Should I tell Tom you won't join?", "yes, I'm in"),
    ("Shall I cancel your spot in the class?", "yes, count me in"),
    ("Shall I vote against the proposal?", "yes, I'm in favour"),
    ("Should I mark you as absent?", "yes, count me in"),
    ("Should I mark you down as not attending?", "yes, count me in"),
    ("Shall I let them know you can't make it?", "yes, count me in"),
    ("Shall I write that we don't agree?", "yes, we agree"),
    ("Shall I say you're not interested?", "yes, I'd love to"),
]


@pytest.mark.parametrize(("prompt", "reply"), JOINING_WHAT_IS_DECLINED)
def test_joining_what_is_declined(prompt: str, reply: str) -> None:
    """To want to be part of a thing is no yes to declining it."""
    assert read_reply(reply, prompt).polarity is None


LIKING_WHAT_WOULD_GO = [
    ("Shall I sell your car?", "yes, I want my car"),
    ("Do you want to sell your car?", "yes, I want my car"),
    ("Do you want to return the jacket?", "yes, I want the jacket"),
    ("Would you like to change your seat?", "yes, I'd like my seat"),
    ("Do you want to exchange the dress?", "yes, I like it"),
    ("Would you like to replace your old phone?", "yes, I like it"),
    ("Would you like to reschedule the appointment?", "yes, I want the appointment"),
    ("Do you want to lose the discount?", "yes, I want the discount"),
    ("Would you like less sugar?", "yes, I want sugar"),
    ("Would you like fewer notifications?", "yes, I want notifications"),
]


@pytest.mark.parametrize(("prompt", "reply"), LIKING_WHAT_WOULD_GO)
def test_liking_what_would_go(prompt: str, reply: str) -> None:
    """To like, want or need a thing is no yes to giving it up or having less of it."""
    assert read_reply(reply, prompt).polarity is None


ANOTHER_TENSE = [
    ("Did the parcel arrive?", "it should"),
    ("Did the backup succeed?", "it should"),
    ("Does the app work now?", "it should"),
    ("Does the flight include a bag?", "it should"),
    ("Does your room have a view?", "it should"),
    ("Did the parcel come?", "that should"),
    ("Has the technician arrived?", "yes, he will arrive"),
    ("Do you own the house?", "yes, I would"),
    ("Do you have a fever?", "yes, I had a fever"),
    ("Do you have any pain?", "yes I had pain"),
]


@pytest.mark.parametrize(("prompt", "reply"), ANOTHER_TENSE)
def test_another_tense(prompt: str, reply: str) -> None:
    """What should be, was or will be is not yet, or no more."""
    assert read_reply(reply, prompt).polarity is None


A_WISH_FOR_A_FACT = [
    ("Do you have insurance?", "yes, I had insurance"),
    ("Have you already paid?", "yes, I will have paid"),
    ("Did you take the medicine this morning?", "yes, I will take it"),
    ("Do you have a reservation?", "yes, I'd like one"),
    ("Do you have an account with us?", "yes, I'd like one"),
    ("Do you already have an appointment?", "yes, I need one"),
    ("Do you have a loyalty card?", "that would be great"),
    ("Have you got a coupon?", "that would be great"),
    ("Have you been vaccinated?", "I'd like that"),
    ("Are you registered?", "yes, I'd like to"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_WISH_FOR_A_FACT)
def test_a_wish_for_a_fact(prompt: str, reply: str) -> None:
    """To want a thing does not say that it is so."""
    assert read_reply(reply, prompt).polarity is None


A_REPORT = [
    ("Should I call the customer?", "yes, the customer called"),
    ("Should I call your bank?", "yes, the bank called"),
    ("Shall I answer the customer?", "yes, the customer answered"),
    ("Should I order the parts?", "yes, the parts ordered"),
    ("Should I water the plants?", "yes, the plants watered"),
    ("Should I change the filter?", "yes, the filter changed"),
    ("Shall I invite Ann?", "yes, Ann invited"),
    ("Shall I message Bob?", "yes, Bob messaged"),
    ("Shall I pay Bob?", "yes, Bob pays"),
    ("Should I call the customer?", "yes, customer called"),
]


@pytest.mark.parametrize(("prompt", "reply"), A_REPORT)
def test_a_report(prompt: str, reply: str) -> None:
    """That somebody has done a thing is no order to do it."""
    assert read_reply(reply, prompt).polarity is None


ANOTHER_RECIPIENT = [
    ("Shall I order lunch for your colleagues?", "yes, for me"),
    ("Shall I book a room for my parents?", "yes, for us"),
    ("Soll ich die E-Mail an Anna senden?", "sende sie mir"),
    ("Soll ich die Rechnung an die Firma schicken?", "schick sie mir"),
    ("Soll ich Tom das Geld überweisen?", "überweise es mir"),
    ("Soll ich den Link an Frau Berger senden?", "sende ihn mir"),
    ("Soll ich die Hausarbeit von Lena an den Professor mailen?", "mail sie mir"),
    ("Soll ich das Protokoll an alle Teilnehmer senden?", "ja, sende es mir"),
    ("Soll ich dem Kunden ein neues Passwort schicken?", "schick es mir"),
    ("Soll ich Mama die Fotos zeigen?", "zeig sie mir"),
    ("Soll ich Max einen Termin buchen?", "ja, mir"),
    ("Soll ich Ihrem Anwalt die Unterlagen mailen?", "maile sie mir"),
]


@pytest.mark.parametrize(("prompt", "reply"), ANOTHER_RECIPIENT)
def test_another_recipient(prompt: str, reply: str) -> None:
    """What shall be sent to oneself is not what shall be sent to somebody else."""
    assert read_reply(reply, prompt).polarity is None


LETTING_RUN_WHAT_WOULD_STOP = [
    ("Soll ich das Deployment abbrechen?", "ja, lass laufen"),
    ("Soll ich den Download pausieren?", "ja, lass laufen"),
    ("Soll ich die Tests überspringen?", "ja, lass laufen"),
    ("Soll ich den Job stoppen?", "ja, lass laufen"),
    ("Soll ich die Lieferung anhalten?", "ja, los"),
    ("Soll ich das Abo pausieren?", "ja, lass laufen"),
    ("Soll ich die Waschmaschine ausschalten?", "ja, lass laufen"),
    ("Soll ich die Musik stoppen?", "ja, lass laufen"),
    ("Wollen Sie den Vorgang abbrechen?", "ja, lass laufen"),
    ("Soll ich die Anfrage zurückziehen?", "ja, zieh es durch"),
]


@pytest.mark.parametrize(("prompt", "reply"), LETTING_RUN_WHAT_WOULD_STOP)
def test_letting_run_what_would_stop(prompt: str, reply: str) -> None:
    """To let a thing run is no yes to stopping it."""
    assert read_reply(reply, prompt).polarity is None


NOT_WANTING_WHAT_WOULD_GO = [
    ("Soll ich Ihr Abo kündigen?", "ich will es nicht"),
    ("Soll ich den Termin absagen?", "ich will ihn nicht"),
    ("Soll ich die alten Backups löschen?", "ich will sie nicht"),
    ("Soll ich die Bestellung stornieren?", "ich will sie nicht"),
    ("Soll ich das Buch zurückgeben?", "ich will es nicht"),
    ("Soll ich den Vorschlag verwerfen?", "ich will ihn nicht"),
    ("Soll ich den Artikel zurücknehmen?", "ich will ihn nicht"),
    ("Soll ich die Zwiebeln weglassen?", "ich will sie nicht"),
    ("Soll ich die Zwiebeln rausnehmen?", "ich will sie nicht"),
    ("Soll ich die Werbung abstellen?", "ich will sie nicht"),
]


@pytest.mark.parametrize(("prompt", "reply"), NOT_WANTING_WHAT_WOULD_GO)
def test_not_wanting_what_would_go(prompt: str, reply: str) -> None:
    """Not to want a thing is no refusal of doing away with it."""
    assert read_reply(reply, prompt).polarity is None


LEAVING_WHAT_WOULD_BE_LEFT = [
    ("Should I leave the window open?", "keep it open"),
    ("Should I leave the door unlocked?", "keep it unlocked"),
    ("Shall I keep your seat?", "leave it"),
    ("Shall I keep the backup from March?", "leave it"),
    ("Should I leave the price unchanged?", "leave it as is"),
    ("Do you want to keep the current plan?", "leave it"),
    ("Shall I hold the room until 6 pm?", "keep it"),
    ("I'll keep the lights on.", "leave them"),
    ("Should I leave the old logo in the footer?", "leave it there"),
    ("Should I leave the tip as it is?", "keep it"),
]


@pytest.mark.parametrize(("prompt", "reply"), LEAVING_WHAT_WOULD_BE_LEFT)
def test_leaving_what_would_be_left(prompt: str, reply: str) -> None:
    """To leave a thing as it is refuses nothing where that is what was proposed."""
    assert read_reply(reply, prompt).polarity is None


NOTHING_MORE_BEFORE_AN_END = [
    ("Can I close this chat now?", "nope that's all"),
    ("Shall I end the call then?", "no that's all"),
    ("Shall I finish the order?", "no, that's all"),
    ("Shall I check out?", "no that's it"),
    ("Soll ich den Chat jetzt beenden?", "nein danke, das war alles"),
    ("Kann ich das Ticket schließen?", "nein danke, das war alles"),
    ("Kann ich die Bestellung abschließen?", "nein, das wars"),
    ("Soll ich auflegen?", "nein, das wars"),
    ("Möchten Sie den Anruf beenden?", "nein, das wars"),
    ("Can I close this chat now?", "no that's all"),
]


@pytest.mark.parametrize(("prompt", "reply"), NOTHING_MORE_BEFORE_AN_END)
def test_nothing_more_before_an_end(prompt: str, reply: str) -> None:
    """After a proposal to end, that there is nothing more is no refusal."""
    assert read_reply(reply, prompt).polarity is None


KEEPING_WHAT_IT_WOULD_BECOME = [
    ("Should I close the garage door?", "leave it closed"),
    ("It's raining. Should I close the windows?", "leave them closed"),
    ("Should I disable the old user account?", "keep it disabled"),
    ("Should I stop the recording?", "leave it stopped"),
    ("Should I cancel the subscription?", "leave it cancelled"),
    ("Shall I take it off the list?", "leave it off the list"),
    ("Should I take down the old banner?", "don't put it up again"),
    ("Should I close the garage door?", "keep it closed"),
    ("It's raining. Should I close the windows?", "keep them closed"),
    ("Should I disable the old user account?", "leave it disabled"),
]


@pytest.mark.parametrize(("prompt", "reply"), KEEPING_WHAT_IT_WOULD_BECOME)
def test_keeping_what_it_would_become(prompt: str, reply: str) -> None:
    """To keep a thing closed is no refusal of closing it."""
    assert read_reply(reply, prompt).polarity is None


REFUSING_WHAT_IS_THERE = [
    ("Should I find a cheaper one?", "don't buy this one"),
    ("Should I look for something cheaper?", "don't book it"),
    ("Would you like me to find another flight?", "don't book it"),
    ("Should I show more flights?", "none of these"),
    ("Would you like to see more restaurants?", "none of these"),
    ("Do you want to see other options?", "none of these"),
    ("Your card has expired. Do you want to add another one?", "don't use it"),
    ("Soll ich einen anderen Termin suchen?", "kein Termin"),
    ("Should I find a cheaper one?", "don't buy it"),
    ("Should I look for something cheaper?", "don't buy it"),
]


@pytest.mark.parametrize(("prompt", "reply"), REFUSING_WHAT_IS_THERE)
def test_refusing_what_is_there(prompt: str, reply: str) -> None:
    """To refuse what is there is no refusal of looking for something else."""
    assert read_reply(reply, prompt).polarity is None


REFUSING_THE_NEWS = [
    ("There are 3 failing tests. Should I deploy anyway?", "skip them"),
    ("The build has two warnings. Should I merge the PR?", "skip them"),
    ("You have 12 unread messages. Should I start the focus mode?", "skip them"),
    ("Some rows are duplicates. Should I import the file?", "skip them"),
    ("The song has explicit lyrics. Should I play the album?", "skip it"),
    ("Your flight is delayed by 3 hours. Would you like a meal voucher?", "cancel it"),
    ("Your hotel is not refundable. Do you want a different room?", "cancel it"),
    ("Ihr Abo verlängert sich morgen. Soll ich Ihnen die Rechnung schicken?", "ich will es nicht"),
    (
        "Wir haben eine Abbuchung von 400 Euro bemerkt. Soll ich die Karte zeigen?",
        "nicht genehmigt",
    ),
    ("Ihr Flug hat drei Stunden Verspätung. Möchten Sie einen Gutschein?", "das will ich nicht"),
]


@pytest.mark.parametrize(("prompt", "reply"), REFUSING_THE_NEWS)
def test_refusing_the_news(prompt: str, reply: str) -> None:
    """What is said of the news before an offer does not refuse the offer."""
    assert read_reply(reply, prompt).polarity is None


WRONG_OF_WHAT_IS_WRONG = [
    ("Is this address outdated?", "not correct"),
    ("Ist die Adresse veraltet?", "nicht richtig"),
    ("Sind die Daten veraltet?", "nicht richtig"),
    ("Hat sich Ihre Telefonnummer geändert?", "die Nummer stimmt nicht"),
    ("Der Betrag auf der Rechnung ist falsch.", "stimmt nicht"),
    ("Is this address outdated?", "incorrect"),
    ("Ist die Adresse veraltet?", "nicht korrekt"),
    ("Sind die Daten veraltet?", "falsch"),
    ("Hat sich Ihre Telefonnummer geändert?", "die Telefonnummer ist falsch"),
    ("Der Betrag auf der Rechnung ist falsch.", "das stimmt nicht"),
]


@pytest.mark.parametrize(("prompt", "reply"), WRONG_OF_WHAT_IS_WRONG)
def test_wrong_of_what_is_wrong(prompt: str, reply: str) -> None:
    """That something is wrong may affirm a question whether it is."""
    assert read_reply(reply, prompt).polarity is None


NOT_GOING = [
    ("I'm going to mark you as absent on Friday.", "I'm not going"),
    ("I'm going to tell Ann you're busy tonight.", "I'm not going"),
    ("I'll decline the meeting for you.", "I'm not going"),
    ("I will turn down the offer.", "I'm not going"),
    ("I'll let the landlord know you're moving out.", "I'm not going"),
    ("I'd suggest declining this one.", "I'm not going"),
    ("Want me to tell them no?", "I'm not going"),
    ("A meeting with sales was added to your calendar. Should I send the agenda?", "I'm not going"),
    ("I'm going to tell Ann you're busy tonight.", "I am not going"),
]


@pytest.mark.parametrize(("prompt", "reply"), NOT_GOING)
def test_not_going(prompt: str, reply: str) -> None:
    """Not to go says nothing against telling them so."""
    assert read_reply(reply, prompt).polarity is None
