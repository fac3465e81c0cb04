"""The program `pbem`: its commands, its exit codes, and the one place where troubles are told.

Exit codes: 0 done; 1 a document was refused, or an audit found something; 2 wrong command line;
3 files, keys or rules are not as they must be; 4 nothing is wrong, but somebody else has to act
first.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Final

import typer

from pbem import __version__
from pbem.canon.trouble import Trouble
from pbem.cli.output import EXIT_REFUSED, EXIT_TROUBLE, EXIT_USAGE, complain, say
from pbem.cli.words import BadWord, check_words

HELP = """Play board wargames by email: signed orders, committed dice, histories anybody can audit.

Players: key new, join, update, orders new, orders check, orders sign.
Hosts: key new, new, submit, start, adjudicate, report. Everybody: status, audit, roll.
Makers of games: case.
"""


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"pbem {__version__}")
        raise typer.Exit


COMMANDS: Final = {
    "keys": ("key",),
    "creating": ("games", "data", "new", "join", "start"),
    "orders": ("orders",),
    "standing": ("standing",),
    "playing": ("update", "release", "rekey", "concede"),
    "journals": ("journal",),
    "hosting": ("submit", "adjudicate", "host-entry"),
    "looking": ("status", "report", "audit", "roll"),
    "practising": ("practice",),
    "testing": ("case",),
}
"""The modules of the command line and what each adds, in the order of the help."""


def build(word: str = "") -> typer.Typer:
    """The program with all its commands.

    Args:
        word: a command; where it is one, only its module is loaded, which shortens the start.
    """
    app = typer.Typer(
        help=HELP,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    )
    app.callback()(_program)
    having = [module for module, commands in COMMANDS.items() if word in commands]
    for module in having or COMMANDS:
        import_module(f"pbem.cli.{module}").add_commands(app)
    return app


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Which pbem.")
    ] = False,
) -> None: ...


def main() -> None:
    """Run the program; whatever a user can mend is told in sentences, not as a traceback."""
    try:
        check_words(sys.argv[1:])
        build(*sys.argv[1:2])()
    except BadWord as bad:
        complain(bad)
        sys.exit(EXIT_USAGE)
    except Trouble as trouble:
        from pbem.canon.codes import Refused  # noqa: PLC0415 - keeps the start light

        complain(trouble)
        sys.exit(EXIT_REFUSED if isinstance(trouble, Refused) else EXIT_TROUBLE)
    except OSError as error:
        if error.filename is None:
            raise
        complain(Trouble(f"{str(error.filename)[:200]!r} can not be used: {error.strerror}"))
        sys.exit(EXIT_TROUBLE)
