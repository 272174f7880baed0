"""A run as one JSON document."""

from typing import Any

import msgspec

from verdict.corpus.comparing import Judged
from verdict.corpus.reports.report import Report
from verdict.corpus.results import Result


def report_document(report: Report) -> dict[str, Any]:
    """Everything that is told of a run; `flips` holds every record whose decision flipped."""
    tally, comparison = report.tally, report.comparison
    summary = comparison.summary
    return {
        "exit_code": report.exit_code,
        "unread": report.unread,
        "failures": comparison.failures,
        "records": {
            "decided": tally.decided,
            "resumed": tally.resumed,
            "left_out": tally.left_out,
            "seconds": round(tally.seconds, 3),
            "stopped_at": tally.stopped,
        },
        "n_faults": tally.n_faults,
        "faults": [
            {"file": fault.file, "line": fault.line, "message": fault.message}
            for fault in tally.faults
        ],
        "identity": report.header,
        "standings": [
            {"type": kind, "tier": tier or None, **_fields(standing)}
            for (kind, tier), standing in sorted(summary.standings.items())
        ],
        "gate_yes": summary.gate_yes,
        "baseline": _baseline(report),
        "red": [_judged(judged, report) for judged in comparison if judged.fails],
        "flips": [_judged(judged, report) for judged in comparison if judged.kind],
        "notes": {"excused": summary.excused, "stale": summary.stale},
    }


def _fields(standing: Any) -> dict[str, int]:  # noqa: ANN401
    return {name: getattr(standing, name) for name in standing.__slots__}


def _baseline(report: Report) -> dict[str, Any] | None:
    comparison = report.comparison
    if comparison.baseline is None:
        return None
    summary = comparison.summary
    return {
        "path": str(comparison.baseline.path),
        "identity": comparison.baseline.header,
        "changed": report.changed,
        "compared": summary.compared,
        "new": summary.new,
        "n_missing": summary.n_missing,
        "missing": summary.missing,
        "reworded": summary.reworded,
        "relabelled": summary.relabelled,
        "n_flips": summary.n_flips,
        "kinds": summary.flips,
        "changes": summary.changes,
        "mcnemar": {"lost": summary.lost, "gained": summary.gained, "p_value": summary.p_value},
        "tolerance": comparison.rules.tolerance,
        "alpha": comparison.rules.alpha,
        "fail_on": sorted(comparison.rules.fail_on),
    }


def _judged(judged: Judged, report: Report) -> dict[str, Any]:
    after = judged.after
    document = report.documents.get(after.id)
    return {
        "id": after.id,
        "kind": judged.kind,
        "changes": judged.changes,
        "fails": judged.fails,
        "excused": judged.excused,
        "note": judged.note.model_dump(exclude_none=True) if judged.note else None,
        "reworded": judged.reworded,
        "relabelled": judged.relabelled,
        "label": after.label,
        "tags": after.tags,
        "state": document and document["state"],
        "question": document and document["question"],
        "before": _verdict(judged.before),
        "after": _verdict(after),
    }


def _verdict(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    left_out = {"id", "asked", "type", "label", "tags", "yes"}
    fields: dict[str, Any] = msgspec.to_builtins(result)
    return {name: value for name, value in fields.items() if name not in left_out}
