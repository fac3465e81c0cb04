"""Naval transport (section 10): the order type `transport`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import Action
from pbem.games.italy1943.control import friendly_zones, is_friendly, land_forces
from pbem.games.italy1943.entry_checks import (
    force_problems,
    held_problems,
    unknown_zone,
    written_force,
)
from pbem.games.italy1943.interception import intercept
from pbem.games.italy1943.passage import Passage
from pbem.games.italy1943.pieces import AFLOAT, Force, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.strangle import is_strangled
from pbem.games.italy1943.supply import italian_fleet_sails


class TransportSailed(Event):
    """S43-10.1 Land forces were embarked for another coast.

    Attributes:
        side: whose.
        start: the zone they left.
        to: the zone they are bound for.
        force: who sails.
        points_left: the naval points that are left this turn.
        name: the player's own name for the order.
    """

    side: Side
    start: int
    to: int
    force: Force
    points_left: int
    name: str | None = None


class TransportArrived(Event):
    """S43-10.1 The forces of a transport went ashore; `force` is what has survived."""

    side: Side
    start: int
    to: int
    force: Force


def points_of_turn(pos: Position, side: Side) -> int:
    """S43-10.5 The naval points of a side in a turn: none for the Axis without its fleet."""
    if side == "axis" and not italian_fleet_sails(pos):
        return 0
    return pos.facts.turn(pos.turn).naval_points[side]


def check_transport(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O08 Everything that is wrong with a `transport`."""
    side, fields, at = play.current.active, entry.fields, entry.at
    start, to = cast("int", fields["from"]), cast("int", fields["to"])
    wrong = force_problems(play, side, fields, at, "S43-10.1")
    wrong += unknown_zone(play.facts, to, f"{at}/to")
    if start in play.facts.zones:
        wrong += held_problems(play, side, fields, at)
    if any(refusal.code == "E_ZONE_UNKNOWN" for refusal in wrong):
        return wrong
    wrong += _point_problems(play, side, entry)
    wrong += _zone_problems(play, side, start, f"{at}/from")
    wrong += _zone_problems(play, side, to, f"{at}/to")
    if start == to:
        text = f"the forces are in {play.title(to)} already"
        wrong.append(Refusal("E_SAME_ZONE", f"{at}/to", "S43-10.1", text))
    return wrong + list(_carried_problems(play, side, entry))


def _point_problems(play: Play, side: Side, entry: Entry) -> Iterator[Refusal]:
    """S43-10.5, S43-10.7 Transport the side does not have, or too few points."""
    wanted, points = written_force(entry.fields).size, play.pos.naval_points[side]
    if not points_of_turn(play.pos, side):
        text = "the Axis has no naval transport without the Italian fleet, nor from turn 5 on"
        yield Refusal("E_NO_TRANSPORT", entry.at, "S43-10.5", text)
    elif wanted > points:
        text = f"this costs {wanted} naval points, but {points} are left this turn"
        yield Refusal("E_POINTS", entry.at, "S43-10.7", text)


def _zone_problems(play: Play, side: Side, zone: int, at: str) -> Iterator[Refusal]:
    """S43-10.1, S43-10.2 Why a transport may neither begin nor end in a zone."""
    ports = tuple(str(port) for port in ports_of(play, side))
    if not play.facts.zone(zone).coastal:
        yield Refusal("E_NOT_COASTAL", at, "S43-10.1", f"{play.title(zone)} has no coast", ports)
    elif not is_friendly(play.pos, side, zone):
        text = f"{play.title(zone)} is not friendly to the {side} side"
        yield Refusal("E_NOT_FRIENDLY", at, "S43-10.2", text, ports)
    elif is_strangled(play, side, zone):
        text = f"{play.title(zone)} is under the Strangle Plan: no Axis force may enter or leave it"
        yield Refusal("E_STRANGLED", at, "S43-24.12", text, ports)


def ports_of(play: Play, side: Side) -> Iterator[int]:
    """S43-10.1, S43-10.2 Where transports of a side may begin or end now, ascending."""
    for zone in friendly_zones(play.pos, side):
        if play.facts.zone(zone).coastal and not is_strangled(play, side, zone):
            yield zone


def _carried_problems(play: Play, side: Side, entry: Entry) -> Iterator[Refusal]:
    """S43-10.4 Forces that have been carried over sea in this impulse already."""
    start, force = cast("int", entry.fields["from"]), written_force(entry.fields)
    for index, counter in enumerate(force.counters):
        if counter in play.current.carried:
            text = f"{counter} has been carried over sea in this impulse already"
            at = f"{entry.at}/counters/{index}"
            yield Refusal("E_ALREADY_CARRIED", at, "S43-10.4", text)
    here = play.pos.force(side, start)
    carried = min(play.current.carried_cubes.get(start, 0), here.free)
    if here.free - carried < force.cubes <= here.free:
        text = f"{carried} of the cubes in {play.title(start)} have been carried over sea already"
        yield Refusal("E_ALREADY_CARRIED", f"{entry.at}/cubes", "S43-10.4", text)


def assume_transport(play: Play, entry: Entry) -> None:
    """S43-28.9 A transport in a trial: nobody intercepts."""
    start, to = cast("int", entry.fields["from"]), cast("int", entry.fields["to"])
    _embark(play, written_force(entry.fields), start)
    _disembark(play, to)


def _embark(play: Play, force: Force, start: int) -> None:
    """S43-10.1 Pay the points and take the forces to sea."""
    side = play.current.active
    play.pos.naval_points[side] -= force.size
    play.pos.move_forces(side, force, start, AFLOAT)


def _disembark(play: Play, to: int) -> Force:
    """S43-10.1 Put ashore what is at sea; returns it."""
    side = play.current.active
    landed = land_forces(play.pos, side, AFLOAT)
    play.pos.move_forces(side, landed, AFLOAT, to)
    cubes = play.current.carried_cubes
    cubes[to] = cubes.get(to, 0) + landed.cubes
    play.current.carried.update(landed.counters)
    return landed


async def transport(play: Play, entry: Entry) -> None:
    """S43-10.1, S43-10.8 Carry forces over sea; the other side may intercept them once."""
    side = play.current.active
    start, to = cast("int", entry.fields["from"]), cast("int", entry.fields["to"])
    force = written_force(entry.fields)
    _embark(play, force, start)
    play.tell(
        TransportSailed(
            clause="S43-10.1",
            side=side,
            start=start,
            to=to,
            force=force,
            points_left=play.pos.naval_points[side],
            name=entry.name or None,
        )
    )
    name = play.current.once_more(f"transport:{start}-{to}")
    await intercept(play, Passage(name=name, zone=to, owner=side, word="intercept_transport"))
    landed = _disembark(play, to)
    if landed.size:
        play.tell(TransportArrived(clause="S43-10.1", side=side, start=start, to=to, force=landed))


TRANSPORT = Action(check_transport, assume_transport, transport)
