"""Land and air movement (section 9): the order types `move` and `fly`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import Action
from pbem.games.italy1943.control import friendly_zones, is_enemy_occupied, is_friendly
from pbem.games.italy1943.entering import zone_entered
from pbem.games.italy1943.entry_checks import (
    force_problems,
    held_problems,
    unknown_counter,
    unknown_zone,
    written_force,
)
from pbem.games.italy1943.limits import room
from pbem.games.italy1943.occupation import occupy
from pbem.games.italy1943.pieces import FORCES_PER_ZONE, Force, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.strangle import is_strangled


class ForcesMoved(Event):
    """S43-9.1 Land forces went from one zone into the next one.

    Attributes:
        side: whose.
        start: the zone they left.
        to: the zone they entered.
        force: who went.
        name: the player's own name for the order.
    """

    side: Side
    start: int
    to: int
    force: Force
    name: str | None = None


class MoveStopped(Event):
    """S43-24.14 Strangle stopped a move before it entered or left a zone.

    Attributes:
        side: whose move it was.
        zone: where the forces stay.
        strangled: the zone under Strangle.
        force: who stays.
    """

    side: Side
    zone: int
    strangled: int
    force: Force


class PlaneMoved(Event):
    """S43-9.11 A plane was moved to another zone.

    Attributes:
        side: whose.
        plane: the plane.
        start: the zone it left.
        to: the zone where it stands now.
        name: the player's own name for the order.
    """

    side: Side
    plane: str
    start: int
    to: int
    name: str | None = None


# Land moves


def check_move(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O06 Everything that is wrong with a `move`."""
    side, start = play.current.active, cast("int", entry.fields["from"])
    wrong = force_problems(play, side, entry.fields, entry.at, "S43-9.1")
    for index, zone in enumerate(_path(entry)):
        wrong += unknown_zone(play.facts, zone, f"{entry.at}/path/{index}")
    if start in play.facts.zones:
        wrong += held_problems(play, side, entry.fields, entry.at)
    if any(refusal.code == "E_ZONE_UNKNOWN" for refusal in wrong):
        return wrong
    return wrong + list(_path_problems(play, side, entry))


def _path(entry: Entry) -> list[int]:
    return cast("list[int]", entry.fields["path"])


def _path_problems(play: Play, side: Side, entry: Entry) -> Iterator[Refusal]:
    """S43-9.1, S43-9.2, S43-9.9 Zones that may not follow on the zone before them."""
    here = cast("int", entry.fields["from"])
    if is_strangled(play, side, here):
        yield _strangled(play, here, f"{entry.at}/from")
    for index, zone in enumerate(_path(entry)):
        at = f"{entry.at}/path/{index}"
        near = play.facts.zone(here).neighbours
        if zone not in near:
            text = f"{play.title(zone)} is not adjacent to {play.title(here)}"
            yield Refusal("E_NOT_ADJACENT", at, "S43-9.1", text, tuple(map(str, near)))
        if is_enemy_occupied(play.pos, side, zone):
            text = f"there are enemy forces in {play.title(zone)}"
            yield Refusal("E_ENEMY_ON_PATH", at, "S43-9.2", text)
        if is_strangled(play, side, zone):
            yield _strangled(play, zone, at)
        here = zone


def _strangled(play: Play, zone: int, at: str) -> Refusal:
    text = f"{play.title(zone)} is under the Strangle Plan: no Axis force may enter or leave it"
    return Refusal("E_STRANGLED", at, "S43-9.9", text)


def assume_move(play: Play, entry: Entry) -> None:
    """S43-28.9 A move in a trial: nobody reacts, every zone entered changes hands (9.3)."""
    side, start = play.current.active, cast("int", entry.fields["from"])
    force = written_force(entry.fields)
    for zone in _path(entry):
        _go(play, side, force, start, zone)
        start = zone


async def move(play: Play, entry: Entry) -> None:
    """S43-9.1, S43-9.8 Move land forces zone by zone; what survives reactions moves on."""
    side, here = play.current.active, cast("int", entry.fields["from"])
    force = written_force(entry.fields)
    for zone in _path(entry):
        if play.over is not None or not force.size:
            return
        if closed := [z for z in (here, zone) if is_strangled(play, side, z)]:
            stopped = MoveStopped(
                clause="S43-24.14", side=side, zone=here, strangled=closed[0], force=force
            )
            play.tell(stopped)
            return
        told = ForcesMoved(
            clause="S43-9.1", side=side, start=here, to=zone, force=force, name=entry.name or None
        )
        play.tell(told)
        _go(play, side, force, here, zone)
        force, here = await zone_entered(play, zone, side, force), zone


def _go(play: Play, side: Side, force: Force, start: int, zone: int) -> None:
    """S43-9.3 Enter a zone, which becomes the mover's at once."""
    _take_carried(play, force.cubes, start, zone)
    play.pos.move_forces(side, force, start, zone)
    occupy(play, side, zone)


def _take_carried(play: Play, cubes: int, start: int, zone: int) -> None:
    """S43-10.4 Of the cubes of a zone those that were carried over sea move on first."""
    if going := play.current.take_carried(start, cubes):
        carried = play.current.carried_cubes
        carried[zone] = carried.get(zone, 0) + going


MOVE = Action(check_move, assume_move, move)


# Plane moves


def check_fly(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O07 Everything that is wrong with a `fly`."""
    side, plane = play.current.active, str(entry.fields["plane"])
    to = cast("int", entry.fields["to"])
    wrong = list(unknown_counter(play.facts, side, plane, f"{entry.at}/plane"))
    wrong += unknown_zone(play.facts, to, f"{entry.at}/to")
    return wrong or list(_flight_problems(play, side, plane, to, entry.at))


def _flight_problems(play: Play, side: Side, plane: str, to: int, at: str) -> Iterator[Refusal]:
    """S43-9.11 to S43-9.14 Why a plane may not be moved to a zone now."""
    start = play.pos.place_of(plane)
    if play.facts.counter(plane).kind != "plane":
        yield Refusal("E_KIND", f"{at}/plane", "S43-9.11", f"{plane} is no plane")
        return
    if not isinstance(start, int):
        yield Refusal("E_NOT_THERE", f"{at}/plane", "S43-9.11", f"{plane} is not on the board")
        return
    if plane in play.current.rebased:
        text = f"{plane} has been moved in this action part already"
        yield Refusal("E_ALREADY_MOVED", f"{at}/plane", "S43-9.13", text)
    for zone, pointer in ((start, f"{at}/plane"), (to, f"{at}/to")):
        if is_strangled(play, side, zone):
            title = play.title(zone)
            text = f"{title} is under the Strangle Plan: no Axis plane may enter or leave it"
            yield Refusal("E_STRANGLED", pointer, "S43-24.12", text)
    yield from _landing_problems(play, side, start, to, f"{at}/to")


def _landing_problems(play: Play, side: Side, start: int, to: int, at: str) -> Iterator[Refusal]:
    """S43-9.11, S43-9.14 Why a plane may not land in a zone."""
    open_zones = tuple(str(zone) for zone in landing_zones(play, side, start))
    if to == start:
        text = f"the plane stands in {play.title(to)} already"
        yield Refusal("E_SAME_ZONE", at, "S43-9.11", text, open_zones)
    elif not is_friendly(play.pos, side, to):
        text = f"{play.title(to)} is not friendly to the {side} side"
        yield Refusal("E_NOT_FRIENDLY", at, "S43-9.11", text, open_zones)
    elif not room(play.pos, side, to):
        text = f"there are {FORCES_PER_ZONE} forces in {play.title(to)} already"
        yield Refusal("E_STACK", at, "S43-9.14", text, open_zones)


def landing_zones(play: Play, side: Side, start: int) -> Iterator[int]:
    """S43-9.11, S43-9.14 Where a plane from a zone may land, ascending."""
    for zone in friendly_zones(play.pos, side):
        if zone != start and room(play.pos, side, zone) and not is_strangled(play, side, zone):
            yield zone


def assume_fly(play: Play, entry: Entry) -> None:
    """S43-9.11, S43-9.12 Put a plane into another zone; its state stays."""
    plane = str(entry.fields["plane"])
    play.pos.where[plane] = cast("int", entry.fields["to"])
    play.current.rebased.add(plane)


async def fly(play: Play, entry: Entry) -> None:
    """S43-9.11 Move a plane."""
    plane = str(entry.fields["plane"])
    start = cast("int", play.pos.place_of(plane))
    assume_fly(play, entry)
    play.tell(
        PlaneMoved(
            clause="S43-9.11",
            side=play.current.active,
            plane=plane,
            start=start,
            to=cast("int", entry.fields["to"]),
            name=entry.name or None,
        )
    )


FLY = Action(check_fly, assume_fly, fly)
