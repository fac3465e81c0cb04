"""Pieces and words (section 1): sides, kinds of counters, places, and the `Force` value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable

Side: TypeAlias = Literal["allied", "axis"]
"""S43-1.1 The two sides; seats have the same names."""

SIDES: Final[tuple[Side, ...]] = get_args(Side)

Kind: TypeAlias = Literal["tank", "plane", "elite", "paratroopers", "partisan", "fleet", "uboat"]
"""S43-1.2 The kinds of counters."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

LAND_KINDS: Final[tuple[Kind, ...]] = ("tank", "elite", "paratroopers")
"""S43-1.3 The counters that are land forces, as cubes are."""

AIR_KINDS: Final[tuple[Kind, ...]] = ("plane",)
"""S43-1.3 The counters that are air forces."""

LAND_AND_AIR_KINDS: Final[tuple[Kind, ...]] = (*LAND_KINDS, *AIR_KINDS)
"""S43-1.3 The counters that are land or air forces."""

SEA_KINDS: Final[tuple[Kind, ...]] = ("fleet", "uboat")
"""S43-1.3 The counters that are sea forces."""

FORCES_PER_ZONE: Final = 6
"""S43-2.17 The stacking limit."""

TANKS_PER_ZONE: Final = 2
"""S43-2.19 The tank limit."""

Special: TypeAlias = Literal["sea", "afloat", "dropped", "pool", "removed"]

SEA: Final = "sea"
"""The sea as one zone: fleets and the U-boat (2.3)."""

AFLOAT: Final = "afloat"
"""On board: the forces of a declared landing (18.7) or of a transport under interception."""

DROPPED: Final = "dropped"
"""Paratroopers in the fight they were dropped into, until it ends (19.8)."""

POOL: Final = "pool"
"""Neither on the board nor removed (1.6)."""

REMOVED: Final = "removed"
"""Out of the game for good (1.7)."""

Place: TypeAlias = int | Special
"""Where a piece is: the number of a zone, or one of the places above."""


def other(side: Side) -> Side:
    """S43-1.1 The opponent of a side."""
    return "axis" if side == "allied" else "allied"


@immutable(frozen=True, slots=True)
class Force:
    """S43-1.8 Some pieces of one side: a number of cubes, and counters by name.

    Attributes:
        cubes: all cubes, the held ones included.
        held: how many of the cubes are held by partisans (19.16).
        counters: ids of counters; a force found on the board has the order of `forces.json`.

    Raises:
        ValueError: no force has fewer than no cubes, or more held cubes than cubes.
    """

    cubes: int = 0
    held: int = 0
    counters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.held <= self.cubes:
            raise ValueError(f"no force has {self.cubes} cubes and {self.held} held cubes")

    @property
    def free(self) -> int:
        """S43-19.16 The number of cubes that no partisan holds."""
        return self.cubes - self.held

    @property
    def size(self) -> int:
        """S43-1.2 The number of forces, each cube and each counter being one."""
        return self.cubes + len(self.counters)

    def plus(self, more: Force) -> Force:
        """Both forces together."""
        if not more.size or not self.size:  # forces never change, so the other one will do
            return self if self.size else more
        return Force(self.cubes + more.cubes, self.held + more.held, self.counters + more.counters)

    def minus(self, less: Force) -> Force:
        """What is left of this force without `less`.

        Raises:
            ValueError: `less` is not part of this force.
        """
        if not less.size:
            return self
        missing = [counter for counter in less.counters if counter not in self.counters]
        if missing:
            raise ValueError(f"{', '.join(missing)}: not in this force")
        left = tuple(counter for counter in self.counters if counter not in less.counters)
        return Force(self.cubes - less.cubes, self.held - less.held, left)

    def data(self) -> dict[str, Json]:
        """The force as plain data; what there is none of is left out."""
        plain: dict[str, Json] = {}
        if self.cubes:
            plain["cubes"] = self.cubes
        if self.held:
            plain["held"] = self.held
        if self.counters:
            plain["counters"] = list(self.counters)
        return plain


NOTHING: Final = Force()
"""No piece at all."""


@dataclass(slots=True)
class Stack:
    """S43-1.8 The cubes of one side in one zone, as rules change them.

    Attributes:
        cubes: all cubes, the held ones included.
        held: how many of them are held by partisans.
    """

    cubes: int = 0
    held: int = 0
