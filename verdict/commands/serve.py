"""`verdict serve`: the service, until a signal says to stop."""

import logging
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


@click.command(short_help="Serve verdicts over HTTP.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535))
@click.option("--config", type=click.Path(path_type=Path), help="The configuration file.")
def serve(*, host: str, port: int, config: Path | None) -> None:
    """Serve verdicts over HTTP until SIGTERM or an interrupt; 0 is any free port."""
    started = time.perf_counter()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    from verdict.service import server  # noqa: PLC0415  # the other commands need no HTTP

    settings = read_settings(config)
    for name in unknown_variables():
        click.echo(f"verdict serve: {name} is no setting and is not read", err=True)
    listener = server.bind(host, port)
    cascade = Cascade.load(settings)
    for tier in cascade.tiers:
        click.echo(f"verdict serve: {tier.name}_sha256 {tier.fingerprint}", err=True)
    bound_host, bound_port = listener.getsockname()[:2]
    shown_host = f"[{bound_host}]" if ":" in bound_host else bound_host
    address = f"{shown_host}:{bound_port}"
    click.echo(
        f"verdict listens on http://{address} after {time.perf_counter() - started:.1f} s. Try:\n\n"
        + _EXAMPLE.format(address=address)
        + "\n",
        err=True,
    )
    server.serve(cascade, listener)
