"""The real service, as a process of its own on a free port."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

PYTHON = ("-m", "verdict")
VERDICT = (sys.executable, *PYTHON)


@dataclass
class RunningService:
    """A started `verdict serve`; `errors` fills with what it writes to standard error."""

    process: "subprocess.Popen[str]"
    url: str = ""
    errors: list[str] = field(default_factory=list)

    def read_errors(self) -> None:
        """Wait for the address, then keep reading so that the pipe never fills."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line)
            found = re.search(r"listens on (http://[^\s\"]+)", line)
            if found:
                self.url = found[1]
                break
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)


@contextmanager
def running_service(
    *arguments: str,
    environment: dict[str, str] | None = None,
    python: tuple[str, ...] = PYTHON,
) -> Iterator[RunningService]:
    """Start `verdict serve` on a free port and end it afterwards."""
    process = subprocess.Popen(
        [sys.executable, *python, "serve", "--port", "0", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        service = RunningService(process)
        service.read_errors()
        assert service.url, f"the service did not start: {''.join(service.errors)}"
        yield service
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
