"""Reinforcements (section 6): who receives what where, and the acts of a reinforcement phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pbem.canon.immutable import immutable
from pbem.engine.decisions import By
from pbem.engine.events import Event
from pbem.games.italy1943.action import EntrySkipped
from pbem.games.italy1943.control import friendly_zones, land_forces
from pbem.games.italy1943.conversion import CubesConverted, Purchase, convert
from pbem.games.italy1943.limits import room
from pbem.games.italy1943.new_line import LineBuilt, build
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.supply import supplied_zones


@immutable(frozen=True, slots=True)
class Arrival:
    """S43-6.4 Cubes that enter a zone; `by_default` if the order for the phase left them out."""

    zone: int
    cubes: int
    by_default: bool = False


@immutable(frozen=True, slots=True)
class NewLine:
    """S43-6.7 A fortified line that is built by the event New Defensive Line."""

    zone: int


@immutable(frozen=True, slots=True)
class Skipped:
    """S43-28.11 Something that is not done: its condition fails, or a wish cannot be met."""

    do: str
    at: str
    reason: str
    name: str = ""


Act: TypeAlias = Arrival | Purchase | NewLine | Skipped
"""One thing a side does in its reinforcement phase."""


class CubesArrived(Event):
    """S43-6.1 Reinforcements entered a zone.

    Attributes:
        side: whose.
        zone: where.
        cubes: how many.
        by: what decided.
    """

    side: Side
    zone: int
    cubes: int
    by: By


def due(pos: Position, side: Side) -> int:
    """S43-6.1, S43-6.5 How many cubes a side may bring this turn: the track, or the pool."""
    return min(pos.facts.turn(pos.turn).cubes[side], pos.pool_cubes(side))


def entry_zones(pos: Position, side: Side) -> tuple[int, ...]:
    """S43-6.2, S43-6.3 The zones in which cubes of a side may enter, ascending."""
    zones = [pos.facts.zone(number) for number in friendly_zones(pos, side)]
    if side == "allied":
        return tuple(zone.number for zone in zones if zone.coastal)
    fed = supplied_zones(pos, side)
    return tuple(zone.number for zone in zones if zone.axis_entry and zone.number in fed)


def spread(pos: Position, side: Side, wished: Sequence[int]) -> tuple[Arrival, ...]:
    """S43-D03 Where the cubes of a side enter, one by one, by a list of zones and the default.

    Each cube enters the first wished zone that is open and has room; else the open zone with
    room that has most own land forces; what finds no room stays in the pool.
    """
    trial, cubes = pos.copy(), dict[int, int]()
    open_zones = entry_zones(pos, side)
    for _ in range(due(pos, side)):
        roomy = [zone for zone in open_zones if room(trial, side, zone)]
        if not roomy:
            break
        zone = next((z for z in wished if z in roomy), None) or _strongest(trial, side, roomy)
        trial.place_cubes(side, zone, 1)
        cubes[zone] = cubes.get(zone, 0) + 1
    return tuple(Arrival(zone, count) for zone, count in cubes.items())


def _strongest(pos: Position, side: Side, zones: Sequence[int]) -> int:
    """S43-D03 The zone with most own land forces, the lowest number among equals."""
    return max(zones, key=lambda zone: (land_forces(pos, side, zone).size, -zone))


def carry_out(pos: Position, side: Side, act: Act, by: By) -> Event:
    """S43-6.1, S43-7.2, S43-6.7 Do one legal act of the phase; returns what happened."""
    match act:
        case Arrival(zone, cubes, by_default):
            pos.place_cubes(side, zone, cubes)
            by = By("default") if by_default else by
            return CubesArrived(clause="S43-6.1", side=side, zone=zone, cubes=cubes, by=by)
        case NewLine(zone):
            return LineBuilt(clause="S43-25.9", zone=zone, line=build(pos, zone), by=by)
        case Skipped(do, at, reason, name):
            return EntrySkipped(
                clause="S43-28.11", side=side, do=do, at=at, reason=reason, name=name or None
            )
        case Purchase():
            return _convert(pos, side, act, by)


def _convert(pos: Position, side: Side, wish: Purchase, by: By) -> Event:
    cubes, counter = convert(pos, side, wish)
    return CubesConverted(
        clause="S43-7.2",
        side=side,
        zone=wish.zone,
        cubes=cubes,
        counter=counter,
        to=wish.to,
        by=by,
    )
