"""Picking among what is legal: the small words in which games write their suggestions.

A `Pick` is the only chance in a suggestion. Who asks for suggestions brings it along, so that
rules stay functions of plain values (`pbem.testing` picks by a seed).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pick: TypeAlias = Callable[[int], int]
"""Picks one of so many (at least one): a number from 0 up to, but not including, the count."""


def one(pick: Pick, among: Sequence[T]) -> T:
    """One of them; there must be one."""
    return among[pick(len(among))]


def happens(pick: Pick, times: int, of: int) -> bool:
    """True so many times of so many."""
    return pick(of) < times


def shuffled(pick: Pick, among: Sequence[T]) -> list[T]:
    """All of them in some order."""
    rest, order = list(among), list[T]()
    while rest:
        order.append(rest.pop(pick(len(rest))))
    return order


def some(pick: Pick, among: Sequence[T], least: int = 0) -> list[T]:
    """At least so many of them, as far as there are so many, in some order."""
    least = min(least, len(among))
    return shuffled(pick, among)[: least + pick(len(among) - least + 1)]
