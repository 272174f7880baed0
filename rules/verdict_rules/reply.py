"""The reader of replies: accounts for every word of a reply, or passes with a reason."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from verdict_rules.asked import NO_PROMPT, Prompt
from verdict_rules.decision import PASSING, Polarity, decide
from verdict_rules.loading import in_force, in_order
from verdict_rules.normalise import BREAKS, Normalised, normalise, words_of
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase
from verdict_rules.phrasing import may_repeat, phrasing
from verdict_rules.prompt import of_language, read_prompt

# What programs and forms write and persons do not, faces made of punctuation left aside.
_CODE = re.compile(
    r"[\[\]{}()<>#@%*=\\|~^_$&/`\u2100-\u214f\U0001f100-\U0001f196\U0001f198-\U0001f1ff]"
    r"|(?:^|\s)!+\s*\w|[^\W\d]\s*:\s*\w|\w\s*:\s*[^\W\d]|\+(?!1\b)"
)
# A sign that may make text in ASCII code, other than `!` after a word and `:` between two digits.
_MAY_BE_CODE = re.compile(r"[^A-Za-z0-9_ \t-\r\x1c-\x1f.,?;'\"-](?<!\S!)(?<!\d:(?=\d))")
_FACE = re.compile(r"(?<!\S)[:;]-?[)D](?!\w)")
_LETTER = re.compile(r"[^\W_]")
_DOUBLED = re.compile(r"(.)\1")  # a word with it may be a stretched one
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


class _Read(NamedTuple):
    """What one pack reads, and whether it knows the reply; what is told of it is found at last.

    Where the prompt is `foreign` to the pack, it would say `leaning` without the prompt.
    """

    pack: Pack
    polarity: Polarity | None
    reason: str | None
    text: Normalised | None = None  # where no word was looked at
    phrases: Sequence[Phrase] = ()
    stray: Sequence[int] = ()
    proposes: bool = False
    known: bool = False
    foreign: bool = False
    leaning: Polarity | None = None

    def reading(self) -> Reading:
        """Return what is told of it."""
        text, language = self.text, self.pack.language
        if text is None:
            return Reading(None, self.reason, pack=language)
        said = text.tokens
        words = tuple([" ".join(said[start:end]) for _, start, end in self.phrases])
        stopping = self.polarity is None
        unaccounted = _unaccounted(text, self.phrases, self.stray, self.reason) if stopping else ()
        return Reading(self.polarity, self.reason, words, unaccounted, language, self.proposes)


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
    all that know its words agree, but for those to whom the prompt is in another language, unless
    the words alone say the opposite there. Any string gives a reading.

    Raises ValueError when there is no pack for `language`.
    """
    chosen: Sequence[Pack] = _chosen(language, packs if packs is None else tuple(packs))
    if len(reply) > MAX_CHARACTERS:
        blank = _LETTER.search(reply) is None
        return Reading(None, "empty" if blank else "content", pack=chosen[0].language)
    if len(chosen) > 1:
        chosen = _worth_asking(reply, prompt, chosen)
    if (not reply.isascii() or _MAY_BE_CODE.search(reply)) and _CODE.search(_plain(reply)):
        return Reading(None, "content", unaccounted=(reply,), pack=chosen[0].language)
    found = [_read(reply, prompt, pack) for pack in chosen]
    return found[0].reading() if len(found) == 1 else _agreed(found, reply, prompt)


def _worth_asking(reply: str, prompt: str | None, packs: Sequence[Pack]) -> Sequence[Pack]:
    """Return the packs that may know all the words, after the one that knows the most of them."""
    words = words_of(reply)
    strange = {pack: [word for word in words if word not in pack.typed] for pack in packs}
    first, *others = sorted(packs, key=lambda pack: len(strange[pack]))
    return [first, *[pack for pack in others if _may_know(words, strange[pack], prompt, pack)]]


def _may_know(words: Sequence[str], strange: Sequence[str], prompt: str | None, pack: Pack) -> bool:
    """Whether what is strange to a pack may come from the prompt, or be a name at the end."""
    if not strange:
        return True
    known = len(words) - len(strange)
    if known and len(strange) <= MAX_NAME and words[known:] == strange:
        return True
    plain = [word for word in strange if not _DOUBLED.search(word)]
    return may_repeat(prompt, plain, pack) if prompt else not plain


def _agreed(found: Sequence[_Read], reply: str, prompt: str | None) -> Reading:
    """Return what all packs agree on that know the reply, those of its prompt's language first."""
    knowing = [read for read in found if read.known and not read.foreign]
    knowing = knowing or [read for read in found if read.known]
    if len({read.polarity for read in knowing}) > 1:
        able = of_language(prompt, tuple([read.pack for read in knowing]))
        knowing = [read for read in knowing if read.pack in able]
    said = {read.polarity for read in knowing}
    others = {read.leaning for read in found} - {None}
    if len(said) > 1 or (said and None not in said and others - said):
        return Reading(None, "mixed", unaccounted=(reply,))
    # What does not propose for one of the packs that know it is not approved of with a yes.
    read = min(knowing or found, key=lambda read: (read.reason == "unknown_words", read.proposes))
    return read.reading()


@lru_cache(maxsize=64)
def _chosen(language: str | None, packs: tuple[Pack, ...] | None) -> tuple[Pack, ...]:
    able = in_order(in_force(packs))
    chosen = tuple(pack for pack in able if language is None or pack.language == language)
    if not chosen:
        known = ", ".join(pack.language for pack in able)
        raise ValueError(f"there is no pack for the language {language!r}; there are: {known}")
    return chosen


def _read(reply: str, prompt: str | None, pack: Pack) -> _Read:
    text = normalise(reply, pack.rewrites, pack.abbreviations, pack.dated)
    known = pack.reply.words
    tokens = (
        list(text.tokens)
        if known.issuperset(text.tokens)
        else [pack.spell(token, stretched=text.stretched) for token in text.tokens]
    )
    if not tokens or tokens == ["?"]:
        return _Read(pack, None, "empty")
    if len(tokens) > MAX_TOKENS:
        return _Read(pack, None, "content")
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
    if polarity and _speaks_of_letters(asked) and _letter(tokens, phrases):
        polarity, reason = None, "content"
    knows = polarity is not None or not (stray or reason in {"content", "unknown_words"})
    proposes = _proposes(asked, pack)
    read = _Read(pack, polarity, reason, text, phrases, stray, proposes, knows)
    if asked.kind != "foreign":
        return read
    leaning, _ = decide(phrases, NO_PROMPT, asks=asks, stray=bool(stray))
    return read._replace(foreign=True, leaning=leaning)


def _plain(reply: str) -> str:
    text = _FACE.sub(" ", reply) if ")" in reply or "D" in reply else reply
    return text if text.isascii() else text + "\n" + unicodedata.normalize("NFKC", text)


def _letter(tokens: Sequence[str], phrases: Sequence[Phrase]) -> bool:
    """Whether a phrase is a single letter, which may name a thing."""
    words = (tokens[start] for _, start, end in phrases if end - start == 1)
    return any(len(word) == 1 and word.isascii() and word.isalpha() for word in words)


def _without_name(text: Normalised, phrases: Sequence[Phrase], stray: list[int]) -> list[int]:
    """Return the words in none of the phrases but for a name at the end of a letter."""
    if len(stray) > MAX_NAME:
        return stray
    signs = next((phrase.end for phrase in phrases if phrase.name == "signs"), None)
    if signs is None or signs > stray[0]:
        return stray
    named = all(excerpt[:1].isupper() for excerpt in text.excerpts(stray))
    return [] if named and phrases[-1].end <= stray[0] else stray


def _doubtful(
    tokens: Sequence[str], phrases: Sequence[Phrase], stray: Sequence[int]
) -> Iterator[str]:
    """Yield the words that pass a reply on, unless they come from the prompt."""
    for place in stray:
        yield tokens[place]
    for name, start, end in phrases:
        if name in PASSING:
            yield from tokens[end - 1 if name == "mixed" else start : end]


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
        if start > position:
            stray += range(position, start)
        position = end
    if position < len(tokens):
        stray += range(position, len(tokens))
    return [position for position in stray if tokens[position] not in BREAKS] if stray else stray


def _unaccounted(
    text: Normalised, phrases: Sequence[Phrase], stray: Sequence[int], reason: str | None
) -> tuple[str, ...]:
    """Return the words of the original that stopped the reading, in order."""
    places = stray
    passing = reason in PASSING
    stopping = [phrase for phrase in phrases if phrase.name == reason] if passing else []
    if stopping or not (stray or passing):
        within = (range(start, end) for _, start, end in stopping or phrases)
        places = sorted({*stray, *chain.from_iterable(within)})
    elif "?" in text.tokens:
        places = [*places, *[place for place, mark in enumerate(text.tokens) if mark == "?"]]
    if not places:
        places = [place for place, token in enumerate(text.tokens) if token not in BREAKS]
    return text.excerpts(places)
