import pytest

from verdict_rules import load_packs, may_turn, read_ask, read_reply
from verdict_rules.prompt import read_prompt

OFFER = "Soll ich den Eintrag erstellen?"
CHECK = "Sie wohnen in Graz, richtig?"
PACKS = {pack.language: pack for pack in load_packs()}


@pytest.mark.parametrize(
    "reply",
    [
        *("ja", "Ja, bitte!", "jo", "jup", "jawohl", "JAAAA", "ja gern", "sehr gerne, danke"),
        *("klar", "na klar", "natürlich", "selbstverständlich", "auf jeden Fall", "sicher"),
        *("mach das", "machen Sie das bitte", "mach ruhig", "leg los", "nur zu", "geht klar"),
        *("einverstanden", "in Ordnung", "meinetwegen", "Guten Tag, ja. Liebe Grüße, Eva"),
        *("kein Problem, mach", "ja, warum nicht", "das wäre super", "👍", "✅"),
    ],
)
def test_a_german_yes_is_yes(reply: str) -> None:
    """A plain yes to an offer is a yes, to "du" and to "Sie", in all three countries."""
    assert read_reply(reply, OFFER).polarity == "yes"


@pytest.mark.parametrize(
    "reply",
    [
        *("nein", "Nein, danke.", "nö", "nee", "neeein!", "leider nein", "lieber nicht"),
        *("auf keinen Fall", "bloß nicht", "bitte nicht", "nicht nötig", "kein Bedarf"),
        *("das möchte ich nicht", "nein, mach das nicht", "abgelehnt", "ich lehne ab"),
        *("ok, dann lieber nicht", "danke für das Angebot, aber nein", "👎", "❌"),
    ],
)
def test_a_german_no_is_no(reply: str) -> None:
    """A refusal is a no, with the negation before or after its verb, and after a softening."""
    assert read_reply(reply, OFFER).polarity == "no"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        *(("nicht jetzt", "no"), ("nein, später", "no"), ("nein, vielleicht ein andermal", "no")),
        *(("ja, aber nicht jetzt", None), ("ja, später", None), ("gern, aber erst morgen", None)),
        *(("ja, wenn es nichts kostet", None), ("klar, nachher", None)),
    ],
)
def test_putting_off_leaves_a_no_and_makes_a_yes_conditional(reply: str, said: str | None) -> None:
    """A no that is put off stays a no, and a yes that is put off is passed on."""
    assert read_reply(reply, OFFER).polarity == said


@pytest.mark.parametrize("reply", ["ja, aber nicht jetzt", "ja, später", "gern, aber erst morgen"])
def test_a_yes_that_is_put_off_says_so(reply: str) -> None:
    """The reason why a yes that is put off does not count is its condition."""
    assert read_reply(reply, OFFER).reason == "conditional"


@pytest.mark.parametrize(
    "reply",
    [
        *("sicher?", "ja?", "ja mei", "na ja", "naja", "jein", "ja ja", "von wegen", "doch"),
        *("nicht doch", "eben nicht", "kein Ding", "das stimmt so nicht", "ja nein", "egal"),
        *("ja, alle", "genau das nicht", "nicht schlecht", "nicht falsch", "oh nein", "na toll"),
        *("eher ja", "ich glaube schon", "vielleicht", "warum nicht", "was", "mein Mann sagt ja"),
        *("ja, buch den Zug", "ja, aber den anderen", "nein, mach ruhig", "hm ja", "ja schon"),
        *("passt nicht ganz", "mach mal halblang", "lass mal gut sein", "gern geschehen"),
        *("schon gut", "ist mir nicht recht", "da hab ich was dagegen", "ja nee", "ja ja, klar"),
        *("mach doch, was du willst", "wie du willst", "bin mir nicht sicher", "hat er ja gesagt"),
        *("erst mal nicht, dann ja", "wenn's sein muss", "das wär's noch nicht", "danke", "ja?!"),
    ],
)
def test_what_only_looks_like_an_answer_is_passed_on(reply: str) -> None:
    """Doubt, irony, reports, questions back and corrections are no answer."""
    assert read_reply(reply, OFFER).polarity is None


@pytest.mark.parametrize("reply", ["ja", "nein", "genau", "👍"])
@pytest.mark.parametrize(
    "prompt",
    [
        *("Soll ich es nicht löschen?", "Soll ich das alte Backup von gestern nicht löschen?"),
        *("Du willst es nicht, oder?", "Ist das alles?", "War's das?", "Tee oder Kaffee?"),
        "Haben Sie etwas dagegen, wenn ich das Fenster öffne?",
        "Macht es Ihnen etwas aus, wenn ich mithöre?",
        *("Ist etwas falsch?", "Spricht etwas dagegen?", "Stört es dich, wenn ich rauche?"),
        *("Wann soll ich den Tisch reservieren?", "Welche Datei soll ich löschen?"),
        "Was möchten Sie trinken?",
    ],
)
def test_prompts_that_turn_a_yes_are_known(prompt: str, reply: str) -> None:
    """A yes or a no after a negated, turned or open question is passed on."""
    assert read_reply(reply, prompt).polarity is None


@pytest.mark.parametrize("prompt", ["Noch etwas?", "Kann ich sonst noch etwas für Sie tun?"])
def test_after_a_question_for_more_only_a_no_is_clear(prompt: str) -> None:
    """Wanting no more is a no, and a yes is passed on until it says what is wanted."""
    for reply in ("nein danke", "das war's, danke", "nichts mehr", "ich hab alles"):
        assert read_reply(reply, prompt).polarity == "no"
    assert read_reply("ja bitte", prompt).reason == "off_target"


def test_an_objection_asked_for_is_read_with_what_to_do() -> None:
    """After "Haben Sie etwas dagegen" a no is clear where it also says to go on."""
    prompt = "Haben Sie etwas dagegen, wenn ich das Fenster öffne?"
    assert read_reply("nein, machen Sie nur", prompt).polarity == "yes"
    assert read_reply("nein", prompt).polarity is None


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        *(("stimmt", "yes"), ("das ist richtig", "yes"), ("genau so ist es", "yes")),
        *(("ja, stimmt genau", "yes"), ("falsch", "no"), ("das stimmt leider nicht", "no")),
        *(("stimmt nicht ganz", None), ("stimmt das", None), ("stimmt so nicht", None)),
    ],
)
def test_a_check_is_agreed_to_or_denied(reply: str, said: str | None) -> None:
    """What says that something is right or wrong answers a check, unless only in part."""
    assert read_reply(reply, CHECK).polarity == said


MAILING = "Ich verschicke die E-Mail an Frau Huber jetzt."
CLEARING = "Soll ich die alten Fotos löschen?"
SUBSCRIBED = "Möchten Sie das Abo kündigen?"
MINDING = "Hätten Sie Einwände, wenn ich das Dokument mit dem Team teile?"


@pytest.mark.parametrize(
    ("reply", "prompt", "said"),
    [
        ("ja bitte den Eintrag erstellen", OFFER, "yes"),
        ("ja, erstellen", OFFER, "yes"),
        ("Ja, erstell den Eintrag", OFFER, "yes"),
        ("erstell bitte mal den Eintrag", OFFER, "yes"),
        ("Erstellen Sie ihn!", OFFER, "yes"),
        ("Ja, Sie können den Eintrag erstellen", OFFER, "yes"),
        ("den Eintrag erstellen", OFFER, "yes"),
        ("nein, nicht erstellen", OFFER, "no"),
        ("erstell ihn nicht", OFFER, "no"),
        ("erstellen Sie ihn bitte nicht", OFFER, "no"),
        ("nein, den Eintrag bitte nicht erstellen", OFFER, "no"),
        ("ja, lösche die Datei", "Ich lösche die Datei.", "yes"),
        ("lass es", "Ich lösche die Datei.", "no"),
        ("ja, schick sie ab", MAILING, "yes"),
        ("schick sie nicht ab", MAILING, "no"),
        ("nein, schick die E-Mail nicht ab", MAILING, "no"),
        ("bitte nicht abschicken", MAILING, "no"),
        ("lösch sie", CLEARING, "yes"),
        ("nein, lösch das bitte nicht", CLEARING, "no"),
        ("nein, ich möchte nicht kündigen", SUBSCRIBED, "no"),
        ("ja, ich möchte das Abo kündigen", SUBSCRIBED, "yes"),
        ("nein, keine, teilen Sie es", MINDING, "yes"),
        ("ja, trag es ein", "Soll ich den Termin eintragen?", "yes"),
        ("trag ihn nicht ein", "Ich trage den Termin für Montag ein.", "no"),
        ("ja, ich wohne in Graz", CHECK, "yes"),
        ("ja, in Graz", CHECK, "yes"),
        ("ja, in Wien", CHECK, None),
        ("ja, zwei Tickets", "Soll ich drei Tickets kaufen?", None),
        ("ja, schalt das Licht aus", "Soll ich das Licht einschalten?", None),
        ("ja, löschen", "Soll ich die Fotos behalten?", None),
        ("nicht löschen", "Soll ich die Fotos behalten?", None),
        ("nicht den Eintrag", OFFER, None),
        ("erstell nicht den Eintrag, sondern den Termin", OFFER, None),
        ("Eintrag erstellt", OFFER, None),
        ("ich habe den Eintrag erstellt", OFFER, None),
        ("nein, ich erstelle ihn selbst", OFFER, None),
        ("ja, lösch den Eintrag", OFFER, None),
        ("ja, schick sie an Herrn Huber", MAILING, None),
        ("lösch nicht alle", CLEARING, None),
        ("nicht alle löschen", CLEARING, None),
        ("bitte nicht sofort löschen", CLEARING, None),
        ("ja, erinnere sie", "Soll ich dich an den Termin erinnern?", None),
        ("ja, erinnere mich an den Termin", "Soll ich dich an den Termin erinnern?", "yes"),
        ("ja, protokollier es mit", "Soll ich das Meeting mitprotokollieren?", "yes"),
        ("protokollieren Sie es nicht mit", "Soll ich das Meeting mitprotokollieren?", "no"),
        ("du musst ihn nicht erstellen", OFFER, "no"),
        ("ja, lösch auch die Videos", CLEARING, None),
        ("ja, behalten", CLEARING, None),
        ("nein, nicht behalten", CLEARING, None),
    ],
)
def test_a_proposal_may_be_repeated(reply: str, prompt: str, said: str | None) -> None:
    """An order or a wish in the proposal's words counts, in whatever order German puts them."""
    assert read_reply(reply, prompt).polarity == said


@pytest.mark.parametrize(
    ("reply", "as_typed"),
    [
        *(("natürlich", "natuerlich"), ("nö", "noe"), ("bloß nicht", "bloss nicht")),
        *(("nicht nötig", "nicht noetig"), ("nein, später", "nein, spaeter"), ("ja", "ja\u0308")),
        ("nö", "no\u0308"),
    ],
)
def test_umlauts_may_be_written_out(reply: str, as_typed: str) -> None:
    """An umlaut may be two letters or a letter and a mark, and "ss" is as good as "ß"."""
    expected = None if as_typed == "ja\u0308" else read_reply(reply, OFFER).polarity
    assert read_reply(as_typed, OFFER).polarity == expected
    assert read_reply(as_typed, OFFER.replace("Soll ich", "Moechten Sie")).polarity == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "Soll ich Sie am 12. Oktober um 8:15 Uhr eintragen?",
        "Ich buche den Flug am 3. Mai.",
        "Soll ich die Wohnung im 2. Stock besichtigen?",
    ],
)
def test_a_date_ends_no_sentence(prompt: str) -> None:
    """The full stop of "am 12. Oktober" does not part an offer in two."""
    assert read_prompt(prompt, PACKS["de"]).kind == "offer"
    assert "qualified" not in read_prompt(prompt, PACKS["de"]).traits
    assert read_reply("ja", prompt).polarity == "yes"


def test_a_number_may_end_a_sentence() -> None:
    """A full stop after a number parts sentences where no date goes on."""
    prompt = read_prompt("Der Preis ist 20. Soll ich buchen?", PACKS["de"])
    assert prompt.spoken == ("soll", "ich", "buchen", "?")


@pytest.mark.parametrize(
    ("prompt", "own", "other"),
    [
        (OFFER, "de", "en"),
        ("Möchten Sie die Push-Benachrichtigungen aktivieren?", "de", "en"),
        ("Ich lösche jetzt die Datei.", "de", "en"),
        ("Soll Herr Özdemir einen Crêpe für André kaufen?", "de", "en"),
        ("Update installieren?", "de", "xx"),
        ("Rechnung freigeben?", "de", "en"),
        ("Shall I create the listing?", "en", "de"),
        ("I will man the desk in the morning. Is that also so?", "en", "de"),
        ("Was the hat in the den?", "en", "de"),
        ("Will you email Ned?", "en", "de"),
        ("How about your leg?", "en", "de"),
        ("Shall I stop the download?", "en", "de"),
        ("Is that fine, or was it a gift after all?", "en", "de"),
        ("Du är hungrig, vill du äta nu?", "xx", "de"),
    ],
)
def test_a_prompt_in_another_language_is_foreign(prompt: str, own: str, other: str) -> None:
    """Each pack reads the prompts of its language and takes those of the other as foreign."""
    if own in PACKS:
        assert read_prompt(prompt, PACKS[own]).kind != "foreign"
    if other in PACKS:
        assert read_prompt(prompt, PACKS[other]).kind == "foreign"


def test_the_packs_leave_each_other_their_replies() -> None:
    """A reply in one language to a prompt in it is read as before beside the other pack."""
    assert read_reply("Nein danke", OFFER).pack == "de"
    assert read_reply("No thanks", "Shall I create the listing?").pack == "en"
    assert read_reply("ok", OFFER).pack == "de"
    assert read_reply("ok", "Shall I create the listing?").pack == "en"
    assert read_reply("ok").pack == "en"
    assert read_reply("ja ja", "Shall I create the listing?").polarity == "yes"
    assert read_reply("ja ja", OFFER).polarity is None


@pytest.mark.parametrize(
    "word",
    [
        *("also", "so", "was", "man", "die", "not", "in", "fine", "bald", "hell", "gift", "rat"),
        *("after", "brief", "war", "fast", "mag", "her", "hat", "den", "wer", "am"),
    ],
)
def test_words_of_both_languages_decide_nothing(word: str) -> None:
    """A word that both languages have, with two meanings, is no answer to either."""
    assert read_reply(word, OFFER).polarity is None
    assert read_reply(f"{word} ja", OFFER).polarity is None or word in {"also", "so"}


@pytest.mark.parametrize(
    ("question", "asks", "of_act"),
    [
        ("Bestätigt die Antwort das?", "confirms", False),
        ("Sagt der Nutzer ja?", "confirms", False),
        ("Ist die Antwort ein Ja?", "confirms", False),
        ("Hat die Kundin nein gesagt?", "refuses", False),
        ("Ist die Antwort ein Nein?", "refuses", False),
        ("Stimmt der Nutzer dem Vorschlag zu?", "confirms", True),
        ("Genehmigt die Person die Aktion?", "confirms", True),
        ("Lehnt der Nutzer ab?", "refuses", True),
        ("Hat der Kunde das Angebot abgelehnt?", "refuses", True),
        ("Welche Option wählt der Nutzer?", "picks", False),
        ("Wie viele Sterne gibt die Kundin?", "rates", False),
    ],
)
def test_a_question_about_a_reply_is_read(question: str, asks: str, of_act: bool) -> None:
    """What is asked of a reply is known in German too."""
    ask = read_ask(question)
    assert ask is not None
    assert (ask.asks, ask.of_act) == (asks, of_act)


@pytest.mark.parametrize(
    "question",
    [
        *("Bestätigt die Antwort das nicht?", "Lehnt der Nutzer ab oder stimmt er zu?"),
        *("Ist der Nutzer höflich?", "Lehnt der Assistent ab?", "Sagt der Nutzer ja und danke?"),
    ],
)
def test_another_question_about_a_reply_is_not(question: str) -> None:
    """One word too many, another person or a negation makes it another question."""
    assert read_ask(question) is None


def test_a_german_word_may_turn_a_question_round() -> None:
    """A negation or a refusal in a German question is seen."""
    assert may_turn("Will der Nutzer das nicht?")
    assert may_turn("Weigert er sich?")
    assert not may_turn("Soll ich den Eintrag erstellen?")


@pytest.mark.parametrize(
    ("prompt", "reply"),
    [
        ("Sichern und schließen?", "schließen"),
        ("Soll ich die Datei sichern und schließen?", "ja, schließen"),
        ("Prüfen und senden?", "ja, senden"),
        ("Soll ich die Datei überschreiben?", "sicher die Datei"),
        ("Soll ich das Buch zurückgeben?", "gefällt mir nicht"),
        ("Soll ich die Bestellung stornieren?", "ja, ausführen"),
        ("Soll ich die Lieferung anhalten?", "ja, durchführen"),
        ("Soll ich Max einen Termin buchen?", "ja, für mich"),
    ],
)
def test_half_of_a_german_proposal_or_another_is_passed_on(prompt: str, reply: str) -> None:
    """One of two verbs, or what may be meant for something or somebody else, does not settle."""
    assert read_reply(reply, prompt).polarity is None


@pytest.mark.parametrize(
    ("prompt", "reply"),
    [
        ("Sichern und schließen?", "sichern und schließen"),
        ("Soll ich die Datei sichern und schließen?", "ja, die Datei sichern und schließen"),
        ("Soll ich den Befehl ausführen?", "ja, ausführen"),
        ("Soll ich morgen einen Termin buchen?", "ja, für mich"),
    ],
)
def test_the_whole_of_a_german_proposal_is_a_yes(prompt: str, reply: str) -> None:
    """Both verbs of a proposal of two, and the verb of one, say yes to it."""
    assert read_reply(reply, prompt).polarity == "yes"
