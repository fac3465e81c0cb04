"""`pbem key new|show|passphrase`: the player's one secret."""

from typing import Annotated

import typer

from pbem.cli.options import keyring, new_passphrase
from pbem.cli.output import say

Name = Annotated[str, typer.Option("--name", help="Name of the secret.")]


def add_commands(app: typer.Typer) -> None:
    """Add the group `key`."""
    group = typer.Typer(no_args_is_help=True, help="Your secret: make it once, back it up.")
    group.command("new")(new)
    group.command("show")(show)
    group.command("passphrase")(passphrase)
    app.add_typer(group, name="key")


def new(name: Name = "main") -> None:
    """Make your secret, sealed with a passphrase: once for all games."""
    ring = keyring(confirm=True)
    secret = ring.create(name)
    say(f"Your secret lies in {ring.path(name)}, sealed with your passphrase.")
    say(
        "Back up two things: a copy of this one file, on another medium, and the passphrase, on "
        "paper. Your signing key and all your dice come from it. If you lose either, you can not "
        "go on in a running game without the others' consent; if somebody else gets both, he can "
        "sign as you."
    )
    say(f"Your public key is {secret.seat_key().public}.")


def show(name: Name = "main") -> None:
    """Show your public keys; they are no secret."""
    ring = keyring()
    secret = ring.secret(name)
    say(f"Secret:     {ring.path(name)}")
    say(f"As player:  {secret.seat_key().public}")
    say(f"As host:    {secret.host_key().public}")


def passphrase(name: Name = "main") -> None:
    """Seal your secret with another passphrase; your keys and dice stay the same."""
    ring = keyring()
    ring.reseal(new_passphrase, name)
    say(f"Your secret in {ring.path(name)} opens with the new passphrase only.")
    say(
        "A copy made before still opens with the old one: make a new backup, and destroy the old "
        "one. If somebody may have had both the file and the old passphrase, change the secret "
        "itself in every running game: `pbem key new --name second`, then `pbem rekey --to second`."
    )
