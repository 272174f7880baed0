"""What a prompt asks, as far as it decides what a yes or a no to it would mean."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase

Kind = Literal[
    "none", "foreign", "ambiguous", "reversed", "finished", "more", "open", "offer", "check",
    "question", "statement",
]  # fmt: skip
_DIGIT = re.compile(r"\d")
MAX_CHARACTERS = 4000  # a longer prompt is not read, so its yes may mean anything
MAX_ALTERNATIVE = 4  # tokens, the question mark among them, of a clause that may be a mere item
MIN_WORDS = 3  # with its question mark; a shorter prompt need not show its language


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as read: its kind, and what it proposes, as comparable words.

    `proposal` is empty where none was recognised; with `whole`, a reply may only repeat all of it.
    `does` says that a yes lets something be done and a no prevents it; `halts` that the prompt is
    about stopping or refusing, so that "go ahead" may mean either; `timed` that it says when.
    """

    kind: Kind
    proposal: tuple[str, ...] = ()
    whole: bool = False
    does: bool = False
    halts: bool = False
    timed: bool = False


NO_PROMPT = Prompt("none", does=True)


def read_prompt(text: str | None, pack: Pack) -> Prompt:
    """Return what `text` asks; a kind that makes yes or no unclear wins over one that does not."""
    if text is None:
        return NO_PROMPT
    return _read_once(text, pack) if len(text) <= MAX_CHARACTERS else Prompt("ambiguous")


# Prompts are often made from templates, and several questions are asked about one state.
@lru_cache(maxsize=256)
def _read_once(text: str, pack: Pack) -> Prompt:
    tokens = normalise(text, pack.rewrites).tokens
    if BREAKS.issuperset(tokens):
        return NO_PROMPT
    if _foreign(text, tokens, pack):
        return Prompt("foreign")
    sentences = _sentences(tokens)
    found = [pack.prompt.search(sentence) for sentence in sentences]
    names = {phrase.name for phrases in found for phrase in phrases}
    questions = [place for place, sentence in enumerate(sentences) if _asks(sentence, pack)]
    if "either_or" in names or "answers" in names or len(questions) > 1:
        return Prompt("ambiguous")
    place = questions[0] if questions else -1
    prompt = _read_sentence(sentences[place], found[place], pack)
    if prompt.kind == "check" and "negative" in names:
        return Prompt("ambiguous")
    halts = "halting" in names
    does = not halts and (
        prompt.kind == "check"
        or (prompt.kind == "offer" and not pack.doing.isdisjoint(prompt.proposal[:1]))
    )
    timed = not pack.times.isdisjoint(tokens) or _DIGIT.search(text) is not None
    return Prompt(prompt.kind, prompt.proposal, prompt.whole, does, halts, timed)


def _foreign(text: str, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a prompt shows no sign of being in the pack's language."""
    if not text.isascii() and not all(word.isascii() for word in tokens if word.isalpha()):
        return not pack.marks & {word for word in tokens if not word.isascii()}
    if not pack.marks.isdisjoint(tokens):
        return False
    if any(phrase.name == "pair" for phrase in pack.prompt.search(tokens)):
        return False
    known = pack.doing | pack.prompt.words
    return len(tokens) > MIN_WORDS or known.isdisjoint({*tokens} - BREAKS)


def _asks(tokens: Sequence[str], pack: Pack) -> bool:
    return tokens[-1] == "?" or tokens[0] in pack.askers


def _sentences(tokens: Sequence[str]) -> list[list[str]]:
    if "." not in tokens and "?" not in tokens[:-1]:
        return [list(tokens)]
    sentences: list[list[str]] = [[]]
    for token in tokens:
        if token != ".":  # noqa: S105 - a full stop, no password
            sentences[-1].append(token)
        if token in {".", "?"}:
            sentences.append([])
    return [sentence for sentence in sentences if sentence and sentence != ["?"]]


def _read_sentence(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    found = {phrase.name for phrase in phrases}
    if "negative" in found and _negative(phrases, tokens):
        return Prompt("ambiguous")
    for kind in ("reversed", "finished", "more"):
        if kind in found:
            return Prompt(kind)
    return _asked(tokens, phrases, pack)


def _asked(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    found = {phrase.name: phrase for phrase in reversed(phrases)}
    asks = _asks(tokens, pack)
    if "open" in found and "suggests" not in found:
        latest = found["offer"].start if "offer" in found and asks else len(tokens) if asks else 1
        if found["open"].start < latest:
            return Prompt("open")
    if asks and _lists(tokens, phrases, pack):
        return Prompt("ambiguous")
    if "suggests" in found and "offer" not in found and "check" not in found:
        return _proposal("offer", tokens[found["suggests"].end :], pack)
    if "offer" in found:
        kind: Kind = "check" if "check" in found else "offer"
        start, end = found["offer"].end, len(tokens)
        if "check" in found and found["check"].start > start:
            end = found["check"].start
        return _proposal(kind, tokens[start:end], pack)
    if "check" in found:
        return Prompt("check")
    if not asks:
        return Prompt("statement")
    if tokens[0] in pack.askers or tokens[0] in pack.openers:
        return Prompt("question")
    bare: Kind = "offer" if tokens[0] in pack.doing else "question"
    return _proposal(bare, tokens, pack)


def _negative(phrases: list[Phrase], tokens: list[str]) -> bool:
    """Whether the question is negative; an offer that begins after a comma starts afresh."""
    starts = [phrase.start for phrase in phrases if phrase.name in {"offer", "more", "suggests"}]
    fresh = max((start for start in starts if "," in tokens[max(start - 2, 0) : start]), default=0)
    return any(phrase.name == "negative" and phrase.start >= fresh for phrase in phrases)


def _lists(tokens: list[str], phrases: list[Phrase], pack: Pack) -> bool:
    """Whether the last clause may be an item and no clause, so that commas part alternatives."""
    if "," not in tokens:
        return False
    last = len(tokens) - tokens[::-1].index(",")
    short = len(tokens) - last <= MAX_ALTERNATIVE or tokens[last] in pack.light
    return short and all(phrase.start < last for phrase in phrases)


def _proposal(kind: Kind, tokens: Sequence[str], pack: Pack) -> Prompt:
    words = list(tokens)
    while words and words[-1] in BREAKS:
        words.pop()
    whole = "," in words or not pack.coordinators.isdisjoint(words)
    spoken = [pack.stem(word) for word in words if word not in pack.light]
    return Prompt(kind, tuple(spoken), whole)


def stems_of(tokens: Sequence[str], pack: Pack) -> set[str]:
    """Return the words of a text as they are compared with a proposal."""
    return {pack.stem(token) for token in tokens}


def may_repeat(text: str, words: Sequence[str], pack: Pack) -> bool:
    """Whether all `words` could come from the prompt `text`: a cheap test, before reading it."""
    if not words:
        return True
    folded = text[-MAX_CHARACTERS:].casefold()
    return all(
        word in pack.light
        or word in pack.pronouns
        or word in pack.synonyms
        or pack.stem(word) in folded
        for word in words
    )


def repeated(
    prompt: Prompt, tokens: Sequence[str], start: int, pack: Pack, *, bare: bool = False
) -> int:
    """Return where the repetition of the proposal that begins at `start` ends; `start` if none.

    A repetition is a beginning of the proposal, in its order, with no word left out but light
    ones; a pronoun may stand for the rest. A `bare` one, which is to say yes by itself, begins
    with the proposal's first word and leaves nothing open.
    """
    matched, end = 0, start
    for position in range(start, len(tokens)):
        token = tokens[position]
        if matched < len(prompt.proposal) and pack.stem(token) == prompt.proposal[matched]:
            matched += 1
            end = position + 1
        elif token not in pack.light or (bare and not matched):
            break
    missing = len(prompt.proposal) - matched
    pronoun = end < len(tokens) and tokens[end] in pack.pronouns
    if matched == 0 or (missing and (prompt.whole or (bare and not pronoun))):
        return start
    return end + 1 if pronoun else end


def mentioned(prompt: Prompt, tokens: Sequence[str], start: int, pack: Pack) -> int:
    """Return where the words from `start` on that the proposal has too, in any order, end.

    The first of them is the proposal's first, or it would not be known what is refused.
    """
    end = start
    for position in range(start, len(tokens)):
        stem = pack.stem(tokens[position])
        if stem in prompt.proposal and (end > start or stem == prompt.proposal[0]):
            end = position + 1
        elif tokens[position] not in pack.light:
            break
    pronoun = end > start and end < len(tokens) and tokens[end] in pack.pronouns
    return end + 1 if pronoun else end
