"""Beginning in mid-course (28.23): the question that stands before the first dice."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.engine.decisions import orders_question
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.games.italy1943.documents import read_entries, refuse_in_order
from pbem.games.italy1943.play import Play, decision


async def begin(play: Play) -> None:
    """S43-28.23 The Allied player opens a game whose start leaves nothing to set up."""
    choose = decision("begin", "S43-28.23", _no_policy, lambda: None, "ask")
    heading = play.heading("orders", "allied", "orders", "S43-28.23")
    await orders_question(heading, choose, lambda orders, at: _read_orders(play, orders, at))


def _no_policy(value: Json, at: str) -> None:
    """S43-28.23 No policy begins a game."""
    text = f"a policy can not begin the game, so {value!r} says nothing here"
    raise OrdersRefused([Refusal("E_OPTION", at, "S43-28.23", text)])


def _read_orders(play: Play, orders: Json, at: str) -> None:
    """S43-28.23 An empty list begins the game; only `policies` may stand in it."""
    _, wrong = read_entries(play, "allied", orders, at, ())
    refuse_in_order(wrong, at)
