"""Declaring attacks and landings (sections 13 and 18.1 to 18.7, order types O12 and O13)."""

from __future__ import annotations

from typing import cast

from pbem.engine.decisions import Filing, filing
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.attack import Attack, Part
from pbem.games.italy1943.attack_checks import (
    attack_problems,
    fleets_of,
    landing_problems,
    parts_of,
    target_of,
)
from pbem.games.italy1943.control import land_forces
from pbem.games.italy1943.entry_checks import written_force
from pbem.games.italy1943.pieces import AFLOAT, Force, Place, Side
from pbem.games.italy1943.plan_checks import plan_of, plan_problems
from pbem.games.italy1943.play import Play


class AttackDeclared(Event):
    """S43-13.1 An attack was declared.

    Attributes:
        zone: the target.
        side: the attacker.
        parts: who attacks, by the zone they stand in.
        arrows: the arrows it uses.
        name: the player's own name for the order.
    """

    zone: int
    side: Side
    parts: tuple[Part, ...]
    arrows: int
    name: str | None = None


class LandingDeclared(Event):
    """S43-18.7 A landing was declared: its forces are at sea, its fleets engaged.

    Attributes:
        zone: the target.
        side: the attacker.
        fleets: the fleets, in the order named.
        parts: who lands, by the zone they came from.
        name: the player's own name for the order.
    """

    zone: int
    side: Side
    fleets: tuple[str, ...]
    parts: tuple[Part, ...]
    name: str | None = None


def check_attack(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O12, S43-O14 Everything that is wrong with an `attack`."""
    side = play.current.active
    return [*attack_problems(play, side, entry), *plan_problems(play, side, entry)]


def check_landing(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O13, S43-O14 Everything that is wrong with a `landing`."""
    side = play.current.active
    return [*landing_problems(play, side, entry), *plan_problems(play, side, entry)]


def assume_declared(play: Play, entry: Entry) -> None:
    """S43-28.9 Declare an attack or landing in a trial."""
    _commit(play, entry, None)


def still_legal(play: Play, entry: Entry) -> list[Refusal]:
    """S43-28.8 What keeps an attack or landing from being declared now.

    A plan never does: what has become impossible in it is passed over when it is read.
    """
    problems = landing_problems if entry.do == "landing" else attack_problems
    return problems(play, play.current.active, entry)


def declare(play: Play, entry: Entry, doc: str) -> Attack:
    """S43-13.1, S43-18.7 Declare an attack or landing that is legal.

    Args:
        play: the run of the step.
        entry: the entry, with the forces that are still there.
        doc: digest of the document it stands in.
    """
    plan = plan_of(entry)
    attack = _commit(play, entry, filing("plan", doc, f"{entry.at}/plan", plan) if plan else None)
    _tell(play, attack)
    return attack


def _commit(play: Play, entry: Entry, plan: Filing | None) -> Attack:
    """S43-13.3, S43-13.5 The forces of an entry are committed, and the arrows used."""
    side, zone = play.current.active, target_of(entry)
    forces = _by_place(play, side, entry)
    named = [counter for force in forces.values() for counter in force.counters]
    attack = Attack(zone, side, forces, named, plan=plan, name=entry.name)
    if entry.do == "landing":
        _embark(play, attack, fleets_of(entry))
    play.current.arrows += len(attack.forces)
    play.current.attacks.append(attack)
    return attack


def _by_place(play: Play, side: Side, entry: Entry) -> dict[Place, Force]:
    """S43-13.4, S43-13.12 The forces by their zones; free cubes are committed before held ones."""
    forces: dict[Place, Force] = {}
    for part in parts_of(entry):
        start = cast("int", part["from"])
        forces[start] = forces.get(start, Force()).plus(written_force(part))
    return {place: _freest(play, side, place, force) for place, force in forces.items()}


def _freest(play: Play, side: Side, place: Place, force: Force) -> Force:
    """S43-13.12 A force with as few held cubes as the earlier attacks leave possible."""
    earlier = [a.forces[place].free for a in play.current.attacks if place in a.forces]
    free = max(0, land_forces(play.pos, side, place).free - sum(earlier))
    return Force(force.cubes, max(0, force.cubes - free), force.counters)


def _embark(play: Play, attack: Attack, fleets: tuple[str, ...]) -> None:
    """S43-18.3, S43-18.7 The fleets become engaged, and the forces are at sea."""
    for start, force in attack.forces.items():
        if isinstance(start, int):
            attack.sailed_from[start] = force
            play.pos.move_forces(attack.attacker, force, start, AFLOAT)
    attack.forces = {AFLOAT: attack.committed()}
    attack.fleets = fleets
    for fleet in fleets:
        play.pos.engage(fleet)


def _tell(play: Play, attack: Attack) -> None:
    if attack.landing:
        play.tell(
            LandingDeclared(
                clause="S43-18.7",
                zone=attack.zone,
                side=attack.attacker,
                fleets=attack.fleets,
                parts=tuple(Part(zone, force) for zone, force in attack.sailed_from.items()),
                name=attack.name or None,
            )
        )
        return
    play.tell(
        AttackDeclared(
            clause="S43-13.1",
            zone=attack.zone,
            side=attack.attacker,
            parts=tuple(Part(place, force) for place, force in attack.forces.items()),
            arrows=len(attack.forces),
            name=attack.name or None,
        )
    )
