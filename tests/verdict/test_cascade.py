import asyncio
import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from scripted import MakeCascade, ScriptedTier, sleep_until_over
from verdict import (
    Choice,
    ContentError,
    Noul,
    QuestionError,
    Score,
    Settings,
    VerdictError,
)
from verdict.profile import Calibration, Profile
from verdict.states import State
from verdict.tiers import Answer, Pass
from verdict.tiers.rules import RulesTier
from verdict.verdicts import verdict_document

QUESTION = Noul("Does the reply confirm?")


def test_the_first_tier_that_settles_is_the_last_that_is_asked(make_cascade: MakeCascade) -> None:
    """A settled question costs no later tier anything."""
    first, second = ScriptedTier(Answer((0.9, 0.1), "plain")), ScriptedTier(Answer((0.1, 0.9)))
    verdict = make_cascade(first, second).decide("yes", QUESTION)
    assert (verdict.p_true, verdict.tier, verdict.settled) == (0.9, first.name, True)
    assert verdict.reason is None
    assert [(s.tier, s.outcome, s.reason, s.detail) for s in verdict.trace] == [
        (first.name, "settled", None, "plain")
    ]
    assert second.asked == []


def test_a_pass_hands_the_question_on_with_its_reason(make_cascade: MakeCascade) -> None:
    """The trace has every tier that was tried, in order, and why each passed."""
    first, second = ScriptedTier(Pass("content", "private")), ScriptedTier(Answer((0.2, 0.8)))
    verdict = make_cascade(first, second).decide("keep it private", QUESTION)
    assert [(s.tier, s.outcome, s.reason) for s in verdict.trace] == [
        (first.name, "passed", "content"),
        (second.name, "settled", None),
    ]
    assert all(s.ms >= 0 for s in verdict.trace)
    assert verdict.p_true == 0.2


def test_an_uncalibrated_tier_answers_but_does_not_settle(make_cascade: MakeCascade) -> None:
    """Without a profile nobody has measured how far the tier can be trusted."""
    tier = ScriptedTier(Answer((0.97, 0.03)), trusted=False)
    verdict = make_cascade(tier).decide("yes", QUESTION)
    assert (verdict.p_true, verdict.settled, verdict.reason) == (0.97, False, "uncalibrated")
    assert verdict.tier == tier.name
    assert dict(verdict.trace[0].distribution or {}) == {"true": 0.97, "false": 0.03}


def test_a_threshold_decides_on_the_calibrated_probability(make_cascade: MakeCascade) -> None:
    """Temperature first, then the threshold of the side that is on top."""
    tier = ScriptedTier(Answer((0.9, 0.1)), name="model", trusted=False)
    calibration = Calibration.model_validate(
        {"temperature": 2.0, "threshold": {"true": 0.7, "false": 0.99}}
    )
    profile = Profile({"model": {"noul": calibration}})
    cascade = make_cascade(tier, profile=profile)
    verdict = cascade.decide("x", QUESTION)
    assert verdict.p_true == pytest.approx(0.75)
    assert verdict.settled
    tier.result = Answer((0.1, 0.9))
    verdict = cascade.decide("x", QUESTION)
    assert (verdict.settled, verdict.reason) == (False, "below_threshold")


def test_a_calibrated_answer_is_trusted_before_an_uncalibrated_one(
    make_cascade: MakeCascade,
) -> None:
    """The most trusted distribution is the answer, not merely the last."""
    calibrated = ScriptedTier(Answer((0.6, 0.4)), name="model", trusted=False)
    later = ScriptedTier(Answer((0.1, 0.9)), trusted=False)
    profile = Profile({"model": {"noul": Calibration(threshold=0.9)}})
    verdict = make_cascade(calibrated, later, profile=profile).decide("x", QUESTION)
    assert verdict.tier == "model"
    assert verdict.p_true == pytest.approx(0.6)
    assert verdict.reason == "uncalibrated"


def test_a_later_pass_keeps_the_earlier_answer(make_cascade: MakeCascade) -> None:
    """A tier that is down costs its own answer, not the one before it."""
    first = ScriptedTier(Answer((0.3, 0.7)), trusted=False)
    second = ScriptedTier(Pass("timeout"))
    verdict = make_cascade(first, second).decide("x", QUESTION)
    assert (verdict.tier, verdict.p_true, verdict.reason) == (first.name, 0.3, "timeout")


def test_a_tier_that_raises_is_unavailable_and_logged(
    make_cascade: MakeCascade, caplog: pytest.LogCaptureFixture
) -> None:
    """Its fault is a pass with a log line, never a failed request; the trace tells no inside."""
    tier = ScriptedTier(RuntimeError("secret inside"))
    with caplog.at_level(logging.ERROR, "verdict"):
        verdict = make_cascade(tier).decide("x", QUESTION)
    assert verdict.trace[0].reason == "unavailable"
    assert "secret" not in verdict.trace[0].detail
    assert "secret inside" in caplog.text


@pytest.mark.parametrize(
    "answer",
    [
        Answer((0.5,)),
        Answer((0.9, 0.9)),
        Answer((float("nan"), 1.0)),
        Answer((-1.0, 2.0)),
        Answer(("a", "b")),  # type: ignore[arg-type]
        Answer((0.9, 0.1), input_tokens="7"),  # type: ignore[arg-type]
        Answer((0.9, 0.1), output_tokens=-1),
        Answer((0.9, 0.1), detail=b"x"),  # type: ignore[arg-type]
        Pass(["x"]),  # type: ignore[arg-type]
        Pass("because"),  # type: ignore[arg-type]
        None,
        "yes",
    ],
)
def test_a_nonsensical_answer_is_unparsed(make_cascade: MakeCascade, answer: Any) -> None:
    """Numbers that are no distribution over the options never become an answer."""
    verdict = make_cascade(ScriptedTier(lambda *_: answer)).decide("x", QUESTION)
    assert (verdict.settled, verdict.reason, verdict.tier) == (False, "unparsed", None)


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("fault", [SystemExit(1), GeneratorExit(), asyncio.CancelledError()])
def test_a_tier_cannot_end_the_service(
    make_cascade: MakeCascade, workers: int, fault: BaseException
) -> None:
    """Even what a tier raises to end a program is a pass."""

    def end(*_: object) -> Answer:
        raise fault

    verdict = make_cascade(ScriptedTier(end, workers=workers)).decide("x", QUESTION)
    assert verdict.reason == "unavailable"


def test_calls_that_make_no_sense_are_refused(make_cascade: MakeCascade) -> None:
    """A question that is none, a deadline that is none and a closed cascade are named."""
    cascade = make_cascade(ScriptedTier(Answer((0.9, 0.1)), workers=1))
    with pytest.raises(QuestionError, match="ask a Noul"):
        cascade.decide("x", "Is it?")  # type: ignore[arg-type]
    for timeout_ms in (0, -5, float("inf"), 1e300):
        with pytest.raises(ValueError, match="timeout_ms"):
            cascade.decide("x", QUESTION, timeout_ms=timeout_ms)  # type: ignore[arg-type]
    cascade.close()
    with pytest.raises(VerdictError, match="closed"):
        cascade.decide("x", QUESTION)


def test_a_profile_does_not_let_the_order_of_options_matter(make_cascade: MakeCascade) -> None:
    """Scaled by a temperature, each option keeps its probability to the last bit in any order."""
    weights = {f"option {i}": 1 / (i * 7 % 13 + 1.3) for i in range(40)}
    total = math.fsum(weights.values())

    def by_label(question: Any, *_: Any) -> Answer:
        return Answer(tuple(weights[label] / total for label in question.labels))

    profile = Profile({"model": {"choice": Calibration(temperature=1.37, threshold=0.4)}})
    cascade = make_cascade(ScriptedTier(by_label, name="model", trusted=False), profile=profile)
    labels = list(weights)
    seen = set()
    for shift in range(0, 40, 7):
        order = labels[shift:] + labels[:shift]
        verdict = cascade.decide("x", Choice("Which?", dict.fromkeys(order)))
        seen.add(tuple(sorted(verdict.distribution.items())))
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("question", "distribution"),
    [
        (Noul("Sure?"), {"true": 0.499, "false": 0.501}),
        (Choice("Which?", {"a": None, "b": None}), {"a": 0.5, "b": 0.5}),
        (Score("How?", ["low", "high"]), {"0": 0.5, "1": 0.5}),
    ],
)
def test_not_knowing_is_flat_and_never_a_yes(
    make_cascade: MakeCascade, question: Noul | Choice | Score, distribution: dict[str, float]
) -> None:
    """Where no tier has a distribution the answer is flat, and P(true) stays below one half."""
    verdict = make_cascade(ScriptedTier(Pass("empty"))).decide("", question)
    assert verdict.distribution == pytest.approx(distribution)
    assert (verdict.tier, verdict.reason) == (None, "empty")


@pytest.mark.parametrize(("p_true", "reported"), [(0.9, 0.499), (0.3, 0.3)])
def test_what_a_tier_has_seen_to_be_no_yes_is_not_reported_as_one(
    make_cascade: MakeCascade, p_true: float, reported: float
) -> None:
    """Unsettled, P(true) stays below one half; the trace keeps what the later tier thought."""
    reader = ScriptedTier(Pass("conditional", not_a_yes=True))
    model = ScriptedTier(Answer((p_true, 1 - p_true)), name="model", trusted=False)
    verdict = make_cascade(reader, model).decide("yes, but not now", QUESTION)
    assert verdict.p_true == pytest.approx(reported)
    kept = verdict.trace[1].distribution
    assert kept is not None
    assert kept["true"] == pytest.approx(p_true)
    settling = Profile({"model": {"noul": Calibration(threshold=0.5)}})
    verdict = make_cascade(reader, model, profile=settling).decide("x", QUESTION)
    assert verdict.p_true == pytest.approx(p_true)


@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_slow_tier_times_out_and_is_told_to_stop(
    make_cascade: MakeCascade, asynchronous: bool
) -> None:
    """At its deadline the tier is left, the answer is not a no, and its work ends."""
    tier = ScriptedTier(sleep_until_over, workers=1)
    cascade = make_cascade(tier, settings=Settings(timeout_ms=50))
    started = time.perf_counter()
    batch = cascade.begin([(State("x"), QUESTION)])
    if asynchronous:
        asyncio.run(batch.finish())
    else:
        batch.wait()
    assert time.perf_counter() - started < 0.5
    assert (batch.verdicts[0].tier, batch.verdicts[0].reason) == (None, "timeout")
    _wait_for(lambda: not _is_busy(cascade, tier))


def test_a_tier_s_own_deadline_leaves_time_for_the_next(make_cascade: MakeCascade) -> None:
    """A shorter deadline of one tier does not use up the request's."""
    slow = ScriptedTier(sleep_until_over, name="slow", workers=1)
    next_tier = ScriptedTier(Answer((0.8, 0.2)))
    settings = Settings(timeout_ms=5000, tier_timeout_ms={"slow": 30})
    verdict = make_cascade(slow, next_tier, settings=settings).decide("x", QUESTION)
    assert [s.reason for s in verdict.trace] == ["timeout", None]
    assert verdict.p_true == 0.8


def test_no_tier_is_asked_after_the_deadline(make_cascade: MakeCascade) -> None:
    """What is left after the deadline is nothing."""
    slow = ScriptedTier(sleep_until_over, workers=1)
    after = ScriptedTier(Answer((0.9, 0.1)))
    cascade = make_cascade(slow, after)
    verdict = cascade.decide("x", QUESTION, timeout_ms=20)
    assert [s.reason for s in verdict.trace] == ["timeout", "timeout"]
    assert after.asked == []


def test_cancelling_a_batch_stops_the_tier_s_work(make_cascade: MakeCascade) -> None:
    """A caller that hangs up costs no more work."""
    tier = ScriptedTier(sleep_until_over, workers=1)
    cascade = make_cascade(tier, settings=Settings(timeout_ms=60_000))

    async def hang_up() -> None:
        batch = cascade.begin([(State("x"), QUESTION)])
        work = asyncio.create_task(batch.finish())
        await asyncio.sleep(0.05)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work

    asyncio.run(hang_up())
    _wait_for(lambda: not _is_busy(cascade, tier))


def test_beyond_the_queue_a_tier_is_unavailable(make_cascade: MakeCascade) -> None:
    """A full queue is a pass, not a wait and not an error."""
    tier = ScriptedTier(sleep_until_over, name="model", workers=1)
    settings = Settings.model_validate({"timeout_ms": 400, "model": {"queue": 1}})
    cascade = make_cascade(tier, settings=settings)
    reasons: list[str | None] = []

    def decide() -> None:
        reasons.append(cascade.decide("x", QUESTION).reason)

    threads = [threading.Thread(target=decide) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, reasons)) == ["timeout", "timeout", "unavailable"]


def test_neighbours_do_not_change_an_answer(make_cascade: MakeCascade) -> None:
    """A question alone and among others gets the same verdict, timings aside."""

    def by_question(question: Any, *_: Any) -> Answer:
        return Answer((0.9, 0.1) if question == QUESTION else (0.2, 0.8))

    cascade = make_cascade(ScriptedTier(by_question))
    alone = cascade.decide("x", QUESTION)
    others = [Noul(f"Other {i}?") for i in range(40)]
    batch = cascade.begin([(State("x"), q) for q in (*others, QUESTION)])
    batch.wait()
    assert batch.verdicts[-1].distribution == alone.distribution
    assert len(batch.verdicts) == 41


def test_a_verdict_answers_only_what_its_type_asks(make_cascade: MakeCascade) -> None:
    """Reading a score off a noul is an error that says so."""
    verdict = make_cascade(ScriptedTier(Answer((0.9, 0.1)))).decide("x", QUESTION)
    with pytest.raises(AttributeError, match=r"score belongs to a score; this verdict is a noul's"):
        _ = verdict.score
    with pytest.raises(AttributeError, match="choice belongs to a choice"):
        _ = verdict.choice


def test_an_abstaining_document_holds_no_answer_that_was_not_settled(
    make_cascade: MakeCascade,
) -> None:
    """What is not settled is null under abstain; the trace keeps the tiers' distributions."""
    tier = ScriptedTier(Answer((0.9, 0.1)), trusted=False)
    verdict = make_cascade(tier).decide("x", QUESTION)
    document = verdict_document(verdict, abstain=True)
    assert (document["p_true"], document["p_top"], document["distribution"]) == (None, None, None)
    assert document["trace"][0]["distribution"] == {"true": 0.9, "false": 0.1}
    assert verdict_document(verdict)["p_true"] == 0.9


@pytest.mark.parametrize("state", [None, 5, True, float("nan")])
def test_a_state_that_is_no_content_is_refused(make_cascade: MakeCascade, state: Any) -> None:
    """Null is not the text "null"."""
    with pytest.raises(ContentError, match="string, an object or an array"):
        make_cascade(ScriptedTier(Pass("empty"))).decide(state, QUESTION)


def _is_busy(cascade: Any, tier: ScriptedTier) -> bool:
    """Whether a thread of the tier is still at work: all places are free again when it is not."""
    places = cascade._workers[tier.name]._places
    return bool(places._value < places._initial_value)


def _wait_for(condition: Callable[[], bool]) -> None:
    limit = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < limit, "the tier's work did not end"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("instructions", "held"),
    [
        ("Did the user give permission to create it?", True),
        ("Did the user decline permission?", False),
        ("Was it not approved?", False),
        ("Are they against allowing it?", False),
        ("Is the reply polite?", False),
    ],
)
def test_a_low_number_is_given_only_where_it_cannot_be_the_approval(
    make_cascade: MakeCascade, instructions: str, *, held: bool
) -> None:
    """A question that is turned round, or asks for something else, keeps the tier's number."""
    likely = ScriptedTier(Answer((0.75, 0.25)), name="likely", trusted=False)
    rules: Any = RulesTier()
    verdict = make_cascade(rules, likely).decide(
        {"prompt": "Shall I create it?", "reply": "No"}, Noul(instructions)
    )
    assert (verdict.held, verdict.p_true) == ((True, 0.499) if held else (False, 0.75))


@pytest.mark.parametrize("notes", [5, {"a": float("nan")}, {"a": "b"}, {1: 2}, [1]])
def test_notes_that_are_no_figures_are_a_pass(make_cascade: MakeCascade, notes: Any) -> None:
    """They would break the answer that they stand in."""
    verdict = make_cascade(ScriptedTier(Answer((0.75, 0.25), notes=notes))).decide("x", Noul("a"))
    assert (verdict.tier, verdict.reason) == (None, "unparsed")
