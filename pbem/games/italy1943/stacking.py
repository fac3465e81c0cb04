"""The stacking test at the end of an impulse (2.21 to 2.26) and its decision, D34."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Choice, orders_question
from pbem.engine.events import Event
from pbem.engine.tokens import Token, tokens
from pbem.games.italy1943 import stacking_steps
from pbem.games.italy1943.asking import legal_pieces, names, not_an_option
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.limits import excesses, movable
from pbem.games.italy1943.pieces import FORCES_PER_ZONE, TANKS_PER_ZONE, Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.stacking_orders import offer, read_orders
from pbem.games.italy1943.stacking_steps import CUBE, HELD, Exit, Shift, default_shift, settle


@immutable(frozen=True, slots=True)
class Crowd:
    """S43-2.21 How many there were of what had a limit, and how many may stay."""

    there: int
    most: int

    def data(self) -> dict[str, Json]:
        """The numbers as plain data."""
        return {"there": self.there, "most": self.most}


class StackReduced(Event):
    """S43-2.22, S43-2.23 What was too much in a zone left it.

    Attributes:
        side: whose forces.
        zone: the overfull zone.
        forces: the forces that counted there (2.17); None if they were not too many.
        tanks: the tanks there (2.19); None if they were not too many.
        shift: what moved where, and what was eliminated.
        by: what decided.
    """

    side: Side
    zone: int
    forces: Crowd | None
    tanks: Crowd | None
    shift: Shift
    by: By


async def test_stacking(play: Play) -> None:
    """S43-2.21, S43-2.26 Bring every zone within its limits, the active side's zones first."""
    for over in excesses(play.pos, play.current.active):
        choice = await _choose(play, over.side, over.zone)
        stacking_steps.carry_out(play.pos, over.side, over.zone, choice.value)
        clause = "S43-2.23" if choice.value.lost.size else "S43-2.22"
        play.tell(
            StackReduced(
                clause=clause,
                side=over.side,
                zone=over.zone,
                forces=_crowd(over.forces, FORCES_PER_ZONE),
                tanks=_crowd(over.tanks, TANKS_PER_ZONE),
                shift=choice.value,
                by=choice.by,
            )
        )


def _crowd(over: int, most: int) -> Crowd | None:
    return Crowd(over + most, most) if over else None


async def _choose(play: Play, side: Side, zone: int) -> Choice[Shift]:
    """S43-D34 What leaves a zone, as its owner says where he has a choice."""
    if not stacking_steps.leaves_a_choice(play.pos, side, zone):
        return Choice(default_shift(play.pos, side, zone), By("default"))
    choose = decision(
        "stacking",
        "S43-D34",
        lambda value, at: _by_policy(play, side, zone, cast("Mapping[str, Json]", value), at),
        lambda: default_shift(play.pos, side, zone),
        "ask",
        zone=zone,
        facts=reader(play, side, zone, {}),
        offer=lambda: offer(play.pos, side, zone),
    )
    heading = play.heading(f"stacking:{zone}/{side}", side, "stacking", "S43-D34")
    (choice,) = await orders_question(
        heading,
        choose,
        lambda orders, at: read_orders(play, side, zone, orders, at),
        ("stacking",),
    )
    return choice


def _by_policy(play: Play, side: Side, zone: int, value: Mapping[str, Json], at: str) -> Shift:
    """S43-D34 What leaves a zone by a policy ``{use, to}``; where it ends, the default goes on.

    Raises:
        OrdersRefused: none of the pieces in `use` can leave.
    """
    use = cast("list[str] | None", value.get("use"))
    wish = _Wish(play, tokens(*(use or ())), cast("list[int]", value.get("to", [])))
    shift = settle(play.pos, side, zone, wish.choose)
    if use is not None and not wish.used:
        legal = tuple(legal_pieces(movable(play.pos, side, zone)))
        not_an_option(at, "S43-D34", "none of the pieces named can leave the zone", legal)
    return shift


@dataclass
class _Wish:
    """The order of preference of a policy, and how often each of its pieces was used."""

    play: Play
    use: Sequence[Token]
    to: Sequence[int]
    used: dict[int, int] = field(default_factory=dict)

    def choose(self, pos: Position, ways: Sequence[Exit]) -> Exit:
        """The exit that the policy prefers among the legal ones, be it into the pool."""
        wished = self._preferred(pos, ways) or ways
        return wished[0] if wished[0].to is None else self._nearest(wished)

    def _preferred(self, pos: Position, ways: Sequence[Exit]) -> list[Exit]:
        """The exits of the first piece that `use` still names; empty if it names none."""
        for index, token in enumerate(self.use):
            if token.most is None or self.used.get(index, 0) < token.most:
                named = [way for way in ways if self._means(pos, token, way.piece)]
                if named:
                    self.used[index] = self.used.get(index, 0) + 1
                    return [way for way in named if way.piece == named[0].piece]
        return []

    def _means(self, pos: Position, token: Token, piece: str) -> bool:
        if piece in (CUBE, HELD):
            return token.word == CUBE
        return names(replace(self.play, pos=pos), token, piece)

    def _nearest(self, ways: Sequence[Exit]) -> Exit:
        """The first piece's exit to the first zone that `to` names, else the lowest-numbered."""
        own = [way for way in ways if way.piece == ways[0].piece]
        wished = (way for zone in self.to for way in own if way.to == zone)
        return next(wished, own[0])
