"""The rules of 1943-1945 as the engine wants them (`pbem.engine.game.Rules`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.canon.canonical import Json
from pbem.engine.decisions import Rule
from pbem.engine.entries import Frame
from pbem.engine.game import StepEnd, Table
from pbem.engine.refusals import Refusal
from pbem.games.italy1943 import orders, setup, turn
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import SIDES
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.policy_checks import standing_refusals
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.view import view


class Italy1943:
    """The rules on one board.

    Attributes:
        facts: the board and the tables.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._frame = orders.frame(facts)

    @classmethod
    def from_data(cls, files: Mapping[str, Json]) -> Italy1943:
        """The rules with the content of the rule files, explaining members removed.

        Raises:
            ValueError: the data are incomplete or contradict themselves.
        """
        return cls(Facts.from_data(files))

    @property
    def seats(self) -> Sequence[str]:
        """S43-1.1 The seats of a game."""
        return SIDES

    @property
    def frame(self) -> Frame:
        """The order types and the words of policies."""
        return self._frame

    def check_options(self, options: Mapping[str, Json]) -> Sequence[Refusal]:
        """S43-28.23 What is wrong with the options of an invitation; only `start` is known."""
        return [
            Refusal("E_OPTION", fault.pointer, "S43-28.23", fault.reason, fault.legal)
            for fault in setup.OPTIONS.faults(dict(options))
        ]

    def start(self, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """S43-3.1, S43-28.23 The position before the first step, with checked options."""
        return setup.start(self.facts, options).to_data()

    def step(self, opening: Mapping[str, Json], table: Table) -> Rule[StepEnd]:
        """S43-28.18 Run the step that is due in `opening`, which is not changed."""
        pos = Position.from_data(self.facts, opening)
        return turn.play_step(Play(self.facts, self._frame, pos, table, pos.step_id))

    def check_standing(self, seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        """S43-29.1, S43-O20 What is wrong with a standing document of a seat."""
        return standing_refusals(self.facts, self._frame, seat, topic, policies)

    def view(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        """S43-28.7 The position as a report shows it."""
        return view(Position.from_data(self.facts, position))
