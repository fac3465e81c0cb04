"""Retreat (17.1 to 17.13): who may leave an attacked zone, where to, and how it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Decision
from pbem.engine.events import Event
from pbem.games.italy1943.asking import chosen, not_an_option, read_pieces, read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.control import friendly_zones, is_friendly, land_and_air
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.limits import room
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Moment, Play, decision
from pbem.games.italy1943.routes import Guide, Parting, Routes, joined, read_routes, zones_named
from pbem.games.italy1943.strangle import is_strangled


class Retreated(Event):
    """S43-17.3 Forces left an attacked zone.

    Attributes:
        zone: the zone they left.
        round: the round at whose end they did.
        side: whose forces.
        moves: who went where; planes among them are engaged now.
        to_meet_loss: whether this satisfied a loss (17.1).
        by: what decided that they retreat.
        to_by: what decided where they go.
    """

    zone: int
    round: int
    side: Side
    moves: tuple[Parting, ...]
    to_meet_loss: bool
    by: By
    to_by: By


def land_exits(play: Play, side: Side, zone: int) -> tuple[int, ...]:
    """S43-17.3, S43-17.4, S43-17.13 Where land forces may retreat to, nearest zones first.

    One or two zones away, through friendly zones only, ascending at each distance.
    """
    if is_strangled(play, side, zone):
        return ()
    near = tuple(_open_neighbours(play, side, zone))
    far = {to for step in near for to in _open_neighbours(play, side, step)}
    return (*near, *sorted(far - {zone, *near}))


def _open_neighbours(play: Play, side: Side, zone: int) -> Iterator[int]:
    for to in play.facts.zone(zone).neighbours:
        if is_friendly(play.pos, side, to) and not is_strangled(play, side, to):
            yield to


def plane_exits(play: Play, side: Side, zone: int) -> tuple[int, ...]:
    """S43-14.5, S43-17.6 The other friendly zones with room for a plane, ascending."""
    if is_strangled(play, side, zone):
        return ()
    return tuple(
        to
        for to in friendly_zones(play.pos, side)
        if to != zone and room(play.pos, side, to) and not is_strangled(play, side, to)
    )


def retreat_exits(play: Play, side: Side, zone: int) -> tuple[int, ...]:
    """S43-29.1 Where a retreating plane may go: as land forces, then to any zone with room."""
    with_room = plane_exits(play, side, zone)
    near = tuple(to for to in land_exits(play, side, zone) if to in with_room)
    return (*near, *(to for to in with_room if to not in near))


def exits(play: Play, side: Side, zone: int) -> tuple[int, ...]:
    """S43-17.3, S43-17.6 Every zone that one of the forces of a zone may retreat to."""
    planes = play.pos.of_kind(side, zone, "plane")
    on_land = land_and_air(play.pos, side, zone).size > len(planes)
    by_land = land_exits(play, side, zone) if on_land else ()
    by_air = plane_exits(play, side, zone) if planes else ()
    return tuple(dict.fromkeys((*by_land, *by_air)))


@immutable(frozen=True, slots=True)
class WayOut:
    """S43-17.7 What can leave an attacked zone.

    Attributes:
        facts: the board.
        by_land: whether land forces have somewhere to go.
        places: how many planes find room elsewhere.
    """

    facts: Facts
    by_land: bool
    places: int

    def is_enough_for(self, force: Force) -> bool:
        """S43-17.7 Whether every one of these forces can leave."""
        planes = sum(self.facts.counter(c).kind == "plane" for c in force.counters)
        return planes <= self.places and (self.by_land or force.size == planes)


def way_out(play: Play, side: Side, zone: int) -> WayOut:
    """S43-17.7 What can leave a zone now."""
    return WayOut(play.facts, bool(land_exits(play, side, zone)), places_for(play, side, zone))


def places_for(play: Play, side: Side, zone: int) -> int:
    """S43-14.5 How many planes of a zone find room elsewhere; any of them may take a place."""
    return sum(room(play.pos, side, to) for to in plane_exits(play, side, zone))


def able_to_leave(play: Play, side: Side, zone: int) -> Force:
    """S43-17.3, S43-17.6, S43-17.12 The forces of a zone that have a legal way out.

    If there is room for some of the planes only, each of them may be among those.
    """
    out, here = way_out(play, side, zone), land_and_air(play.pos, side, zone)
    planes = Force(counters=play.pos.of_kind(side, zone, "plane"))
    if out.by_land:
        return here if out.places else here.minus(planes)
    return planes if out.places else Force()


def leaving(
    play: Play, side: Side, zone: int, value: Mapping[str, Json], at: str, clause: str
) -> Force:
    """S43-17.6, S43-D28 The forces that a choice takes out of a zone.

    Of the planes it names those that it prefers, as far as there is room for them elsewhere.

    Raises:
        OrdersRefused: E_OPTION, none of the pieces named can leave.
    """
    able, places = able_to_leave(play, side, zone), way_out(play, side, zone).places
    every = chosen(play, {**value, "max": able.size}, able).counters
    planes = [c for c in every if play.facts.counter(c).kind == "plane"]
    legal = able.minus(Force(counters=tuple(planes[places:])))
    return read_pieces(play, value, legal, at, clause)


def retreat_to(play: Play, side: Side, zone: int, clause: str, moment: Moment) -> Decision[Routes]:
    """S43-D27, S43-D28 Where retreating forces go; by default the nearest zone, lowest number."""
    legal = exits(play, side, zone)
    return decision(
        "retreat_to",
        clause,
        lambda value, at: _read_retreat_to(play, clause, legal, value, at),
        lambda: (),
        "default",
        zone=zone,
        facts=reader(play, side, zone, moment),
        offer=lambda: list(legal),
    )


def _read_retreat_to(
    play: Play, clause: str, legal: tuple[int, ...], value: Json, at: str
) -> Routes:
    """S43-D27 The routes; zones that are no way out are passed over, but one must be.

    Raises:
        OrdersRefused: E_OPTION, no zone named is a way out.
    """
    routes = read_routes(read_value(play, "retreat_to", clause, value, at))
    if not any(zone in legal for zone in zones_named(routes)):
        text = "none of these zones can be reached in a retreat"
        not_an_option(at, clause, text, tuple(map(str, legal)))
    return routes


def carry_out_retreat(
    play: Play, side: Side, zone: int, force: Force, routes: Routes
) -> tuple[Parting, ...]:
    """S43-17.3, S43-17.5, S43-17.6, S43-17.10 Forces leave a zone, each for a zone of its own.

    Planes go first, so that land forces do not take the room they need, and of the planes those
    for which the routes have a place of their own; they become engaged. Held cubes stay held
    (19.21).
    """
    guide, moves = Guide(play, routes), list[Parting]()
    planes = [c for c in force.counters if play.facts.counter(c).kind == "plane"]
    planes.sort(key=lambda plane: not guide.has_route_for(plane))
    for plane in planes:
        to = guide.send(plane, retreat_exits(play, side, zone))
        moves.append(_leave(play, side, zone, Force(counters=(plane,)), to))
        play.pos.engage(plane)
    by_land = land_exits(play, side, zone)
    for piece in _each(force.minus(Force(counters=tuple(planes)))):
        counter = piece.counters[0] if piece.counters else ""
        moves.append(_leave(play, side, zone, piece, guide.send(counter, by_land)))
    return joined(moves)


def _leave(play: Play, side: Side, zone: int, piece: Force, to: int) -> Parting:
    play.pos.move_forces(side, piece, zone, to)
    return Parting(to, piece)


def _each(force: Force) -> Iterator[Force]:
    """The pieces of a force one by one: free cubes, held cubes, counters."""
    for index in range(force.cubes):
        yield Force(cubes=1, held=int(index >= force.free))
    for counter in force.counters:
        yield Force(counters=(counter,))
