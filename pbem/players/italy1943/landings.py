"""Landings (section 18): where, with which fleets and forces, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from pbem.canon.canonical import Json
from pbem.games.italy1943.control import land_and_air
from pbem.games.italy1943.pieces import other
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.air import able_drop, able_planes, ready_in_range
from pbem.players.italy1943.assaults import dropping
from pbem.players.italy1943.draft import Draft
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.groups import Group, defence, ranks
from pbem.players.italy1943.odds import Odds
from pbem.players.italy1943.outcomes import LEAST_CHANCE, copies, odds_of, plan, settle

HIT = 1 / 3
"""The chance of a die of an interceptor or of a fleet (18.8, 18.10)."""


def landings(judge: Judge, draft: Draft) -> Iterator[Draft]:
    """Every landing that is worth a thought, each as a draft with it added."""
    if draft.side != "allied" or draft.fleets or draft.arrows >= draft.before.facts.arrows:
        return
    ships = fleets_at_sea(draft.before)
    ready = [ship for ship in ships if ship not in draft.before.engaged]
    if ready:
        yield from _landings(judge, draft, ready)
    if len(ready) < len(ships) and not draft.event and may_ready_ships(draft):
        readied = draft.copy()
        readied.event = True
        readied.act({"do": "event", "event": "operational", "zone": "sea"})
        for ship in ships:
            readied.before.ready(ship)
            readied.after.ready(ship)
        readied.luck -= 18.0
        yield from _landings(judge, readied, list(ships))


def fleets_at_sea(pos: Position) -> list[str]:
    """The Allied fleets in the game."""
    return [
        counter.id
        for counter in pos.facts.counters_of["allied"]
        if counter.kind == "fleet" and pos.place_of(counter.id) == "sea"
    ]


def may_ready_ships(draft: Draft) -> bool:
    """S43-24.8 Whether Operational can still be played."""
    pos = draft.before
    played = pos.plays["allied"].get("operational", 0)
    return pos.tokens["allied"] > 1 and played < pos.facts.events["allied"]["operational"].most


def _landings(judge: Judge, draft: Draft, ready: Sequence[str]) -> Iterator[Draft]:
    pos = draft.before
    for target in sorted(pos.facts.zones):
        zone = pos.facts.zones[target]
        if not zone.coastal or pos.control[target] != "axis" or target in draft.targets:
            continue
        for count in range(1, min(2, len(ready)) + 1):
            for fleets in list(combinations(ready, count))[:1]:
                parts = _carried(draft, 4 if count == 1 else 6)
                if parts:
                    yield from _supported(judge, draft, target, fleets, parts)


def _carried(draft: Draft, most: int) -> list[Group]:
    """S43-18.4, S43-18.5 A tank and cubes out of coastal zones, the fullest zones first."""
    pos = draft.before
    free = [draft.free(zone) for zone in pos.facts.zones if pos.facts.zones[zone].coastal]
    groups: list[Group] = []
    has_tank = False
    for start in sorted(free, key=lambda group: (_is_front(draft, group.zone), -group.size)):
        room = most - sum(group.size for group in groups)
        tanks = [c for c in start.counters if pos.facts.counters[c].kind == "tank"]
        ready = [tank for tank in tanks if tank not in pos.engaged]
        tank = ready[:1] if room and not has_tank else []
        keeps = int(pos.facts.zones[start.zone].star)
        cubes = max(0, min(start.cubes - keeps, room - len(tank)))
        if cubes or tank:
            groups.append(Group(start.zone, cubes, tank))
            has_tank = has_tank or bool(tank)
    return groups


def _is_front(draft: Draft, zone: int) -> bool:
    """Whether the enemy stands beside a zone; from there forces are taken last."""
    near = draft.before.facts.zones[zone].neighbours
    return any(land_and_air(draft.before, draft.enemy, n).size for n in near)


def _supported(
    judge: Judge, draft: Draft, target: int, fleets: Sequence[str], parts: list[Group]
) -> Iterator[Draft]:
    """The landing without support, and with all the support there is."""
    is_held = bool(land_and_air(draft.after, "axis", target).size)
    plane = (able_planes(draft, target) or [""])[0] if is_held else ""
    para = (able_drop(draft, target) or [""])[0] if is_held else ""
    for flying, jumping in dict.fromkeys((("", ""), (plane, ""), (plane, para))):
        added = draft.copy()
        if _land(judge, added, target, fleets, parts, flying, jumping) >= LEAST_CHANCE:
            yield added


def _land(
    judge: Judge,
    draft: Draft,
    target: int,
    fleets: Sequence[str],
    parts: list[Group],
    plane: str,
    para: str,
) -> float:
    """Add a landing to a draft; returns the chance that it wins."""
    forces: list[Json] = [part.written() for part in parts]
    entry: dict[str, Json] = {"do": "landing", "zone": target, "fleets": list(fleets)}
    draft.attacks.append({**entry, "forces": forces, "plan": plan(plane, para)})
    draft.arrows, draft.fleets = draft.arrows + 1, tuple(fleets)
    for fleet in fleets:
        draft.after.engage(fleet)
    for part in (*parts, *dropping(draft, para)):
        draft.reserve(part)
    chances = _chances(draft, target, parts, len(fleets), plane, para)
    settle(judge, draft, target, copies(parts), chances, plane, para)
    return chances.win


def _chances(
    draft: Draft, target: int, parts: Sequence[Group], ships: int, plane: str, para: str
) -> Odds:
    """The odds of a landing: a third of the interceptors' and of the fleets' dice hit."""
    ours = ranks(draft.before, parts)
    lost = round(HIT * interceptors(draft.after, target))
    if lost >= ours.size:
        return Odds(0.0, ours.size, ours.size, 0.0)
    if not defence(draft.after, "axis", target).size:
        return Odds(1.0, lost, lost, 0.0)
    ours = replace(
        ours,
        cubes=max(0, ours.cubes - lost),
        drop=int(bool(para)),
        plane_support=bool(plane),
        tank_may_lead=not draft.before.facts.zones[target].mountain,
    )
    fought = odds_of(draft, target, ours, harm=round(HIT * ships))
    return replace(fought, cost=fought.cost + lost, cost_failed=fought.cost_failed + lost)


def interceptors(pos: Position, target: int) -> int:
    """S43-18.8 How many dice the Axis may roll against a landing."""
    side = other("allied")
    ships = [counter for counter in pos.counters(side, "sea") if counter not in pos.engaged]
    return len(ships) + min(1, len(ready_in_range(pos, side, target)))
