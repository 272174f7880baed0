"""What a prompt asks, as far as it decides what a yes or a no to it would mean."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase

Kind = Literal[
    "none", "foreign", "ambiguous", "reversed", "finished", "more", "open", "offer", "check",
    "question", "statement",
]  # fmt: skip
_DIGIT = re.compile(r"\d")
# Somebody else's words, a speaker's name, or a list: a yes to it may mean anything.
_MARKED = re.compile(
    r"[\"\u201c\u201d\u201e\u00ab\u00bb|<>=+]|\n\s*(?:[-*\u2022]|\d+[.)])|\w\s*&\s*\w|\w/\w{2}"
)
_MAY_BE_MARKED = re.compile(r"[\"\u201c\u201d\u201e\u00ab\u00bb|<>=+&/\n]")
_SPEAKER = re.compile(r"(?m)^\s*([^\W\d_]+):\s")
_UNCLEAR = {"either_or", "answers"}
_OFFERS = {"offer", "yours"}
_COVERING = {*_OFFERS, "check", "open"}
MAX_CHARACTERS = 4000  # a longer prompt is not read, so its yes may mean anything
MAX_ALTERNATIVE = 4  # tokens, the question mark among them, of a clause that may be a mere item
MIN_WORDS = 3  # with its question mark; a shorter prompt need not show its language


class Prompt(NamedTuple):
    """A prompt as read: its kind, and what it proposes, as comparable words.

    `proposal` is empty where none was recognised; with `whole`, a reply may only repeat all of it.
    `does` says that a yes lets something be done and a no prevents it; `halts` that the prompt is
    about stopping or refusing, so that "go ahead" may mean either; `timed` that it says when;
    `theirs` that the one who replies would do it; `lettered` that it offers letters for answers.
    """

    kind: Kind
    proposal: tuple[str, ...] = ()
    whole: bool = False
    does: bool = False
    halts: bool = False
    timed: bool = False
    theirs: bool = False
    lettered: bool = False


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
    speaker = _SPEAKER.search(text) if ":" in text else None
    quoted = (_MAY_BE_MARKED.search(text) and _MARKED.search(text)) or (
        speaker and speaker[1].lower() not in pack.prompt.words
    )
    if not names.isdisjoint(_UNCLEAR) or len(questions) > 1 or quoted:
        return Prompt("ambiguous")
    # What follows a question may say what its answer means.
    if questions and questions[0] != len(sentences) - 1:
        return Prompt("ambiguous")
    prompt = _read_sentence(sentences[-1], found[-1], pack)
    if prompt.kind == "check" and "negative" in names:
        return Prompt("ambiguous")
    halts = "halting" in names or pack.turns(tokens)
    does = (
        not halts
        and prompt.kind == "offer"
        and not pack.doing.isdisjoint(prompt.proposal[:1])
        and pack.coordinators.isdisjoint(prompt.proposal)
        and pack.times.isdisjoint(prompt.proposal)
    )
    timed = not pack.times.isdisjoint(tokens) or _DIGIT.search(text) is not None
    traits = (does, halts, timed, "yours" in names, "pair" in names)
    return Prompt(prompt.kind, prompt.proposal, prompt.whole, *traits)


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
    if len(phrases) == 1 and "," not in tokens and tokens[-1] == "?":
        name, start, end = phrases[0]
        if start == 0 and name in _OFFERS:  # most prompts are no more than that
            return _proposal("offer", tokens[end:], pack)
    found = {phrase.name for phrase in phrases}
    if "negative" in found and _negative(phrases, tokens):
        return Prompt("ambiguous")
    for kind in ("reversed", "finished", "more"):
        if kind in found:
            return Prompt("ambiguous" if kind == "more" and "offer" in found else kind)
    return _asked(tokens, phrases, pack)


def _asked(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    found = {phrase.name: phrase for phrase in reversed(phrases)}
    asks = _asks(tokens, pack)
    if asks and (_lists(tokens, phrases, pack) or _asks_twice(tokens, phrases, pack)):
        return Prompt("ambiguous")
    offer = next((p for p in phrases if p.name in _OFFERS and _begins(p, tokens, pack)), None)
    if "open" in found and "suggests" not in found:
        latest = offer.start if offer and asks else len(tokens) if asks or "check" in found else 1
        if found["open"].start < latest:
            return Prompt("open")
    if "suggests" in found and offer is None and "check" not in found:
        return Prompt("question")
    check = next((phrase for phrase in reversed(phrases) if phrase.name == "check"), None)
    if offer is not None and asks:
        end = check.start if check and check.start > offer.end else len(tokens)
        prompt = _proposal(
            "check" if check and end < len(tokens) else "offer", tokens[offer.end : end], pack
        )
        return Prompt("ambiguous") if "," in prompt.proposal[:-1] else prompt
    if check is not None and (check.end == len(tokens) or _begins(check, tokens, pack)):
        return Prompt("check")
    if not asks:
        return Prompt("statement")
    if tokens[0] in pack.askers or tokens[0] in pack.openers:
        return Prompt("question")
    bare: Kind = "offer" if tokens[0] in pack.doing else "question"
    return _proposal(bare, tokens, pack)


def _begins(phrase: Phrase, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a phrase begins its sentence, or a clause of it, but for a word of no weight."""
    before = phrase.start - 1
    while before >= 0 and tokens[before] in pack.preambles:
        before -= 1
    return before < 0 or tokens[before] == ","


def _asks_twice(tokens: Sequence[str], phrases: Sequence[Phrase], pack: Pack) -> bool:
    """Whether a second question stands in the sentence."""
    offers = sum([phrase.name in _OFFERS for phrase in phrases])
    clauses = [0, *(place + 1 for place, word in enumerate(tokens[:-1]) if word == ",")]
    asked = [
        place
        for place in clauses
        if tokens[place] in pack.askers
        and not any(p.start <= place < p.end and p.name in _COVERING for p in phrases)
    ]
    return offers + len(asked) > 1


def _negative(phrases: list[Phrase], tokens: list[str]) -> bool:
    """Whether the question is negative; an offer that begins after a comma starts afresh."""
    starts = [phrase.start for phrase in phrases if phrase.name in {*_OFFERS, "more", "suggests"}]
    fresh = max((start for start in starts if "," in tokens[max(start - 2, 0) : start]), default=0)
    return any(phrase.name == "negative" and phrase.start >= fresh for phrase in phrases)


def _lists(tokens: list[str], phrases: list[Phrase], pack: Pack) -> bool:
    """Whether the last clause may be an item and no clause, so that commas part alternatives."""
    if "," not in tokens:
        return False
    last = len(tokens) - tokens[::-1].index(",")
    short = len(tokens) - last <= MAX_ALTERNATIVE or tokens[last] in pack.light
    return short and all(phrase.end <= last for phrase in phrases)


def _proposal(kind: Kind, tokens: Sequence[str], pack: Pack) -> Prompt:
    words = list(tokens)
    while words and words[-1] in BREAKS:
        words.pop()
    whole = "," in words or not pack.coordinators.isdisjoint(words)
    light, stem = pack.light, pack.stem if pack.endings else pack.synonym
    spoken = [stem(word) for word in words if word not in light]
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

    A repetition is the whole proposal in its order, with no word left out but light ones, or its
    first word and a pronoun. A proposal that names a person by a pronoun cannot be repeated, since
    from the other's mouth it names another person.
    """
    if not prompt.proposal or not pack.persons.isdisjoint(prompt.proposal):
        return start
    matched, end = 0, start
    for position in range(start, len(tokens)):
        token = tokens[position]
        if matched < len(prompt.proposal) and pack.stem(token) == prompt.proposal[matched]:
            matched += 1
            end = position + 1
        elif token not in pack.light or not matched:
            break
    if matched == len(prompt.proposal):
        return end
    pronoun = matched == 1 and not prompt.whole and tokens[end : end + 1]
    return end + 1 if pronoun and pronoun[0] in pack.pronouns else start


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
