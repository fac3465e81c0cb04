"""The player of a side: which part of it answers which question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.engine.decisions import Question
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position
from pbem.players.italy1943 import allied, axis
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.fights import stand_or_go
from pbem.players.italy1943.impulse import impulse_orders
from pbem.players.italy1943.phases import reinforcement_orders


class LookAhead:
    """A player that looks one impulse ahead; what it leaves out is left to the default."""

    def __init__(self, facts: Facts, side: Side, standing: Sequence[Mapping[str, Json]]) -> None:
        self._facts = facts
        self._side = side
        self._standing = standing
        self._judge = Judge(side)

    def standing(self) -> Sequence[Mapping[str, Json]]:
        """The policies it files before the game."""
        return self._standing

    def answer(self, question: Question[Any], opening: Mapping[str, Json]) -> Sequence[Json]:
        """The orders with which it answers a question; see `pbem.players.interface`."""
        pos = Position.from_data(self._facts, opening)
        if question.kind == "end":
            return stand_or_go(question)
        if question.kind == "additional":
            return additional(pos, self._side)
        if question.kind == "logistics":
            return logistics(self._judge, pos, question)
        if question.kind == "orders" and question.id == f"{pos.step_id}/orders":
            return self._own_step(pos)
        return []

    def _own_step(self, pos: Position) -> Sequence[Json]:
        """The orders for a step of its own; the rest of the steps take their default."""
        if pos.step.word == "reinforce":
            return reinforcement_orders(self._judge, pos)
        return impulse_orders(self._judge, pos) if pos.step.word == "impulse" else []


def additional(pos: Position, side: Side) -> list[Json]:
    """S43-D43 One more impulse, as long as the tokens last into the later turns."""
    is_rich = 2 * pos.tokens[side] >= len(pos.facts.turns) - pos.turn
    return [{"do": "answer", "value": "always"}] if is_rich else []


def logistics(judge: Judge, pos: Position, question: Question[Any]) -> list[Json]:
    """S43-D42 The event for the most valuable forces that would starve."""
    offered = question.decisions[0].offer()
    zones = [zone for zone in offered if isinstance(zone, int)] if isinstance(offered, list) else []
    worth = judge.survey(pos).worth[judge.side]
    zone = max(zones, key=lambda zone: (worth.get(zone, 0.0), -zone))
    return [{"do": "logistics", "zone": zone}] if worth.get(zone, 0.0) >= 30.0 else []


def _allied(facts: Facts) -> LookAhead:
    return LookAhead(facts, "allied", allied.STANDING)


def _axis(facts: Facts) -> LookAhead:
    return LookAhead(facts, "axis", axis.standing(facts))


MAKERS: Final[Mapping[str, Callable[[Facts], LookAhead]]] = {"allied": _allied, "axis": _axis}
"""What makes the player of each seat."""
