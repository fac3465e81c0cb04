"""`pbem orders new|check|sign` and `pbem standing new|check|sign`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.options import HERE, Folder, Seat, keyring
from pbem.cli.output import EXIT_REFUSED, say, warn

File = Annotated[Path, typer.Argument(help="The draft.")]
Armour = Annotated[
    bool, typer.Option("--armour", help="Also print the document as text to paste into a mail.")
]


def add_commands(app: typer.Typer) -> None:
    """Add the groups `orders` and `standing`."""
    orders = typer.Typer(no_args_is_help=True, help="Your orders: write, check, sign.")
    orders.command("new")(new_orders)
    standing = typer.Typer(no_args_is_help=True, help="Your standing orders: answers in advance.")
    standing.command("new")(new_standing)
    for group in (orders, standing):
        group.command("check")(check)
        group.command("sign")(sign)
    app.add_typer(orders, name="orders")
    app.add_typer(standing, name="standing")


def new_orders(
    ask: Annotated[str | None, typer.Argument(help="The ask.  [all that are open]")] = None,
    folder: Folder = HERE,
    seat: Seat = None,
) -> None:
    """Write a draft for what you are asked, ready to edit."""
    from pbem.referee import drafts  # noqa: PLC0415
    from pbem.referee.open_game import open_game, own_seat  # noqa: PLC0415

    game = open_game(folder)
    for path in drafts.new_orders(game, own_seat(game, seat), ask):
        _tell_draft(path, "orders")


def new_standing(
    topic: Annotated[str, typer.Argument(help="What they are about.  [everything]")] = "",
    folder: Folder = HERE,
    seat: Seat = None,
) -> None:
    """Write a draft of standing orders, with those in force in it."""
    from pbem.referee import drafts  # noqa: PLC0415
    from pbem.referee.open_game import open_game, own_seat  # noqa: PLC0415

    game = open_game(folder)
    _tell_draft(drafts.new_standing(game, own_seat(game, seat), topic), "standing")


def _tell_draft(path: Path, command: str) -> None:
    say(f"Wrote {path}. Edit it, then:")
    say(f"pbem {command} check {path}", "    ")
    say(f"pbem {command} sign {path}", "    ")


def check(file: File, folder: Folder = HERE) -> None:
    """Check a draft as the adjudicator will: everything that is wrong, at once."""
    from pbem.referee import drafts  # noqa: PLC0415
    from pbem.referee.open_game import open_game  # noqa: PLC0415

    refusals = drafts.check_draft(open_game(folder), drafts.read_draft(file))
    for refusal in refusals:
        say(str(refusal))
    if refusals:
        say(f"{len(refusals)} thing(s) to mend in {file}.")
        raise typer.Exit(EXIT_REFUSED)
    say(f"{file} is good: sign it when you are sure.")


def sign(file: File, folder: Folder = HERE, armour: Armour = False) -> None:
    """Check and sign a draft; the result is what you mail to the host."""
    from pbem.history.errors import OrdersAgainstRules  # noqa: PLC0415
    from pbem.post.armour import armour as armoured  # noqa: PLC0415
    from pbem.referee import drafts  # noqa: PLC0415
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.player_seat import PlayerSeat  # noqa: PLC0415

    draft = drafts.read_draft(file)
    game = open_game(folder)
    seat = PlayerSeat(game, keyring(), str(draft.signed.get("seat")))
    try:
        signed = drafts.sign_draft(seat, draft, file)
    except OrdersAgainstRules as refused:
        for refusal in refused.refusals:
            say(str(refusal))
        raise typer.Exit(EXIT_REFUSED) from None
    warn([*game.warnings, *seat.warnings])
    say(f"Signed: {signed.file}")
    say(f"Document {signed.document.digest[:8]}. Mail this file to the host. What you sign, your")
    say("notes included, stays in the log for good and can not be taken back.")
    if armour:
        say("")
        typer.echo(armoured(signed.document.envelope), nl=False)
