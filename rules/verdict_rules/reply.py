"""The reader of replies: accounts for every word of a reply, or passes with a reason."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from verdict_rules.agreement import agreed
from verdict_rules.decision import PASSING, Polarity, decide
from verdict_rules.loading import in_force
from verdict_rules.normalise import BREAKS, Normalised, normalise
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase
from verdict_rules.phrasing import may_repeat, phrasing
from verdict_rules.prompt import NO_PROMPT, Prompt, read_prompt

# What programs and forms write and persons do not, faces made of punctuation left aside.
_CODE = re.compile(
    r"[\[\]{}()<>#@%*=\\|~^_$&/`\u2100-\u214f\U0001f100-\U0001f196\U0001f198-\U0001f1ff]"
    r"|(?:^|\s)!+\s*\w|[^\W\d]\s*:\s*\w|\w\s*:\s*[^\W\d]|\+(?!1\b)"
)
_MAY_BE_CODE = re.compile(r"[^\w\s.,?;'\"-]")
_FACE = re.compile(r"(?<!\S)[:;]-?[)D](?!\w)")
_LETTER = re.compile(r"[^\W_]")
MAX_TOKENS = 40
MAX_NAME = 3
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


def read_reply(
    reply: str,
    prompt: str | None = None,
    language: str | None = None,
    *,
    packs: Sequence[Pack] | None = None,
) -> Reading:
    """Return whether the whole of `reply` says yes or no, or why that cannot be said.

    `prompt` is what was replied to; it can account for words of the reply that repeat it, and a
    prompt whose yes means something else makes the reader pass. `packs` are those to read with,
    the shipped ones for None. Without `language` all of them read, and the reply is settled only if
    all that know its words agree. Any string gives a reading.

    Raises ValueError when there is no pack for `language`.
    """
    chosen = _chosen(language, packs if packs is None else tuple(packs))
    readings = [_read(reply, prompt, pack) for pack in chosen]
    if len(readings) == 1:
        return readings[0][0]
    # What does not propose for one of the packs that know it is not approved of with a yes.
    knowing = sorted([read for read, known in readings if known], key=lambda read: read.proposes)
    return agreed(
        [reading for reading, _ in readings],
        knowing,
        lambda reading: reading.polarity,
        lambda reason: Reading(None, reason, unaccounted=(reply,)),
    )


@lru_cache(maxsize=64)
def _chosen(language: str | None, packs: tuple[Pack, ...] | None) -> tuple[Pack, ...]:
    able = sorted(in_force(packs), key=lambda pack: (pack.language, pack.sha256))
    chosen = tuple(pack for pack in able if language is None or pack.language == language)
    if not chosen:
        known = ", ".join(pack.language for pack in able)
        raise ValueError(f"there is no pack for the language {language!r}; there are: {known}")
    return chosen


def _read(reply: str, prompt: str | None, pack: Pack) -> tuple[Reading, bool]:
    """Return what one pack reads, and whether it knows all the words."""
    if len(reply) > MAX_CHARACTERS:
        blank = _LETTER.search(reply) is None
        return Reading(None, "empty" if blank else "content", pack=pack.language), False
    if (not reply.isascii() or _MAY_BE_CODE.search(reply)) and _CODE.search(_plain(reply)):
        return Reading(None, "content", unaccounted=(reply,), pack=pack.language), False
    text = normalise(reply, pack.rewrites, pack.abbreviations)
    known = pack.reply.words
    tokens = [
        token if token in known else pack.spell(token, stretched=text.stretched)
        for token in text.tokens
    ]
    if not tokens or tokens == ["?"]:
        return Reading(None, "empty", pack=pack.language), False
    if len(tokens) > MAX_TOKENS:
        return Reading(None, "content", pack=pack.language), False
    asks = "?" in tokens
    asked = NO_PROMPT
    phrases = pack.reply.search(tokens)
    stray = _stray(tokens, phrases)
    if prompt and not asks and may_repeat(prompt, _doubtful(tokens, phrases, stray), pack):
        asked = read_prompt(prompt, pack)
        phrases = phrasing(tokens, phrases, asked, pack, stray=bool(stray))
        stray = _stray(tokens, phrases)
    if stray:
        stray = _without_name(text, phrases, stray)
    polarity, reason = decide(phrases, asked, asks=asks, stray=bool(stray))
    if reason == "content" and stray and known.isdisjoint({*tokens} - BREAKS):
        reason = "unknown_words"
    if polarity and _letter(tokens, phrases) and _speaks_of_letters(asked):
        polarity, reason = None, "content"
    words = tuple([" ".join(text.tokens[start:end]) for _, start, end in phrases])
    unaccounted = () if polarity else _unaccounted(text, phrases, stray, reason)
    reading = Reading(polarity, reason, words, unaccounted, pack.language, _proposes(asked, pack))
    return reading, polarity is not None or not (stray or reason in {"content", "unknown_words"})


def _plain(reply: str) -> str:
    text = _FACE.sub(" ", reply) if ")" in reply or "D" in reply else reply
    return text if text.isascii() else text + "\n" + unicodedata.normalize("NFKC", text)


def _letter(tokens: Sequence[str], phrases: Sequence[Phrase]) -> bool:
    """Whether a phrase is a single letter, which may name a thing."""
    words = (tokens[start] for _, start, end in phrases if end - start == 1)
    return any(len(word) == 1 and word.isascii() and word.isalpha() for word in words)


def _without_name(text: Normalised, phrases: Sequence[Phrase], stray: Sequence[int]) -> list[int]:
    """Return the words in none of the phrases but for a name at the end of a letter."""
    if len(stray) > MAX_NAME:
        return [*stray]
    signs = next((phrase.end for phrase in phrases if phrase.name == "signs"), None)
    if signs is None or signs > stray[0]:
        return [*stray]
    named = all(excerpt[:1].isupper() for excerpt in text.excerpts(stray))
    return [] if named and phrases[-1].end <= stray[0] else [*stray]


def _doubtful(tokens: Sequence[str], phrases: Sequence[Phrase], stray: Sequence[int]) -> list[str]:
    """Return the words that pass a reply on, unless they come from the prompt."""
    words = [tokens[place] for place in stray]
    for name, start, end in phrases:
        if name in PASSING:
            words += tokens[end - 1 if name == "mixed" else start : end]
    return words


def _proposes(asked: Prompt, pack: Pack) -> bool:
    """Whether a yes approves of something, and a no prevents it."""
    if asked.kind == "none" or "does" in asked.traits:
        return True
    halts = "halts" in asked.traits and asked.proposal.first not in pack.removing
    return asked.kind == "offer" and not halts and "yours" not in asked.traits


def _speaks_of_letters(asked: Prompt) -> bool:
    """Whether the prompt has a letter for a name, and does not offer it for an answer."""
    return "letters" in asked.traits and "lettered" not in asked.traits


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
    if not places:
        places = [place for place, token in enumerate(text.tokens) if token not in BREAKS]
    return text.excerpts(places)
