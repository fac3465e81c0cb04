"""Occupying the zone (17.14 to 17.17, 18.14, decision D32)."""

from __future__ import annotations

from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Choice, Decision, question
from pbem.engine.events import Event
from pbem.games.italy1943.asking import read_pieces, read_value
from pbem.games.italy1943.attack import Part
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.fight import Fight, committed, dropped
from pbem.games.italy1943.fire import moment
from pbem.games.italy1943.losses import BY_DEFAULT
from pbem.games.italy1943.occupation import occupy
from pbem.games.italy1943.pieces import DROPPED, Force, Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.strangle import is_strangled

CLAUSE: Final = "S43-D32"


class Advanced(Event):
    """S43-17.14 The attacker went into the zone without defenders.

    Attributes:
        zone: the zone.
        side: the attacker.
        parts: who went in, by the place they came from (`afloat` in a landing).
        dropped: paratroopers dropped into the fight, who are in the zone already (17.16).
        by: what decided who goes.
    """

    zone: int
    side: Side
    parts: tuple[Part, ...]
    dropped: Force
    by: By


class NobodyAdvanced(Event):
    """S43-17.17 The zone without defenders stays empty and keeps its controller and line."""

    zone: int
    side: Side
    by: By


async def advance(play: Play, fight: Fight) -> None:
    """S43-17.14, S43-17.16 The attacker may occupy the zone, which has no defenders left."""
    side = fight.attacker
    eligible = able_to_advance(play, fight)
    choice = Choice(Force(), BY_DEFAULT)
    if eligible.size:
        ask = f"combat:{fight.zone}/advance/{side}"
        heading = play.heading(ask, side, "advance", CLAUSE, fight.attack.plan)
        (choice,) = await question(heading, _advance_decision(play, fight, eligible))
    paratroopers = dropped(play, fight)
    if choice.value.size or paratroopers.size:
        _go_in(play, fight, choice, paratroopers)
    else:
        play.tell(NobodyAdvanced(clause="S43-17.17", zone=fight.zone, side=side, by=choice.by))


def able_to_advance(play: Play, fight: Fight) -> Force:
    """S43-17.14, S43-13.12, S43-24.12 The committed land forces that may go into the zone."""
    if is_strangled(play, fight.attacker, fight.zone):
        return Force()
    force = committed(play, fight)
    return Force(force.free, counters=force.counters)


def _advance_decision(play: Play, fight: Fight, eligible: Force) -> Decision[Force]:
    """S43-D32 Any part of the committed land forces; all by default."""
    side, zone = fight.attacker, fight.zone
    return decision(
        "advance",
        CLAUSE,
        lambda value, at: _read(play, eligible, value, at),
        lambda: eligible,
        "default",
        zone=zone,
        facts=reader(play, side, zone, moment(play, fight, side)),
        offer=eligible.data,
    )


def _read(play: Play, eligible: Force, value: Json, at: str) -> Force:
    written = read_value(play, "advance", CLAUSE, value, at)
    if isinstance(written, dict):
        return read_pieces(play, written, eligible, at, CLAUSE)
    return eligible if written == "all" else Force()


def _go_in(play: Play, fight: Fight, choice: Choice[Force], paratroopers: Force) -> None:
    """S43-17.15, S43-17.16 The zone is taken by those who go in and those who are there."""
    side, zone = fight.attacker, fight.zone
    parts = fight.attack.parts_of(choice.value)
    for part in parts:
        play.pos.move_forces(side, part.force, part.place, zone)
        fight.attack.lose(part.place, part.force)
    play.pos.move_forces(side, paratroopers, DROPPED, zone)
    play.tell(
        Advanced(
            clause="S43-17.14",
            zone=zone,
            side=side,
            parts=parts,
            dropped=paratroopers,
            by=choice.by,
        )
    )
    occupy(play, side, zone)
