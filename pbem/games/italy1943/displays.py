"""The event displays: tokens in hand, boxes, and how often an event may be played (23.1 to 23.3).

Which events an impulse still allows (23.4), and the effect of each, is told by their chapters.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.refusals import Refusal
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position


def playing_problems(pos: Position, side: Side, event: str, at: str) -> Iterator[Refusal]:
    """S43-23.1, S43-23.2 Why a side has no token, or no play, left for an event it has."""
    box = pos.facts.events[side][event]
    if not pos.tokens[side]:
        yield Refusal("E_EVENT_NONE", at, "S43-23.1", "no event token is left in hand")
    if plays(pos, side, event) >= box.most:
        text = f"{box.name} has been played {box.most} times, which is its maximum"
        yield Refusal("E_EVENT_MAX", at, "S43-23.2", text)


def can_play(pos: Position, side: Side, event: str) -> bool:
    """S43-23.1, S43-23.2 Whether a side has the event, a token for it, and a play left."""
    has_it = event in pos.facts.events[side]
    return has_it and not any(playing_problems(pos, side, event, ""))


def plays(pos: Position, side: Side, event: str) -> int:
    """S43-23.2 How often a side has played an event in this game."""
    return pos.plays[side].get(event, 0)


def put_token(pos: Position, side: Side, event: str) -> None:
    """S43-23.1, S43-23.3 A side plays an event: a token goes from its hand onto the box."""
    pos.tokens[side] -= 1
    pos.plays[side][event] = plays(pos, side, event) + 1
