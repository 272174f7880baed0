import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, Route, expect, sync_playwright

from running import RunningService, running_service

SWAGGER = Path(__file__).parents[2] / "verdict" / "service" / "swagger"
BUNDLE = "/docs/swagger-ui-bundle.js"
# A name, since browsers and Swagger UI are more trusting on a loopback address.
HOST = "verdict.test"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


@pytest.fixture(scope="module")
def browser_path() -> str:
    """Chromium, or the browser that TEST_BROWSER names, which then has to be there."""
    named = os.environ.get("TEST_BROWSER")
    found = shutil.which(named or "chromium")
    if found:
        return found
    if named:
        pytest.fail(f"TEST_BROWSER: there is no {named}: install it")
    pytest.skip("there is no chromium")


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


@contextmanager
def quiet_page(browser_path: str, service: RunningService) -> Iterator[Page]:
    """A browser's page that must complain of nothing and ask nothing of any other host."""
    complaints: list[str] = []

    def stay_home(route: Route) -> None:
        if urlsplit(route.request.url).hostname == HOST:
            route.continue_()
        else:
            complaints.append(f"asked for {route.request.url}")
            route.abort()

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":  # what a policy forbids is one
            complaints.append(message.text)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        page = browser.new_page(base_url=f"http://{HOST}:{urlsplit(service.url).port}")
        page.set_default_timeout(10_000)
        page.route(re.compile(r"^(?!data:)"), stay_home)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", note)
        yield page
        browser.close()
    assert complaints == []


def operation(page: Page, path: str) -> Locator:
    return page.locator(".opblock", has=page.locator(f"[data-path='{path}']"))


def try_out(operation: Locator) -> Locator:
    """Open an operation, send its example as it stands, and return where the answer is shown."""
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    return operation.locator(".live-responses-table")


def test_the_page_tries_a_request_out(browser_path: str, service: RunningService) -> None:
    """From the bare address all operations are seen, and the example gets its verdict."""
    paths = httpx.get(f"{service.url}/schema/openapi.json").json()["paths"]
    with quiet_page(browser_path, service) as page:
        page.goto("/")
        for path, methods in paths.items():
            shown = operation(page, path).locator(".opblock-summary-method")
            expect(shown).to_have_text([method.upper() for method in methods])
        answer = try_out(operation(page, "/v1/verdicts"))
        expect(answer.locator(".response .response-col_status")).to_contain_text("200")
        body = json.loads(answer.locator(".highlight-code code").first.inner_text())
    assert body["verdicts"][0]["go"]["settled"] is True


def test_a_key_is_entered_under_authorize(browser_path: str) -> None:
    """Where the service takes keys, the page asks for one and sends it."""
    environment = os.environ | {"VERDICT_API_KEYS": "a-key"}
    with (
        running_service(environment=environment) as service,
        quiet_page(browser_path, service) as page,
    ):
        page.goto("/docs")
        page.get_by_role("button", name="Authorize").click()
        dialog = page.locator(".modal-ux")
        dialog.get_by_role("textbox").fill("a-key")
        dialog.get_by_role("button", name="Apply credentials").click()
        dialog.get_by_role("button", name="Close").click()
        answer = try_out(operation(page, "/v1/verdicts"))
        expect(answer.locator(".response .response-col_status")).to_contain_text("200")


def test_the_bare_address_leads_to_the_page(service: RunningService) -> None:
    """Whoever types the host alone sees something."""
    answer = httpx.get(service.url)
    assert (answer.status_code, answer.headers["location"]) == (307, "/docs")


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/docs", "text/html; charset=utf-8"),
        ("/docs/start.js", "text/javascript; charset=utf-8"),
        (BUNDLE, "text/javascript; charset=utf-8"),
        ("/docs/swagger-ui.css", "text/css; charset=utf-8"),
    ],
)
def test_the_page_is_told_to_trust_nobody_else(
    service: RunningService, path: str, media_type: str
) -> None:
    """Each file says what it is, and the policy lets in no script but the service's own."""
    headers = httpx.get(service.url + path).headers
    assert headers["content-type"] == media_type
    assert headers["x-content-type-options"] == "nosniff"
    directives = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'"} <= set(directives)
    assert "unsafe" not in headers["content-security-policy"]
    assert "x-request-id" in headers


def test_a_file_that_the_browser_has_is_not_sent_again(service: RunningService) -> None:
    """The tag of what it has brings a 304, another tag the file."""
    first = httpx.get(service.url + BUNDLE)
    tag = first.headers["etag"]
    again = httpx.get(service.url + BUNDLE, headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    other = httpx.get(service.url + BUNDLE, headers={"if-none-match": 'W/"other"'})
    assert other.content == first.content


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "gzip"), ("identity", None), ("gzip;q=0", None)],
)
def test_the_bundle_is_compressed_for_who_can_read_it(
    service: RunningService, accepted: str, encoding: str | None
) -> None:
    """Compressed or not, it is the same file."""
    answer = httpx.get(service.url + BUNDLE, headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.content == (SWAGGER / "swagger-ui-bundle.js").read_bytes()


@pytest.mark.parametrize("name", ["README.md", "..%2fdocs.py", "swagger/start.js", "nothing.js"])
def test_nothing_else_is_served(service: RunningService, name: str) -> None:
    """A file that the page does not need is not there, wherever it lies."""
    answer = httpx.get(f"{service.url}/docs/{name}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_published_files_are_unchanged() -> None:
    """What is served as Swagger UI is what its package holds."""
    sums = (SWAGGER / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in sums)}
    assert listed == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in SWAGGER.glob("swagger-ui*")
    }
