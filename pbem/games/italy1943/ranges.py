"""The range of planes and of the paratroop drop (11.12, 11.13)."""

from __future__ import annotations

from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position


def zones_in_range(pos: Position, side: Side, start: int) -> tuple[int, ...]:
    """S43-11.12, S43-20.4 The zones a side's planes reach from a zone this turn, ascending."""
    zone = pos.facts.zone(start)
    ruler = pos.facts.turn(pos.turn).ruler[side]
    reached = zone.range_short if ruler == "short" else zone.range_long
    return tuple(sorted((start, *reached)))


def in_range(pos: Position, side: Side, start: int, target: int) -> bool:
    """S43-11.12, S43-11.13 Whether a side's planes reach `target` from `start` this turn."""
    return target in zones_in_range(pos, side, start)
