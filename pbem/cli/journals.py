"""`pbem journal show|agree|drop`: what you have signed in a game, and what became of it."""

from typing import Annotated

import typer

from pbem.cli.options import HERE, Folder, Seat
from pbem.cli.output import say, warn


def add_commands(app: typer.Typer) -> None:
    """Add the group `journal`."""
    group = typer.Typer(no_args_is_help=True, help="What you have signed, and what became of it.")
    group.command("show")(show)
    group.command("agree")(agree)
    group.command("drop")(drop)
    app.add_typer(group, name="journal")


def show(folder: Folder = HERE, seat: Seat = None) -> None:
    """List all you have signed in this game."""
    from pbem.history.journal import short  # noqa: PLC0415
    from pbem.referee.open_game import open_game, own_seat  # noqa: PLC0415
    from pbem.referee.own_journal import signed_by  # noqa: PLC0415

    game = open_game(folder)
    signed = signed_by(game, own_seat(game, seat))
    for each in signed:
        say(f"{short(each.sent.digest)} {each.sent.gist}: {each.fate}")
    if not signed:
        say("Nothing has been signed from this folder.")


def agree(
    head: Annotated[str, typer.Argument(help="The head that another player's `status` shows.")],
    folder: Folder = HERE,
    seat: Seat = None,
) -> None:
    """Go on from a line whose head you have compared with the other players.

    For a journal that was lost, and after the players have agreed which of two logs holds.
    """
    from pbem.history.journal import short  # noqa: PLC0415
    from pbem.referee import own_journal  # noqa: PLC0415
    from pbem.referee.open_game import locked_game, own_seat  # noqa: PLC0415

    with locked_game(folder) as game:
        player = own_seat(game, seat)
        own = own_journal.agree(game, player, head)
        line = game.log.seq - 1
    say(f"Your log and the other player's agree; yours has lines up to {line}.")
    if own:
        listed = ", ".join(f"line {each.seq} ({each.about or 'standing orders'})" for each in own)
        say(f"These documents in the name of {player} count as yours from now on: {listed}.")
        warn(["If you never sent one of them, stop here and show that line to all players."])
    say(f"Your journal goes on from {short(game.log.head)}.")


def drop(
    digest: Annotated[str, typer.Argument(help="The document, as `journal show` lists it.")],
    folder: Folder = HERE,
    seat: Seat = None,
) -> None:
    """Do without a document that never came into the log.

    It stays signed: if it has left your computer, the host may still log it.
    """
    from pbem.referee import own_journal  # noqa: PLC0415
    from pbem.referee.open_game import locked_game, own_seat  # noqa: PLC0415

    with locked_game(folder) as game:
        sent = own_journal.give_up(game, own_seat(game, seat), digest)
    say(f"Your {sent.gist} is given up. If it was mailed, the host may still log it.")
