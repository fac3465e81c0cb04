"""Who controls a zone, who is in it, and what that makes of it (2.13 to 2.16)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.italy1943.pieces import (
    LAND_AND_AIR_KINDS,
    LAND_KINDS,
    NOTHING,
    POOL,
    SIDES,
    Force,
    Kind,
    Place,
    Side,
    other,
)
from pbem.games.italy1943.position import Position


def of_kinds(pos: Position, side: Side, place: Place, *kinds: Kind) -> Force:
    """The cubes of a side at a place, and those of its counters there that have these kinds."""
    if place == POOL:
        return Force(pos.pool_cubes(side), counters=pos.of_kind(side, place, *kinds))
    stack, counters = pos.stacks[side].get(place), pos.of_kind(side, place, *kinds)
    if stack and stack.cubes:
        return Force(stack.cubes, stack.held, counters)
    return Force(counters=counters) if counters else NOTHING


def land_forces(pos: Position, side: Side, place: Place) -> Force:
    """S43-1.3 The cubes, tanks, elites and paratroopers of a side at a place."""
    return of_kinds(pos, side, place, *LAND_KINDS)


def land_and_air(pos: Position, side: Side, place: Place) -> Force:
    """S43-1.3 The land and air forces of a side at a place.

    In a zone these are all its forces except partisans, because sea forces stand in no zone.
    """
    return of_kinds(pos, side, place, *LAND_AND_AIR_KINDS)


def is_occupied_by(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.16 Whether a force of a side other than a partisan is in a zone."""
    if pos.stacks[side][zone].cubes:
        return True
    here = pos.counters(side, zone)  # mostly there is none
    return bool(here) and bool(pos.of_kind(side, zone, *LAND_AND_AIR_KINDS))


def set_control(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.14 A zone belongs to the side whose land force enters it; returns if that is new."""
    changed = pos.control[zone] != side
    pos.control[zone] = side
    return changed


def is_controlled_by(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.14 Whether a side controls a zone."""
    return pos.control[zone] == side


def is_enemy_occupied(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.16 Whether an enemy force other than a partisan is in a zone."""
    return is_occupied_by(pos, other(side), zone)


def is_friendly(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.16 Whether a side controls a zone in which there is no enemy force but partisans."""
    return is_controlled_by(pos, side, zone) and not is_enemy_occupied(pos, side, zone)


def is_empty(pos: Position, zone: int) -> bool:
    """S43-1.4 Whether no force is in a zone; partisans (2.16) and lines do not count."""
    return not any(is_occupied_by(pos, side, zone) for side in SIDES)


def is_enemy_controlled_and_empty(pos: Position, side: Side, zone: int) -> bool:
    """S43-2.16 Whether the enemy controls a zone in which no force but partisans is."""
    return is_controlled_by(pos, other(side), zone) and is_empty(pos, zone)


def friendly_zones(pos: Position, side: Side) -> Iterator[int]:
    """S43-2.16 All zones that are friendly to a side, ascending."""
    enemy, control = other(side), pos.control
    for zone in pos.facts.zones:
        if control[zone] == side and not is_occupied_by(pos, enemy, zone):
            yield zone
