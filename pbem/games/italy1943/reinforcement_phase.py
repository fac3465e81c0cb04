"""The reinforcement phase of a side: one question for D03, D04 and D05 (sections 6 and 7).

A document settles all three. Without one each is settled by its own policies in turn, so that
conversions see the cubes that have just entered; all share the ask id, because at most one of
them can be open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, cast

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Choice, orders_question
from pbem.games.italy1943 import conversion, new_line
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement import Act, NewLine, carry_out, due, entry_zones, spread
from pbem.games.italy1943.reinforcement_orders import (
    PHASE_TYPES,
    read_orders,
    wished_conversions,
)
from pbem.games.italy1943.victory import test_elimination


@immutable(frozen=True, slots=True)
class Part:
    """One of the decisions of the phase.

    Attributes:
        word: its word in policies.
        do: the order type that it answers.
        clause: its place in the decision table.
        live: whether there is anything to decide (28.16).
        read: the acts that the value of a policy gives.
        default: the acts of the default.
    """

    word: str
    do: str
    clause: str
    live: Callable[[Position, Side], bool]
    read: Callable[[Play, Side, Json, str], tuple[Act, ...]]
    default: Callable[[Position, Side], tuple[Act, ...]]


def _wished_zones(play: Play, side: Side, value: Json, _at: str) -> tuple[Act, ...]:
    wished = cast("Mapping[str, list[int]]", value)["to"]
    return spread(play.pos, side, wished)


def _wished_line(play: Play, _side: Side, value: Json, at: str) -> tuple[Act, ...]:
    zone = new_line.by_policy(play.pos, value, at)
    return (NewLine(zone),) if zone else ()


def _nothing(_pos: Position, _side: Side) -> tuple[Act, ...]:
    return ()


REINFORCE: Final = Part(
    "reinforce",
    "reinforce",
    "S43-D03",
    lambda pos, side: due(pos, side) > 0 and bool(entry_zones(pos, side)),
    _wished_zones,
    lambda pos, side: spread(pos, side, ()),
)
CONVERT: Final = Part(
    "convert",
    "convert",
    "S43-D04",
    lambda pos, side: any(conversion.possible(pos, side)),
    wished_conversions,
    _nothing,
)
NEW_LINE: Final = Part(
    "new_line",
    "event",
    "S43-D05",
    lambda pos, side: side == "axis" and new_line.playable(pos),
    _wished_line,
    _nothing,
)


async def reinforce(play: Play) -> None:
    """S43-6.1, S43-7.1, S43-D03, S43-D04, S43-D05 Reinforcements, conversions, and the line."""
    side = cast("Side", play.pos.active)
    unfiled: Literal["ask", "default"] = "ask"
    open_types = list(PHASE_TYPES)
    for part in (REINFORCE, CONVERT, NEW_LINE):
        if not part.live(play.pos, side):
            continue
        choice = await _ask(play, side, part, unfiled, tuple(open_types))
        _do(play, side, choice)
        if choice.by.source == "answer" or play.over is not None:
            return
        open_types.remove(part.do)
        unfiled = "default" if part is REINFORCE else unfiled


def _do(play: Play, side: Side, choice: Choice[tuple[Act, ...]]) -> None:
    """S43-6.1, S43-7.2, S43-27.3 One act after the other, until a conversion ends the game."""
    for act in choice.value:
        if play.over is None:
            play.tell(carry_out(play.pos, side, act, choice.by))
            test_elimination(play)


async def _ask(
    play: Play,
    side: Side,
    part: Part,
    unfiled: Literal["ask", "default"],
    open_types: tuple[str, ...],
) -> Choice[tuple[Act, ...]]:
    """S43-28.19 One decision by its policies, or everything still open by a document."""
    choose = decision(
        part.word,
        part.clause,
        lambda value, at: part.read(play, side, value, at),
        lambda: part.default(play.pos, side),
        unfiled,
        facts=reader(play, side, None, {}),
        offer=lambda: offer(play.pos, side),
    )
    heading = play.heading("orders", side, "orders", part.clause)
    (choice,) = await orders_question(
        heading,
        choose,
        lambda orders, at: read_orders(play, side, orders, at, open_types),
        open_types,
    )
    return choice


def offer(pos: Position, side: Side) -> dict[str, Json]:
    """S43-6.1, S43-7.2, S43-25.9 What is possible in the phase, for the help of a draft."""
    entry: list[Json] = [pos.facts.zone(zone).title for zone in entry_zones(pos, side)]
    wishes: list[Json] = [
        {"zone": wish.zone, "kind": wish.kind} for wish in conversion.possible(pos, side)
    ]
    plain: dict[str, Json] = {
        "due": due(pos, side),
        "pool": pos.pool_cubes(side),
        "entry": entry,
        "convert": wishes,
    }
    if NEW_LINE.live(pos, side):
        plain["new_line"] = list(new_line.zones(pos))
    return plain
