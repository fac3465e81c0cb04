"""Moves what is written on a map apart where it would stand one over the other.

Whole numbers only, and always in the same order, so that a page has the same bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, TypeAlias

Box: TypeAlias = tuple[int, int, int, int]
"""Left, upper, right and lower edge."""

ROUNDS: Final = 40
"""How often all boxes are compared; where a map is too full, some overlap is left after that."""


def apart(boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """How far each box moves, to the right and down, so that none covers another.

    Two that overlap move by half each, along the way that is shorter.
    """
    moved = [list(box) for box in boxes]
    for _ in range(ROUNDS):
        pairs = [_part(one, other) for one, other in combinations(moved, 2)]
        if not any(pairs):
            break
    return [(now[0] - box[0], now[1] - box[1]) for now, box in zip(moved, boxes, strict=True)]


def _part(one: list[int], other: list[int]) -> bool:
    """Move two boxes apart; whether they had to be."""
    over = [min(one[axis + 2], other[axis + 2]) - max(one[axis], other[axis]) for axis in (0, 1)]
    if min(over) <= 0:
        return False
    axis = 0 if over[0] < over[1] else 1
    step = (over[axis] + 1) // 2
    if one[axis] + one[axis + 2] < other[axis] + other[axis + 2]:
        step = -step
    for edge in (axis, axis + 2):
        one[edge] += step
        other[edge] -= step
    return True
