"""Planes and paratroopers: where they stand, and which of them can help where."""

from __future__ import annotations

from pbem.games.italy1943.control import is_friendly
from pbem.games.italy1943.limits import room
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.ranges import in_range, zones_in_range
from pbem.players.italy1943.draft import Draft, shift
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.groups import Group
from pbem.players.italy1943.survey import Survey


def able_planes(draft: Draft, target: int) -> list[str]:
    """The planes of the active side that can support an attack on a zone (15.12, 11.10)."""
    pos, side = draft.before, draft.side
    found = ready_in_range(pos, side, target)
    flown = [pos.place_of(plane) for plane in draft.flown]
    return [
        plane
        for plane in found
        if plane not in draft.flown
        and flown.count(pos.place_of(plane))
        < (2 if pos.facts.zone(airfield(pos, plane)).airport else 1)
    ]


def ready_in_range(pos: Position, side: Side, target: int) -> list[str]:
    """The ready planes of a side that have a zone in range (11.12)."""
    return [
        counter.id
        for counter in pos.facts.counters_of[side]
        if counter.kind == "plane"
        and counter.id not in pos.engaged
        and isinstance(start := pos.place_of(counter.id), int)
        and in_range(pos, side, start, target)
    ]


def able_drop(draft: Draft, target: int) -> list[str]:
    """The paratroopers that can be dropped into an attack (19.8)."""
    pos, side = draft.before, draft.side
    return [
        counter.id
        for counter in pos.facts.counters_of[side]
        if counter.kind == "paratroopers"
        and counter.id not in pos.engaged
        and isinstance(start := pos.place_of(counter.id), int)
        and counter.id not in [c for force in draft.reserved.values() for c in force.counters]
        and in_range(pos, side, start, target)
    ]


def flights(judge: Judge, draft: Draft) -> None:
    """Base each plane that has no mission where it is safe and has most to do (9.11)."""
    pos, side = draft.before, draft.side
    for counter in pos.facts.counters_of[side]:
        start = pos.place_of(counter.id)
        if counter.kind != "plane" or not isinstance(start, int) or counter.id in draft.flown:
            continue
        seen = judge.survey(draft.after)
        marks = {zone: _mark(draft, seen, zone, start) for zone in _bases(draft, start)}
        goal = max(marks, key=lambda zone: (marks[zone], zone == start, -zone))
        if goal != start and marks[goal] > marks[start] + 1:
            draft.act({"do": "fly", "plane": counter.id, "to": goal})
            for each in (draft.before, draft.after):
                shift(each, side, Group(start, 0, [counter.id]), goal)


def _bases(draft: Draft, start: int) -> list[int]:
    """S43-9.11, S43-9.14 Where a plane may stand: friendly zones with room now and afterwards."""
    pos, side = draft.before, draft.side
    return [start] + [
        zone
        for zone in pos.facts.zones
        if zone != start
        and is_friendly(pos, side, zone)
        and draft.after.control[zone] == side
        and room(pos, side, zone)
        and room(draft.after, side, zone)
    ]


def _mark(draft: Draft, seen: Survey, zone: int, start: int) -> float:
    """How good a base is: targets and threatened stars in range, guards, and the airport."""
    pos, side = draft.after, draft.side
    facts = pos.facts
    guards = seen.land[side].get(zone, 0)
    planes = seen.air[side].get(zone, 0) - (zone == start)
    in_range = zones_in_range(pos, side, zone)
    targets = sum(1 + facts.zones[n].star for n in in_range if n in seen.occupied[draft.enemy])
    own = sum(facts.zones[n].star for n in in_range if pos.control[n] == side)
    runway = 0.0 if planes < (2 if facts.zones[zone].airport else 1) else -4.0
    return min(6.0, targets) + 1.5 * own + runway + min(3, guards) * 1.5 - 5.0 * (not guards)


def late_bombs(judge: Judge, draft: Draft) -> None:
    """S43-11.1 In the last impulses of a turn planes that are left drop their bombs (W7)."""
    pos, side = draft.after, draft.side
    if pos.step.number < pos.facts.tracks.impulses - 1:
        return
    seen = judge.survey(pos)
    flown = [pos.place_of(plane) for plane in draft.flown]
    for counter in pos.facts.counters_of[side]:
        base = pos.place_of(counter.id)
        if counter.kind != "plane" or not isinstance(base, int) or counter.id in pos.engaged:
            continue
        marks = {
            zone: seen.worth[draft.enemy].get(zone, 0.0)
            for zone in zones_in_range(pos, side, base)
            if seen.size(draft.enemy, zone) and not seen.air[draft.enemy].get(zone)
        }
        runways = 2 if pos.facts.zones[base].airport else 1
        if marks and flown.count(base) < runways:
            goal = max(marks, key=lambda zone: (marks[zone], -zone))
            draft.late.append({"do": "bomb", "plane": counter.id, "zone": goal, "when": "W7"})
            flown.append(base)


def airfield(pos: Position, counter: str) -> int:
    """The zone where a plane or paratroopers stand, which must be in one."""
    place = pos.place_of(counter)
    assert isinstance(place, int)  # noqa: S101 - the caller has looked
    return place
