"""Where results stand in their file: an index on the disk, so that memory does not grow with it."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from verdict.errors import VerdictError

_CACHE_KIB = 32 * 1024
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -%d;
CREATE TABLE lines (id TEXT PRIMARY KEY, start INTEGER, length INTEGER, now INTEGER) WITHOUT ROWID;
CREATE TABLE records (id TEXT PRIMARY KEY, file TEXT, number INTEGER) WITHOUT ROWID;
"""
_BEFORE = "INSERT OR REPLACE INTO lines VALUES (?, ?, ?, 0)"
_NOW = "INSERT OR REPLACE INTO lines VALUES (?, ?, ?, 1)"


class LineIndex:
    """The place of each result in its file, and of each record of this run in the corpus.

    A result is of this run where it was decided in it, or taken over by it; others are of records
    that the run does not have, or cannot read.

    All of it raises VerdictError where the temporary folder has no room.
    """

    def __init__(self) -> None:
        # A database without a name lies in a temporary file that is gone with its process.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.executescript(_SCHEMA % _CACHE_KIB)
        self._database.execute("BEGIN")

    def place(self, places: Iterable[tuple[str, int, int]], *, now: bool) -> None:
        """Say where results stand: id, start and length; with `now` they are of this run."""
        with _room():
            self._database.executemany(_NOW if now else _BEFORE, places)

    def take_over(self, name: str) -> None:
        """Count an earlier result as one of this run."""
        with _room():
            self._database.execute("UPDATE lines SET now = 1 WHERE id = ?", (name,))

    def find(self, name: str) -> tuple[int, int] | None:
        """Start and length of the result of that id."""
        query = "SELECT start, length FROM lines WHERE id = ?"
        found: tuple[int, int] | None = self._database.execute(query, (name,)).fetchone()
        return found

    def places(self, *, current: bool = False) -> Iterator[tuple[int, int]]:
        """Start and length of each result by id; with `current`, of this run's alone."""
        which = "WHERE now" if current else ""
        query = f"SELECT start, length FROM lines {which} ORDER BY id"  # noqa: S608  # constants
        yield from self._database.execute(query)

    def currents(self) -> Iterator[bool]:
        """Whether each result is of this run, by id."""
        for (now,) in self._database.execute("SELECT now FROM lines ORDER BY id"):
            yield bool(now)

    def others(self) -> int:
        """How many results are not of this run."""
        query = "SELECT count(*) FROM lines WHERE NOT now"
        count: int = self._database.execute(query).fetchone()[0]
        return count

    def drop_others(self) -> None:
        """Forget the results that are not of this run."""
        with _room():
            self._database.execute("DELETE FROM lines WHERE NOT now")

    def claim(self, places: Sequence[tuple[str, str, int]]) -> dict[int, tuple[str, int]]:
        """Say where records stand: id, file and line of each.

        Returns:
            For each that has the id of one before it: its place in the sequence, and file and line
            of the first.
        """
        before = self._database.total_changes
        with _room():
            self._database.executemany("INSERT OR IGNORE INTO records VALUES (?, ?, ?)", places)
        if self._database.total_changes - before == len(places):
            return {}
        again, mine = {}, set()
        for number, (name, *place) in enumerate(places):
            first = self.record(name)
            if first is not None and (first != tuple(place) or name in mine):
                again[number] = first
            mine.add(name)
        return again

    def record(self, name: str) -> tuple[str, int] | None:
        """File and line of the record of that id."""
        query = "SELECT file, number FROM records WHERE id = ?"
        found: tuple[str, int] | None = self._database.execute(query, (name,)).fetchone()
        return found

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()


@contextmanager
def _room() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise VerdictError(
            f"the temporary folder cannot hold an index of the results ({error}): make room there, "
            "or name another with TMPDIR"
        ) from error
