"""`pbem practice new|go`: a game against a program."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.options import HERE, Folder, Time, keyring
from pbem.cli.output import say, say_command, warn

if TYPE_CHECKING:
    from pbem.referee.practice import Went


def add_commands(app: typer.Typer) -> None:
    """Add the group `practice`."""
    group = typer.Typer(no_args_is_help=True, help="Play against a program, to learn.")
    group.command()(new)
    group.command()(go)
    app.add_typer(group, name="practice")


def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make.")],
    game: Annotated[str, typer.Option("--game", help="Which game, see `pbem games`.")],
    seat: Annotated[str, typer.Option("--seat", help="The seat you play.")],
    at: Time = None,
) -> None:
    """Make a practice game: a program hosts it and plays the other seat."""
    from pbem.referee.practice import new_practice  # noqa: PLC0415

    went = new_practice(folder, game, seat, keyring(), at)
    say(f"Made the practice game {went.game.log.game} in {folder}.")
    say(
        "The program hosts it and plays the other seat; its secret lies in the folder, so it "
        "could know the dice beforehand (dice policy host). Everything else is as in a game by "
        "mail: write orders with `pbem orders new`, sign them with `pbem orders sign`, then "
        "this instead of mailing them:"
    )
    say_command("pbem", "practice", "go", "--in", folder)
    _tell(went)


def go(folder: Folder = HERE, at: Time = None) -> None:
    """Take in what you have signed, and let the program play until you are asked again."""
    from pbem.referee.practice import go as go_on  # noqa: PLC0415

    if sys.stderr.isatty():
        typer.echo("The program is thinking …", err=True)
    _tell(go_on(folder, at))


def _tell(went: "Went") -> None:
    """What was done, where the report lies, and who is asked next."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee.reporting import report_on, write_reports  # noqa: PLC0415

    game = went.game
    warn(game.warnings)
    for document in went.submitted:
        say(f"Taken in: {document}.")
    for ask in went.answered:
        say(f"The program has answered {ask}.")
    for line in went.lines:
        say(f"Adjudicated: line {line} of the log; the report is")
        for path in write_reports(game, report_on(game, line), None)[:1]:
            say(str(path), "    ")
    asked(game.log)
