"""What a prompt asks, as far as it decides what a yes or a no to it would mean."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Literal, NamedTuple

from verdict_rules.clauses import acts, verb_first
from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase
from verdict_rules.proposal import NAME, WITHIN, Proposal, expanded, propose
from verdict_rules.referent import referent
from verdict_rules.sentences import (
    CHECKS,
    OFFERS,
    UNCLEAR,
    and_offers,
    announcement,
    asks,
    asks_twice,
    begins,
    goes_on,
    is_negative,
    lists,
    question_of,
    refers,
    restricted,
    sentences_of,
    within_an_offer,
    without_excuse,
)

Kind = Literal[
    "none", "foreign", "ambiguous", "reversed", "finished", "more", "open", "offer", "check",
    "question", "statement",
]  # fmt: skip
# What stands between quotation marks or backquotes is a name, whatever it says.
_QUOTED = re.compile(
    r"`[^`]*`|\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u201e[^\u201c]*\u201c|\u00ab[^\u00bb]*\u00bb|(?<!\w)'[^']{2,}'(?!\w)"
)
_MAY_BE_QUOTED = re.compile(r"[`\"'\u201c\u201e\u00ab]")
# In names of files and hosts. A pattern that begins with a character is found faster.
_DOTTED = re.compile(r"\.(?<=[a-z0-9]\.)(?=[a-z])")
_INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}")  # M.D.
_BRACKETED = re.compile(r"\([^()]*\)")
# Somebody else's words, or alternatives.
_MARKED = re.compile(r"[\"\u201c\u201d\u201e\u00ab\u00bb|<>=+]")
_SLASHED = re.compile(r"(?<!\S)[^\W\d_]+/[^\W\d_]{2,}")
_LISTED = re.compile(r"\n\s*(?:[-*\u2022]|\d+[.)])")
_SPEAKER = re.compile(r"(?m)^\s*([^\W\d_]+):\s")
_NAMES = re.compile(r"\b[A-Z]\S* (?=\S+ [A-Z])")
MAX_CHARACTERS = 4000  # a longer prompt is not read, so its yes may mean anything
NEAR = 7  # tokens from either end of a proposal within which its verb and its particle stand
MIN_WORDS = 3  # with its question mark; a shorter prompt need not show its language


class Prompt(NamedTuple):
    """A prompt as read: its kind, what it proposes, and its traits.

    The traits say what a yes or a no, or less, would mean:
    `does`: a yes lets something be done and a no prevents it;
    `halts`: it is about stopping, refusing or taking away, so that "go ahead" may mean either;
    `removes`: it is about taking away, which is nothing to stop;
    `ships`: it is about letting something out;
    `news`: a statement precedes it, which a reply may be about;
    `suggested`: it asks how the one who replies likes a thing;
    `leave`: it asks for leave, so that "no, that's fine" may mean either;
    `wish`: it asks what the one who replies would like;
    `yours`: the one who replies would do it;
    `announced`: it says what will be done, and asks nothing;
    `desired`: it repeats what the one who replies wants;
    `elided`: it only asks whether to do what was said before;
    `bare`: it is a question by its mark alone;
    `permits`: it asks whether something may be done;
    `verifies`: it asks whether what was said is right; `tagged`: by a tag at its end;
    `suiting`: it asks whether something suits;
    `dated`: it says when; `approval`: it is about an approval; `timed`: it says when, or how many;
    `qualified`: it goes on after its question, so that a yes may mean more;
    `could`: it is a question with such a verb; `additional`: it asks for more of something;
    `letters`: it has a letter for a name; `lettered`: it offers letters for answers; `negated`: it is put in the negative.

    `spoken` are the words of the question itself, `words` those of all of it. `asking` are those of its sentence. `resolved` is the
    proposal with the thing in place of its pronoun, where the sentence before names it.
    """

    kind: Kind
    proposal: Proposal = Proposal()
    traits: frozenset[str] = frozenset()
    spoken: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    resolved: Proposal = Proposal()
    asking: tuple[str, ...] = ()


NO_PROMPT = Prompt("none", traits=frozenset({"does"}))


def read_prompt(text: str | None, pack: Pack) -> Prompt:
    """Return what `text` asks; a kind that makes yes or no unclear wins over one that does not."""
    if text is None:
        return NO_PROMPT
    return _read_once(text, pack) if len(text) <= MAX_CHARACTERS else Prompt("ambiguous")


def of_language(text: str | None, packs: tuple[Pack, ...]) -> tuple[Pack, ...]:
    """Return the packs that a prompt is not foreign to; all where that is so of none, or of all."""
    if not text or len(packs) == 1 or len(text) > MAX_CHARACTERS:
        return packs
    return tuple(pack for pack in packs if not _spelt(text, pack).foreign) or packs


class _Spelt(NamedTuple):
    """A prompt without names and asides, its tokens, and whether it is in another language."""

    text: str
    tokens: tuple[str, ...]
    foreign: bool


# Prompts are often made from templates, and several questions are asked about one state.
@lru_cache(maxsize=1024)
def _spelt(text: str, pack: Pack) -> _Spelt:
    names: list[str] = []
    plain = _plain(text, names, pack)
    tokens = normalise(plain, pack.rewrites, pack.abbreviations, pack.dated).tokens
    if names and tokens.count(NAME) == len(names):
        inner = [normalise(name, pack.rewrites, pack.abbreviations).tokens for name in names]
        named = iter([NAME + WITHIN.join(filter(str.isalnum, words)) for words in inner])
        tokens = tuple([next(named) if token == NAME else token for token in tokens])
    foreign = not BREAKS.issuperset(tokens) and _foreign(plain, tokens, pack)
    return _Spelt(plain, tokens, foreign)


@lru_cache(maxsize=1024)
def _read_once(text: str, pack: Pack) -> Prompt:
    plain, tokens, foreign = _spelt(text, pack)
    if BREAKS.issuperset(tokens):
        return NO_PROMPT
    if foreign:
        return Prompt("foreign")
    sentences = [part for whole in sentences_of(tokens) for part in without_excuse(whole, pack)]
    found = [pack.prompt.search(sentence) for sentence in sentences]
    speaker = _SPEAKER.search(plain) if ":" in plain else None
    if speaker and speaker[1].casefold() not in pack.prompt.words | pack.headings:
        return Prompt("ambiguous")
    asking = question_of(sentences, found, pack)
    if asking is None:
        return Prompt("ambiguous")
    place, described = asking
    prompt = _read_sentence(sentences, found, place, pack)
    classes = {phrase.name for phrases in found[place:] for phrase in phrases}
    everywhere = {phrase.name for phrases in found for phrase in phrases}
    classes |= everywhere & {"answers", "halting"}
    listed = _MARKED.search(plain)
    if prompt.kind != "check":
        listed = listed or _LISTED.search(plain) or ("/" in plain and _slashed(plain, pack))
    if "versus" in classes and not _NAMES.search(plain):
        classes.add("either_or")
    if prompt.kind not in {"reversed", "more"} and (listed or not classes.isdisjoint(UNCLEAR)):
        return Prompt("ambiguous")
    asked = [*tokens] if prompt.kind == "check" else sentences[place]
    if "elided" in prompt.traits and place:
        asked = sentences[place - 1]
    if not described:
        traits = prompt.traits | {"qualified"}
        prompt = prompt._replace(traits=traits)
    prompt = prompt._replace(asking=tuple(sentences[place]))
    if place and prompt.kind == "offer" and "elided" not in prompt.traits:
        prompt = prompt._replace(traits=prompt.traits | {"news"})
    if place and prompt.kind == "offer":
        prompt = prompt._replace(resolved=_resolved(prompt, sentences, place, pack))
    return _with_traits(prompt, asked, classes, pack, frozenset(expanded(tokens)))


def _resolved(prompt: Prompt, sentences: Sequence[list[str]], place: int, pack: Pack) -> Proposal:
    """Return the proposal with the thing that its pronoun stands for, if it has one."""
    words = prompt.proposal.words
    stands = pack.pronouns | pack.pointing
    if "elided" in prompt.traits and not words:
        verb = [word for word in sentences[place] if word in pack.doing or word in pack.acting]
    elif len(words) == 1 or (words[1:2] and words[1] in stands):
        verb = [*words[:1]]
    else:
        return Proposal()
    thing = referent(sentences[place - 1], pack)
    if not pack.loose.issuperset(words[2:]):  # what else is said may change it: "in green"
        link = next((at for at, word in enumerate(thing) if word in pack.links), len(thing))
        thing = thing[:link][-1:]
    return propose([*verb, *thing, *words[2:]], pack) if verb and thing else Proposal()


def _set_aside(names: list[str], found: re.Match[str]) -> str:
    """Keep a name, and return what stands for it, with the mark that ends a sentence in it."""
    names.append(found[0])
    return f" {NAME} " + found[0][-2] * (found[0][-2] in ".?!")


def _slashed(text: str, pack: Pack) -> bool:
    """Whether a stroke parts alternatives; after a word like "to" it stands in a name."""
    for found in _SLASHED.finditer(text):
        before = text[: found.start()].split()
        if not before or before[-1].casefold() not in pack.links:
            return True
    return False


def _plain(text: str, names: list[str], pack: Pack) -> str:
    """Return a text with marks for what it quotes, and without its asides and inner full stops."""
    if _MAY_BE_QUOTED.search(text):
        text = _QUOTED.sub(partial(_set_aside, names), text)
    if "." in text:
        text = _INITIALS.sub(lambda found: found[0].replace(".", "") + " ", text)
        text = _DOTTED.sub(" ", text)
    return _BRACKETED.sub(partial(_without_aside, pack), text) if "(" in text else text


def _without_aside(pack: Pack, found: re.Match[str]) -> str:
    """Return a text in brackets, or nothing if it says nothing about the question."""
    tokens = normalise(found[0], pack.rewrites).tokens
    return found[0] if pack.prompt.search(tokens) else " "


def _with_traits(
    prompt: Prompt, tokens: Sequence[str], names: set[str], pack: Pack, words: frozenset[str]
) -> Prompt:
    proposal = prompt.proposal
    may_halt = "does" not in prompt.traits and prompt.kind != "more"
    halts = may_halt and _halts(prompt, tokens, pack, halting="halting" in names)
    does = (
        not halts
        and prompt.kind == "offer"
        and proposal.first in pack.doing
        and not proposal.needed
        and pack.times.isdisjoint(proposal.words)
    )
    traits = set(prompt.traits)
    if does:
        traits.add("does")
    if (
        prompt.kind == "question"
        and tokens[0] in pack.permitting
        and {*tokens[1:2]}.isdisjoint(pack.persons)
    ):
        traits.add("permits")
    if prompt.kind == "question" and tokens[0] in pack.permitting:
        traits.add("could")
    if not pack.additional.isdisjoint(tokens) and pack.lessening.isdisjoint(tokens):
        traits.add("additional")
    if not pack.times.isdisjoint(tokens):
        traits.add("dated")
    if _gives(prompt, pack):
        traits.add("gives")
    if proposal.first in pack.remaining:
        traits.add("remains")
    if proposal.first in pack.removing and prompt.kind == "offer":
        traits.add("removes")
    if proposal.first in pack.shipping and not halts:
        traits.add("ships")
    if halts:
        traits.add("halts")
        proposal = proposal._replace(first_needed=True)
    if any(map(str.isdigit, words)) or not pack.times.isdisjoint(tokens):
        traits.add("timed")
    if pack.approving.search(" ".join(proposal.words)) and any(
        pack.approving.match(word) and before not in pack.persons
        for before, word in pairwise(["", *proposal.words])
    ):
        traits.add("approval")
    if "pair" in names:
        traits.add("lettered")
    articles = pack.indefinite | pack.persons
    if any(len(word) == 1 and word.isalpha() and word not in articles for word in tokens):
        traits.add("letters")
    spoken = tuple(expanded(tokens))
    return prompt._replace(proposal=proposal, traits=frozenset(traits), spoken=spoken, words=words)


def _gives(prompt: Prompt, pack: Pack) -> bool:
    """Whether what is offered brings the thing, so that not to want it is to refuse."""
    proposal, first = prompt.proposal, prompt.proposal.first
    if not pack.lessening.isdisjoint(proposal.words) or first in pack.giving_away:
        return False
    known = pack.doing | pack.bringing | pack.acquiring
    named = "verbal" not in prompt.traits and first not in pack.proposable
    return first in known or (named and not prompt.traits.isdisjoint({"yours", "bare"}))


def _halts(prompt: Prompt, tokens: Sequence[str], pack: Pack, *, halting: bool) -> bool:
    """Whether what is proposed is to stop, to refuse or to take away, at its beginning or end."""
    proposal = prompt.proposal
    if prompt.kind == "check":
        if proposal.first not in tokens:
            return False
        tokens = tokens[tokens.index(proposal.first) :]
    if not halting and not pack.turns(tokens):
        return False
    reason = next((place for place, word in enumerate(tokens) if word in pack.reasons), 0)
    tokens = tokens[: reason or len(tokens)]
    heads = {*tokens[:NEAR], *tokens[-NEAR:]}
    near = [phrase for phrase in pack.prompt.search(tokens) if phrase.name == "halting"]
    return any(tokens[phrase.start] in heads for phrase in near) or pack.turns(heads - pack.links)


def _foreign(text: str, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a prompt shows no sign of being in the pack's language."""
    if not text.isascii() and not all(_is_spelt(word, pack) for word in tokens if word.isalpha()):
        return not (pack.marks | pack.weak) & {word for word in tokens if not word.isascii()}
    if not pack.marks.isdisjoint(tokens) or len(pack.weak.intersection(tokens)) > 1:
        return False
    if any(phrase.name == "pair" for phrase in pack.prompt.search(tokens)):
        return False
    known = pack.proposable
    verbs = {tokens[0], *(word for mark, word in pairwise(tokens) if mark == ".")}
    if pack.verbs_last:
        verbs |= {word for word, mark in pairwise(tokens) if mark in BREAKS}
    if not verbs.isdisjoint(known | pack.announcing):
        return False
    known |= pack.prompt.words
    return len(tokens) > MIN_WORDS or known.isdisjoint({*tokens} - BREAKS)


def _is_spelt(word: str, pack: Pack) -> bool:
    """Whether a word has only letters of the pack's language."""
    return word.isascii() or all(letter.isascii() or letter in pack.letters for letter in word)


def _read_sentence(
    sentences: Sequence[list[str]], found: Sequence[list[Phrase]], place: int, pack: Pack
) -> Prompt:
    """Read the sentence that asks; one that only refers to the one before is read with it."""
    tokens, phrases = sentences[place], found[place]
    before = place - 1 if place and refers(phrases, tokens) else None
    names = {phrase.name for phrase in phrases}
    earlier = {phrase.name for phrase in found[before]} if before is not None else set()
    if is_negative(phrases, tokens, pack) or ("negative" in earlier and "going" not in names):
        return Prompt("ambiguous", traits=frozenset({"negated"}))
    if not earlier.isdisjoint(UNCLEAR):
        return Prompt("ambiguous")
    minding = next((phrase for phrase in phrases if phrase.name == "minding"), None)
    if minding is not None:
        return Prompt("reversed", _proposal(tokens[minding.end :], pack, offered=True))
    for kind in ("reversed", "finished", "more"):
        if (
            kind in names
            and (asks(tokens, pack) or (kind == "more" and phrases[0].start == 0))
            and "tag" not in names
            and not within_an_offer(kind, phrases, tokens, pack)
        ):
            unclear = and_offers(kind, phrases, tokens) or restricted(kind, phrases, tokens, pack)
            return Prompt("ambiguous") if unclear else Prompt(kind)
    if "going" in names and refers(phrases, tokens):
        stops = place and any(phrase.name == "halting" for phrase in found[place - 1])
        ships = not pack.shipping.isdisjoint(tokens)
        traits = {"elided"} | ({"ships"} if ships else set()) | (set() if stops else {"does"})
        verbs = [word for word in tokens if word in pack.doing or word in pack.acting]
        return Prompt("offer", propose(verbs[-1:], pack), frozenset(traits))
    if before is not None and "elided" in names:
        announced = _announced(sentences[before], found[before], pack, also={"could"})
        proposal = announced.proposal if announced else Proposal()
        return Prompt("offer", proposal, frozenset({"elided"}))
    return _asked(tokens, phrases, pack)


def _asked(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    found = {phrase.name: phrase for phrase in reversed(phrases)}
    asking = asks(tokens, pack)
    offer = next((p for p in phrases if p.name in OFFERS and begins(p, tokens, pack)), None)
    check = next((phrase for phrase in reversed(phrases) if phrase.name in CHECKS), None)
    if asking and check is None and lists(tokens, phrases, pack):
        return Prompt("ambiguous")
    if asking and asks_twice(tokens, phrases, pack):
        return Prompt("ambiguous")
    orders = tokens[0] in pack.doing or tokens[0] in pack.acting
    plain = tokens[0] in pack.auxiliaries and "open" in found and found["open"].start >= MIN_WORDS
    if "open" in found and "suggests" not in found and not orders and not plain:
        latest = offer.start if offer and asking else len(tokens) if asking or check else 1
        if found["open"].start < latest:
            return Prompt("open")
    if offer is not None and (asking or offer.name in {"leave", "wish"}):
        return _offered(offer, check, tokens, phrases, pack)
    suits = check is not None and check.name == "suits" and tokens[0] in pack.askers
    if check is not None and (check.end == len(tokens) or begins(check, tokens, pack) or suits):
        tagged = check.end == len(tokens)
        announced = _announced(tokens[: check.start], phrases, pack) if tagged else None
        proposal = announced.proposal if announced else _ordered(tokens[check.end :], pack)
        return Prompt("check", proposal, _check_traits(tokens, phrases, pack))
    return _told(tokens, phrases, pack)


def _offered(
    offer: Phrase, check: Phrase | None, tokens: list[str], phrases: list[Phrase], pack: Pack
) -> Prompt:
    ends = check.start if check and check.start > offer.end else len(tokens)
    offered = offer.name != "yours"
    proposal = _proposal(tokens[offer.end : ends], pack, offered=offered)
    if ends < len(tokens):
        return Prompt("check", proposal, _check_traits(tokens, phrases, pack))
    if goes_on(tokens[offer.end :], pack):
        return Prompt("ambiguous")
    traits = {"wish", "suggested"} if offer.name == "suggests" else {offer.name}
    if tokens[offer.start] in pack.copulas:
        traits.add("suiting")
    if any(map(pack.approving.match, tokens[offer.start : offer.end])):
        traits.add("consents")
    if tokens[offer.end - 1] in pack.links:
        traits.add("verbal")
    traits &= {"leave", "wish", "yours", "suggested", "suiting", "verbal", "consents"}
    return Prompt("offer", proposal, frozenset(traits))


def _told(tokens: list[str], phrases: list[Phrase], pack: Pack) -> Prompt:
    """Read a sentence without a form for asking: a statement, or a question by its mark alone."""
    asking = asks(tokens, pack)
    later = any(mark == "," and word in pack.askers for mark, word in pairwise(tokens))
    if later and tokens[0] not in pack.askers:
        return Prompt("ambiguous")
    names = {phrase.name for phrase in phrases}
    told = announcement(tokens, phrases, pack, also=("could",))
    if not asking and told and told.name == "could" and goes_on(tokens[told.end :], pack):
        return Prompt("ambiguous")
    announced = _announced(tokens, phrases, pack, also=() if asking else ("could",))
    if announced or not asking:
        return announced or Prompt("statement")
    start = next((at for at, word in enumerate(tokens) if word not in pack.preambles | BREAKS), 0)
    offers = acts(tokens[start:], pack)
    opens = tokens[0] in pack.openers and not (offers and tokens[0] in pack.preambles)
    if tokens[0] in pack.askers or opens:
        return Prompt("question", propose(tokens, pack))
    bare: Kind = "check" if "desired" in names else "offer" if offers else "question"
    return Prompt(bare, _proposal(tokens, pack), _check_traits(tokens, phrases, pack) | {"bare"})


def _ordered(tokens: Sequence[str], pack: Pack) -> Proposal:
    """Return the proposal of words that begin with a verb of doing; none of others."""
    start = next((at for at, word in enumerate(tokens) if word not in BREAKS), len(tokens))
    named = tokens[start : start + 1] and (
        tokens[start] in pack.proposable or tokens[start] in pack.announcing
    )
    return _proposal(tokens[start:], pack) if named else Proposal()


def _check_traits(tokens: Sequence[str], phrases: Sequence[Phrase], pack: Pack) -> frozenset[str]:
    names = {phrase.name for phrase in phrases}
    traits = {"desired"} & names if "tag" not in names else set()
    if "tag" in names:
        traits.add("tagged")
    if "suits" in names:
        traits.add("suiting")
    for phrase in phrases:
        if phrase.name == "check":
            following = tokens[phrase.end : phrase.end + 1]
            if phrase.end == len(tokens) and tokens[-1] == "?":
                traits.add("verifies")
            elif pack.conjunctions.isdisjoint([*following, tokens[phrase.end - 1]]):
                traits |= {"verifies", "desired"}
    return frozenset(traits)


def _announced(
    tokens: Sequence[str],
    phrases: Sequence[Phrase],
    pack: Pack,
    *,
    also: Collection[str] = (),
) -> Prompt | None:
    """Return the offer that a statement of what will be done makes, if it is one."""
    found = announcement(tokens, phrases, pack, also=also)
    if found is None:
        return None
    proposal = _proposal(tokens[found.end :], pack, offered=found.name in {"announces", "could"})
    if found.name == "desired":
        return Prompt("check", proposal, frozenset({"desired"}))
    trait = "wish" if found.name == "could" else "announced"
    return Prompt("offer", proposal, frozenset({trait}))


def _proposal(tokens: Sequence[str], pack: Pack, *, offered: bool = False) -> Proposal:
    inner = list(tokens)
    while inner and inner[-1] in BREAKS:
        inner.pop()
    while inner and inner[0] in pack.preambles:
        inner.pop(0)
    return propose(verb_first(inner, pack, offered=offered), pack)
