"""`verdict serve`: the service, until a signal says to stop."""

import logging
import sys
import time
from pathlib import Path

import click

from verdict.cascade import Cascade
from verdict.settings import read_settings, unknown_variables
from verdict.version import __version__

_log = logging.getLogger("verdict.serve")

_EXAMPLE = """\
curl -s http://{address}/v1/verdicts -H 'content-type: application/json' -d '{{
  "state": {{"prompt": "Shall I create the listing?", "reply": "No, create it later"}},
  "questions": {{"go": {{"type": "noul", "instructions": "Does the reply confirm?"}}}}
}}'"""

# Listening to every address is asked for at the machine's own.
_EVERY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_OPEN_ON_LOOPBACK = (
    "no keys are configured, so anyone who can connect may ask: it listens to this machine alone. "
    "Set VERDICT_API_KEYS or [[keys]] to listen to others, or say --host"
)
_OPEN_TO_ALL = (
    "no keys are configured: anyone who can reach {host} may ask. Set VERDICT_API_KEYS or [[keys]]"
)


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


@click.command(short_help="Serve verdicts over HTTP.")
@click.option(
    "--host", help="The address to listen on; 0.0.0.0 where there are keys, else 127.0.0.1."
)
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0 is any free one.",
)
@click.option("--config", type=click.Path(path_type=Path), help="The configuration file.")
def serve(*, host: str | None, port: int, config: Path | None) -> None:
    """Serve verdicts over HTTP until SIGTERM or an interrupt."""
    started = time.perf_counter()
    # The other commands need no HTTP.
    from verdict.service import server  # noqa: PLC0415
    from verdict.service.keys import Keys  # noqa: PLC0415
    from verdict.service.logs import configure_logging  # noqa: PLC0415

    settings = read_settings(config)
    log = configure_logging(settings.log_format, sys.stderr)
    keys = Keys.load(settings)
    remarks = [f"{name} is no setting and is not read" for name in unknown_variables()]
    if host is None:
        host = "0.0.0.0" if keys else "127.0.0.1"  # noqa: S104  # whoever asks needs a key
        if not keys:
            remarks.append(_OPEN_ON_LOOPBACK)
    elif not keys and host not in _LOOPBACK:
        remarks.append(_OPEN_TO_ALL.format(host=host))
    listener = server.bind(host, port)
    cascade = Cascade.load(settings)
    seconds = time.perf_counter() - started
    if log.for_people:
        _print_start(cascade, remarks, listener.getsockname(), seconds, with_key=bool(keys))
    else:
        _log_start(cascade, remarks, listener.getsockname(), seconds, keys.names)
    server.serve(cascade, listener, keys, log)


def _print_start(
    cascade: Cascade, remarks: list[str], bound: tuple[str, int], seconds: float, *, with_key: bool
) -> None:
    for tier in cascade.tiers:
        click.echo(f"verdict serve: {tier.name}_sha256 {tier.fingerprint}", err=True)
    for remark in remarks:
        click.echo(f"verdict serve: {remark}", err=True)
    host, port = bound[:2]
    example = _EXAMPLE.format(address=_address(_EVERY.get(host, host), port))
    if with_key:
        example = example.replace(" -d ", ' -H "authorization: Bearer $KEY" -d ', 1)
    click.echo(
        f"verdict listens on http://{_address(host, port)} after {seconds:.1f} s. "
        f"Try:\n\n{example}\n",
        err=True,
    )


def _log_start(
    cascade: Cascade,
    remarks: list[str],
    bound: tuple[str, int],
    seconds: float,
    names: list[str],
) -> None:
    for remark in remarks:
        _log.warning(remark)
    hashes = {f"{tier.name}_sha256": tier.fingerprint for tier in cascade.tiers}
    told = {"version": __version__, "seconds": round(seconds, 3), "keys": names, **hashes}
    _log.info("verdict listens on http://%s", _address(*bound[:2]), extra=told)
