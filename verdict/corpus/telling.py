"""Results in words, for whoever reads them on a terminal or in a report."""

from collections.abc import Mapping

from verdict.corpus.results import Result, TracedStep
from verdict.rendering import clip, visible

_MOST_SHOWN = 3  # options of a tier's distribution


def standing(result: Result) -> str:
    """Whether it is settled, and if not, why."""
    held = ", held below one half" if result.held else ""
    return "settled" if result.settled else f"not settled: {result.reason}{held}"


def step_told(step: TracedStep) -> str:
    """What a tier did, what it saw, and the distribution that it passed on."""
    detail = f": {step.detail}" if step.detail else ""
    shares = f" ({_top(step.distribution)})" if step.distribution else ""
    return visible(f"{step.reason or step.outcome}{detail}{shares}")


def _top(distribution: Mapping[str, float]) -> str:
    best = sorted(distribution.items(), key=lambda item: -item[1])
    told = ", ".join(f"{clip(label)} {p:g}" for label, p in best[:_MOST_SHOWN])
    return told if len(best) <= _MOST_SHOWN else f"{told}, ..."
