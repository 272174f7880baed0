"""One language pack, compiled and checked; `classes.py` explains its format."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verdict_rules.choosing import (
    CHOOSING_GRAMMARS,
    CHOOSING_KEYS,
    CHOOSING_TABLES,
    NUMBERS,
    Choosing,
)
from verdict_rules.classes import (
    ASK_CLASSES,
    BEGINNINGS,
    ENDINGS,
    FLAGS,
    GRAMMARS,
    LISTS,
    PROMPT_CLASSES,
    REPLY_CLASSES,
    TABLES,
)
from verdict_rules.entries import Entries
from verdict_rules.phrases import Phrases
from verdict_rules.stems import MIN_STEM, Stems

TURNING_HEAD = 3  # letters by which most words are known not to turn anything
_FINAL_VOWEL = re.compile(r"[aeiou]$")
_DOUBLED = re.compile(r"(.)\1")
# Lists of words that a repetition may have, although the prompt has them not.
_REPEATABLE = (
    *("light", "indefinite", "support", "acquiring", "quantifiers", "links", "persons"),
    *("pronouns", "pointing", "adverbs", "single", "goods", "things", "recipients", "third"),
    *("others", "passive", "wholes", "permitting", "negators", "lacking", "keeping", "states"),
    *("prefixes", "softeners"),
)
# Lists of words that are too general for a repetition of them alone to say what is meant.
_GENERAL = ("support", "acquiring", "things", "pronouns", "pointing", "recipients")
_LOOSE = ("links", "persons", "pronouns")
_UNTELLING = ("light", "auxiliaries", "persons", "pronouns", "pointing")
_VERBS = ("doing", "acting", "support", "acquiring")
MAX_STEMS = 4096  # words whose stems are remembered: most of those that people write


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One language's words and grammars, compiled; equal only to itself.

    Besides the entries of its files, `loose` are the words of a proposal that say nothing by
    themselves, `addable` those that a repetition may have although its prompt has not, `proposable`
    the verbs of what may be done, `verbs` those of all lists of verbs, and `typed` all words of
    replies and those that are rewritten, `untelling` those that may stand beside what any prompt
    asks. `stem` and `root` are those of `Stems`.
    """

    language: str
    sha256: str
    marks: frozenset[str]
    light: frozenset[str]
    indefinite: frozenset[str]
    links: frozenset[str]
    pronouns: frozenset[str]
    pointing: frozenset[str]
    support: frozenset[str]
    acquiring: frozenset[str]
    things: frozenset[str]
    third: frozenset[str]
    requiring: frozenset[str]
    concluding: frozenset[str]
    willing: frozenset[str]
    asking: frozenset[str]
    giving_away: frozenset[str]
    lessening: frozenset[str]
    remaining: frozenset[str]
    restricting: frozenset[str]
    unchanged: frozenset[str]
    scoping: frozenset[str]
    opposites: Mapping[str, frozenset[str]]
    comparing: frozenset[str]
    pairing: frozenset[str]
    benefiting: frozenset[str]
    partial: frozenset[str]
    belonging: frozenset[str]
    apart: frozenset[str]
    vaguer: frozenset[str]
    genitive: tuple[str, ...]
    additional: frozenset[str]
    lacking: frozenset[str]
    keeping: frozenset[str]
    states: frozenset[str]
    bringing: frozenset[str]
    others: frozenset[str]
    passive: frozenset[str]
    wholes: frozenset[str]
    both: frozenset[str]
    possessives: frozenset[str]
    headings: frozenset[str]
    negators: frozenset[str]
    falsifying: tuple[str, ...]
    single: frozenset[str]
    goods: frozenset[str]
    recipients: frozenset[str]
    addressees: frozenset[str]  # `recipients` as the other says them
    services: Mapping[str, frozenset[int]]
    handling: Mapping[str, frozenset[str]]
    general: frozenset[str]
    repeatable: frozenset[str]
    weak: frozenset[str]
    abbreviations: frozenset[str]
    quantifiers: frozenset[str]
    coordinators: frozenset[str]
    askers: frozenset[str]
    openers: frozenset[str]
    doing: frozenset[str]
    acting: frozenset[str]
    removing: frozenset[str]
    shipping: frozenset[str]
    times: frozenset[str]
    preambles: frozenset[str]
    persons: frozenset[str]
    copulas: frozenset[str]
    auxiliaries: frozenset[str]
    subjects: frozenset[str]
    reasons: frozenset[str]
    permitting: frozenset[str]
    supporting: frozenset[str]
    swaps: Mapping[str, frozenset[str]]
    announcing: frozenset[str]
    synonyms: Mapping[str, str]
    stem: Callable[[str], str]
    root: Callable[[str], str]
    plural: tuple[str, ...]
    verbal: tuple[str, ...]
    adverbs: frozenset[str]
    many: frozenset[str]
    conjunctions: frozenset[str]
    letters: frozenset[str]
    dated: frozenset[str]
    prefixes: frozenset[str]
    softeners: frozenset[str]
    addressed: frozenset[str]
    verbs_last: bool
    proposable: frozenset[str]
    addable: frozenset[str]
    typed: frozenset[str]
    untelling: frozenset[str]
    perfect: frozenset[str]
    turning: tuple[str, ...]
    turning_heads: frozenset[str]
    approving: re.Pattern[str]
    rewrites: Mapping[str, tuple[str, ...]]
    loose: frozenset[str]
    verbs: frozenset[str]
    reply: Phrases
    prompt: Phrases
    ask: Phrases
    reply_nouns: Phrases
    choosing: Choosing | None

    def turns(self, tokens: Iterable[str]) -> bool:
        """Whether one of the words may turn round what is asked."""
        heads = [token for token in tokens if token[:TURNING_HEAD] in self.turning_heads]
        return any(token.startswith(self.turning) for token in heads)

    def spell(self, token: str, *, stretched: bool = False) -> str:
        """Return `token`, or its form without doubled letters if only that is known.

        With `stretched`, all doubled letters may go, and else only the last.
        """
        if not stretched and token[-1:] != token[-2:-1]:
            return token
        if token in self.reply.words or len(token) < 3:  # noqa: PLR2004 - no two letters to spare
            return token
        short = token[:-1]
        weak = len(short) < 3 or short in self.light or short in self.links  # noqa: PLR2004
        if token[-1] == token[-2] and short in self.reply.words and (stretched or not weak):
            return short
        single = _DOUBLED.sub(r"\1", token) if stretched else token
        return single if single in self.reply.words else token

    def bare(self, verb: str) -> str:
        """Return what the forms of a verb have in common in an order and in an offer."""
        for ending in self.verbal:
            if verb.endswith(ending) and len(verb) - len(ending) >= MIN_STEM:
                return verb.removesuffix(ending)
        return verb

    def serves(self, said: str, proposed: str, words: Iterable[str]) -> bool:
        """Whether two verbs say much the same of a service, or of one of the things in `words`."""
        if proposed in self.vaguer and said not in self.vaguer:
            return False
        nothing = frozenset[int]()
        same = self.services.get(said, nothing) & self.services.get(proposed, nothing)
        none = frozenset[str]()
        return bool(same) or any(
            {said, proposed} <= self.handling.get(word, none) for word in words
        )

    def is_service(self, verb: str, words: Iterable[str]) -> bool:
        """Whether a verb brings something, or one of the things in `words`."""
        none = frozenset[str]()
        return verb in self.services or any(verb in self.handling.get(word, none) for word in words)

    def swapped(self, token: str) -> frozenset[str]:
        """Return what a word may be from the other's mouth; itself if it is the same."""
        return self.swaps.get(token) or frozenset({token})

    def knows(self, token: str) -> bool:
        """Whether some phrase of a reply has this token in it."""
        return self.spell(token) in self.reply.words


def load_pack(language: str, files: Mapping[str, str]) -> Pack:
    """Return the pack of `language` written in TOML; `files` are the texts by their names.

    Raises PackError, naming the file and the entry, for whatever breaks the format.
    """
    entries = Entries(language, files)
    chooses = any(name in entries for name in (*CHOOSING_KEYS, *CHOOSING_TABLES))
    required = {*GRAMMARS, *(CHOOSING_KEYS if chooses else ())}
    optional = {*LISTS, *BEGINNINGS, *ENDINGS, *TABLES, *FLAGS, *CHOOSING_KEYS, *CHOOSING_TABLES}
    entries.check_names(required | optional, required)
    groups = entries.groups([*GRAMMARS, *NUMBERS, *CHOOSING_GRAMMARS])
    replies = entries.patterns("reply", REPLY_CLASSES)
    for name in ("yes", "no"):
        if not replies.get(name):
            raise entries.fault("reply", f"[reply] has no `{name}`: say the words for it")
    asks = entries.patterns("ask", ASK_CLASSES)
    nouns = {"reply": asks.pop("reply", [])}
    turning = tuple(entries.words("turning"))
    approving = "|".join(map(re.escape, entries.folded("approving")))
    rows = {word: row[0] for row in entries.rows("synonyms") for word in row}
    forms = _progressive(entries) | entries.forms("announcing")
    synonyms = {form: rows.get(verb, verb) for form, verb in forms.items()} | rows
    swaps = entries.pairs("swaps")
    handling = {
        synonyms.get(thing, thing): frozenset(synonyms.get(verb, verb) for verb in verbs)
        for thing, verbs in entries.lists("handling").items()
    }
    general = {synonyms.get(word, word) for name in _GENERAL for word in entries.words(name)}
    lists = {name: frozenset(entries.words(name)) for name in LISTS}
    repeatable = frozenset[str]().union(*(lists[name] for name in _REPEATABLE))
    loose = (lists["pointing"] - lists["light"]).union(*(lists[name] for name in _LOOSE))
    reply = entries.grammar("reply", replies, groups)
    endings, inflections = entries.endings("endings"), entries.endings("inflections")
    stems = Stems(tuple(endings), tuple(inflections), synonyms)
    return Pack(
        language=language,
        sha256=_digest(files.values()),
        stem=lru_cache(MAX_STEMS)(stems.stem),
        root=lru_cache(MAX_STEMS)(stems.root),
        plural=tuple(entries.endings("plural")),
        genitive=tuple(entries.endings("genitive")),
        turning=turning,
        falsifying=tuple(entries.words("falsifying")),
        turning_heads=frozenset(beginning[:TURNING_HEAD] for beginning in turning),
        approving=re.compile(rf"\b(?:{approving or '(?!)'})"),
        swaps=swaps,
        services=_services(entries.rows("services")),
        announcing=frozenset(forms),
        verbs_last=entries.flag("verbs_last"),
        verbal=tuple(entries.endings("verbal")),
        synonyms=synonyms,
        handling=handling,
        opposites={
            synonyms.get(verb, verb): frozenset(states)
            for verb, states in entries.lists("opposites").items()
        },
        general=frozenset(general),
        repeatable=repeatable.union(*handling.values()),
        loose=loose,
        proposable=lists["doing"] | lists["acting"],
        verbs=frozenset[str]().union(*(lists[name] for name in _VERBS)),
        addable=repeatable.union(loose, synonyms, swaps, *handling.values()),
        rewrites=entries.rewrites,
        typed=reply.words.union(entries.rewrites),
        addressees=frozenset[str]().union(
            *(swaps.get(word, {word}) for word in lists["recipients"])
        ),
        untelling=frozenset[str]().union(*(lists[name] for name in _UNTELLING)),
        reply=reply,
        prompt=entries.grammar("prompt", entries.patterns("prompt", PROMPT_CLASSES), groups),
        ask=entries.grammar("ask", asks, groups),
        reply_nouns=entries.grammar("ask", nouns, groups),
        choosing=Choosing.build(entries, groups) if chooses else None,
        **lists,
    )


def _digest(texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(f"\0{len(text)}\0{text}".encode())
    return digest.hexdigest()


def _progressive(entries: Entries) -> dict[str, str]:
    """Return the forms of the verbs of doing that tell what is being done."""
    verbs = {*entries.words("doing"), *entries.words("acting")}
    forms: dict[str, str] = {}
    for ending in entries.endings("progressive"):
        for verb in sorted(verbs):
            for stem in (verb, verb + verb[-1], _FINAL_VOWEL.sub("", verb)):
                forms.setdefault(stem + ending, verb)
    return forms


def _services(rows: Sequence[Sequence[str]]) -> dict[str, frozenset[int]]:
    words = {word for row in rows for word in row}
    return {
        word: frozenset(place for place, row in enumerate(rows) if word in row) for word in words
    }
