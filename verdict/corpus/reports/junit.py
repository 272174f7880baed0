"""A run as JUnit XML, in the form that CI systems show."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import IO
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

from verdict.corpus.comparing import Judged
from verdict.corpus.reports.report import Report, answered, asked, remarks, steps
from verdict.corpus.reports.table import conclusion

# CI systems refuse, or choke on, files with many more tests.
MOST_RECORDS = 20_000
# What XML 1.0 cannot hold, not even escaped (section 2.2).
_ILLEGAL = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Xml:
    """Writes elements as they come, so that memory does not grow with the file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._out = XMLGenerator(file, "utf-8", short_empty_elements=True)
        self._out.startDocument()

    @contextmanager
    def element(self, name: str, attributes: Mapping[str, str] | None = None) -> Iterator[None]:
        """An element around what is written within."""
        legal = {key: _legal(value) for key, value in (attributes or {}).items()}
        self._out.startElement(name, AttributesImpl(legal))
        yield
        self._out.endElement(name)
        self._out.ignorableWhitespace("\n")

    def test(
        self, classname: str, name: str, place: tuple[str, int | None] | None = None
    ) -> AbstractContextManager[None]:
        """A test around what is written within; some CI systems lead to its file and line."""
        file, line = place or (None, None)
        attributes = {"classname": classname, "name": name, "file": file, "line": line}
        known = {key: str(value) for key, value in attributes.items() if value is not None}
        return self.element("testcase", known)

    def text(self, element: str, message: str | None, kind: str | None, content: str) -> None:
        """An element with a text in it."""
        attributes = {"message": message, "type": kind}
        with self.element(element, {key: said for key, said in attributes.items() if said}):
            self._out.characters(_legal(content))


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)


def write_junit(report: Report, file: IO[bytes]) -> None:
    """Write a test for each record, or for those alone of which there is something to say.

    A record that fails is a failure, one that a note excuses is skipped; what could not be read is
    an error, or skipped where it does not count. The comparison as a whole is a test too.
    """
    tally, comparison = report.tally, report.comparison
    summary = comparison.summary
    records = sum(standing.records for standing in summary.standings.values())
    every = records <= MOST_RECORDS
    whole = comparison.whole_failures
    # What could not be read has tests of its own.
    unchecked = None if tally.n_faults and not report.skip_bad else report.unread
    n_faults = len(tally.faults) + (tally.n_faults > len(tally.faults))
    n_tests = (records if every else summary.n_notable) + n_faults + 1
    counts = {
        "name": "verdict corpus run",
        "tests": str(n_tests),
        "failures": str(summary.n_red + bool(whole)),
        "errors": str((0 if report.skip_bad else n_faults) + bool(unchecked and not whole)),
        "skipped": str(sum(summary.excused.values()) + (n_faults if report.skip_bad else 0)),
        "time": f"{tally.seconds:.3f}",
    }
    told: Iterable[Judged] = comparison if every else comparison.notable()
    xml = _Xml(file)
    with xml.element("testsuites"), xml.element("testsuite", counts):
        _tell_faults(report, xml)
        for judged in told:
            place = comparison.place(judged)
            with xml.test(f"verdict.{judged.after.type}", judged.after.id, place):
                _tell(judged, report, xml)
        with xml.test("verdict.comparison", "the run as a whole"):
            if whole:
                xml.text("failure", "; ".join(whole), "comparison", "\n".join(whole))
            elif unchecked:
                xml.text("error", unchecked, "unchecked", unchecked)
            else:
                xml.text("system-out", None, None, "\n".join(conclusion(report)))


def _tell_faults(report: Report, xml: "_Xml") -> None:
    tally = report.tally
    element, kind = ("skipped", None) if report.skip_bad else ("error", "unreadable")
    for fault in tally.faults:
        with xml.test("verdict.records", fault.place, (fault.file, fault.line)):
            xml.text(element, fault.message, kind, str(fault))
    if tally.n_faults > len(tally.faults):
        more = f"{tally.n_faults - len(tally.faults)} more could not be read"
        with xml.test("verdict.records", "the others"):
            xml.text(element, more, kind, more)


def _tell(judged: Judged, report: Report, xml: "_Xml") -> None:
    details = "\n".join(_details(judged, report)) if judged.notable else ""
    message = f"{', '.join(judged.fails)}: {answered(judged.after)}"
    if judged.excused and judged.note:
        xml.text("skipped", f"{judged.note.kind}: {judged.note.why}", None, details)
    elif judged.red:
        xml.text("failure", message, judged.fails[0], details)
    elif details:
        xml.text("system-out", None, None, details)


def _details(judged: Judged, report: Report) -> Iterator[str]:
    state, question = asked(report.documents.get(judged.after.id))
    yield f"{judged.after.id} {judged.headline}"
    if state:
        yield f"state: {state}\nasked: {question}"
    yield f"label: {judged.after.label}"
    yield from remarks(judged)
    for name, side in (("before", judged.before), ("now", judged.after)):
        yield f"{name}: {answered(side)}"
        yield from (f"  {tier}: {did}" for tier, did in steps(side).items())
