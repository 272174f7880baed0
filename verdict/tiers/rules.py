"""The first tier: deterministic readers that account for every word of a reply, or pass.

A reader may speak only when there is a reply to read and the question asks what that reply says.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Literal

from verdict.deadlines import Deadline
from verdict.errors import SettingsError
from verdict.questions import Choice, Noul, Question, Reads
from verdict.settings import Settings
from verdict.states import State
from verdict.tiers import Answer, Pass
from verdict.tiers.asks import MAX_ASK, detail_of, known_reason, rendered, reply_of
from verdict.tiers.picks import answer_choice, answer_score
from verdict_rules import (
    P_RULES,
    Ask,
    Pack,
    PackError,
    Reading,
    load_packs,
    may_approve,
    may_turn,
    read_ask,
    read_reply,
    rules_sha256,
)

Packs = tuple[Pack, ...]
_P_OTHER = round(1 - P_RULES, 12)  # 0.002, not 0.0020000000000000018
_TRUE = (P_RULES, _P_OTHER)
_FALSE = (_P_OTHER, P_RULES)
# What is said of true and of false where nothing needs saying.
_SAYS_NOTHING = {("yes", "no"), ("true", "false"), ("yes", ""), ("true", "")}


class RulesTier:
    """Settles what a plain reply says: its yes or no, the option it picks, the level it gives."""

    name = "rules"
    workers = 0
    trusted = True

    def __init__(self, packs: tuple[Pack, ...] | None = None) -> None:
        """Read with `packs`, or the shipped ones for None; they load now."""
        self.packs = load_packs() if packs is None else packs
        self.fingerprint = rules_sha256(self.packs)

    def answer(self, question: Question, state: State, deadline: Deadline) -> Answer | Pass:
        """Read the whole reply; see `verdict.tiers.Tier`."""
        del deadline  # a reading is over before a clock could tell
        if isinstance(question, Choice):
            return answer_choice(
                question, state, self.packs, lambda reply: self._read(reply, state)
            )
        if not isinstance(question, Noul):
            return answer_score(question, state, self.packs)
        ask = _ask_of(question, self.packs)
        if ask is None:
            not_a_yes = _asks_for_a_yes(question, self.packs) or (
                state.reply is not None
                and _may_ask_for_a_yes(question, self.packs)
                and self._read(state.reply, state).polarity != "yes"
            )
            detail = "the question does not ask what a reply says"
            return Pass("not_a_reply", detail, not_a_yes=not_a_yes)
        not_a_yes = ask.asks == "confirms"
        reply = reply_of(state, names_reply=ask.names_reply)
        if reply is None:
            return Pass("not_a_reply", "the state holds no reply to read", not_a_yes=not_a_yes)
        reading = self._read(reply, state)
        if reading.polarity is None:
            detail = detail_of(reading.unaccounted)
            return Pass(known_reason(reading.reason), detail, not_a_yes=not_a_yes)
        if ask.of_act and not reading.proposes:
            detail = "the prompt does not plainly propose what a yes would approve"
            return Pass("off_target", detail, not_a_yes=not_a_yes)
        is_true = _means_true(reading.polarity, ask)
        return Answer(
            _TRUE if is_true else _FALSE, f"plain {reading.polarity}: {', '.join(reading.words)}"
        )

    def _read(self, reply: str, state: State) -> Reading:
        reading = state.memo.get(self.name)
        if not isinstance(reading, Reading):
            reading = state.memo[self.name] = read_reply(reply, state.prompt, packs=self.packs)
        return reading


def build(settings: Settings) -> RulesTier:
    """Build the tier; raises SettingsError for a folder of packs that cannot be used."""
    try:
        return RulesTier(load_packs(settings.rules.packs))
    except PackError as error:
        raise SettingsError(f"rules.packs: {error}") from error


def _ask_of(question: Noul, packs: Packs) -> Ask | None:
    """What P(true) means, if the question asks what the reply says."""
    instructions, true, false = question.instructions, question.true, question.false
    if isinstance(instructions, str) and true is None and false is None:
        if len(instructions) > MAX_ASK:
            return None
        return _read_question(instructions, "", "", question.reads, packs)
    texts = [rendered(text) for text in (instructions, true, false)]
    if tuple(text.strip(" .").casefold() for text in texts[1:]) in _SAYS_NOTHING:
        texts[1:] = "", ""
    if len(texts[0]) + len(texts[1]) + len(texts[2]) > MAX_ASK:
        return None
    return _read_question(*texts, question.reads, packs)


@lru_cache(maxsize=1024)  # the same few questions are asked all the time
def _read_question(
    instructions: str, true: str, false: str, reads: Reads | None, packs: Packs
) -> Ask | None:
    ask = read_ask(instructions, packs=packs)
    if ask is not None and ask.asks not in {"confirms", "refuses"}:
        ask = None
    if reads is None:
        return None if true or false else ask
    if (true or false) and ((ask and ask.asks == "refuses") or may_turn(true, packs=packs)):
        return None
    if ask is None and may_turn(instructions, packs=packs):
        return None
    return replace(ask, names_reply=True) if ask else Ask("confirms", names_reply=True)


def _may_ask_for_a_yes(question: Noul, packs: Packs) -> bool:
    """Whether the question may ask for permission, in words that are not read whole."""
    texts = [rendered(text) for text in (question.instructions, question.true)]
    # What is too long to be read may have any word in it, and one that turns it proves nothing.
    return any(may_approve(text, packs=packs) for text in texts) and not any(
        _may_turn(text, packs=packs) for text in texts if len(text) <= MAX_ASK
    )


_may_turn = lru_cache(maxsize=1024)(may_turn)


def _asks_for_a_yes(question: Noul, packs: Packs) -> bool:
    """Whether the question asks if a reply confirms, whatever else it says of true and false."""
    if question.reads == "reply":  # true means yes, as the caller says
        return True
    instructions = rendered(question.instructions)
    # Clients of protocols without criteria write them below the question.
    asked = instructions.partition("\n\n")[0]
    ask = None if len(asked) > MAX_ASK else _read_question(asked, "", "", None, packs)
    return ask is not None and ask.asks == "confirms"


def _means_true(polarity: Literal["yes", "no"], ask: Ask) -> bool:
    return (polarity == "yes") == (ask.asks == "confirms")
