"""Support by tanks and planes, and the paratroop drop (14.8, 15.5 to 15.14, 19.8, 19.9).

All of it is named at the start of a round (D23, D24): the attacker first, then the defender.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Choice, Decision, joint
from pbem.engine.events import Event
from pbem.games.italy1943.asking import read_pieces, read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.fight import Fight, dropped, forces_of
from pbem.games.italy1943.fire import moment, others_roll
from pbem.games.italy1943.missions import base_of, can_fly, fly_mission, planes_on_board
from pbem.games.italy1943.pieces import DROPPED, Force, Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.ranges import in_range


class TankSupported(Event):
    """S43-15.7 A side named a tank that lowers its number to hit in this round."""

    zone: int
    round: int
    side: Side
    tank: str
    by: By


class PlaneSupported(Event):
    """S43-15.12 A plane became engaged and supports its side until the combat ends."""

    zone: int
    round: int
    side: Side
    plane: str
    start: int
    by: By


class ParatroopersDropped(Event):
    """S43-19.8 Paratroopers became engaged and were dropped into the fight."""

    zone: int
    round: int
    side: Side
    paratroopers: str
    start: int
    by: By


def end_support(play: Play, fight: Fight) -> None:
    """S43-15.12, S43-15.14 Planes that are gone or left alone support no more."""
    for side, plane in tuple(fight.plane.items()):
        gone = play.pos.place_of(plane) != fight.base[side]
        if gone or not _has_others(play, fight, side, plane):
            del fight.plane[side]


async def name_support(play: Play, fight: Fight, side: Side) -> None:
    """S43-D23, S43-D24 A side names its support, and drops paratroopers, for this round."""
    clause = "S43-D23" if side == fight.attacker else "S43-D24"
    decisions = [
        _naming(play, fight, side, word, clause, candidates)
        for word, candidates in _candidates(play, fight, side)
        if candidates
    ]
    if not decisions:
        return
    given = await joint(fight.heading(play, "support", side, clause), decisions)
    choices = {each.word: choice for each, choice in zip(decisions, given, strict=True)}
    for word, use in _USES:
        if word in choices and choices[word].value:
            use(play, fight, side, choices[word])


def _candidates(play: Play, fight: Fight, side: Side) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """S43-28.16 What a side can name now, by decision; it is asked about nothing else."""
    return (
        ("support_tank", tanks(play, fight, side)),
        ("support_plane", planes(play, fight, side)),
        ("drop", drops(play, fight, side)),
    )


def tanks(play: Play, fight: Fight, side: Side) -> tuple[str, ...]:
    """S43-15.7, S43-15.9 The tanks that may support a side in this round.

    What rolls besides may be paratroopers that are dropped only now.
    """
    if play.facts.zone(fight.zone).mountain:
        return ()
    drop_possible = bool(drops(play, fight, side))
    return tuple(
        counter
        for counter in forces_of(play, fight, side).counters
        if _may_lead(play, fight, side, counter)
        and (drop_possible or others_roll(play, fight, side, counter))
    )


def _may_lead(play: Play, fight: Fight, side: Side, counter: str) -> bool:
    """S43-15.7, S43-15.10, S43-15.11 Whether a counter is a tank that can support at all here."""
    if play.facts.counter(counter).kind != "tank" or play.pos.is_engaged(counter):
        return False
    start = play.pos.place_of(counter)
    if isinstance(start, int) and side == fight.attacker and play.facts.zone(start).mountain:
        return False
    return fight.tank_of.get(side, counter) == counter


def planes(play: Play, fight: Fight, side: Side) -> tuple[str, ...]:
    """S43-15.12, S43-15.14 The planes that may begin to support a side in this round."""
    if side in fight.flown:
        return ()
    return tuple(
        plane
        for plane in planes_on_board(play, side)
        if can_fly(play, side, plane, fight.zone) and _has_others(play, fight, side, plane)
    )


def _has_others(play: Play, fight: Fight, side: Side, plane: str) -> bool:
    """S43-15.14 Whether a plane would support anything but itself."""
    others = [c for c in forces_of(play, fight, side).counters if c != plane]
    cubes = forces_of(play, fight, side).cubes
    return bool(others or cubes or (side == "axis" and fight.zone in play.pos.lines))


def drops(play: Play, fight: Fight, side: Side) -> tuple[str, ...]:
    """S43-19.8, S43-19.9 The paratroopers that may be dropped into the fight in this round.

    One counter drops into a fight; one that attacks elsewhere in this impulse does not (13.5).
    """
    if side != fight.attacker or dropped(play, fight).size:
        return ()
    busy = [counter for attack in play.current.attacks for counter in attack.named]
    return tuple(
        counter.id
        for counter in play.facts.counters_of[side]
        if counter.kind == "paratroopers"
        and counter.id not in busy
        and _may_drop(play, side, counter.id, fight.zone)
    )


def _may_drop(play: Play, side: Side, counter: str, zone: int) -> bool:
    start = play.pos.place_of(counter)
    is_there = isinstance(start, int) and play.pos.is_ready(counter)
    return is_there and in_range(play.pos, side, int(start), zone)


def _naming(
    play: Play, fight: Fight, side: Side, word: str, clause: str, candidates: Sequence[str]
) -> Decision[str]:
    """S43-D23, S43-D24 Name one of the candidates or none (""); only a tank by default."""
    first = word == "support_plane" and side == fight.defender and fight.round == 1
    unfiled: Literal["ask", "default"] = "ask" if first else "default"
    return decision(
        word,
        clause,
        lambda value, at: _read(play, word, clause, candidates, value, at),
        lambda: candidates[0] if word == "support_tank" else "",
        unfiled,
        zone=fight.zone,
        facts=reader(play, side, fight.zone, moment(play, fight, side)),
        offer=lambda: list(candidates),
    )


def _read(
    play: Play, word: str, clause: str, candidates: Sequence[str], value: Json, at: str
) -> str:
    """S43-D23 The piece that a value names: `never` none, `always` the first legal one."""
    value = read_value(play, word, clause, value, at)
    if not isinstance(value, dict):
        return candidates[0] if value == "always" else ""
    named = read_pieces(play, value, Force(counters=tuple(candidates)), at, clause)
    return named.counters[0]


def _drop(play: Play, fight: Fight, side: Side, choice: Choice[str]) -> None:
    """S43-19.8 Paratroopers become engaged and are in the fight from now on."""
    counter, start = choice.value, int(play.pos.place_of(choice.value))
    play.pos.engage(counter)
    play.pos.move_forces(side, Force(counters=(counter,)), start, DROPPED)
    fight.attack.named.append(counter)
    play.tell(
        ParatroopersDropped(
            clause="S43-19.8",
            zone=fight.zone,
            round=fight.round,
            side=side,
            paratroopers=counter,
            start=start,
            by=choice.by,
        )
    )


def _fly(play: Play, fight: Fight, side: Side, choice: Choice[str]) -> None:
    """S43-15.12 A plane becomes engaged and supports until the combat ends."""
    plane, start = choice.value, base_of(play, choice.value)
    fly_mission(play, plane)
    fight.plane[side], fight.base[side] = plane, start
    fight.flown.add(side)
    play.tell(
        PlaneSupported(
            clause="S43-15.12",
            zone=fight.zone,
            round=fight.round,
            side=side,
            plane=plane,
            start=start,
            by=choice.by,
        )
    )


def _lead(play: Play, fight: Fight, side: Side, choice: Choice[str]) -> None:
    """S43-15.5, S43-15.9 A tank supports in this round; if nothing else rolls, it fights."""
    tank = choice.value
    if not others_roll(play, fight, side, tank):
        return
    fight.tank[side] = fight.tank_of[side] = tank
    play.tell(
        TankSupported(
            clause="S43-15.7",
            zone=fight.zone,
            round=fight.round,
            side=side,
            tank=tank,
            by=choice.by,
        )
    )


_USES: Final[tuple[tuple[str, Callable[[Play, Fight, Side, Choice[str]], None]], ...]] = (
    ("drop", _drop),
    ("support_plane", _fly),
    ("support_tank", _lead),
)
"""S43-15.9 What a choice does; the tank comes last, because a drop may be what it supports."""
