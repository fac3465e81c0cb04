"""Axis events of an impulse (section 25): Reinforcements and Kesselring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.games.italy1943.control import friendly_zones
from pbem.games.italy1943.event_cubes import bring, no_cubes
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.playing import EventRule, EventZone

CUBES: Final = 2
"""S43-25.1 Cubes brought by the Reinforcements event."""

TOKENS: Final = 2
"""S43-25.7 Tokens that Kesselring brings back."""


class TokensTakenBack(Event):
    """S43-25.7 The Axis played Kesselring and took spent tokens back.

    Attributes:
        tokens: how many came back.
        in_hand: how many it has now.
        by: what decided; None for an entry of the active player's orders.
        name: the player's own name for the order.
    """

    tokens: int
    in_hand: int
    by: By | None = None
    name: str | None = None


# Reinforcements


def _reinforcement_zones(play: Play) -> Iterator[EventZone]:
    """S43-25.1 Every European zone the Axis controls that holds no enemy force, two excepted."""
    zones = friendly_zones(play.pos, "axis")
    return (zone for zone in zones if play.facts.zone(zone).axis_entry)


def _no_reinforcements(play: Play, place: EventZone) -> str:
    if not isinstance(place, int):
        return "cubes are not placed at sea"
    zone = play.facts.zone(place)
    if not zone.axis_entry:
        return f"the event brings no cubes to {zone.title}"
    return f"{zone.title} is not a zone that you control without enemy forces in it"


def _reinforce(play: Play, entry: Entry, by: By | None) -> None:
    """S43-25.1, S43-25.3, S43-25.5 Up to two cubes, which may be converted at once."""
    bring(play, "axis", CUBES, entry, by)


# Kesselring


def spent_tokens(play: Play) -> int:
    """S43-25.7 The tokens that the Axis has played and not taken back."""
    return play.facts.tokens - play.pos.tokens["axis"]


def _nothing_spent(play: Play) -> tuple[str, str] | None:
    """S43-23.6 Without a spent token there is nothing to take back."""
    return None if spent_tokens(play) else ("E_EVENT_NONE", "none of your tokens is spent")


def _take_back(play: Play, entry: Entry, by: By | None) -> None:
    """S43-25.7 Two spent tokens come back, not the one just played."""
    back = min(TOKENS, spent_tokens(play) - 1)
    play.pos.tokens["axis"] += back
    play.tell(
        TokensTakenBack(
            clause="S43-25.7",
            tokens=back,
            in_hand=play.pos.tokens["axis"],
            by=by,
            name=entry.name or None,
        )
    )


RULES: Final[Mapping[str, EventRule]] = {
    "reinforcements": EventRule(
        "S43-25.1",
        lambda play: no_cubes(play, "axis"),
        _reinforcement_zones,
        _no_reinforcements,
        _reinforce,
    ),
    "kesselring": EventRule("S43-25.7", _nothing_spent, None, lambda *_: "", _take_back),
}
"""S43-25.1, S43-25.7 The events that the Axis plays by an entry in an impulse."""
