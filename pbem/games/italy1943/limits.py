"""The stacking limits: what counts, what is too much, and where an excess may go (2.17 to 2.26).

Which forces of an overfull zone move is a decision of their owner (S43-D34) and not found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.canon.immutable import immutable
from pbem.games.italy1943.control import friendly_zones, is_friendly, land_and_air
from pbem.games.italy1943.pieces import (
    FORCES_PER_ZONE,
    LAND_AND_AIR_KINDS,
    TANKS_PER_ZONE,
    Force,
    Kind,
    Side,
    other,
)
from pbem.games.italy1943.position import Position


@immutable(frozen=True, slots=True)
class Excess:
    """S43-2.21 What a side has too much of in a zone.

    Attributes:
        side: whose excess it is.
        zone: the zone.
        forces: by how many forces the limit of 2.17 is passed, 0 if it holds.
        tanks: by how many tanks the limit of 2.19 is passed, 0 if it holds.
    """

    side: Side
    zone: int
    forces: int
    tanks: int


def stacked(pos: Position, side: Side, zone: int) -> int:
    """S43-2.17, S43-2.18 How many forces of a side count for stacking in a zone."""
    return pos.stack(side, zone).cubes + len(pos.of_kind(side, zone, *LAND_AND_AIR_KINDS))


def tanks(pos: Position, side: Side, zone: int) -> int:
    """S43-2.19 How many tanks of a side are in a zone."""
    return len(pos.of_kind(side, zone, "tank"))


def room(pos: Position, side: Side, zone: int) -> int:
    """S43-2.25 How many more forces may be placed, or may land, in a zone at once."""
    return max(0, FORCES_PER_ZONE - stacked(pos, side, zone))


def may_take_line(pos: Position, zone: int) -> bool:
    """S43-2.20 Whether a zone has no fortified line yet."""
    return zone not in pos.lines


def excess(pos: Position, side: Side, zone: int) -> Excess:
    """S43-2.21 What a side has too much of in a zone, both 0 where the limits hold."""
    return Excess(
        side,
        zone,
        max(0, stacked(pos, side, zone) - FORCES_PER_ZONE),
        max(0, tanks(pos, side, zone) - TANKS_PER_ZONE),
    )


def excesses(pos: Position, active: Side) -> Iterator[Excess]:
    """S43-2.26 Every excess: the active side's zones first, each side's in ascending order.

    The position is read zone by zone, so a zone that an earlier move has filled is found.
    """
    for side in (active, other(active)):
        for zone in pos.facts.zones:
            if _is_overfull(pos, side, zone):
                yield excess(pos, side, zone)


def _is_overfull(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.17, S43-2.19 Whether one of the limits is passed in a zone."""
    return stacked(pos, side, zone) > FORCES_PER_ZONE or tanks(pos, side, zone) > TANKS_PER_ZONE


def movable(pos: Position, side: Side, zone: int) -> Force:
    """S43-2.26 What the owner may choose from for the stacking move: all but held cubes."""
    here = land_and_air(pos, side, zone)
    return Force(cubes=here.free, counters=here.counters)


def destinations(pos: Position, side: Side, zone: int, kind: Kind | None) -> Iterator[int]:
    """S43-2.22 Where one excess force may go, zones ascending.

    Args:
        pos: the position.
        side: the owner.
        zone: the zone that holds too much.
        kind: the kind of the counter that moves, None for a cube.
    """
    for to in _reachable(pos, side, zone, kind):
        has_room = to != zone and room(pos, side, to) > 0
        if has_room and (kind != "tank" or tanks(pos, side, to) < TANKS_PER_ZONE):
            yield to


def _reachable(pos: Position, side: Side, zone: int, kind: Kind | None) -> Iterable[int]:
    if kind == "plane":
        return friendly_zones(pos, side)
    return (to for to in pos.facts.zone(zone).neighbours if is_friendly(pos, side, to))
