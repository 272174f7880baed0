"""More options than can be read in a second: a shortlist is read, and the answer says so."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdict.deadlines import Deadline
from verdict.questions import Choice
from verdict.states import State
from verdict.tiers import Answer
from verdict.tiers.model import ModelTier
from verdict_models import Answered, DecisionModel, Option, TooLong
from verdict_models.bundle import SHIPPED, read_bundle
from verdict_models.encoder import Encoder, Tokens
from verdict_models.shortlist import BUDGET, by_likeness, cost, enumerations

SAME = (
    "Customers who write to this desk have bought one of our goods and want it repaired, replaced "
    "or explained. The desk answers within two days, asks for the receipt, and passes the case on "
    "to the workshop when parts have to be ordered. Goods of this desk: "
)
GOODS = (
    *("kettle", "toaster", "camera", "bicycle", "piano", "violin", "tent", "ladder", "sofa"),
    *("mattress", "printer", "keyboard", "lawnmower", "drill", "blender", "freezer", "dishwasher"),
    *("telescope", "guitar", "wheelchair", "stroller", "umbrella", "necklace", "helmet", "saddle"),
    *("wardrobe", "bookcase", "carpet", "curtain", "lamp", "radio", "television", "router"),
    *("tablet", "scanner", "projector", "thermostat", "boiler", "radiator", "chimney", "shower"),
    *("bathtub", "faucet", "mirror", "window", "garage", "fence", "hammock", "barbecue", "canoe"),
    *("kayak", "surfboard", "skateboard", "trampoline", "treadmill", "dumbbell", "racket", "skis"),
    *("sledge", "puzzle", "doll", "aquarium", "birdcage", "leash", "sewing", "loom", "anvil"),
    *("microscope", "compass", "barometer", "clock", "wallet", "suitcase", "backpack", "sandal"),
    *("jacket", "glove"),
)
DESKS = [Option(f"desk_{i}", SAME + word) for i, word in enumerate(GOODS)]
STATE = "My trampoline broke, what now?"

Choose = Callable[[str, Sequence[Option]], Answered]


def never() -> bool:
    """Want the answer to the end."""
    return False


@pytest.fixture(scope="module")
def choose(model: DecisionModel) -> Choose:
    """Return a way to ask for an answer that has to come."""

    def ask(text: str, options: Sequence[Option]) -> Answered:
        found = model.choose(text, None, options, never)
        assert isinstance(found, Answered)
        return found

    return ask


def seconds(call: Callable[[int], object]) -> float:
    """Return the processor time of a call, the better of two, each with texts of its own."""
    times = []
    for i in range(2):
        start = time.process_time()
        call(i)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("word", ["trampoline", "piano", "birdcage", "clock"])
def test_near_equal_options_are_told_apart_by_the_word_that_differs(
    choose: Choose, word: str
) -> None:
    """Of 77 options that differ in one word, the one with the state's word wins."""
    found = choose(f"My {word} broke, what now?", DESKS)
    assert len(DESKS) == 77
    assert found.options_read is not None
    assert found.probabilities.index(max(found.probabilities)) == GOODS.index(word)


def test_options_not_read_share_the_lowest_probability(choose: Choose) -> None:
    """Probabilities sum to 1, and as many as are said to be unread are below all others."""
    found = choose(STATE, DESKS)
    assert found.options_read is not None
    assert 2 <= found.options_read < len(DESKS)
    assert sum(found.probabilities) == pytest.approx(1.0, abs=1e-12)
    lowest = min(found.probabilities)
    assert found.probabilities.count(lowest) == len(DESKS) - found.options_read
    assert lowest > 0.0


@pytest.mark.parametrize("description", [None, "None of these"])
def test_an_option_for_none_of_the_others_is_always_read(
    choose: Choose, description: str | None
) -> None:
    """It shares no word with the text, and is the answer where no desk is meant."""
    found = choose("What is the capital of France?", [*DESKS, Option("none", description)])
    assert found.options_read is not None
    assert found.probabilities[-1] > 0.5
    wordless = choose("asdkjh qwoieu zmxn", [*DESKS, Option("none", description)])
    assert wordless.probabilities[-1] == max(wordless.probabilities)


def test_an_option_not_read_is_never_the_answer() -> None:
    """Even where all that were read are about equally likely, those not read are less likely."""
    bundle = read_bundle(SHIPPED)
    flat = replace(bundle.manifest.fitted, topic_scale=1e-9)
    model = DecisionModel(replace(bundle, manifest=replace(bundle.manifest, fitted=flat)))
    found = model.choose(STATE, None, DESKS, never)
    assert isinstance(found, Answered)
    assert found.options_read is not None
    likely = [p for p in found.probabilities if p > min(found.probabilities)]
    assert len(likely) == found.options_read
    assert found.probabilities[GOODS.index("trampoline")] in likely


def test_neither_order_nor_labels_decide_what_is_read(choose: Choose) -> None:
    """In ten orders of the options each text has the very same probability."""
    texts = [option.description for option in DESKS]
    draw = random.Random(5)
    answers = []
    for _ in range(10):
        draw.shuffle(texts)
        found = choose(STATE, [Option("desk", text) for text in texts])
        answers.append(dict(zip(texts, found.probabilities, strict=True)))
    assert all(answer == answers[0] for answer in answers)


def test_what_was_read_before_decides_nothing(model: DecisionModel) -> None:
    """A model that knows every option's vector gives the answer of one that knows none."""
    for option in DESKS:
        model.choose(STATE, None, [option], never)
    assert model.choose(STATE, None, DESKS, never) == DecisionModel.load().choose(
        STATE, None, DESKS, never
    )


def test_equal_options_stay_equally_likely(choose: Choose) -> None:
    """Repeated options have the probability of their first, whether they were read or not."""
    found = choose(STATE, [*DESKS, *DESKS])
    assert found.options_read is not None
    assert found.options_read % 2 == 0
    assert found.probabilities[:77] == found.probabilities[77:]


def test_short_options_are_all_read(choose: Choose) -> None:
    """255 options of a few words are within the time, and so are 150 beside a long state."""
    short = [Option(f"shelf_{i}", f"things on shelf number {i}") for i in range(255)]
    assert choose("Where is it?", short).options_read is None
    described = [Option(f"pin_{i}", "Change or reset the PIN of this account") for i in range(150)]
    assert choose("rain " * 500, described).options_read is None


def test_two_options_are_read_however_long_they_are(choose: Choose) -> None:
    """An answer always rests on a comparison of two."""
    options = [Option(f"o{i}", f"{word} " * 1700) for i, word in enumerate(("rain", "sun", "fog"))]
    assert choose("rain and sun " * 500, options).options_read == 2
    assert choose("rain and sun " * 500, options[:2]).options_read is None


def test_one_option_too_long_is_left_out_only_where_others_take_the_time(
    model: DecisionModel, choose: Choose
) -> None:
    """What could not be read whole is refused if its turn comes, and unread like others if not."""
    unlike, like = Option("weather", "fog " * 2100), Option("other", "trampoline " * 2100)
    found = choose(STATE, [*DESKS, unlike])
    assert found.options_read is not None
    assert found.probabilities[-1] == min(found.probabilities)
    assert isinstance(model.choose(STATE, None, [*DESKS, like], never), TooLong)
    assert isinstance(model.choose(STATE, None, [*DESKS[:5], unlike], never), TooLong)


@pytest.mark.parametrize(("number", "characters"), [(77, 300), (255, 50), (255, 4000)])
def test_options_never_seen_are_answered_within_a_second(
    model: DecisionModel, number: int, characters: int
) -> None:
    """On one core, up to a megabyte of near-equal options takes under a second."""

    def ask(i: int) -> None:
        draw = random.Random(f"{number} {characters} {i}")
        same = " ".join(draw.choices(GOODS, k=characters // 5))[: characters - 20]
        options = [Option(str(k), f"{same} {draw.random()}") for k in range(number)]
        assert isinstance(model.choose("My piano is out of tune", None, options, never), Answered)

    assert seconds(ask) < 1.0


@pytest.mark.parametrize(
    "unit", [" " * 99 + "rain", "x", "!", "é", "한", "\u200b"], ids=lambda unit: ascii(unit)[-8:]
)
def test_a_megabyte_of_odd_options_takes_no_longer(model: DecisionModel, unit: str) -> None:
    """Blanks, one endless word, signs and scripts without words are answered or refused in time."""

    def ask(i: int) -> None:
        text = (unit * 4000)[:4000]
        options = [Option(str(k), f"{text} {i}{k}") for k in range(255)]
        model.choose("rain", None, options, never)

    assert seconds(ask) < 1.3


def test_levels_too_long_are_refused_before_any_is_read(model: DecisionModel) -> None:
    """Ten levels of 100,000 characters, or nine long ones before it, cost no reading."""

    def unasked() -> bool:
        raise AssertionError("a text is being read")

    huge = [f"{i} " + "rain " * 20_000 for i in range(10)]
    long = [f"{i} " + "rain " * 1800 for i in range(9)]
    for levels in (huge, [*long, "rain " * 2100]):
        assert isinstance(model.grade("fine", None, levels, unasked), TooLong)
        assert isinstance(model.judge("fine", None, levels[0], levels[-1], unasked), TooLong)
    assert seconds(lambda i: model.grade("fine", None, [f"{i}{h}" for h in huge], never)) < 0.5


@given(st.lists(st.text("abc é한", max_size=12), min_size=1, max_size=8), st.randoms())
def test_the_likest_come_first_in_any_order(texts: list[str], draw: random.Random) -> None:
    """The order of likeness has every text once and does not depend on how they came."""
    shuffled = draw.sample(texts, len(texts))
    found = by_likeness("ab abc", texts)
    assert found == by_likeness("ab abc", shuffled)
    assert sorted(found) == sorted(set(texts))


@pytest.mark.parametrize(
    ("state", "first", "others"),
    [
        ("all of the cards", "the card", ["all of the one", "all of the six", "all of the two"]),
        ("the blocked cards", "card zebra", [f"card {' '.join(GOODS)}", "fog"]),
        ("It is freezing!", "to freeze", ["a carpet", "some bill"]),
    ],
    ids=["common words", "length", "endings"],
)
def test_rare_words_count_and_neither_length_nor_endings(
    state: str, first: str, others: list[str]
) -> None:
    """Words that most texts have gain little, many words gain nothing, and endings do not count."""
    assert by_likeness(state, [first, *others])[0] == first


def test_a_long_text_costs_more_than_its_tokens() -> None:
    """Eight windows are dearer than their tokens, and in one window each token counts the same."""
    window = (0,) * 254
    assert cost(Tokens("", [list(window)] * 8, 2032)) > 8 * len(window)
    assert cost(Tokens("", [list(window)], 254)) - 254 == cost(Tokens("", [[0]], 1)) - 1


def test_things_that_options_list_are_read_only_where_all_can_be() -> None:
    """Where there is no room for all of the listed things, none is read, in whatever order."""
    encoder = Encoder(read_bundle(SHIPPED))
    texts = ["car: fuel, tyres, parking", "home: music, lists, lamps", "sky"]
    looked = {text: encoder.look(text) for text in texts}
    options = {text: seen for text, seen in looked.items() if not isinstance(seen, TooLong)}
    every = enumerations(options, BUDGET, encoder.look)
    assert {text: list(found) for text, found in every.items()} == {
        texts[0]: ["car: fuel", "car: tyres", "car: parking"],
        texts[1]: ["home: music", "home: lists", "home: lamps"],
        texts[2]: [],
    }
    needed = sum(cost(seen) for found in every.values() for seen in found.values())
    backwards = dict(reversed(options.items()))
    assert enumerations(backwards, needed, encoder.look) == dict(reversed(every.items()))
    assert enumerations(options, needed - 1, encoder.look) == {}
    assert enumerations(backwards, needed - 1, encoder.look) == {}


def test_the_tier_says_how_many_were_read(model: DecisionModel) -> None:
    """A shortlist stands in the answer's notes and in its words, and nothing where all were."""
    tier = ModelTier(model, 1)
    whole = {option.label: option.description for option in DESKS}
    asked = {"all": dict(list(whole.items())[:5]), "some": whole}
    answers = {
        name: tier.answer(Choice("Which desk?", options), State(STATE), Deadline(60.0))
        for name, options in asked.items()
    }
    some, every = answers["some"], answers["all"]
    assert isinstance(some, Answer)
    assert isinstance(every, Answer)
    read = some.notes["options_read"]
    assert 2 <= read < 77
    assert some.detail.endswith(f" tokens in 1 window; {read} of 77 options read")
    assert not every.notes
    assert "options read" not in every.detail
