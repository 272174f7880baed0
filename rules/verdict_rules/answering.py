"""What a phrase of a reply comes to after its prompt: an answer to it, or words of its own.

"It does" answers "does it?"; "stop it" is unclear where the prompt itself spoke of stopping.
"""

from collections.abc import Sequence

from verdict_rules.asked import Prompt
from verdict_rules.decision import STATED
from verdict_rules.pack import Pack
from verdict_rules.phrases import Phrase

_SHORT = {"short_answer", "short_no", "wants"}
_POSTPONING = {"not_now", "puts_off"}
_REFUSING = {"vetoes", "disallows", "halts", "ends", "refuses", "unneeded"}
_OF_FACTS = {"wrong", "denies"}
_TURNED = {"neutral"} | _POSTPONING | _REFUSING | _OF_FACTS


def said_before(phrase: Phrase, tokens: Sequence[str], prompt: Prompt, pack: Pack) -> Phrase:
    """Return `phrase` as unclear if the prompt itself has the words by which it refuses."""
    said = tokens[phrase.start : phrase.end]
    if _is_of_a_clause(phrase, said, prompt, pack):
        return phrase._replace(name="mixed")
    if phrase.name not in _TURNED:
        return phrase
    spoken = set(map(pack.stem, prompt.words))
    if phrase.name in _POSTPONING:
        times = pack.times.intersection(prompt.spoken) - {*said}
        other = bool(times) and (spoken.isdisjoint(said) or not pack.times.isdisjoint(said))
        turned = other or not prompt.traits.isdisjoint({"halts", "negated"})
    else:
        telling = {pack.stem(word) for word in said if word not in pack.untelling}
        if phrase.name in _OF_FACTS:
            doubted = any(word.startswith(pack.falsifying) for word in prompt.spoken)
            turned = prompt.kind in STATED and doubted
        elif phrase.name == "neutral":
            turned = prompt.kind != "reversed" and not telling.isdisjoint(spoken)
        elif phrase.name == "vetoes" and prompt.kind in STATED:
            doubted = any(word.startswith(pack.falsifying) for word in prompt.words)
            negated = not pack.negators.isdisjoint(prompt.words)
            turned = doubted or negated or pack.turns(prompt.words)
        elif phrase.name in {"vetoes", "disallows"} and not pack.negators.isdisjoint(prompt.spoken):
            turned = True
        else:
            denied = not pack.negators.isdisjoint(said) and pack.negators.isdisjoint(prompt.words)
            turned = not denied and not telling.isdisjoint(spoken)
        turned = turned and "elided" not in prompt.traits
    return Phrase("mixed", phrase.start, phrase.end) if turned else phrase


def _is_of_a_clause(phrase: Phrase, said: Sequence[str], prompt: Prompt, pack: Pack) -> bool:
    """Whether "I can't" or "I'll pass" may be what an offer says itself: "say that you'll pass"."""
    if prompt.kind != "offer" or phrase.name not in {"short_no", "no"}:
        return False
    if phrase.name == "short_no":
        return not pack.negators.isdisjoint(prompt.spoken)
    person = said[0] in pack.subjects
    return person and {*said[1:]} <= {*prompt.words}


def answering(phrase: Phrase, tokens: Sequence[str], prompt: Prompt, pack: Pack) -> Phrase:
    """Return `phrase` as an answer, if its auxiliary verb and its subject are the question's."""
    name, start, end = phrase
    said = tokens[start:end]
    if name == "set" and prompt.kind == "reversed" and not pack.negators.isdisjoint(said):
        return Phrase("neutral", start, end)
    if name == "wants" and said[-1] in pack.links and _is_own_act(prompt, tokens, pack):
        return Phrase("mixed", start, end)
    if name not in _SHORT or (name == "wants" and not pack.auxiliaries.issuperset(said[1:])):
        return phrase
    tag = end - start == 1 and said[0] in prompt.spoken[-2:-1]
    if tag or _is_asked(said, prompt, pack):
        return Phrase("disagrees" if name == "short_no" else "agrees", start, end)
    return phrase


def _is_own_act(prompt: Prompt, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether who "wants to" may want to do it in the other's place: "I want to drive"."""
    offered = prompt.kind == "offer" and prompt.traits.isdisjoint({"yours", "suggested"})
    service = pack.is_service(prompt.proposal.first, prompt.proposal.words)
    return offered and not service and pack.asking.isdisjoint(tokens)


def _is_asked(said: Sequence[str], prompt: Prompt, pack: Pack) -> bool:
    """Whether the question has the auxiliary verb of a short answer, and its subject."""
    verbs = {pack.stem(word) for word in said if word in pack.auxiliaries}
    if not verbs and (pack.permitting | pack.requiring).isdisjoint(said):
        verbs = {*pack.supporting}
    named = (word for word in said if word not in pack.auxiliaries and word not in pack.negators)
    subject = next(named, "")
    spoken = prompt.spoken
    plain = prompt.kind in {"check", "statement"} and pack.auxiliaries.isdisjoint(spoken)
    if plain and not pack.supporting.isdisjoint(said):
        if subject in pack.subjects:
            return not pack.swaps.get(subject, frozenset()).isdisjoint(spoken)
        return pack.subjects.isdisjoint(spoken)
    if prompt.kind == "offer" and prompt.traits.isdisjoint({"yours", "wish", "leave"}):
        return False
    places = [place for place, word in enumerate(spoken) if word in pack.auxiliaries]
    for place in {*places[:1], *places[-1:]} if prompt.kind == "check" else places[:1]:
        before, verb, following = ["", *spoken][place], spoken[place], [*spoken, ""][place + 1]
        two = subject in pack.subjects and {*spoken[place + 2 : place + 3]} & pack.coordinators
        if pack.stem(verb) in verbs and not two:
            beside = {before, following}
            swapped = pack.swaps.get(subject, frozenset())
            if not subject or (subject in pack.subjects and not swapped.isdisjoint(beside)):
                return True
            if subject not in pack.subjects and pack.subjects.isdisjoint(beside):
                return True
    return False
