import json
import math
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from verdict import Cascade, Choice, Noul, Score, Settings
from verdict.settings import RulesSettings

PROMPT = "Shall I create the listing?"
CONFIRMS = "Does the reply confirm?"

Client = TestClient[Any]


def test_a_postponed_refusal_is_a_no_from_the_rules(real: Client) -> None:
    """The first word and the rest say no; the tier, the words and the time are told."""
    request = {
        "state": {"prompt": PROMPT, "reply": "No, create it later"},
        "questions": {"go": {"type": "noul", "instructions": CONFIRMS}},
    }
    body = real.post("/v1/verdicts", json=request).json()
    verdict = body["verdicts"][0]["go"]
    assert verdict["p_true"] == pytest.approx(0.002)
    assert (verdict["tier"], verdict["settled"]) == ("rules", True)
    assert body["usage"] == {"input_tokens": 0, "output_tokens": 0}


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("Keep this private please", "content"),
        ("yes, but not now", "conditional"),
        ("sure later", "conditional"),
        ("are you sure?", "asks_back"),
        ("yes and no", "mixed"),
        ("maybe", "hedged"),
        ("pourquoi pas", "unknown_words"),
        ("", "empty"),
    ],
)
def test_what_is_no_plain_yes_or_no_is_answered_by_the_model(
    cascade: Cascade, reply: str, reason: str
) -> None:
    """The rules pass with their reason, the model answers, and nobody vouches for it."""
    verdict = cascade.decide({"prompt": PROMPT, "reply": reply}, Noul(CONFIRMS))
    assert [(s.tier, s.reason) for s in verdict.trace] == [
        ("rules", reason),
        ("model", "uncalibrated"),
    ]
    assert (verdict.tier, verdict.settled) == ("model", False)
    assert verdict.p_true < 0.5


@pytest.mark.parametrize(
    ("state", "question"),
    [
        ("yes", Noul("Is this message spam?")),
        ({"reply": "yes"}, Noul("Is the reply polite?")),
        ("yes", Noul("Does the user agree?")),
        ({"message": "yes"}, Noul("Does the user agree?")),
        ({"reply": "yes"}, Noul(CONFIRMS, true="The writer is polite")),
        ({"question": "Anything else?", "reply": "yes"}, Noul(CONFIRMS)),
        ({"messages": ["Do you mind?"], "reply": "yes"}, Noul(CONFIRMS)),
        ({"reply": "yes"}, Noul(CONFIRMS, true="The user refuses", reads="reply")),
        ({"reply": "yes"}, Noul("Did they decline?", true="accepts", false="no", reads="reply")),
        ({"reply": "yes"}, Noul("The user refuses the offer", reads="reply")),
        ({"reply": "yes"}, Noul("Czy użytkownik odmawia?", reads="reply")),
        ({"reply": {"text": "yes"}}, Noul(CONFIRMS)),
        ({"reply": "no"}, Noul("Is the user against it?", reads="reply")),
        ({"reply": "no"}, Noul("Would the user not want it?", reads="reply")),
        ({"reply": "no"}, Noul("Will they reject this?", reads="reply")),
        ({"reply": "no"}, Noul(None, true="The user says no", reads="reply")),
        ({"reply": "yes"}, Score("How sure is the reply?", ["unsure", "sure"])),
    ],
)
def test_the_rules_speak_only_of_what_a_reply_says(
    cascade: Cascade, state: Any, question: Noul | Choice | Score
) -> None:
    """Without a reply to read, or with a question about something else, they pass."""
    verdict = cascade.decide(state, question)
    assert verdict.trace[0].reason == "not_a_reply"
    assert verdict.tier == "model"


@pytest.mark.parametrize(
    ("state", "question", "p_true"),
    [
        ("yes", Noul("Is the answer yes?"), 0.998),
        ("yes", Noul("May I?", reads="reply"), 0.998),
        ({"reply": "yes"}, Noul("Does the reply refuse?"), 0.002),
        ({"reply": "yes"}, Noul("Did the customer decline?", reads="reply"), 0.002),
        ({"reply": "no"}, Noul(None, true="Go", false="Do not go", reads="reply"), 0.002),
        ({"reply": "no thanks"}, Noul("Does the reply refuse?"), 0.998),
        ({"reply": [{"type": "text", "text": "yes"}]}, Noul(CONFIRMS), 0.998),
        ({"prompt": None, "reply": "yes"}, Noul(CONFIRMS), 0.998),
    ],
)
def test_the_rules_answer_in_the_question_s_direction(
    cascade: Cascade, state: Any, question: Noul, p_true: float
) -> None:
    """A question about refusing is answered the other way round."""
    verdict = cascade.decide(state, question)
    assert verdict.p_true == pytest.approx(p_true)
    assert verdict.tier == "rules"


def test_the_order_of_the_options_changes_nothing(cascade: Cascade) -> None:
    """In all orders each option keeps its probability to the last bit."""
    options = {"billing": "invoices", "technical": "hardware and outages", "sales": None}
    seen = {
        tuple(sorted(cascade.decide("The printer is on fire", Choice("Team?", dict(order)))
                     .distribution.items()))
        for order in permutations(options.items())
    }  # fmt: skip
    assert len(seen) == 1


def test_a_text_beyond_the_model_s_limit_is_not_cut_in_silence(cascade: Cascade) -> None:
    """100 kB of agreement with a refusal at the end is answered by nobody, and not as a yes."""
    reply = "Yes please. " * 9000 + "NO. I refuse."
    verdict = cascade.decide({"reply": reply}, Noul(CONFIRMS))
    assert verdict.trace[-1].reason == "too_long"
    assert verdict.tier is None
    assert verdict.p_true == pytest.approx(0.499)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
TEXT = st.text(max_size=20) | st.sampled_from(["yes", "no", CONFIRMS, "\ud800", "\x00", "\u202e"])
CONTENT = TEXT | JSON
QUESTION = st.fixed_dictionaries(
    {"type": st.sampled_from(["noul", "choice", "score", "box"])},
    optional={
        "instructions": CONTENT,
        "criteria": st.dictionaries(TEXT, CONTENT, max_size=5)
        | st.lists(CONTENT, max_size=12)
        | st.dictionaries(st.sampled_from(["true", "false"]), CONTENT)
        | JSON,
        "reads": st.sampled_from(["reply", "state", None]),
    },
)
NAMED = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9)
ASKABLE = st.one_of(
    st.builds(lambda text: {"type": "noul", "instructions": text}, NAMED),
    st.builds(
        lambda options: {"type": "choice", "criteria": options},
        st.dictionaries(NAMED, NAMED | st.none(), min_size=1, max_size=6),
    ),
    st.builds(
        lambda levels: {"type": "score", "criteria": levels},
        st.lists(NAMED, min_size=2, max_size=10, unique=True),
    ),
)
STATE = CONTENT | st.fixed_dictionaries({"reply": CONTENT}, optional={"prompt": JSON})
QUESTIONS = st.dictionaries(NAMED, ASKABLE, min_size=1, max_size=3)
REQUEST = st.one_of(
    st.fixed_dictionaries({"state": NAMED, "questions": QUESTIONS}),
    st.fixed_dictionaries({"state": STATE, "questions": QUESTIONS}),
    st.fixed_dictionaries({"state": STATE, "questions": st.dictionaries(TEXT, QUESTION) | JSON}),
    JSON,
)


@pytest.mark.parametrize("route", ["/v1/verdicts", "/v1/systemone"])
@given(request=REQUEST)
@settings(max_examples=200, deadline=None)
def test_anything_gets_a_valid_distribution_or_a_clear_4xx(
    real: Client, route: str, request: Any
) -> None:
    """Random states, questions and Unicode: never a 5xx, never numbers that are no distribution."""
    response = real.post(route, content=json.dumps(request).encode())
    event(f"status {response.status_code}")
    assert response.status_code in (200, 400, 422)
    body = response.json()
    if response.status_code != 200:
        assert body["detail"]
        return
    if route == "/v1/verdicts":
        distributions = [v["distribution"] for v in body["verdicts"][0].values()]
    else:
        answers = body["answers"].values()
        distributions = [
            {"true": a["noul"], "false": 1 - a["noul"]}
            if a["type"] == "noul"
            else a["probabilities"]
            for a in answers
        ]
    assert len(distributions) == len(request["questions"])
    for distribution in distributions:
        assert all(0 <= p <= 1 for p in distribution.values())
        assert math.isclose(math.fsum(distribution.values()), 1, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("prompt", "reply", "instructions"),
    [
        ("Shall I reject the request?", "Yes", "Did the user approve the request?"),
        ("Shall I reject the request?", "Yes", "Approved?"),
        ("Should I turn down the offer?", "Yes", "Did the user accept the offer?"),
        ("Do you want to cancel?", "Yes", "Did the user reject the offer?"),
        ("Shall I withdraw the offer?", "no", "Did the user reject the offer?"),
        ("Should we scrap the plan?", "Yes", "Did the user agree to the plan?"),
        ("Shall I block the action?", "Yes", "Is the action approved?"),
        ("Shall I cancel the booking?", "Yes", "Is it confirmed?"),
        ("Is your name Bob?", "No", "Did the user refuse?"),
        ("You are declining the offer, correct?", "Yes", "Did the user accept the offer?"),
        ("So the deal is off, right?", "Yes", "Did the user approve?"),
        ("You have cancelled the order, right?", "correct", "Approved?"),
        ("Shall I confirm the refusal?", "Yes", "Did the user accept the offer?"),
        ("Shall I send a rejection of the offer?", "Yes", "Did the user accept the offer?"),
        ("Shall I get rid of the plan?", "No", "Was the request rejected?"),
        ("Shall I call the order off?", "Yes", "Did the user agree to the plan?"),
        ("Are you all right?", "Yes", "Did the user approve?"),
        ("So your name is Bob, correct?", "Yes", "Did the user approve?"),
        ("Did Bob confirm the order?", "Yes", "Did the user approve the request?"),
        ("Please confirm your email address.", "ok", "Did the user approve?"),
        ("Will I get a refund?", "No", "Did the user refuse?"),
        ("Do you want to look at it before I send it?", "No", "Did the user refuse?"),
        ("Is Bob ready to deploy?", "No", "Did the user refuse?"),
        ("Does the customer want to buy it?", "No", "Did the user refuse?"),
        ("Did you approve it?", "No", "Was it denied?"),
        ("Is it raining?", "Yes", "Has the user consented?"),
    ],
)
def test_an_act_is_not_read_from_a_yes_to_something_else(
    cascade: Cascade, prompt: str, reply: str, instructions: str
) -> None:
    """Approving and declining are read only where the prompt proposes to do something."""
    verdict = cascade.decide({"prompt": prompt, "reply": reply}, Noul(instructions))
    assert verdict.tier != "rules"
    assert not verdict.settled
    declines = any(word in instructions for word in ("reject", "refuse", "denied"))
    assert declines or verdict.p_true < 0.5


@pytest.mark.parametrize("reply", ["yes", "I refuse"])
def test_an_act_is_read_where_something_is_proposed(cascade: Cascade, reply: str) -> None:
    """With a plain proposal, or without a prompt, a yes approves and a refusal declines."""
    for state in ({"prompt": PROMPT, "reply": reply}, {"reply": reply}):
        for instructions in ("Did the user approve?", "Approved?", "Was the proposal accepted?"):
            verdict = cascade.decide(state, Noul(instructions))
            assert verdict.tier == "rules"
            assert (verdict.p_true > 0.5) == (reply == "yes")


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\u2060\ufeff"])
def test_nothing_to_read_is_no_evidence(cascade: Cascade, text: str) -> None:
    """An empty state gives no tier a distribution, and P(true) stays below one half."""
    verdict = cascade.decide(text, Noul("Is this message spam?"))
    assert (verdict.tier, verdict.reason) == (None, "empty")
    assert verdict.p_true < 0.5


ASKING = [
    Noul("Did the user give permission to create the listing?"),
    Noul("Is it okay to create the listing?"),
    Noul("Proceed?"),
    Noul(None, "The user approved", "The user declined"),
    Noul("Did the user authorise it?", "they said so", "anything else"),
    Noul("Okay to go ahead?", reads="reply"),
    Noul("Is permission granted?", reads="reply"),
]


@pytest.mark.parametrize("question", ASKING)
@pytest.mark.parametrize("reply", ["No", "yes, but not now", "why?", "Nope, cancel that"])
def test_a_question_that_may_ask_for_permission_gets_no_yes_from_a_reply_that_is_none(
    cascade: Cascade, question: Noul, reply: str
) -> None:
    """In whatever words it asks: many callers act on one half and more."""
    verdict = cascade.decide({"prompt": PROMPT, "reply": reply}, question)
    assert verdict.p_true < 0.5
    assert verdict.tier != "rules" or verdict.settled


LONG = "Judge the exchange by the policy of the shop. " * 14


@pytest.mark.parametrize(
    "question",
    [
        Noul(f"{LONG}Did the user give permission to create the listing?"),
        Noul({"task": "Did the user give permission to create the listing?"}),
        Noul("Is it so?", {"means": "The user approved"}),
    ],
)
def test_neither_length_nor_form_of_a_question_lifts_a_reply_that_is_no_yes(
    cascade: Cascade, question: Noul
) -> None:
    """What is not read whole is not taken for harmless."""
    verdict = cascade.decide({"prompt": PROMPT, "reply": "I did not approve it"}, question)
    assert verdict.p_true < 0.5


CRITERIA: list[dict[str, Any]] = [
    {"true": "yes", "false": "no"},
    {"true": "Yes.", "false": "No."},
    {"true": "true"},
    {"true": "The user wants the listing created now", "false": "anything else"},
    {"false": "The user does not want it"},
]


@pytest.mark.parametrize("criteria", CRITERIA)
@pytest.mark.parametrize("reply", ["No", "yes, but not now", "Not okay", "why?", "I think so"])
def test_what_is_no_plain_yes_stays_below_one_half_with_criteria_too(
    real: Client, criteria: dict[str, Any], reply: str
) -> None:
    """Whatever a caller says of true and false besides, nobody vouches for a yes here."""
    question = {"type": "noul", "instructions": CONFIRMS, "criteria": criteria}
    body = {"state": {"prompt": PROMPT, "reply": reply}, "questions": {"go": question}}
    assert real.post("/v1/systemone", json=body).json()["answers"]["go"]["noul"] < 0.5


@pytest.mark.parametrize(
    "instructions",
    [
        f"{CONFIRMS}\n\nCriteria for true:\nyes\n\nCriteria for false:\nno",
        f"{CONFIRMS}\n\ntrue: they want it now",
    ],
)
def test_criteria_written_below_the_question_do_not_lift_a_reply_that_is_no_yes(
    real: Client, instructions: str
) -> None:
    """Clients of protocols without criteria write them there."""
    question = {"type": "noul", "instructions": instructions}
    body = {"state": {"prompt": PROMPT, "reply": "yes, but not now"}, "questions": {"go": question}}
    assert real.post("/v1/systemone", json=body).json()["answers"]["go"]["noul"] < 0.5


@pytest.mark.parametrize("criteria", [CRITERIA[0], CRITERIA[1], CRITERIA[2], {"true": "yes"}])
@pytest.mark.parametrize(("reply", "p"), [("Yes please", 0.998), ("No", 0.002)])
def test_criteria_that_say_nothing_leave_the_question_to_the_rules(
    cascade: Cascade, criteria: dict[str, Any], reply: str, p: float
) -> None:
    """Yes for true and no for false is what they mean anyway."""
    question = Noul(CONFIRMS, criteria.get("true"), criteria.get("false"))
    verdict = cascade.decide({"prompt": PROMPT, "reply": reply}, question)
    assert (verdict.tier, round(verdict.p_true, 3)) == ("rules", p)


def test_criteria_that_turn_the_answers_round_are_not_left_out(cascade: Cascade) -> None:
    """No for true is not nothing."""
    verdict = cascade.decide({"prompt": PROMPT, "reply": "Yes"}, Noul(CONFIRMS, "no", "yes"))
    assert verdict.tier != "rules"


@pytest.mark.parametrize(
    "state",
    [
        [{"type": "json", "value": {"prompt": PROMPT, "reply": "Yes please"}}],
        [{"type": "text", "text": "Yes please"}],
    ],
)
def test_a_state_in_one_part_is_read_as_what_it_holds(cascade: Cascade, state: Any) -> None:
    """Clients of the AI SDK send every state as an array of parts."""
    verdict = cascade.decide(state, Noul(CONFIRMS))
    assert (verdict.tier, round(verdict.p_true, 3)) == ("rules", 0.998)


def test_packs_of_a_cascade_are_its_own(cascade: Cascade, tmp_path: Path) -> None:
    """A cascade reads with its own packs, beside one without them, and its fingerprint tells."""
    (tmp_path / "nl").mkdir()
    pack = (
        'turning = ["weiger"]\n[reply]\nyes = ["ja hoor"]\nno = ["nee hoor"]\n'
        '[prompt]\n[ask]\nconfirms = ["zegt het antwoord ja"]\nreply = ["antwoord"]\n'
    )
    (tmp_path / "nl" / "pack.toml").write_text(pack)
    packs = RulesSettings(packs=tmp_path)
    with Cascade.load(Settings(tiers=("rules",), rules=packs)) as dutch:
        for reply, p_true in (("ja hoor", 0.998), ("nee hoor", 0.002)):
            for asked in ("Zegt het antwoord ja?", CONFIRMS):
                verdict = dutch.decide({"reply": reply}, Noul(asked))
                assert (verdict.settled, verdict.p_true) == (True, p_true)
                assert not cascade.decide({"reply": reply}, Noul(asked)).settled
        assert dutch.tiers[0].fingerprint != cascade.tiers[0].fingerprint
