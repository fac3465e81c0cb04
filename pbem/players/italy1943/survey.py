"""What a player sees at a glance: strengths by zone, what hangs together, what is supplied.

A player looks at thousands of positions; so everything is counted in one pass, and what depends
only on who stands where is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import SIDES, Kind, Side, other
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.supply import supplied_zones

MATERIAL: Final[dict[Kind, float]] = {
    "tank": 21,
    "plane": 15,
    "elite": 15,
    "paratroopers": 21,
    "partisan": 9,
    "fleet": 0,
    "uboat": 0,
}
CUBE: Final = 10.0
BAND: Final = 2.0
"""What a counter is worth less while it is engaged."""

Areas: TypeAlias = dict[int, int]
"""For each zone that a side's land forces may pass: the lowest zone of what hangs together."""

Borders: TypeAlias = dict[int, tuple[int, ...]]
"""For each zone the areas that it borders on."""


@dataclass
class Memory:
    """What a player keeps of positions looked at: it depends only on who stands where."""

    supplied: dict[object, frozenset[int]] = field(default_factory=dict)
    areas: dict[object, tuple[Areas, Borders]] = field(default_factory=dict)


class Survey:
    """A position at a glance.

    Attributes:
        land: land forces of each side, by zone.
        air: planes of each side, by zone.
        worth: what the pieces of each side are worth, by zone; the partisans and ready ships
            are counted under zone 0.
        fleets: ready fleets of each side.
    """

    def __init__(self, pos: Position, memory: Memory) -> None:
        self.pos = pos
        self.facts: Facts = pos.facts
        self._memory = memory
        self.land: dict[Side, dict[int, int]] = {side: {} for side in SIDES}
        self.air: dict[Side, dict[int, int]] = {side: {} for side in SIDES}
        self.worth: dict[Side, dict[int, float]] = {side: {} for side in SIDES}
        self.fleets: dict[Side, int] = dict.fromkeys(SIDES, 0)
        self._count_cubes()
        self._count_counters()

    def _count_cubes(self) -> None:
        for side in SIDES:
            for place, stack in self.pos.stacks[side].items():
                if stack.cubes and isinstance(place, int):
                    self.land[side][place] = stack.cubes
                    self.worth[side][place] = stack.cubes * CUBE

    def _count_counters(self) -> None:
        known, engaged = self.facts.counters, self.pos.engaged
        for counter, place in self.pos.where.items():
            seen = known[counter]
            if seen.kind == "fleet" and place == "sea" and counter not in engaged:
                self.fleets[seen.side] += 1
            if not isinstance(place, int):
                continue
            value = MATERIAL[seen.kind] - (BAND if counter in engaged else 0)
            if seen.kind != "partisan":
                counted = (self.air if seen.kind == "plane" else self.land)[seen.side]
                counted[place] = counted.get(place, 0) + 1
            zone = 0 if seen.kind == "partisan" else place
            worth = self.worth[seen.side]
            worth[zone] = worth.get(zone, 0.0) + value

    def size(self, side: Side, zone: int) -> int:
        """Land and air forces of a side in a zone."""
        return self.land[side].get(zone, 0) + self.air[side].get(zone, 0)

    def total(self, side: Side) -> int:
        """All land and air forces of a side in zones."""
        return sum(self.land[side].values()) + sum(self.air[side].values())

    @cached_property
    def occupied(self) -> dict[Side, frozenset[int]]:
        """The zones in which each side has land or air forces."""
        return {side: frozenset((*self.land[side], *self.air[side])) for side in SIDES}

    @cached_property
    def _allied_control(self) -> frozenset[int]:
        return frozenset(zone for zone, owner in self.pos.control.items() if owner == "allied")

    def supplied(self, side: Side) -> frozenset[int]:
        """The zones supplied for a side (21.3), by the rules."""
        sails = "AX-FI" in self.pos.where and self.pos.where["AX-FI"] == "sea"
        enemy = self.occupied[other(side)]
        key = (side, enemy, self._allied_control, sails)
        if key not in self._memory.supplied:
            self._memory.supplied[key] = frozenset(supplied_zones(self.pos, side))
        return self._memory.supplied[key]

    def areas(self, side: Side) -> Areas:
        """What hangs together for the land moves of a side (9.1, 9.2)."""
        return self._hanging(side)[0]

    def borders(self, side: Side) -> Borders:
        """The areas of a side on which each zone borders: from them it can be attacked."""
        return self._hanging(side)[1]

    def _hanging(self, side: Side) -> tuple[Areas, Borders]:
        enemy = self.occupied[other(side)]
        if enemy not in self._memory.areas:
            areas = _areas(self.facts, enemy)
            self._memory.areas[enemy] = areas, _borders(self.facts, areas)
        return self._memory.areas[enemy]

    @cached_property
    def strengths(self) -> dict[Side, dict[int, int]]:
        """The land forces of each side in each of its areas."""
        found: dict[Side, dict[int, int]] = {side: {} for side in SIDES}
        for side in SIDES:
            areas = self.areas(side)
            for zone, count in self.land[side].items():
                area = areas[zone]
                found[side][area] = found[side].get(area, 0) + count
        return found


def _areas(facts: Facts, enemy: frozenset[int]) -> Areas:
    areas: Areas = {}
    for start in facts.zones:
        if start in enemy or start in areas:
            continue
        ends = [start]
        areas[start] = start
        while ends:
            for near in facts.zone(ends.pop()).neighbours:
                if near not in enemy and near not in areas:
                    areas[near] = start
                    ends.append(near)
    return areas


def _borders(facts: Facts, areas: Areas) -> Borders:
    return {
        number: tuple(sorted({areas[near] for near in zone.neighbours if near in areas}))
        for number, zone in facts.zones.items()
    }


def path(facts: Facts, enemy: frozenset[int], start: int, goal: int) -> list[int]:
    """The zones entered on a shortest way by land without enemies; [] if there is none."""
    came: dict[int, int] = {start: start}
    ends = [start]
    while ends and goal not in came:
        following: list[int] = []
        for zone in ends:
            for near in facts.zone(zone).neighbours:
                if near not in came and near not in enemy:
                    came[near] = zone
                    following.append(near)
        ends = following
    if goal not in came:
        return []
    way = [goal]
    while came[way[0]] != start:
        way.insert(0, came[way[0]])
    return way if goal != start else []
