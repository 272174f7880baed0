"""What a prompt asks, as read: its kind, what it proposes, and its traits."""

from typing import Literal, NamedTuple

from verdict_rules.proposal import Proposal

Kind = Literal[
    "none", "foreign", "ambiguous", "reversed", "finished", "more", "open", "offer", "check",
    "question", "statement",
]  # fmt: skip


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
