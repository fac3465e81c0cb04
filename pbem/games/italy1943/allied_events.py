"""Allied events of an impulse (section 24): Reinforcements, Operational, Strangle Plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.games.italy1943.control import friendly_zones
from pbem.games.italy1943.event_cubes import bring, no_cubes
from pbem.games.italy1943.pieces import SEA, Place
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.playing import EventRule, EventZone
from pbem.games.italy1943.strangle import strangle

CUBES: Final = 3
"""S43-24.1 Cubes brought by the Reinforcements event."""


class CountersReadied(Event):
    """S43-24.8 The Allies played Operational: counters in a zone or at sea became ready.

    Attributes:
        place: the number of the zone, or ``sea``.
        counters: the counters that became ready.
        by: what decided; None for an entry of the active player's orders.
        name: the player's own name for the order.
    """

    place: EventZone
    counters: tuple[str, ...]
    by: By | None = None
    name: str | None = None


class StranglePlayed(Event):
    """S43-24.11 The Allies put a zone under Strangle for the rest of the impulse.

    Attributes:
        zone: the zone.
        by: what decided; None for an entry of the active player's orders.
        name: the player's own name for the order.
    """

    zone: int
    by: By | None = None
    name: str | None = None


# Reinforcements


def _reinforcement_zones(play: Play) -> Iterator[EventZone]:
    """S43-24.1 Every zone the Allies control that holds no enemy force, supplied or not."""
    return friendly_zones(play.pos, "allied")


def _no_reinforcements(play: Play, place: EventZone) -> str:
    return f"{_title(play, place)} is not a zone that you control without enemy forces in it"


def _reinforce(play: Play, entry: Entry, by: By | None) -> None:
    """S43-24.1, S43-24.3, S43-24.4 Up to three cubes, which may be converted at once."""
    bring(play, "allied", CUBES, entry, by)


# Operational


def _operational_places(play: Play) -> Iterator[EventZone]:
    """S43-24.8, S43-24.9 The zones, and the sea, where an Allied counter is engaged."""
    own = (counter.id for counter in play.facts.counters_of["allied"])
    places = {play.pos.place_of(counter) for counter in own if play.pos.is_engaged(counter)}
    yield from (zone for zone in play.facts.zones if zone in places)
    if SEA in places:
        yield SEA


def _engaged(play: Play, place: Place) -> tuple[str, ...]:
    counters = play.pos.counters("allied", place)
    return tuple(counter for counter in counters if play.pos.is_engaged(counter))


def _nothing_engaged(play: Play, place: EventZone) -> str:
    return f"no engaged counter of yours is {_where(play, place)}"


def _where(play: Play, place: EventZone) -> str:
    return "at sea" if place == SEA else f"in {_title(play, place)}"


def _make_ready(play: Play, entry: Entry, by: By | None) -> None:
    """S43-24.8, S43-24.9 All engaged Allied counters in a zone, or at sea, become ready."""
    place = cast("EventZone", entry.fields["zone"])
    counters = _engaged(play, cast("Place", place))
    for counter in counters:
        play.pos.ready(counter)
    name = entry.name or None
    play.tell(CountersReadied(clause="S43-24.8", place=place, counters=counters, by=by, name=name))


# Strangle Plan


def _strangle_zones(play: Play) -> Iterator[EventZone]:
    """S43-24.11 Any numbered zone."""
    return iter(play.facts.zones)


def _not_strangled(play: Play, place: EventZone) -> str:
    return "the Strangle Plan is played on a zone, not at sea"


def _strangle(play: Play, entry: Entry, by: By | None) -> None:
    """S43-24.11 Put a zone under Strangle."""
    zone = cast("int", entry.fields["zone"])
    play.tell(StranglePlayed(clause="S43-24.11", zone=zone, by=by, name=entry.name or None))
    strangle(play, zone)


def _title(play: Play, place: EventZone) -> str:
    return play.facts.zones[place].title if isinstance(place, int) else "the sea"


RULES: Final[Mapping[str, EventRule]] = {
    "reinforcements": EventRule(
        "S43-24.1",
        lambda play: no_cubes(play, "allied"),
        _reinforcement_zones,
        _no_reinforcements,
        _reinforce,
    ),
    "operational": EventRule(
        "S43-24.8", lambda _: None, _operational_places, _nothing_engaged, _make_ready
    ),
    "strangle": EventRule("S43-24.11", lambda _: None, _strangle_zones, _not_strangled, _strangle),
}
"""S43-24.1, S43-24.8, S43-24.11 The events that the Allies play by an entry in an impulse."""
