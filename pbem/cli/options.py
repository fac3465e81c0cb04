"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pbem.referee.keyring import Keyring

HERE = Path()


def _game_folder(named: Path) -> Path:
    """The game's folder: as named, else the current one; in its `orders` and the like, its own."""
    from pbem.history.folder import GameFolder  # noqa: PLC0415 - keeps the start light

    above = HERE.absolute().parent
    inside = named == HERE and not GameFolder(HERE).holds_game()
    return above if inside and GameFolder(above).holds_game() else named


def folder_of(folder: Path, file: Path) -> Path:
    """The game's folder for a draft: as `--in` says, else the one that the draft lies in."""
    from pbem.history.folder import GameFolder  # noqa: PLC0415 - keeps the start light

    around = file.absolute().parent.parent
    lies_in = folder == HERE and not GameFolder(HERE).holds_game()
    return around if lies_in and GameFolder(around).holds_game() else folder


Folder = Annotated[
    Path,
    typer.Option(
        "--in",
        envvar="PBEM_GAME",
        help="The game's folder.",
        show_default=False,
        callback=_game_folder,
    ),
]
Seat = Annotated[
    str | None, typer.Option("--seat", help="The seat, if you play several in this folder.")
]
Time = Annotated[
    str | None,
    typer.Option("--at", help="The time to write, UTC, e.g. 2026-11-30T18:00:00Z.  [now]"),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", help="A folder with corrected data of the game, see `pbem data`."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def keyring(*, confirm: bool = False) -> Keyring:
    """The user's secrets; the passphrase comes from `PBEM_PASSPHRASE` or is asked for."""
    from pbem.referee.keyring import Keyring  # noqa: PLC0415 - keeps the start light

    def ask(path: Path) -> str:
        return _passphrase("PBEM_PASSPHRASE", f"Passphrase for {path}", confirm=confirm)

    return Keyring(ask)


def new_passphrase(path: Path) -> str:
    """A passphrase to come, from `PBEM_NEW_PASSPHRASE` or asked for twice."""
    return _passphrase("PBEM_NEW_PASSPHRASE", f"New passphrase for {path}", confirm=True)


def _passphrase(variable: str, question: str, *, confirm: bool) -> str:
    given = os.environ.get(variable)
    if given is not None:
        return given
    answer = typer.prompt(question, hide_input=True, confirmation_prompt=confirm, err=True)
    return str(answer)
