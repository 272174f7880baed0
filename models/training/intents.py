"""Training decisions from raw material: utterances with intents, and turns of dialogues."""

import random
import tomllib
from collections import defaultdict
from typing import Any

from examples import NONE, Example, varied
from sources import HERE, Row, Source
from written import Decision

HWU64: dict[str, list[str]] = tomllib.loads((HERE / "hwu64_intents.toml").read_text())


def hwu64(found: list[Row]) -> Source:
    """Return choices between intents, near misses among them, and yes/no questions about one."""
    scenarios: dict[str, list[str]] = defaultdict(list)
    for intent, scenario in sorted({(row["intent"], row["scenario"]) for row in found}):
        scenarios[scenario].append(intent)
    intents = sorted({row["intent"] for row in found})

    def one(draw: random.Random) -> Example:
        row = draw.choice(found)
        near = [i for i in scenarios[row["scenario"]] if i != row["intent"]]
        if draw.random() < 0.35:
            return _about(row, near, intents, draw)
        number = draw.randint(2, 9)
        others = [i for i in intents if i != row["intent"] and i not in near]
        wrong = near[: number // 2] + draw.sample(others, number)
        wrong = wrong[:number]
        return intent_choice(
            row["utterance"], _intent(row["intent"]), [_intent(i) for i in wrong], draw
        )

    return one


def _intent(name: str) -> tuple[str, str]:
    return name, HWU64[name][0]


def intent_choice(
    text: str, right: tuple[str, str], wrong: list[tuple[str, str]], draw: random.Random
) -> Example:
    """Return a choice between intents; one in eight lacks the right one and has "none" instead."""
    questions = (
        "Which intent does the user's message have?",
        "What does the user want?",
        "What is the message about?",
        "Which of these is asked for?",
    )
    none = draw.choice(NONE)
    chance = draw.random()
    if chance < 0.12:
        options, answer = [*wrong, none], len(wrong)
    elif chance < 0.5:
        options, answer = [right, *wrong, none], 0
    else:
        options, answer = [right, *wrong], 0
    item = Decision("choice", "", "", text, draw.choice(questions), tuple(options), answer)
    return varied(item, draw)


def _about(row: Row, near: list[str], intents: list[str], draw: random.Random) -> Example:
    yes = draw.random() < 0.5
    other = draw.choice(near if near and draw.random() < 0.6 else intents)
    intent = row["intent"] if yes else other
    yes = intent == row["intent"]
    _, wants, about = HWU64[intent]
    forms = [
        (f"Does the user want to {wants}?", yes),
        (f"Is the message about {about}?", yes),
        (f"The user wants to {wants}.", yes),
        (f"Is this about something other than {about}?", not yes),
        (f"Is {about} not what this is about?", not yes),
        (f"Does this have nothing to do with {about}?", not yes),
        (f"The user does not want to {wants}.", not yes),
        (f"Is the request: {HWU64[intent][0].lower()}?", yes),
    ]
    question, answer = draw.choice(forms)
    return Example("noul", row["utterance"], question, (), int(answer))


def sgd(turns: list[Row], schema: dict[str, Any]) -> Source:
    """Return questions about what a turn of a dialogue does, names or is about."""
    stated = [row for row in turns if row["intent"] in schema[row["service"]]["intents"]]

    def one(draw: random.Random) -> Example:
        chance = draw.random()
        if chance < 0.4:
            return _sgd_intent(draw.choice(stated), schema, draw)
        if chance < 0.7:
            return _sgd_slot(draw.choice(turns), schema, draw)
        return _sgd_act(draw.choice(turns), draw)

    return one


def _sgd_intent(row: Row, schema: dict[str, Any], draw: random.Random) -> Example:
    def one(service: str, intent: str) -> tuple[str, str]:
        return intent, draw.choice(schema[service]["intents"][intent])

    own = row["service"]
    right = one(own, row["intent"])
    near = [one(own, name) for name in schema[own]["intents"] if name != row["intent"]]
    kind = own.partition("_")[0]
    far = [
        one(service, name)
        for service, content in schema.items()
        if service.partition("_")[0] != kind
        for name in content["intents"]
    ]
    wrong = near + draw.sample(far, draw.randint(1, 7))
    text = _turn(row) if draw.random() < 0.3 else row["utterance"]
    if draw.random() < 0.4:
        yes = draw.random() < 0.5
        about = right if yes else draw.choice(wrong)
        asked = draw.choice(
            (
                ("Does the user want this: {}?", False),
                ("Is the request to {}?", False),
                ("The user asks to: {}.", False),
                ("Is something else asked for than this: {}?", True),
                ("The user does not ask to: {}.", True),
            )
        )
        shown = about[1][0].lower() + about[1][1:]
        return Example("noul", text, asked[0].format(shown), (), int(yes != asked[1]))
    return intent_choice(text, right, wrong, draw)


def _sgd_slot(row: Row, schema: dict[str, Any], draw: random.Random) -> Example:
    slots = schema[row["service"]]["slots"]
    said = {slot for act, slot, _ in row["acts"] if act == "INFORM" and slot in slots}
    asked = {slot for act, slot, _ in row["acts"] if act == "REQUEST" and slot in slots}
    wanted = asked if asked and draw.random() < 0.5 else said
    rest = [slot for slot in slots if slot not in said | asked]
    yes = bool(wanted) and draw.random() < 0.5
    if not rest and not yes:
        return _sgd_act(row, draw)
    text = draw.choice(slots[draw.choice(sorted(wanted) if yes else rest)])
    shown = text[0].lower() + text[1:]
    form = (
        ("Does the user ask for this: {}?", "Is the user asking about {}?")
        if wanted is asked and wanted
        else ("Does the user give this: {}?", "The user says something about {}.")
    )
    return Example("noul", _turn(row), draw.choice(form).format(shown), (), int(yes))


_ACTS = {
    "AFFIRM": ("Does the user confirm?", "Does the user say yes?"),
    "AFFIRM_INTENT": ("Does the user accept the offer?", "Does the user say yes?"),
    "NEGATE": ("Does the user say that it is wrong?", "Does the user say no?"),
    "NEGATE_INTENT": ("Does the user decline the offer?", "Does the user say no?"),
    "REQUEST": ("Does the user ask for information?", "Does the reply contain a question?"),
    "REQUEST_ALTS": ("Does the user want to see something else?", "Is the user asking for others?"),
    "INFORM": ("Does the user give details?", "Does the user say something specific?"),
    "SELECT": ("Does the user take what was offered?", "Is the suggestion accepted?"),
    "THANK_YOU": ("Does the user say thanks?", "Is there a thank-you?"),
    "GOODBYE": ("Does the user say goodbye?", "Is the user ending the conversation?"),
}
# Acts whose questions a turn may answer with yes by another act as well.
_ALIKE = {
    "AFFIRM": {"AFFIRM_INTENT", "SELECT"},
    "AFFIRM_INTENT": {"AFFIRM", "SELECT"},
    "NEGATE": {"NEGATE_INTENT", "REQUEST_ALTS"},
    "NEGATE_INTENT": {"NEGATE", "THANK_YOU", "GOODBYE"},
    "SELECT": {"AFFIRM", "AFFIRM_INTENT"},
    "REQUEST": {"REQUEST_ALTS", "INFORM_INTENT"},
    "REQUEST_ALTS": {"REQUEST"},
    "INFORM": {"INFORM_INTENT", "SELECT"},
    "GOODBYE": {"THANK_YOU", "NEGATE_INTENT"},
}


def _sgd_act(row: Row, draw: random.Random) -> Example:
    done = {act for act, _, _ in row["acts"]}
    known = sorted(done & set(_ACTS))
    absent = [act for act in _ACTS if act not in done and not (_ALIKE.get(act, set()) & done)]
    yes = bool(known) and (not absent or draw.random() < 0.5)
    act = draw.choice(known if yes else absent)
    return Example("noul", _turn(row), draw.choice(_ACTS[act]), (), int(yes))


def _turn(row: Row) -> str:
    return (
        f"prompt: {row['prompt']}\nreply: {row['utterance']}" if row["prompt"] else row["utterance"]
    )
