"""Other commands of players: update, release, rekey, concede."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.canon.prose import counted
from pbem.cli.options import HERE, Folder, Seat, keyring
from pbem.cli.output import confirm, say, warn

if TYPE_CHECKING:
    from pbem.history.documents import Document
    from pbem.referee.player_seat import PlayerSeat


def add_commands(app: typer.Typer) -> None:
    """Add the commands of players."""
    app.command()(update)
    app.command()(release)
    app.command()(rekey)
    app.command()(concede)


def update(
    file: Annotated[Path, typer.Argument(help="The log, or its new lines, from the host.")],
    folder: Folder = HERE,
) -> None:
    """Take in the host's new lines: each is verified before it is added."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee.open_game import hosts  # noqa: PLC0415
    from pbem.referee.updating import update as take_in  # noqa: PLC0415

    done = take_in(folder, file)
    warn([*done.game.warnings, *done.refused, *done.missing])
    say(f"{counted(done.new, 'new line')}; the log has {done.game.log.seq}, its head is")
    say(done.game.log.head, "    ")
    asked(done.game.log, host=hosts(done.game.folder))


def release(folder: Folder = HERE, seat: Seat = None) -> None:
    """Release your dice for the answers that are locked (dice policy all)."""
    player = _player(folder, seat)
    path = _stored(player, player.release())
    say(f"Signed: {path}. Mail it to the host.")


def rekey(
    folder: Folder = HERE,
    seat: Seat = None,
    to: Annotated[
        str | None, typer.Option(help="Name of the new secret, made by `pbem key new --name`.")
    ] = None,
    chain: Annotated[bool, typer.Option("--chain", help="Begin a new dice chain.")] = False,
) -> None:
    """Change your signing key, your dice chain, or both."""
    player = _player(folder, seat)
    path = _stored(player, player.rekey(to, new_chain=chain))
    say(f"Signed: {path}. Mail it to the host; it takes effect with its line in the log.")


def concede(
    folder: Folder = HERE,
    seat: Seat = None,
    note: Annotated[str | None, typer.Option(help="A word to the others.")] = None,
    yes: Annotated[bool, typer.Option("-y", "--yes", help="Do not ask for a yes.")] = False,
) -> None:
    """Give up: the seat takes defaults until the game ends. It can not be taken back."""
    player = _player(folder, seat)
    if not yes:
        confirm(
            f"Concede {player.log.game} as {player.seat}? Once logged it can not be taken back."
        )
    path = _stored(player, player.concede(note))
    say(f"Signed: {path}. Mail it to the host; it counts with its line in the log.")


def _player(folder: Path, seat: str | None) -> "PlayerSeat":
    """The seat a command is for, in the game of a folder."""
    from pbem.referee.open_game import open_game, own_seat  # noqa: PLC0415
    from pbem.referee.player_seat import PlayerSeat  # noqa: PLC0415

    game = open_game(folder)
    return PlayerSeat(game, keyring(), own_seat(game, seat))


def _stored(player: "PlayerSeat", document: "Document") -> Path:
    """Where a document lies that was just signed; what is to be minded is told first."""
    from pbem.referee.player_seat import store  # noqa: PLC0415

    path = store(player, document)
    warn([*player.game.warnings, *player.warnings])
    return path
