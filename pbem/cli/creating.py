"""What comes before the first move: `pbem games`, `data`, `new`, `join`, `start`."""

import re
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.options import HERE, Data, Folder, Time, keyring
from pbem.cli.output import say, say_command


def add_commands(app: typer.Typer) -> None:
    """Add the commands for making a game."""
    app.command()(games)
    app.command()(data)
    app.command()(new)
    app.command()(join)
    app.command()(start)


def games() -> None:
    """List the games that are installed."""
    from pbem import registry  # noqa: PLC0415

    for name, game in registry.games().items():
        say(f"{name}  version {game.version}  {game.title}")
        say(f"seats {', '.join(registry.module(name).rules.seats)}", "    ")
        say(f"data  {registry.module(name).data}", "    ")


def data(
    game: Annotated[str, typer.Argument(help="Which game, see `pbem games`.")],
    folder: Annotated[Path, typer.Argument(help="Where the copies go.")],
) -> None:
    """Copy the data of a game, to correct them by the printed game."""
    from pbem.referee.corrections import copy_data  # noqa: PLC0415

    for path in copy_data(game, folder):
        say(str(path))
    say("Correct what differs from your printed game, and play with it:")
    say_command("pbem", "new", "GAME", "--game", game, "--data", folder)


def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make.")],
    game: Annotated[str, typer.Option("--game", help="Which game, see `pbem games`.")],
    label: Annotated[str, typer.Option(help="Begins the game id.  [name of the folder]")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", help="A rule option, NAME=VALUE.")
    ] = None,
    policy: Annotated[
        str, typer.Option(help="Dice policy: host, actor or all.  [actor; all if you play]")
    ] = "",
    seat: Annotated[str | None, typer.Option("--seat", help="The seat you play yourself.")] = None,
    name: Annotated[str | None, typer.Option(help="Your name, for all to see.")] = None,
    hours: Annotated[int, typer.Option(help="Hours for an answer.")] = 168,
    release_hours: Annotated[int, typer.Option(help="Hours for a release of dice.")] = 72,
    on_release: Annotated[str, typer.Option(help="wait or skip, if no release comes.")] = "wait",
    note: Annotated[str | None, typer.Option(help="A note to all players.")] = None,
    data: Data = None,
    at: Time = None,
) -> None:
    """Make a new game: a folder with your signed invitation in it."""
    from pbem.referee.creating import Terms, new_game  # noqa: PLC0415

    terms = Terms(
        game=game,
        label=label or _label(folder),
        options=dict(_option(text) for text in option or ()),
        policy=policy,
        host_seat=seat,
        host_name=name,
        hours=hours,
        release_hours=release_hours,
        on_release=on_release,
        note=note,
        data=data,
    )
    invite = new_game(folder, terms, keyring(), at)
    seats = [each["seat"] for each in invite.signed["seats"]]
    say(f"Made the game {invite.signed['game']} in {folder}.")
    say(f"Mail {folder / 'invite.pbem.json'} to your players. Each answers with")
    more = () if data is None else ("--data", "DATA")
    say_command("pbem", "join", "invite.pbem.json", "--seat", "SEAT", *more)
    if data is not None:
        say(f"DATA being a copy of the folder {folder / 'data'}, which you mail with it.")
    say(
        f"(seats: {', '.join(seats)}) and mails you the file that makes. Take each answer in with "
        "`pbem submit FILE`, then begin with `pbem start`."
    )


def _label(folder: Path) -> str:
    """A game label out of the name of a folder."""
    words = "".join(
        c if c.isascii() and c.isalnum() else " " for c in folder.resolve().name.lower()
    )
    return "-".join(words.split())[:39].strip("-").lstrip("0123456789-") or "game"


_WHOLE = re.compile("-?(?:0|[1-9][0-9]{0,14})")


def _option(text: str) -> tuple[str, str | int | bool]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text!r}: write --option NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if _WHOLE.fullmatch(value) else value


def join(
    invitation: Annotated[Path, typer.Argument(help="The invitation you were mailed.")],
    seat: Annotated[str, typer.Option("--seat", help="The seat you want to play.")],
    folder: Annotated[
        Path | None, typer.Option(help="The folder to make.  [named after the game]")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name, for all to see.")] = None,
    data: Data = None,
) -> None:
    """Answer an invitation: make your own folder of the game, and a file to mail back."""
    from pbem.cli.reading import one_document  # noqa: PLC0415
    from pbem.referee.creating import join_game  # noqa: PLC0415

    joined = join_game(one_document(invitation), seat, folder, name, keyring(), data)
    say(f"Your folder of the game is {joined.folder}.")
    say(f"Mail {joined.file} to the host. When the game begins he sends you its first line:")
    say_command("pbem", "update", "FILE", "--in", joined.folder)


def start(folder: Folder = HERE, at: Time = None) -> None:
    """Begin the game when all seats have joined."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee.creating import start_game  # noqa: PLC0415

    game = start_game(folder, keyring(), at)
    say(f"The game {game.log.game} has begun. Mail {folder / 'game.jsonl'} to all players.")
    asked(game.log, at)
