"""The guard of the rules tier: what the instructions of a question ask."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from verdict_rules.loading import in_force
from verdict_rules.normalise import normalise
from verdict_rules.pack import Pack
from verdict_rules.prompt import read_prompt

MAX_CHARACTERS = 600  # longer instructions say more than any form that is known
# Classes of phrases that may turn a question round, so that its yes is not the reply's.
_TURNING_PROMPT = {"negative", "reversed", "either_or", "halting"}
_TURNING_REPLY = {"no", "not_now", "denies", "short_no", "rejects", "refuses", "halts", "mixed"}
Asks = Literal["confirms", "refuses", "picks", "rates"]
_ASKS: dict[str, tuple[Asks, bool]] = {
    "confirms": ("confirms", False),
    "refuses": ("refuses", False),
    "approves": ("confirms", True),
    "declines": ("refuses", True),
    "picks": ("picks", False),
    "rates": ("rates", False),
}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about what the judged text says.

    `asks` is what P(true) means: that the text confirms, or that it refuses; or that the question
    is no yes/no question, but asks which option the text picks, or which level it rates with.
    `names_reply` says
    that the instructions call the judged text a reply, an answer or a response. `of_act` says that
    the question is about an act, to approve or to decline, and not about a yes or a no: the two
    are the same only after a prompt that proposes to do something.
    """

    asks: Asks
    names_reply: bool
    of_act: bool = False


def read_ask(instructions: str, *, packs: Sequence[Pack] | None = None) -> Ask | None:
    """Return what `instructions`, read whole, ask of a reply; None when they ask something else.

    Sentences that only say who asked and who answered may come before the one question. One word
    too many, a negation or a second question makes the answer None.
    """
    if len(instructions) > MAX_CHARACTERS:
        return None
    found = {ask for pack in in_force(packs) if (ask := _read(instructions, pack)) is not None}
    return found.pop() if len(found) == 1 else None


def may_turn(text: str, *, packs: Sequence[Pack] | None = None) -> bool:
    """Return whether `text` may turn a question round: by a negation, a refusal, an "or".

    For a question whose caller vouches that it asks what the reply says, in words that `read_ask`
    does not know: without such a word, its yes is the reply's yes. Of several packs that read
    the text, one that finds such a word is enough; a text that none reads may turn it.
    """
    if not text or text.isspace():
        return False
    reading = _reading(text, packs)
    return not reading or any(_turns(text, pack) for pack in reading)


def may_turn_pick(text: str, *, packs: Sequence[Pack] | None = None) -> bool:
    """Return whether `text` may ask for something else than what a reply picks or rates with.

    For a question whose caller vouches that it asks that, in words that `read_ask` does not know.
    Alternatives do not turn it, as they do a yes/no question. A text that no pack with the part
    for options reads may turn it.
    """
    if not text or text.isspace():
        return False
    reading = _reading(text, packs)
    return not any(pack.choosing for pack in reading) or any(
        _turns_pick(text, pack) for pack in reading
    )


def may_approve(text: str, *, packs: Sequence[Pack] | None = None) -> bool:
    """Return whether `text` has a word by which a question asks for a yes to something.

    For a question that `read_ask` does not know: where no word turns it round either, a reply that
    is no plain yes is no answer to it that somebody may act on.
    """
    folded = text.casefold()
    return any(pack.approving.search(folded) for pack in in_force(packs))


def _reading(text: str, packs: Sequence[Pack] | None) -> list[Pack]:
    """Return the packs that read a question; none reads one that is too long."""
    if len(text) > MAX_CHARACTERS:
        return []
    return [pack for pack in in_force(packs) if read_prompt(text, pack).kind != "foreign"]


def _turns(text: str, pack: Pack, phrases: set[str] = _TURNING_PROMPT) -> bool:
    tokens = normalise(text, pack.rewrites).tokens
    asked = {phrase.name for phrase in pack.prompt.search(tokens)}
    said = {phrase.name for phrase in pack.reply.search(tokens)}
    return pack.turns(tokens) or bool(asked & phrases or said & _TURNING_REPLY)


def _turns_pick(text: str, pack: Pack) -> bool:
    tokens = normalise(text, pack.rewrites).tokens
    unpicking = pack.choosing.unpicking if pack.choosing else ()
    return any(token.startswith(unpicking) for token in tokens) or _turns(
        text, pack, _TURNING_PROMPT - {"either_or"}
    )


def _read(instructions: str, pack: Pack) -> Ask | None:
    if instructions.lstrip().startswith("!"):
        return None
    tokens = list(normalise(instructions, pack.rewrites).tokens)
    names: list[str] = []
    position = 0
    while position < len(tokens):
        name, end = pack.ask.longest(tokens, position)
        if name is None or (end < len(tokens) and tokens[end] not in {".", "?"}):
            return None
        names.append(name)
        position = end + 1
    if not names or set(names[:-1]) - {"framing"}:
        return None
    names_reply = any(
        pack.reply_nouns.longest(tokens, position)[0] for position in range(len(tokens))
    )
    if names[-1] not in _ASKS:
        return None
    asks, of_act = _ASKS[names[-1]]
    return Ask(asks, names_reply, of_act)
