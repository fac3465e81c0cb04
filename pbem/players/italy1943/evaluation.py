"""What a position is worth, in points: stars, forces, supply, and what is in danger.

A cube is worth ten points. The points count for the side asked; what is good for one side is as
bad for the other.
"""

from __future__ import annotations

from typing import Final

from pbem.games.italy1943.pieces import Side, other
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.survey import Memory, Survey

STAR: Final = 110.0
MUNICH: Final = 160.0
"""What Munich is worth besides its star."""

HOME: Final = 450.0
"""What the Axis stands to lose with Munich besides its star: mostly the game (27.4)."""

SURRENDER: Final = 40.0
FLEET: Final = 7.0
ASHORE: Final = 3.0
"""What an Allied land force in Europe is worth more than one in Africa."""

HUNGRY: Final = 0.6
"""The share of their worth that forces out of supply lose."""

OWN_DANGER: Final = 0.75
ENEMY_DANGER: Final = 0.3
"""How far dangers count: the enemy moves next, so his are further away."""

MOST_USEFUL: Final = 7.0
"""More attackers than this hardly help in one fight: four dice are rolled at most (15.2)."""

FEW: Final = 5
"""With fewer forces than this a side is near its end (27.3)."""

_EACH_DANGER: Final = (1.0, 0.7, 0.4, 0.2)


class Judge:
    """Values positions for one side; keeps what it has worked out."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.memory = Memory()

    def survey(self, pos: Position) -> Survey:
        """A position at a glance."""
        return Survey(pos, self.memory)

    def value(self, pos: Position) -> float:
        """The points of a position for the own side when the enemy moves next."""
        seen = self.survey(pos)
        enemy = other(self.side)
        own = self._holdings(seen, self.side) - OWN_DANGER * dangers(seen, self.side)
        return own - self._holdings(seen, enemy) + ENEMY_DANGER * dangers(seen, enemy)

    def _holdings(self, seen: Survey, side: Side) -> float:
        total = sum(
            _zone_points(seen, zone) for zone, who in seen.pos.control.items() if who == side
        )
        total += _forces_points(seen, side) + FLEET * seen.fleets[side]
        if side == "allied":
            total += _allied_points(seen)
        return total - 60.0 * max(0, FEW - seen.total(side)) - 2000.0 * (not seen.total(side))


def _zone_points(seen: Survey, zone: int) -> float:
    here = seen.facts.zones[zone]
    points = 2.0 + STAR * here.star + MUNICH * here.axis_symbol
    return points + (10.0 if zone in seen.pos.lines else 0.0)


def _forces_points(seen: Survey, side: Side) -> float:
    fed = seen.supplied(side)
    return sum(
        worth if zone in fed or not zone else worth * (1 - HUNGRY)
        for zone, worth in seen.worth[side].items()
    )


def _allied_points(seen: Survey) -> float:
    """A foothold that makes Italy surrender, and forces where the war is."""
    held = [zone for zone, owner in seen.pos.control.items() if owner == "allied"]
    foothold = any(seen.facts.zone(zone).surrender_trigger for zone in held)
    ashore = sum(
        count
        for zone, count in seen.land["allied"].items()
        if seen.facts.zone(zone).region != "africa"
    )
    return SURRENDER * foothold + ASHORE * ashore


def dangers(seen: Survey, side: Side) -> float:
    """What a side stands to lose in the next enemy impulses; he can not be everywhere at once."""
    reach = Reach(seen, other(side))
    risks = [
        _stake(seen, side, zone) * chance
        for zone, owner in seen.pos.control.items()
        if owner == side and (chance := threat(seen, side, zone, reach.of(zone)))
    ]
    risks.sort(reverse=True)
    return sum(share * risk for share, risk in zip(_EACH_DANGER, risks, strict=False))


def _stake(seen: Survey, side: Side, zone: int) -> float:
    here = seen.facts.zones[zone]
    swing = 2 * STAR * here.star + (HOME if side == "axis" else MUNICH) * here.axis_symbol
    return 4.0 + swing + 0.9 * seen.worth[side].get(zone, 0.0)


def threat(seen: Survey, side: Side, zone: int, attackers: float) -> float:
    """A rough chance, 0 to 1, that the enemy takes a zone of a side in his next impulse.

    Args:
        seen: the position.
        side: whose zone it is.
        zone: the zone.
        attackers: the land forces with which the enemy can attack it.
    """
    if not attackers:
        return 0.0
    defenders = seen.land[side].get(zone, 0) + 0.5 * seen.air[side].get(zone, 0)
    if not defenders:
        return 0.9
    if zone in seen.pos.lines:
        defenders += 2
    ratio = attackers / (attackers + 1.15 * defenders)
    return max(0.0, min(1.0, (ratio - 0.42) / 0.35))


class Reach:
    """With how many land forces a side could attack each zone in one impulse."""

    def __init__(self, seen: Survey, side: Side) -> None:
        self._zones = seen.facts.zones
        self._borders = seen.borders(side)
        self._strengths = seen.strengths[side]
        self._by_sea = _by_sea(seen, side)

    def of(self, zone: int) -> float:
        """The land forces that could attack a zone, at most as many as are of use."""
        attackers = 0.0
        for area in self._borders[zone]:
            attackers += self._strengths.get(area, 0)
        if self._zones[zone].coastal and self._by_sea > attackers:
            attackers = self._by_sea
        return min(MOST_USEFUL, attackers)


def _by_sea(seen: Survey, side: Side) -> float:
    """The land forces that a side could land in a zone (18.4), a little less for the risk."""
    ships = seen.fleets[side] if side == "allied" else 0
    if not ships:
        return 0.0
    ready = sum(n for start, n in seen.land[side].items() if seen.facts.zones[start].coastal)
    return 0.8 * min(ready, 4 if ships == 1 else 6)
