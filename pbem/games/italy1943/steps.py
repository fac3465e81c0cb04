"""The steps of a turn and how they are written."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, cast

from pbem.canon.immutable import immutable
from pbem.games.italy1943.pieces import Side

StepWord: TypeAlias = Literal[
    "begin", "setup", "overlord", "initiative", "reinforce", "impulse", "supply"
]

STEP_PATTERN: Final = (
    r"(begin|setup|overlord|initiative|supply)|reinforce/(allied|axis)|i([1-9][0-9]?)"
)
"""How a step is written inside its turn, as a regular expression."""


@immutable(frozen=True, slots=True)
class Step:
    """S43-28.18 One step of a turn.

    Attributes:
        word: which of the steps.
        side: whose reinforcement phase it is; None in all other steps.
        number: the number of the impulse; 0 in all other steps.
    """

    word: StepWord
    side: Side | None = None
    number: int = 0

    def __str__(self) -> str:
        if self.word == "reinforce":
            return f"reinforce/{self.side}"
        return f"i{self.number}" if self.word == "impulse" else self.word

    @classmethod
    def parse(cls, text: str) -> Step:
        """The step that is written so: ``initiative``, ``reinforce/axis``, ``i3``.

        Raises:
            ValueError: no step is written so.
        """
        found = re.fullmatch(STEP_PATTERN, text)
        if found is None:
            raise ValueError(f"{text!r} is no step of a turn")
        word, side, number = found.groups()
        if number:
            return cls("impulse", number=int(number))
        if side:
            return cls("reinforce", side=cast("Side", side))
        return cls(cast("StepWord", word))
