"""What a prompt asks, as far as it decides what a yes or a no to it would mean."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase

Kind = Literal[
    "none", "foreign", "ambiguous", "reversed", "finished", "more", "open", "offer", "check",
    "question", "statement",
]  # fmt: skip
MAX_CHARACTERS = 800  # the end of a prompt holds its question; what lies further back is not read
MAX_ALTERNATIVE = 4  # tokens, the question mark among them, of a clause that may be a mere item
MIN_WORDS = 3  # with its question mark; a shorter prompt need not show its language


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as read: its kind, and what it proposes, as comparable words.

    `proposal` is empty where none was recognised; with `whole`, a reply may only repeat all of it.
    `halts` says that it is about stopping or refusing, so that "go ahead" may mean either.
    """

    kind: Kind
    proposal: tuple[str, ...] = ()
    whole: bool = False
    halts: bool = False


NO_PROMPT = Prompt("none")


def read_prompt(text: str | None, pack: Pack) -> Prompt:
    """Return what `text` asks; a kind that makes yes or no unclear wins over one that does not."""
    return NO_PROMPT if text is None else _read_end(text[-MAX_CHARACTERS - 1 :], pack)


# Prompts are often made from templates, and several questions are asked about one state.
@lru_cache(maxsize=256)
def _read_end(text: str, pack: Pack) -> Prompt:
    tokens = normalise(text[-MAX_CHARACTERS:], pack.rewrites).tokens
    if BREAKS.issuperset(tokens):
        return NO_PROMPT
    if len(tokens) > MIN_WORDS and pack.marks.isdisjoint(tokens):
        return Prompt("foreign")
    sentences = _sentences(tokens)[1 if len(text) > MAX_CHARACTERS else 0 :]
    if not sentences:
        return Prompt("ambiguous")
    questions = [sentence for sentence in sentences if _asks(sentence, pack)]
    if len(questions) <= 1:
        return _read_sentence((questions or sentences)[-1], pack)
    read = [_read_sentence(sentence, pack) for sentence in questions]
    for kind in ("ambiguous", "reversed", "finished", "more", "open"):
        for prompt in read:
            if prompt.kind == kind:
                return prompt
    if sum(prompt.kind != "check" for prompt in read) > 1:
        return Prompt("ambiguous")
    return read[-1]


def _asks(tokens: Sequence[str], pack: Pack) -> bool:
    return tokens[-1] == "?" or tokens[0] in pack.askers


def _sentences(tokens: Sequence[str]) -> list[list[str]]:
    sentences: list[list[str]] = [[]]
    for token in tokens:
        if token != ".":  # noqa: S105 - a full stop, no password
            sentences[-1].append(token)
        if token in {".", "?"}:
            sentences.append([])
    return [sentence for sentence in sentences if sentence and sentence != ["?"]]


def _read_sentence(tokens: list[str], pack: Pack) -> Prompt:
    phrases = pack.prompt.search(tokens)
    found = {phrase.name for phrase in phrases}
    if "either_or" in found or _negative(phrases, tokens):
        return Prompt("ambiguous")
    for kind in ("reversed", "finished", "more"):
        if kind in found:
            return Prompt(kind)
    prompt = _asked(tokens, phrases, pack)
    return replace(prompt, halts=True) if "halting" in found else prompt


def _asked(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    found = {phrase.name: phrase for phrase in reversed(phrases)}
    asks = _asks(tokens, pack)
    if "open" in found and "suggests" not in found:
        latest = found["offer"].start if "offer" in found and asks else len(tokens) if asks else 1
        if found["open"].start < latest:
            return Prompt("open")
    if asks and _lists(tokens, phrases):
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
    return _proposal("question", tokens, pack)


def _negative(phrases: list[Phrase], tokens: list[str]) -> bool:
    """Whether the question is negative; an offer that begins after a comma starts afresh."""
    starts = [phrase.start for phrase in phrases if phrase.name in {"offer", "more", "suggests"}]
    fresh = max((start for start in starts if "," in tokens[max(start - 2, 0) : start]), default=0)
    return any(phrase.name == "negative" and phrase.start >= fresh for phrase in phrases)


def _lists(tokens: list[str], phrases: list[Phrase]) -> bool:
    """Whether the last clause is too short to be one, so that the commas may part alternatives."""
    if "," not in tokens:
        return False
    last = len(tokens) - tokens[::-1].index(",")
    short = len(tokens) - last <= MAX_ALTERNATIVE
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


def repeated(prompt: Prompt, tokens: Sequence[str], start: int, pack: Pack) -> int:
    """Return where the repetition of the proposal that begins at `start` ends; `start` if none.

    A repetition is a beginning of the proposal, in its order, with no word left out but light
    ones; a pronoun may stand for the rest.
    """
    matched, end = 0, start
    for position in range(start, len(tokens)):
        token = tokens[position]
        if matched < len(prompt.proposal) and pack.stem(token) == prompt.proposal[matched]:
            matched += 1
            end = position + 1
        elif token not in pack.light:
            break
    missing = len(prompt.proposal) - matched
    if matched == 0 or (prompt.whole and missing):
        return start
    if end < len(tokens) and tokens[end] in pack.pronouns:
        end += 1
    return end


def mentioned(prompt: Prompt, tokens: Sequence[str], start: int, pack: Pack) -> int:
    """Return where the words from `start` on that the proposal has too, in any order, end."""
    end = start
    for position in range(start, len(tokens)):
        if pack.stem(tokens[position]) in prompt.proposal:
            end = position + 1
        elif tokens[position] not in pack.light:
            break
    return end
