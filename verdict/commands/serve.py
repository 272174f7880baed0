"""`verdict serve`: the service, until a signal says to stop."""

import sys
import time
from pathlib import Path

import click

from verdict.cascade import Cascade
from verdict.settings import read_settings, unknown_variables

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
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535))
@click.option("--config", type=click.Path(path_type=Path), help="The configuration file.")
def serve(*, host: str | None, port: int, config: Path | None) -> None:
    """Serve verdicts over HTTP until SIGTERM or an interrupt; 0 is any free port."""
    started = time.perf_counter()
    # The other commands need no HTTP.
    from verdict.service import server  # noqa: PLC0415
    from verdict.service.keys import Keys  # noqa: PLC0415
    from verdict.service.logs import configure_logging  # noqa: PLC0415

    settings = read_settings(config)
    log = configure_logging(settings.log_format, sys.stderr)
    keys = Keys.load(settings)
    for name in unknown_variables():
        click.echo(f"verdict serve: {name} is no setting and is not read", err=True)
    remark = None
    if host is None:
        host = "0.0.0.0" if keys else "127.0.0.1"  # noqa: S104  # whoever asks needs a key
        if not keys:
            remark = _OPEN_ON_LOOPBACK
    elif not keys and host not in _LOOPBACK:
        remark = _OPEN_TO_ALL.format(host=host)
    listener = server.bind(host, port)
    cascade = Cascade.load(settings)
    for tier in cascade.tiers:
        click.echo(f"verdict serve: {tier.name}_sha256 {tier.fingerprint}", err=True)
    if remark:
        click.echo(f"verdict serve: {remark}", err=True)
    bound_host, bound_port = listener.getsockname()[:2]
    address = _address(bound_host, bound_port)
    example = _EXAMPLE.format(address=_address(_EVERY.get(bound_host, bound_host), bound_port))
    if keys:
        example = example.replace(" -d ", ' -H "authorization: Bearer $KEY" -d ', 1)
    click.echo(
        f"verdict listens on http://{address} after {time.perf_counter() - started:.1f} s. "
        f"Try:\n\n{example}\n",
        err=True,
    )
    server.serve(cascade, listener, keys, log)
