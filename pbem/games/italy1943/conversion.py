"""Conversion of cubes into counters (section 7): what can be bought, where, and for how much.

The reinforcement phase and the Reinforcements events buy by the same rules; they differ in the
cubes that pay (`phase_refusals` here; for events the cubes just brought, 24.4, 25.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.pieces import POOL, Force, Kind, Side
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.supply import is_supplied, supplied_zones


@immutable(frozen=True, slots=True)
class Purchase:
    """S43-7.2 The wish to convert cubes of a zone into one counter.

    Attributes:
        zone: the zone of the cubes.
        kind: the kind of the counter.
        counter: its id; "" for the first of the kind in the pool.
        to: where a partisan is placed (7.9); None for all other kinds.
        at: JSON pointer of the wish.
    """

    zone: int
    kind: Kind
    counter: str = ""
    to: int | None = None
    at: str = ""


class CubesConverted(Event):
    """S43-7.2 Cubes of a zone became a counter.

    Attributes:
        side: whose.
        zone: the zone of the cubes.
        cubes: how many were paid.
        counter: the counter, ready.
        to: the zone of a partisan; None for all other kinds, which stay in `zone`.
        by: what decided; None for an entry of the active player's orders.
    """

    side: Side
    zone: int
    cubes: int
    counter: str
    to: int | None = None
    by: By | None = None


def read_purchase(written: Mapping[str, Json], at: str, zone: int | None = None) -> Purchase:
    """S43-O04 The wish that a well-formed `convert` entry or list member expresses.

    Args:
        written: its members.
        at: JSON pointer of it.
        zone: the zone of the cubes where it is not written, as with an event (O15).
    """
    to = written.get("to")
    return Purchase(
        cast("int", written.get("zone", zone)),
        cast("Kind", written["kind"]),
        str(written.get("counter", "")),
        to if isinstance(to, int) else None,
        at,
    )


def phase_refusals(pos: Position, side: Side, wish: Purchase) -> list[Refusal]:
    """S43-7.2 Everything that is illegal in a conversion of the reinforcement phase."""
    if wish.zone not in pos.facts.zones:
        text = f"there is no zone {wish.zone}"
        return [Refusal("E_ZONE_UNKNOWN", f"{wish.at}/zone", "S43-2.1", text)]
    cubes = pos.force(side, wish.zone).free
    wrong = list(purchase_refusals(pos, side, wish, cubes))
    if cubes and not is_supplied(pos, side, wish.zone):
        text = f"{pos.facts.zone(wish.zone).title} is not supplied"
        wrong.append(Refusal("E_NOT_SUPPLIED", f"{wish.at}/zone", "S43-7.2", text))
    return wrong


def purchase_refusals(pos: Position, side: Side, wish: Purchase, cubes: int) -> Iterator[Refusal]:
    """S43-7.3 to S43-7.9 What is illegal in a conversion that `cubes` cubes may pay for."""
    closed = kind_problem(pos, side, wish.kind)
    if closed:
        kinds = tuple(kind for kind in pos.facts.prices[side] if not kind_problem(pos, side, kind))
        yield Refusal("E_KIND", f"{wish.at}/kind", "S43-7.8", closed, kinds)
        return
    price = pos.facts.prices[side][wish.kind]
    if cubes < price.cubes:
        text = (
            f"a conversion to {wish.kind} costs {price.cubes} cubes, "
            f"but only {cubes} can be used in {pos.facts.zone(wish.zone).title}"
        )
        yield Refusal("E_NO_CUBES", f"{wish.at}/kind", "S43-7.2", text)
    if price.most_per_turn is not None and _bought(pos, side, wish.kind) >= price.most_per_turn:
        text = f"only {price.most_per_turn} {wish.kind} may be brought into play in a turn"
        yield Refusal("E_PLANE_LIMIT", f"{wish.at}/kind", "S43-7.6", text)
    yield from _counter_problems(pos, side, wish)
    yield from _zone_problems(pos, wish)


def kind_problem(pos: Position, side: Side, kind: Kind) -> str:
    """S43-7.8 Why a side cannot buy a kind of counter now; "" if it can."""
    price = pos.facts.price(side, kind)
    if price is None:
        return f"the {side} side cannot convert to {kind}"
    if price.last_turn is not None and pos.turn > price.last_turn:
        return f"conversion to {kind} is possible up to turn {price.last_turn} only"
    if price.after_surrender and not pos.italy_surrendered:
        return f"conversion to {kind} is possible only once Italy has surrendered"
    return ""


def _bought(pos: Position, side: Side, kind: Kind) -> int:
    return pos.bought[side].get(kind, 0)


def _counter_problems(pos: Position, side: Side, wish: Purchase) -> Iterator[Refusal]:
    """S43-7.5 The counter is in the pool and of the kind."""
    pool = pos.of_kind(side, POOL, wish.kind)
    at = f"{wish.at}/counter" if wish.counter else f"{wish.at}/kind"
    known = pos.facts.counters.get(wish.counter)
    if wish.counter and known is None:
        text = f"there is no counter {wish.counter}"
        yield Refusal("E_COUNTER_UNKNOWN", at, "S43-1.10", text, pool)
    elif known is not None and known.side != side:
        yield Refusal("E_NOT_YOURS", at, "S43-1.1", f"{wish.counter} is not yours", pool)
    elif known is not None and known.kind != wish.kind:
        text = f"{wish.counter} is not of the kind {wish.kind}"
        yield Refusal("E_NO_COUNTER", at, "S43-7.5", text, pool)
    elif not pool or (wish.counter and wish.counter not in pool):
        missing = f"{wish.counter} is not" if wish.counter else f"there is no {wish.kind}"
        text = f"{missing} in your pool"
        yield Refusal("E_NO_COUNTER", at, "S43-7.5", text, pool)


def _zone_problems(pos: Position, wish: Purchase) -> Iterator[Refusal]:
    """S43-7.9 A partisan needs a zone of its own, nothing else has one."""
    if wish.kind != "partisan":
        if wish.to is not None:
            text = f"only a partisan is placed elsewhere; the {wish.kind} appears where it is paid"
            yield Refusal("E_FORMAT", f"{wish.at}/to", "S43-7.9", text)
        return
    legal = partisan_zones(pos)
    if wish.to not in legal:
        where = "a partisan needs a zone `to`" if wish.to is None else f"{wish.to} is closed to it"
        text = f"{where}: a triangle zone that the Axis controls"
        written = tuple(map(str, legal))
        yield Refusal("E_PARTISAN_ZONE", f"{wish.at}/to", "S43-7.9", text, written)


def partisan_zones(pos: Position) -> tuple[int, ...]:
    """S43-19.12 The zones in which a partisan may be placed, or to which it may move."""
    return tuple(
        zone.number
        for zone in pos.facts.zones.values()
        if zone.triangle and pos.control[zone.number] == "axis"
    )


def convert(pos: Position, side: Side, wish: Purchase) -> tuple[int, str]:
    """S43-7.2, S43-7.4, S43-7.5 Carry out a legal conversion: the cubes go, the counter comes.

    Returns:
        the cubes paid, and the counter, which is ready.
    """
    counter = wish.counter or pos.of_kind(side, POOL, wish.kind)[0]
    price = pos.facts.prices[side][wish.kind]
    pos.eliminate(side, wish.zone, Force(cubes=price.cubes))
    pos.place_counter(counter, wish.zone if wish.to is None else wish.to)
    if price.most_per_turn is not None:
        pos.bought[side][wish.kind] = _bought(pos, side, wish.kind) + 1
    return price.cubes, counter


def possible(pos: Position, side: Side) -> Iterator[Purchase]:
    """S43-7.2 What a side could convert in its phase: zones ascending, kinds as in the table.

    A partisan is offered in the first zone that is open to it.
    """
    for zone in supplied_zones(pos, side):
        if free := pos.force(side, zone).free:
            for kind in pos.facts.prices[side]:
                wish = Purchase(zone, kind)
                if kind == "partisan" and (open_zones := partisan_zones(pos)):
                    wish = replace(wish, to=open_zones[0])
                if next(purchase_refusals(pos, side, wish, free), None) is None:
                    yield wish
