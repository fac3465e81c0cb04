"""What a side does between impulses: reinforcements, conversions, and the events there."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.games.italy1943 import new_line
from pbem.games.italy1943.conversion import Purchase, convert, possible
from pbem.games.italy1943.limits import room, tanks
from pbem.games.italy1943.pieces import Kind
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement import due, entry_zones
from pbem.players.italy1943.evaluation import Judge

LINE_GAIN = 12.0
"""A new line must gain this much to be worth a token."""


def reinforcement_orders(judge: Judge, opening: Position) -> list[Json]:
    """The orders of the own reinforcement phase."""
    pos, side = opening.copy(), judge.side
    orders: list[Json] = []
    line = _new_line(judge, pos) if side == "axis" and new_line.playable(pos) else None
    if line:
        orders.append(line)
    placed = _placed(judge, pos)
    if due(opening, side):
        listed: list[Json] = [{"zone": zone, "cubes": n} for zone, n in sorted(placed.items())]
        orders.append({"do": "reinforce", "place": listed})
    return orders + _conversions(judge, pos)


def _new_line(judge: Judge, pos: Position) -> Json:
    """S43-25.9 The event on the zone where a line helps most."""
    now, values = judge.value(pos), {}
    for zone in new_line.zones(pos):
        tried = pos.copy()
        tried.place_line(tried.pool_lines()[0], zone)
        values[zone] = judge.value(tried)
    goal = max(values, key=lambda zone: (values[zone], -zone))
    if values[goal] - now < LINE_GAIN or pos.tokens["axis"] < 3:
        return None
    pos.place_line(pos.pool_lines()[0], goal)
    return {"do": "event", "event": "new_line", "zone": goal}


def _placed(judge: Judge, pos: Position) -> dict[int, int]:
    """S43-6.1 Cube by cube the zone where it is worth most."""
    side = judge.side
    placed: dict[int, int] = {}
    for _ in range(due(pos, side)):
        values = {
            zone: _with_cube(judge, pos, zone)
            for zone in entry_zones(pos, side)
            if room(pos, side, zone)
        }
        if not values:
            break
        goal = max(values, key=lambda zone: (values[zone], -zone))
        pos.place_cubes(side, goal, 1)
        placed[goal] = placed.get(goal, 0) + 1
    return placed


def _with_cube(judge: Judge, pos: Position, zone: int) -> float:
    tried = pos.copy()
    tried.place_cubes(judge.side, zone, 1)
    return judge.value(tried)


WANTED: tuple[Kind, ...] = ("paratroopers", "plane", "elite", "tank", "partisan")


def _conversions(judge: Judge, pos: Position) -> list[Json]:
    """S43-7.1 Counters worth their cubes, each where cubes are most plentiful."""
    orders: list[Json] = []
    for kind in WANTED:
        wishes = [wish for wish in possible(pos, judge.side) if wish.kind == kind]
        able = [wish for wish in wishes if _is_sensible(judge, pos, wish)]
        if not able:
            continue
        wish = max(able, key=lambda each: (pos.stack(judge.side, each.zone).cubes, -each.zone))
        convert(pos, judge.side, wish)
        plain: dict[str, Json] = {"do": "convert", "zone": wish.zone, "kind": wish.kind}
        orders.append(plain | ({} if wish.to is None else {"to": wish.to}))
    return orders


def _is_sensible(judge: Judge, pos: Position, wish: Purchase) -> bool:
    """Whether enough cubes stay behind, and whether the counter has something to do there."""
    side, zone = judge.side, wish.zone
    left = pos.stack(side, zone).cubes - pos.facts.prices[side][wish.kind].cubes
    if wish.kind == "paratroopers":
        return left >= 1 and pos.turn < 5
    if wish.kind == "tank":
        return left >= 3 and not tanks(pos, side, zone)
    if wish.kind == "partisan":
        return left >= 4
    if wish.kind == "plane" and side == "axis":
        return left >= 4
    return left >= 1
