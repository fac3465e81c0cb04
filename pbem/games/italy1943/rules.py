"""The rules of 1943-1945 as the engine wants them (`pbem.engine.game.Rules`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pbem.canon.canonical import Json
from pbem.canon.forms import Form
from pbem.engine.decisions import Question, Rule
from pbem.engine.entries import Frame
from pbem.engine.game import StepEnd, Table
from pbem.engine.policies import Place
from pbem.engine.refusals import Refusal
from pbem.games.italy1943 import orders, setup, turn
from pbem.games.italy1943.data_forms import RULE_FILES
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import SIDES, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.policy_checks import standing_refusals
from pbem.games.italy1943.position import Position

if TYPE_CHECKING:
    from pbem.engine.guiding import Advice, Guide, Supposed
    from pbem.engine.picking import Pick


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

    def check_position(self, position: Mapping[str, Json]) -> Sequence[str]:
        """S43-1.10 What keeps plain data from being a position of this game."""
        from pbem.games.italy1943.position_checks import faults  # noqa: PLC0415 - no step needs it

        return faults(self.facts, position)

    def step(self, opening: Mapping[str, Json], table: Table) -> Rule[StepEnd]:
        """S43-28.18 Run the step that is due in `opening`, which is not changed."""
        pos = Position.restore(self.facts, opening)
        table.watch(pos.to_data)
        return turn.play_step(Play(self.facts, self._frame, pos, table, pos.step_id))

    def check_standing(self, seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        """S43-29.1, S43-O20 What is wrong with a standing document of a seat."""
        return standing_refusals(self.facts, self._frame, seat, topic, policies)

    def view(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        """S43-28.7 The position as a report shows it."""
        from pbem.games.italy1943.view import view  # noqa: PLC0415 - no step needs it

        return view(Position.restore(self.facts, position))

    @property
    def data_forms(self) -> Mapping[str, Form]:
        """The form of each rule file."""
        return RULE_FILES

    def suggest(self, question: Question[Any], pick: Pick) -> list[Json]:
        """S43-28.19 A legal answer to an open question."""
        from pbem.games.italy1943.suggest import suggest  # noqa: PLC0415 - no game needs it

        return suggest(question, pick)

    def suggest_standing(self, seat: str, pick: Pick) -> list[Mapping[str, Json]]:
        """S43-29.1 The policies of a standing document of a seat."""
        from pbem.games.italy1943.suggest_policies import policies  # noqa: PLC0415 - likewise

        return policies(self.facts, self._frame.vocabulary, cast("Side", seat), pick)

    @property
    def examples(self) -> Mapping[str, Mapping[str, Json]]:
        """S43-30 An entry of each order type."""
        from pbem.games.italy1943.examples import ENTRIES  # noqa: PLC0415 - no game needs it

        return ENTRIES

    def guide(self, question: Question[Any]) -> Guide:
        """S43-28.19 What helps to answer an open question."""
        from pbem.games.italy1943.guide import guide  # noqa: PLC0415 - likewise

        return guide(question)

    def writing_frame(self, seat: str) -> Frame:
        """S43-29.1 The frame with the zones of the board."""
        from pbem.games.italy1943.guide_forms import board_frame  # noqa: PLC0415 - likewise

        return board_frame(self.facts)

    def advice(self, seat: str) -> Sequence[Advice]:
        """S43-29.2 The decisions that a seat may have to take."""
        from pbem.games.italy1943.examples import advice  # noqa: PLC0415 - likewise

        return advice(cast("Side", seat))

    def doubts(self, question: Question[Any], orders: Sequence[Json]) -> Sequence[Refusal]:
        """S43-28.11, S43-28.15 Where orders contradict each other."""
        from pbem.games.italy1943.doubts import doubts  # noqa: PLC0415 - likewise

        return doubts(question, orders)

    def suppose(
        self, position: Mapping[str, Json], seat: str, place: Place | None
    ) -> Supposed | None:
        """S43-13.1 An attack on a seat, to try its standing orders."""
        from pbem.games.italy1943.supposing import suppose  # noqa: PLC0415 - likewise

        pos = Position.restore(self.facts, position)
        return suppose(self.facts, self._frame, pos, cast("Side", seat), place)

    def breaches(self, position: Mapping[str, Json]) -> Sequence[str]:
        """S43-1.10 What no position may be."""
        from pbem.games.italy1943.inspection import breaches  # noqa: PLC0415 - likewise

        return breaches(self.facts, position)
