"""Cubes brought by the Reinforcements events, and their conversion (24.1 to 24.4, 25.1 to 25.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.conversion import (
    CubesConverted,
    Purchase,
    convert,
    purchase_refusals,
    read_purchase,
)
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position


class EventCubesPlaced(Event):
    """S43-24.1, S43-25.1 The event Reinforcements brought cubes into a zone.

    Attributes:
        side: whose.
        zone: where.
        cubes: how many.
        by: what decided; None for an entry of the active player's orders.
        name: the player's own name for the order.
    """

    side: Side
    zone: int
    cubes: int
    by: By | None = None
    name: str | None = None


def no_cubes(play: Play, side: Side) -> tuple[str, str] | None:
    """S43-23.6, S43-24.3 Without a cube in the pool the event cannot be played."""
    return None if play.pos.pool_cubes(side) else ("E_NO_CUBES", "your pool holds no cubes")


def bring(play: Play, side: Side, most: int, entry: Entry, by: By | None) -> None:
    """S43-24.3, S43-24.4, S43-25.3, S43-25.5 Put up to `most` cubes into a zone, and convert."""
    zone, cubes = cast("int", entry.fields["zone"]), min(most, play.pos.pool_cubes(side))
    play.pos.place_cubes(side, zone, cubes)
    told = EventCubesPlaced(
        clause="S43-24.1" if side == "allied" else "S43-25.1",
        side=side,
        zone=zone,
        cubes=cubes,
        by=by,
        name=entry.name or None,
    )
    play.tell(told)
    for wish in wishes(entry):
        paid, counter = convert(play.pos, side, wish)
        play.tell(
            CubesConverted(
                clause="S43-24.4" if side == "allied" else "S43-25.3",
                side=side,
                zone=zone,
                cubes=paid,
                counter=counter,
                to=wish.to,
                by=by,
            )
        )


def wishes(entry: Entry) -> list[Purchase]:
    """S43-O15 The conversions that an `event` entry asks for."""
    zone = cast("int", entry.fields["zone"])
    listed = cast("list[Mapping[str, Json]]", entry.fields.get("convert", []))
    return [read_purchase(wish, f"{entry.at}/convert/{i}", zone) for i, wish in enumerate(listed)]


def conversion_problems(play: Play, side: Side, most: int, entry: Entry) -> list[Refusal]:
    """S43-24.4, S43-25.3, S43-7.11 What is wrong with the conversions, one after the other.

    Only the cubes that the event brings can pay.
    """
    zone, trial = cast("int", entry.fields["zone"]), play.pos.copy()
    left = min(most, trial.pool_cubes(side))
    trial.place_cubes(side, zone, left)
    wrong: list[Refusal] = []
    for wish in wishes(entry):
        problems = list(purchase_refusals(trial, side, wish, left))
        wrong += problems
        if not problems:
            left -= convert(trial, side, wish)[0]
    return wrong


def affordable(
    pos: Position, side: Side, most: int, zone: int, listed: Sequence[Mapping[str, Json]]
) -> list[Json]:
    """S43-D40 Those conversions of a policy that are possible, tried in order."""
    trial, found = pos.copy(), list[Json]()
    left = min(most, trial.pool_cubes(side))
    trial.place_cubes(side, zone, left)
    for written in listed:
        wish = read_purchase(written, "", zone)
        if not list(purchase_refusals(trial, side, wish, left)):
            left -= convert(trial, side, wish)[0]
            found.append(dict(written))
    return found
