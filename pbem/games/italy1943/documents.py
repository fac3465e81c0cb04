"""Reading the `orders` list of a document: its entries, and what is wrong with their form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NoReturn, cast

from pbem.canon.canonical import Json
from pbem.engine.entries import POLICIES, Entry
from pbem.engine.refusals import Refusal, refuse
from pbem.games.italy1943.asking import not_an_option
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.policy_checks import policy_refusals


def read_entries(
    play: Play, side: Side, orders: Json, at: str, allowed: Collection[str]
) -> tuple[list[Entry], list[Refusal]]:
    """S43-O20 The entries of a document, `policies` left out, and what is wrong with the rest.

    Args:
        play: the run of the step.
        side: whose document it is.
        orders: its `orders` list as written.
        at: JSON pointer of the list.
        allowed: the order types that this ask takes; `policies` is always possible.
    """
    entries, wrong = play.frame.read(orders, allowed, at)
    for entry in entries:
        if entry.do == POLICIES:
            listed = cast("Sequence[Mapping[str, Json]]", entry.fields[POLICIES])
            wrong += policy_refusals(play.facts, side, listed, f"{entry.at}/{POLICIES}")
    return [entry for entry in entries if entry.do != POLICIES], wrong


def orders_only(word: str, clause: str) -> Callable[[Json, str], NoReturn]:
    """S43-29.2 Reads the policy of a decision that only orders settle: it refuses every value."""

    def refuse_value(_value: Json, at: str) -> NoReturn:
        text = f"{word!r} is decided by orders; a policy can only say 'ask' or 'default'"
        not_an_option(at, clause, text, ("ask", "default"))

    return refuse_value


def place_in_list(pointer: str, at: str) -> int:
    """The number of the entry in which a JSON pointer lies; `at` points to the list."""
    first = pointer.removeprefix(f"{at}/").partition("/")[0]
    return int(first) if first.isdecimal() else 0


def refuse_in_order(refusals: Iterable[Refusal], at: str) -> None:
    """S43-28.9 Refuse a document for everything that is wrong, in the order of its entries.

    Raises:
        OrdersRefused: there is anything to refuse.
    """
    refuse(sorted(refusals, key=lambda refusal: place_in_list(refusal.at, at)))
