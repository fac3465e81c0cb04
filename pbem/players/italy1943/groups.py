"""Groups of forces that act together, and what becomes of them on average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.canon.canonical import Json
from pbem.games.italy1943.control import land_and_air
from pbem.games.italy1943.pieces import Force, Kind, Side
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.odds import Ranks

_RANKS: tuple[Kind, ...] = ("elite", "paratroopers", "tank", "plane")


@dataclass
class Group:
    """Forces of one side that stand in one zone and act together.

    Attributes:
        zone: where they stand.
        cubes: how many cubes.
        counters: the counters.
    """

    zone: int
    cubes: int = 0
    counters: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The number of forces."""
        return self.cubes + len(self.counters)

    @property
    def force(self) -> Force:
        """The same as the rules' value."""
        return Force(self.cubes, counters=tuple(self.counters))

    def written(self) -> dict[str, Json]:
        """The group as orders name it."""
        plain: dict[str, Json] = {"from": self.zone}
        if self.cubes:
            plain["cubes"] = self.cubes
        if self.counters:
            plain["counters"] = list(self.counters)
        return plain


def ranks(pos: Position, groups: Sequence[Group]) -> Ranks:
    """Groups as the odds count them."""
    ready, engaged = [0, 0, 0, 0], [0, 0, 0, 0]
    for group in groups:
        for counter in group.counters:
            kind = pos.facts.counters[counter].kind
            if kind in _RANKS:
                (engaged if counter in pos.engaged else ready)[_RANKS.index(kind)] += 1
    return Ranks(
        cubes=sum(group.cubes for group in groups),
        ready=(ready[0], ready[1], ready[2], ready[3]),
        engaged=(engaged[0], engaged[1], engaged[2], engaged[3]),
    )


def defence(pos: Position, side: Side, zone: int) -> Ranks:
    """The defenders of a zone as the odds count them."""
    here = land_and_air(pos, side, zone)
    counted = ranks(pos, [Group(zone, here.cubes, list(here.counters))])
    return replace(
        counted,
        line=1 if side == "axis" and zone in pos.lines else 0,
        tank_may_lead=not pos.facts.zone(zone).mountain,
    )


def suffer(pos: Position, side: Side, groups: Sequence[Group], losses: int) -> None:
    """Take losses off groups and off the position, in the default order (29.1)."""
    for _ in range(losses):
        if not _one_loss(pos, side, groups):
            return


def _one_loss(pos: Position, side: Side, groups: Sequence[Group]) -> bool:
    standing = [(group, counter) for group in groups for counter in group.counters]
    for kind in _RANKS:
        for _, counter in standing:
            if pos.facts.counters[counter].kind == kind and counter not in pos.engaged:
                pos.engage(counter)
                return True
    for group in groups:
        if group.cubes:
            group.cubes -= 1
            pos.eliminate_cube(side, group.zone)
            return True
    for group, counter in standing:
        group.counters.remove(counter)
        pos.eliminate_counter(counter)
        return True
    return False
