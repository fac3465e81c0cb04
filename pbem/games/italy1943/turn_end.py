"""The end of a turn (section 26): supply, Munich, Italy, and everything made ready again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.events import Event
from pbem.games.italy1943 import surrender, victory
from pbem.games.italy1943.pieces import SIDES, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.supply_phase import test_supply
from pbem.games.italy1943.transport import points_of_turn


class TurnEnded(Event):
    """S43-26.1 A turn ended: naval points came back, counters are ready, held cubes are free.

    Attributes:
        turn: the turn that ended.
        naval_points: the points of each side from now on.
        readied: the counters that were made ready.
    """

    turn: int
    naval_points: Mapping[Side, int]
    readied: tuple[str, ...]


_TESTS: Final = (
    victory.test_elimination,
    victory.test_munich,
    surrender.test_surrender,
    victory.test_elimination,
)
"""S43-26.1, S43-27.3 What is looked at behind the supply phase, in its order."""


async def end_turn(play: Play) -> None:
    """S43-26.1, S43-26.2, S43-27.7 The supply phase and the end of the turn, in their order."""
    await test_supply(play)
    for test in _TESTS:
        test(play)
        if play.over is not None:
            return
    last = play.pos.turn == len(play.facts.turns)
    _recover(play, play.pos.turn if last else play.pos.turn + 1)
    if last:
        victory.count_stars(play)


def _recover(play: Play, turn: int) -> None:
    """S43-26.1, S43-10.7, S43-19.16 The marker goes on, points come back, all is ready and free."""
    pos, ended = play.pos, play.pos.turn
    pos.turn = turn
    for side in SIDES:
        pos.naval_points[side] = points_of_turn(pos, side)
        pos.bought[side].clear()
        for stack in pos.stacks[side].values():
            stack.held = 0
    readied = tuple(c for c in pos.facts.counters if c in pos.engaged)
    for counter in readied:
        pos.ready(counter)
    play.tell(
        TurnEnded(
            clause="S43-26.1",
            turn=ended,
            naval_points={side: pos.naval_points[side] for side in SIDES},
            readied=readied,
        )
    )
