"""The supply phase (21.1, 21.8 to 21.10) and the event that saves the forces of a zone (D42)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, orders_question
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal, refuse
from pbem.games.italy1943.asking import not_an_option
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.displays import can_play, playing_problems, put_token
from pbem.games.italy1943.documents import read_entries
from pbem.games.italy1943.entry_checks import unknown_zone
from pbem.games.italy1943.initiative import in_order
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.supply import unsupplied_forces

LOGISTICS: Final = "logistics"


class LogisticsPlayed(Event):
    """S43-24.6, S43-25.6 A side saves its forces in a zone from elimination this turn.

    Attributes:
        side: who played the event.
        zone: the zone.
        by: what decided.
    """

    side: Side
    zone: int
    by: By


class ForcesStarved(Event):
    """S43-21.8 Forces out of supply were eliminated.

    Attributes:
        side: whose.
        zone: where they stood.
        force: all of them.
    """

    side: Side
    zone: int
    force: Force


async def test_supply(play: Play) -> None:
    """S43-21.1, S43-21.8, S43-21.10 Eliminate all unsupplied forces, those in saved zones not.

    Both sides' forces are found in the same position, so nobody is out of supply, or in it,
    because somebody else has just been eliminated.
    """
    saved = {side: await _logistics(play, side) for side in in_order(play.pos)}
    for side, zone, force in unsupplied_forces(play.pos):
        if zone != saved[side]:
            play.pos.eliminate(side, zone, force)
            play.tell(ForcesStarved(clause="S43-21.8", side=side, zone=zone, force=force))


def savable(pos: Position, side: Side) -> tuple[int, ...]:
    """S43-24.6, S43-25.6 The zones in which the event would save forces of a side, ascending."""
    return tuple(
        zone
        for owner, zone, _ in unsupplied_forces(pos)
        if owner == side and not _barred(pos, side, zone)
    )


def _barred(pos: Position, side: Side, zone: int) -> bool:
    """S43-24.6 The Allies cannot play it on Munich."""
    return side == "allied" and pos.facts.zone(zone).axis_symbol


async def _logistics(play: Play, side: Side) -> int:
    """S43-D42, S43-24.7 The zone a side saves; 0 for none. Nobody is asked without need."""
    if not can_play(play.pos, side, LOGISTICS):
        return 0
    zones = savable(play.pos, side)
    if not zones:
        return 0
    choose = decision(
        LOGISTICS,
        "S43-D42",
        lambda value, at: _by_policy(zones, value, at),
        lambda: 0,
        "ask",
        facts=reader(play, side, None, {}),
        offer=lambda: list(zones),
    )
    heading = play.heading(f"logistics/{side}", side, "logistics", "S43-D42")
    (choice,) = await orders_question(
        heading, choose, lambda orders, at: _read_orders(play, side, orders, at), (LOGISTICS,)
    )
    if choice.value:
        _save(play, side, choice.value, choice.by)
    return choice.value


def _save(play: Play, side: Side, zone: int, by: By) -> None:
    put_token(play.pos, side, LOGISTICS)
    clause = "S43-24.6" if side == "allied" else "S43-25.6"
    play.tell(LogisticsPlayed(clause=clause, side=side, zone=zone, by=by))


def _by_policy(zones: tuple[int, ...], value: Json, at: str) -> int:
    """S43-D42 The first zone of a policy in which forces would be eliminated; 0 for `never`.

    Raises:
        OrdersRefused: there is none among them.
    """
    if value == "never":
        return 0
    listed = cast("list[int]", cast("Mapping[str, Json]", value)["to"])
    wished = [zone for zone in listed if zone in zones]
    if not wished:
        text = "in none of these zones would forces be eliminated"
        not_an_option(f"{at}/to", "S43-D42", text, tuple(map(str, zones)))
    return wished[0]


def _read_orders(play: Play, side: Side, orders: Json, at: str) -> int:
    """S43-O19 The zone that a document names; 0 without an entry.

    Raises:
        OrdersRefused: the event cannot be played there.
    """
    entries, wrong = read_entries(play, side, orders, at, (LOGISTICS,))
    refuse(wrong)
    if not entries:
        return 0
    (entry,) = entries
    zone = cast("int", entry.fields["zone"])
    refuse([*playing_problems(play.pos, side, LOGISTICS, entry.at)])
    refuse(_zone_problems(play, side, zone, f"{entry.at}/zone"))
    return zone


def _zone_problems(play: Play, side: Side, zone: int, at: str) -> list[Refusal]:
    """S43-23.6, S43-24.6, S43-25.6 Why the event cannot be played on a zone, or saves nothing."""
    if wrong := list(unknown_zone(play.facts, zone, at)):
        return wrong
    saves = savable(play.pos, side)
    legal = tuple(map(str, saves))
    title = play.facts.zone(zone).title
    if _barred(play.pos, side, zone):
        text = f"the Allies cannot play it on {title}"
        return [Refusal("E_MUNICH", at, "S43-24.6", text, legal)]
    if zone not in saves:
        text = f"none of your forces in {title} would be eliminated"
        return [Refusal("E_EVENT_ZONE", at, "S43-23.6", text, legal)]
    return []
