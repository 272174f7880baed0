import csv
import io
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from corpora import CONFIRMS
from verdict.corpus.faults import Fault
from verdict.corpus.mapping import ColumnMapping
from verdict.corpus.sources import Line, read_lines

CHOICE = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": None}}
CHOOSES = """
[question]
type = "choice"
instructions = "Which?"
criteria = {a = "first", b = "second"}
"""


def read(path: Path, mapping: str | None = None) -> tuple[list[dict[str, Any]], list[Fault]]:
    """The records of a table and its faults, with a mapping in TOML if there is one."""
    loaded = None
    if mapping is not None:
        (path.parent / "map.toml").write_text(mapping)
        loaded = ColumnMapping.load(path.parent / "map.toml")
    items = list(read_lines([path], loaded))
    lines = [json.loads(item.content) for item in items if isinstance(item, Line)]
    return lines, [item for item in items if isinstance(item, Fault)]


def table(folder: Path, header: str, *rows: list[str], question: dict[str, Any] = CONFIRMS) -> Path:
    """A CSV file with these columns, the question and a label."""
    text = io.StringIO(newline="")
    written = csv.writer(text)
    written.writerow([*header.split(","), "question", "label"])
    written.writerows([*row, json.dumps(question), "true"] for row in rows)
    path = folder / "a.csv"
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
    return path


def test_of_state_and_reply_the_one_that_is_filled_counts(tmp_path: Path) -> None:
    """An empty cell of the one does not hide what stands in the other."""
    rows = ["yes", "", ""], ["", "Shall I?", "no"], ["", "", "no"]
    lines, faults = read(table(tmp_path, "state,prompt,reply", *rows))
    assert faults == []
    assert [line["state"] for line in lines] == [
        "yes",
        {"prompt": "Shall I?", "reply": "no"},
        {"reply": "no"},
    ]


def test_of_state_and_reply_the_one_that_is_there_counts_in_parquet(tmp_path: Path) -> None:
    """What is null there is empty."""
    question = f"'{json.dumps(CONFIRMS)}' AS question, true AS label"
    rows = (
        f"SELECT 'yes' AS state, NULL AS reply, {question} "
        f"UNION ALL SELECT NULL, 'no', {question} UNION ALL SELECT 'yes', 'no', {question}"
    )
    duckdb.sql(f"COPY ({rows}) TO '{tmp_path / 'a.parquet'}' (FORMAT parquet)")
    lines, (fault,) = read(tmp_path / "a.parquet")
    assert [line["state"] for line in lines] == ["yes", {"reply": "no"}]
    assert (fault.line, "'state' and 'reply' are both filled" in fault.message) == (3, True)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (["yes", "", "no"], "the columns 'state' and 'reply' are both filled: leave one of them"),
        (["yes", "Shall I?", ""], "the columns 'state' and 'prompt' are both filled"),
        (["", "", ""], "neither the column 'state' nor 'reply' is filled: fill one of them"),
        (["", "Shall I?", ""], "neither the column 'state' nor 'reply' is filled"),
    ],
)
def test_a_row_of_which_nobody_knows_the_state_is_a_fault(
    tmp_path: Path, row: list[str], complaint: str
) -> None:
    """Nothing is guessed, and the rows around it are read."""
    lines, (fault,) = read(
        table(tmp_path, "state,prompt,reply", ["yes", "", ""], row, ["", "", "no"])
    )
    assert len(lines) == 2
    assert (fault.line, complaint in fault.message) == (3, True)


@pytest.mark.parametrize(("row", "complaint"), [(["yes", "?"], "both"), (["", "?"], "neither")])
def test_a_prompt_is_not_lost_where_there_is_no_reply(
    tmp_path: Path, row: list[str], complaint: str
) -> None:
    """A row with a prompt beside its state is a fault too; one without it is read."""
    lines, (fault,) = read(table(tmp_path, "state,prompt", ["yes", ""], row))
    assert [line["state"] for line in lines] == ["yes"]
    assert complaint in fault.message


@pytest.mark.parametrize(("name", "state"), [("state", ""), ("reply", {"reply": ""})])
def test_an_empty_cell_of_a_single_column_is_an_empty_text(
    tmp_path: Path, name: str, state: object
) -> None:
    """Somebody may well answer nothing."""
    (line,), _ = read(table(tmp_path, name, [""]))
    assert line["state"] == state


@pytest.mark.parametrize(
    ("mapping", "state"),
    [
        ('reply = "answered"', {"prompt": "p", "reply": "a"}),
        ('prompt = "asked"', {"prompt": "q", "reply": "r"}),
        ('prompt = "asked"\nreply = "answered"', {"prompt": "q", "reply": "a"}),
        ('reply = "prompt"', {"reply": "p"}),
        ('state = "text"', "t"),
        ('state = "state"', "s"),
    ],
)
def test_a_mapping_of_a_part_says_which_columns_make_the_state(
    tmp_path: Path, mapping: str, state: object
) -> None:
    """A reply goes with the prompt by its name; beside a state neither is read, nor the reverse."""
    header = "state,prompt,reply,text,asked,answered"
    lines, faults = read(table(tmp_path, header, ["s", "p", "r", "t", "q", "a"]), mapping)
    assert faults == []
    assert [line["state"] for line in lines] == [state]


def test_a_mapping_without_a_state_takes_the_columns_by_their_names(tmp_path: Path) -> None:
    """One with nothing but a delimiter, labels and a question is a whole one."""
    path = tmp_path / "a.csv"
    path.write_text("id;prompt;reply;label\nx;Which?;the first;1\n")
    mapping = 'delimiter = ";"\n[labels]\n"1" = "a"\n' + CHOOSES
    (line,), faults = read(path, mapping)
    assert faults == []
    assert (line["id"], line["label"]) == ("x", "a")
    assert line["state"] == {"prompt": "Which?", "reply": "the first"}


def test_a_mapping_of_a_prompt_needs_a_reply(tmp_path: Path) -> None:
    """A column that is called state is not meant by it."""
    lines, (fault,) = read(table(tmp_path, "state,asked", ["yes", "?"]), 'prompt = "asked"')
    assert lines == []
    assert "there is no column 'reply'" in fault.message


def test_labels_are_read_as_if_they_stood_in_the_column(tmp_path: Path) -> None:
    """The word null is a null label there too, an empty cell may be called so, and true is true."""
    path = tmp_path / "a.csv"
    path.write_text('state,label\nx,?\nx,""\nx,1\n')
    mapping = '[labels]\n"?" = "null"\n"" = "null"\n"1" = "b"\n'
    assert [line["label"] for line in read(path, mapping + CHOOSES)[0]] == [None, None, "b"]
    asks = 'instructions = "Does the reply confirm?"\n'
    mapping = '[labels]\n"?" = "null"\n"" = "false"\n"1" = "true"\n[question]\ntype = "noul"\n'
    assert [line["label"] for line in read(path, mapping + asks)[0]] == [None, False, True]


@pytest.mark.parametrize(
    ("values", "labels", "read_as"),
    [
        ("1, 0", '"1" = "b"\n"0" = "a"', ["b", "a"]),
        ("true, false", '"true" = "b"\n"false" = "a"', ["b", "a"]),
        ("1.0::DOUBLE, NULL", '"1" = "b"', ["b", None]),
    ],
)
def test_labels_of_any_type_are_known_by_their_json(
    tmp_path: Path, values: str, labels: str, read_as: list[str | None]
) -> None:
    """In Parquet, where integers beside empty cells are often written with a point."""
    rows = f"SELECT 'x' AS state, unnest([{values}]) AS label"
    duckdb.sql(f"COPY ({rows}) TO '{tmp_path / 'a.parquet'}' (FORMAT parquet)")
    lines, faults = read(tmp_path / "a.parquet", f"[labels]\n{labels}\n{CHOOSES}")
    assert ([line["label"] for line in lines], faults) == (read_as, [])


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("tag", "tags"),
        ("Tags", "tags"),
        ("tgas", "tags"),
        ("TAG_S", "tags"),
        (" tags", "tags"),
        ("mtea", "meta"),
        ("Split", "split"),
    ],
)
def test_a_column_that_seems_misspelt_is_a_fault_of_its_file(
    tmp_path: Path, name: str, meant: str
) -> None:
    """A gate tag is not lost without a word; a mapping that names the column is the way out."""
    path = table(tmp_path, f"state,{name}", ["yes", '["gate"]'])
    lines, (fault,) = read(path)
    assert (lines, fault.line) == ([], 1)
    assert fault.message == (
        f"column {name!r}: is it meant to be {meant!r}? rename it, or say what it is in --mapping"
    )
    lines, faults = read(path, f'{meant} = "{name}"')
    assert (len(lines), faults, meant in lines[0]) == (1, [], True)


@pytest.mark.parametrize(
    ("header", "mapping"),
    [
        ("tags,tag", None),
        ("groups,tag", 'tags = "groups"'),
        ("lang,tag", 'id = "tag"'),
        ("team,stages", None),
        ("metal,mate", None),
        ("lang,Reply", 'state = "state"'),
    ],
)
def test_a_column_that_is_meant_otherwise_is_no_fault(
    tmp_path: Path, header: str, mapping: str | None
) -> None:
    """There are tags, or the mapping says what the column is, or it is another word."""
    path = table(tmp_path, f"state,{header}", ["yes", "a", "b"])
    lines, faults = read(path, mapping)
    assert (len(lines), faults) == (1, [])


@pytest.mark.parametrize(("separator", "written"), [(";", '";"'), ("\t", '"\\t"'), ("|", '"|"')])
def test_a_table_of_one_column_is_told_its_delimiter(
    tmp_path: Path, separator: str, written: str
) -> None:
    """As it is to be written, and then the table is read."""
    path = tmp_path / "a.csv"
    path.write_text(f"id{separator}reply{separator}label\nx{separator}yes{separator}a\n")
    for mapping in (None, 'id = "id"\n'):
        lines, (fault,) = read(path, mapping)
        assert lines == []
        assert fault.message.endswith(f": set delimiter = {written} in --mapping")
    lines, faults = read(path, f"delimiter = {written}\n" + CHOOSES)
    assert (len(lines), faults) == (1, [])
