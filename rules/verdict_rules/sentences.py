"""The sentences of a prompt: which of them asks, and what its clauses do.

A sentence is its tokens, without full stops, and the phrases of the pack's prompt grammar in them.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from verdict_rules.clauses import acts
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase

OFFERS = frozenset({"offer", "leave", "wish", "yours", "suggests"})
CHECKS = frozenset({"check", "tag", "suits"})
ELIDED = frozenset({"elided", "going"})
UNCLEAR = frozenset({"either_or", "answers"})
_COVERING = OFFERS | CHECKS | {"open"}
_TURNED = UNCLEAR | OFFERS | {"reversed", "finished", "more", "open", "negative"}
_REFERRING = CHECKS | ELIDED
_DIGIT = re.compile(r"\d")
MAX_TAG = 5  # tokens of a question that only asks whether what was said is right
MAX_ALTERNATIVE = 4  # tokens, the question mark among them, of a clause that may be a mere item


def sentences_of(tokens: Sequence[str]) -> list[list[str]]:
    """Return the sentences of a text's tokens, each with its question mark."""
    if "." not in tokens and "?" not in tokens[:-1]:
        return [list(tokens)]
    sentences: list[list[str]] = [[]]
    for token in tokens:
        if token != ".":  # noqa: S105 - a full stop, no password
            sentences[-1].append(token)
        if token in {".", "?"}:
            sentences.append([])
    return [sentence for sentence in sentences if sentence and not BREAKS.issuperset(sentence)]


def without_excuse(tokens: list[str], pack: Pack) -> list[list[str]]:
    """Return a sentence in two parts where a question follows what could not be done."""
    for place, word in enumerate(tokens[:-1]):
        if word != "," and word not in pack.coordinators:
            continue
        before, clause = tokens[:place], tokens[place + 1 :]
        if _asks_further(word, clause, pack) and any(
            phrase.name == "negative" for phrase in pack.prompt.search(before)
        ):
            return [before, clause]
    return [tokens]


def _asks_further(mark: str, clause: Sequence[str], pack: Pack) -> bool:
    """Whether a clause asks something else than whether what stands before it is so."""
    name, end = pack.prompt.longest(clause, 0)
    if name in OFFERS and end < len(clause) - 1:
        return True
    asking = mark == "," and clause[0] in pack.askers and len(clause) > MAX_TAG
    if not asking or clause[1] in pack.pronouns or clause[1] in pack.pointing:
        return False
    return all(phrase.name not in CHECKS for phrase in pack.prompt.search(clause))


def asks(tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a sentence is a question, with or without its mark."""
    return tokens[-1] == "?" or tokens[0] in pack.askers


def question_of(
    sentences: Sequence[list[str]], found: Sequence[list[Phrase]], pack: Pack
) -> tuple[int, bool] | None:
    """Return the place of the sentence that asks, and whether what follows it only describes.

    None where there are two that ask.
    """
    asking = [place for place, sentence in enumerate(sentences) if asks(sentence, pack)]
    if not asking:
        checks = [
            place for place, phrases in enumerate(found) if _checks(phrases, sentences[place], pack)
        ]
        if checks:
            return checks[-1], True
        last = len(sentences) - 1
        told = last
        while told and _describes(sentences[told], pack):
            told -= 1
        if not announcement(sentences[told], found[told], pack):
            return last, True
        turned = any(phrase.name in _TURNED for later in found[told + 1 :] for phrase in later)
        return None if turned else (told, True)
    if len(asking) > 1 and any(phrase.name == "check" for phrase in found[asking[0]]):
        asking = [
            place for place in asking if not _lists_what(sentences[place], found[place], pack)
        ]
    last = asking[-1]
    if last == len(sentences) - 1 and len(asking) == 1:
        return last, True
    checking = [_checks(found[place], sentences[place], pack) for place in asking]
    if len(asking) > 1 and not all(checking):
        return None
    following = range(last + 1, len(sentences))
    names = {phrase.name for place in following for phrase in found[place]}
    plain = checking[-1] or all(_describes(sentences[place], pack) for place in following)
    return None if not names.isdisjoint(_TURNED) else (last, plain)


def _lists_what(tokens: Sequence[str], phrases: Sequence[Phrase], pack: Pack) -> bool:
    """Whether a question is a mere fragment, what another question asks to check."""
    return not phrases and not (tokens[0] in pack.askers or acts(tokens, pack))


def _checks(phrases: Sequence[Phrase], tokens: Sequence[str], pack: Pack) -> bool:
    return any(phrase.name in CHECKS for phrase in phrases) and not any(
        phrase.name in OFFERS and begins(phrase, tokens, pack) for phrase in phrases
    )


def _describes(tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a sentence only says what something is like."""
    return not pack.copulas.isdisjoint(tokens) and pack.persons.isdisjoint(tokens)


def refers(phrases: Sequence[Phrase], tokens: Sequence[str]) -> bool:
    """Whether one phrase, of those that refer to the sentence before, is the whole sentence."""
    return any(
        phrase.name in _REFERRING
        and phrase.end == len(tokens)
        and BREAKS.issuperset(tokens[: phrase.start])
        for phrase in phrases
    )


def begins(phrase: Phrase, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a phrase begins its sentence, or a clause of it, but for a word of no weight."""
    before = phrase.start - 1
    while before >= 0 and tokens[before] in pack.preambles:
        before -= 1
    return before < 0 or tokens[before] == ","


def asks_twice(tokens: Sequence[str], phrases: Sequence[Phrase], pack: Pack) -> bool:
    """Whether a second question stands in the sentence."""
    offers = sum([phrase.name in OFFERS for phrase in phrases])
    clauses = [0, *[place + 1 for place, word in enumerate(tokens[:-1]) if word == ","]]
    asked = [
        place
        for place in clauses
        if tokens[place] in pack.askers
        and not any(p.start <= place < p.end and p.name in _COVERING for p in phrases)
    ]
    return offers + len(asked) > 1


def is_negative(phrases: Sequence[Phrase], tokens: Sequence[str], pack: Pack) -> bool:
    """Whether the question is negative; an offer that begins after a comma starts afresh.

    In an offer the negation stands near its beginning, or anywhere where verbs stand last.
    """
    if "negative" not in [phrase.name for phrase in phrases]:
        return False
    starts = [phrase.start for phrase in phrases if phrase.name in OFFERS or phrase.name == "more"]
    offer = next((p for p in phrases if p.name in OFFERS), None)
    if offer is not None and not any(
        phrase.name == "negative" and (pack.verbs_last or phrase.start <= offer.end + 1)
        for phrase in phrases
    ):
        return False
    fresh = max((start for start in starts if "," in tokens[max(start - 2, 0) : start]), default=0)
    return any(phrase.name == "negative" and phrase.start >= fresh for phrase in phrases)


def lists(tokens: list[str], phrases: list[Phrase], pack: Pack) -> bool:
    """Whether the last clause may be an item and no clause, so that commas part alternatives."""
    if "," not in tokens:
        return False
    last = len(tokens) - tokens[::-1].index(",")
    if pack.preambles.issuperset(tokens[: last - 1]):
        return False
    if _DIGIT.match(tokens[last]) or tokens[last] in pack.abbreviations:
        return False
    short = len(tokens) - last <= MAX_ALTERNATIVE or tokens[last] in pack.light
    return short and all(phrase.end <= last for phrase in phrases)


def goes_on(tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a comma parts alternatives, and no mere amount or detail follows it."""
    pairs = enumerate(pairwise(tokens[:-1]))
    following = [
        (after, tokens[:place])
        for place, (mark, after) in pairs
        if mark == "," and not pack.preambles.issuperset(tokens[:place])
    ]
    return any(
        not (
            _DIGIT.match(token)
            or token in pack.abbreviations
            or (token in pack.links and token not in earlier)
        )
        for token, earlier in following
    )


def and_offers(kind: str, phrases: Sequence[Phrase], tokens: Sequence[str]) -> bool:
    """Whether a question for more goes on with an offer of something: "Anything else, shall I"."""
    more = next(phrase.end for phrase in phrases if phrase.name == kind)
    return kind == "more" and any(
        phrase.name in OFFERS and phrase.start >= more and "," in tokens[more : phrase.start]
        for phrase in phrases
    )


def restricted(kind: str, phrases: Sequence[Phrase], tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a question for more is a condition: "if there is nothing else", "just the pizza"."""
    if kind == "finished" or any(phrase.name == "minding" for phrase in phrases):
        return False
    if kind == "more" and not pack.lessening.isdisjoint(tokens):
        return True
    asked = next((phrase.start for phrase in phrases if phrase.name == kind), 0)
    earlier = [phrase for phrase in phrases if phrase.end <= asked]
    if kind == "more" and any(phrase.name == "either_or" for phrase in earlier):
        return True
    said = pack.restricting.intersection(tokens)
    either = [phrase.end for phrase in phrases if phrase.name == "either_or"]
    if any(tokens[end] in pack.askers for end in either if end < len(tokens)):
        return True
    return bool(said) and (kind == "more" or not pack.subjects.isdisjoint(tokens))


def within_an_offer(
    kind: str, phrases: Sequence[Phrase], tokens: Sequence[str], pack: Pack
) -> bool:
    """Whether a single word that may object is only part of what the asker would do."""
    offer = next((p for p in phrases if p.name in {"offer", "wish"}), None)
    if kind == "reversed" and (
        tokens[0] in pack.proposable or (phrases[0].name == "check" and phrases[0].start == 0)
    ):
        return all(p.end - p.start == 1 for p in phrases if p.name == kind)
    return (
        kind == "reversed"
        and offer is not None
        and begins(offer, tokens, pack)
        and all(p.end - p.start == 1 and p.start > offer.end for p in phrases if p.name == kind)
    )


class Announcement(NamedTuple):
    """The class of the phrase with which a sentence says what will be done, and where it ends."""

    name: str
    end: int


def announcement(
    tokens: Sequence[str],
    phrases: Sequence[Phrase],
    pack: Pack,
    *,
    also: Collection[str] = (),
) -> Announcement | None:
    """Return how a statement says what will be done or is wanted; None if it does not.

    `also` are further classes of phrases that count.
    """
    for name, start, end in phrases:
        counts = name in {"announces", "desired"} or name in also
        if counts and end <= len(tokens) and begins(Phrase(name, start, end), tokens, pack):
            return Announcement(name, end)
    first = 0
    while first < len(tokens) and (tokens[first] in pack.preambles or tokens[first] in BREAKS):
        first += 1
    if tokens[first : first + 1] and tokens[first] in pack.announcing:
        return Announcement("announces", first)
    return None
