"""The command line. Exit codes: 0 all well, 1 a check failed, 2 the call or the input is wrong."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

import click

from verdict.errors import VerdictError
from verdict.rendering import visible
from verdict.version import __version__


class _Commands(click.Group):
    """Loads a command when it is asked for: none needs what the others do."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return ["ask", "corpus", "serve"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{cmd_name}"), cmd_name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="verdict")
def verdict() -> None:
    """Typed questions, answered by the cheapest tier that can be trusted with them."""


def main() -> None:
    """Run the command line; a wrong call ends with exit code 2 and one line that says why."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(verdict.main(prog_name="verdict", standalone_mode=False))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        complaint = f"{where or 'verdict'}: {error.format_message()}"
    except BrokenPipeError:
        sys.exit(141)
    except OSError as error:
        complaint = f"verdict: {error}"
    except VerdictError as error:
        complaint = f"verdict: {error}"
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    _complain(complaint)
    sys.exit(2)


def _open_what_is_closed() -> None:
    """Let no file that is opened later take the place of a closed output, and what is told there.

    A library that writes to standard error by its number would write into that file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            stream = os.fdopen(number, "r" if name == "stdin" else "w", encoding="utf-8")
            setattr(sys, name, stream)


def _complain(complaint: str) -> None:
    """Write one line; what it quotes of a file is not for the terminal to obey."""
    with suppress(OSError):  # nobody may be there to read it
        click.echo(visible(complaint), err=True)
