"""What could not be read, and where; the rest of a corpus is read all the same."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that could not be read.

    Attributes:
        file: the file, or the pattern that named none.
        line: its line, counted from 1 (of Parquet its row); None where it is the whole file.
        message: what is wrong, and what to do.
    """

    file: str
    line: int | None
    message: str

    @property
    def place(self) -> str:
        """File and line."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class LineError(Exception):
    """One line cannot be read; the rest of its file can."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class FileError(Exception):
    """A file cannot be read any further.

    Attributes:
        line: where reading ended; None where it did not begin.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
