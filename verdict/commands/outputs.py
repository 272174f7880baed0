"""Where a run writes: checked before anything is decided."""

from collections.abc import Iterable
from pathlib import Path

import click

from verdict.corpus.timings import holds_times, timings_path


def check_outputs(save: Path | None, reports: Iterable[Path | None], read: Iterable[Path]) -> None:
    """Refuse to write where it cannot be, or would destroy what is read or not of a run.

    Args:
        save: where results go; times go beside it.
        reports: other files that are written.
        read: files that the run reads.
    """
    outputs = {path: f"{path}: it" for path in reports if path is not None}
    named = [path for path in (save, *reports) if path is not None]
    if len({_key(path) for path in named}) != len(named):
        raise click.UsageError("two outputs have one name: give each its own")
    if save is not None:
        beside = timings_path(save)
        outputs = {save: f"{save}: it", **outputs}
        if _key(beside) in {_key(path) for path in outputs}:
            raise click.UsageError(f"{beside}: --save {save} keeps times there: write elsewhere")
        outputs[beside] = f"{beside}: --save {save} keeps times there, and it"
    taken = {_key(path) for path in read}
    for path, told in outputs.items():
        if not path.resolve().parent.is_dir():
            raise click.UsageError(f"{path}: there is no folder {path.parent}: make it first")
        if _key(path) in taken:
            raise click.UsageError(f"{told} is read by this run: write somewhere else")
    if save is not None:
        _check_saving(save, reports)


def _check_saving(save: Path, reports: Iterable[Path | None]) -> None:
    """Of the file of results, and of those that may be made beside it."""
    if save.exists() and not save.is_file():
        raise click.UsageError(f"{save}: it is a pipe or a device: name a file to --save")
    beside = timings_path(save)
    if beside.exists() and not holds_times(beside):
        raise click.UsageError(
            f"{beside}: it is not of a run, and --save {save} would keep times there: "
            "move it, or name another file to --save"
        )
    aside = f"{save.resolve()}.previous"
    for path in reports:
        if path is not None and str(path.resolve()).startswith(aside):
            raise click.UsageError(f"{path}: --save {save} may keep results there: write elsewhere")


def _key(path: Path) -> object:
    """The same for two names of one file, be it there or not."""
    if path.exists():
        status = path.stat()
        return status.st_dev, status.st_ino
    return path.resolve()
