import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verdict_rules.loading import load_packs
from verdict_rules.normalise import normalise

REWRITES = next(pack for pack in load_packs() if pack.language == "en").rewrites
any_text = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("\uff39\uff25\uff33", "yes"),
        ("y\u200be\u2060s\ufe0f", "yes"),
        ("NO\u00a0", "no"),
        ("👍🏽", "👍"),
        ("yesssss!!!", "yess"),
        ("1000 + 2000", "1000 + 2000"),
        ("Don\u2019t", "do not"),
        ("that's it", "that is it"),
        ("No...Sure", "no , sure"),
        ("sure...no", "sure . no"),
        ("yes?!", "yes ?"),
        ("go-ahead - now", "go ahead , now"),
        ("at 5:30, +1 -2", "at 5:30 , +1 -2"),
        ('"yes"', "yes"),
        ("yes/no", "yes / no"),
        ("8a.1 v1.2 e.g", "8a.1 v1.2 e , g"),
        ("y\u0336", "y\u0336"),
        ("n\u00f3", "n\u00f3"),
        ("no\u0301", "n\u00f3"),
        ("हाँ", "हाँ"),
        ("\uff2f\uff2b\uff1f", "ok ?"),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    """Case, width, invisible characters, contractions and punctuation are folded as documented."""
    assert normalise(text, REWRITES).text == tokens


@given(any_text)
@example("y\u200b\u0308")
@example("\u0130I\u0345\ufdfa")
def test_normalising_is_idempotent(text: str) -> None:
    """Normalising the text form of a normalised text changes nothing."""
    once = normalise(text, REWRITES)
    assert normalise(once.text, REWRITES).tokens == once.tokens


@given(any_text)
def test_every_token_knows_its_place(text: str) -> None:
    """Each token has a span inside the original, and the spans are in order."""
    normalised = normalise(text, REWRITES)
    spans = normalised.spans(range(len(normalised.tokens)))
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_plain_text_is_read_as_any_other(text: str) -> None:
    """Text in ASCII gives the tokens that it gives when a letter of another script follows it."""
    assert normalise(f"{text} \u0436").tokens[:-1] == normalise(f"{text} z").tokens[:-1]


def test_excerpts_are_of_the_original() -> None:
    """An excerpt shows the original spelling, once for words that share a source."""
    normalised = normalise("Well, Don\u2019t STOP", REWRITES)
    assert normalised.tokens == ("well", ",", "do", "not", "stop")
    assert normalised.excerpts([2, 3, 4]) == ("Don\u2019t", "STOP")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("am 3. Mai um 8", "am 3 mai um 8"),
        ("am 3. Juni", "am 3 . juni"),
        ("der Mai. Mai", "der mai . mai"),
        (". mai", "mai"),
    ],
)
def test_a_number_before_a_word_of_dates_ends_no_sentence(text: str, tokens: str) -> None:
    """A full stop after a number is that of an ordinal before a word that says so."""
    assert normalise(text, abbreviations=(), dated={"mai"}).text == tokens
