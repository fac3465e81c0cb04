"""Dice by label (protocol section 3.4 and rule 2 of "Steps are run again" in 3.5).

A rule asks for all dice of a label at once, and for a label once a step. Because each label has
its own stream, the order of rolling never changes a die, and any roll can be recomputed alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.canon.tagged import tagged

LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,119}")


@immutable(frozen=True, slots=True)
class Roll:
    """All dice of one label, as they fell."""

    label: str
    sides: int
    values: tuple[int, ...]

    def data(self) -> dict[str, Json]:
        """The roll as it stands in the log."""
        return {"label": self.label, "sides": self.sides, "values": list(self.values)}


class Diverged(Exception):
    """A run of the rules does not agree with what the record says of the same step.

    Attributes:
        code: protocol code: R03 rolls, R04 events, R05 asks, C08 labels.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class SeedNeeded(Exception):
    """The rules want dice and this resolution has no seed yet.

    Attributes:
        label: the first label that was asked for.
    """

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class DiceSource(Protocol):
    """Where fresh dice come from."""

    def draw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """`count` dice with `sides` sides for `label`."""


class NoDice:
    """The source of a resolution that has no seed: it stops at the first draw."""

    def draw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Nothing.

        Raises:
            SeedNeeded: always.
        """
        raise SeedNeeded(label)


@immutable(frozen=True, slots=True)
class SeedDice:
    """The dice of one segment, from its seed."""

    seed: str

    def draw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """The first `count` dice of the label's stream."""
        return stream(self.seed, label, count, sides)


def stream(seed: str, label: str, count: int, sides: int) -> tuple[int, ...]:
    """The first `count` dice of `label` under `seed` (section 3.4).

    Bytes at or above the largest multiple of `sides` are skipped, so no face is favoured.
    """
    limit = 256 - 256 % sides
    values: list[int] = []
    block = 0
    while len(values) < count:
        drawn = bytes.fromhex(tagged("dice", seed, label, f"d{sides}", block))
        values += [byte % sides + 1 for byte in drawn if byte < limit]
        block += 1
    return tuple(values[:count])


class Cup:
    """The dice of one run of a step: those recorded first, in order, then fresh ones.

    Attributes:
        rolls: everything rolled so far in this run, recorded rolls included.
    """

    def __init__(
        self, recorded: Sequence[Roll], source: DiceSource, segment_labels: set[str]
    ) -> None:
        """Start a run.

        Args:
            recorded: the step's rolls of earlier resolutions, in drawing order.
            source: where labels not recorded come from.
            segment_labels: labels drawn so far in this segment; shared by the steps of a
                resolution and added to here.
        """
        self.rolls: list[Roll] = []
        self._recorded = recorded
        self._source = source
        self._segment_labels = segment_labels

    def refill(self, source: DiceSource, segment_labels: set[str]) -> None:
        """Go on with the dice of the next segment; the arguments are those of a new cup."""
        self._source, self._segment_labels = source, segment_labels

    def roll(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """All dice of `label`; nothing is drawn when `count` is 0.

        Raises:
            Diverged: C08 for a label or size that breaks the rules, R03 if the record says
                otherwise.
            SeedNeeded: a fresh roll is wanted and there is no seed.
        """
        if count == 0:
            return ()
        self._check(label, sides)
        if len(self.rolls) < len(self._recorded):
            roll = self._repeat(label, count, sides)
        else:
            roll = self._fresh(label, count, sides)
        self.rolls.append(roll)
        return roll.values

    def _check(self, label: str, sides: int) -> None:
        if not LABEL.fullmatch(label) or not 2 <= sides <= 256:
            raise Diverged("C08", f"the rules ask for a d{sides} under the label {label!r}")
        if any(roll.label == label for roll in self.rolls):
            raise Diverged("C08", f"the rules draw the label {label} twice in a step")

    def _repeat(self, label: str, count: int, sides: int) -> Roll:
        roll = self._recorded[len(self.rolls)]
        if (roll.label, len(roll.values), roll.sides) != (label, count, sides):
            raise Diverged(
                "R03",
                f"the record has {len(roll.values)}d{roll.sides} for {roll.label}, "
                f"the rules ask for {count}d{sides} for {label}",
            )
        return roll

    def _fresh(self, label: str, count: int, sides: int) -> Roll:
        if label in self._segment_labels:
            raise Diverged("C08", f"the rules draw the label {label} twice in a segment")
        values = self._source.draw(label, count, sides)
        self._segment_labels.add(label)
        return Roll(label, sides, values)
