"""The event that brings the Allies fresh cubes (24.1)."""

from __future__ import annotations

from pbem.games.italy1943.control import is_friendly
from pbem.games.italy1943.limits import room
from pbem.players.italy1943.draft import Draft
from pbem.players.italy1943.evaluation import Judge

CUBES = 3


def fresh_cubes(judge: Judge, draft: Draft) -> None:
    """S43-24.1 Play Reinforcements where it gains most, if it brings all its cubes."""
    pos, side = draft.before, draft.side
    played = pos.plays[side].get("reinforcements", 0)
    box = pos.facts.events[side]["reinforcements"]
    count = CUBES
    if side != "allied" or draft.event or pos.pool_cubes(side) < count:
        return
    if not pos.tokens[side] or played >= box.most:
        return
    values: dict[int, float] = {}
    for zone in pos.facts.zones:
        if is_friendly(pos, side, zone) and room(pos, side, zone) >= count:
            tried = pos.copy()
            tried.place_cubes(side, zone, count)
            values[zone] = judge.value(tried)
    if not values:
        return
    goal = max(values, key=lambda zone: (values[zone], -zone))
    draft.event = True
    draft.act({"do": "event", "event": "reinforcements", "zone": goal})
    for each in (draft.before, draft.after):
        each.place_cubes(side, goal, count)
