"""What may leave an overfull zone, piece by piece (2.22, 2.23, 2.26).

`exits` yields what may happen to the next piece and is the only place that knows: written
orders are checked against it, and defaults, policies and the search for a real choice use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.games.italy1943.limits import destinations, excess, movable
from pbem.games.italy1943.pieces import Force, Kind, Side
from pbem.games.italy1943.position import Position

CUBE: Final = "cube"
HELD: Final = "held cube"


@immutable(frozen=True, slots=True)
class Exit:
    """S43-2.22, S43-2.23 One piece leaves an overfull zone.

    Attributes:
        piece: the id of a counter, `CUBE` or `HELD`.
        to: the zone it goes to; None if it is eliminated.
    """

    piece: str
    to: int | None

    @property
    def force(self) -> Force:
        """The piece as a force."""
        if self.piece in (CUBE, HELD):
            return Force(cubes=1, held=int(self.piece == HELD))
        return Force(counters=(self.piece,))


Choose: TypeAlias = Callable[[Position, Sequence[Exit]], Exit]
"""Picks one of the exits that are legal in a position."""


@immutable(frozen=True, slots=True)
class Shift:
    """S43-2.22, S43-2.23 All that leaves one overfull zone.

    Attributes:
        moves: what goes to which zone, zones ascending.
        lost: what is eliminated.
    """

    moves: tuple[tuple[int, Force], ...]
    lost: Force

    def data(self) -> dict[str, Json]:
        """The shift as plain data, in the form of a `stacking` entry (O18)."""
        plain: dict[str, Json] = {"moves": [{"to": to, **force.data()} for to, force in self.moves]}
        if self.lost.size:
            plain["lose"] = self.lost.data()
        return plain


def exits(pos: Position, side: Side, zone: int) -> list[Exit]:
    """S43-2.22, S43-2.23 What may happen to the next piece, in the default order of D34.

    Empty when the limits hold. A piece is eliminated only when none can move.
    """
    leavers = _leavers(pos, side, zone)
    moves = [
        Exit(piece, to)
        for piece in leavers
        for to in destinations(pos, side, zone, kind_of(pos, piece))
    ]
    if moves:
        return moves
    lost = sorted(leavers, key=lambda piece: _LOSS_ORDER.index(kind_of(pos, piece)))
    if not lost and excess(pos, side, zone).forces:
        lost = [HELD]
    return [Exit(piece, None) for piece in lost]


def kind_of(pos: Position, piece: str) -> Kind | None:
    """The kind of a counter; None for a cube."""
    return None if piece in (CUBE, HELD) else pos.facts.counter(piece).kind


_MOVE_ORDER: Final[Sequence[Kind | None]] = ("plane", None, "paratroopers", "elite", "tank")
"""S43-D34 The order of kinds in which forces leave; None is a cube."""

_LOSS_ORDER: Final[Sequence[Kind | None]] = (None, "plane", "paratroopers", "elite", "tank")
"""S43-D34 The order of kinds in which forces that find no room are eliminated."""


def _leavers(pos: Position, side: Side, zone: int) -> list[str]:
    """S43-2.22, S43-2.26, S43-D34 The pieces of which the next has to leave, in default order."""
    over = excess(pos, side, zone)
    if not over.forces and not over.tanks:
        return []
    whole = movable(pos, side, zone)
    pieces = [*([CUBE] if whole.cubes else []), *whole.counters]
    tanks = _sorted(pos, [piece for piece in pieces if kind_of(pos, piece) == "tank"])
    if over.forces <= over.tanks:
        return tanks
    others = _sorted(pos, [piece for piece in pieces if piece not in tanks])
    return [*tanks, *others] if over.tanks else [*others, *tanks]


def _sorted(pos: Position, pieces: Sequence[str]) -> list[str]:
    """S43-D34 Pieces by kind, engaged before ready, then in the order of `forces.json`."""
    return sorted(
        pieces,
        key=lambda piece: (_MOVE_ORDER.index(kind_of(pos, piece)), pos.is_ready(piece)),
    )


def leave(pos: Position, side: Side, zone: int, way: Exit) -> None:
    """S43-2.22, S43-2.23 Carry out one exit; control does not change (2.24)."""
    if way.to is None:
        pos.eliminate(side, zone, way.force)
    else:
        pos.move_forces(side, way.force, zone, way.to)


def settle(pos: Position, side: Side, zone: int, choose: Choose) -> Shift:
    """S43-2.21 What leaves a zone until its limits hold, as `choose` says; `pos` stays as it is."""
    trial, taken = pos.copy(), list[Exit]()
    while ways := exits(trial, side, zone):
        way = choose(trial, ways)
        leave(trial, side, zone, way)
        taken.append(way)
    return shift_of(pos, taken)


def default_shift(pos: Position, side: Side, zone: int) -> Shift:
    """S43-D34 What leaves a zone where its owner says nothing."""
    return settle(pos, side, zone, lambda _, ways: ways[0])


def shift_of(pos: Position, taken: Sequence[Exit]) -> Shift:
    """The exits of a zone taken together."""
    places = sorted({way.to for way in taken if way.to is not None})
    return Shift(
        tuple((to, _together(pos, [w for w in taken if w.to == to])) for to in places),
        _together(pos, [way for way in taken if way.to is None]),
    )


def _together(pos: Position, taken: Sequence[Exit]) -> Force:
    total = Force()
    for way in taken:
        total = total.plus(way.force)
    counters = tuple(c for c in pos.facts.counters if c in total.counters)
    return Force(total.cubes, total.held, counters)


def leaves_a_choice(pos: Position, side: Side, zone: int) -> bool:
    """S43-28.16 Whether at least two different outcomes are legal."""
    found = _outcomes(pos, side, zone, ())
    first = next(found)
    return any(outcome != first for outcome in found)


def _outcomes(pos: Position, side: Side, zone: int, taken: tuple[Exit, ...]) -> Iterator[Shift]:
    """All legal outcomes, most of them more than once."""
    ways = exits(pos, side, zone)
    if not ways:
        yield shift_of(pos, taken)
    for way in ways:
        trial = pos.copy()
        leave(trial, side, zone, way)
        yield from _outcomes(trial, side, zone, (*taken, way))


def carry_out(pos: Position, side: Side, zone: int, shift: Shift) -> None:
    """S43-2.22, S43-2.23 Move and eliminate what leaves a zone."""
    for to, force in shift.moves:
        pos.move_forces(side, force, zone, to)
    pos.eliminate(side, zone, shift.lost)
