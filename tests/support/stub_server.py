"""A server that a test scripts, in place of the service."""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

IDENTITY = {
    "version": "0.1.0",
    "code_sha256": "0" * 64,
    "tiers": {"rules": "1" * 64},
    "profile_sha256": None,
    "runtime": {"python": "3.11"},
}
STEP = {"tier": "rules", "outcome": "settled", "reason": None, "detail": "plain yes", "ms": 0.5}
VERDICT = {
    "type": "noul",
    "p_true": 0.998,
    "p_top": 0.998,
    "distribution": {"true": 0.998, "false": 0.002},
    "tier": "rules",
    "settled": True,
    "reason": None,
    "trace": [STEP],
}


@dataclass(frozen=True)
class Reply:
    """What the server answers once; a body that is no text is sent as JSON."""

    status: int
    body: Any = ""
    headers: dict[str, str] = field(default_factory=dict)


Scripted = Reply | Literal["cut", "hang"] | Callable[[], None]


@dataclass
class StubServer:
    """Answers what the script says, one entry a request, and then as the service does.

    Attributes:
        url: its address.
        script: the next answers: a connection can be cut or hang, and a function is called before
            the service's answer is given.
        posts: what every POST gets when the script is at its end; None for the service's answer.
        seen: path, headers and body of each request.
    """

    url: str = ""
    script: deque[Scripted] = field(default_factory=deque)
    posts: Scripted | None = None
    seen: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    identity: dict[str, Any] = field(default_factory=lambda: dict(IDENTITY))
    verdict: dict[str, Any] = field(default_factory=lambda: dict(VERDICT))
    closed: threading.Event = field(default_factory=threading.Event)

    def next_answer(self, method: str) -> Reply | Literal["cut", "hang"]:
        scripted = self.script.popleft() if self.script else None
        if scripted is None and method == "POST":
            scripted = self.posts
        if callable(scripted):
            scripted()
        elif scripted is not None:
            return scripted
        if method == "POST":
            return Reply(200, {"verdicts": [{"q": self.verdict}]})
        return Reply(200, {"x_verdict": self.identity})


@contextmanager
def stub_server() -> Iterator[StubServer]:
    """Serve on a free port of this machine."""
    stub = StubServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # an answer in two pieces would wait for the first to be acknowledged

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            length = int(self.headers.get("content-length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            stub.seen.append((self.path, headers, self.rfile.read(length)))
            answer = stub.next_answer(self.command)
            if answer == "hang":
                stub.closed.wait()
            if not isinstance(answer, Reply):
                self.close_connection = True
                return
            text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_GET  # noqa: N815  # the library's name

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """A caller that hangs up is no news."""

    with Server(("127.0.0.1", 0), Handler) as server:
        stub.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield stub
        stub.closed.set()
        server.shutdown()
        thread.join()
