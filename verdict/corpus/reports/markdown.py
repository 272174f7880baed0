"""A run as Markdown, for the comment below a pull request."""

import re

from verdict.corpus.comparing import Judged
from verdict.corpus.reports.report import Report, answered, asked, remarks, steps
from verdict.corpus.reports.table import conclusion
from verdict.rendering import clip, visible

_LONGEST = 300
# Forges make links of these after the markup is read, where an escape is gone.
_CALLING = re.compile("[@#]|://|www")


def report_markdown(report: Report) -> str:
    """The run in a few lines, then each record of which there is something to say."""
    failures = report.comparison.failures
    verdict = (
        "failed" if failures else "could not read everything" if report.exit_code else "passed"
    )
    lines = [f"### Corpus run: {verdict}", ""]
    lines += [f"- {_plain(line)}" for line in conclusion(report)]
    lines += ["", "| question | tier | records | right | settled | settled wrong |"]
    lines += ["|---|---|---:|---:|---:|---:|"]
    for (kind, tier), standing in sorted(report.comparison.summary.standings.items()):
        counts = " | ".join(map(str, standing.counts))
        lines.append(f"| {kind} | {tier or 'none'} | {counts} |")
    if report.tally.faults:
        lines += ["", "Could not be read:", ""]
        lines += [f"- {_code(str(fault))}" for fault in report.tally.faults[:20]]
    if report.shown:
        lines += ["", "| record | what | before | now |", "|---|---|---|---|"]
        lines += [_row(judged) for judged in report.shown]
        lines += ["", *(line for judged in report.shown for line in _details(judged, report))]
    return "\n".join(lines) + "\n"


def _row(judged: Judged) -> str:
    what = judged.headline
    if judged.fails:
        what += f" {'**fails**' if judged.red else 'excused'}: {', '.join(judged.fails)}"
    if judged.note:
        what += f" (filed as {judged.note.kind})"
    texts = (judged.after.id, answered(judged.before), answered(judged.after))
    name, before, now = (_code(text).replace("|", "\\|") for text in texts)
    return f"| {name} | {what} | {before} | {now} |"


def _details(judged: Judged, report: Report) -> list[str]:
    state, question = asked(report.documents.get(judged.after.id))
    lines = [f"<details><summary><code>{_html(judged.after.id)}</code></summary>", ""]
    if place := report.comparison.place(judged):
        lines.append(f"- file: {_code(f'{place[0]}:{place[1]}')}")
    lines += [f"- state: {_code(clip(state, _LONGEST))}", f"- asked: {_code(question)}"]
    lines.append(f"- label: {_code(judged.after.label or 'none')}")
    if judged.after.tags:
        lines.append(f"- tags: {', '.join(map(_code, judged.after.tags))}")
    if judged.note:
        lines.append(f"- filed as {judged.note.kind}: {_plain(judged.note.why)}")
    lines += [f"- {_plain(line)}" for line in remarks(judged)]
    for name, side in (("before", judged.before), ("now", judged.after)):
        lines += [f"- {name}, {tier}: {_code(did)}" for tier, did in steps(side).items()]
    return [*lines, "", "</details>", ""]


def _code(text: str) -> str:
    """The text in one line, in which nothing is markup."""
    text = visible(text)
    fence = "`"
    while fence in text:
        fence += "`"
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}" if text else ""


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _plain(text: str) -> str:
    """The text in one line, in which nothing is markup, calls somebody or leads somewhere."""
    escaped = "".join(
        f"\\{mark}" if mark in "\\`*_[]<>|~" else mark for mark in visible(" ".join(text.split()))
    )
    return _CALLING.sub("\\g<0><!-- -->", escaped)
