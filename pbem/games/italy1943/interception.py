"""Interception at sea: of transports (10.8 to 10.14) and of landings (18.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import Choice, Decision, question
from pbem.engine.tokens import Token, tokens
from pbem.games.italy1943.asking import names, not_an_option, read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.control import land_forces
from pbem.games.italy1943.losses import Toll, suffer
from pbem.games.italy1943.missions import (
    base_of,
    can_fly,
    fly_mission,
    has_runway,
    planes_on_board,
)
from pbem.games.italy1943.passage import Passage, PassageIntercepted, PassageLetThrough, Shot
from pbem.games.italy1943.pieces import AFLOAT, LAND_KINDS, SEA, SEA_KINDS, Force, Side, other
from pbem.games.italy1943.play import Moment, Play, decision
from pbem.games.italy1943.stands import stand_carried
from pbem.games.italy1943.strangle import is_strangled
from pbem.games.italy1943.victory import test_elimination

MOST_ASKS: Final = 2
"""S43-28.16 How often a side is asked about transports in an impulse."""


async def intercept(play: Play, passage: Passage) -> Force:
    """S43-10.9 to S43-10.14, S43-18.8 The other side may intercept; returns what was lost.

    The losses are already taken from the place `afloat`, and 27.3 has been tested.
    """
    if not interceptors(play, passage):
        return Force()
    side = other(passage.owner)
    choice = await _decide(play, passage, side)
    if not choice.value:
        play.tell(
            PassageLetThrough(
                clause=passage.decision_clause,
                side=side,
                zone=passage.zone,
                landing=passage.landing,
                by=choice.by,
            )
        )
        return Force()
    hits = _shoot(play, passage, choice)
    return await _lose(play, passage, hits)


def interceptors(play: Play, passage: Passage) -> tuple[str, ...]:
    """S43-10.9, S43-18.8 Every piece that could intercept, in the order of `forces.json`.

    Not all of them can always do so together, because of the airport limit (10.14).
    """
    side = other(passage.owner)
    at_sea = play.pos.of_kind(side, SEA, *SEA_KINDS)
    able = [c for c in at_sea if play.pos.is_ready(c)]
    able += [
        plane
        for plane in planes_on_board(play, side)
        if can_fly(play, side, plane, passage.zone)
        and not is_strangled(play, side, base_of(play, plane))
    ]
    return tuple(counter for counter in play.facts.counters if counter in able)


async def _decide(play: Play, passage: Passage, side: Side) -> Choice[tuple[str, ...]]:
    """S43-D14, S43-D20 Who intercepts, all named before any die is rolled."""
    clause = passage.decision_clause
    heading = play.heading(f"{passage.name}/intercept/{side}", side, "intercept", clause)
    (choice,) = await question(heading, _intercept_decision(play, passage, side))
    if choice.asked and not passage.landing:
        asks = play.current.transport_asks
        asks[side] = asks.get(side, 0) + 1
    return choice


def _intercept_decision(play: Play, passage: Passage, side: Side) -> Decision[tuple[str, ...]]:
    often_asked = play.current.transport_asks.get(side, 0) >= MOST_ASKS
    return decision(
        passage.word,
        passage.decision_clause,
        lambda value, at: _read(play, passage, value, at),
        lambda: (),
        "ask",
        zone=passage.zone,
        facts=reader(play, side, passage.zone, _moment(play, passage, side)),
        may_ask=passage.landing or not often_asked,
        offer=lambda: list(interceptors(play, passage)),
    )


def _moment(play: Play, passage: Passage, side: Side) -> Moment:
    """S43-29.1 The facts of an interception for a side."""
    carried = land_forces(play.pos, passage.owner, AFLOAT)
    moment: dict[str, int | bool | str] = {"carried": carried.size, "carried:cube": carried.cubes}
    for kind in LAND_KINDS:
        of_kind = play.pos.of_kind(passage.owner, AFLOAT, kind)
        moment[f"carried:{kind}"] = len(of_kind)
    if passage.landing:
        part = "attack" if side == passage.owner else "defence"
        moment |= {"landing": True, "round": 0, "side": part}
    return moment


def _read(play: Play, passage: Passage, value: Json, at: str) -> tuple[str, ...]:
    """S43-29.1 The interceptors a value names, in the order of preference; () for `never`."""
    clause = passage.decision_clause
    written = read_value(play, passage.word, clause, value, at)
    if not isinstance(written, dict):
        return ()
    legal = interceptors(play, passage)
    named = _named(play, written, legal)
    if not named:
        not_an_option(at, clause, "none of the pieces named can intercept here", legal)
    return named


def _named(play: Play, written: Mapping[str, Json], legal: Sequence[str]) -> tuple[str, ...]:
    """S43-29.1, S43-10.14 The pieces of a choice that can intercept together."""
    use = written.get("use", list(legal))
    most = cast("int", written.get("max", len(legal)))
    named: list[str] = []
    for token in tokens(*map(str, cast("list[Json]", use))):
        named += _through(play, token, legal, named)
    return tuple(named[:most])


def _through(
    play: Play, token: Token, legal: Sequence[str], named: Sequence[str]
) -> tuple[str, ...]:
    """The pieces that one entry of `use` adds to those named so far."""
    found: list[str] = []
    for counter in legal:
        beside = (*named, *found)
        full = token.most is not None and len(found) >= token.most
        if full or counter in beside or not names(play, token, counter):
            continue
        if _has_place(play, counter, beside):
            found.append(counter)
    return tuple(found)


def _has_place(play: Play, counter: str, beside: Sequence[str]) -> bool:
    """S43-10.14 Whether the airport limit lets a piece intercept beside others."""
    if play.facts.counter(counter).kind != "plane":
        return True
    return has_runway(play, base_of(play, counter), counter, beside)


def _shoot(play: Play, passage: Passage, choice: Choice[tuple[str, ...]]) -> int:
    """S43-10.10, S43-10.11 All interceptors become engaged and roll one die each."""
    needs = play.facts.combat.intercept_from
    for piece in choice.value:
        _engage(play, piece)
    shots = tuple(_shot(play, passage, piece, needs) for piece in choice.value)
    hits = sum(shot.hit for shot in shots)
    play.tell(
        PassageIntercepted(
            clause=passage.clause,
            side=other(passage.owner),
            zone=passage.zone,
            landing=passage.landing,
            carried=land_forces(play.pos, passage.owner, AFLOAT),
            shots=shots,
            needs=needs,
            hits=hits,
            by=choice.by,
        )
    )
    return hits


def _engage(play: Play, piece: str) -> None:
    if play.facts.counter(piece).kind == "plane":
        fly_mission(play, piece)
    else:
        play.pos.engage(piece)


def _shot(play: Play, passage: Passage, piece: str, needs: int) -> Shot:
    label = f"{passage.name}/intercept/{piece}"
    (die,) = play.roll(label, 1)
    return Shot(piece=piece, label=f"{play.step}/{label}", die=die, hit=die >= needs)


async def _lose(play: Play, passage: Passage, hits: int) -> Force:
    """S43-10.12, S43-10.13, S43-D15 The owner gives up one carried force for each hit."""
    owner = passage.owner
    before = land_forces(play.pos, owner, AFLOAT)
    toll = Toll(
        side=owner,
        zone=passage.zone,
        losses=hits,
        cause="interception",
        stand=stand_carried(play.pos, before, AFLOAT),
        clause="S43-D15",
        moment=_moment(play, passage, owner),
    )
    await suffer(play, toll, f"{passage.name}/intercept/losses/{owner}", passage.plan)
    test_elimination(play)
    return before.minus(land_forces(play.pos, owner, AFLOAT))
