"""Taking a zone: what changes when a land force enters it (2.14, 9.3, 9.4, 12.8, 17.15, 17.18).

Land moves and advances are the only ways in which a zone changes hands; both call `occupy`.
"""

from __future__ import annotations

from pbem.engine.events import Event
from pbem.games.italy1943.control import is_controlled_by, set_control
from pbem.games.italy1943.pieces import REMOVED, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.victory import test_stars


class ZoneTaken(Event):
    """S43-2.14 A zone came under the control of the other side."""

    zone: int
    side: Side


class LineFell(Event):
    """S43-9.4 A fortified line without forces fell to the Allied force that entered its zone."""

    zone: int
    line: str


class UboatRemoved(Event):
    """S43-12.8 The U-boat left the game: the Allies control every coastal zone."""

    uboat: str


def occupy(play: Play, side: Side, zone: int) -> None:
    """S43-2.14, S43-9.3, S43-17.15 A land force of a side is in a zone: the zone is its.

    What follows from that at once is done too: a line falls (9.4), the U-boat may leave the game
    (12.8), and the star victory is tested (17.18).
    """
    if side == "allied" and zone in play.pos.lines:
        play.tell(LineFell(clause="S43-9.4", zone=zone, line=play.pos.lines[zone]))
        play.pos.eliminate_line(zone)
    if set_control(play.pos, side, zone):
        play.tell(ZoneTaken(clause="S43-2.14", zone=zone, side=side))
        _remove_uboat(play)
        test_stars(play)


def _remove_uboat(play: Play) -> None:
    """S43-12.8 No U-boat without an Axis coast."""
    coasts = (zone.number for zone in play.facts.zones.values() if zone.coastal)
    if not all(is_controlled_by(play.pos, "allied", zone) for zone in coasts):
        return
    for counter in play.facts.counters_of["axis"]:
        if counter.kind == "uboat" and play.pos.place_of(counter.id) != REMOVED:
            play.pos.remove_from_game(counter.id)
            play.tell(UboatRemoved(clause="S43-12.8", uboat=counter.id))
