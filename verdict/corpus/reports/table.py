"""A run as tables for a terminal; no id is cut, however narrow it is."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from verdict.corpus.comparing import CONDITIONS, FLIP_KINDS, Edit, Judged
from verdict.corpus.reports.report import Report, answered, asked, remarks, steps
from verdict.corpus.summary import UNCOMPARED, Comparison
from verdict.rendering import clip, visible

_LONGEST = 400
_MOST_NAMED = 10
_EDITED: dict[Edit, str] = {
    "restated": "state, so that they count as new",
    "reworded": "question",
    "relabelled": "label",
    "retagged": "tags, or other answers that act",
}


def report_tables(report: Report) -> Group:
    """What a person wants to know of a run: how it stands, what flipped, and what fails."""
    return Group(*_parts(report))


def _parts(report: Report) -> Iterator[RenderableType]:
    yield _standings(report)
    if report.shown:
        yield _overview(report)
    for judged in report.shown:
        yield from _record(judged, report)
    yield Text("\n".join(map(visible, conclusion(report))))


def conclusion(report: Report) -> list[str]:
    """What the run comes to, line by line."""
    comparison = report.comparison
    lines = [*_counts(report), *_compared(report), *_remarks(report)]
    lines += [f"FAILED: {failure}" for failure in comparison.failures]
    if report.unread:
        lines.append(f"FAILED: {report.unread}")
    elif not comparison.failures:
        lines.append(_passed(comparison))
    return lines


def _passed(comparison: Comparison) -> str:
    if not (comparison.baseline or comparison.rules.fail_on):
        return "no baseline to compare with"
    uncompared = comparison.summary.uncompared
    unless = f", but {uncompared} {UNCOMPARED}" if uncompared else ""
    checked = ", ".join(name for name in CONDITIONS if name in comparison.rules.fail_on)
    return f"nothing fails{unless} (looked for: {checked or 'nothing'})"


def _counts(report: Report) -> Iterator[str]:
    tally = report.tally
    plural = "" if tally.decided == 1 else "s"
    told = f"{tally.decided} record{plural} decided in {tally.seconds:.1f} s"
    if tally.resumed:
        told += f", {tally.resumed} taken over from the saved results"
    if tally.left_out:
        told += f", {tally.left_out} left out"
    yield told


def _compared(report: Report) -> Iterator[str]:
    comparison = report.comparison
    summary, baseline = comparison.summary, comparison.baseline
    if baseline is None:
        return
    yield (
        f"compared with {baseline.path}: {summary.compared} records, {summary.new} new, "
        f"{summary.n_missing} missing"
    )
    for edit, what in _EDITED.items():
        if count := summary.edits[edit]:
            yield f"{count} with another {what}: {_some(summary.edited[edit], count)}"
    if summary.n_missing:
        yield f"missing: {_some(summary.missing, summary.n_missing)}"
    if baseline.partial:
        yield "the baseline is of a part of its corpus, or of one with faults"
    yield f"what decides: {', '.join(report.changed) or 'nothing'} changed"
    flips = ", ".join(f"{count} {kind}" for kind, count in sorted(summary.flips.items()))
    yield f"flips: {summary.n_flips}" + (f" ({flips})" if flips else "")
    excused = (summary.lost, summary.gained) != (
        summary.flips["right_to_wrong"],
        summary.flips["wrong_to_right"],
    )
    yield (
        f"right to wrong {summary.lost}, wrong to right {summary.gained}"
        f"{', without those that notes excuse' if excused else ''}: "
        f"p = {summary.p_value:.3g} (McNemar, exact)"
    )


def _some(names: list[str], count: int) -> str:
    """The first of some ids."""
    return ", ".join(names[:_MOST_NAMED]) + (", ..." if count > _MOST_NAMED else "")


def _remarks(report: Report) -> Iterator[str]:
    tally, summary = report.tally, report.comparison.summary
    notable = summary.n_notable
    if notable > len(report.shown):
        yield f"{len(report.shown)} of {notable} records are shown; --show and --json tell more"
    if summary.gate_yes:
        yield f"records tagged gate with a yes that is not their label: {summary.gate_yes}"
    if summary.excused:
        excused = ", ".join(f"{count} {kind}" for kind, count in sorted(summary.excused.items()))
        yield f"excused by notes: {excused}"
    if summary.stale:
        yield f"notes that do nothing any more: {', '.join(summary.stale)}"
    if tally.n_faults:
        yield f"could not be read: {tally.n_faults}"
    if tally.stopped is not None:
        yield f"stopped at {tally.stopped}, the first record that fails"


def _standings(report: Report) -> Table:
    table = Table()
    table.add_column("question")
    table.add_column("tier")
    for name in ("records", "right", "settled", "settled wrong"):
        table.add_column(name, justify="right")
    for (kind, tier), standing in sorted(report.comparison.summary.standings.items()):
        table.add_row(kind, tier or "none", *map(str, standing.counts))
    return table


def _overview(report: Report) -> Table:
    table = Table()
    table.add_column("record", no_wrap=True, min_width=longest_id(report))
    table.add_column("what", overflow="fold", min_width=max(map(len, FLIP_KINDS)))
    table.add_column("before", overflow="fold")
    table.add_column("now", overflow="fold")
    for judged in report.shown:
        sides = (Text(answered(judged.before)), Text(answered(judged.after)))
        table.add_row(Text(judged.after.id), _what(judged), *sides)
    return table


def longest_id(report: Report) -> int:
    """How many cells the widest id takes."""
    return max((cell_len(judged.after.id) for judged in report.shown), default=0)


def _what(judged: Judged) -> Text:
    text = Text(judged.headline, style="cyan")
    if judged.fails:
        style = "red" if judged.red else "yellow"
        text.append(f" {'FAILS' if judged.red else 'excused'}: {', '.join(judged.fails)}", style)
    return text


def _record(judged: Judged, report: Report) -> Iterator[RenderableType]:
    after = judged.after
    head = Text(after.id, style="bold")
    head.append("  ").append(_what(judged))
    yield head
    if place := report.comparison.place(judged):
        yield Text(visible(f"  file: {place[0]}:{place[1]}"))
    if judged.note:
        yield Text(visible(f"  filed as {judged.note.kind}: {judged.note.why}"))
    for line in remarks(judged):
        yield Text(visible(f"  {line}"))
    state, question = asked(report.documents.get(after.id))
    table = Table(show_header=judged.before is not None, padding=(0, 1))
    table.add_column("")
    table.add_column("before", overflow="fold")
    if judged.before is not None:
        table.add_column("now", overflow="fold")
    if state:
        yield Text(visible(f"  state: {clip(state, _LONGEST)}"))
    if question:
        yield Text(visible(f"  asked: {clip(question, _LONGEST)}"))
    label = visible(f"  label: {after.label or 'none: nothing may settle'}")
    yield Text(label + (visible(f"  tags: {', '.join(after.tags)}") if after.tags else ""))
    sides = (after,) if judged.before is None else (judged.before, after)
    table.add_row("answer", *(Text(answered(side)) for side in sides))
    tiers = dict.fromkeys(tier for side in sides for tier in steps(side))
    for tier in tiers:
        table.add_row(Text(tier), *(Text(steps(side).get(tier, "not asked")) for side in sides))
    yield table
