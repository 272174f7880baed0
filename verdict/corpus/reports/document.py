"""A run as one JSON document."""

from typing import Any

import msgspec

from verdict.corpus.comparing import EDITS, Judged
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
        **_records(report),
        "notes": {"excused": summary.excused, "stale": summary.stale, "gone": summary.gone},
    }


def _records(report: Report) -> dict[str, list[dict[str, Any]]]:
    """The records that fail, those that a note excuses, and all whose decision flipped."""
    told: dict[str, list[dict[str, Any]]] = {"red": [], "excused": [], "flips": []}
    for judged in report.comparison.notable():
        record = _judged(judged, report)
        if judged.fails:
            told["excused" if judged.excused else "red"].append(record)
        if judged.kind:
            told["flips"].append(record)
    return told


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
        "partial": comparison.baseline.partial,
        "changed": report.changed,
        "compared": summary.compared,
        "new": summary.new,
        "n_missing": summary.n_missing,
        "missing": summary.missing,
        **{edit: summary.edits[edit] for edit in EDITS},
        "edited": summary.edited,
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
    file, line = report.comparison.place(judged) or (None, None)
    edits = judged.edits
    return {
        "id": after.id,
        "file": file,
        "line": line,
        "kind": judged.kind,
        "changes": judged.changes,
        "fails": judged.fails,
        "excused": judged.excused,
        "note": judged.note.model_dump(exclude_none=True) if judged.note else None,
        **{edit: edit in edits for edit in EDITS},
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
    left_out = {"id", "state_hash", "question_hash", "type", "label", "tags", "yes"}
    fields: dict[str, Any] = msgspec.to_builtins(result)
    return {name: value for name, value in fields.items() if name not in left_out}
