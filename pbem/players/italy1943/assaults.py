"""Attacks over land: which zones, with what, and what comes of it on average."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.games.italy1943.facts import Facts
from pbem.players.italy1943.air import able_drop, able_planes, airfield
from pbem.players.italy1943.draft import Draft
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.groups import Group, ranks
from pbem.players.italy1943.odds import Ranks
from pbem.players.italy1943.outcomes import LEAST_CHANCE, copies, odds_of, plan, settle
from pbem.players.italy1943.survey import Survey, path

SIZES = (4, 6, 8, 11)
"""Numbers of forces that are tried in an attack."""


def assaults(judge: Judge, draft: Draft) -> Iterator[Draft]:
    """Every attack over land that is worth a thought, each as a draft with it added."""
    seen = judge.survey(draft.before)
    free = {zone: draft.free(zone) for zone in sorted(seen.land[draft.side])}
    for target in sorted(seen.occupied[draft.enemy]):
        if target in draft.targets or draft.arrows >= draft.before.facts.arrows:
            continue
        donors = _donors(seen, draft, free, target)
        sizes = [size for size in SIZES if size < sum(group.size for group in donors)]
        for size in [*sizes, SIZES[-1]] if donors else []:
            yield from _variants(judge, draft, seen, target, _picked(draft, donors, size))


def _donors(seen: Survey, draft: Draft, free: Mapping[int, Group], target: int) -> list[Group]:
    """The groups that can be beside a target before the attack, those there already first."""
    areas, reached = seen.areas(draft.side), seen.borders(draft.side)[target]
    near = draft.before.facts.zone(target).neighbours
    able = [group for zone, group in free.items() if areas.get(zone) in reached and group.size]
    return sorted(able, key=lambda group: (group.zone not in near, group.zone))


def _picked(draft: Draft, donors: Sequence[Group], size: int) -> list[Group]:
    """About so many forces out of the donors: two tanks at most, and cubes before other counters.

    A zone that holds a star keeps a cube if it has several.
    """
    picked: list[Group] = []
    tanks = 0
    for donor in donors:
        room = size - sum(group.size for group in picked)
        if room <= 0:
            break
        counters: list[str] = []
        for counter in donor.counters:
            is_tank = draft.before.facts.counters[counter].kind == "tank"
            if len(counters) < room and not (is_tank and tanks >= 2):
                counters.append(counter)
                tanks += is_tank
        keeps = int(draft.before.facts.zone(donor.zone).star and donor.cubes > 1)
        cubes = max(0, min(donor.cubes - keeps, room - len(counters)))
        if cubes or counters:
            picked.append(Group(donor.zone, cubes, counters))
    return picked


def _variants(
    judge: Judge, draft: Draft, seen: Survey, target: int, groups: list[Group]
) -> Iterator[Draft]:
    """The attack with and without a plane and a drop, where they can help."""
    gathered = _gathered(draft, seen, target, groups)
    if gathered is None:
        return
    base, parts = gathered
    for plane in ("", *able_planes(base, target)[:1]):
        for para in ("", *able_drop(base, target)[:1]):
            added = base.copy()
            if attack(judge, added, target, copies(parts), plane, para) >= LEAST_CHANCE:
                yield added


def _gathered(
    draft: Draft, seen: Survey, target: int, groups: list[Group]
) -> tuple[Draft, list[Group]] | None:
    """The draft with the groups moved beside the target, and the groups as they stand there."""
    facts, arrows = draft.before.facts, draft.before.facts.arrows - draft.arrows
    near = [group for group in groups if group.zone in facts.zone(target).neighbours]
    starts = [group.zone for group in sorted(near, key=lambda g: (-g.size, g.zone))][:arrows]
    closed = seen.occupied[draft.enemy].union(draft.targets)
    added = draft.copy()
    parts = {g.zone: Group(g.zone, g.cubes, list(g.counters)) for g in near if g.zone in starts}
    for group in groups:
        if group.zone in starts:
            continue
        way = _way(facts, closed, group.zone, target, starts)
        if not way:
            continue
        added.move(group, way)
        there = parts.setdefault(way[-1], Group(way[-1]))
        there.cubes, there.counters = there.cubes + group.cubes, there.counters + group.counters
        if way[-1] not in starts:
            starts.append(way[-1])
    listed = [part for part in parts.values() if part.size]
    return (added, listed) if 0 < len(listed) <= arrows else None


def _way(
    facts: Facts, closed: frozenset[int], start: int, target: int, starts: list[int]
) -> list[int]:
    """The shortest way to a zone beside the target, to one that attacks anyway if there is one."""
    goals = starts or [zone for zone in facts.zone(target).neighbours if zone not in closed]
    ways = [way for goal in goals if (way := path(facts, closed, start, goal))]
    return min(ways, key=len, default=[])


def dropping(draft: Draft, para: str) -> list[Group]:
    """The paratroopers that drop, as a group of their own; nothing without any."""
    return [Group(airfield(draft.before, para), 0, [para])] if para else []


def attack(
    judge: Judge, draft: Draft, target: int, parts: list[Group], plane: str, para: str
) -> float:
    """Add an attack over land to a draft; returns the chance that it wins."""
    for part in parts:
        part.counters = [counter for counter in part.counters if counter != para]
    parts = [part for part in parts if part.size]
    if not parts:
        return 0.0
    draft.attacks.append(
        {
            "do": "attack",
            "zone": target,
            "forces": [part.written() for part in parts],
            "plan": plan(plane, para),
        }
    )
    draft.arrows += len(parts)
    ours = _attackers(draft, target, parts, plane, para)
    for part in (*parts, *dropping(draft, para)):
        draft.reserve(part)
    chances = odds_of(draft, target, ours)
    settle(judge, draft, target, parts, chances, plane, para)
    return chances.win


def _attackers(draft: Draft, target: int, parts: Sequence[Group], plane: str, para: str) -> Ranks:
    zones = draft.before.facts.zones
    is_mountain = zones[target].mountain
    return replace(
        ranks(draft.before, parts),
        drop=int(bool(para)),
        plane_support=bool(plane),
        tank_may_lead=not is_mountain and not any(zones[part.zone].mountain for part in parts),
        tanks_turn=not is_mountain,
    )
