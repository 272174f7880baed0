"""How the columns of a table become labelled records."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from verdict.corpus.toml_files import load_toml
from verdict.errors import SettingsError
from verdict.strict_json import JsonError, parse_strictly

Column = Annotated[str, Field(min_length=1)]


# What stands beside state, question and label.
_BESIDE = ("id", "tags", "meta", "lang", "split")
# What is lost without a word where it is misspelt, and what a check depends on.
_NEEDED = ("tags", "meta")
_EMPTY = (None, "")
_SIGNS = re.compile(r"[\W_]+")
_BETWEEN_TAGS = re.compile(r"[\s,;]+")


class LineMappingError(Exception):
    """A row does not hold what its columns should; the message names the column."""


class ColumnMapping(BaseModel):
    """Which column holds which part of a record.

    Attributes:
        id: the column of the id; None for one that is called so, else the file's name and line.
        state: the column of the state; None for one that is called so, unless `prompt` or `reply`
            is named.
        prompt: the column of what a person was asked, beside `reply`.
        reply: the column of what the person answered, in place of `state`.
        label: the column of the right answer.
        labels: what stands in that column to the right answer, where they differ.
        question: the question of every row, or the column that holds each row's own as JSON.
        tags: the column of the tags, separated by spaces, commas or semicolons, or a JSON array.
        meta: the column of what is the user's own, as JSON.
        lang: the column of the language.
        split: the column of the split.
        delimiter: what separates columns; None for a comma, in `.tsv` a tab.
        json_columns: columns that hold JSON, such as a `state` that is an object.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Column | None = None
    state: Column | None = None
    prompt: Column | None = None
    reply: Column | None = None
    label: Column = "label"
    labels: dict[str, Any] = Field(default_factory=dict)
    question: Column | dict[str, Any] = "question"
    tags: Column | None = None
    meta: Column | None = None
    lang: Column | None = None
    split: Column | None = None
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    json_columns: tuple[Column, ...] = ()

    @classmethod
    def load(cls, path: Path) -> "ColumnMapping":
        """Read a mapping from a TOML file.

        Raises:
            SettingsError: it cannot be read, or says something else.
        """
        mapping = load_toml(path, cls)
        if mapping.state and mapping.reply:
            raise SettingsError(
                f"{path}: name the column of the state or of the reply, one of the two"
            )
        if mapping.prompt and mapping.state:
            raise SettingsError(f"{path}: a prompt goes with a reply, not with a state")
        return mapping

    def for_columns(self, columns: Sequence[str], as_json: Sequence[str] = ()) -> "ColumnMapping":
        """This, and for the rest the columns that are called like a part of a record.

        Args:
            columns: of the table.
            as_json: columns whose type in the file is JSON.
        """
        named = self._named()
        taken = {name: name for name in self._sought() if name in columns and name not in named}
        if self.prompt and not self.reply:
            taken["reply"] = "reply"  # a prompt alone is no state
        every_json = (*self.json_columns, *as_json)
        return self.model_copy(update={**taken, "json_columns": every_json})

    def _sought(self) -> list[str]:
        """The parts of a record that are taken from the columns that are called like them."""
        sought = [name for name in _BESIDE if not getattr(self, name)]
        if not self.state:
            sought += [name for name in ("prompt", "reply") if not getattr(self, name)]
            if not self.prompt and not self.reply:
                sought.append("state")
        return sought

    def _named(self) -> list[str]:
        """The columns that are named, but for those of JSON."""
        named = [self.id, self.state, self.prompt, self.reply, self.label]
        named += [self.tags, self.meta, self.lang, self.split]
        named += [self.question] if isinstance(self.question, str) else []
        return [name for name in named if name]

    def misspelt(self, columns: Sequence[str]) -> tuple[str, str] | None:
        """A column that would not be read, and what it seems to be meant to be called."""
        named = self._named()
        sought = [*self._sought(), *(["label"] if self.label == "label" else [])]
        needed = [name for name in _NEEDED if name in sought and name not in columns]
        for column in columns:
            if column in sought or column in named:
                continue
            called = column.strip().casefold()
            if called in sought:
                return column, called
            if meant := _nearly(called, needed):
                return column, meant
        return None

    def missing(self, columns: Sequence[str]) -> list[str]:
        """The columns that are named here and not there."""
        named = [*self._named(), *self.json_columns]
        return [name for name in dict.fromkeys(named) if name not in columns]

    def document(self, row: Mapping[str, Any], default_id: str) -> dict[str, Any]:
        """The record that a row holds, not yet checked.

        Raises:
            LineMappingError: a column should hold JSON, and does not.
        """
        made: dict[str, Any] = {"id": self._value(row, self.id) if self.id else default_id}
        made["state"] = self._state(row)
        made["question"] = (
            _json(row[self.question], self.question)
            if isinstance(self.question, str)
            else self.question
        )
        made["label"] = self._label(self._value(row, self.label), made["question"])
        for name, column in (("lang", self.lang), ("split", self.split)):
            if column and row[column] not in _EMPTY:
                made[name] = row[column]
        if self.tags and row[self.tags]:
            made["tags"] = _tags(self._value(row, self.tags), self.tags)
        if self.meta and row[self.meta]:
            made["meta"] = _json(row[self.meta], self.meta)
        return made

    def _state(self, row: Mapping[str, Any]) -> object:
        state, reply, prompt = (
            column if column and row[column] not in _EMPTY else None
            for column in (self.state, self.reply, self.prompt)
        )
        if state and (reply or prompt):
            raise LineMappingError(
                f"the columns {state!r} and {reply or prompt!r} are both filled: leave one of them "
                "empty, or say with --mapping which one is meant"
            )
        if self.state and not state and not reply and (self.reply or prompt):
            raise LineMappingError(
                f"neither the column {self.state!r} nor {self.reply or 'reply'!r} is filled: "
                "fill one of them"
            )
        if state or not self.reply:
            return self._value(row, self.state or "state")
        said = self._value(row, self.reply)
        asked = self._value(row, self.prompt) if self.prompt else None
        return {"reply": said} if asked in _EMPTY else {"prompt": asked, "reply": said}

    def _value(self, row: Mapping[str, Any], column: str) -> object:
        return _json(row[column], column) if column in self.json_columns else row[column]

    def _label(self, value: object, question: object) -> object:
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # so are integers written where other rows have none
        text = json.dumps(value) if isinstance(value, bool | int) else value
        if isinstance(text, str):
            value = self.labels.get(text, value)  # read as if it stood in the column itself
        if not isinstance(value, str) or not isinstance(question, dict):
            return value
        if value == "null" and value not in (question.get("criteria") or ()):
            return None
        if question.get("type") == "noul":
            return {"true": True, "false": False}.get(value.strip().lower(), value)
        if question.get("type") == "score" and value.strip().isdecimal():
            return int(value)
        return value


def _nearly(name: str, parts: Sequence[str]) -> str | None:
    """The part that a name is but for its number, its signs or the order of two neighbours."""
    letters = _SIGNS.sub("", name)
    swapped = {letters[:at] + letters[at : at + 2][::-1] + letters[at + 2 :] for at in range(4)}
    return next(
        (part for part in parts if {part, part.removesuffix("s")} & {letters, *swapped}), None
    )


def _tags(value: object, column: str) -> object:
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        return _json(value, column)
    return [tag for tag in _BETWEEN_TAGS.split(value) if tag]


def _json(value: object, column: str) -> object:
    if not isinstance(value, str):
        _check_struct(value, column)
        return value
    try:
        return parse_strictly(value.encode("utf-8", "surrogatepass"))
    except JsonError as error:
        raise LineMappingError(f"the column {column!r} {error}") from error


def _check_struct(value: object, column: str) -> None:
    """Refuse a choice whose options one struct has for all rows: a null may mean "not here"."""
    match value:
        case {"type": "choice", "criteria": dict() as options} if None in options.values():
            raise LineMappingError(
                f"the column {column!r} holds options that are null, which may be options of "
                "other rows: write the question as JSON text"
            )
