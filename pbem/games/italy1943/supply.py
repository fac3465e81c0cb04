"""Supply: sources, chains, and the forces that have none (21.3 to 21.8)."""

from __future__ import annotations

from collections.abc import Container

from pbem.games.italy1943.control import is_controlled_by, is_enemy_occupied, land_and_air
from pbem.games.italy1943.pieces import REMOVED, SIDES, Force, Side
from pbem.games.italy1943.position import Position


def is_source(pos: Position, side: Side, zone: int) -> bool:
    """S43-21.4, S43-21.5 Whether a zone is a source of supply: coastal, or an inland star."""
    here = pos.facts.zone(zone)
    fit = here.coastal if side == "allied" else here.star and not here.coastal
    return fit and is_controlled_by(pos, side, zone)


def sources(pos: Position, side: Side) -> tuple[int, ...]:
    """S43-21.4, S43-21.5 All sources of supply of a side, ascending."""
    return tuple(zone for zone in pos.facts.zones if is_source(pos, side, zone))


def italian_fleet_sails(pos: Position) -> bool:
    """S43-21.6 Whether the Italian fleet is in the game, ready or not."""
    return any(
        counter.kind == "fleet" and counter.italian and pos.place_of(counter.id) != REMOVED
        for counter in pos.facts.counters_of["axis"]
    )


def supplied_zones(pos: Position, side: Side) -> tuple[int, ...]:
    """S43-21.3, S43-21.6 All zones that are supplied for a side, ascending.

    A chain may run through empty zones of either control, but through no zone that holds an
    enemy land or air force, its ends included.
    """
    passable = [zone for zone in pos.facts.zones if not is_enemy_occupied(pos, side, zone)]
    chained = _chained(pos, side, dict.fromkeys(passable))
    by_fleet = side == "axis" and italian_fleet_sails(pos)
    return tuple(
        zone
        for zone in passable
        if zone in chained or (by_fleet and pos.facts.zone(zone).fleet_supply)
    )


def _chained(pos: Position, side: Side, passable: Container[int]) -> Container[int]:
    """S43-21.3 The passable zones that a chain of passable zones joins to a source."""
    ends = [zone for zone in sources(pos, side) if zone in passable]
    chained = dict.fromkeys(ends)
    while ends:
        for near in pos.facts.zone(ends.pop()).neighbours:
            if near in passable and near not in chained:
                chained[near] = None
                ends.append(near)
    return chained


def is_supplied(pos: Position, side: Side, zone: int) -> bool:
    """S43-21.2, S43-21.3 Whether a zone is supplied for a side, wherever a rule asks for it.

    The chain is looked for from the zone outwards: it is short, the whole network is not.
    """
    if is_enemy_occupied(pos, side, zone):
        return False
    if side == "axis" and pos.facts.zone(zone).fleet_supply and italian_fleet_sails(pos):
        return True
    seen, ends = {zone}, [zone]
    while ends:
        here = ends.pop(0)
        if is_source(pos, side, here):
            return True
        near = [n for n in pos.facts.zone(here).neighbours if n not in seen]
        seen.update(near)
        ends += [zone for zone in near if not is_enemy_occupied(pos, side, zone)]
    return False


def unsupplied_forces(pos: Position) -> tuple[tuple[Side, int, Force], ...]:
    """S43-21.8, S43-21.9 The land and air forces of both sides that are out of supply.

    All are found in the same position, the Allied ones first, zones ascending; each entry is
    the owner, the zone, and the forces that are to be eliminated together.
    """
    found: list[tuple[Side, int, Force]] = []
    for side in SIDES:
        fed = supplied_zones(pos, side)
        found += [
            (side, zone, hungry)
            for zone in pos.facts.zones
            if zone not in fed and (hungry := land_and_air(pos, side, zone)).size
        ]
    return tuple(found)
