"""The surrender of Italy (section 22)."""

from __future__ import annotations

from pbem.engine.events import Event
from pbem.games.italy1943.control import is_controlled_by
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position


class ItalySurrendered(Event):
    """S43-22.1, S43-22.2 Italy surrendered, and its forces left the game.

    Attributes:
        zones: the Italian zones under Allied control.
        counters: the Italian counters, which are removed wherever they were.
    """

    zones: tuple[int, ...]
    counters: tuple[str, ...]


def test_surrender(play: Play) -> None:
    """S43-22.1, S43-22.2, S43-22.4 Italy surrenders, once, when the Allies hold an Italian zone."""
    zones = allied_zones(play.pos)
    if play.pos.italy_surrendered or not zones:
        return
    counters = tuple(c.id for c in play.facts.counters.values() if c.italian)
    for counter in counters:
        play.pos.remove_from_game(counter)
    play.tell(ItalySurrendered(clause="S43-22.1", zones=zones, counters=counters))


def allied_zones(pos: Position) -> tuple[int, ...]:
    """S43-22.1 The Italian zones under Allied control; Sardinia does not count."""
    return tuple(
        zone.number
        for zone in pos.facts.zones.values()
        if zone.surrender_trigger and is_controlled_by(pos, "allied", zone.number)
    )
