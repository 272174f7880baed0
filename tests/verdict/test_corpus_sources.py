import csv
import gzip
import io
import json
import zlib
from pathlib import Path
from typing import Any

import duckdb
import pytest

from corpora import CONFIRMS, record, write
from verdict.corpus.faults import Fault
from verdict.corpus.formats import MAX_LINE
from verdict.corpus.mapping import ColumnMapping
from verdict.corpus.sources import Line, find_files, read_lines
from verdict.errors import SettingsError

CHOICE = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": None}}


def read(
    *paths: Path, mapping: ColumnMapping | None = None
) -> tuple[list[dict[str, Any]], list[Fault]]:
    """The records of some files, and what could not be read."""
    items = list(read_lines(paths, mapping))
    lines = [json.loads(item.content) for item in items if isinstance(item, Line)]
    return lines, [item for item in items if isinstance(item, Fault)]


def write_csv(path: Path, rows: list[list[str]]) -> Path:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
    return path


def write_parquet(path: Path, query: str) -> Path:
    duckdb.sql(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def test_a_folder_gives_its_corpora_in_order(tmp_path: Path) -> None:
    """Every file of a known format, at any depth, and neither hidden ones nor others."""
    for name in ("b.jsonl", "a.csv", "sub/c.jsonl.gz", "README.md", ".hidden.jsonl", ".x/d.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    files, faults = find_files([str(tmp_path)])
    assert [str(file.relative_to(tmp_path)) for file in files] == [
        "a.csv",
        "b.jsonl",
        "sub/c.jsonl.gz",
    ]
    assert faults == []


def test_one_file_by_two_names_is_read_once(tmp_path: Path) -> None:
    """A folder, a pattern and a path may overlap."""
    write(tmp_path / "a.jsonl", [record("a")])
    named = [str(tmp_path), f"{tmp_path}/*.jsonl", f"{tmp_path}/x/../a.jsonl"]
    (tmp_path / "x").mkdir()
    assert len(find_files(named)[0]) == 1


@pytest.mark.parametrize("name", ["nowhere.jsonl", "*.jsonl", "empty"])
def test_what_is_not_there_is_a_fault(tmp_path: Path, name: str) -> None:
    """A path, a pattern or a folder that gives no file is named; the others are still found."""
    (tmp_path / "empty").mkdir()
    write(tmp_path / "a.ndjson", [record("a")])
    files, faults = find_files([str(tmp_path / name), str(tmp_path / "a.ndjson")])
    assert len(files) == 1
    assert [(fault.file, fault.line) for fault in faults] == [(str(tmp_path / name), None)]


@pytest.mark.parametrize("packed", [False, True])
def test_json_lines_are_read_with_their_numbers(tmp_path: Path, packed: bool) -> None:
    """Plain or gzipped, whatever it is called; blank lines and a mark at the start do not count."""
    content = b"\xef\xbb\xbf" + b'{"id": "a"}\n\n  \n{"id": "b"}'
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(content) if packed else content)
    lines = [item for item in read_lines([path]) if isinstance(item, Line)]
    assert [(line.number, line.content) for line in lines] == [
        (1, b'{"id": "a"}'),
        (4, b'{"id": "b"}'),
    ]


def test_a_cut_gzip_file_loses_no_line_before_the_cut(tmp_path: Path) -> None:
    """Every whole line that can be unpacked is read; the fault names the one that is cut."""
    documents = [record(f"r{number:05}", f"yes {number * 7919}") for number in range(5000)]
    lines = [json.dumps(each) + "\n" for each in documents]
    whole = gzip.compress("".join(lines).encode())
    path = tmp_path / "a.jsonl.gz"
    for cut in (15, 400, len(whole) // 2, len(whole) - 9):
        path.write_bytes(whole[:cut])
        there = zlib.decompressobj(wbits=31).decompress(whole[:cut]).count(b"\n")
        read_lines, (fault,) = read(path)
        assert read_lines == documents[:there]
        assert fault.line == there + 1
        assert "cut or damaged" in fault.message


def test_the_half_row_of_a_cut_table_is_not_read(tmp_path: Path) -> None:
    """Half a value would be another value."""
    rows = [["id", "reply", "question", "label"]]
    rows += [[f"r{number}", "yes", json.dumps(CONFIRMS), "true"] for number in range(300)]
    whole = gzip.compress(write_csv(tmp_path / "a.csv", rows).read_bytes())
    path = tmp_path / "a.csv.gz"
    for cut in range(len(whole) - 30, len(whole), 7):
        path.write_bytes(whole[:cut])
        lines, (fault,) = read(path)
        assert [line["id"] for line in lines] == [f"r{number}" for number in range(len(lines))]
        assert all(line["label"] is True for line in lines)
        assert fault.line == len(lines) + 2


@pytest.mark.parametrize("content", [b"", b"\n\n", gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_a_fault(tmp_path: Path, content: bytes) -> None:
    """A corpus that checks nothing must not pass."""
    (tmp_path / "a.jsonl").write_bytes(content)
    lines, (fault,) = read(tmp_path / "a.jsonl")
    assert lines == []
    assert "holds no record" in fault.message


def test_a_line_too_long_to_hold_is_left_out(tmp_path: Path) -> None:
    """It is named, and the lines after it are read."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id": "a"}\n' + b"x" * (2 * MAX_LINE + 5) + b'\n{"id": "b"}\n')
    lines, (fault,) = read(path)
    assert [line["id"] for line in lines] == ["a", "b"]
    assert (fault.line, "longer than" in fault.message) == (2, True)


def test_a_file_of_results_is_no_corpus(tmp_path: Path) -> None:
    """One line says so, not one for each result."""
    (tmp_path / "a.jsonl").write_bytes(b'{"verdict_results":1,"version":"0"}\n{"id": "a"}\n')
    lines, (fault,) = read(tmp_path / "a.jsonl")
    assert lines == []
    assert "results, not records" in fault.message


def test_columns_that_are_called_like_parts_need_no_mapping(tmp_path: Path) -> None:
    """Prompt and reply make the state; a row is known by its file and line where it has no id."""
    path = write_csv(
        tmp_path / "a.csv",
        [
            ["prompt", "reply", "question", "label", "tags"],
            ["Shall I?", "yes,\nplease", json.dumps(CONFIRMS), "TRUE", "gate plain"],
            ["", "no", json.dumps(CONFIRMS), "false", ""],
        ],
    )
    assert read(path)[0] == [
        {
            "id": "a:2",
            "state": {"prompt": "Shall I?", "reply": "yes,\nplease"},
            "question": CONFIRMS,
            "label": True,
            "tags": ["gate", "plain"],
        },
        {"id": "a:4", "state": {"reply": "no"}, "question": CONFIRMS, "label": False},
    ]


def test_a_mapping_names_columns_question_and_labels(tmp_path: Path) -> None:
    """One question for every row, and what stands in the label's column translated."""
    (tmp_path / "map.toml").write_text(
        'id = "row"\nstate = "text"\nlabel = "gold"\ndelimiter = ";"\nlang = "language"\n'
        '[labels]\n"1" = "a"\n'
        '[question]\ntype = "choice"\ninstructions = "Which?"\n'
        'criteria = {a = "first", b = "2nd"}\n'
    )
    path = tmp_path / "a.csv"
    path.write_bytes(
        "\ufeffrow;text;gold;language;more\r\n7;caf\u00e9;1;fr;x\r\n8;t\u00e9;b;;y\r\n".encode()
    )
    question = {"type": "choice", "instructions": "Which?", "criteria": {"a": "first", "b": "2nd"}}
    lines, faults = read(path, mapping=ColumnMapping.load(tmp_path / "map.toml"))
    assert faults == []
    assert lines == [
        {"id": "7", "state": "caf\u00e9", "question": question, "label": "a", "lang": "fr"},
        {"id": "8", "state": "t\u00e9", "question": question, "label": "b"},
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("stat = 1", "stat: no such key"),
        ('state = "a"\nreply = "b"', "name the column of the state or of the reply, one of the"),
        ('state = "a"\nprompt = "b"', "a prompt goes with a reply, not with a state"),
        ("state = [", "not a TOML file"),
        ('state = "a"\ndelimiter = ", "', "delimiter: "),
    ],
)
def test_a_wrong_mapping_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    """The file and the key."""
    (tmp_path / "map.toml").write_text(text)
    with pytest.raises(SettingsError) as caught:
        ColumnMapping.load(tmp_path / "map.toml")
    assert f"map.toml: {complaint}" in str(caught.value)


def test_what_a_mapping_does_not_name_is_taken_by_its_name(tmp_path: Path) -> None:
    """A mapping of the text alone does not lose ids and tags, on which a gate depends."""
    path = write_csv(
        tmp_path / "a.csv",
        [["id", "text", "label", "tags", "meta"], ["x", "yes", "true", "gate", '{"yes": "true"}']],
    )
    mapping = ColumnMapping(reply="text", question=CONFIRMS)
    assert read(path, mapping=mapping)[0] == [
        {
            "id": "x",
            "state": {"reply": "yes"},
            "question": CONFIRMS,
            "label": True,
            "tags": ["gate"],
            "meta": {"yes": "true"},
        }
    ]


@pytest.mark.parametrize("cell", ["gate plain", "gate,plain", "gate; plain", '["gate", "plain"]'])
def test_tags_may_be_separated_as_people_do(tmp_path: Path, cell: str) -> None:
    """None is taken for one long tag."""
    path = write_csv(
        tmp_path / "a.csv",
        [["reply", "question", "label", "tags"], ["yes", json.dumps(CONFIRMS), "true", cell]],
    )
    assert read(path)[0][0]["tags"] == ["gate", "plain"]


def test_a_null_label_can_be_said_in_a_table(tmp_path: Path) -> None:
    """By the word null, where no option is called so; an empty cell is none."""
    options = {"type": "choice", "instructions": "Which?", "criteria": {"null": None, "b": None}}
    path = write_csv(
        tmp_path / "a.csv",
        [
            ["state", "question", "label"],
            ["x", json.dumps(CHOICE), "null"],
            ["x", json.dumps(options), "null"],
            ["x", json.dumps(CHOICE), ""],
        ],
    )
    assert [line["label"] for line in read(path)[0]] == [None, "null", ""]


def test_columns_of_json_are_read_as_such(tmp_path: Path) -> None:
    """A Parquet file says so itself."""
    path = write_parquet(
        tmp_path / "a.parquet",
        "SELECT 'a' AS id, '{\"reply\": \"yes\"}'::JSON AS state, "
        f"'{json.dumps(CONFIRMS)}'::JSON AS question, 'true'::JSON AS label",
    )
    assert read(path)[0] == [
        {"id": "a", "state": {"reply": "yes"}, "question": CONFIRMS, "label": True}
    ]


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        ("text,label", "no column is called state or reply (text, label)"),
        ("a;b,label", "(a;b, label): say with --mapping which column is what"),
        ("state,label", "there is no column 'question', only state, label"),
        (",".join(f"c{number}" for number in range(99)), "c18, c19 and 79 more): say with"),
        ("state,state,label", "two columns are called 'state'"),
        ("state,Label", "column 'Label': is it meant to be 'label'? rename it, or say what it is"),
    ],
)
def test_a_header_that_does_not_fit_is_one_fault(
    tmp_path: Path, header: str, complaint: str
) -> None:
    """Not one for each row."""
    (tmp_path / "a.csv").write_text(f"{header}\nx,y\nx,z\n")
    lines, (fault,) = read(tmp_path / "a.csv")
    assert lines == []
    assert (fault.line, complaint in fault.message) == (1, True)


def test_a_bad_row_is_one_fault_and_the_rest_is_read(tmp_path: Path) -> None:
    """Too few columns, a question that is no JSON, a byte that is no UTF-8."""
    good = b'yes,"' + json.dumps(CONFIRMS).replace('"', '""').encode() + b'",true\n'
    path = tmp_path / "a.csv"
    path.write_bytes(b"reply,question,label\n" + good + b"yes\nno,x,true\n" + b"\xff" + good + good)
    lines, faults = read(path)
    assert len(lines) == 2
    assert [fault.line for fault in faults] == [3, 4, 5]
    assert "1 columns, the header 3" in faults[0].message
    assert "the column 'question' is not JSON" in faults[1].message
    assert "not UTF-8" in faults[2].message


def test_tabs_separate_the_columns_of_a_tsv_file(tmp_path: Path) -> None:
    """Gzipped, too."""
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(
        gzip.compress(
            b"id\tstate\tquestion\tlabel\na\tx\t"
            + ('"' + json.dumps(CHOICE).replace('"', '""') + '"\tb\n').encode()
        )
    )
    assert read(path)[0] == [{"id": "a", "state": "x", "question": CHOICE, "label": "b"}]


def test_parquet_is_read_with_texts_and_structs(tmp_path: Path) -> None:
    """A state may be a struct, a question JSON text or a struct, a label of its own type."""
    path = write_parquet(
        tmp_path / "a.parquet",
        "SELECT 'a' AS id, {'prompt': 'Shall I?', 'reply': 'yes'} AS state, "
        "{'type': 'noul', 'instructions': 'Does the reply confirm?'} AS question, true AS label "
        "UNION ALL SELECT 'b', {'prompt': NULL, 'reply': 'no'}, "
        "{'type': 'noul', 'instructions': 'Does the reply confirm?'}, false",
    )
    lines, faults = read(path)
    assert faults == []
    assert [line["label"] for line in lines] == [True, False]
    assert lines[0]["state"] == {"prompt": "Shall I?", "reply": "yes"}
    assert lines[1]["question"] == CONFIRMS


def test_options_that_one_struct_has_for_all_rows_are_refused(tmp_path: Path) -> None:
    """A null may mean that the option is of another row; guessing would change the question."""
    path = write_parquet(
        tmp_path / "a.parquet",
        "SELECT 'a' AS id, 'x' AS state, 'b' AS label, {'type': 'choice', "
        "'instructions': 'Which?', 'criteria': {'a': 'first', 'b': NULL}} AS question",
    )
    lines, (fault,) = read(path)
    assert lines == []
    assert "write the question as JSON text" in fault.message


def test_what_is_no_parquet_is_a_fault_of_its_file(tmp_path: Path) -> None:
    """The other files are read."""
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and nothing more")
    write(tmp_path / "b.jsonl", [record("b")])
    lines, (fault,) = read(tmp_path / "a.parquet", tmp_path / "b.jsonl")
    assert [line["id"] for line in lines] == ["b"]
    assert "the Parquet file cannot be read" in fault.message


def test_the_position_grows_to_the_size_of_the_corpus(tmp_path: Path) -> None:
    """So that progress can tell how much is left."""
    first = write(tmp_path / "a.jsonl", [record("a"), record("b")])
    second = write(tmp_path / "b.jsonl", [record("c")])
    positions = [item.position for item in read_lines([first, second]) if isinstance(item, Line)]
    assert positions == sorted(positions)
    assert positions[-1] == first.stat().st_size + second.stat().st_size
