import json
import os
import tracemalloc
from pathlib import Path

import pytest

from corpora import CONFIRMS, record, write
from verdict.corpus.faults import Fault
from verdict.corpus.formats import MAX_LINE
from verdict.corpus.sources import Line, find_files, read_lines

NEWLINE = b"\n"
ROW = b'yes,"' + json.dumps(CONFIRMS).replace('"', '""').encode() + b'",true\n'


def read(path: Path) -> tuple[list[str], list[Fault]]:
    """The ids of a file's records, and what could not be read."""
    items = list(read_lines([path]))
    lines = [json.loads(item.content)["id"] for item in items if isinstance(item, Line)]
    return lines, [item for item in items if isinstance(item, Fault)]


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (b'"yes\n\nand,x', "unexpected end of data"),
        (b'"yes\n\nand"x,1\n', "expected after"),
        (b'"' + b"yes\n" * (MAX_LINE // 4 + 1), "is a quote missing?"),
        (b"x" * (2 * MAX_LINE + 5) + b"\n", "is a quote missing?"),
        (b"," * (2 * MAX_LINE + 5) + b"\r\n", "is a quote missing?"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_where_it_begins(
    tmp_path: Path, bad: bytes, complaint: str
) -> None:
    """Not where its last line is; blank lines before it count, and what is behind it is read."""
    (tmp_path / "a.csv").write_bytes(b"reply,question,label\n" + ROW + b"\n" + bad)
    with (tmp_path / "a.csv").open("ab") as file:
        file.write(ROW if bad.endswith(NEWLINE) else b"")
    lines, faults = read(tmp_path / "a.csv")
    assert faults[0].line == 4
    assert complaint in faults[0].message
    behind = [f"a:{4 + bad.count(NEWLINE)}"] if bad.endswith(NEWLINE) else []
    assert lines == ["a:2", *behind]


def test_a_row_of_a_table_that_is_too_long_is_not_held(tmp_path: Path) -> None:
    """Whatever its length; nor a line of JSON."""
    for name, start in (("a.csv", b"reply,question,label\n" + ROW), ("a.jsonl", b'{"id": "a"}\n')):
        (tmp_path / name).write_bytes(start)
        os.truncate(tmp_path / name, 300 << 20)  # a hole takes no room
        tracemalloc.start()
        lines, (fault,) = read(tmp_path / name)
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
        tracemalloc.stop()
        assert len(lines) == 1
        assert f"longer than {MAX_LINE}" in fault.message


@pytest.mark.parametrize("named", ["pipe.jsonl", "p*.jsonl", "folder", "gone.jsonl", "/dev/zero"])
def test_what_is_no_file_is_a_fault(tmp_path: Path, named: str) -> None:
    """A pipe that nobody writes to is not waited for, however it is named."""
    (tmp_path / "folder").mkdir()
    for name in ("pipe.jsonl", "folder/pipe.jsonl"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    write(tmp_path / "a.jsonl", [record("a")])
    files, faults = find_files([str(tmp_path / named), str(tmp_path / "a.jsonl")])
    assert files == [tmp_path / "a.jsonl"]
    complaint = "leads nowhere" if named == "gone.jsonl" else "no regular file"
    assert any(complaint in fault.message for fault in faults)
