"""Missions of planes: range, the airport limit, and what flying one costs (11.4, 11.10 to 11.14).

Missions are bombardment, support and interception.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from pbem.engine.refusals import Refusal
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.ranges import in_range, reached, zones_in_range
from pbem.games.italy1943.strangle import is_strangled


def planes_on_board(play: Play, side: Side) -> tuple[str, ...]:
    """S43-1.3 The planes of a side that stand in a zone, in the order of `forces.json`."""
    where = play.pos.where.data
    return tuple(
        [
            counter.id
            for counter in play.facts.counters_of[side]
            if counter.kind == "plane" and isinstance(where.get(counter.id), int)
        ]
    )


def targets_of_planes(play: Play, side: Side) -> dict[str, Collection[int]]:
    """S43-11.10, S43-11.12, S43-24.12 The planes that can fly missions now, each with where to."""
    found: dict[str, Collection[int]] = {}
    for plane in planes_on_board(play, side):
        start = base_of(play, plane)
        if play.pos.is_ready(plane) and has_runway(play, start, plane):
            bound = is_strangled(play, side, start)
            found[plane] = (start,) if bound else (start, *reached(play.pos, side, start))
    return found


def obstacle(play: Play, side: Side, plane: str, target: int, at: str = "") -> Refusal | None:
    """S43-11.10, S43-11.12 Why a plane may not fly a mission to a zone now; None if it may.

    Args:
        play: the run of the step, which must be an impulse.
        side: the owner.
        plane: a plane that stands in a zone.
        target: the zone bombed, supported, or where the intercepted forces arrive.
        at: JSON pointer for the refusal.
    """
    start = base_of(play, plane)
    match _hindrance(play, side, plane, start, target):
        case "engaged":
            return Refusal("E_ENGAGED", at, "S43-11.1", f"{plane} is engaged")
        case "strangled":
            text = f"{play.title(start)} is under the Strangle Plan: no plane may fly out of it"
            return Refusal("E_STRANGLED", at, "S43-24.12", text)
        case "range":
            reached = tuple(map(str, zones_in_range(play.pos, side, start)))
            text = f"{play.title(target)} is not in range of {plane} in {play.title(start)}"
            return Refusal("E_RANGE", at, "S43-11.12", text, reached)
        case "airport":
            text = f"no further plane may fly missions from {play.title(start)} in this impulse"
            return Refusal("E_AIRPORT", at, "S43-11.10", text)
        case None:
            return None


def _hindrance(
    play: Play, side: Side, plane: str, start: int, target: int
) -> Literal["engaged", "strangled", "range", "airport"] | None:
    """S43-11.10, S43-11.12, S43-24.12 The first thing that keeps a plane from flying."""
    if play.pos.is_engaged(plane):
        return "engaged"
    if start != target and is_strangled(play, side, start):
        return "strangled"
    if not in_range(play.pos, side, start, target):
        return "range"
    return None if has_runway(play, start, plane) else "airport"


def can_fly(play: Play, side: Side, plane: str, target: int) -> bool:
    """S43-11.10, S43-11.12 Whether a plane may fly a mission to a zone now."""
    return _hindrance(play, side, plane, base_of(play, plane), target) is None


def base_of(play: Play, plane: str) -> int:
    """S43-9.15 The zone where a plane stands.

    Raises:
        ValueError: it is not on the board.
    """
    place = play.pos.place_of(plane)
    if not isinstance(place, int):
        raise ValueError(f"{plane} stands in no zone")
    return place


def runways(play: Play, zone: int) -> int:
    """S43-11.10 How many planes of a side may fly missions from a zone in one impulse."""
    return 2 if play.facts.zone(zone).airport else 1


def has_runway(play: Play, zone: int, plane: str, beside: Sequence[str] = ()) -> bool:
    """S43-11.10, S43-24.10 Whether a plane may be one of those of its side that fly from a zone.

    A plane that has flown from there before takes no new place. Planes of the other side, which
    may have held the zone earlier in the impulse, take none.

    Args:
        play: the run of the step.
        zone: where the plane stands.
        plane: the plane.
        beside: pieces that are about to fly missions too.
    """
    side = play.facts.counter(plane).side
    flown = {p for p in play.current.flown.get(zone, ()) if play.facts.counter(p).side == side}
    flying = flown.union(piece for piece in beside if play.pos.place_of(piece) == zone)
    return plane in flying or len(flying) < runways(play, zone)


def fly_mission(play: Play, plane: str) -> None:
    """S43-11.4, S43-11.10, S43-15.12 A plane flies a mission: it becomes engaged and counts."""
    play.current.flown.setdefault(base_of(play, plane), set()).add(plane)
    play.pos.engage(plane)
