"""What somebody found out about records that a run complained of; the next run honours it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import tomli_w
from pydantic import BaseModel, ConfigDict, Field

from verdict.corpus.results import Result
from verdict.corpus.toml_files import load_toml
from verdict.errors import SettingsError

NoteKind = Literal["check_at_fault", "flake", "real_regression", "known_before"]
NOTE_KINDS: tuple[NoteKind, ...] = get_args(NoteKind)


class Note(BaseModel):
    """What was found out about one record.

    Attributes:
        id: of the record.
        kind: `check_at_fault`, the label is wrong; `flake`, it answers now so and now so;
            `known_before`, it was so before the change that is looked at, which does not count
            where the baseline has the record right; all three excuse the record.
            `real_regression` does not: the record fails until it is right again.
        why: for whoever reads it next.
        record_hash: of the record that was looked at, as `verdict.corpus.results.Result` has it.
            For another state, question or label the note excuses nothing, nor for another answer,
            or one that is settled and was not, where these are given. What is a real regression is
            one until the record is right.
        answer: the answer that was looked at.
        settled: whether it was settled.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(min_length=1)]
    kind: NoteKind
    why: Annotated[str, Field(min_length=1)]
    record_hash: str | None = None
    answer: str | None = None
    settled: bool | None = None

    @property
    def excuses(self) -> bool:
        """Whether a record with this note does not fail a run."""
        return self.kind != "real_regression"


class _NotesFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    notes: list[Note] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a file, by the id of their record."""

    by_id: dict[str, Note]

    @classmethod
    def load(cls, path: Path) -> "Notes":
        """Read a file of notes.

        Raises:
            SettingsError: it cannot be read, says something else, or has two notes on a record.
        """
        file = load_toml(path, _NotesFile)
        by_id: dict[str, Note] = {}
        for note in file.notes:
            if note.id in by_id:
                raise SettingsError(f"{path}: two notes on {note.id!r}: keep one")
            by_id[note.id] = note
        return cls(by_id)

    def on(self, result: Result) -> Note | None:
        """The note on a record, if it is about this record and this answer."""
        note = self.by_id.get(result.id)
        if note is None or not note.excuses:
            return note
        if note.answer not in (None, result.answer):
            return None
        surer = result.settled and note.settled is False
        return note if not surer and note.record_hash in (None, result.record_hash) else None


def add_notes(path: Path, notes: list[Note]) -> None:
    """Write notes below those that a file has; it is made where there is none.

    Raises:
        SettingsError: the file cannot be used, or has a note on one of the records already.
    """
    known = Notes.load(path).by_id if path.exists() else {}
    for note in notes:
        if note.id in known:
            raise SettingsError(f"{path}: {note.id!r} has a note already: change it there")
        known[note.id] = note
    tables = [f"[[notes]]\n{tomli_w.dumps(note.model_dump(exclude_none=True))}" for note in notes]
    before = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    added = ("\n" if before else "") + "\n".join(tables)
    try:
        tomllib.loads(before + added)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f"{path}: nothing can be written below what it holds: write its notes as [[notes]]"
        ) from error
    with path.open("a", encoding="utf-8") as file:
        file.write(added)
