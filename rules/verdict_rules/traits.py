"""The traits of a prompt: what a yes or a no, or less, would mean."""

from collections.abc import Sequence

from verdict_rules.asked import Prompt
from verdict_rules.pack import Pack
from verdict_rules.proposal import Proposal, expanded

NEAR = 7  # tokens from either end of a proposal within which its verb and its particle stand


def with_traits(
    prompt: Prompt, tokens: Sequence[str], names: set[str], pack: Pack, words: frozenset[str]
) -> Prompt:
    """Return the prompt with all its traits.

    `tokens` are those of what is asked, `words` those of all of it, and `names` the classes of its
    phrases.
    """
    proposal, offers = prompt.proposal, prompt.kind == "offer"
    may_halt = "does" not in prompt.traits and prompt.kind != "more"
    halts = may_halt and _halts(prompt, tokens, pack, halting="halting" in names)
    may = prompt.kind == "question" and tokens[0] in pack.permitting
    dated = not pack.times.isdisjoint(tokens)
    more = not pack.additional.isdisjoint(tokens)
    more = more and pack.lessening.isdisjoint(tokens) and pack.restricting.isdisjoint(tokens)
    found = {
        "does": not halts and offers and _does(proposal, pack),
        "halts": halts,
        "permits": may and pack.persons.isdisjoint(tokens[1:2]),
        "additional": more,
        "dated": dated,
        "timed": dated or any(map(str.isdigit, words)),
        "gives": _gives(prompt, pack),
        "remains": proposal.first in pack.remaining,
        "concludes": offers and proposal.first in pack.concluding,
        "fact": _is_fact(prompt, tokens, pack),
        "removes": offers and proposal.first in pack.removing,
        "ships": not halts and proposal.first in pack.shipping,
        "approval": _approves(proposal, pack),
        "lettered": "pair" in names,
        "letters": any(len(word) == 1 and _is_a_letter(word, pack) for word in tokens),
    }
    return prompt._replace(
        proposal=proposal._replace(first_needed=True) if halts else proposal,
        traits=prompt.traits.union([trait for trait, is_so in found.items() if is_so]),
        spoken=tuple(expanded(tokens)),
        words=words,
    )


def _is_a_letter(word: str, pack: Pack) -> bool:
    """Whether a word of one character is a letter, and no word."""
    return word.isalpha() and word not in pack.indefinite and word not in pack.persons


def _does(proposal: Proposal, pack: Pack) -> bool:
    """Whether a yes lets something be done and a no prevents it."""
    whole = not proposal.needed and pack.times.isdisjoint(proposal.words)
    return whole and proposal.first in pack.doing


def _approves(proposal: Proposal, pack: Pack) -> bool:
    """Whether a proposal is about an approval, other than one's own."""
    places = [at for at, word in enumerate(proposal.words) if pack.approving.match(word)]
    return any(not at or proposal.words[at - 1] not in pack.persons for at in places)


def _is_fact(prompt: Prompt, tokens: Sequence[str], pack: Pack) -> bool:
    """Whether a question asks what is or was so, and not what may or should be."""
    return (
        prompt.kind == "question"
        and tokens[0] in pack.auxiliaries
        and tokens[0] not in pack.permitting
        and tokens[0] not in pack.willing
    )


def _gives(prompt: Prompt, pack: Pack) -> bool:
    """Whether what is offered brings the thing, so that not to want it is to refuse."""
    proposal, first = prompt.proposal, prompt.proposal.first
    if proposal.lessens(pack):
        return False
    if first in pack.giving_away:
        return not pack.addressees.isdisjoint(proposal.words[1:2])
    known = first in pack.doing or first in pack.bringing or first in pack.acquiring
    named = "verbal" not in prompt.traits and first not in pack.proposable
    return known or (named and not prompt.traits.isdisjoint({"yours", "bare"}))


def _halts(prompt: Prompt, tokens: Sequence[str], pack: Pack, *, halting: bool) -> bool:
    """Whether what is proposed is to stop, to refuse or to take away, at its beginning or end."""
    proposal = prompt.proposal
    if prompt.kind == "check":
        if proposal.first not in tokens:
            return False
        tokens = tokens[tokens.index(proposal.first) :]
    if prompt.kind == "offer" and not pack.negators.isdisjoint(proposal.words):
        return True  # "tell Tom that you won't join"
    if not halting and not pack.turns(tokens):
        return False
    reason = next((place for place, word in enumerate(tokens) if word in pack.reasons), 0)
    tokens = tokens[: reason or len(tokens)]
    heads = {*tokens[:NEAR], *tokens[-NEAR:]}
    near = [phrase for phrase in pack.prompt.search(tokens) if phrase.name == "halting"]
    return any(tokens[phrase.start] in heads for phrase in near) or pack.turns(heads - pack.links)
