"""Which players are installed: the entry points of the group ``pbem.players``."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import cast

from pbem.canon.trouble import Trouble
from pbem.players.interface import MakePlayer

GROUP = "pbem.players"


class NoPlayer(Trouble):
    """No installed package offers a program that plays this game, or it can not be used."""


def player_of(game: str) -> MakePlayer:
    """What makes the players of a game.

    Raises:
        NoPlayer: none is installed, or it can not be loaded.
    """
    found = sorted(entry_points(group=GROUP, name=game), key=lambda entry: entry.value)
    if not found:
        raise NoPlayer(f"no installed package offers a program that plays {game}")
    try:
        make = found[0].load()
    except (ImportError, AttributeError) as error:
        raise NoPlayer(f"the program that plays {game} can not be loaded: {error}") from error
    if not callable(make):
        raise NoPlayer(f"{found[0].value} is nothing that makes a player")
    return cast("MakePlayer", make)
