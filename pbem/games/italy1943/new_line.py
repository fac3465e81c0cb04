"""The event New Defensive Line (25.9), played in the Axis reinforcement phase (6.7, D05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.asking import not_an_option
from pbem.games.italy1943.control import is_friendly
from pbem.games.italy1943.displays import can_play, playing_problems, put_token
from pbem.games.italy1943.entry_checks import unknown_zone
from pbem.games.italy1943.limits import may_take_line
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position

NEW_LINE: Final = "new_line"


class LineBuilt(Event):
    """S43-25.9 The Axis built a fortified line.

    Attributes:
        zone: where.
        line: the line.
        by: what decided.
    """

    zone: int
    line: str
    by: By


def zones(pos: Position) -> tuple[int, ...]:
    """S43-25.9 The zones that can take a line, ascending; empty if no line is in the pool."""
    if not pos.pool_lines():
        return ()
    return tuple(
        zone
        for zone in pos.facts.zones
        if is_friendly(pos, "axis", zone) and may_take_line(pos, zone)
    )


def playable(pos: Position) -> bool:
    """S43-D05 Whether the event can be played at all now."""
    return can_play(pos, "axis", NEW_LINE) and bool(zones(pos))


def entry_problems(play: Play, entry: Entry) -> Iterator[Refusal]:
    """S43-O15, S43-23.5 What is wrong with an `event` entry in a reinforcement phase."""
    event = entry.fields["event"]
    side = play.pos.active
    if event != NEW_LINE or side != "axis":
        text = f"the event {event!r} is not played in the {side} reinforcement phase"
        legal = (NEW_LINE,) if side == "axis" else ()
        yield Refusal("E_EVENT_WINDOW", f"{entry.at}/event", "S43-25.9", text, legal)
        return
    for member in ("when", "convert"):
        if member in entry.fields:
            text = f"{NEW_LINE!r} has no member {member!r}"
            yield Refusal("E_FORMAT", f"{entry.at}/{member}", "S43-O15", text)
    yield from playing_problems(play.pos, "axis", NEW_LINE, f"{entry.at}/event")
    yield from _zone_problems(play, entry.fields.get("zone"), f"{entry.at}/zone")


def _zone_problems(play: Play, zone: Json, at: str) -> Iterator[Refusal]:
    """S43-25.9 Why no line can be built in a zone."""
    open_zones = zones(play.pos)
    legal = tuple(map(str, open_zones))
    if not isinstance(zone, int):
        text = "the line needs a zone" if zone is None else "a line is not built at sea"
        yield Refusal("E_EVENT_ZONE", at, "S43-25.9", text, legal)
    elif wrong := list(unknown_zone(play.facts, zone, at)):
        yield from wrong
    elif zone not in open_zones:
        yield Refusal("E_EVENT_ZONE", at, "S43-25.9", _reason(play.pos, zone), legal)


def _reason(pos: Position, zone: int) -> str:
    if not pos.pool_lines():
        return "all three fortified lines are on the board"
    title = pos.facts.zone(zone).title
    if not may_take_line(pos, zone):
        return f"a fortified line is in {title} already"
    return f"{title} is not a zone that the Axis controls without enemy forces in it"


def by_policy(pos: Position, value: Json, at: str) -> int:
    """S43-D05 The first zone of a policy that can take a line; 0 for `never`.

    Raises:
        OrdersRefused: E_OPTION, none of them can.
    """
    if value == "never":
        return 0
    open_zones = zones(pos)
    listed = cast("list[int]", cast("Mapping[str, Json]", value)["to"])
    wished = [zone for zone in listed if zone in open_zones]
    if not wished:
        text = "none of these zones can take a fortified line"
        not_an_option(f"{at}/to", "S43-D05", text, tuple(map(str, open_zones)))
    return wished[0]


def build(pos: Position, zone: int) -> str:
    """S43-25.9 Play the event: the first line of the pool is put into a zone; returns it."""
    put_token(pos, "axis", NEW_LINE)
    line = pos.pool_lines()[0]
    pos.place_line(line, zone)
    return line
