"""Victory (section 27): the four ways in which a game ends.

Each test looks at the position at its moment and, when the game is over, puts the result into
`Play.over`; every rule that goes on in parts stops there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.events import Event
from pbem.games.italy1943.control import is_controlled_by, land_forces
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import (
    AFLOAT,
    DROPPED,
    LAND_AND_AIR_KINDS,
    SIDES,
    Force,
    Place,
    Side,
    other,
)
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.supply import is_supplied


class AllStarsControlled(Event):
    """S43-27.2 The Allies control every star zone.

    Attributes:
        zones: the star zones.
    """

    zones: tuple[int, ...]


class SidesEliminated(Event):
    """S43-27.3 A side, or both at once, has no force left on the board.

    Attributes:
        sides: who has none.
    """

    sides: tuple[Side, ...]


class MunichTaken(Event):
    """S43-27.4 A supplied Allied land force stands in the zone of the Axis symbol.

    Attributes:
        zone: that zone.
        force: the land forces there.
    """

    zone: int
    force: Force


class StarsCounted(Event):
    """S43-27.5 After the last turn the supplied star zones were counted.

    Attributes:
        allied: the star zones that count for the Allies.
        axis: those that count for the Axis.
    """

    allied: tuple[int, ...]
    axis: tuple[int, ...]


class GameEnded(Event):
    """S43-27.1 The game is over.

    Attributes:
        winner: who has won; None for a draw.
    """

    winner: Side | None = None


def star_zones(facts: Facts) -> tuple[int, ...]:
    """S43-2.7 The star zones, ascending."""
    return tuple(zone.number for zone in facts.zones.values() if zone.star)


def test_stars(play: Play) -> None:
    """S43-27.2, S43-17.18 The Allies win at once when they control every star zone."""
    stars = star_zones(play.facts)
    if play.over is None and all(is_controlled_by(play.pos, "allied", zone) for zone in stars):
        play.tell(AllStarsControlled(clause="S43-27.2", zones=stars))
        _end(play, "S43-27.2", "allied")


def test_elimination(play: Play) -> None:
    """S43-27.3 A side without forces on the board has lost; both at once draw."""
    gone = tuple(side for side in SIDES if not has_forces(play.pos, side))
    if play.over is None and gone:
        play.tell(SidesEliminated(clause="S43-27.3", sides=gone))
        _end(play, "S43-27.3", None if len(gone) == len(SIDES) else other(gone[0]))


def has_forces(pos: Position, side: Side) -> bool:
    """S43-27.3, S43-27.8 Whether a side has a land or air force left, at sea or dropped too."""
    places: tuple[Place, ...] = (*pos.facts.zones, AFLOAT, DROPPED)
    cubes = any(stack.cubes for stack in pos.stacks[side].values())
    return cubes or any(pos.of_kind(side, place, *LAND_AND_AIR_KINDS) for place in places)


def test_munich(play: Play) -> None:
    """S43-27.4 The Allies win with a supplied land force in Munich at the end of a turn."""
    (munich,) = (zone.number for zone in play.facts.zones.values() if zone.axis_symbol)
    there = land_forces(play.pos, "allied", munich)
    if play.over is None and there.size and is_supplied(play.pos, "allied", munich):
        play.tell(MunichTaken(clause="S43-27.4", zone=munich, force=there))
        _end(play, "S43-27.4", "allied")


def count_stars(play: Play) -> None:
    """S43-27.5, S43-27.6 After turn 8 the side with more supplied star zones has won."""
    held = {side: counted_stars(play.pos, side) for side in SIDES}
    play.tell(StarsCounted(clause="S43-27.5", allied=held["allied"], axis=held["axis"]))
    difference = len(held["allied"]) - len(held["axis"])
    if not difference:
        _end(play, "S43-27.6", None)
    else:
        _end(play, "S43-27.5", "allied" if difference > 0 else "axis")


def counted_stars(pos: Position, side: Side) -> tuple[int, ...]:
    """S43-27.5 The star zones a side controls and can trace a supply chain from, ascending."""
    return tuple(
        zone
        for zone in star_zones(pos.facts)
        if is_controlled_by(pos, side, zone) and is_supplied(pos, side, zone)
    )


def _end(play: Play, clause: str, winner: Side | None) -> None:
    play.tell(GameEnded(clause=clause, winner=winner))
    play.over = {**_RESULT[winner], "clause": clause}


_RESULT: Final[Mapping[Side | None, Mapping[str, Json]]] = {
    "allied": {"winner": "allied"},
    "axis": {"winner": "axis"},
    None: {"draw": True},
}
