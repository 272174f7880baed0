import pytest

from verdict_rules import load_packs, read_reply
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


@pytest.mark.parametrize(
    "reply",
    [
        *("sicher?", "ja?", "ja mei", "na ja", "naja", "jein", "ja ja", "von wegen", "doch"),
        *("nicht doch", "eben nicht", "kein Ding", "das stimmt so nicht", "ja nein", "egal"),
        *("ja, alle", "genau das nicht", "nicht schlecht", "nicht falsch", "oh nein", "na toll"),
        *("eher ja", "ich glaube schon", "vielleicht", "warum nicht", "was", "mein Mann sagt ja"),
        *("ja, buch den Zug", "ja, aber den anderen", "nein, mach ruhig", "hm ja", "ja schon"),
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


@pytest.mark.parametrize(
    ("reply", "prompt", "said"),
    [
        ("ja bitte den Eintrag erstellen", OFFER, "yes"),
        ("ja, erstellen", OFFER, "yes"),
        ("nein, nicht erstellen", OFFER, "no"),
        ("ja, lösche die Datei", "Ich lösche die Datei.", "yes"),
        ("lass es", "Ich lösche die Datei.", "no"),
        ("ja, zwei Tickets", "Soll ich drei Tickets kaufen?", None),
        ("ja, schalt das Licht aus", "Soll ich das Licht einschalten?", None),
        ("ja, löschen", "Soll ich die Fotos behalten?", None),
        ("nicht löschen", "Soll ich die Fotos behalten?", None),
    ],
)
def test_a_proposal_may_be_repeated(reply: str, prompt: str, said: str | None) -> None:
    """The proposal's words are accounted for, and those of another proposal are not."""
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


def test_a_date_ends_no_sentence() -> None:
    """The full stop of "am 12. Oktober" does not part an offer in two."""
    assert read_reply("ja", "Soll ich Sie am 12. Oktober um 8:15 Uhr eintragen?").polarity == "yes"


@pytest.mark.parametrize(
    ("prompt", "own", "other"),
    [
        (OFFER, "de", "en"),
        ("Möchten Sie die Push-Benachrichtigungen aktivieren?", "de", "en"),
        ("Ich lösche jetzt die Datei.", "de", "en"),
        ("Shall I create the listing?", "en", "de"),
        ("I will man the desk in the morning. Is that also so?", "en", "de"),
        ("Was the hat in the den?", "en", "de"),
        ("Will you email Ned?", "en", "de"),
    ],
)
def test_a_prompt_in_another_language_is_foreign(prompt: str, own: str, other: str) -> None:
    """Each pack reads the prompts of its language and takes those of the other as foreign."""
    assert read_prompt(prompt, PACKS[own]).kind != "foreign"
    assert read_prompt(prompt, PACKS[other]).kind == "foreign"


def test_the_packs_leave_each_other_their_replies() -> None:
    """A reply in one language to a prompt in it is read as before beside the other pack."""
    assert read_reply("Nein danke", OFFER).pack == "de"
    assert read_reply("No thanks", "Shall I create the listing?").pack == "en"
    assert read_reply("ok", OFFER).polarity == "yes"
    assert read_reply("ok", "Shall I create the listing?").polarity == "yes"
