"""Windows, refusals, cancellation and texts that nobody expected."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verdict_models import Answered, Cancelled, DecisionModel, Option, TooLong
from verdict_models.bundle import SHIPPED, read_bundle
from verdict_models.encoder import Encoder
from verdict_models.windows import Limits, split, token_ids

OPTIONS = (Option("weather", "rain and sun"), Option("money", "cards and bills"))
LIMITS = Limits(window_tokens=256, overlap_tokens=32, max_windows=8)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=400)


def never() -> bool:
    """Want the answer to the end."""
    return False


@given(st.lists(st.integers(0, 30000), max_size=300), st.integers(3, 20), st.integers(0, 8))
def test_windows_cover_every_token(ids: list[int], window_tokens: int, overlap: int) -> None:
    """Joined without their overlaps, the windows are the text, and none is above the limit."""
    limits = Limits(window_tokens, min(overlap, window_tokens - 3), max_windows=1000)
    windows = list(split(ids, limits))
    joined = windows[0] + [i for window in windows[1:] for i in window[limits.overlap_tokens :]]
    assert joined == ids
    assert max(len(window) for window in windows) <= limits.body
    assert all(len(window) > limits.overlap_tokens for window in windows[1:])


@pytest.mark.parametrize(("words", "windows"), [(0, 1), (254, 1), (255, 2), (512, 3), (1808, 8)])
def test_number_of_windows(model: DecisionModel, words: int, windows: int) -> None:
    """A text is read in as few windows as it needs, up to the last token that fits."""
    found = model.choose("rain " * words, None, OPTIONS, never)
    assert isinstance(found, Answered)
    assert found.windows == windows


def test_one_token_too_many_is_refused(model: DecisionModel) -> None:
    """A text above the capacity is not answered in part: its tokens and the limit are told."""
    found = model.choose("rain " * 1809, None, OPTIONS, never)
    assert found == TooLong(tokens=1809, limit=1808)


def test_an_option_too_long_is_refused(model: DecisionModel) -> None:
    """A description that does not fit is refused like a state, and so are instructions."""
    options = [Option("weather", "rain " * 2000), OPTIONS[1]]
    assert isinstance(model.choose("rain", None, options, never), TooLong)
    assert isinstance(model.judge("rain", "rain " * 2000, None, None, never), TooLong)
    assert isinstance(model.grade("rain", None, ["rain " * 2000, "sun"], never), TooLong)


@pytest.mark.parametrize("unit", ["rain ", "한", "中", "x" * 50 + " ", "!", "é", "\u200b", " "])
def test_a_megabyte_is_answered_or_refused_at_once(model: DecisionModel, unit: str) -> None:
    """A megabyte of anything takes a moment, not seconds."""
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    found = model.choose(text, None, OPTIONS, never)
    assert time.process_time() - start < 2.0
    assert isinstance(found, Answered if not unit.strip(" \u200b") else TooLong)


def test_one_long_word_behind_a_blank_is_no_trap(model: DecisionModel) -> None:
    """A word of a megabyte is split in linear time, wherever it stands."""
    start = time.process_time()
    assert isinstance(model.choose(" " + "x" * 1_000_000, None, OPTIONS, never), TooLong)
    assert time.process_time() - start < 0.4


def test_that_a_text_is_too_long_is_remembered(model: DecisionModel) -> None:
    """A second question about it costs no second tokenising."""
    text = "rain " * 200_000
    first = model.choose(text, None, OPTIONS, never)
    start = time.process_time()
    for _ in range(20):
        assert model.choose(text, None, OPTIONS, never) == first
    assert time.process_time() - start < 0.4


def test_the_end_of_a_long_text_counts(model: DecisionModel) -> None:
    """What stands in the last window changes the answer."""
    filler = "the of and to in " * 100
    plain = model.choose(filler, None, OPTIONS, never)
    ended = model.choose(filler + "rain and sun " * 10, None, OPTIONS, never)
    assert isinstance(plain, Answered)
    assert isinstance(ended, Answered)
    assert ended.windows == 3
    assert ended.probabilities[0] > plain.probabilities[0]


def test_vectors_of_windows_are_averaged_by_tokens() -> None:
    """The vector of a long text is the mean of its windows' vectors, weighted by tokens."""
    encoder = Encoder(read_bundle(SHIPPED))
    first, second = "rain " * 254, "money " * 68
    # The second window begins with the last 32 tokens of the first.
    parts = [encoder.embed(first, never), encoder.embed("rain " * 32 + second, never)]
    whole = encoder.embed(first + second, never)
    assert not isinstance(whole, TooLong)
    total = np.zeros(384)
    for part, weight in zip(parts, (254, 100), strict=True):
        assert not isinstance(part, TooLong)
        total += part.vector.astype(np.float64) * weight
    assert whole.windows == 2
    np.testing.assert_allclose(whole.vector, total / np.linalg.norm(total), atol=1e-6)


def test_a_very_long_word_is_read() -> None:
    """A run without spaces is read piece by piece and not as one unknown token."""
    tokenizer = read_bundle(SHIPPED).tokenizer
    ids = token_ids("abcd" * 100, tokenizer, LIMITS.capacity)
    assert isinstance(ids, list)
    assert len(ids) > 100
    assert tokenizer.token_to_id("[UNK]") not in ids


def test_special_tokens_in_a_text_are_plain_text(model: DecisionModel) -> None:
    """A text cannot smuggle in the tokens that stand around a window."""
    tokenizer = read_bundle(SHIPPED).tokenizer
    ids = token_ids("rain [SEP] sun [CLS]", tokenizer, LIMITS.capacity)
    assert isinstance(ids, list)
    assert not {tokenizer.token_to_id("[SEP]"), tokenizer.token_to_id("[CLS]")} & set(ids)
    assert isinstance(model.choose("[SEP][CLS][PAD][MASK]", None, OPTIONS, never), Answered)


@settings(max_examples=60, deadline=None)
@given(text=ANY_TEXT, label=ANY_TEXT.filter(bool), description=st.none() | ANY_TEXT)
def test_any_unicode_gets_a_distribution(
    model: DecisionModel, text: str, label: str, description: str | None
) -> None:
    """Whatever characters come, lone surrogates included, a valid distribution goes back."""
    found = model.choose(text, text, [Option(label, description), *OPTIONS], never)
    assert isinstance(found, Answered)
    assert all(0.0 <= p <= 1.0 for p in found.probabilities)
    assert sum(found.probabilities) == pytest.approx(1.0, abs=1e-12)


def test_a_cancelled_call_stops_between_windows() -> None:
    """Once the caller gives up, no further window is read, and a later call starts afresh."""
    model = DecisionModel.load()
    asked: list[None] = []

    def after_three() -> bool:
        asked.append(None)
        return len(asked) > 3

    with pytest.raises(Cancelled):
        model.choose("rain " * 1800, None, OPTIONS, after_three)
    assert len(asked) == 4
    found = model.choose("rain " * 1800, None, OPTIONS, never)
    assert isinstance(found, Answered)


def test_cancelling_stops_between_options() -> None:
    """A caller that gives up while options are read gets no answer."""
    model = DecisionModel.load()
    asked: list[None] = []

    def after_ten() -> bool:
        asked.append(None)
        return len(asked) > 10

    with pytest.raises(Cancelled):
        model.choose("rain", None, [Option(f"option {i}") for i in range(255)], after_ten)
    assert len(asked) == 11
