"""How the rules tier answers which option a reply picks, and which level it gives."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from verdict.questions import Choice, Reads, Score
from verdict.states import State
from verdict.tiers import Answer, Pass
from verdict.tiers.asks import MAX_ASK, detail_of, known_reason, rendered, reply_of
from verdict_rules import (
    P_RULES,
    Ask,
    Pack,
    Reading,
    answers_yes_no,
    may_turn,
    may_turn_pick,
    pick_option,
    read_ask,
    read_level,
)

_NO_ASK = Pass("not_a_reply", "the question does not ask what a reply picks or gives")
_NO_REPLY = Pass("not_a_reply", "the state holds no reply to read")
_READINGS = frozenset({"confirms", "refuses"})

Read = Callable[[str], Reading]


def answer_choice(
    question: Choice, state: State, packs: tuple[Pack, ...], read: Read
) -> Answer | Pass:
    """Answer with the option that the reply picks; with its yes or no, if that is what is asked.

    Args:
        question: any; one that asks something else is passed on.
        state: what holds the reply.
        packs: the language packs to read with.
        read: reads the yes or no of a reply in that state.
    """
    ask = _ask_of(rendered(question.instructions), question.reads, packs)
    if ask is None:
        return _NO_ASK
    reply = reply_of(state, names_reply=ask.names_reply)
    options = {label: rendered(text) for label, text in question.options.items()}
    answers = answers_yes_no(options, packs=packs)
    if answers and (ask.asks in _READINGS or _vouched(question, packs)):
        return _NO_REPLY if reply is None else _answer_yes_no(question, ask, read(reply), answers)
    if ask.asks in _READINGS:
        return _NO_ASK
    if reply is None:
        return _NO_REPLY
    pick = pick_option(reply, options, state.prompt, packs=packs)
    if pick.option is None:
        return Pass(known_reason(pick.reason), detail_of(pick.unaccounted))
    return _settled(question, pick.option, f"picks {pick.option}: {', '.join(pick.words)}")


def answer_score(question: Score, state: State, packs: tuple[Pack, ...]) -> Answer | Pass:
    """Answer with the level that the reply gives."""
    ask = _ask_of(rendered(question.instructions), question.reads, packs)
    if ask is None or ask.asks in _READINGS:
        return _NO_ASK
    reply = reply_of(state, names_reply=ask.names_reply)
    if reply is None:
        return _NO_REPLY
    level = read_level(reply, question.texts, state.prompt, packs=packs)
    if level.level is None:
        return Pass(known_reason(level.reason), detail_of(level.unaccounted))
    return _settled(
        question, str(level.level), f"gives level {level.level}: {', '.join(level.words)}"
    )


def _ask_of(instructions: str, reads: Reads | None, packs: tuple[Pack, ...]) -> Ask | None:
    return _read_question(instructions, reads, packs) if len(instructions) <= MAX_ASK else None


@lru_cache(maxsize=1024)  # the same few questions are asked all the time
def _read_question(instructions: str, reads: Reads | None, packs: tuple[Pack, ...]) -> Ask | None:
    ask = read_ask(instructions, packs=packs)
    if reads is None:
        return ask
    if ask is not None:
        return replace(ask, names_reply=True)
    return None if may_turn_pick(instructions, packs=packs) else Ask("picks", names_reply=True)


def _vouched(question: Choice, packs: tuple[Pack, ...]) -> bool:
    """Whether the caller says that the question asks for the reply's yes, and no word turns it."""
    return question.reads == "reply" and not may_turn(rendered(question.instructions), packs=packs)


def _answer_yes_no(
    question: Choice, ask: Ask, reading: Reading, answers: tuple[str, str]
) -> Answer | Pass:
    if reading.polarity is None:
        return Pass(known_reason(reading.reason), detail_of(reading.unaccounted))
    if ask.of_act and not reading.proposes:
        return Pass("off_target", "the prompt does not plainly propose what a yes would approve")
    yes = (reading.polarity == "yes") != (ask.asks == "refuses")
    detail = f"plain {reading.polarity}: {', '.join(reading.words)}"
    return _settled(question, answers[0] if yes else answers[1], detail)


def _settled(question: Choice | Score, label: str, detail: str) -> Answer:
    """The distribution with P_RULES on the label, and an equal share of the rest on each other."""
    others = len(question.labels) - 1
    if not others:
        return Answer((1.0,), detail)
    share = round(1 - P_RULES, 12) / others  # of 0.002, not 0.0020000000000000018
    return Answer(
        tuple([P_RULES if other == label else share for other in question.labels]), detail
    )
