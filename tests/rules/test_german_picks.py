import pytest

from verdict_rules import pick_option, read_level

NUMBERED = "Welche Klasse? 1. Economy 2. Premium 3. Business"
CLASSES = ("Business", "Economy", "Premium")
LETTERED = "Welche Farbe? a) rot b) blau c) grün"
COLOURS = ("grün", "rot", "blau")
INLINE = "Klein, mittel oder groß?"
SIZES = ("groß", "klein", "mittel")
DAYS = {"mo": "Montag 9 Uhr", "di": "Dienstag 14 Uhr"}
WHEN = "Passt Ihnen Montag um 9 Uhr oder Dienstag um 14 Uhr?"
STARS = ("1", "2", "3", "4", "5")
HOW_MANY = "Wie viele Sterne geben Sie uns, 1 bis 5?"
WORDS = ("schlecht", "mäßig", "ok", "gut", "sehr gut")
HOW = "Wie war es, von 1 (schlecht) bis 5 (sehr gut)?"


@pytest.mark.parametrize(
    "reply",
    [
        *(
            "2",
            "Nr. 2",
            "Nummer 2",
            "zwei",
            "die zweite",
            "das zweite",
            "die 2te",
            "Option 2 bitte",
        ),
        *("Premium", "premium bitte", "Premium, danke", "ich nehme Premium", "dann Premium"),
        *("ich nehme die zweite", "die mittlere", "die vorletzte", "lieber Premium"),
        *("Ich hätte gern Premium", "Premium wäre gut", "Premium nehme ich", "am liebsten Premium"),
    ],
)
def test_a_german_pick_is_read(reply: str) -> None:
    """A label, a number or a place picks, in whatever way German chooses."""
    assert pick_option(reply, CLASSES, NUMBERED).option == "Premium"


@pytest.mark.parametrize("reply", ["B", "b)", "Option B", "Buchstabe b", "ich nehme B", "blau"])
def test_a_letter_picks(reply: str) -> None:
    """A letter is that of the prompt's list."""
    assert pick_option(reply, COLOURS, LETTERED).option == "blau"


@pytest.mark.parametrize(
    ("reply", "picked"),
    [
        *(("die letzte", "groß"), ("gross", "groß"), ("die erste", "klein"), ("mittel", "mittel")),
    ],
)
def test_the_order_of_the_prompt_counts(reply: str, picked: str) -> None:
    """A place is that in the prompt's list, and "ss" is as good as "ß"."""
    assert pick_option(reply, SIZES, INLINE).option == picked


@pytest.mark.parametrize(
    "reply", ["Dienstag passt", "lieber Dienstag", "am Dienstag um 14 Uhr", "Dienstag, bitte"]
)
def test_words_that_one_option_alone_has_pick(reply: str) -> None:
    """An option's own words pick it."""
    assert pick_option(reply, DAYS, WHEN).option == "di"


@pytest.mark.parametrize(
    "reply",
    [
        *("nicht Premium", "keine", "keine davon", "beide", "egal welche", "Premium oder Business"),
        *("alles außer Premium", "was kostet Premium?", "vielleicht Premium", "ja", "weder noch"),
        *("die erste oder zweite", "4", "die vierte", "zwei Tickets", "die zweite nicht"),
        *("zweite Klasse", "zum zweiten", "Premium 😉", "zu Premium"),
        *("nur nicht Premium", "ohne Premium", "Premium und Business", "zuerst Premium"),
    ],
)
def test_what_picks_no_single_option_passes(reply: str) -> None:
    """Refusals, doubts, questions and more than one option are no pick."""
    assert pick_option(reply, CLASSES, NUMBERED).option is None


@pytest.mark.parametrize(
    "reply",
    [
        *("4", "vier", "4 Sterne", "vier Sterne", "4 von 5", "4/5", "4 von 5 Sternen", "eine 4"),
        *("Ich gebe 4 Sterne", "eine glatte 4", "Ich würde 4 Sterne geben", "insgesamt 4"),
        *("von mir gibt es 4 Sterne", "meine Bewertung ist 4", "⭐⭐⭐⭐"),
    ],
)
def test_a_german_rating_is_read(reply: str) -> None:
    """A number of stars or points is the level that has it."""
    assert read_level(reply, STARS, HOW_MANY).level == 3


@pytest.mark.parametrize(
    ("reply", "level"), [("gut", 3), ("es war gut", 3), ("sehr gut", 4), ("eine 5", 4), ("ok", 2)]
)
def test_a_level_in_words_is_read(reply: str, level: int) -> None:
    """A level's own words, or the number that the prompt gives it, are the level."""
    assert read_level(reply, WORDS, HOW).level == level


@pytest.mark.parametrize(
    "reply",
    [
        *("fast 4", "4 bis 5", "4 oder 5", "6", "mindestens 4", "nicht 4", "4,5", "keine 5"),
        *("4 Leute", "vor 4", "4-", "4 -"),
        *("etwa 4", "4 von 10", "mehr als 3", "eher 4", "vielleicht 4", "weiß nicht"),
    ],
)
def test_what_gives_no_single_level_passes(reply: str) -> None:
    """What is not exactly one level is none."""
    assert read_level(reply, STARS, HOW_MANY).level is None


@pytest.mark.parametrize(
    "reply", ["schon gut", "nicht gut", "nicht schlecht", "gut bis sehr gut", "eher gut"]
)
def test_a_level_that_is_turned_passes(reply: str) -> None:
    """A negated or hedged level is none."""
    assert read_level(reply, WORDS, HOW).level is None


@pytest.mark.parametrize("reply", ["laut", "zu", "so laut"])
def test_a_level_with_a_degree_is_not_given_without_it(reply: str) -> None:
    """What is too loud is more than loud."""
    assert read_level(reply, ("zu leise", "genau richtig", "zu laut"), "Wie war es?").level is None


@pytest.mark.parametrize(
    ("reply", "level"),
    [
        *(("5, sehr freundlich", 4), ("1, unfreundlich", 0), ("5, unfreundlich", None)),
        *(("1, sehr freundlich", None), ("3, laut", 2), ("2, weiter so", None)),
    ],
)
def test_a_comment_that_belies_a_level_makes_it_pass(reply: str, level: int | None) -> None:
    """Blame beside a level of the upper half may be scorn, and praise beside a low one a slip."""
    assert read_level(reply, STARS, HOW_MANY).level == level


def test_a_prompt_in_another_language_is_left_to_its_pack() -> None:
    """A German pack knows neither the scale nor the negations of an English prompt."""
    assert read_level("4", STARS, "Rate it from 1 to 10 with the stars?").level is None
    assert pick_option("2", CLASSES, "Which class? 1. Economy 2. Premium 3. Business").pack == "en"
    assert pick_option("die zweite", CLASSES, NUMBERED).pack == "de"
