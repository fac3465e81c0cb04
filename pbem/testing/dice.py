"""Loaded dice: every label names its values, and nothing else may be rolled.

They exist only for tests. No command that plays a game can reach them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class UnexpectedRoll(AssertionError):
    """The rules roll what the script does not know, or leave dice of the script unrolled."""


class ScriptedDice:
    """A source of dice, and a `roll`, with fixed values by label.

    Attributes:
        rolled: the labels rolled so far, in order.
    """

    def __init__(self, script: Mapping[str, Sequence[int]]) -> None:
        self._left = {label: tuple(values) for label, values in script.items()}
        self.rolled: list[str] = []

    @property
    def left(self) -> tuple[str, ...]:
        """The labels nobody has rolled yet."""
        return tuple(self._left)

    def draw(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """The values of a label.

        Raises:
            UnexpectedRoll: the label is not in the script or has been rolled before, the script
                has another number of dice for it, or a value no such die can show.
        """
        if label not in self._left:
            raise UnexpectedRoll(f"nobody expects dice for {label} ({count}d{sides})")
        values = self._left.pop(label)
        if len(values) != count:
            raise UnexpectedRoll(f"{label}: {count} dice are rolled, not {len(values)}")
        if not all(1 <= value <= sides for value in values):
            raise UnexpectedRoll(f"{label}: a d{sides} does not show {list(values)}")
        self.rolled.append(label)
        return values

    def assert_empty(self) -> None:
        """Pass if no dice are left over.

        Raises:
            UnexpectedRoll: some are.
        """
        if self._left:
            raise UnexpectedRoll(f"these dice were never rolled: {self._left}")
