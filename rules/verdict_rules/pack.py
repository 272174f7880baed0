"""Language packs: all that is known about one language, as data, checked when it is loaded.

A pack is a folder in `packs/`, named after its language: TOML files that together hold the plain
lists

- `marks`: words that show that a prompt of three words or more is in this language;
- `light`: words a reply may add or leave out when it repeats the prompt's proposal;
- `pronouns`: words that may stand for the rest of it;
- `endings`: what two words may differ in, at their ends, when they are compared for it;
- `coordinators`: words that make a proposal one that must be repeated whole;
- `synonyms`: rows of words that count as the first of the row in a repeated proposal;
- `askers`: words that, at the head of a sentence, make it a question;
- `openers`: more words that, at the head of a sentence, show that it is no bare proposal;
- `doing`: verbs of proposals to do something, after which "continue" and "stop" are clear;
- `times`: words that say when; after them "now" changes what was proposed;
- `preambles`: words of no weight before an offer;
- `persons`: pronouns of persons: what names one cannot be repeated from another's mouth;
- `turning`: beginnings of words that may turn a question round;
- `approving`: beginnings of words by which a question asks for a yes to something;

the tables `[rewrites]` (a token and the words it stands for), `[groups]` (patterns by name,
for use in other patterns), and the three grammars, each a table from class to patterns in the
notation of `phrases.py`: `[reply]`, `[prompt]` and `[ask]`. The classes are closed sets:
`REPLY_CLASSES`, `PROMPT_CLASSES` and `ASK_CLASSES` say what each means. `choosing.py` explains
the entries that a pack may have besides, to read replies that pick an option or give a level.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypeGuard

from verdict_rules.choosing import CHOOSING_CLASSES, CHOOSING_KEYS, LISTS, Choosing
from verdict_rules.errors import PackError
from verdict_rules.phrases import Phrases

REPLY_CLASSES: Mapping[str, str] = {
    "yes": "says yes by itself, whatever was asked",
    "ok": "assents, to an offer or a check",
    "goes": "asks for what is proposed to be done",
    "suits": "accepts what is proposed",
    "proceeds": "says to go on or approves: a yes where the prompt proposes to do something",
    "wants": "says yes to an offer and may carry the prompt's proposal",
    "carries": "introduces the prompt's proposal, and says nothing without it",
    "right": "says that what was put forward is right",
    "praise": "praises what was put forward",
    "pleased": "is content with things as they are: a yes to a check, a no to a change",
    "fine": "yes beside a yes or to a check; to an offer it may be a no",
    "short_answer": "repeats the question's auxiliary verb: yes beside a yes or to a check",
    "no": "says no by itself, whatever was asked",
    "not_now": "says no by itself; after a yes it postpones",
    "denies": "says that it is wrong or not wanted: a no to a check or beside a no",
    "short_no": "repeats the question's auxiliary verb, with not",
    "rejects": "says no to an offer and may carry the prompt's proposal",
    "refuses": "refuses in the first person: a no even after a yes",
    "halts": "tells the other not to, or to stop: a no where the prompt proposes to do something",
    "later": "postpones: a no stays a no, a yes becomes conditional",
    "done": "asks for nothing more: a no to an offer of more, neutral beside a no",
    "set": "is content without it: a no to an offer of more",
    "nothing": "wants nothing: a no to an offer of more, and never beside a yes",
    "closes": "takes leave: neutral beside a plain yes or no, not beside a weaker assent",
    "regrets": "regrets: neutral beside a no, and never beside a yes",
    "polite": "politeness, never an answer",
    "fillers": "fills, never an answer; after a yes it hesitates",
    "now": "asks for no delay, beside a yes",
    "meanwhile": "speaks of the time being: a yes becomes conditional",
    "joins": "joins two phrases",
    "contrasts": "sets two phrases against each other",
    "neutral": "makes light of it; neither yes nor no",
    "hedged": "passes the reply on as hedged",
    "conditional": "passes the reply on as conditional",
    "asks_back": "passes the reply on as a question back",
    "off_target": "passes the reply on as approving of something else",
    "mixed": "passes the reply on as both yes and no",
}
PROMPT_CLASSES: Mapping[str, str] = {
    "pair": "names the two answers, yes and no, and asks nothing",
    "either_or": "offers two or more things",
    "answers": "says what to answer, in words that need not mean what they mean elsewhere",
    "negative": "is put in the negative, so that yes and no are ambiguous",
    "reversed": "asks for an objection, so that no may be the approval",
    "finished": "asks whether all is done",
    "more": "asks whether more is wanted",
    "open": "asks for a value, not for yes or no",
    "halting": "proposes to stop, to refuse or to leave things as they are",
    "suggests": "puts a suggestion in the form of an open question",
    "offer": "introduces what the asker would do, which is the rest of the sentence",
    "yours": "introduces what the one who replies would do or have",
    "check": "asks whether something is right",
    "aside": "is none of the above, although it holds words that are",
}
ASK_CLASSES: Mapping[str, str] = {
    "confirms": "asks whether the judged text says yes",
    "refuses": "asks whether the judged text says no",
    "approves": "asks whether somebody approves, or something is approved",
    "declines": "asks whether somebody declines, or something is declined",
    "picks": "asks which of several things somebody picks, or the judged text does",
    "rates": "asks which level or rating somebody gives, or the judged text does",
    "framing": "says who asked and who answered",
    "reply": "a noun for the judged text, as a phrase of its own",
}
TURNING_HEAD = 3  # letters by which most words are known not to turn anything
MIN_STEM = 3  # a word must be longer than this for its ending not to matter
_LISTS = (
    *("marks", "light", "pronouns", "coordinators", "askers", "openers"),
    *("doing", "times", "preambles", "persons"),
)
_BEGINNINGS = ("endings", "turning", "approving")
_KEYS = {"synonyms", "rewrites", "groups", "reply", "prompt", "ask", *_BEGINNINGS, *_LISTS}


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One language's words and grammars, compiled; equal only to itself."""

    language: str
    marks: frozenset[str]
    light: frozenset[str]
    pronouns: frozenset[str]
    coordinators: frozenset[str]
    askers: frozenset[str]
    openers: frozenset[str]
    doing: frozenset[str]
    times: frozenset[str]
    preambles: frozenset[str]
    persons: frozenset[str]
    synonyms: Mapping[str, str]
    endings: tuple[str, ...]
    turning: tuple[str, ...]
    turning_heads: frozenset[str]
    approving: re.Pattern[str]
    rewrites: Mapping[str, tuple[str, ...]]
    reply: Phrases
    prompt: Phrases
    ask: Phrases
    reply_nouns: Phrases
    choosing: Choosing | None

    def turns(self, tokens: Iterable[str]) -> bool:
        """Whether one of the words may turn round what is asked."""
        heads = [token for token in tokens if token[:TURNING_HEAD] in self.turning_heads]
        return any(token.startswith(self.turning) for token in heads)

    def spell(self, token: str) -> str:
        """Return `token`, or its form without a doubled last letter if only that is known."""
        if token in self.reply.words or len(token) < 3 or token[-1] != token[-2]:  # noqa: PLR2004
            return token
        return token[:-1] if token[:-1] in self.reply.words else token

    def stem(self, token: str) -> str:
        """Return what counts of `token` when a repeated proposal is compared."""
        if len(token) > MIN_STEM:
            for ending in self.endings:
                if token.endswith(ending):
                    token = token.removesuffix(ending)
                    break
        return self.synonym(token)

    def synonym(self, token: str) -> str:
        """Return the first of the words that say the same."""
        return self.synonyms.get(token, token)

    def knows(self, token: str) -> bool:
        """Whether some phrase of a reply has this token in it."""
        return self.spell(token) in self.reply.words


@cache
def packs() -> tuple[Pack, ...]:
    """Return the packs in force, in the order of their languages' names."""
    languages = dict.fromkeys(name.partition("/")[0] for name, _ in pack_files())
    return tuple(
        load_pack(
            language,
            [text.decode() for name, text in pack_files() if name.startswith(f"{language}/")],
        )
        for language in languages
    )


@cache
def pack_files() -> tuple[tuple[str, bytes], ...]:
    """Return `language/file` and bytes of each file of the packs in force, sorted by name."""
    folders = (resources.files("verdict_rules") / "packs").iterdir()
    entries = (
        (folder, entry) for folder in folders if folder.is_dir() for entry in folder.iterdir()
    )
    found = [(f"{folder.name}/{entry.name}", entry) for folder, entry in entries]
    return tuple(
        (name, entry.read_bytes()) for name, entry in sorted(found) if name.endswith(".toml")
    )


def hash_packs(version: str) -> str:
    """Return the SHA-256, in hexadecimal, over `version` and the bytes of the packs in force."""
    digest = hashlib.sha256(version.encode())
    for name, content in pack_files():
        digest.update(f"\0{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def load_pack(language: str, sources: Sequence[str]) -> Pack:
    """Return the pack of `language` written in the TOML texts `sources`.

    Raises PackError, naming the entry, for whatever breaks the format.
    """
    table: dict[str, object] = {}
    for source in sources:
        try:
            part = tomllib.loads(source)
        except tomllib.TOMLDecodeError as error:
            raise PackError(f"the pack {language!r} is not valid TOML: {error}") from error
        for key in sorted(part.keys() & table.keys()):
            raise PackError(f"the pack {language!r} has `{key}` in two files")
        table |= part
    choosing = CHOOSING_KEYS if CHOOSING_KEYS & table.keys() else frozenset()
    for key in sorted((_KEYS | choosing) ^ table.keys()):
        what = "an unknown entry" if key in table else "no entry"
        raise PackError(f"the pack {language!r} has {what} `{key}`")
    lists = {name: frozenset(_words(table, name, language)) for name in _LISTS}
    groups = _patterns(table, "groups", language)
    asks = _patterns(table, "ask", language, ASK_CLASSES)
    nouns = {"reply": asks.pop("reply", [])}
    approving = _words(table, "approving", language)
    return Pack(
        language=language,
        endings=tuple(_words(table, "endings", language)),
        turning=tuple(_words(table, "turning", language)),
        turning_heads=frozenset(
            beginning[:TURNING_HEAD] for beginning in _words(table, "turning", language)
        ),
        approving=re.compile(rf"\b(?:{'|'.join(map(re.escape, approving))})"),
        synonyms=_synonyms(table["synonyms"], language),
        rewrites=_rewrites(table["rewrites"], language),
        reply=Phrases(_patterns(table, "reply", language, REPLY_CLASSES), groups),
        prompt=Phrases(_patterns(table, "prompt", language, PROMPT_CLASSES), groups),
        ask=Phrases(asks, groups),
        reply_nouns=Phrases(nouns, groups),
        choosing=_choosing(table, groups, language) if choosing else None,
        **lists,
    )


def _choosing(
    table: Mapping[str, object], groups: Mapping[str, list[str]], language: str
) -> Choosing:
    tables = {name: _patterns(table, name, language) for name in ("numbers", "ordinals")} | {
        name: _patterns(table, name, language, CHOOSING_CLASSES)
        for name in ("choosing", "picking", "rating")
    }
    lists = {name: _words(table, name, language) for name in LISTS}
    return Choosing.build(lists, tables, groups, language)


def _is_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def _words(table: Mapping[str, object], name: str, language: str) -> list[str]:
    value = table[name]
    if not _is_words(value):
        raise PackError(f"`{name}` of the pack {language!r} must be a list of words")
    return value


def _patterns(
    table: Mapping[str, object], name: str, language: str, classes: Mapping[str, str] | None = None
) -> dict[str, list[str]]:
    section = table[name]
    if not isinstance(section, dict):
        raise PackError(f"`{name}` of the pack {language!r} must be a table")
    if classes is not None and section.keys() - classes.keys():
        unknown = ", ".join(sorted(section.keys() - classes.keys()))
        raise PackError(
            f"[{name}] of the pack {language!r} has no class {unknown}; "
            f"there are: {', '.join(classes)}"
        )
    return {entry: _words(section, entry, language) for entry in section}


def _synonyms(rows: object, language: str) -> dict[str, str]:
    if not isinstance(rows, list) or not all(_is_words(row) for row in rows):
        raise PackError(f"`synonyms` of the pack {language!r} must be a list of rows of words")
    return {word: row[0] for row in rows for word in row}


def _rewrites(section: object, language: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(section, dict):
        raise PackError(f"`rewrites` of the pack {language!r} must be a table")
    rewrites: dict[str, tuple[str, ...]] = {}
    for token, words in section.items():
        if not isinstance(words, str) or not words.split():
            raise PackError(f"the rewrite of {token!r} in the pack {language!r} must be words")
        rewrites[token] = tuple(words.split())
    for token, words in rewrites.items():
        if rewrites.keys() & set(words):
            raise PackError(
                f"the rewrite of {token!r} in the pack {language!r} leads to another rewrite"
            )
    return rewrites
