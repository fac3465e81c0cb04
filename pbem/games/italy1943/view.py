"""The position as a report shows it: plain data, nothing hidden (28.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.canon.canonical import Json
from pbem.games.italy1943.pieces import AFLOAT, DROPPED, POOL, REMOVED, SEA, SIDES, Place, Side
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.steps import StepWord

_NAMES: Final[Mapping[Side, str]] = {"allied": "Allied", "axis": "Axis"}
_STEPS: Final[Mapping[StepWord, str]] = {
    "begin": "before the first dice",
    "setup": "Axis set-up",
    "overlord": "Overlord",
    "initiative": "initiative",
    "reinforce": "reinforcements and conversion",
    "impulse": "impulse",
    "supply": "supply phase and end of the turn",
}
_ELSEWHERE: Final[Mapping[Place, str]] = {
    SEA: "At sea",
    AFLOAT: "On board",
    DROPPED: "Dropped into the fight",
}


def view(pos: Position) -> dict[str, Json]:
    """S43-1.13 What lies on the table: headline, tracks, places, pools, pieces out of the game."""
    return {
        "headline": headline(pos),
        "tracks": list(_tracks(pos)),
        "places": [*_zones(pos), *_elsewhere(pos)],
        "pools": [{"owner": side, "pieces": _pieces(pos, side, POOL)} for side in SIDES],
        "removed": [
            {"owner": side, "pieces": removed}
            for side in SIDES
            if (removed := _pieces(pos, side, REMOVED))
        ],
    }


def headline(pos: Position) -> str:
    """S43-4.2 Turn and step in words: ``Turn 2, Summer 1943: impulse 1, Allied``."""
    what = _STEPS[pos.step.word]
    if pos.step.word == "impulse":
        what = f"{what} {pos.step.number}"
    if pos.active is not None:
        what = f"{what}, {_NAMES[pos.active]}"
    return f"Turn {pos.turn}, {pos.facts.turn(pos.turn).label}: {what}"


def _tracks(pos: Position) -> Iterator[Json]:
    """S43-1.13, S43-23.1, S43-23.2 The tracks and the event displays."""
    yield {"name": "Turn", "value": pos.turn}
    if pos.step.word == "impulse":
        yield {"name": "Impulse", "value": pos.step.number}
    if pos.initiative is not None:
        yield {"name": "Initiative", "value": _NAMES[pos.initiative]}
    for side in SIDES:
        yield {"name": f"{_NAMES[side]} naval points", "value": pos.naval_points[side]}
    for side in SIDES:
        yield {"name": f"{_NAMES[side]} event tokens", "value": pos.tokens[side]}
        for box in pos.facts.events[side].values():
            if played := pos.plays[side].get(box.id, 0):
                value = f"{played} of {box.most}"
                yield {"name": f"{_NAMES[side]} {box.name} played", "value": value}


def _zones(pos: Position) -> Iterator[Json]:
    """S43-2.1, S43-2.14 All zones, ascending."""
    for zone in pos.facts.zones.values():
        symbols = {
            "star": zone.star,
            "airport": zone.airport,
            "mountain": zone.mountain,
            "triangle": zone.triangle,
            "axis_symbol": zone.axis_symbol,
        }
        yield {
            "id": str(zone.number),
            "name": zone.title,
            "owner": pos.control[zone.number],
            "marks": [name for name, shown in symbols.items() if shown],
            "groups": _groups(pos, zone.number),
        }


def _elsewhere(pos: Position) -> Iterator[Json]:
    """S43-2.3 The sea, which nobody controls, and forces under way, if there are any."""
    for place, name in _ELSEWHERE.items():
        groups = _groups(pos, place)
        if groups or place == SEA:
            yield {"id": str(place), "name": name, "owner": "", "marks": [], "groups": groups}


def _groups(pos: Position, place: Place) -> list[Json]:
    """What stands at a place, by sides."""
    return [
        {"owner": side, "pieces": pieces} for side in SIDES if (pieces := _pieces(pos, side, place))
    ]


def _pieces(pos: Position, side: Side, place: Place) -> list[Json]:
    """S43-1.5, S43-1.8 The pieces of a side at a place: free and held cubes, counters, the line."""
    force = pos.force(side, place)
    pieces: list[Json] = []
    if force.free:
        pieces.append({"kind": "cube", "count": force.free})
    if force.held:
        pieces.append({"kind": "cube", "count": force.held, "state": "held"})
    pieces += [_counter(pos, counter, place) for counter in force.counters]
    if side == "axis":
        pieces += [{"id": line, "kind": "line", "count": 1} for line in _lines(pos, place)]
    return pieces


def _lines(pos: Position, place: Place) -> tuple[str, ...]:
    """S43-1.4 The fortified lines at a place."""
    if place == POOL:
        return pos.pool_lines()
    return tuple(line for zone, line in pos.lines.items() if zone == place)


def _counter(pos: Position, counter: str, place: Place) -> Json:
    """S43-1.5 A counter; only on the board and at sea it has a state."""
    plain: dict[str, Json] = {"id": counter, "kind": pos.facts.counter(counter).kind, "count": 1}
    if place not in (POOL, REMOVED):
        plain["state"] = "engaged" if pos.is_engaged(counter) else "ready"
    return plain
