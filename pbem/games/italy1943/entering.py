"""What the reacting player's policies do to a force that has just entered a zone (28.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Decision, Places, question
from pbem.engine.policies import ASK, Place
from pbem.games.italy1943.asking import not_an_option
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.deeds import CLAUSES, Deed, do, meant, possible_against
from pbem.games.italy1943.pieces import Force, Side, other
from pbem.games.italy1943.play import Moment, Play, decision

WORDS: Final[Mapping[Side, tuple[str, ...]]] = {
    "allied": ("bomb", "partisan", "strangle"),
    "axis": ("bomb",),
}
"""S43-28.3 The decisions of the reacting side, in the order in which they are read."""


async def zone_entered(play: Play, zone: int, side: Side, moving: Force) -> Force:
    """S43-28.3, S43-9.8 React to a force of `side` that has entered a zone; nobody is asked.

    Returns:
        what is left of the force, free to move on as far as 24.14 lets it.
    """
    while play.over is None and moving.size and await _react(play, zone, other(side), moving):
        moving = surviving(play, zone, side, moving)
    return moving


def surviving(play: Play, zone: int, side: Side, moving: Force) -> Force:
    """S43-9.8 What is left of a moving force; of equal cubes those that stay are lost first."""
    here = play.pos.force(side, zone)
    counters = tuple(counter for counter in moving.counters if counter in here.counters)
    return Force(min(moving.cubes, here.free), counters=counters)


async def _react(play: Play, zone: int, side: Side, moving: Force) -> bool:
    """S43-28.3 One thing that the policies of a side do; returns if there was any."""
    for word in WORDS[side]:
        if next(possible_against(play, side, word, zone), None) is None:
            continue
        put = _decision(play, zone, side, word, moving)
        heading = play.heading(f"enters:{zone}/{side}", side, "window", "S43-28.3")
        (choice,) = await question(heading, put)
        if choice.value is not None:
            await do(play, side, choice.value, choice.by)
            return True
    return False


def _decision(play: Play, zone: int, side: Side, word: str, moving: Force) -> Decision[Deed | None]:
    """S43-28.3 A decision that only policies settle; `ask` is passed over."""
    moment: Moment = {"trigger": "enters", "moving": moving.size}
    return decision(
        word,
        CLAUSES[word],
        lambda _, at: not_an_option(at, CLAUSES[word], "nobody is asked while a force moves"),
        lambda: None,
        "default",
        places=Places(
            order=lambda policy: () if policy["value"] == ASK else (zone,),
            facts=lambda _: reader(play, side, zone, moment),
            read=lambda value, by, _: _read(play, side, word, value, by, zone),
        ),
        may_ask=False,
    )


def _read(play: Play, side: Side, word: str, value: Json, by: By, zone: int) -> Deed | None:
    """S43-29.1 The deed that a policy means here; Strangle goes by the zones of its `to`."""
    if not isinstance(value, dict):
        return None
    deeds = list(possible_against(play, side, word, zone))
    if "to" not in value:
        return meant(play, side, value, by, deeds)
    named = cast("list[Place]", value["to"])
    found = [deed for place in named for deed in deeds if deed.place == place]
    if not found:
        not_an_option(
            by.at, CLAUSES["strangle"], "the Strangle Plan cannot be played on these zones"
        )
    return found[0]
