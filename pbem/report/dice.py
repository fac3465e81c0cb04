"""Dice as plain data of a report."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.canon.immutable import immutable


@immutable(frozen=True, slots=True, kw_only=True)
class Roll:
    """All dice of one label.

    Attributes:
        label: its label.
        sides: sides of each die.
        values: the dice, in drawing order.
        segment: the segment whose seed they come from.
        line: the line of the log that holds them.
        owner: who rolled, for people; "" if no event says.
        needs: the lowest die that hits; None if nothing was to be hit.
    """

    label: str
    sides: int
    values: tuple[int, ...]
    segment: int
    line: int
    owner: str = ""
    needs: int | None = None

    @property
    def hits(self) -> int:
        """How many of the dice hit; 0 when nothing was to be hit."""
        return sum(self.is_hit(value) for value in self.values)

    @property
    def range(self) -> str:
        """The dice that hit, from the lowest to the highest; "" when nothing was to be hit."""
        if self.needs is None:
            return ""
        return f"{self.needs}\u2013{self.sides}" if self.needs < self.sides else str(self.needs)

    def is_hit(self, value: int) -> bool:
        """Whether a die of this roll hits."""
        return self.needs is not None and value >= self.needs


@immutable(frozen=True, slots=True, kw_only=True)
class Segment:
    """The dice of one segment, with what proves them.

    Attributes:
        number: the segment.
        line: the line of the log.
        seed: its seed.
        links: the link of each party.
        rolls: its rolls, in drawing order.
    """

    number: int
    line: int
    seed: str
    links: Mapping[str, str]
    rolls: tuple[Roll, ...]


@immutable(frozen=True, slots=True, kw_only=True)
class Luck:
    """How a side's dice fell.

    Attributes:
        who: the side, for people, or that it is all sides together.
        dice: dice that were to hit something.
        expected: hits on average, in hundredths.
        hits: hits.
        rarity: how often dice fall so far from their average, for people.
    """

    who: str
    dice: int
    expected: int
    hits: int
    rarity: str
