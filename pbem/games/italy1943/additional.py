"""Additional impulses: when the event of this name gives one more (23.9 to 23.11, D43)."""

from __future__ import annotations

from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, question
from pbem.engine.events import Event
from pbem.games.italy1943.asking import read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.displays import can_play, put_token
from pbem.games.italy1943.pieces import Side, other
from pbem.games.italy1943.play import Play, decision

ADDITIONAL: Final = "additional_impulse"


class AdditionalImpulsePlayed(Event):
    """S43-23.9 A side plays one further impulse.

    Attributes:
        side: who.
        impulse: the number of the impulse.
        by: what decided.
    """

    side: Side
    impulse: int
    by: By


class AdditionalImpulseDeclined(Event):
    """S43-23.9 A side that could have played one further impulse did not.

    Attributes:
        side: who.
        by: what decided.
    """

    side: Side
    by: By


async def another_impulse(play: Play) -> bool:
    """S43-8.1, S43-8.5, S43-23.9, S43-23.11 Whether a further impulse follows the present one.

    A normal one follows unless both sides have passed in a row; after the last normal one, and
    after each additional one, the side whose turn it would be may play the event.
    """
    if play.pos.passes >= 2:
        return False
    if play.pos.step.number < play.facts.tracks.impulses:
        return True
    return await _played(play, other(play.current.active))


async def _played(play: Play, side: Side) -> bool:
    """S43-D43 Whether a side plays Additional Impulse now, which opens its impulse (23.10)."""
    if not can_play(play.pos, side, ADDITIONAL):
        return False
    choose = decision(
        ADDITIONAL,
        "S43-D43",
        lambda value, at: _always(play, value, at),
        lambda: False,
        "ask",
        facts=reader(play, side, None, {}),
        offer=lambda: ["never", "always"],
    )
    heading = play.heading(f"additional/{side}", side, "additional", "S43-D43")
    (choice,) = await question(heading, choose)
    if choice.value:
        put_token(play.pos, side, ADDITIONAL)
        number = play.pos.step.number + 1
        play.tell(
            AdditionalImpulsePlayed(clause="S43-23.9", side=side, impulse=number, by=choice.by)
        )
    else:
        play.tell(AdditionalImpulseDeclined(clause="S43-23.9", side=side, by=choice.by))
    return choice.value


def _always(play: Play, value: Json, at: str) -> bool:
    return read_value(play, ADDITIONAL, "S43-D43", value, at) == "always"
