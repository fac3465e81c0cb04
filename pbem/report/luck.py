"""How the dice fell, against what was to be expected."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pbem.report.model import Luck, Roll


def luck_of(rolls: Iterable[Roll]) -> tuple[Luck, ...]:
    """One row for each side that rolled to hit, in alphabetical order."""
    dice: dict[str, int] = {}
    hits: dict[str, int] = {}
    expected: dict[str, Fraction] = {}
    for roll in rolls:
        if roll.needs is not None:
            who, count = roll.owner, len(roll.values)
            dice[who] = dice.get(who, 0) + count
            hits[who] = hits.get(who, 0) + roll.hits
            expected[who] = expected.get(who, Fraction(0)) + count * _chance(roll)
    return tuple(
        Luck(who=who, dice=dice[who], expected=round(expected[who] * 100), hits=hits[who])
        for who in sorted(dice)
    )


def _chance(roll: Roll) -> Fraction:
    """The chance that one die of a roll hits."""
    faces = min(max(roll.sides + 1 - (roll.needs or 0), 0), roll.sides)
    return Fraction(faces, roll.sides)
