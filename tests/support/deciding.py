"""Results of records that never were, for what compares them."""

from typing import Any

from verdict.corpus.results import Result


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
    return result(p_true=p_true, settled=False, tier="model", reason="uncalibrated", **fields)
