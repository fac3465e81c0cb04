"""Legal orders for all steps besides an impulse, and for open windows, picked at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.canon.canonical import Json
from pbem.engine.picking import Pick, happens, one, some
from pbem.games.italy1943.action import trial_of
from pbem.games.italy1943.conversion import Purchase, partisan_zones, phase_refusals, possible
from pbem.games.italy1943.deeds import REACTIONS
from pbem.games.italy1943.facts import Facts, Placement
from pbem.games.italy1943.new_line import playable, zones
from pbem.games.italy1943.pieces import POOL, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement import Arrival, due, entry_zones
from pbem.games.italy1943.reinforcement_orders import Phase
from pbem.games.italy1943.setup import Deployment, deployment_refusals
from pbem.games.italy1943.stacking_steps import CUBE, HELD, Exit, exits, leave
from pbem.games.italy1943.suggest_impulse import Written, deeds, entry_of

MOST_TRIES = 50


def deployment(facts: Facts, pick: Pick) -> list[Json]:
    """S43-O01 A legal Axis deployment; none if the picks do not come to one."""
    for _ in range(MOST_TRIES):
        tried = _deployment(facts, pick)
        if not deployment_refusals(facts, tried, ""):
            return [tried.order()]
    return []


def _deployment(facts: Facts, pick: Pick) -> Deployment:
    """Every free piece somewhere; perhaps one is swapped with one in Africa."""
    plan, swaps = facts.set_up, list[tuple[str, str]]()
    counters = list(plan.free_counters)
    fixed = [counter for stack in plan.axis_fixed for counter in stack.counters]
    if fixed and happens(pick, 1, 3):
        out, inside = one(pick, fixed), one(pick, counters)
        if facts.counter(out).kind == facts.counter(inside).kind:
            swaps.append((inside, out))
            counters[counters.index(inside)] = out
    open_zones = [zone for zone in facts.zones if facts.zone(zone).region != "africa"]
    lines = zip(some(pick, open_zones, least=len(plan.free_lines)), plan.free_lines, strict=False)
    placed = [Placement(zone, 0, (), line) for zone, line in lines]
    placed += [Placement(one(pick, open_zones), 0, (counter,)) for counter in counters]
    placed += [Placement(one(pick, open_zones), 1) for _ in range(plan.free_cubes)]
    return Deployment(tuple(placed[:40]), tuple(swaps))


def reinforcements(play: Play, side: Side, allowed: tuple[str, ...], pick: Pick) -> list[Json]:
    """S43-O03, S43-O04, S43-O15 Orders for a reinforcement phase in which some types are open."""
    phase, written = Phase.of(play, side), list[Json]()
    if "reinforce" in allowed:
        written += _arrivals(phase, pick)
    if "event" in allowed and side == "axis" and playable(phase.pos) and happens(pick, 1, 2):
        written.append({"do": "event", "event": "new_line", "zone": one(pick, zones(phase.pos))})
    for _ in range(pick(4) if "convert" in allowed else 0):
        written += _conversion(phase, pick)
    return written


def _arrivals(phase: Phase, pick: Pick) -> Iterator[Json]:
    """S43-6.4 An entry for at most the cubes that are due."""
    open_zones, left = entry_zones(phase.pos, phase.side), due(phase.pos, phase.side)
    place = list[Json]()
    for zone in some(pick, open_zones):
        cubes = min(left, 1 + pick(4))
        if cubes:
            place.append({"zone": zone, "cubes": cubes})
            phase.add(Arrival(zone, cubes))
            left -= cubes
    yield {"do": "reinforce", "place": place}


def _conversion(phase: Phase, pick: Pick) -> Iterator[Json]:
    """S43-7.2, S43-7.5 One conversion, perhaps with the counter named."""
    for wish in some(pick, list(possible(phase.pos, phase.side)))[:1]:
        written: Written = {"do": "convert", "zone": wish.zone, "kind": wish.kind}
        counter, to = "", wish.to
        if happens(pick, 1, 2):
            counter = one(pick, phase.pos.of_kind(phase.side, POOL, wish.kind))
            written["counter"] = counter
        if to is not None:
            to = one(pick, partisan_zones(phase.pos))
            written["to"] = to
        chosen = Purchase(wish.zone, wish.kind, counter, to)
        if not phase_refusals(phase.pos, phase.side, chosen):
            phase.add(chosen)
            yield written


def stacking(pos: Position, side: Side, zone: int, pick: Pick) -> list[Json]:
    """S43-O18 What leaves an overfull zone, piece by piece."""
    trial, moves, lost = pos.copy(), list[Json](), list[Exit]()
    while ways := exits(trial, side, zone):
        way = one(pick, ways)
        leave(trial, side, zone, way)
        if way.to is None:
            lost.append(way)
        else:
            moves.append({"to": way.to, **_pieces([way])})
    written: Written = {"do": "stacking", "moves": moves}
    return [written | ({"lose": _pieces(lost)} if lost else {})]


def _pieces(ways: list[Exit]) -> Written:
    """What goes, as members of an entry."""
    cubes = sum(way.piece in (CUBE, HELD) for way in ways)
    counters: list[Json] = [way.piece for way in ways if way.piece not in (CUBE, HELD)]
    return {"cubes": cubes, "counters": counters}


def window(play: Play, side: Side, pick: Pick) -> list[Json]:
    """S43-28.19 What a side that is asked in a window does there, one thing after the other."""
    trial, written = trial_of(play), list[Json]()
    for _ in range(pick(4)):
        for deed in some(pick, list(deeds(trial, side)))[:1]:
            REACTIONS[str(deed["do"])].assume(trial, side, entry_of(deed))
            written.append(cast("Json", deed))
    return written
