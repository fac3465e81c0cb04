"""Dice for rehearsals: given ones and random ones. No game is ever decided by them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from pbem.canon.immutable import immutable
from pbem.canon.trouble import Trouble


class WrongDice(Trouble):
    """Dice were given that do not fit the roll they are for."""


@immutable(frozen=True)
class TrialDice:
    """A source of dice: given values for some rolls, random ones for all others.

    Attributes:
        given: values by label, or by the end of a label, such as ``round:1/allied``.
    """

    given: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def draw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice of a label.

        Raises:
            WrongDice: other dice are given for it than are rolled.
        """
        for end, values in self.given.items():
            if label == end or label.endswith(f"/{end}"):
                _check(label, values, count, sides)
                return tuple(values)
        return tuple(secrets.randbelow(sides) + 1 for _ in range(count))

    def check_used(self, labels: Iterable[str]) -> None:
        """Pass if all given dice were for rolls with these labels.

        Raises:
            WrongDice: some were for none.
        """
        rolled = list(labels)
        for end in self.given:
            if not any(label == end or label.endswith(f"/{end}") for label in rolled):
                known = ", ".join(dict.fromkeys(rolled)) or "nothing"
                raise WrongDice(f"no dice were rolled for {end}; there were rolls for {known}")


def _check(label: str, values: Sequence[int], count: int, sides: int) -> None:
    if len(values) != count or not all(1 <= value <= sides for value in values):
        given = ", ".join(map(str, values))
        raise WrongDice(f"{label} is {count}d{sides}; the dice given for it are {given}")


def read_dice(texts: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Dice as the command line writes them: ``LABEL=6,6,1``.

    Raises:
        WrongDice: one of them is not written so.
    """
    found: dict[str, tuple[int, ...]] = {}
    for text in texts:
        label, sign, values = text.rpartition("=")
        numbers = values.split(",")
        if not (sign and label and all(n.isascii() and n.isdecimal() for n in numbers)):
            raise WrongDice(f"{text} are no dice: write them as LABEL=6,6,1")
        found[label] = tuple(int(number) for number in numbers)
    return found
