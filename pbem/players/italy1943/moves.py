"""Moves and transports: where the forces that do not attack should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.canon.immutable import immutable
from pbem.games.italy1943.limits import room, tanks
from pbem.games.italy1943.pieces import TANKS_PER_ZONE
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.draft import Draft, shift, take
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.groups import Group
from pbem.players.italy1943.survey import Areas, Survey, path

LEAST_GAIN = 1.5
"""A move that gains less is left undone."""


@immutable(frozen=True)
class Step:
    """One thing that can be added to a draft.

    Attributes:
        gain: what it gains in points.
        add: adds it to a draft.
    """

    gain: float
    add: Callable[[Draft], None]


def best(steps: Iterator[Step]) -> Step | None:
    """The step that gains most, the first of those that gain the same; None if none is worth it."""
    found: Step | None = None
    for step in steps:
        if step.gain >= LEAST_GAIN and (found is None or step.gain > found.gain + 1e-6):
            found = step
    return found


def steps(judge: Judge, draft: Draft) -> Iterator[Step]:
    """Everything that can be done with one group of free forces."""
    now = judge.value(draft.after)
    seen = judge.survey(draft.before)
    goals = _goals(judge, draft)
    for start in sorted(seen.land[draft.side]):
        for group in _offers(draft, start):
            yield from _marches(judge, draft, seen, goals, group, now)
            yield from _voyages(judge, draft, goals, group, now)


def _offers(draft: Draft, start: int) -> Iterator[Group]:
    """Groups that may leave a zone: one cube, half of them, all, or a counter."""
    free = draft.free(start)
    for count in dict.fromkeys((1, (free.cubes + 1) // 2, free.cubes)):
        if 0 < count <= free.cubes:
            yield Group(start, count)
    for counter in free.counters:
        yield Group(start, 0, [counter])


def _goals(judge: Judge, draft: Draft) -> list[int]:
    """Zones that are worth going to: stars, enemy zones, and zones beside the enemy."""
    facts, seen = draft.after.facts, judge.survey(draft.after)
    enemy = seen.occupied[draft.enemy]
    return [
        number
        for number, zone in facts.zones.items()
        if number not in enemy
        and (
            zone.star
            or draft.after.control[number] != draft.side
            or any(near in enemy for near in zone.neighbours)
        )
    ]


def _marches(
    judge: Judge, draft: Draft, seen: Survey, goals: list[int], group: Group, now: float
) -> Iterator[Step]:
    areas = seen.areas(draft.side)
    closed = seen.occupied[draft.enemy].union(draft.targets)
    for goal in goals:
        if goal == group.zone or areas.get(goal) != areas[group.zone]:
            continue
        if not _fits(draft, group, goal):
            continue
        for way in _ways(draft, areas, closed, group.zone, goal):
            gain = _tried(judge, draft, group, way) - now
            yield Step(gain, lambda d, g=group, w=way: d.move(g, w))  # type: ignore[misc]


def _ways(
    draft: Draft, areas: Areas, closed: frozenset[int], start: int, goal: int
) -> Iterator[list[int]]:
    """The shortest way to a zone, and those over stars of the enemy that nobody guards."""
    facts, control = draft.before.facts, draft.before.control
    direct = path(facts, closed, start, goal)
    if direct:
        yield direct
    for zone in facts.zones.values():
        star = zone.number
        is_open = zone.star and control[star] != draft.side and areas.get(star) == areas[start]
        if is_open and star not in closed and star not in (start, goal, *direct):
            there, on = path(facts, closed, start, star), path(facts, closed, star, goal)
            if there and on:
                yield [*there, *on]


def _fits(draft: Draft, group: Group, goal: int) -> bool:
    """Whether the limits of 2.17 and 2.19 will hold at the goal when the attacks are over."""
    if room(draft.after, draft.side, goal) < group.size:
        return False
    known = draft.after.facts.counters
    more = sum(known[counter].kind == "tank" for counter in group.counters)
    return tanks(draft.after, draft.side, goal) + more <= TANKS_PER_ZONE


def _tried(judge: Judge, draft: Draft, group: Group, way: list[int]) -> float:
    """The value of the position after a move, which is taken back."""
    pos, side = draft.after, draft.side
    owners = {zone: pos.control[zone] for zone in way}
    lines = {zone: pos.lines[zone] for zone in way if zone in pos.lines}
    shift(pos, side, group, way[-1])
    for zone in way:
        take(pos, side, zone)
    value = judge.value(pos)
    shift(pos, side, Group(way[-1], group.cubes, group.counters), group.zone)
    pos.control.update(owners)
    pos.lines.update(lines)
    return value


def _voyages(
    judge: Judge, draft: Draft, goals: list[int], group: Group, now: float
) -> Iterator[Step]:
    """S43-10.1 Transports of a group to every friendly coast, with the risk taken off."""
    pos, side = draft.before, draft.side
    zones = pos.facts.zones
    if not zones[group.zone].coastal or pos.control[group.zone] != side:
        return
    if group.size > pos.naval_points[side] or not _is_ship_cargo(pos, group):
        return
    areas = judge.survey(pos).areas(side)
    for goal in goals:
        if goal == group.zone or not zones[goal].coastal or pos.control[goal] != side:
            continue
        if goal in areas and areas[goal] == areas[group.zone]:
            continue
        if goal in areas and _fits(draft, group, goal):
            gain = _carried(judge, draft, group, goal) - now - _risk(draft, group)
            yield Step(gain, lambda d, g=group, z=goal: ship(d, g, z))  # type: ignore[misc]


def _is_ship_cargo(pos: Position, group: Group) -> bool:
    return all(
        pos.facts.counters[counter].kind in ("tank", "elite", "paratroopers")
        for counter in group.counters
    )


def _carried(judge: Judge, draft: Draft, group: Group, goal: int) -> float:
    shift(draft.after, draft.side, group, goal)
    value = judge.value(draft.after)
    shift(draft.after, draft.side, Group(goal, group.cubes, group.counters), group.zone)
    return value


def _risk(draft: Draft, group: Group) -> float:
    """What interception costs on average (10.11)."""
    pos = draft.after
    ships = [c for c in pos.counters(draft.enemy, "sea") if c not in pos.engaged]
    return min(len(ships), group.size) * 10.0 / 3 * 0.7


def ship(draft: Draft, group: Group, goal: int) -> None:
    """Order a transport; what has been carried is not moved again."""
    plain = {k: v for k, v in group.written().items() if k != "from"}
    draft.act({"do": "transport", "from": group.zone, "to": goal, **plain})
    for pos in (draft.before, draft.after):
        shift(pos, draft.side, group, goal)
        pos.naval_points[draft.side] -= group.size
    draft.reserve(Group(goal, group.cubes, group.counters))
