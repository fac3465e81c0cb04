"""Overlord (section 20): at the beginning of turn 5 a fleet and all paratroopers leave."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, orders_question
from pbem.engine.events import Event
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.documents import read_entries, refuse_in_order
from pbem.games.italy1943.pieces import REMOVED, SEA
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.victory import test_elimination


class OverlordStarted(Event):
    """S43-20.1, S43-20.2 Pieces left the game for the invasion of France.

    Attributes:
        fleet: the Allied fleet that left.
        paratroopers: the paratroopers that left.
        by: what decided which fleet.
    """

    fleet: str
    paratroopers: tuple[str, ...]
    by: By


async def start_overlord(play: Play) -> None:
    """S43-20.1, S43-20.2, S43-27.3, S43-D36 A fleet and all paratroopers leave the game."""
    choose = decision(
        "overlord",
        "S43-D36",
        lambda value, at: _fleet(play.pos, str(value), at, "E_OPTION"),
        lambda: fleets(play.pos)[-1],
        "ask",
        facts=reader(play, "allied", None, {}),
        offer=lambda: list(fleets(play.pos)),
    )
    heading = play.heading("orders", "allied", "orders", "S43-D36")
    (choice,) = await orders_question(
        heading, choose, lambda orders, at: _read_orders(play, orders, at), ("overlord",)
    )
    gone = _paratroopers(play.pos)
    for counter in (choice.value, *gone):
        play.pos.remove_from_game(counter)
    play.tell(
        OverlordStarted(clause="S43-20.1", fleet=choice.value, paratroopers=gone, by=choice.by)
    )
    test_elimination(play)


def fleets(pos: Position) -> tuple[str, ...]:
    """S43-20.1 The Allied fleets that are in the game."""
    return pos.of_kind("allied", SEA, "fleet")


def _paratroopers(pos: Position) -> tuple[str, ...]:
    """S43-20.2 All paratroopers that are in the game, on the board or in the pool."""
    return tuple(
        counter.id
        for counter in pos.facts.counters_of["allied"]
        if counter.kind == "paratroopers" and pos.place_of(counter.id) != REMOVED
    )


def _fleet(pos: Position, fleet: str, at: str, code: str) -> str:
    """S43-O17 A fleet that can leave.

    Raises:
        OrdersRefused: it is no Allied fleet in the game.
    """
    legal = fleets(pos)
    if fleet not in legal:
        text = f"{fleet} is not an Allied fleet in the game"
        raise OrdersRefused([Refusal(code, at, "S43-20.1", text, legal)])
    return fleet


def _read_orders(play: Play, orders: Json, at: str) -> str:
    """S43-O17 The fleet that a document names; without an entry the default."""
    entries, wrong = read_entries(play, "allied", orders, at, ("overlord",))
    refuse_in_order(wrong, at)
    if not entries:
        return fleets(play.pos)[-1]
    (entry,) = entries
    return _fleet(play.pos, str(entry.fields["remove"]), f"{entry.at}/remove", "E_FLEET")
