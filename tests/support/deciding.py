"""Results of records that never were, for what compares them."""

from typing import Any

from verdict.corpus.comparing import Judged, Rules, judge
from verdict.corpus.notes import Notes
from verdict.corpus.results import Result

CAREFUL = Rules()


def result(**fields: Any) -> Result:
    """A right yes of the rules, but for what is given."""
    p_true = fields.pop("p_true", 0.998)
    standard: dict[str, Any] = {
        "id": "a",
        "state_hash": "0",
        "question_hash": "0",
        "type": "noul",
        "label": "true",
        "answer": "true" if p_true >= 0.5 else "false",
        "settled": True,
        "p_top": max(p_true, 1 - p_true),
        "tier": "rules",
        "reason": None,
        "distribution": {"true": p_true, "false": 1 - p_true},
        "trace": [],
        "tags": [],
    }
    made = standard | fields
    label = made["label"]
    right = made["answer"] == label if label is not None else not made["settled"]
    return Result(**{"right": right, **made})


def model(p_true: float, **fields: Any) -> Result:
    """An unsettled answer of the model."""
    standard = {"settled": False, "tier": "model", "reason": "uncalibrated"}
    return result(p_true=p_true, **{**standard, **fields})


def options(*labels: str, **fields: Any) -> Result:
    """A choice of the first of the options."""
    shares = dict(zip(labels, [0.9, 0.1], strict=True))
    standard = {"type": "choice", "label": labels[0], "answer": labels[0], "distribution": shares}
    return result(**{**standard, **fields})


def compared(before: Result | None, after: Result, rules: Rules = CAREFUL) -> Judged:
    """Compare two results, without notes."""
    return judge(after, before, rules, Notes({}))
