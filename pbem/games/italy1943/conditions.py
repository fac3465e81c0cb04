"""The facts that conditions test (section 29.1), read from the position at the moment.

Facts of a zone can be read anywhere; facts of a moment (the round, the losses, what is carried)
are handed over by the rule that puts the decision, and have no meaning elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pbem.engine import policies
from pbem.engine.policies import Fact, Reader
from pbem.games.italy1943.control import is_controlled_by, land_and_air
from pbem.games.italy1943.pieces import DROPPED, Force, Side, other
from pbem.games.italy1943.play import Moment, Play
from pbem.games.italy1943.supply import is_supplied

ZoneFact = Callable[[Play, Side, int], Fact]


def reader(play: Play, side: Side, zone: int | None, moment: Moment) -> Reader:
    """S43-29.1 Reads facts for the policies of a side.

    Args:
        play: the run of the step; the position is looked up when a fact is read.
        side: "own" in the names of facts.
        zone: the zone of the event, None where there is none.
        moment: the facts of the moment.
    """
    return partial(_read, play, side, zone, moment)


def _read(
    play: Play,
    side: Side,
    zone: int | None,
    moment: Moment,
    name: str,
    place: policies.Place | None,
) -> Fact | None:
    if name in moment:
        return moment[name]
    if name in _GENERAL:
        return _GENERAL[name](play, side)
    where = zone if place is None else place
    if not isinstance(where, int) or where not in play.facts.zones:
        return None
    if name in _OF_ZONE:
        return _OF_ZONE[name](play, side, where)
    return _count(play, side, where, name)


_GENERAL: Final[Mapping[str, Callable[[Play, Side], Fact | None]]] = {
    "turn": lambda play, _: play.pos.turn,
    "impulse": lambda play, _: play.pos.step.number or None,
    "active": lambda play, side: play.pos.active == side,
    "own_tokens": lambda play, side: play.pos.tokens[side],
    "enemy_tokens": lambda play, side: play.pos.tokens[other(side)],
}

_OF_ZONE: Final[Mapping[str, ZoneFact]] = {
    "own_forces": lambda play, side, zone: fighting(play, side, zone).size,
    "enemy_forces": lambda play, side, zone: fighting(play, other(side), zone).size,
    "own_line": lambda play, side, zone: side == "axis" and zone in play.pos.lines,
    "star": lambda play, _, zone: play.facts.zone(zone).star,
    "coastal": lambda play, _, zone: play.facts.zone(zone).coastal,
    "own_control": lambda play, side, zone: is_controlled_by(play.pos, side, zone),
    "own_supplied": lambda play, side, zone: is_supplied(play.pos, side, zone),
    "attacked": lambda play, _, zone: _attacked(play, zone),
}


def _attacked(play: Play, zone: int) -> bool:
    return play.impulse is not None and play.impulse.attack_on(zone) is not None


def fighting(play: Play, side: Side, zone: int) -> Force:
    """S43-29.1 What `own_forces` counts: land and air forces in a zone.

    In the target zone of an attack these are for the attacker the land forces committed and
    dropped, from the declaration to the end of the combat.
    """
    attack = play.impulse.attack_on(zone) if play.impulse else None
    if attack is None or attack.attacker != side:
        return land_and_air(play.pos, side, zone)
    dropped = play.pos.counters(side, DROPPED) if attack.fighting else ()
    return attack.committed().plus(Force(counters=dropped))


def _count(play: Play, side: Side, zone: int, name: str) -> int | None:
    """S43-29.1 `own:KIND`, `enemy:KIND`, with or without a state."""
    whose, colon, piece = name.partition(":")
    if not colon or whose not in ("own", "enemy"):
        return None
    owner = side if whose == "own" else other(side)
    kind, _, state = piece.rstrip(")").partition("(")
    if kind == "cube":
        return fighting(play, owner, zone).cubes
    return sum(
        play.facts.counter(counter).kind == kind and _in_state(play, counter, state)
        for counter in _standing(play, owner, zone, kind)
    )


def _standing(play: Play, owner: Side, zone: int, kind: str) -> tuple[str, ...]:
    """The counters counted for a kind: those that fight, or partisans and ships where they are."""
    if kind == "partisan":
        return play.pos.counters(owner, zone)
    return fighting(play, owner, zone).counters


def _in_state(play: Play, counter: str, state: str) -> bool:
    return not state or (state == "engaged") == play.pos.is_engaged(counter)
