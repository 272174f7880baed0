"""`verdict corpus`: labelled records, decided and compared with what was decided before."""

import math
import os
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import click
import msgspec

from verdict.commands.outputs import check_outputs
from verdict.commands.progress import BarProgress, LineProgress
from verdict.commands.signals import second_interrupt_ends
from verdict.corpus.comparing import CONDITIONS, DEFAULT_CONDITIONS, Rules, judge
from verdict.corpus.deciding import Engine, InlineEngine, ProcessEngine
from verdict.corpus.faults import Fault
from verdict.corpus.mapping import ColumnMapping
from verdict.corpus.notes import NOTE_KINDS, Note, NoteKind, Notes, add_notes
from verdict.corpus.reports.document import report_document
from verdict.corpus.reports.junit import write_junit
from verdict.corpus.reports.markdown import report_markdown
from verdict.corpus.reports.report import Report, documents_of
from verdict.corpus.reports.table import longest_id, report_tables
from verdict.corpus.results import Result
from verdict.corpus.running import Corpus, CorpusRun, Selection, Tally
from verdict.corpus.saving import ResultsFile, open_saved
from verdict.corpus.sources import find_files, total_bytes
from verdict.corpus.summary import Comparison
from verdict.corpus.timings import Timings
from verdict.corpus.writing import telling
from verdict.errors import SettingsError, VerdictError
from verdict.records import is_id
from verdict.rendering import visible
from verdict.settings import Settings, read_settings, unknown_variables

_BESIDE_IDS = 66  # columns of a table beside an id
_FAULTS_TOLD = 50
_SMALL = 64 * 1024  # bytes of a corpus that is decided sooner than processes are started
_STANDARD = Rules()
_OF_ONE_RUN = frozenset({"rules_wrong", "settled_wrong", "gate_yes", "real_regression", "nothing"})
_ALONE = ("real_regression",)  # what fails a run without a baseline
_DEFAULT = "default"
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(short_help="Decide labelled records, and see which decisions flipped.")
def corpus() -> None:
    """Decide labelled records, and see which decisions flipped."""


def _sample(_: click.Context, __: click.Parameter, value: str | None) -> Selection:
    if value is None:
        return Selection()
    with suppress(ValueError):
        if value.endswith("%"):
            share = float(value[:-1]) / 100
            if 0 < share <= 1:
                return Selection(share=share)
        elif int(value) > 0:
            return Selection(count=int(value))
    raise click.BadParameter(f"{value!r} is neither a number of records nor a share such as 10%")


def _number(_: click.Context, __: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan is no number")
    return value


@corpus.command(short_help="Decide every record; with --baseline, tell what flipped.")
@click.argument("records", nargs=-1, required=True)
@click.option("--save", type=_FILE, help="Write the results here, and resume what was cut short.")
@click.option("--baseline", type=_FILE, help="Compare with results that were saved before.")
@click.option("--notes", "notes_file", type=_FILE, help="What is known of records that fail.")
@click.option("--url", help="Ask the service that runs there.")
@click.option("--key-env", metavar="NAME", help="The variable that holds the service's key.")
@click.option("--mapping", type=_FILE, help="Which column of a table is what (TOML).")
@click.option("--only", metavar="TAG", multiple=True, help="Only records with this tag, or this.")
@click.option(
    "--sample", metavar="N|N%", callback=_sample, help="Only some records, always the same ones."
)
@click.option("--fail-fast", is_flag=True, help="Stop at the first record that fails.")
@click.option(
    "--fail-on",
    type=click.Choice([*CONDITIONS, _DEFAULT, "nothing"]),
    multiple=True,
    metavar="CONDITION",
    help=f"What fails the run, in place of the default: {', '.join(DEFAULT_CONDITIONS)}; may be "
    f"given again, so that `--fail-on {_DEFAULT} --fail-on missing` adds one. "
    f"Also: {', '.join(name for name in CONDITIONS if name not in DEFAULT_CONDITIONS)}, nothing.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(0, 1),
    default=_STANDARD.tolerance,
    callback=_number,
    show_default=True,
    help="How far a probability may move before that is a flip.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True),
    default=_STANDARD.alpha,
    callback=_number,
    show_default=True,
    help="From which p-value on a loss is beyond chance.",
)
@click.option("--skip-bad", is_flag=True, help="What cannot be read does not fail the run.")
@click.option("--junit", type=_FILE, help="Also write JUnit XML here.")
@click.option("--markdown", type=_FILE, help="Also write Markdown here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option(
    "--show",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="How many records to show.",
)
@click.option("--processes", type=click.IntRange(1, 256), help="One a core by default.")
@click.option("--config", type=click.Path(path_type=Path), help="The configuration file.")
def run(  # noqa: PLR0913  # one parameter an option
    *,
    records: tuple[str, ...],
    save: Path | None,
    baseline: Path | None,
    notes_file: Path | None,
    url: str | None,
    key_env: str | None,
    mapping: Path | None,
    only: tuple[str, ...],
    sample: Selection,
    fail_fast: bool,
    fail_on: tuple[str, ...],
    tolerance: float,
    alpha: float,
    skip_bad: bool,
    junit: Path | None,
    markdown: Path | None,
    as_json: bool,
    show: int,
    processes: int | None,
    config: Path | None,
) -> None:
    """Decide every record of files, folders and patterns.

    \b
    verdict corpus run data/ --save results.jsonl
    verdict corpus run data/ --baseline results.jsonl --junit report.xml
    """  # noqa: D301  # click's mark for a paragraph to leave as it is
    files, unfound = find_files(records, without=filter(None, [baseline, save]))
    read = [*files, *filter(None, [baseline, notes_file, mapping, config])]
    check_outputs(save, [junit, markdown], read)
    conditions = _conditions(fail_on, compared=baseline is not None, noted=notes_file is not None)
    selection = replace(sample, only=frozenset(only))
    corpus = Corpus(files, unfound, ColumnMapping.load(mapping) if mapping else None, selection)
    if fail_fast and not conditions:
        raise click.UsageError("--fail-fast needs something to fail on: --baseline, or --fail-on")
    rules = Rules(conditions, tolerance, alpha)
    notes = Notes.load(notes_file) if notes_file else Notes({})
    for name in unknown_variables():
        _say(f"{name} is no setting and is not read")
    if url and (config or processes):
        raise click.UsageError("--config and --processes do not go with --url: it decides there")
    if key_env and not url:
        raise click.UsageError("--key-env goes with --url")
    with second_interrupt_ends(), ExitStack() as open_files:
        before = ResultsFile.load(baseline) if baseline else None
        if before:
            open_files.enter_context(closing(before))

        def is_red(result: Result) -> bool:
            return judge(result, before.get(result.id) if before else None, rules, notes).red

        engine = _service(url, key_env) if url else _engine(read_settings(config), processes, files)
        with closing(engine):
            header = engine.identity()
            results, remark = open_saved(save, header)
            open_files.enter_context(closing(results))
            if remark:
                _say(remark)
            tally = _decide(corpus, engine, results, save, is_red if fail_fast else None)
        partial = selection.partial or tally.stopped is not None
        every = tally.stopped is None and selection.count is None

        def expected(old: Result) -> bool:
            return every and selection.takes(old.id, old.tags)

        comparison = Comparison(results, before, rules, notes, partial=partial, expected=expected)
        shown = comparison.gravest
        documents = documents_of(corpus, [judged.after.id for judged in shown])
        report = Report(tally, comparison, header, shown[:show], documents, skip_bad)
        if not tally.decided + tally.resumed:
            _say("no record was decided: look at the files, --only and --sample")
        _write(report, junit, markdown, as_json=as_json)
    sys.exit(report.exit_code)


def _engine(settings: Settings, processes: int | None, files: list[Path]) -> Engine:
    if processes is None:
        small = total_bytes(files) <= _SMALL
        processes = 1 if small else len(os.sched_getaffinity(0))
    return InlineEngine(settings) if processes == 1 else ProcessEngine(settings, processes)


def _service(url: str, key_env: str | None) -> Engine:
    # The client's library takes half a second.
    from verdict.corpus.remote import ServiceEngine  # noqa: PLC0415
    from verdict.service.client import ServiceClient  # noqa: PLC0415

    key = os.environ.get(key_env, "").strip() if key_env else None
    if key == "":
        raise click.UsageError(f"--key-env: the environment has no {key_env}, or an empty one")
    return ServiceEngine(ServiceClient(url, key))


def _conditions(fail_on: tuple[str, ...], *, compared: bool, noted: bool) -> frozenset[str]:
    """What fails the run."""
    if not fail_on:
        return frozenset(DEFAULT_CONDITIONS if compared else _ALONE if noted else ())
    if "nothing" in fail_on and len(set(fail_on)) > 1:
        raise click.UsageError("--fail-on nothing stands alone")
    needing = [name for name in fail_on if name not in _OF_ONE_RUN]
    if needing and not compared:
        raise click.UsageError(f"--fail-on {needing[0]} needs --baseline")
    named = {*fail_on, *(DEFAULT_CONDITIONS if _DEFAULT in fail_on else ())}
    return frozenset(named - {_DEFAULT, "nothing"})


def _say(text: str) -> None:
    with suppress(OSError):  # nobody may be there to read it
        click.echo(visible(f"verdict corpus run: {text}"), err=True)


def _decide(
    corpus: Corpus,
    engine: Engine,
    results: ResultsFile,
    save: Path | None,
    is_red: Callable[[Result], bool] | None,
) -> Tally:
    told = 0

    def tell(fault: Fault) -> None:
        nonlocal told
        told += 1
        if told <= _FAULTS_TOLD:
            _say(str(fault))
        elif told == _FAULTS_TOLD + 1:
            _say("more could not be read; --json lists the first 1,000")

    timings = Timings(save, resumed=results.resumed)
    progress = (BarProgress if sys.stderr.isatty() else LineProgress)(total_bytes(corpus.files))
    resume = f"; the next run resumes {save}" if save else ""
    with closing(timings), progress:
        try:
            run = CorpusRun(
                corpus=corpus,
                engine=engine,
                results=results,
                timings=timings,
                progress=progress,
                report=tell,
                is_red=is_red,
            )
            return _finish(run.run(), corpus, results)
        except KeyboardInterrupt:
            _say(f"interrupted{resume}")
            raise
        except BrokenExecutor as error:
            raise VerdictError(
                f"corpus run: a process that decides came to a sudden end{resume}"
            ) from error
        except VerdictError as error:
            raise VerdictError(f"corpus run: {error}{resume}") from error


def _finish(tally: Tally, corpus: Corpus, results: ResultsFile) -> Tally:
    if tally.stopped is not None:
        return tally
    # What could not be read may be there again in the next run.
    others = results.others() if tally.n_faults and not corpus.selection.partial else 0
    if others:
        _say(
            f"{results.path} keeps {others} results of records that this run could not read or find"
        )
    if remark := results.finish(whole=not (corpus.selection.partial or tally.n_faults)):
        _say(remark)
    return tally


def _write(report: Report, junit: Path | None, markdown: Path | None, *, as_json: bool) -> None:
    if junit:
        with telling(junit), junit.open("wb") as file:
            write_junit(report, file)
    if markdown:
        with telling(markdown):
            markdown.write_text(report_markdown(report), encoding="utf-8")
    try:
        _print(report, as_json=as_json)
        sys.stdout.flush()
    except OSError as error:
        # Nothing more can be written, nor tried again when the process ends.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # until the end
        if not isinstance(error, BrokenPipeError):
            raise VerdictError(
                f"corpus run: the report cannot be written ({error.strerror or error}): make room, "
                "or write it elsewhere"
            ) from error
        # Whoever read it had enough; the exit code still says how it went.


def _print(report: Report, *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(report_document(report)).decode())
        return
    from rich.console import Console  # noqa: PLC0415

    width = max(get_terminal_size().columns, longest_id(report) + _BESIDE_IDS)
    Console(highlight=False, soft_wrap=True, width=width).print(report_tables(report))


@corpus.command(short_help="File what was found out about records that fail.")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.option("--as", "kind", type=click.Choice(NOTE_KINDS), required=True, help="What it is.")
@click.option("--why", required=True, help="For whoever reads it next.")
@click.option("--notes", "notes_file", type=_FILE, required=True, help="The file of notes.")
@click.option("--results", type=_FILE, help="File it for the records and answers that stand here.")
def note(
    *, ids: tuple[str, ...], kind: NoteKind, why: str, notes_file: Path, results: Path | None
) -> None:
    """File records as check at fault, flake, real regression or known before.

    \b
    verdict corpus note order-17 --as known_before --why "since March" --notes notes.toml
    """  # noqa: D301  # click's mark for a paragraph to leave as it is
    if not why.strip():
        raise click.UsageError("--why is empty: say it to whoever reads the note next")
    for name in ids:
        if not is_id(name):
            raise click.UsageError(f"{visible(name)!r} is no id of a record")
    looked_at: dict[str, dict[str, Any]] = {}
    if results is not None:
        with closing(ResultsFile.load(results)) as saved:
            for name in ids:
                found = saved.get(name)
                if found is None:
                    raise SettingsError(f"{results}: there is no result of {name!r}")
                looked_at[name] = {
                    "record_hash": found.record_hash,
                    "answer": found.answer,
                    "settled": found.settled,
                }
    notes = [Note(id=name, kind=kind, why=why, **looked_at.get(name, {})) for name in ids]
    add_notes(notes_file, notes)
    click.echo(f"{notes_file}: {len(notes)} note{'' if len(notes) == 1 else 's'} added")
