"""Where the counters are, with a memory of what was found there.

Rules look far more often than they move something: what a look finds holds until the next move.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping
from typing import Self

from pbem.games.italy1943.pieces import Place, Side


class Whereabouts(UserDict[str, Place]):
    """The place of each counter that is not in the pool.

    Attributes:
        found: the counters of each side at each place; empty if none looked since the last change.
    """

    def __init__(self, places: Mapping[str, Place] | None = None) -> None:
        self.found: dict[tuple[Side, Place], tuple[str, ...]] = {}
        super().__init__()
        self.data.update(places or {})

    def __setitem__(self, counter: str, place: Place) -> None:
        self.found.clear()
        self.data[counter] = place

    def __ior__(self, places: Mapping[str, Place]) -> Self:  # type: ignore[override,misc]
        self.found.clear()
        self.data.update(places)
        return self

    def __delitem__(self, counter: str) -> None:
        self.found.clear()
        del self.data[counter]
