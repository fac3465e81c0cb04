"""Planes that fly out of an attacked zone (14.2 to 14.6, decision D22)."""

from __future__ import annotations

from typing import Final

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Decision, question
from pbem.engine.events import Event
from pbem.games.italy1943.asking import read_pieces, read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.fight import Fight
from pbem.games.italy1943.fire import moment
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Moment, Play, decision
from pbem.games.italy1943.retreat import places_for, plane_exits
from pbem.games.italy1943.routes import Guide, Parting, Route, joined, read_zones

CLAUSE: Final = "S43-D22"


class PlanesLeft(Event):
    """S43-14.2 Planes flew out of an attacked zone and are engaged now.

    Attributes:
        zone: the attacked zone.
        round: the round before which they left.
        side: whose planes.
        moves: which went where.
        by: what decided.
    """

    zone: int
    round: int
    side: Side
    moves: tuple[Parting, ...]
    by: By


@immutable(frozen=True, slots=True)
class Flight:
    """S43-D22 The planes that leave, and where they would like to go."""

    planes: tuple[str, ...] = ()
    zones: tuple[int, ...] = ()


async def planes_leave(play: Play, fight: Fight) -> None:
    """S43-14.2, S43-14.4 Before each round the defender may fly planes out of the zone."""
    side = fight.defender
    if not (places_for(play, side, fight.zone) and play.pos.of_kind(side, fight.zone, "plane")):
        return
    heading = fight.heading(play, "leave", side, CLAUSE)
    (choice,) = await question(heading, _flight(play, fight))
    if not choice.value.planes:
        return
    moves = _fly_out(play, side, fight.zone, choice.value)
    play.tell(
        PlanesLeft(
            clause="S43-14.2",
            zone=fight.zone,
            round=fight.round,
            side=side,
            moves=moves,
            by=choice.by,
        )
    )


def _flight(play: Play, fight: Fight) -> Decision[Flight]:
    """S43-D22 Which planes leave, and where to; none by default."""
    side, zone = fight.defender, fight.zone
    exits = plane_exits(play, side, zone)
    return decision(
        "planes_leave",
        CLAUSE,
        lambda value, at: _read(play, side, zone, value, at),
        Flight,
        "default",
        zone=zone,
        facts=reader(play, side, zone, _moment(play, fight)),
        offer=lambda: {
            "planes": list(play.pos.of_kind(side, zone, "plane")),
            "to": list(exits),
        },
    )


def _moment(play: Play, fight: Fight) -> Moment:
    """S43-29.1 The facts at the start of a round; before the first the round is 0."""
    number = fight.round if fight.round > 1 else 0
    return {**moment(play, fight, fight.defender), "round": number}


def _read(play: Play, side: Side, zone: int, value: Json, at: str) -> Flight:
    """S43-D22 The planes a value names, and its zones in order of preference."""
    written = read_value(play, "planes_leave", CLAUSE, value, at)
    if not isinstance(written, dict):
        return Flight()
    legal = Force(counters=play.pos.of_kind(side, zone, "plane"))
    named = read_pieces(play, written, legal, at, CLAUSE).counters
    return Flight(named[: places_for(play, side, zone)], read_zones(written.get("to")))


def _fly_out(play: Play, side: Side, zone: int, flight: Flight) -> tuple[Parting, ...]:
    """S43-14.3, S43-14.5 The planes fly to the first zones with room and become engaged."""
    guide, moves = Guide(play, (Route(flight.zones),)), list[Parting]()
    for plane in flight.planes:
        to = guide.send(plane, plane_exits(play, side, zone))
        force = Force(counters=(plane,))
        play.pos.move_forces(side, force, zone, to)
        play.pos.engage(plane)
        moves.append(Parting(to, force))
    return joined(moves)
