"""Prompts, read as far as it decides what a yes or a no to them would mean."""

import re
from collections.abc import Sequence
from functools import lru_cache

from verdict_rules.asked import NO_PROMPT, Prompt
from verdict_rules.asking import read_sentence
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.proposal import Proposal, expanded, propose
from verdict_rules.referent import referent
from verdict_rules.sentences import UNCLEAR, question_of, sentences_of, without_excuse
from verdict_rules.traits import with_traits
from verdict_rules.wording import slashed, worded

# Somebody else's words, or alternatives.
_MARKED = re.compile(r"[\"\u201c\u201d\u201e\u00ab\u00bb|<>=+]")
_LISTED = re.compile(r"\n\s*(?:[-*\u2022]|\d+[.)])")
_SPEAKER = re.compile(r"(?m)^\s*([^\W\d_]+):\s")
_NAMES = re.compile(r"\b[A-Z]\S* (?=\S+ [A-Z])")
MAX_CHARACTERS = 4000  # a longer prompt is not read, so its yes may mean anything


def read_prompt(text: str | None, pack: Pack) -> Prompt:
    """Return what `text` asks; a kind that makes yes or no unclear wins over one that does not."""
    if text is None:
        return NO_PROMPT
    return _read_once(text, pack) if len(text) <= MAX_CHARACTERS else Prompt("ambiguous")


def of_language(text: str | None, packs: tuple[Pack, ...]) -> tuple[Pack, ...]:
    """Return the packs that a prompt is not foreign to; all where that is so of none, or of all."""
    if not text or len(packs) == 1 or len(text) > MAX_CHARACTERS:
        return packs
    return tuple(pack for pack in packs if not worded(text, pack).foreign) or packs


# Prompts are often made from templates, and several questions are asked about one state.
@lru_cache(maxsize=1024)
def _read_once(text: str, pack: Pack) -> Prompt:
    plain, tokens, foreign = worded(text, pack)
    if BREAKS.issuperset(tokens):
        return NO_PROMPT
    if foreign:
        return Prompt("foreign")
    sentences = [part for whole in sentences_of(tokens) for part in without_excuse(whole, pack)]
    found = [pack.prompt.search(sentence) for sentence in sentences]
    speaker = _SPEAKER.search(plain) if ":" in plain else None
    heading = speaker[1].casefold() if speaker else ""
    if heading and heading not in pack.headings and heading not in pack.prompt.words:
        return Prompt("ambiguous")
    asking = question_of(sentences, found, pack)
    if asking is None:
        return Prompt("ambiguous")
    place, described = asking
    prompt = read_sentence(sentences, found, place, pack)
    classes = {phrase.name for phrases in found[place:] for phrase in phrases}
    everywhere = {phrase.name for phrases in found for phrase in phrases}
    classes |= everywhere & {"answers", "halting"}
    if "versus" in classes and not _NAMES.search(plain):
        classes.add("either_or")
    unclear = _lists(plain, prompt, pack) or not classes.isdisjoint(UNCLEAR)
    if unclear and prompt.kind not in {"reversed", "more"}:
        return Prompt("ambiguous")
    asked = [*tokens] if prompt.kind == "check" else sentences[place]
    if "elided" in prompt.traits and place:
        asked = sentences[place - 1]
    if not described:
        prompt = prompt._replace(traits=prompt.traits | {"qualified"})
    if place and prompt.kind == "offer":
        news = prompt.traits if "elided" in prompt.traits else prompt.traits | {"news"}
        resolved = _resolved(prompt, sentences, place, pack)
        prompt = prompt._replace(traits=news, resolved=resolved)
    prompt = prompt._replace(asking=tuple(sentences[place]))
    return with_traits(prompt, asked, classes, pack, frozenset(expanded(tokens)))


def _lists(text: str, prompt: Prompt, pack: Pack) -> bool:
    """Whether a text has somebody else's words in it, or alternatives."""
    if _MARKED.search(text):
        return True
    if prompt.kind == "check":
        return False
    return bool(_LISTED.search(text)) or ("/" in text and slashed(text, pack))


def _resolved(prompt: Prompt, sentences: Sequence[list[str]], place: int, pack: Pack) -> Proposal:
    """Return the proposal with the thing that its pronoun stands for, if it has one."""
    words = prompt.proposal.words
    stands = words[1:2] and (words[1] in pack.pronouns or words[1] in pack.pointing)
    if "elided" in prompt.traits and not words:
        verb = [word for word in sentences[place] if word in pack.doing or word in pack.acting]
    elif len(words) == 1 or stands:
        verb = [*words[:1]]
    else:
        return Proposal()
    thing = referent(sentences[place - 1], pack)
    if not pack.loose.issuperset(words[2:]):  # what else is said may change it: "in green"
        link = next((at for at, word in enumerate(thing) if word in pack.links), len(thing))
        thing = thing[:link][-1:]
    return propose([*verb, *thing, *words[2:]], pack) if verb and thing else Proposal()
