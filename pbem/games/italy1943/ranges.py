"""The range of planes and of the paratroop drop (11.12, 11.13)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position


def zones_in_range(pos: Position, side: Side, start: int) -> tuple[int, ...]:
    """S43-11.12, S43-20.4 The zones a side's planes reach from a zone this turn, ascending."""
    return tuple(sorted((start, *reached(pos, side, start))))


def in_range(pos: Position, side: Side, start: int, target: int) -> bool:
    """S43-11.12, S43-11.13 Whether a side's planes reach `target` from `start` this turn."""
    return target == start or target in reached(pos, side, start)


def reached(pos: Position, side: Side, start: int) -> Collection[int]:
    """S43-11.12, S43-11.13 The other zones that a side's planes reach from a zone this turn."""
    zone = pos.facts.zone(start)
    ruler = pos.facts.turn(pos.turn).ruler[side]
    return zone.range_short if ruler == "short" else zone.range_long
