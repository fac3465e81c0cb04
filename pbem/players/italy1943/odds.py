"""The odds of a combat, computed exactly round by round (sections 14 to 16).

Both sides take their losses in the default order of 29.1, nobody retreats or breaks off, and the
elites of the Axis absorb: a fair picture of what happens when nobody does anything special.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import comb
from typing import TypeAlias

from pbem.canon.immutable import immutable
from pbem.games.italy1943.tables import CombatNumbers

Ladder: TypeAlias = tuple[tuple[int, int], ...]
"""Dice and number to hit of a side before its first loss, after one loss, after two, and so on."""

ROUNDS = 3


@immutable(frozen=True, slots=True)
class FireTable:
    """S43-15.15 The numbers of the combat results table that count in rounds."""

    base: int
    best: int
    tank_support: int
    plane_support: int
    dice: int
    drop_dice: int
    line_dice: int

    @classmethod
    def of(cls, numbers: CombatNumbers) -> FireTable:
        """The numbers out of the rules' table."""
        return cls(
            numbers.base,
            numbers.best,
            numbers.tank_support,
            numbers.plane_support,
            numbers.dice,
            numbers.drop_dice,
            numbers.line_dice,
        )


@immutable(frozen=True, slots=True)
class Ranks:
    """What one side has in a fight, ready and engaged counters apart.

    Attributes:
        cubes: the cubes.
        ready: ready elites, paratroopers, tanks and planes in the fight.
        engaged: the engaged ones, in the same order.
        line: fortified lines.
        drop: paratroopers dropped into the fight, which are not among the others.
        plane_support: whether a plane supports the side.
        tank_may_lead: whether tanks can support here (15.11).
        tanks_turn: whether a loss may engage a tank (16.9).
    """

    cubes: int = 0
    ready: tuple[int, int, int, int] = (0, 0, 0, 0)
    engaged: tuple[int, int, int, int] = (0, 0, 0, 0)
    line: int = 0
    drop: int = 0
    plane_support: bool = False
    tank_may_lead: bool = True
    tanks_turn: bool = True

    @property
    def size(self) -> int:
        """The number of forces."""
        return self.cubes + sum(self.ready) + sum(self.engaged) + self.drop


ELITE, PARATROOPERS, TANK, PLANE = range(4)
_ELIMINATED = (PLANE, PARATROOPERS, TANK, ELITE)


def hurt(ranks: Ranks) -> Ranks:
    """What is left after one more loss in the default order (29.1)."""
    for kind in range(4):
        if ranks.ready[kind] and (kind != TANK or ranks.tanks_turn):
            less, more = _changed(ranks.ready, kind, -1), _changed(ranks.engaged, kind, 1)
            return replace(ranks, ready=less, engaged=more)
    if ranks.cubes:
        return replace(ranks, cubes=ranks.cubes - 1)
    if ranks.line:
        return replace(ranks, line=ranks.line - 1)
    for kind in _ELIMINATED:
        if ranks.engaged[kind]:
            return replace(ranks, engaged=_changed(ranks.engaged, kind, -1))
        if ranks.ready[kind]:
            return replace(ranks, ready=_changed(ranks.ready, kind, -1))
    return replace(ranks, drop=max(0, ranks.drop - 1))


def _changed(counts: tuple[int, int, int, int], kind: int, by: int) -> tuple[int, int, int, int]:
    listed = list(counts)
    listed[kind] += by
    return listed[0], listed[1], listed[2], listed[3]


def fire(numbers: FireTable, ranks: Ranks) -> tuple[int, int]:
    """S43-15.1, S43-15.15 Dice and number to hit of a side; tanks support where they can."""
    tanks = ranks.ready[TANK] + ranks.engaged[TANK]
    others = (
        ranks.cubes
        + ranks.engaged[ELITE]
        + ranks.ready[PARATROOPERS]
        + ranks.engaged[PARATROOPERS]
        + ranks.line * numbers.line_dice
    )
    has_land = ranks.size > ranks.ready[PLANE] + ranks.engaged[PLANE]
    if not has_land:
        others += ranks.ready[PLANE] + ranks.engaged[PLANE]
    drop = ranks.drop * numbers.drop_dice
    leads = bool(ranks.tank_may_lead and ranks.ready[TANK] and others + tanks - 1 + drop)
    base = others + tanks - leads
    if leads and not base:
        base = 1
    needs = numbers.base + leads * numbers.tank_support
    needs += ranks.plane_support * numbers.plane_support
    return min(base, numbers.dice) + drop, max(numbers.best, needs)


@cache
def ladder(numbers: FireTable, ranks: Ranks) -> Ladder:
    """The fire of a side after each number of losses, until it has no force left."""
    steps: list[tuple[int, int]] = []
    while ranks.size:
        steps.append(fire(numbers, ranks))
        ranks = hurt(ranks)
    return tuple(steps)


@immutable(frozen=True, slots=True)
class Odds:
    """What comes out of a combat on average.

    Attributes:
        win: the chance that the defenders are gone and attackers are left.
        cost: losses of the attacker where he wins.
        cost_failed: losses of the attacker where he does not.
        harm_failed: losses of the defender where the attacker does not win.
    """

    win: float
    cost: float
    cost_failed: float
    harm_failed: float


@cache
def odds(attacker: Ladder, defender: Ladder) -> Odds:
    """The odds of a combat of three rounds."""
    open_states: dict[tuple[int, int], float] = {(0, 0): 1.0}
    ended: dict[tuple[int, int], float] = {}
    for _ in range(ROUNDS):
        following: dict[tuple[int, int], float] = {}
        for (lost, harmed), chance in open_states.items():
            for (lost_now, harmed_now), share in _round(attacker, defender, lost, harmed):
                state = min(lost + lost_now, len(attacker)), min(harmed + harmed_now, len(defender))
                over = state[0] == len(attacker) or state[1] == len(defender)
                book = ended if over else following
                book[state] = book.get(state, 0.0) + chance * share
        open_states = following
    for state, chance in open_states.items():
        ended[state] = ended.get(state, 0.0) + chance
    return _summary(ended, len(attacker), len(defender))


def _round(
    attacker: Ladder, defender: Ladder, lost: int, harmed: int
) -> Iterator[tuple[tuple[int, int], float]]:
    """Losses of both sides in one round, with their chance."""
    if lost >= len(attacker) or harmed >= len(defender):
        return
    ours, theirs = hits(*attacker[lost]), hits(*defender[harmed])
    for harm, chance in enumerate(ours):
        for loss, share in enumerate(theirs):
            yield (loss, harm), chance * share


@cache
def hits(dice: int, needs: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2, … hits."""
    one = (7 - needs) / 6
    return tuple(comb(dice, k) * one**k * (1 - one) ** (dice - k) for k in range(dice + 1))


def _summary(ended: dict[tuple[int, int], float], most: int, all_of_them: int) -> Odds:
    win = cost = cost_failed = harm_failed = 0.0
    for (lost, harmed), chance in ended.items():
        if harmed == all_of_them and lost < most:
            win, cost = win + chance, cost + chance * lost
        else:
            cost_failed, harm_failed = cost_failed + chance * lost, harm_failed + chance * harmed
    rest = 1 - win
    return Odds(
        win,
        cost / win if win > 1e-9 else 0.0,
        cost_failed / rest if rest > 1e-9 else 0.0,
        harm_failed / rest if rest > 1e-9 else 0.0,
    )
