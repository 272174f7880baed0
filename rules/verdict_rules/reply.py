"""The reader of replies: accounts for every word of a reply, or passes with a reason."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from verdict_rules.decision import PASSING, Polarity, decide
from verdict_rules.normalise import BREAKS, Normalised, normalise
from verdict_rules.pack import Pack, packs
from verdict_rules.phrases import Phrase
from verdict_rules.prompt import (
    NO_PROMPT,
    Prompt,
    may_repeat,
    mentioned,
    read_prompt,
    repeated,
    stems_of,
)

_AGAINST = {"no", "denies", "rejects", "refuses", "halts", "mixed"}
# What programs and forms write and persons do not, faces made of punctuation left aside.
_CODE = re.compile(
    r"[\[\]{}()<>#@%*=\\|~^_$&/`\u2100-\u214f\U0001f100-\U0001f196\U0001f198-\U0001f1ff]"
    r"|(?:^|\s)!+\s*\w|\w\s*:\s*\w|\+(?!1\b)"
)
_MAY_BE_CODE = re.compile(r"[^\w\s.,?;'\"-]")
_FACE = re.compile(r"(?<!\S)[:;]-?[)D](?!\w)")
_LETTER = re.compile(r"[^\W_]")
MAX_TOKENS = 40
MAX_CHARACTERS = 600  # no reply of MAX_TOKENS tokens that a pack can read is longer


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply says.

    `polarity` is None when the reader passes, and then `reason` is one of the reason codes
    `empty`, `content`, `conditional`, `hedged`, `asks_back`, `mixed`, `off_target`,
    `unknown_words`; otherwise `reason` is None. `words` are the pieces accounted for, in order
    and case-folded; `unaccounted` are the words of the original that stopped the reading. `pack`
    is the language of the pack that read the reply. `proposes` says that what was replied to, if
    anything, lets something be done with a yes and prevents it with a no, so that a yes approves.
    """

    polarity: Polarity | None
    reason: str | None
    words: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()
    pack: str | None = None
    proposes: bool = False


def read_reply(reply: str, prompt: str | None = None, language: str | None = None) -> Reading:
    """Return whether the whole of `reply` says yes or no, or why that cannot be said.

    `prompt` is what was replied to; it can account for words of the reply that repeat it, and a
    prompt whose yes means something else makes the reader pass. Without `language` every pack
    reads, and the reply is settled only if no two packs disagree. Any string gives a reading.

    Raises ValueError when there is no pack for `language`.
    """
    chosen = _chosen(language)
    if len(chosen) == 1:
        return _read(reply, prompt, chosen[0])
    readings = [_read(reply, prompt, pack) for pack in chosen]
    settled = [reading for reading in readings if reading.polarity is not None]
    if len({reading.polarity for reading in settled}) > 1:
        return Reading(None, "mixed", unaccounted=(reply,))
    if settled:
        return settled[0]
    return min(readings, key=lambda read: (read.reason == "unknown_words", len(read.unaccounted)))


@lru_cache(maxsize=64)
def _chosen(language: str | None) -> tuple[Pack, ...]:
    chosen = tuple(pack for pack in packs() if language is None or pack.language == language)
    if not chosen:
        known = ", ".join(pack.language for pack in packs())
        raise ValueError(f"there is no pack for the language {language!r}; there are: {known}")
    return chosen


def _read(reply: str, prompt: str | None, pack: Pack) -> Reading:
    if len(reply) > MAX_CHARACTERS:
        blank = _LETTER.search(reply) is None
        return Reading(None, "empty" if blank else "content", pack=pack.language)
    if (not reply.isascii() or _MAY_BE_CODE.search(reply)) and _CODE.search(_plain(reply)):
        return Reading(None, "content", unaccounted=(reply,), pack=pack.language)
    text = normalise(reply, pack.rewrites)
    known = pack.reply.words
    tokens = [token if token in known else pack.spell(token) for token in text.tokens]
    if not tokens or tokens == ["?"]:
        return Reading(None, "empty", pack=pack.language)
    if len(tokens) > MAX_TOKENS:
        return Reading(None, "content", pack=pack.language)
    asks = "?" in tokens
    asked = NO_PROMPT
    phrases = pack.reply.search(tokens)
    stray = _stray(tokens, phrases)
    passes = asks or not PASSING.isdisjoint([phrase.name for phrase in phrases])
    if prompt and not passes and may_repeat(prompt, [tokens[place] for place in stray], pack):
        asked = read_prompt(prompt, pack)
        if asked.proposal and not stems_of(tokens, pack).isdisjoint(asked.proposal):
            phrases = with_proposal(tokens, asked, pack)
            stray = _stray(tokens, phrases)
    polarity, reason = decide(phrases, asked, asks=asks, stray=bool(stray))
    if reason == "content" and stray and not any(map(pack.knows, {*tokens} - BREAKS)):
        reason = "unknown_words"
    if polarity and asked.kind != "none" and not asked.lettered and _letter(tokens, phrases):
        polarity, reason = None, "content"
    words = tuple([" ".join(text.tokens[start:end]) for _, start, end in phrases])
    unaccounted = () if polarity else _unaccounted(text, phrases, stray, reason)
    return Reading(polarity, reason, words, unaccounted, pack.language, asked.does)


def _plain(reply: str) -> str:
    text = _FACE.sub(" ", reply) if ")" in reply or "D" in reply else reply
    return text if text.isascii() else text + "\n" + unicodedata.normalize("NFKC", text)


def _letter(tokens: Sequence[str], phrases: Sequence[Phrase]) -> bool:
    """Whether a phrase is a single letter, which may name a thing."""
    words = (tokens[start] for _, start, end in phrases if end - start == 1)
    return any(len(word) == 1 and word.isascii() and word.isalpha() for word in words)


def with_proposal(tokens: Sequence[str], prompt: Prompt, pack: Pack) -> list[Phrase]:
    """Return the phrases of a reply in order, repetitions of the prompt's proposal among them."""
    phrases: list[Phrase] = []
    position = 0
    while position < len(tokens):
        name, end = pack.reply.longest(tokens, position)
        refused = (
            len(phrases) > 1
            and phrases[-1].name == "rejects"
            and phrases[0].name == "no"
            and not prompt.halts
        )
        after = (mentioned if refused else repeated)(prompt, tokens, position, pack)
        if after > position and after >= end:
            name, end = "stops" if name in _AGAINST else "repeats", after
        if name is not None:
            phrases.append(Phrase(name, position, end))
        position = max(end, position + 1)
    return phrases


def _stray(tokens: Sequence[str], phrases: Sequence[Phrase]) -> list[int]:
    """Return the positions of the words in none of the phrases."""
    stray: list[int] = []
    position = 0
    for _, start, end in phrases:
        stray.extend(range(position, start))
        position = end
    stray.extend(range(position, len(tokens)))
    return [position for position in stray if tokens[position] not in BREAKS]


def _unaccounted(
    text: Normalised, phrases: Sequence[Phrase], stray: Sequence[int], reason: str | None
) -> tuple[str, ...]:
    """Return the words of the original that stopped the reading, in order."""
    places = stray
    stopping = [phrase for phrase in phrases if phrase.name == reason]
    if stopping or (not stray and reason not in PASSING):
        within = (range(start, end) for _, start, end in stopping or phrases)
        places = sorted({*stray, *chain.from_iterable(within)})
    elif "?" in text.tokens:
        places = [*places, *(place for place, mark in enumerate(text.tokens) if mark == "?")]
    words = [place for place, token in enumerate(text.tokens) if token not in BREAKS]
    return text.excerpts(places or words)
