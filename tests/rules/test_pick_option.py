from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saying import EN
from verdict_rules import Pick, pick_option
from verdict_rules.loading import load_packs
from verdict_rules.normalise import normalise
from verdict_rules.pack import load_pack

PACK = next(pack for pack in load_packs() if pack.language == "en")
REASONS = {
    *("empty", "content", "conditional", "hedged", "asks_back", "mixed", "off_target"),
    "unknown_words",
}
NUMBERED = "Which class? 1. Economy 2. Premium 3. Business"
CLASSES = ("Business", "Economy", "Premium")
LETTERED = "Which colour? a) red b) blue c) green"
COLOURS = ("green", "red", "blue")
INLINE = "Small, medium or large?"
SIZES = ("large", "small", "medium")
BULLETS = "How shall we send it?\n- Standard shipping\n- Express shipping\n- Pick up at the store"
SENDING = {"std": "Standard shipping", "exp": "Express shipping", "store": "Pick up at the store"}


def option(reply: str, options: object, prompt: str | None = None) -> str | None:
    return pick_option(reply, options, prompt).option  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "reply",
    [
        *("Premium", "premium!!", "PREMIUM please", '"Premium"', "\uff50remium", "pre\u200bmium"),
        *("Premium, thank you so much", "I'd go with premium", "Let's do premium, thanks"),
        *("my choice is premium", "premium it is", "Can I have premium please?", "ok, premium"),
        *("premium class please", "premium sounds good", "Premium, not economy"),
        *("not the economy, the premium one", "1... sorry, I meant premium"),
    ],
)
def test_a_label_is_picked_in_whatever_way_it_is_chosen(reply: str) -> None:
    """A label between politeness, filler and patterns of choosing is picked."""
    assert option(reply, CLASSES, NUMBERED) == "Premium"


@pytest.mark.parametrize(
    "reply",
    [
        *("2", "2.", "2)", "(2)", "#2", "no. 2", "2️⃣", "two", "number two", "option 2 please"),
        *("I'll take number 2", "2, Premium", "Option 2: Premium", "the answer is 2", "2 it is"),
    ],
)
def test_a_number_counts_as_the_prompt_numbers(reply: str) -> None:
    """A number is that of the prompt's list, not the place among the options."""
    assert option(reply, CLASSES, NUMBERED) == "Premium"


@pytest.mark.parametrize("reply", ["B", "b)", "(b)", "option b", "B, thanks", "letter B", "it's B"])
def test_a_letter_counts_as_the_prompt_letters(reply: str) -> None:
    """A letter is that of the prompt's list."""
    assert option(reply, COLOURS, LETTERED) == "blue"


@pytest.mark.parametrize(
    "prompt",
    [
        "1. Red\n2. Blue\n3. Green",
        "1) red 2) blue 3) green",
        "(1) red, (2) blue, (3) green?",
        "[1] red [2] blue [3] green",
        "1: red, 2: blue, 3: green. Which one?",
        "1 - red\n2 - blue\n3 - green\nWhich colour?",
        "Pick one: 1 red, 2 blue, 3 green",
        "Pick a colour: 1 red 2 blue 3 green",
        "Press 1 for red, 2 for blue or 3 for green",
        "1️⃣ red 2️⃣ blue 3️⃣ green",
        "**1.** Red **2.** Blue **3.** Green",
        "Option 1: red. Option 2: blue. Option 3: green.",
    ],
)
def test_lists_are_numbered_in_many_ways(prompt: str) -> None:
    """The usual ways to number a list are known, over lines and in one line."""
    assert [option(number, COLOURS, prompt) for number in "123"] == ["red", "blue", "green"]
    assert option("4", COLOURS, prompt) is None


@pytest.mark.parametrize(
    ("reply", "picked"),
    [
        *(("the first", "small"), ("the second one", "medium"), ("the last", "large")),
        *(("first please", "small"), ("the 3rd", "large"), ("the middle one", "medium")),
        *(("last but one", "medium"), ("I'll take the second option", "medium")),
    ],
)
@pytest.mark.parametrize(
    "prompt", [INLINE, "1. Small 2. Medium 3. Large", "- small\n- medium\n- large"]
)
def test_an_ordinal_is_a_place_in_the_prompt(prompt: str, reply: str, picked: str) -> None:
    """An ordinal counts the places in a numbered list, in bullets and in a sentence."""
    assert option(reply, SIZES, prompt) == picked


def test_the_former_and_the_latter_are_of_two() -> None:
    """They are places in a list of two, and nothing in a longer one."""
    assert option("the latter", ["tea", "coffee"], "Would you like tea or coffee?") == "coffee"
    assert option("the former, please", ["tea", "coffee"], "Tea or coffee?") == "tea"
    assert option("the latter", SIZES, INLINE) is None


@pytest.mark.parametrize(
    ("reply", "picked"),
    [
        *(("express", "exp"), ("the standard one", "std"), ("at the store please", "store")),
        *(("send it express please", "exp"), ("pick up", "store"), ("Standard is fine", "std")),
    ],
)
def test_words_of_one_option_alone_mention_it(reply: str, picked: str) -> None:
    """A word or a run of words of one label or description is enough."""
    assert option(reply, SENDING, BULLETS) == picked
    assert option(reply, SENDING) == picked


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        *(
            ("both", "mixed"),
            ("either", "mixed"),
            ("any", "mixed"),
            ("economy or premium", "mixed"),
        ),
        *(("1 and 2", "mixed"), ("economy, premium", "mixed"), ("A and C", "content")),
        *(("none", "content"), ("neither", "content"), ("not the first", "content")),
        *(
            ("anything but economy", "content"),
            ("not premium", "content"),
            ("no premium", "content"),
        ),
        *(("not economy, premium", "content"), ("Not business, not economy", "content")),
        *(("maybe the first", "hedged"), ("I think premium", "hedged")),
        *(("premium?", "asks_back"), ("which is cheaper", "asks_back")),
        *(("if it is free, premium", "conditional"), ("she wants premium", "off_target")),
        *(("give me a second", "content"), ("I have one question", "content")),
        *(("last time I chose economy", "content"), ("first tell me the price", "conditional")),
        *(("4", "content"), ("0", "content"), ("2.5", "content"), ("-2", "content")),
        *(
            ("1-2", "mixed"),
            ("2 people", "off_target"),
            ("at 2", "content"),
            ("I'd take two", "content"),
        ),
        *(("that one", "content"), ("the two", "content"), ("first class", "conditional")),
        *(("a", "content"), ("yes", "content"), ("premium economy", "mixed")),
        *(("premium with a view", "content"), ("zzgl", "unknown_words"), ("", "empty")),
        *(("...", "empty"), ("premium\n" * 50, "content"), ("x" * 700, "content")),
    ],
)
def test_all_else_passes_with_its_reason(reply: str, reason: str) -> None:
    """What is no plain pick of one option picks none, and says why."""
    pick = pick_option(reply, CLASSES, NUMBERED)
    assert (pick.option, pick.reason) == (None, reason)


def test_the_words_that_stopped_it_are_named() -> None:
    """They are told as the reply writes them."""
    assert pick_option("Premium with a VIEW", CLASSES, NUMBERED).unaccounted == ("VIEW",)
    assert pick_option("Economy or Premium", CLASSES, NUMBERED).unaccounted == ("or",)


@pytest.mark.parametrize("reply", ["2", "b", "the second one", "first please", "the last"])
@pytest.mark.parametrize("prompt", [None, "", "Which class would you like?"])
def test_without_a_list_a_number_or_a_place_picks_nothing(reply: str, prompt: str | None) -> None:
    """The order of the options is not one that the person saw."""
    assert option(reply, CLASSES, prompt) is None


@pytest.mark.parametrize(
    ("prompt", "options", "reply"),
    [
        ("Tea, coffee or juice?", ["tea", "juice"], "the second one"),
        ("Tea, juice or coffee?", ["tea", "juice"], "the last one"),
        ("Tea or juice, or coffee?", ["tea", "juice"], "the last one"),
        ("Coffee, tea or juice?", ["tea", "juice"], "the first one"),
        ("1) red 2) green 3) something new", ["red", "green"], "3"),
        ("1) red 2) green 3) something new", ["red", "green"], "the last"),
        ("1. Red\n2. Green\n\n1. Small\n2. Large", ["Red", "Green"], "2"),
        ("1. Red 2. Red", ["red", "Red "], "1"),
        ("1. First floor 2. Second floor 3. Top floor", ["Second floor", "Top floor"], "the first"),
        ("1. Ground floor 2. First floor", ["Ground floor", "First floor"], "the first"),
        ("1) 2 rooms 2) 3 rooms 3) 4 rooms", ["2 rooms", "3 rooms", "4 rooms"], "3"),
        ("1. 10 2. 2 3. 1", ["1", "2", "10"], "1"),
        ("1. Single room 2. Double room", ["Double room", "Single room"], "I'd like two"),
    ],
)
def test_a_place_in_doubt_picks_nothing(prompt: str, options: list[str], reply: str) -> None:
    """A list with more or other things, two lists, or a number that says two things passes."""
    assert option(reply, options, prompt) is None


def test_an_article_may_belong_to_the_label_or_to_what_is_before_it() -> None:
    """Either way the same option is meant."""
    assert option("I'll take the Times", ["The Times", "The Sun"], None) == "The Times"


def test_a_number_that_is_a_label_needs_no_list() -> None:
    """A label that is a number is picked by it, in digits or in words."""
    assert option("7", ["2", "3", "7"], "How many nights? 2, 3 or 7") == "7"
    assert option("seven nights please", ["2", "3", "7"], "How many nights? 2, 3 or 7") == "7"
    assert option("2", ["1", "2", "10"]) == "2"


def test_labels_within_one_another() -> None:
    """The longest label counts, and the short one only as a whole."""
    plans = ["premium", "premium plus"]
    assert option("premium", plans) == "premium"
    assert option("premium plus please", plans) == "premium plus"
    assert option("premium premium plus", plans) is None


def test_words_that_options_share_pick_none() -> None:
    """Only words that together fit one option pick it."""
    lamps = ["green desk lamp", "green floor lamp", "brass floor lamp"]
    assert option("the green one", lamps) is None
    assert option("the lamp", lamps) is None
    assert option("the brass one", lamps) == "brass floor lamp"
    assert option("the desk lamp please", lamps) == "green desk lamp"


@pytest.mark.parametrize(
    ("options", "reply"),
    [
        ({"basic": "no insurance", "full": "all inclusive"}, "insurance please"),
        ({"keep": "Keep all", "mute": "Do not notify me"}, "notify me"),
        (["with breakfast", "without breakfast"], "breakfast"),
        ({"slow": "arrives later than the express", "fast": "by air"}, "the express"),
    ],
)
def test_a_text_with_a_negation_is_not_mentioned_by_its_words(options: object, reply: str) -> None:
    """What a text denies is no mention of it."""
    assert option(reply, options) is None


def test_labels_that_say_yes_no_or_maybe() -> None:
    """Labels that mean something elsewhere are labels here."""
    options = ["yes", "no", "maybe"]
    assert [option(label, options) for label in options] == options
    assert option("yes and no", options) is None
    assert option("yeah, maybe", options) is None


def test_labels_that_are_months_or_particles() -> None:
    """A word that is an option only sometimes is one only then."""
    assert option("May works for me", ["April", "May"], "April or May?") == "May"
    assert option("I may come", ["April", "May"], "April or May?") is None
    assert option("May works for me", ["June", "July"], "June or July?") is None


@pytest.mark.parametrize(
    ("options", "reply", "picked"),
    [
        (["Dr. Okafor", "Dr. Lind"], "Dr Okafor, please", "Dr. Okafor"),
        (["t-shirt", "hoodie"], "the t shirt", "t-shirt"),
        (["7:30pm", "9pm"], "7:30 pm", "7:30pm"),
        (["🍕", "🍔"], "🍔 please", "🍔"),
        (["はい", "いいえ"], "はい", "はい"),
        (["Ελλάδα", "Κύπρος"], "κύπρος", "Κύπρος"),
        (["50%", "25%"], "25% please", "25%"),
        (["C#", "C++"], "C++", "C++"),
        (["C#", "Java"], "C", None),
        (["blue_shirt", "red_shirt"], "red_shirt", "red_shirt"),
        (["one", "ONE"], "one", None),
        (["ﬁne", "fine"], "fine", None),
        (["...", "?", "tea"], "?", None),
        (["a" * 1000, "b"], "b", "b"),
        (["a" * 30_000, "b"], "b", None),
        (["\u200b", " ", "tea"], "tea", "tea"),
    ],
)
def test_labels_of_all_sorts(options: list[str], reply: str, picked: str | None) -> None:
    """Punctuation, emoji, other scripts and labels that are the same once normalised."""
    assert option(reply, options) == picked


def test_a_single_letter_that_is_an_article() -> None:
    """An A before a noun is no letter of the list; alone or after "option" it is."""
    assert option("a", COLOURS, LETTERED) == "red"
    assert option("option a", COLOURS, LETTERED) == "red"
    assert option("I'd take a blue one", COLOURS, LETTERED) == "blue"
    assert option("A and C", COLOURS, LETTERED) is None


@pytest.mark.parametrize("label", ["open", "other", "none of these", "unclear"])
def test_an_option_for_no_pick_disturbs_nothing_and_is_not_picked(label: str) -> None:
    """It may describe itself in words that stand elsewhere too; a pass stays a pass."""
    options = {
        "red": None,
        "blue": "the blue one",
        label: "The reply picks no one, or more than one",
    }
    assert option("the blue one", options, "Red or blue?") == "blue"
    assert option("the second one", options, "Red or blue?") == "blue"
    assert option(label, options, "Red or blue?") is None
    assert option("hello there", options, "Red or blue?") is None


def test_an_option_that_only_sounds_like_no_pick_is_one_where_the_prompt_offers_it() -> None:
    """The prompt says what is on offer."""
    options = {"billing": None, "other": "Something else"}
    assert option("2", options, "1. Billing 2. Something else") == "other"


@pytest.mark.parametrize(
    "reply",
    [
        *(
            "premium because the seats are wide",
            "Premium, I snore",
            "premium, the seats are hideous",
        ),
        *(
            "premium please, we have a toddler",
            "my back hurts so premium",
            "premium 🙄",
            "premium 🧊",
        ),
        *("premium please, but ask my boss", "premium because business is full", "premium, I wish"),
        *("premium please, just kidding", "premium, too expensive", "premium please, said no one"),
        *(
            "I'll take premium, maybe",
            "I'll take premium. My wife takes economy.",
            "Premium, I bought",
        ),
        *("premium please, I will decide tomorrow", "premium please, I do not want premium"),
    ],
)
def test_a_comment_in_words_of_no_pattern_makes_a_pick_pass(reply: str) -> None:
    """It may take the pick back, or say that it is meant for another."""
    assert option(reply, CLASSES, NUMBERED) is None


@pytest.mark.parametrize(
    "reply",
    [
        *("premium, it's cheaper in the long run", "premium, no rush", "premium, less hassle"),
        *(
            "ooh premium",
            "premium for both of us",
            "premium sounds wonderful",
            "let me have premium",
        ),
    ],
)
def test_a_comment_that_the_pack_has_changes_nothing(reply: str) -> None:
    """Each word of it is accounted for."""
    assert option(reply, CLASSES, NUMBERED) == "Premium"


@pytest.mark.parametrize(
    ("options", "reply", "picked"),
    [
        (["cappuccino", "latte"], "cappucino", "cappuccino"),
        (["chicken", "salmon"], "chicckenn", None),
        (["contract", "invoice"], "contact please", None),
        (["Martin", "Paula"], "Marvin", None),
        (["cafe", "bar"], "café", "cafe"),
        (["zählen", "wiegen"], "zahlen", None),
        (["chicken", "salmon"], "samlon pls", "salmon"),
        (["yoga", "boxing"], "yogaa", "yoga"),
        (["morning", "evening"], "mornings are better for me", "morning"),
        (["Mon 9-11", "Tue 13-15"], "Tuesday", "Tue 13-15"),
        (["harbour", "centre"], "harbor", "harbour"),
        (["1 litre", "2 litres"], "two litres please", "2 litres"),
        (["large", "small"], "larger", None),
        (["dark", "light"], "darker", None),
        (["train", "brain"], "trein", None),
        (["green", "greed"], "gred", None),
        (["form", "from"], "forn", None),
    ],
)
def test_a_slip_a_plural_and_another_spelling_are_the_word(
    options: list[str], reply: str, picked: str | None
) -> None:
    """One slip inside a long word, where only one option has it, and no other form of a word."""
    assert option(reply, options) == picked


@pytest.mark.parametrize(
    "reply",
    [
        *("2 of us", "2 tickets", "two tickets please", "room 2", "second that", "on the 2nd"),
        *(
            "third party",
            "top",
            "it is for business",
            "I have 2 bags",
            "call me back",
            "plan for 2",
        ),
        *("from economy to premium", "premium there, economy back", "I'd love premium, sadly no"),
    ],
)
def test_what_only_looks_like_a_pick_is_none(reply: str) -> None:
    """Amounts, dates, idioms and routes."""
    assert option(reply, CLASSES, NUMBERED) is None


@pytest.mark.parametrize(
    ("options", "reply"),
    [
        *((CLASSES, reply) for reply in ("business as usual", "I mean business", "make it two")),
        *((COLOURS, reply) for reply in ("red 💙", "blue 😉", "I see red", "I loved red")),
        (["Monday", "Friday"], "good Friday"),
        *((["4 pm", "5 pm"], reply) for reply in ("in 5", "by 5", "5 ish")),
        *((["Anna", "Tom"], reply) for reply in ("let me ask Anna", "give them the Anna")),
        (["first class", "second class"], "second best"),
    ],
)
def test_idioms_and_contradictions_pick_nothing(options: Sequence[str], reply: str) -> None:
    """They have the words of an option, and mean something else."""
    assert option(reply, options, NUMBERED if options is CLASSES else None) is None


def test_a_word_that_the_question_has_too_mentions_nothing() -> None:
    """An answer to "which hotel" is more than "hotel", though one option has it in its name."""
    hotels = ["Seaside Inn", "Hotel Miramar", "Park Lodge"]
    prompt = "Which hotel? 1) Seaside Inn, 2) Hotel Miramar, 3) Park Lodge"
    assert option("hotel", hotels, prompt) is None
    assert option("the Miramar hotel", hotels, prompt) == "Hotel Miramar"


@pytest.mark.parametrize(("reply", "picked"), [("the dark mode", "dark"), ("mode", None)])
def test_the_noun_of_a_thing_stands_right_after_its_name(reply: str, picked: str | None) -> None:
    """There it says nothing more."""
    assert option(reply, ["dark", "light"], "Light or dark?") == picked


def test_many_options() -> None:
    """255 options are read like two."""
    labels = [f"item {number}" for number in range(255)]
    assert option("item 254 please", labels) == "item 254"
    assert option("item", labels) is None


def test_a_language_that_reads_no_picks_is_refused() -> None:
    """The error names the languages that there are."""
    with pytest.raises(ValueError, match="en"):
        pick_option("1", ["1"], language="xx")
    assert pick_option("b", ["b"], language="en").pack == "en"


def test_a_pack_without_spellings_knows_none() -> None:
    """The table may be left out."""
    pack = load_pack("en", {name: text.partition("[spellings]")[0] for name, text in EN.items()})
    picks = [
        pick_option(reply, ["Monday", "Friday"], packs=[pack]).option
        for reply in ("Monday please", "Mon please")
    ]
    assert picks == ["Monday", None]


SETTLED = (
    *((reply, NUMBERED, CLASSES) for reply in ("2", "premium", "the last one", "option 3 please")),
    *((reply, LETTERED, COLOURS) for reply in ("b", "I'd go with blue", "letter c")),
    *((reply, INLINE, SIZES) for reply in ("the second one", "medium it is", "large")),
)
SALAD = (
    *("1", "2", "b", "a", "the", "second", "one", "last", "not", "or", "and", "premium", "red"),
    *("economy", "maybe", "?", ",", ".", "I'd", "take", "please", "two", "no", "both", "blue"),
)
any_text = st.text(st.characters(exclude_categories=()), max_size=60)
salad = st.lists(st.sampled_from(SALAD), max_size=7).map(" ".join)
label = st.text(max_size=8) | st.sampled_from(["red", "blue", "1", "2", "a", "b", "first", "no"])
unknown_word = st.text("bcdfgkpqvwxz", min_size=3, max_size=8).filter(
    lambda word: (
        not PACK.knows(normalise(word, PACK.rewrites).text)
        and pick_option(word, CLASSES).reason == "unknown_words"
    )
)


def _insert(text: str, piece: str, place: int) -> str:
    parts = text.split()
    place %= len(parts) + 1
    return " ".join([*parts[:place], piece, *parts[place:]])


@given(salad | any_text, st.sampled_from([None, NUMBERED, LETTERED, INLINE]))
def test_the_order_of_the_options_never_matters(reply: str, prompt: str | None) -> None:
    """All orders give the same pick, to the last word."""
    for options in (CLASSES, COLOURS):
        assert len({pick_option(reply, order, prompt) for order in permutations(options)}) == 1


@given(st.sampled_from(SETTLED), unknown_word, st.integers(0, 99))
def test_an_unknown_word_turns_a_pick_into_a_pass(
    case: tuple[str, str, tuple[str, ...]], word: str, place: int
) -> None:
    """A word that nobody knows, anywhere in the reply, makes the reader pass."""
    reply, prompt, options = case
    assert option(reply, options, prompt) is not None
    assert option(_insert(reply, word, place), options, prompt) is None


@given(
    st.sampled_from(SETTLED),
    st.sampled_from(["please", "thanks", "thank you", "🙏", "!", "...", ","]),
    st.integers(0, 99),
)
def test_politeness_never_changes_a_pick(
    case: tuple[str, str, tuple[str, ...]], piece: str, place: int
) -> None:
    """It may make the reader pass, but never pick something else."""
    reply, prompt, options = case
    assert option(_insert(reply, piece, place), options, prompt) in {
        option(reply, options, prompt),
        None,
    }
    assert option(f"{reply}, thank you", options, prompt) == option(reply, options, prompt)


@given(
    any_text | salad,
    st.dictionaries(label, st.none() | label | any_text, min_size=1, max_size=5),
    st.none() | any_text | salad,
)
def test_any_text_gives_a_pick(
    reply: str, options: dict[str, str | None], prompt: str | None
) -> None:
    """Any strings give a pick of one of the labels, or a reason."""
    pick = pick_option(reply, options, prompt)
    assert isinstance(pick, Pick)
    assert pick.option in {None, *options}
    assert (pick.reason is None) == (pick.option is not None)
    assert pick.reason in {None, *REASONS}
    assert pick.option is None or not pick.unaccounted
