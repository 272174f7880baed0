"""The public conformance suite of the System One protocol, run as its users run it."""

from jevcompat.runner import Report, run  # type: ignore[import-untyped]


def not_passed(report: Report) -> dict[str, str]:
    """What did not pass, and the first reason for it."""
    return {
        result.id: result.reason or result.findings[0].message
        for result in report.results
        if result.status != "pass"
    }


def test_every_requirement_passes_without_keys(open_url: str) -> None:
    """32 MUST and 13 SHOULD apply to an open service; only what is about keys is not tested."""
    report = run(open_url)
    assert not_passed(report).keys() == {"auth.bearer", "auth.missing", "auth.invalid"}
    assert (report.count("MUST", "pass"), report.count("SHOULD", "pass")) == (32, 13)
    assert report.verdict == "conformant", report.summary()


def test_every_requirement_passes_with_a_key(guarded_url: str, api_key: str) -> None:
    """32 MUST and all 15 SHOULD apply to a service with keys."""
    report = run(guarded_url, key=api_key)
    assert not_passed(report).keys() == {"auth.ignored-when-off"}
    assert (report.count("MUST", "pass"), report.count("SHOULD", "pass")) == (32, 15)
    assert report.verdict == "conformant", report.summary()
