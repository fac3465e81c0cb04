"""Reading the orders for an impulse: a trial finds what is illegal at its moment (28.9).

The trial carries the list out on a copy of the position, without reactions and without own
dice. Entries with `if` are left out of it (28.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from pbem.canon.canonical import Json
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import trial_of
from pbem.games.italy1943.actions import ACTIONS
from pbem.games.italy1943.attacks import assume_declared
from pbem.games.italy1943.declaration import ATTACK_TYPES, attack_problems
from pbem.games.italy1943.documents import place_in_list, read_entries, refuse_in_order
from pbem.games.italy1943.impulse_orders import (
    IMPULSE_TYPES,
    PASSED,
    ImpulseOrders,
    sort_entries,
)
from pbem.games.italy1943.play import Play


def read_orders(
    play: Play, orders: Json, at: str, windows_over: Sequence[str], pauses_left: int
) -> ImpulseOrders:
    """S43-28.9, S43-28.14 The orders of a document; a document without orders is a pass.

    Args:
        play: the run of the step, in the position the document was written for.
        orders: the `orders` list as written.
        at: JSON pointer of the list.
        windows_over: names of windows that cannot come any more.
        pauses_left: how many pauses may still be written in this impulse.

    Raises:
        OrdersRefused: some of it is illegal; everything at once.
    """
    side = play.current.active
    entries, wrong = read_entries(play, side, orders, at, IMPULSE_TYPES)
    sorted_orders, misplaced = sort_entries(entries, windows_over, pauses_left)
    readable = _first_unreadable([*wrong, *misplaced], at)
    illegal = (
        refusal
        for refusal in trial_problems(play, sorted_orders)
        if place_in_list(refusal.at, at) < readable
    )
    refuse_in_order([*wrong, *misplaced, *illegal], at)
    return sorted_orders if entries else PASSED


def _first_unreadable(wrong: Sequence[Refusal], at: str) -> int:
    """The first entry that cannot be read; what comes after it may depend on it."""
    places = (place_in_list(refusal.at, at) for refusal in wrong)
    return min(places, default=10**6)


def trial_problems(play: Play, orders: ImpulseOrders) -> Iterator[Refusal]:
    """S43-28.9 Everything that is illegal at its moment, if nobody reacts and no die counts."""
    trial = trial_of(play)
    for window, entry in _by_moments(orders):
        trial.current.window = window
        if entry.condition is None:
            yield from _try(trial, entry)


def _by_moments(orders: ImpulseOrders) -> Iterator[tuple[str, Entry]]:
    """S43-28.1 The entries in the order of their moments, each with its window, "" for none.

    Entries for the combat of a zone that is not attacked are left out: they will be skipped
    (28.15).
    """
    zones = [cast("int", attack.fields["zone"]) for attack in orders.attacks]
    combats = [name for zone in dict.fromkeys(zones) for name in (f"W4:{zone}", f"W6:{zone}")]
    yield from _waiting(orders, "W0")
    yield from (("", entry) for entry in orders.actions)
    yield from _waiting(orders, "W2")
    yield from (("", entry) for entry in orders.attacks)
    for name in ("W3", *combats, "W7"):
        yield from _waiting(orders, name)


def _waiting(orders: ImpulseOrders, window: str) -> Iterator[tuple[str, Entry]]:
    return ((window, entry) for entry in orders.for_window(window))


def _try(trial: Play, entry: Entry) -> list[Refusal]:
    """Do an entry in the trial, or find out why it is illegal."""
    if entry.do in ATTACK_TYPES:
        wrong = attack_problems(trial, entry)
        if not wrong:
            assume_declared(trial, entry)
        return wrong
    action = ACTIONS[entry.do]
    wrong = action.check(trial, entry)
    if not wrong:
        action.assume(trial, entry)
    return wrong
