"""Files that are written with care: nobody else's is lost, and what went wrong is told."""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from verdict.errors import SettingsError, VerdictError


@contextlib.contextmanager
def telling(path: Path | None) -> Iterator[None]:
    """Tell of a disk that is full or broken with the file's name: the system's error has none.

    Raises:
        VerdictError: it cannot be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        name = "a temporary file" if path is None else path
        raise VerdictError(
            f"{name}: it cannot be written ({error.strerror or error}): make room, or name another"
        ) from error


def write_at(file: IO[bytes], start: int, content: bytes) -> None:
    """Write bytes at a place at once: what a buffer held would be tried again on closing."""
    written = 0
    view = memoryview(content)
    while written < len(content):
        written += os.pwrite(file.fileno(), view[written:], start + written)


def open_for_writing(path: Path) -> IO[bytes]:
    """Open a file without cutting it: another run may write to it."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")


@contextlib.contextmanager
def closed_on_error(file: IO[bytes]) -> Iterator[None]:
    """Close a file where the block fails."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):  # the first error says what is wrong
            file.close()
        raise


def lock(file: IO[bytes], path: Path | None) -> None:
    """Make sure that no other run writes to the file; the lock ends with this process."""
    if path is None:
        return
    message = f"{path}: another run writes to it: wait, or name another"
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SettingsError(message) from error
    # A run that ends puts another file in its place.
    if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), path.stat()):
        raise SettingsError(message)


def set_aside(path: Path) -> Path:
    """Keep what a file holds under another name as well, and under none that is taken already."""
    number, aside = 1, path.with_name(f"{path.name}.previous")
    while not _is_kept(path, aside):
        number += 1
        aside = path.with_name(f"{path.name}.previous-{number}")
    return aside


def _is_kept(path: Path, aside: Path) -> bool:
    try:
        aside.hardlink_to(path)
    except FileExistsError:
        return False
    except OSError:  # not every file system has links
        if os.path.lexists(aside):
            return False
        with path.open("rb") as file, aside.open("xb") as copy:
            shutil.copyfileobj(file, copy)
    return True
