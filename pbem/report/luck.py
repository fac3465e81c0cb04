"""How the dice fell, against what was to be expected, and how rare that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final, TypeAlias

from pbem.report.dice import Luck, Roll

ALL: Final = "all dice together"
"""The row that counts the dice of all sides."""

Dice: TypeAlias = Mapping[tuple[int, int], int]
"""How many dice hit with so many of so many faces: ``{(3, 6): 4}``."""


def luck_of(rolls: Iterable[Roll]) -> tuple[Luck, ...]:
    """One row for each side that rolled to hit, in alphabetical order, and one for them all."""
    dice: dict[str, Counter[tuple[int, int]]] = {}
    hits: Counter[str] = Counter()
    for roll in rolls:
        if roll.needs is not None:
            here = dice.setdefault(roll.owner, Counter())
            here[_faces(roll), roll.sides] += len(roll.values)
            hits[roll.owner] += roll.hits
    rows = [_row(who, dice[who], hits[who]) for who in sorted(dice)]
    if len(rows) > 1:
        rows.append(_row(ALL, sum(dice.values(), Counter()), hits.total()))
    return tuple(rows)


def _row(who: str, dice: Dice, hits: int) -> Luck:
    average = sum((count * Fraction(*chance) for chance, count in dice.items()), Fraction(0))
    return Luck(
        who=who,
        dice=sum(dice.values()),
        expected=round(average * 100),
        hits=hits,
        rarity=rarity(dice, hits),
    )


def _faces(roll: Roll) -> int:
    """How many faces of a die of this roll hit."""
    return min(max(roll.sides + 1 - (roll.needs or 0), 0), roll.sides)


def rarity(dice: Dice, hits: int) -> str:
    """How often dice fall this far from their average or further: ``this good or better …``."""
    average = sum((count * Fraction(*chance) for chance, count in dice.items()), Fraction(0))
    if hits == average:
        return "just the average"
    ways = _ways(dice)
    tail = ways[hits:] if hits > average else ways[: hits + 1]
    how = "this good or better" if hits > average else "this bad or worse"
    return f"{how}: {_often(Fraction(sum(tail), sum(ways)))}"


def _ways(dice: Dice) -> list[int]:
    """In how many ways the dice give 0, 1, 2 … hits: exactly, one kind of die after the other."""
    ways = [1]
    for (faces, sides), count in sorted(dice.items()):
        kind = [
            comb(count, k) * faces**k * (sides - faces) ** (count - k) for k in range(count + 1)
        ]
        ways = _combined(ways, kind)
    return ways


def _combined(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The ways of two groups of dice together."""
    ways = [0] * (len(one) + len(other) - 1)
    for hits, count in enumerate(one):
        for more, times in enumerate(other):
            ways[hits + more] += count * times
    return ways


def _often(chance: Fraction) -> str:
    """A chance in words; large numbers are rounded to two digits."""
    times = round(1 / chance)
    if times <= 2:
        return "about every second time"
    scale = 10 ** max(len(str(times)) - 2, 0)
    return f"1 time in {(times + scale // 2) // scale * scale:,}"
