"""Loaded dice: every label names its values, and nothing else may be rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class ScriptedDice:
    """A source of dice, and a `roll`, with fixed values by label.

    It fails on a label that is not in the script, on another number of dice than the script has,
    and on a label that is rolled again.
    """

    def __init__(self, script: Mapping[str, Sequence[int]]) -> None:
        self._left = {label: tuple(values) for label, values in script.items()}
        self.rolled: list[str] = []

    def draw(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """The values of a label."""
        assert sides == 6, f"{label}: a d{sides}"
        assert label in self._left, f"nobody expects dice for {label} ({count}d{sides})"
        values = self._left.pop(label)
        assert len(values) == count, f"{label}: {count} dice are rolled, not {len(values)}"
        self.rolled.append(label)
        return values

    def assert_empty(self) -> None:
        """Fail if dice are left over."""
        assert not self._left, f"these dice were never rolled: {self._left}"
