"""The position: the whole state of a game at a moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from pbem.canon.canonical import Json
from pbem.games.italy1943.board import Board
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import (
    AFLOAT,
    DROPPED,
    REMOVED,
    SEA,
    SIDES,
    Kind,
    Place,
    Side,
    Stack,
    other,
)
from pbem.games.italy1943.position_checks import faults
from pbem.games.italy1943.steps import Step
from pbem.games.italy1943.whereabouts import Whereabouts

_Name = TypeVar("_Name", bound=str)


@dataclass(slots=True)
class Position(Board):
    """The whole state of a game: the pieces, who controls what, and the tracks.

    Attributes, besides those of `Board`:
        turn: 1 to 8.
        step: the step of the turn that is due or runs.
        initiative: who has it this turn (5.2); None before the choice.
        passes: impulses passed one directly after the other (8.5).
        control: who controls each zone (2.14).
        naval_points: points left this turn (10.7).
        tokens: event tokens in hand (23.1).
        plays: how often each side has played an event in this game, by its id (23.2).
        bought: how many counters of a kind with a limit per turn each side has bought this
            turn (7.6).
    """

    turn: int
    step: Step
    initiative: Side | None
    passes: int
    control: dict[int, Side]
    naval_points: dict[Side, int]
    tokens: dict[Side, int]
    plays: dict[Side, dict[str, int]]
    bought: dict[Side, dict[Kind, int]]

    @classmethod
    def blank(cls, facts: Facts, turn: int, step: Step) -> Position:
        """An empty board: every piece in its pool, every zone Axis, no points and no tokens."""
        return cls(
            facts=facts,
            turn=turn,
            step=step,
            initiative=None,
            passes=0,
            stacks={side: {place: Stack() for place in _stacked(facts)} for side in SIDES},
            where=Whereabouts(),
            engaged=set(),
            lines={},
            control=dict.fromkeys(facts.zones, "axis"),
            naval_points=dict.fromkeys(SIDES, 0),
            tokens=dict.fromkeys(SIDES, 0),
            plays={side: {} for side in SIDES},
            bought={side: {} for side in SIDES},
        )

    @property
    def step_id(self) -> str:
        """S43-28.18 The id of the step: ``t2/i1``."""
        return f"t{self.turn}/{self.step}"

    @property
    def impulse(self) -> int:
        """S43-1.13 The box of the impulse marker: the impulse that runs, else the first."""
        return self.step.number or 1

    @property
    def active(self) -> Side | None:
        """S43-5.4 Whose impulse or reinforcement phase it is; None in other steps."""
        if self.step.word != "impulse" or self.initiative is None:
            return self.step.side
        return self.initiative if self.step.number % 2 else other(self.initiative)

    @property
    def italy_surrendered(self) -> bool:
        """S43-22.1 Whether Italy has surrendered: only that removes its forces (22.2)."""
        italian = [counter for counter in self.facts.counters.values() if counter.italian]
        return all(self.place_of(counter.id) == REMOVED for counter in italian)

    def to_data(self) -> dict[str, Json]:
        """The position in the canonical data model (architecture: "Documents and bytes")."""
        data: dict[str, Json] = {
            "turn": self.turn,
            "step": str(self.step),
            "passes": self.passes,
            "naval_points": {side: self.naval_points[side] for side in SIDES},
            "tokens": {side: self.tokens[side] for side in SIDES},
            "plays": {side: _plain(self.plays[side]) for side in SIDES},
            "bought": {side: _plain(self.bought[side]) for side in SIDES},
            "removed": [c for side in SIDES for c in self.counters(side, REMOVED)],
            "control_allied": [n for n in self.facts.zones if self.control[n] == "allied"],
            "engaged": [counter for counter in self.facts.counters if counter in self.engaged],
        }
        if self.initiative:
            data["initiative"] = self.initiative
        return data | {side: self._side_data(side) for side in SIDES}

    def _side_data(self, side: Side) -> dict[str, Json]:
        """The pieces of a side outside its pool, by place; nothing is said of empty places."""
        plain: dict[str, Json] = {}
        lines = self.lines if side == "axis" else {}
        for place, stack in self.stacks[side].items():
            if stack.cubes or place in lines or self.counters(side, place):
                here = self.force(side, place).data()
                if place in lines:
                    here["line"] = lines[int(place)]
                plain[str(place)] = here
        plain[SEA] = list(self.counters(side, SEA))
        if dropped := self.counters(side, DROPPED):
            plain[DROPPED] = list(dropped)
        return plain

    @classmethod
    def from_data(cls, facts: Facts, data: Mapping[str, Json]) -> Position:
        """The position that `to_data` has written; the pools follow from the rest.

        `passes`, `initiative`, `plays`, `bought` and `removed` may be missing.

        Raises:
            ValueError: it is no position of this game; each line of the message names a place.
        """
        wrong = faults(facts, data)
        if wrong:
            raise ValueError("\n".join(wrong))
        return cls.restore(facts, data)

    @classmethod
    def restore(cls, facts: Facts, data: Mapping[str, Json]) -> Position:
        """The position that `to_data` has written, as `from_data` reads it, but taken on trust."""
        read = cast("Mapping[str, Any]", data)
        position = cls.blank(facts, read["turn"], Step.parse(read["step"]))
        position.initiative = read.get("initiative")
        position.passes = read.get("passes", 0)
        position.control |= dict.fromkeys(read["control_allied"], "allied")
        position.engaged |= set(read["engaged"])
        position.where |= dict.fromkeys(read.get("removed", ()), REMOVED)
        for side in SIDES:
            position._read_side(side, read)
        return position

    def _read_side(self, side: Side, read: Mapping[str, Any]) -> None:
        self.naval_points[side] = read["naval_points"][side]
        self.tokens[side] = read["tokens"][side]
        self.plays[side] = dict(read.get("plays", {}).get(side, {}))
        self.bought[side] = dict(read.get("bought", {}).get(side, {}))
        for name, here in read[side].items():
            place = cast("Place", int(name) if name.isdecimal() else name)
            pieces = here if isinstance(here, dict) else {"counters": here}
            self.where |= dict.fromkeys(pieces.get("counters", ()), place)
            if place in self.stacks[side]:
                stack = self.stacks[side][place]
                stack.cubes, stack.held = pieces.get("cubes", 0), pieces.get("held", 0)
            if "line" in pieces:
                self.lines[int(name)] = pieces["line"]

    def copy(self) -> Position:
        """An independent copy, for trying out orders; the facts are shared."""
        return replace(
            self,
            stacks={
                side: {place: Stack(s.cubes, s.held) for place, s in stacks.items()}
                for side, stacks in self.stacks.items()
            },
            where=Whereabouts(self.where.data),
            engaged=set(self.engaged),
            lines=dict(self.lines),
            control=dict(self.control),
            naval_points=dict(self.naval_points),
            tokens=dict(self.tokens),
            plays={side: dict(plays) for side, plays in self.plays.items()},
            bought={side: dict(bought) for side, bought in self.bought.items()},
        )


def _plain(counts: Mapping[_Name, int]) -> dict[str, Json]:
    """Counts as plain data; what was never counted and what stands at 0 look the same."""
    return {name: count for name, count in counts.items() if count}


def _stacked(facts: Facts) -> tuple[Place, ...]:
    """The places that hold cubes."""
    zones: tuple[Place, ...] = tuple(facts.zones)
    return (*zones, AFLOAT)
