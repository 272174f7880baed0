"""The traits of a prompt: what a yes or a no, or less, would mean."""

from collections.abc import Sequence
from itertools import pairwise

from verdict_rules.asked import Prompt
from verdict_rules.pack import Pack
from verdict_rules.proposal import expanded

NEAR = 7  # tokens from either end of a proposal within which its verb and its particle stand


def with_traits(
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
