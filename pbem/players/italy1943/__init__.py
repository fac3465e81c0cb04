"""Two simple players of 1943-1945: each looks one impulse ahead."""

from __future__ import annotations

from pbem.engine.game import Rules
from pbem.players.interface import Player


def make_player(rules: Rules, seat: str) -> Player:
    """A player for the Allied or the Axis seat.

    Raises:
        ValueError: these are not the rules of 1943-1945, or the game has no such seat.
    """
    from pbem.games.italy1943.rules import Italy1943  # noqa: PLC0415 - lists stay quick
    from pbem.players.italy1943.player import MAKERS  # noqa: PLC0415

    if not isinstance(rules, Italy1943) or seat not in MAKERS:
        raise ValueError(f"this program plays no seat {seat!r} of a game with these rules")
    return MAKERS[seat](rules.facts)
