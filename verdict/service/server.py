"""The application under uvicorn, stopped without dropping what is in flight."""

import asyncio
import gc
import logging
import math
import signal
import socket
import sys
from types import FrameType

import uvicorn

from verdict.cascade import Cascade
from verdict.errors import SettingsError
from verdict.service.app import create_app
from verdict.service.connections import Connection
from verdict.service.health import Readiness
from verdict.service.keys import Keys
from verdict.service.logs import RequestLog

_BACKLOG = 2048
_log = logging.getLogger("verdict.service")


class DrainingServer(uvicorn.Server):
    """On SIGTERM, readiness says no first; the listener closes when the probes had time to see.

    An interrupt from the keyboard closes it at once. Then what is in flight may end, for a while;
    a second signal does not wait for it.
    """

    def __init__(self, config: uvicorn.Config, readiness: Readiness, drain_ms: int) -> None:
        super().__init__(config)
        self._readiness = readiness
        self._drain_ms = drain_ms

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; called by the signal."""
        loop = asyncio.get_event_loop()
        # Not from within the signal, which may have come while a line was being written.
        loop.call_soon_threadsafe(_log.info, "stopping, asked by %s", signal.Signals(sig).name)
        if sig == signal.SIGTERM and not self._readiness.draining:
            self._readiness.draining = True
            loop.call_soon_threadsafe(
                loop.call_later, self._drain_ms / 1000, super().handle_exit, sig, frame
            )
        else:
            self.force_exit = self._readiness.draining
            self._readiness.draining = True
            super().handle_exit(sig, frame)


def bind(host: str, port: int) -> socket.socket:
    """Open the listening socket; callers may connect from here on, and wait for `serve`.

    Raises:
        SettingsError: the address cannot be had.
    """
    if not host:
        raise SettingsError("cannot listen on an empty address: 0.0.0.0 is every address")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except (OSError, OverflowError, ValueError) as error:
        listener.close()
        raise SettingsError(f"cannot listen on {host!a}, port {port}: {error}") from error
    return listener


def serve(
    cascade: Cascade, listener: socket.socket, keys: Keys, log: RequestLog | None = None
) -> None:
    """Answer requests until a signal says to stop; then close the cascade."""
    settings = cascade.settings
    readiness = Readiness()
    app = create_app(cascade, readiness, keys, log)
    # What is loaded stays: the collector need not look through it again and again.
    gc.collect()
    gc.freeze()
    config = uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=type("Connection", (Connection,), {"body_seconds": settings.read_timeout_ms / 1000}),
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=math.ceil(settings.stop_ms / 1000),
    )
    try:
        DrainingServer(config, readiness, settings.drain_ms).run(sockets=[listener])
    finally:
        app.tell()
        cascade.close()
