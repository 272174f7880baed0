"""Where the reader's training decisions come from: labelled rows, raw material, written decisions.

Every source is a function of a random generator that returns one example.
"""

import gzip
import json
import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from examples import NONE, OPAQUE, TEMPLATE, Example, varied, which_holds
from written import Decision

from verdict_models.wording import means_none, option_text

HERE = Path(__file__).parent
WORDS: dict[str, Any] = tomllib.loads((HERE / "wordings.toml").read_text())
HWU64: dict[str, list[str]] = tomllib.loads((HERE / "hwu64_intents.toml").read_text())

Source = Callable[[random.Random], Example]
TOGETHER = 3
Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """Return the lines of a gzipped JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def decision(row: Row) -> Decision:
    """Return a labelled row as a decision."""
    state, question = row["state"], row["question"]
    text = state if isinstance(state, str) else "\n".join(f"{k}: {v}" for k, v in state.items())
    kind, criteria = question["type"], question["criteria"] or {}
    if kind == "noul":
        options, answer = (), int(row["label"] is True)
    elif kind == "score":
        options = tuple((criteria[str(i)], "") for i in range(len(criteria)))
        answer = int(row["label"])
    else:
        options = tuple(criteria.items())
        answer = list(criteria).index(row["label"])
    return Decision(
        kind, row["source"], row["meta"]["group"], text, question["instructions"], options, answer
    )


def written(decisions: list[Decision]) -> Source:
    """Return written decisions, a few of one block after another.

    What belongs together differs by little and is answered differently: seen side by side, it
    shows what the answer depends on. Now and then a block's statements become a choice.
    """
    blocks: dict[str, list[Decision]] = defaultdict(list)
    for item in decisions:
        blocks[item.group].append(item)
    names, sizes = list(blocks), [len(block) for block in blocks.values()]
    waiting: list[Decision] = []

    def one(draw: random.Random) -> Example:
        if not waiting:
            block = blocks[draw.choices(names, sizes)[0]]
            waiting.extend(draw.sample(block, min(len(block), TOGETHER)))
        item = waiting.pop()
        if item.kind == "noul" and draw.random() < 0.1:
            found = which_holds(blocks[item.group], draw)
            if found is not None:
                return found
        return varied(item, draw)

    return one


def elsewhere(decisions: list[Decision]) -> Source:
    """Return what holds of a state, asked of it or of another state, of which it does not hold."""
    blocks: dict[str, list[Decision]] = defaultdict(list)
    for item in decisions:
        blocks[item.group].append(item)
    # Only where questions belong to one state does a question say what the state is.
    own = [
        [item for item in block if item.answer]
        for block in blocks.values()
        if len({item.state for item in block}) == 1 and len(block) > 1
    ]
    own = [block for block in own if block]

    def one(draw: random.Random) -> Example:
        here, yes = draw.choice(own), draw.random() < 0.5
        item = draw.choice(here if yes else draw.choice(own))
        yes = item.group == here[0].group
        state = here[0].state
        return varied(Decision("noul", "", "", state, item.question, (), int(yes)), draw)

    return one


def options(decisions: list[Decision]) -> Source:
    """Return whether an option fits, from choices: the right one, or a wrong one."""
    usable = [
        (item, right, wrong)
        for item in decisions
        if (right := _claim(item.options[item.answer]))
        and (
            wrong := [c for i, o in enumerate(item.options) if i != item.answer if (c := _claim(o))]
        )
    ]

    def one(draw: random.Random) -> Example:
        item, right, wrong = draw.choice(usable)
        yes = draw.random() < 0.5
        form, turned = draw.choice(_FITS)
        asked = form.format(right if yes else draw.choice(wrong))
        if draw.random() < 0.15:
            asked = f"{item.question} {asked}"
        answer = int(yes != turned)
        return varied(Decision("noul", "", "", item.state, asked, (), answer), draw)

    return one


_FITS = (
    ("Does this fit: {}?", False),
    ("Is this the case: {}?", False),
    ("Is it right to say: {}?", False),
    ("{}?", False),
    ("{}.", False),
    ("Can it be described so: {}?", False),
    ("Does this not fit: {}?", True),
    ("Is it something other than this: {}?", True),
    ("Would it be wrong to say: {}?", True),
    ("Is this untrue of it: {}?", True),
    ("Does it have nothing to do with this: {}?", True),
    ("Not {}.", True),
    ("It is something else than: {}.", True),
    ("Would it be a mistake to file it under this: {}?", True),
    ("Does the text have to do with this: {}?", False),
    ("Would one file it under this: {}?", False),
    ("It belongs here: {}.", False),
)


def _claim(option: tuple[str, str]) -> str | None:
    label, about = option
    if means_none(label, about) or (not about and OPAQUE.fullmatch(label)):
        return None
    return (about or option_text(label, None, TEMPLATE)).rstrip(".?!")


def made(kinds: Mapping[str, Callable[[random.Random], tuple[str, str, bool]]]) -> Source:
    """Return generated questions, each kind as often as the others."""
    names = sorted(kinds)

    def one(draw: random.Random) -> Example:
        name = draw.choice(names)
        state, question, answer = kinds[name](draw)
        return varied(Decision("noul", name, name, state, question, (), int(answer)), draw)

    return one


def circa(found: list[Row]) -> Source:
    """Return indirect answers, asked as they were, in other words, or as a choice."""
    yes_no = [row for row in found if isinstance(row["label"], bool)]
    middle = [row for row in found if row["label"] in ("conditional", "middle")]

    def one(draw: random.Random) -> Example:
        if draw.random() < 0.12:
            row = draw.choice(middle if draw.random() < 0.3 else yes_no)
            answer = 2 if isinstance(row["label"], str) else int(not row["label"])
            return _answer_choice(decision(row).state, answer, draw)
        row = draw.choice(yes_no)
        item, chance = decision(row), draw.random()
        if chance < 0.55:
            return varied(item, draw)
        wordings, turned = (WORDS["means_yes"], 0) if chance < 0.8 else (WORDS["means_no"], 1)
        return Example("noul", item.state, draw.choice(wordings), (), item.answer ^ turned)

    return one


def _answer_choice(state: str, answer: int, draw: random.Random) -> Example:
    labels = draw.choice(WORDS["answer_labels"])
    texts = draw.choice([*WORDS["answer_descriptions"], ["", "", ""]])
    options = [option_text(a, b or None, TEMPLATE) for a, b in zip(labels, texts, strict=True)]
    number = 3 if answer == 2 or draw.random() < 0.7 else 2
    order = draw.sample(range(number), number)
    shown = tuple(options[i] for i in order)
    return Example("choice", state, draw.choice(WORDS["answer_choice"]), shown, order.index(answer))


def replies(found: list[Row]) -> Source:
    """Return replies that agree, refuse or have content, by the label that the row has."""
    by_label: dict[str, list[Row]] = defaultdict(list)
    for row in found:
        by_label[row["label"]].append(row)
    labels = sorted(by_label)

    def one(draw: random.Random) -> Example:
        row = draw.choice(by_label[draw.choice(labels)])
        item = decision(row)
        if draw.random() < 0.6:
            return varied(item, draw)
        options = tuple((label, draw.choice(WORDS[f"reply_{label}"])) for label, _ in item.options)
        question = draw.choice(WORDS["reply_question"])
        other = Decision("choice", "", "", item.state, question, options, item.answer)
        if draw.random() < 0.3 and item.options[item.answer][0] != "unsure":
            text = options[draw.randrange(len(options))]
            asked = f"Does this hold of the reply: {text[1][0].lower()}{text[1][1:]}?"
            return Example("noul", item.state, asked, (), int(text == options[item.answer]))
        return varied(other, draw)

    return one


def injection(found: list[Row]) -> Source:
    """Return attacks and harmless messages in equal parts, asked in many words."""
    halves = [[row for row in found if row["label"] is label] for label in (False, True)]

    def one(draw: random.Random) -> Example:
        item = decision(draw.choice(draw.choice(halves)))
        chance = draw.random()
        if chance < 0.6:
            return varied(item, draw)
        if chance < 0.85:
            return Example("noul", item.state, draw.choice(WORDS["injection"]), (), item.answer)
        return Example("noul", item.state, draw.choice(WORDS["harmless"]), (), 1 - item.answer)

    return one


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
