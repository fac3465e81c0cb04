"""Landings (section 18): what comes before their combat, and the way back.

Declaring a landing is told in `attacks`, the rounds are those of every combat.
"""

from __future__ import annotations

from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Choice, Decision, question
from pbem.engine.events import Event
from pbem.games.italy1943.asking import not_an_option, read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.control import is_friendly
from pbem.games.italy1943.fight import Fight, defenders
from pbem.games.italy1943.fire import moment
from pbem.games.italy1943.interception import intercept
from pbem.games.italy1943.limits import room
from pbem.games.italy1943.losses import BY_DEFAULT, Toll, suffer
from pbem.games.italy1943.passage import Passage, Shot
from pbem.games.italy1943.pieces import AFLOAT, Force, Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.routes import Guide, Parting, Routes, joined, read_routes, zones_named
from pbem.games.italy1943.stands import stand_in_zone
from pbem.games.italy1943.supply import supplied_zones
from pbem.games.italy1943.victory import test_elimination

RETURN: Final = "S43-D33"


class LandingDestroyed(Event):
    """S43-18.9 No force of a landing came ashore."""

    zone: int
    side: Side


class FleetsBombarded(Event):
    """S43-18.10 The fleets of a landing fired on the coast.

    Attributes:
        zone: the zone.
        side: whose fleets.
        shots: the fleets with their dice.
        needs: the lowest die that hits.
        hits: how many hit.
    """

    zone: int
    side: Side
    shots: tuple[Shot, ...]
    needs: int
    hits: int


class LandingReturned(Event):
    """S43-18.13 Forces of a landing that stayed at sea went back to friendly zones.

    Attributes:
        zone: where they had landed.
        side: whose.
        moves: who went where.
        by: what decided.
    """

    zone: int
    side: Side
    moves: tuple[Parting, ...]
    by: By


class LandingLost(Event):
    """S43-18.16 Forces of a landing had no zone to go back to and were eliminated."""

    zone: int
    side: Side
    force: Force


async def come_ashore(play: Play, fight: Fight) -> None:
    """S43-14.1, S43-18.8, S43-18.9 Interception, then the fire of the fleets."""
    attack = fight.attack
    passage = Passage(
        name=f"landing:{fight.zone}",
        zone=fight.zone,
        owner=fight.attacker,
        word="intercept_landing",
        plan=attack.plan,
    )
    await intercept(play, passage)
    if not attack.committed().size:
        play.tell(LandingDestroyed(clause="S43-18.9", zone=fight.zone, side=fight.attacker))
    elif play.over is None and defenders(play, fight).size:
        await _bombard(play, fight)


async def _bombard(play: Play, fight: Fight) -> None:
    """S43-18.10 Each fleet rolls one die against the defenders, who lose a force for each hit."""
    side, zone = fight.defender, fight.zone
    hits = _fire(play, fight)
    toll = Toll(
        side=side,
        zone=zone,
        losses=hits,
        cause="fleet",
        stand=stand_in_zone(play.pos, side, zone),
        clause="S43-D21",
        moment=moment(play, fight, side),
    )
    await suffer(play, toll, f"landing:{zone}/bombard/losses/{side}")
    test_elimination(play)


def _fire(play: Play, fight: Fight) -> int:
    needs = play.facts.combat.fleet_bombard_from
    shots = tuple(_shot(play, fight, fleet, needs) for fleet in fight.attack.fleets)
    hits = sum(shot.hit for shot in shots)
    play.tell(
        FleetsBombarded(
            clause="S43-18.10",
            zone=fight.zone,
            side=fight.attacker,
            shots=shots,
            needs=needs,
            hits=hits,
        )
    )
    return hits


def _shot(play: Play, fight: Fight, fleet: str, needs: int) -> Shot:
    label = f"landing:{fight.zone}/bombard/{fleet}"
    (die,) = play.roll(label, 1)
    return Shot(piece=fleet, label=f"{play.step}/{label}", die=die, hit=die >= needs)


async def return_landing(play: Play, fight: Fight) -> None:
    """S43-18.13, S43-18.14, S43-18.16 Forces still at sea go back to friendly supplied zones."""
    side, zone = fight.attacker, fight.zone
    force = fight.attack.forces[AFLOAT]
    zones = havens(play, fight)
    fight.attack.lose(AFLOAT, force)
    if not zones:
        play.pos.eliminate(side, AFLOAT, force)
        play.tell(LandingLost(clause="S43-18.16", zone=zone, side=side, force=force))
        return
    choice: Choice[Routes] = Choice((), BY_DEFAULT)
    if len(zones) > 1:
        heading = play.heading(
            f"landing:{zone}/return/{side}", side, "return", RETURN, fight.attack.plan
        )
        (choice,) = await question(heading, _return_decision(play, fight, zones))
    moves = _sail_back(play, fight, force, choice.value)
    play.tell(LandingReturned(clause="S43-18.13", zone=zone, side=side, moves=moves, by=choice.by))


def havens(play: Play, fight: Fight) -> tuple[int, ...]:
    """S43-18.13 The friendly supplied zones besides the one landed in, ascending."""
    side = fight.attacker
    return tuple(
        zone
        for zone in supplied_zones(play.pos, side)
        if zone != fight.zone and is_friendly(play.pos, side, zone)
    )


def _return_decision(play: Play, fight: Fight, zones: tuple[int, ...]) -> Decision[Routes]:
    """S43-D33 Where the forces go back to; by default where they came from."""
    side, zone = fight.attacker, fight.zone
    return decision(
        "return_to",
        RETURN,
        lambda value, at: _read_return(play, zones, value, at),
        lambda: (),
        "default",
        zone=zone,
        facts=reader(play, side, zone, moment(play, fight, side)),
        offer=lambda: list(zones),
    )


def _read_return(play: Play, zones: tuple[int, ...], value: Json, at: str) -> Routes:
    """S43-D33 The routes; one zone at least must be friendly and supplied.

    Raises:
        OrdersRefused: E_OPTION, none is.
    """
    routes = read_routes(read_value(play, "return_to", RETURN, value, at))
    if not any(zone in zones for zone in zones_named(routes)):
        text = "none of these zones is friendly and supplied"
        not_an_option(at, RETURN, text, tuple(map(str, zones)))
    return routes


def _sail_back(play: Play, fight: Fight, force: Force, routes: Routes) -> tuple[Parting, ...]:
    """S43-18.13 Each force goes to its zone."""
    guide, moves = Guide(play, routes), list[Parting]()
    for piece, home in _with_homes(fight, force):
        counter = piece.counters[0] if piece.counters else ""
        to = guide.send(counter, _ordered_havens(play, fight, home))
        play.pos.move_forces(fight.attacker, piece, AFLOAT, to)
        moves.append(Parting(to, piece))
    return joined(moves)


def _ordered_havens(play: Play, fight: Fight, home: int) -> tuple[int, ...]:
    """S43-D33 The zones for a force from `home` in the default order.

    First its home; then the zones with room; without any of these all zones.
    """
    zones = havens(play, fight)
    roomy = tuple(zone for zone in zones if room(play.pos, fight.attacker, zone))
    first = (home,) if home in zones else ()
    return (*first, *(zone for zone in roomy if zone != home)) or zones


def _with_homes(fight: Fight, force: Force) -> list[tuple[Force, int]]:
    """S43-D33 The pieces one by one, each with the zone it came from.

    Of equal cubes those of the zones named first in the order were lost, or went ashore, first.
    """
    homes = fight.attack.sailed_from
    cubes = [zone for zone, sailed in homes.items() for _ in range(sailed.cubes)]
    pieces = [(Force(cubes=1), zone) for zone in cubes[len(cubes) - force.cubes :]]
    for counter in force.counters:
        home = next(zone for zone, sailed in homes.items() if counter in sailed.counters)
        pieces.append((Force(counters=(counter,)), home))
    return pieces
