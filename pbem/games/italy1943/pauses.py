"""Pauses of the active player (28.12): the rest of his orders, or the next combat (D19, D44)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.decisions import Choice, Decision, orders_question, question
from pbem.games.italy1943.asking import not_an_option
from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.documents import orders_only
from pbem.games.italy1943.impulse_orders import IMPULSE_TYPES, NOTHING, ImpulseOrders
from pbem.games.italy1943.impulse_trial import read_orders
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play, decision

CLAUSE: Final = "S43-D44"


async def ask_for_the_rest(play: Play, number: int, pauses_left: int) -> Choice[ImpulseOrders]:
    """S43-28.12, S43-D44 Ask for further entries; without an answer nothing more is done.

    Args:
        play: the run of the step.
        number: the number of the pause in the impulse.
        pauses_left: how many pauses may still be written.
    """
    side = play.current.active
    choose = _whether_to_go_on(play, side)
    heading = play.heading(f"pause:{number}/orders", side, "orders", CLAUSE)
    (choice,) = await orders_question(
        heading,
        choose,
        lambda orders, at: read_orders(play, orders, at, ("W0",), pauses_left),
        IMPULSE_TYPES,
    )
    return choice


async def ask_for_the_next(play: Play, number: int, rest: Sequence[Attack]) -> Attack:
    """S43-28.12, S43-D19, S43-D44 Ask which declared combat comes next; by default the first.

    Args:
        play: the run of the step.
        number: the number of the pause in the impulse.
        rest: the attacks not fought yet, at least two, in the order of the file.
    """
    side = play.current.active
    hold = _whether_to_go_on(play, side)
    choose = Decision(
        word="next_combat",
        clause="S43-D19",
        read=lambda value, at: _next(rest, value, at),
        default=lambda: rest[0],
        unfiled="default",
        topic="turn",
        own_orders=True,
        offer=lambda: [attack.zone for attack in rest],
    )
    heading = play.heading(f"pause:{number}/orders", side, "orders", CLAUSE)
    _, choice = await question(heading, hold, choose)
    return choice.value


def _whether_to_go_on(play: Play, side: Side) -> Decision[ImpulseOrders]:
    """S43-D44 What follows a pause: only orders say it; a policy may ask or take the default."""
    return decision(
        "pause",
        CLAUSE,
        orders_only("pause", CLAUSE),
        lambda: NOTHING,
        "ask",
        facts=reader(play, side, None, {}),
    )


def _next(rest: Sequence[Attack], value: Json, at: str) -> Attack:
    """S43-D19 The attack on a zone that is still to be fought.

    Raises:
        OrdersRefused: E_OPTION, there is none.
    """
    chosen = next((attack for attack in rest if attack.zone == value), None)
    if chosen is None:
        legal = tuple(str(attack.zone) for attack in rest)
        not_an_option(at, "S43-D19", f"{value} is no zone where a combat is still due", legal)
    return chosen
