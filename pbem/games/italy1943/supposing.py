"""A supposed attack on a side, to try its standing orders (`pbem.engine.game.Guides`)."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.engine.entries import Frame
from pbem.engine.game import Table
from pbem.engine.guiding import Supposed
from pbem.engine.policies import Place
from pbem.games.italy1943.control import land_forces
from pbem.games.italy1943.declaration import attack_problems
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import SEA, SEA_KINDS, Side, other
from pbem.games.italy1943.play import Impulse, Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.steps import Step
from pbem.games.italy1943.suggest_impulse import Written, beaches, entry_of, fronts, garrisons


def suppose(
    facts: Facts, frame: Frame, position: Position, defender: Side, place: Place | None
) -> Supposed | None:
    """S43-13.1, S43-18.1 An attack with everything that is near, else a landing; or None."""
    opening = _impulse_of(position, other(defender))
    play = Play(facts, frame, opening.copy(), Table(_no_dice, lambda _: None), opening.step_id)
    play.impulse = Impulse(other(defender))
    for zone, orders in _wishes(play):
        if place in (None, zone) and not attack_problems(play, entry_of(orders)):
            return Supposed(opening.to_data(), other(defender), [orders], facts.zone(zone).title)
    return None


def _no_dice(label: str, count: int, sides: int = 6) -> tuple[int, ...]:
    """Nothing is rolled while an attack is only looked for."""
    raise ValueError(f"{label} ({count}d{sides}) is rolled in a supposed position")


def _impulse_of(position: Position, side: Side) -> Position:
    """S43-5.4, S43-7.11 The position as if the first impulse of a side began."""
    opening = position.copy()
    opening.initiative, opening.passes = side, 0
    opening.step = Step("impulse", number=1)
    for counter in opening.facts.counters_of[side]:
        opening.engaged.discard(counter.id)
    return opening


def _wishes(play: Play) -> list[tuple[int, Written]]:
    """Attacks on every zone that can be attacked, then landings, the lowest number first."""
    side = play.current.active
    overland = [(zone, _attack(play, zone, near)) for zone, near in fronts(play, side).items()]
    return [*overland, *_landings(play, side)]


def _attack(play: Play, zone: int, starts: tuple[int, ...]) -> Written:
    forces: list[Json] = [_part(play, start) for start in starts[: play.facts.arrows]]
    return {"do": "attack", "zone": zone, "forces": forces}


def _part(play: Play, zone: int) -> Json:
    """Everything that may attack out of a zone."""
    here = land_forces(play.pos, play.current.active, zone)
    return {"from": zone, "cubes": here.cubes, "counters": [*here.counters]}


def _landings(play: Play, side: Side) -> list[tuple[int, Written]]:
    """S43-18.4 Landings of three cubes with the first fleet that is ready."""
    fleets = [f for f in play.pos.of_kind(side, SEA, *SEA_KINDS) if play.pos.is_ready(f)]
    starts = [
        zone
        for zone in garrisons(play, side)
        if play.facts.zone(zone).coastal and land_forces(play.pos, side, zone).free
    ]
    if side != "allied" or not fleets or not starts:
        return []
    start = max(starts, key=lambda zone: land_forces(play.pos, side, zone).free)
    cubes = min(3, land_forces(play.pos, side, start).free)
    forces: Json = [{"from": start, "cubes": cubes}]
    return [
        (zone, {"do": "landing", "zone": zone, "fleets": [fleets[0]], "forces": forces})
        for zone in beaches(play, side)
    ]
