"""A declared attack or landing (section 13): who fights for which zone, and with what plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Filing
from pbem.games.italy1943.pieces import AFLOAT, NOTHING, Force, Place, Side
from pbem.games.italy1943.position import Position


@immutable(frozen=True, slots=True)
class Part:
    """S43-13.4 The forces of an attack that come from one place."""

    place: Place
    force: Force

    def data(self) -> dict[str, Json]:
        """The part as events carry it."""
        return {"from": self.place, **self.force.data()}


@dataclass
class Attack:
    """S43-13.1 One declared attack, overland or by landing.

    Attributes:
        zone: the target.
        attacker: the active side.
        forces: the land forces committed, by the zone they attack from, in the order in which
            the order names them; a landing force is ``afloat`` (18.7). Losses are taken off as
            they happen.
        named: the counters committed or dropped, which fight for no other zone in this impulse
            (13.5).
        fleets: the fleets of a landing, engaged at its declaration; () overland.
        sailed_from: where the forces of a landing came from, for their return (D33).
        plan: the plan written with the order.
        name: the player's own name for the order, "" if none.
        fighting: whether its combat has begun.
        ended: whether its combat is over.
    """

    zone: int
    attacker: Side
    forces: dict[Place, Force]
    named: list[str] = field(default_factory=list)
    fleets: tuple[str, ...] = ()
    sailed_from: dict[int, Force] = field(default_factory=dict)
    plan: Filing | None = None
    name: str = ""
    fighting: bool = False
    ended: bool = False

    def copy(self) -> Attack:
        """An independent copy; its plan, which nobody changes, is shared."""
        return replace(
            self,
            forces=dict(self.forces),
            named=list(self.named),
            sailed_from=dict(self.sailed_from),
        )

    @property
    def landing(self) -> bool:
        """S43-18.1 Whether it comes from the sea."""
        return AFLOAT in self.forces

    @property
    def defender(self) -> Side:
        """The side that is attacked."""
        return "axis" if self.attacker == "allied" else "allied"

    def committed(self) -> Force:
        """All land forces still committed, paratroopers dropped into the fight not included."""
        total = NOTHING
        for force in self.forces.values():
            total = total.plus(force)
        return total

    def parts_of(self, force: Force) -> tuple[Part, ...]:
        """S43-29.1 Some committed forces by their places; free cubes of the first places first."""
        parts: list[Part] = []
        cubes = force.cubes
        for place, here in self.forces.items():
            counters = tuple(counter for counter in force.counters if counter in here.counters)
            taken = Force(min(cubes, here.free), counters=counters)
            cubes -= taken.cubes
            if taken.size:
                parts.append(Part(place, taken))
        return tuple(parts)

    def lose(self, place: Place, force: Force) -> None:
        """S43-13.9 Take forces that are lost, or that have gone elsewhere, off the attack."""
        if place in self.forces:
            self.forces[place] = self.forces[place].minus(force)


def drop_lost(attacks: Iterable[Attack], pos: Position) -> None:
    """S43-13.9, S43-28.8 Take off the attacks what is no longer where it was committed.

    Of the cubes of a zone those that no attack has are lost first, then those of the attack
    declared last.
    """
    claimed: dict[Place, Force] = {}
    for attack in attacks:
        if attack.ended:
            continue
        for place, force in attack.forces.items():
            before = claimed.get(place, Force())
            here = pos.force(attack.attacker, place)
            attack.forces[place] = _still_there(force, here, before)
            claimed[place] = before.plus(attack.forces[place])


def _still_there(force: Force, here: Force, claimed: Force) -> Force:
    """What is left of a committed force where earlier attacks have claimed their part."""
    cubes = min(force.cubes, max(0, here.cubes - claimed.cubes))
    held = max(0, cubes - max(0, here.free - claimed.free))
    counters = tuple(counter for counter in force.counters if counter in here.counters)
    return Force(cubes, held, counters)
