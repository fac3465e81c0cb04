"""`pbem orders new|check|sign`: drafts, and what becomes of them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.options import HERE, AsJson, Folder, Seat, folder_of, keyring
from pbem.cli.output import EXIT_REFUSED, confirm, print_json, progress, say, say_command, warn

if TYPE_CHECKING:
    from pbem.canon.canonical import Json
    from pbem.referee.draft_checks import Finding
    from pbem.referee.drafts import Draft
    from pbem.referee.foresight import Foreseen
    from pbem.referee.open_game import OpenGame
    from pbem.referee.signing import SignedFile

File = Annotated[Path, typer.Argument(help="The draft.")]
Armour = Annotated[
    bool, typer.Option("--armour", help="Also print the document as text to paste into a mail.")
]
Yes = Annotated[bool, typer.Option("-y", "--yes", help="Do not ask whether to sign.")]


def add_commands(app: typer.Typer) -> None:
    """Add the group `orders`."""
    orders = typer.Typer(no_args_is_help=True, help="Your orders: write, check, sign.")
    orders.command("new")(new_orders)
    orders.command("check")(check)
    orders.command("sign")(sign)
    app.add_typer(orders, name="orders")


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
        tell_draft(path, "orders")


def tell_draft(path: Path, command: str) -> None:
    """Where a draft lies, and what to do with it."""
    say(f"Wrote {path}. What you can write, or where to find it, stands in it, under help.")
    say("Edit it, then:")
    say_command("pbem", command, "check", path)
    say_command("pbem", command, "sign", path)


def check(file: File, folder: Folder = HERE, as_json: AsJson = False) -> None:
    """Check a draft as the adjudicator will: everything that is wrong, at once.

    Then what it says in plain words, what may not be meant so, and which decisions it may raise.
    """
    from pbem.cli.findings import count_of, tell_content, tell_findings, tell_foreseen  # noqa: PLC0415
    from pbem.referee.draft_checks import UNCHECKED, look_through  # noqa: PLC0415
    from pbem.referee.drafts import read_draft  # noqa: PLC0415
    from pbem.referee.foresight import foresee  # noqa: PLC0415
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.wordbook import phrases_of  # noqa: PLC0415

    game, draft = open_game(folder_of(folder, file)), read_draft(file)
    findings = look_through(game, draft)
    wrong = any(finding.kind == "mistake" for finding in findings)
    foreseen: list[Foreseen] = []
    if draft.kind == "orders" and not wrong:
        foreseen = foresee(game, draft, lambda runs: progress(runs, "Rehearsing", least=5))
    if as_json:
        _print_json(file, findings, foreseen)
    else:
        tell_findings(findings)
        if wrong:
            say(count_of(findings, file))
        else:
            phrases = phrases_of(game)
            tell_content(draft, phrases)
            tell_foreseen(foreseen, str(draft.signed["seat"]), phrases)
            unseen = any(finding.code == UNCHECKED for finding in findings)
            good = f"Nothing is wrong with the form of {file}" if unseen else f"{file} is good"
            say(f"{good}: sign it when you are sure.")
    if wrong:
        raise typer.Exit(EXIT_REFUSED)


def _print_json(file: Path, findings: "Sequence[Finding]", foreseen: "Sequence[Foreseen]") -> None:
    plain: Json = {
        "file": str(file),
        "good": all(finding.kind != "mistake" for finding in findings),
        "findings": [finding.data() for finding in findings],
        "raises": [each.data() for each in foreseen],
    }
    print_json(plain)


def sign(file: File, folder: Folder = HERE, armour: Armour = False, yes: Yes = False) -> None:
    """Check and sign a draft; the result is what you mail to the host."""
    from pbem.cli.findings import end_if_wrong, tell_content  # noqa: PLC0415
    from pbem.referee.drafts import read_draft  # noqa: PLC0415
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.wordbook import phrases_of  # noqa: PLC0415

    draft, game = read_draft(file), open_game(folder_of(folder, file))
    end_if_wrong(game, draft, file)
    say("You are about to sign:")
    tell_content(draft, phrases_of(game))
    _tell_signed(game, _signed(game, draft, file, yes=yes), armour=armour)


def _signed(game: "OpenGame", draft: "Draft", file: Path, *, yes: bool) -> "SignedFile":
    """The draft signed, after the warnings, and a question if somebody sits at a terminal."""
    from pbem.referee.player_seat import PlayerSeat  # noqa: PLC0415
    from pbem.referee.signing import ready_to_sign, signed_already, store_signed  # noqa: PLC0415

    seat = PlayerSeat(game, keyring(), str(draft.signed["seat"]))
    before = signed_already(seat, draft, file)
    if before is not None:
        say("This is signed already, and nothing has changed since: no new version was made.")
        return before
    seat.check_key()  # before the journal speaks: it knows nothing of other people's seats
    signed = ready_to_sign(seat, draft)
    warn([*game.warnings, *dict.fromkeys(seat.warnings)])
    if signed["rev"] != draft.signed.get("rev"):
        say(f"This is rev {signed['rev']}: it takes the place of what you signed before.")
    if not yes and sys.stdin.isatty():
        confirm("Sign this?")
    return store_signed(seat, signed, file)


def _tell_signed(game: "OpenGame", signed: "SignedFile", *, armour: bool) -> None:
    from pbem.post.armour import armour as armoured  # noqa: PLC0415
    from pbem.referee.practice import is_practice  # noqa: PLC0415

    say(f"Signed: {signed.file}")
    if is_practice(game.folder):
        say("`pbem practice go` takes it in, and goes on until you are asked again.")
        return
    say(
        f"Document {signed.document.digest[:8]}. Mail this file to the host. What you sign, your "
        "notes included, stays in the log for good and can not be taken back; until it is used, a "
        "later version takes its place: edit the draft and sign it again."
    )
    if armour:
        say("")
        typer.echo(armoured(signed.document.envelope), nl=False)
