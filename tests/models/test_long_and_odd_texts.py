"""Windows, refusals, cancellation and texts that nobody expected."""

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from verdict_models import Answered, Cancelled, DecisionModel, Option, TooLong
from verdict_models.bundle import SHIPPED, read_bundle
from verdict_models.encoder import Encoder
from verdict_models.windows import Limits, split, token_ids

OPTIONS = (Option("weather", "rain and sun"), Option("money", "cards and bills"))
LIMITS = Limits(256, 8, block_tokens=512, beside_tokens=512, choice_tokens=192, topic_tokens=64)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=400)


def never() -> bool:
    """Want the answer to the end."""
    return False


@given(st.lists(st.integers(0, 30000), max_size=300), st.integers(3, 20))
def test_windows_cover_every_token(ids: list[int], window_tokens: int) -> None:
    """Joined, the windows are the text, and none is above the limit."""
    limits = replace(LIMITS, window_tokens=window_tokens)
    windows = list(split(ids, limits))
    assert [i for window in windows for i in window] == ids
    assert max(len(window) for window in windows) <= limits.body
    assert all(windows) or windows == [[]]


@pytest.mark.parametrize(("words", "windows"), [(0, 1), (254, 1), (255, 2), (509, 3), (2032, 8)])
def test_number_of_windows(model: DecisionModel, words: int, windows: int) -> None:
    """A text is read in as few windows as it needs, up to the last token that fits."""
    found = model.choose("rain " * words, None, OPTIONS, never)
    assert isinstance(found, Answered)
    assert found.windows == windows


def test_one_token_too_many_is_refused(model: DecisionModel) -> None:
    """A text above the capacity is not answered in part: its tokens and the limit are told."""
    found = model.choose("rain " * 2033, None, OPTIONS, never)
    assert found == TooLong(tokens=2033, limit=2032)


def test_an_option_too_long_is_refused(model: DecisionModel) -> None:
    """A description that does not fit is refused like a state, and so are instructions."""
    options = [Option("weather", "rain " * 2100), OPTIONS[1]]
    assert isinstance(model.choose("rain", None, options, never), TooLong)
    assert isinstance(model.judge("rain", "rain " * 2100, None, None, never), TooLong)
    assert isinstance(model.grade("rain", None, ["rain " * 2100, "sun"], never), TooLong)


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


def test_topics_of_windows_are_averaged_by_tokens() -> None:
    """What a long text is about is the mean of its windows, weighted by their tokens."""
    encoder = Encoder(read_bundle(SHIPPED))

    def topic(text: str) -> NDArray[np.float32]:
        seen = encoder.look(text)
        assert not isinstance(seen, TooLong)
        return encoder.topic(text, seen, never)

    first, second = "rain " * 254, "money " * 68
    # Each window has two special tokens.
    total = topic(first).astype(np.float64) * 256 + topic(second).astype(np.float64) * 70
    np.testing.assert_allclose(topic(first + second), total / np.linalg.norm(total), atol=1e-6)


@pytest.mark.parametrize(("words", "fits"), [(512, True), (513, False)])
def test_a_question_too_long_to_be_read_is_refused(
    model: DecisionModel, words: int, *, fits: bool
) -> None:
    """Beside the state 512 tokens are read; of one more the limit is told."""
    for found in (
        model.judge("rain", "rain " * words, None, None, never),
        model.grade("rain", None, ["rain " * 254, "fog " * (words - 254)], never),
    ):
        assert isinstance(found, Answered) if fits else found == TooLong(words, 512)


def test_a_long_question_is_no_obstacle_to_a_choice(model: DecisionModel) -> None:
    """Where the question is too long to be read, the options are compared with the text."""
    found = model.choose("Will it rain?", "fog " * 3000, OPTIONS, never)
    assert isinstance(found, Answered)
    assert found.probabilities[0] > 0.5


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
