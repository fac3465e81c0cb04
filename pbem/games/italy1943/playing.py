"""Playing events in an impulse: how many (23.4), and what every event of an impulse has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pbem.canon.immutable import immutable
from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.displays import playing_problems, put_token
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play

EventZone: TypeAlias = int | str
"""The number of a zone, or ``sea``."""


@immutable(frozen=True, slots=True)
class EventRule:
    """S43-23.1 What an event does that is played by an `event` entry in an impulse.

    Attributes:
        clause: the clause that describes it.
        hindrance: code and sentence why it cannot be played now whatever the zone; None if it
            can (23.6).
        zones: gives the zones on which it can be played now, in ascending order, the sea last;
            None for an event that is played on no zone.
        why_not: the sentence why a zone is not among them.
        effect: what it does at once; the entry is legal.
    """

    clause: str
    hindrance: Callable[[Play], tuple[str, str] | None]
    zones: Callable[[Play], Iterator[EventZone]] | None
    why_not: Callable[[Play, EventZone], str]
    effect: Callable[[Play, Entry, By | None], None]


def event_problems(play: Play, side: Side, event: str, at: str) -> Iterator[Refusal]:
    """S43-23.1, S43-23.2, S43-23.4 Why a side may not play one of its events in this impulse."""
    yield from playing_problems(play.pos, side, event, at)
    if side in play.current.events:
        text = "you have played your event of this impulse already"
        yield Refusal("E_EVENT_SECOND", at, "S43-23.4", text)


def may_play(play: Play, side: Side, event: str) -> bool:
    """S43-23.1, S43-23.2, S43-23.4 Whether a side has an event and may play it now."""
    has_it = event in play.facts.events[side]
    return has_it and not any(event_problems(play, side, event, ""))


def spend(play: Play, side: Side, event: str) -> None:
    """S43-23.1, S43-23.4 A side plays its event of this impulse."""
    put_token(play.pos, side, event)
    play.current.events.add(side)
