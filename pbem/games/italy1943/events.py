"""The order type `event` in an impulse (23.1 to 23.7, 28.17): which event, when, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal
from pbem.games.italy1943 import allied_events, axis_events
from pbem.games.italy1943.action import Action
from pbem.games.italy1943.entry_checks import unknown_zone
from pbem.games.italy1943.event_cubes import conversion_problems
from pbem.games.italy1943.pieces import SEA, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.playing import (
    EventRule,
    EventZone,
    event_problems,
    may_play,
    spend,
)

RULES: Final[Mapping[Side, Mapping[str, EventRule]]] = {
    "allied": allied_events.RULES,
    "axis": axis_events.RULES,
}
"""S43-23.1 The events of each side that are played by an entry in an impulse."""

_CUBES: Final[Mapping[Side, int]] = {"allied": allied_events.CUBES, "axis": axis_events.CUBES}


def check_event(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O15 Everything that is wrong with an `event` of the active player."""
    return problems(play, play.current.active, entry)


def problems(play: Play, side: Side, entry: Entry) -> list[Refusal]:
    """S43-O15 Everything that is wrong with an `event` of a side."""
    event, at = str(entry.fields["event"]), f"{entry.at}/event"
    rule = RULES[side].get(event)
    if rule is None:
        return [_no_such_event(play, side, event, at)]
    wrong = list(_window_problems(play, side, event, entry))
    wrong += event_problems(play, side, event, at)
    if hindrance := rule.hindrance(play):
        wrong.append(Refusal(hindrance[0], at, rule.clause, hindrance[1]))
    where = list(_zone_problems(play, rule, entry))
    return wrong + where + _conversion_problems(play, side, entry, sound=not where)


def _no_such_event(play: Play, side: Side, event: str, at: str) -> Refusal:
    legal = tuple(RULES[side])
    if event in play.facts.events[side]:
        name = play.facts.events[side][event].name
        text = f"{name} is not played by an entry in an impulse"
        return Refusal("E_EVENT_WINDOW", at, "S43-28.17", text, legal)
    text = f"the {side} side has no event {event!r}"
    return Refusal("E_NOT_YOURS", at, "S43-28.17", text, legal)


def _window_problems(play: Play, side: Side, event: str, entry: Entry) -> Iterator[Refusal]:
    """S43-24.2, S43-25.2, S43-28.17 An event that belongs into the own action part only."""
    box, now = play.facts.events[side][event], play.current
    if "any_open_window" in box.windows:
        return
    in_action_part = not now.window and not now.attacks and "when" not in entry.fields
    if side != now.active or not in_action_part:
        text = f"{box.name} is played in the action part of your own impulse only"
        yield Refusal("E_EVENT_WINDOW", entry.at, "S43-28.17", text)


def _zone_problems(play: Play, rule: EventRule, entry: Entry) -> Iterator[Refusal]:
    """S43-23.6 Why the event cannot be played on the zone of an entry."""
    zone, at = entry.fields.get("zone"), f"{entry.at}/zone"
    if rule.zones is None:
        if zone is not None:
            yield Refusal("E_EVENT_ZONE", at, rule.clause, "this event is played on no zone")
        return
    legal = tuple(map(str, rule.zones(play)))
    if zone is None:
        text = "this event is played on a zone: say which"
        yield Refusal("E_EVENT_ZONE", entry.at, rule.clause, text, legal)
    elif zone != SEA and zone not in play.facts.zones:
        yield from unknown_zone(play.facts, cast("int", zone), at)
    elif str(zone) not in legal:
        text = rule.why_not(play, cast("EventZone", zone))
        yield Refusal("E_EVENT_ZONE", at, rule.clause, text, legal)


def _conversion_problems(play: Play, side: Side, entry: Entry, *, sound: bool) -> list[Refusal]:
    """S43-24.4, S43-25.3 What is wrong with `convert`; looked at only where the zone is sound."""
    if "convert" not in entry.fields or not sound:
        return []
    if entry.fields["event"] != "reinforcements":
        text = "only the event 'reinforcements' brings cubes to convert"
        return [Refusal("E_FORMAT", f"{entry.at}/convert", "S43-O15", text)]
    return conversion_problems(play, side, _CUBES[side], entry)


def assume_event(play: Play, entry: Entry) -> None:
    """S43-28.9 An event of the active player in a trial."""
    assume(play, play.current.active, entry)


def assume(play: Play, side: Side, entry: Entry) -> None:
    """S43-28.9, S43-23.1 An event has no dice and no reactions, so it does what it does."""
    event = str(entry.fields["event"])
    spend(play, side, event)
    RULES[side][event].effect(play, entry, None)


async def play_event(play: Play, entry: Entry) -> None:
    """S43-23.1 The active player plays an event."""
    await carry_out(play, play.current.active, entry)


async def carry_out(play: Play, side: Side, entry: Entry, by: By | None = None) -> None:
    """S43-23.1 A side plays a legal event: the token goes onto its box, the effect follows."""
    event = str(entry.fields["event"])
    spend(play, side, event)
    RULES[side][event].effect(play, entry, by)


def playable_zones(play: Play, side: Side, event: str) -> Iterator[EventZone]:
    """S43-23.6 The zones on which a side can play an event now; none if it cannot."""
    rule = RULES[side].get(event)
    if rule is not None and rule.zones is not None and _is_open(play, side, event, rule):
        yield from rule.zones(play)


def is_playable(play: Play, side: Side, event: str) -> bool:
    """S43-23.6 Whether a side can play an event now that is played on no zone."""
    rule = RULES[side].get(event)
    return rule is not None and rule.zones is None and _is_open(play, side, event, rule)


def _is_open(play: Play, side: Side, event: str, rule: EventRule) -> bool:
    return may_play(play, side, event) and rule.hindrance(play) is None


EVENT = Action(check_event, assume_event, play_event)
