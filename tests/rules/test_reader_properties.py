from hypothesis import given
from hypothesis import strategies as st

from verdict_rules import Reading, read_ask, read_reply
from verdict_rules.loading import load_packs
from verdict_rules.normalise import normalise

PACK = next(pack for pack in load_packs() if pack.language == "en")
REASONS = {
    *("empty", "content", "conditional", "hedged", "asks_back", "mixed", "off_target"),
    "unknown_words",
}
SETTLED = (
    *("yes", "yes please", "ok, go ahead", "sure, that works for me", "I agree", "I confirm"),
    *("no", "no thanks", "please don't", "not now, maybe later", "I don't think so", "I refuse"),
    *("no problem, go ahead", "I don't see why not", "that is not right", "yes, I refuse"),
    *("absolutely not", "I would rather not", "no, that's all I need, thank you so much"),
    *("do it now", "that sounds good to me", "you got it right", "I wouldn't say no"),
)
PROMPTS = (None, "Shall I create the listing?", "Is that correct?", "Anything else?")
any_text = st.text(st.characters(exclude_categories=()), max_size=80)
words = st.sampled_from(sorted(PACK.reply.words)) | st.sampled_from([",", ".", "?", "zzgl"])
word_salad = st.lists(words, max_size=8).map(" ".join)
unknown_word = st.text("bcdfgkpqvwxz", min_size=3, max_size=8).filter(
    lambda word: not PACK.knows(normalise(word, PACK.rewrites).text)
)


def _insert(text: str, piece: str, place: int) -> str:
    parts = text.split()
    place %= len(parts) + 1
    return " ".join([*parts[:place], piece, *parts[place:]])


@given(st.sampled_from(SETTLED), st.sampled_from(PROMPTS), unknown_word, st.integers(0, 99))
def test_an_unknown_word_unsettles(reply: str, prompt: str | None, word: str, place: int) -> None:
    """A word that no pack knows, anywhere in a settled reply, makes the reader pass."""
    assert read_reply(_insert(reply, word, place), prompt).polarity is None


@given(
    st.sampled_from(SETTLED),
    st.sampled_from(PROMPTS),
    st.sampled_from(
        ["please", "thanks", "thank you", "sir", "🙏", ",", "!", "...", "--", '"', "("]
    ),
    st.integers(0, 99),
)
def test_politeness_and_punctuation_never_flip(
    reply: str, prompt: str | None, piece: str, place: int
) -> None:
    """Politeness or punctuation added anywhere may unsettle a reading but never turns it round."""
    before = read_reply(reply, prompt).polarity
    assert read_reply(_insert(reply, piece, place), prompt).polarity in {before, None}


@given(word_salad, word_salad)
def test_a_yes_and_a_no_never_settle_as_one(reply: str, prompt: str) -> None:
    """A reply with a bare yes and a bare no between commas passes, whatever else it says."""
    assert read_reply(f"yes, {reply} , no", prompt).polarity is None


@given(any_text | word_salad, st.none() | any_text | word_salad)
def test_any_text_gives_a_reading(reply: str, prompt: str | None) -> None:
    """Any two strings give a reading whose reason is missing exactly when it is settled."""
    reading = read_reply(reply, prompt)
    assert isinstance(reading, Reading)
    assert (reading.reason is None) == (reading.polarity is not None)
    assert reading.reason in {None, *REASONS}
    assert reading.polarity is None or not reading.unaccounted


@given(any_text | word_salad)
def test_any_instructions_are_known_or_not(instructions: str) -> None:
    """Any string is either one of the known questions or None, and a negation is None."""
    read_ask(instructions)
    assert read_ask(f"{instructions} not") is None
