"""`verdict ask`: one question about one state, answered in this process."""

import json
from pathlib import Path
from shutil import get_terminal_size

import click

from verdict.cascade import Cascade
from verdict.questions import Choice, Noul, Question, Score
from verdict.rendering import Content
from verdict.settings import read_settings, unknown_variables
from verdict.verdicts import Verdict, verdict_document

_MIN_WIDTH = 60


@click.command(short_help="Ask one question about a state or a reply.")
@click.option("--state", help="The text to judge.")
@click.option("--reply", help="A reply to judge, in place of --state.")
@click.option("--prompt", help="What the reply answers.")
@click.option("--noul", help="A yes/no question.")
@click.option("--choice", help="A question answered by one of the --option labels.")
@click.option("--option", "options", multiple=True, metavar="LABEL[=DESC]", help="An option.")
@click.option("--score", help="A question answered by one of the --level texts.")
@click.option("--level", "levels", multiple=True, help="A level; lowest first.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as one JSON document.")
@click.option("--config", type=click.Path(path_type=Path), help="The configuration file.")
def ask(  # noqa: PLR0913  # one parameter an option
    *,
    state: str | None,
    reply: str | None,
    prompt: str | None,
    noul: str | None,
    choice: str | None,
    options: tuple[str, ...],
    score: str | None,
    levels: tuple[str, ...],
    as_json: bool,
    config: Path | None,
) -> None:
    """Ask one question about a text, or about a reply to a prompt.

    \b
    verdict ask --prompt "Create it?" --reply "Yes please" --noul "Does the reply confirm?"
    verdict ask --state "The printer is on fire" --choice "Which team?"
        --option billing=invoices --option technical="hardware and outages"
    """  # noqa: D301  # click's mark for a paragraph to leave as it is
    content = _content(state, reply, prompt)
    question = _question(noul, choice, options, score, levels)
    for name in unknown_variables():
        click.echo(f"verdict ask: {name} is no setting and is not read", err=True)
    cascade = Cascade.load(read_settings(config))
    verdict = cascade.decide(content, question)
    cascade.close()
    if as_json:
        click.echo(json.dumps(verdict_document(verdict), ensure_ascii=False, indent=2))
    else:
        _print_table(verdict)


def _content(state: str | None, reply: str | None, prompt: str | None) -> Content:
    if (state is None) == (reply is None):
        raise click.UsageError("give --state or --reply, one of the two")
    if state is not None:
        if prompt is not None:
            raise click.UsageError("--prompt goes with --reply")
        return state
    return {"reply": reply} if prompt is None else {"prompt": prompt, "reply": reply}


def _question(
    noul: str | None,
    choice: str | None,
    options: tuple[str, ...],
    score: str | None,
    levels: tuple[str, ...],
) -> Question:
    if sum(text is not None for text in (noul, choice, score)) != 1:
        raise click.UsageError("ask one question: --noul, --choice or --score")
    if options and choice is None:
        raise click.UsageError("--option goes with --choice")
    if levels and score is None:
        raise click.UsageError("--level goes with --score")
    if choice is not None and not options:
        raise click.UsageError("--choice needs --option, once for each answer")
    if choice is not None:
        described: dict[str, Content | None] = {}
        for option in options:
            label, equals, description = option.partition("=")
            if label in described:
                raise click.UsageError(f"--option {label} is given twice")
            described[label] = description if equals else None
        return Choice(choice, described)
    return Noul(noul) if noul is not None else Score(score, levels)


def _print_table(verdict: Verdict) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    answer = {
        "noul": lambda: f"P(true) = {verdict.p_true:.3f}",
        "choice": lambda: f"{verdict.choice}  (P = {verdict.p_top:.3f})",
        "score": lambda: f"{verdict.score:.2f} of 0 to {len(verdict.distribution) - 1}",
    }[verdict.type]()
    standing = "settled" if verdict.settled else f"not settled: {verdict.reason}"
    width = max(get_terminal_size().columns, _MIN_WIDTH)
    console = Console(highlight=False, soft_wrap=True, width=width)
    console.print(Text(answer, style="bold"), Text(f"{verdict.tier or 'no tier'}, {standing}"))
    options = Table("option", "probability")
    for label, p in verdict.distribution.items():
        options.add_row(Text(label), f"{p:.3f}")
    trace = Table("tier", "outcome", "reason", "detail", "ms")
    for step in verdict.trace:
        detail = Text(step.detail)
        trace.add_row(Text(step.tier), step.outcome, step.reason or "", detail, f"{step.ms:.2f}")
    console.print(options, trace)
