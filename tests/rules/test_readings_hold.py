"""What holds of every reading, whatever is read: properties over many made replies and prompts."""

import json
import re
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saying import EN, REPLIES, exchanges, insert, phrases, prompts, replies, unknown_words
from verdict_rules import (
    Pack,
    answers_yes_no,
    load_packs,
    may_approve,
    may_turn,
    may_turn_pick,
    pick_option,
    read_ask,
    read_level,
    read_reply,
    rules_sha256,
)
from verdict_rules.normalise import normalise
from verdict_rules.pack import load_pack

POLITE = st.sampled_from(
    [
        *("please", "thanks", "Thank you!", "sir", "kindly", "cheers", "\U0001f64f", ",", ".", "!"),
        *("...", "--", ";", '"', "(", ")", "\u2026", "\u2014", "\n"),
    ]
)
OTHER = """
[rewrites]
"ne'er" = "never"
[reply]
yes = ["jes", "sure", "ok go"]
no = ["ne", "fine"]
later = ["now"]
[prompt]
offer = ["is that", "would you"]
check = ["shall i"]
[ask]
confirms = ["does the reply refuse"]
refuses = ["does the reply confirm"]
"""


def exchanged(file: str, *names: str) -> dict[str, str]:
    """A file of the English pack, with the first and the last of `names` in each other's place.

    The second and the last but one likewise.
    """
    pairs = dict(zip(names, reversed(names), strict=True))
    pattern = rf"(?m)^({'|'.join(names)})(?= = )"
    return {file: re.sub(pattern, lambda found: pairs[found[0]], EN[file])}


PACKS = (
    load_pack("en", EN),
    load_pack("en", {**EN, **exchanged("reply.toml", "yes", "polite", "hedged", "no")}),
    load_pack(
        "aa",
        {
            **EN,
            **exchanged("options.toml", "1", "affirming", "negating", "2"),
            **exchanged("questions.toml", "offer", "check"),
        },
    ),
    load_pack("xx", {"pack.toml": OTHER}),
)


def rows(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """A row of a file of labelled replies."""
    lines = (REPLIES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return st.sampled_from([json.loads(line) for line in lines])


def option(row: dict[str, Any], reply: str) -> str | int | None:
    """What a reply to the prompt of a row picks or gives."""
    criteria, prompt = row["question"]["criteria"], row["state"].get("prompt")
    if row["question"]["type"] == "choice":
        return pick_option(reply, criteria, prompt).option
    return read_level(reply, criteria, prompt).level


picks = (rows("choice-development") | rows("choice-development-2")) | (
    rows("score-development") | rows("score-development-2")
)


@given(st.sampled_from([*permutations(PACKS, 3), *permutations(PACKS)]), exchanges)
def test_the_order_of_packs_does_not_matter(
    packs: tuple[Pack, ...], exchange: tuple[str, str | None]
) -> None:
    """The same packs in any order read the same, to the last word, also where they disagree."""
    reply, prompt = exchange
    ordered = tuple(pack for pack in PACKS if pack in packs)
    assert read_reply(reply, prompt, packs=packs) == read_reply(reply, prompt, packs=ordered)
    assert rules_sha256(packs) == rules_sha256(ordered)


@given(st.sampled_from([*permutations(PACKS, 3)]), picks)
def test_the_order_of_packs_does_not_matter_to_picks(
    packs: tuple[Pack, ...], row: dict[str, Any]
) -> None:
    """Nor do picks and levels depend on it."""
    ordered = tuple(pack for pack in PACKS if pack in packs)
    criteria, state = row["question"]["criteria"], row["state"]
    read = pick_option if row["question"]["type"] == "choice" else read_level
    case = (state["reply"], criteria, state.get("prompt"))
    assert read(*case, packs=packs) == read(*case, packs=ordered)
    labels = ("yes", "no", *criteria)[: 2 + len(criteria) % 2]
    options = dict.fromkeys(labels)
    assert answers_yes_no(options, packs=packs) == answers_yes_no(options, packs=ordered)


@given(
    st.sampled_from([*permutations(PACKS, 3)]),
    phrases("ask") | phrases("prompt") | prompts.map(str) | replies,
)
def test_the_order_of_packs_does_not_matter_to_questions(
    packs: tuple[Pack, ...], text: str
) -> None:
    """Nor what a question asks, and whether it may be turned round."""
    ordered = tuple(pack for pack in PACKS if pack in packs)
    for read in (read_ask, may_turn, may_turn_pick, may_approve):
        assert read(text, packs=packs) == read(text, packs=ordered)


def test_packs_that_disagree_are_among_them() -> None:
    """The packs above differ in what they read, or their order could not matter."""
    assert read_reply("yes", packs=PACKS[:2]).reason == "mixed"
    assert read_reply("yes, thanks", packs=PACKS[:2]).reason == "mixed"
    assert pick_option("one", ["1", "2"], packs=PACKS[::2]).reason == "mixed"
    assert read_ask("Does the reply confirm?", packs=PACKS) is None
    assert answers_yes_no({"yes": None, "no": None}, packs=PACKS) is None


@given(exchanges, unknown_words, st.integers(0, 99))
def test_a_word_that_no_pack_knows_unsettles(
    exchange: tuple[str, str | None], word: str, place: int
) -> None:
    """Anywhere in any reply, after any prompt."""
    reply, prompt = exchange
    assert read_reply(insert(reply, word, place), prompt).polarity is None


@given(picks, unknown_words, st.integers(0, 99))
def test_a_word_that_no_pack_knows_unsettles_a_pick(
    row: dict[str, Any], word: str, place: int
) -> None:
    """Anywhere in any reply that picks or rates."""
    assert option(row, insert(row["state"]["reply"], word, place)) is None


@given(exchanges, POLITE, st.integers(0, 99))
def test_politeness_and_punctuation_flip_no_reading(
    exchange: tuple[str, str | None], piece: str, place: int
) -> None:
    """Anywhere in any reply they may unsettle, or settle what was open, but turn nothing round."""
    reply, prompt = exchange
    read = {read_reply(text, prompt).polarity for text in (reply, insert(reply, piece, place))}
    assert read != {"yes", "no"}


@given(picks, POLITE, st.integers(0, 99))
def test_politeness_and_punctuation_change_no_pick(
    row: dict[str, Any], piece: str, place: int
) -> None:
    """The option or level stays, or the reader passes."""
    reply = row["state"]["reply"]
    assert len({option(row, reply), option(row, insert(reply, piece, place)), None}) <= 2


@pytest.mark.parametrize("pack", load_packs(), ids=lambda pack: pack.language)
@given(
    text=replies
    | st.text(st.characters(exclude_categories=()), max_size=60)
    | st.lists(
        st.sampled_from(["e", ".", "g", "No", "nr.", "don\u2019t", "I'M", "3rd", "1,5", "-", "'"]),
        max_size=6,
    ).map("".join)
)
def test_what_is_normalised_once_stays(pack: Pack, text: str) -> None:
    """Normalising again changes nothing, with the abbreviations of a pack and without."""
    for abbreviations in (None, pack.abbreviations):
        once = normalise(text, pack.rewrites, abbreviations)
        assert normalise(once.text, pack.rewrites, abbreviations).tokens == once.tokens
