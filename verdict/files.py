"""Files that somebody named, before they are opened."""

import os
from pathlib import Path

from verdict.errors import SettingsError


def check_readable(path: Path) -> None:
    """Refuse what could be waited for, or read, without end.

    Raises:
        SettingsError: it is a named pipe or a device; standard input and what a shell makes of
            `<(...)` are neither, nor is the one device that is empty.
    """
    if not path.exists() or path.is_file() or path.is_dir():
        return
    without_name = path.is_fifo() and not path.resolve().exists()
    if not without_name and path.resolve() != Path(os.devnull):
        raise SettingsError(f"{path}: it is a named pipe or a device: name a file")
