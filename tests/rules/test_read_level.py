import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict_rules import Level, read_level
from verdict_rules.loading import load_packs
from verdict_rules.normalise import normalise

PACK = next(pack for pack in load_packs() if pack.language == "en")
REASONS = {
    *("empty", "content", "conditional", "hedged", "asks_back", "mixed", "off_target"),
    "unknown_words",
}
FIVE = ("1", "2", "3", "4", "5")
TEN = tuple(str(number) for number in range(1, 11))
WORDS = ("poor", "fair", "good", "excellent")
BOTH = ("1 - not at all", "2 - a little", "3 - somewhat", "4 - mostly", "5 - completely")
STARS = ("1 star", "2 stars", "3 stars", "4 stars", "5 stars")
PERCENT = ("0%", "25%", "50%", "75%", "100%")
AGREE = ("strongly disagree", "disagree", "neutral", "agree", "strongly agree")
RATE = "How was it, from 1 to 5?"


def level(reply: str, levels: tuple[str, ...], prompt: str | None = None) -> int | None:
    return read_level(reply, levels, prompt).level


@pytest.mark.parametrize(
    "reply",
    [
        *(
            "4",
            "4.",
            "4!!",
            "(4)",
            "\uff14",
            "4️⃣",
            "four",
            "Four, thanks",
            "a 4",
            "a four",
            "it's a 4",
        ),
        *("4 please", "I'd rate it a 4", "I would give it 4", "my rating is 4", "4 for me"),
        *("a solid 4", "4 points", "level 4", "number 4", "4/5", "4 / 5", "4 out of 5", "4 of 5"),
        *("four out of five", "4 stars", "4 out of 5 stars", "★★★★☆", "⭐⭐⭐⭐", "⭐️⭐️⭐️⭐️"),
        *("definitely a 4", "honestly, a 4", "4 as always"),
    ],
)
def test_a_number_of_the_scale_is_its_level(reply: str) -> None:
    """A numeral or a number word, out of the scale's top, in points or in stars."""
    assert level(reply, FIVE, "How was the service, from 1 to 5?") == 3


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        *(("7 or 8", "mixed"), ("3-4", "mixed"), ("3 to 4", "mixed"), ("4 or 5", "mixed")),
        *(("about 3", "hedged"), ("almost 5", "hedged"), ("3ish", "hedged"), ("4+", "hedged")),
        *(("between 3 and 4", "hedged"), ("4 and a half", "hedged"), ("maybe 4", "hedged")),
        *(("at least 4", "hedged"), ("-1", "content"), ("0", "content"), ("6", "content")),
        *(("3.5", "content"), ("3,5", "content"), ("04", "content"), ("4%", "content")),
        *(("4 out of 10", "content"), ("8/10", "content"), ("11 out of 10", "content")),
        *(("not a 5", "content"), ("no 5", "content"), ("4 days ago", "content")),
        *(("5 minutes please", "content"), ("I have 2 kids", "content"), ("1 2", "mixed")),
        *(("4?", "asks_back"), ("is 1 the best?", "asks_back"), ("4 percent", "content")),
        *(("", "empty"), ("zzgl", "unknown_words"), ("4 " * 50, "content")),
    ],
)
def test_what_is_not_exactly_one_level_passes_with_its_reason(reply: str, reason: str) -> None:
    """Ranges, approximations, numbers off the scale and numbers of something else."""
    reading = read_level(reply, FIVE, RATE)
    assert (reading.level, reading.reason) == (None, reason)


def test_the_words_that_stopped_it_are_named() -> None:
    """They are told as the reply writes them."""
    assert read_level("4 Days ago", FIVE, RATE).unaccounted == ("Days", "ago")


@pytest.mark.parametrize(
    ("levels", "reply", "given"),
    [
        *((WORDS, "good", 2), (WORDS, "EXCELLENT!", 3), (WORDS, "It was good, thank you", 2)),
        *(
            (WORDS, "I'd say fair", 1),
            (WORDS, "definitely excellent", 3),
            (WORDS, "poor, sorry", 0),
        ),
        *((BOTH, "4", 3), (BOTH, "mostly", 3), (BOTH, "not at all", 0), (BOTH, "4 - mostly", 3)),
        *((BOTH, "5, completely", 4), (BOTH, "4, completely", None)),
        *((AGREE, "agree", 3), (AGREE, "I agree", 3), (AGREE, "I strongly disagree", 0)),
        *((AGREE, "strongly", None), (AGREE, "I'm neutral", 2), (AGREE, "not agree", None)),
        *((STARS, "two stars", 1), (STARS, "★★★★★", 4), (STARS, "one star", 0)),
        *((STARS, "zero stars", None), (STARS, "stars", None), (STARS, "★★★☆", None)),
        *((PERCENT, "75%", 3), (PERCENT, "25 %", 1), (PERCENT, "fifty percent", 2)),
        *((PERCENT, "50", 2), (PERCENT, "60%", None), (PERCENT, "about 50%", None)),
        *((TEN, "8/10", 7), (TEN, "10 out of 10", 9), (TEN, "4/5", None), (TEN, "★★★", None)),
        *((("never", "sometimes", "always"), "never", 0),),
        *((("never", "sometimes", "always"), "not always", None),),
        *((("bad", "good", "very good"), "very good", 2),),
        *((("calm: no anger at all", "angry: shouts"), "calm", 0),),
        *((("0", "1", "2"), "zero", 0), (("no", "maybe", "yes"), "maybe", 1)),
    ],
)
def test_a_level_is_given_by_its_own_words_or_number(
    levels: tuple[str, ...], reply: str, given: int | None
) -> None:
    """All of a level's text, what stands beside its number, or what no other level has."""
    assert level(reply, levels) == given


@pytest.mark.parametrize(
    "reply",
    [
        *(
            "not good",
            "very good",
            "so good",
            "too good",
            "good question",
            "good morning",
            "good luck",
        ),
        *("good enough", "good but slow", "good to excellent", "almost good", "better than good"),
        *("it used to be good", "could be good", "good?", "goods", "no good", "pretty good"),
        *("as good as it gets", "good job", "anything but good", "for good measure"),
    ],
)
def test_a_word_of_a_level_beside_others_says_something_else(reply: str) -> None:
    """More or less than the level, or no rating at all."""
    assert level(reply, WORDS, "How was the service?") is None


@pytest.mark.parametrize(
    "prompt",
    [
        "Rate the food from 1 (poor) to 4 (excellent).",
        "1 = poor, 2 = fair, 3 = good, 4 = excellent",
        "1: poor\n2: fair\n3: good\n4: excellent",
        "1. Poor\n2. Fair\n3. Good\n4. Excellent",
        "1 poor, 2 fair, 3 good, 4 excellent",
        "Poor (1), fair (2), good (3), excellent (4)",
        "From 1 to 4, where 1 is poor and 4 means excellent: how was it?",
        "1 for 'poor', 4 for 'excellent'",
    ],
)
def test_a_prompt_that_states_the_scale_lets_a_number_say_it(prompt: str) -> None:
    """It says what the lowest and the highest stand for."""
    assert [level(number, WORDS, prompt) for number in ("1", "two", "3/4", "4")] == [0, 1, 2, 3]
    assert level("5", WORDS, prompt) is None


def test_a_word_that_goes_with_what_is_before_it_or_after_is_in_doubt() -> None:
    """It may be thanks and "much better", or "thanks much" and "better"; a comma can tell."""
    levels = ("worse", "unchanged", "better", "much better")
    assert read_level("thanks much better", levels).reason == "mixed"
    assert level("thanks much, better", levels) == 2
    assert level("thanks, much better", levels) == 3


def test_a_scale_may_be_stated_the_other_way_round() -> None:
    """Where one is the best, one is the highest level."""
    prompt = "Rate it from 1 (excellent) to 4 (poor)."
    assert [level(number, WORDS, prompt) for number in "1234"] == [3, 2, 1, 0]


@pytest.mark.parametrize(
    "prompt",
    [
        *(None, "How was it?", "Rate it from 1 to 4.", "1 is best", "Rate it 1-4, 4 being best."),
        *("1 (poor) to 5 (excellent)", "4 people said poor, 1 excellent", "1 (poor) to 4"),
        *("1 (poor) to 4 (excellent), or 4 (poor) to 1 (excellent)", "2 (poor) to 5 (excellent)"),
    ],
)
def test_without_a_stated_scale_a_number_says_nothing_of_words(prompt: str | None) -> None:
    """A range alone does not tell which end is the best."""
    assert level("3", WORDS, prompt) is None


def test_a_prompt_with_another_scale_makes_numbers_say_nothing() -> None:
    """Four of ten is not four of five."""
    assert level("4", FIVE, "Rate it from 1 to 10.") is None
    assert level("4", FIVE, "Rate it, 1-5.") == 3


@pytest.mark.parametrize("levels", [(), ("1",), ("1",) * 11])
def test_a_scale_has_two_to_ten_levels(levels: tuple[str, ...]) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="2 to 10 levels"):
        read_level("1", levels)


@pytest.mark.parametrize(
    "reply",
    ["4 👍", "strong 4", "4, loved it", "4, would come again", "4, very friendly", "4 overall"],
)
def test_a_comment_that_the_pack_has_changes_no_level(reply: str) -> None:
    """What is said of the thing does not matter, where all of it is known."""
    assert level(reply, FIVE, RATE) == 3


@pytest.mark.parametrize(
    "reply",
    [
        *("4, if you fix it", "4, but the soup was cold", "4, mostly", "4, the second time 3"),
        *("food: 4", "4. My wife said 3", "4, the room was a bit loud", "4, my kids loved it"),
        *("5 - thanks for ruining my day", "4 minus one", "oh 4 of us", "2 thumbs up", "4 🧊"),
        *("4-", "4 -", "4 guys", "5 😉", "in 4"),
    ],
)
def test_a_comment_in_words_of_no_pattern_makes_a_level_pass(reply: str) -> None:
    """It may take the level back, or rate something else."""
    assert level(reply, FIVE, RATE) is None


@pytest.mark.parametrize(
    ("reply", "given_level"),
    [
        *(("5, rude", None), ("4, never again", None), ("5, a total waste of money", None)),
        *(("1, great", None), ("2, loved it", None), ("1 👍", None), ("1, best ever", None)),
        *(("1, never again", 0), ("2, ugh", 1), ("3, loved it", 2), ("3, boring", 2)),
        *(("5, great", 4), ("5, best ever", 4)),
    ],
)
def test_a_comment_that_belies_a_level_makes_it_pass(reply: str, given_level: int | None) -> None:
    """Blame beside a level of the upper half may be scorn, and praise beside a low one a slip."""
    assert level(reply, FIVE, RATE) == given_level


@pytest.mark.parametrize("reply", ["great, my order is late", "oh great", "great because it broke"])
def test_what_only_praises_may_be_scorn_beside_a_comment(reply: str) -> None:
    """A level that is a common word of praise counts only without one."""
    assert level(reply, ("bad", "ok", "great"), "How was it?") is None


@pytest.mark.parametrize("reply", ["loud", "too", "so loud", "a little", "little"])
def test_a_level_with_a_degree_is_not_given_without_it(reply: str) -> None:
    """A level of "too loud" is more than "loud"."""
    assert level(reply, ("too quiet", "just right", "too loud")) is None


SETTLED = (
    *((reply, FIVE, RATE) for reply in ("4", "a 3", "5 stars", "2 out of 5", "I'd give it a 4")),
    *((reply, WORDS, "How was it?") for reply in ("good", "it was fair", "I'd say poor")),
)
SALAD = (
    *("1", "4", "five", "a", "not", "or", "/", "out of", "5", "stars", "%", "good", "very", "fair"),
    *("?", ",", ".", "-", "about", "I'd", "say", "please", "★", "☆", "to", "10", "maybe", "and"),
)
any_text = st.text(st.characters(exclude_categories=()), max_size=60)
salad = st.lists(st.sampled_from(SALAD), max_size=7).map(" ".join)
unknown_word = st.text("bcdfgkpqvwxz", min_size=3, max_size=8).filter(
    lambda word: (
        not PACK.knows(normalise(word, PACK.rewrites).text)
        and read_level(word, WORDS).reason == "unknown_words"
    )
)


def _insert(text: str, piece: str, place: int) -> str:
    parts = text.split()
    place %= len(parts) + 1
    return " ".join([*parts[:place], piece, *parts[place:]])


@given(st.sampled_from(SETTLED), unknown_word, st.integers(0, 99))
def test_an_unknown_word_turns_a_level_into_a_pass(
    case: tuple[str, tuple[str, ...], str], word: str, place: int
) -> None:
    """A word that nobody knows, anywhere in the reply, makes the reader pass."""
    reply, levels, prompt = case
    assert level(reply, levels, prompt) is not None
    assert level(_insert(reply, word, place), levels, prompt) is None


@given(
    st.sampled_from(SETTLED),
    st.sampled_from(["please", "thanks", "thank you", "🙏", "!", "...", ","]),
    st.integers(0, 99),
)
def test_politeness_never_changes_a_level(
    case: tuple[str, tuple[str, ...], str], piece: str, place: int
) -> None:
    """It may make the reader pass, but never give another level."""
    reply, levels, prompt = case
    given_level = level(reply, levels, prompt)
    assert level(_insert(reply, piece, place), levels, prompt) in {given_level, None}
    assert level(f"{reply}, thank you", levels, prompt) == given_level


@given(
    any_text | salad,
    st.lists(any_text | salad, min_size=2, max_size=10) | st.sampled_from([FIVE, WORDS, STARS]),
    st.none() | any_text | salad,
)
def test_any_text_gives_a_level_or_a_reason(
    reply: str, levels: list[str], prompt: str | None
) -> None:
    """Any strings give one of the levels, or a reason."""
    reading = read_level(reply, levels, prompt)
    assert isinstance(reading, Level)
    assert reading.level in {None, *range(len(levels))}
    assert (reading.reason is None) == (reading.level is not None)
    assert reading.reason in {None, *REASONS}
