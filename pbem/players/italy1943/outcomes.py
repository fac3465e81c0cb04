"""What comes of an attack or landing on average: the plan, the odds, and both ends of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.canon.canonical import Json
from pbem.games.italy1943.control import land_and_air
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.air import ready_in_range
from pbem.players.italy1943.draft import Draft, shift, take
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.groups import Group, defence, suffer
from pbem.players.italy1943.odds import FireTable, Odds, Ranks, ladder, odds

LEAST_CHANCE = 0.12
"""With less chance of winning nothing is attacked."""


def odds_of(draft: Draft, target: int, ours: Ranks, harm: int = 0) -> Odds:
    """The odds of an attack; the defender is given the support of a plane if he has one near."""
    numbers = FireTable.of(draft.before.facts.combat)
    theirs = defence(draft.after, draft.enemy, target)
    has_plane = bool(ready_in_range(draft.after, draft.enemy, target)) and theirs.size > 1
    steps = ladder(numbers, replace(theirs, plane_support=has_plane))
    return odds(ladder(numbers, ours), steps[harm:])


def plan(plane: str, para: str) -> list[Json]:
    """The plan of an attack: its support, and when to break off."""
    policies: list[Json] = [
        {"decision": "support_plane", "value": {"use": [plane]} if plane else "never"},
        {"decision": "losses", "value": "default"},
        {
            "decision": "reserves",
            "if": {"star": True, "own_forces": {">=": 3}, "enemy_forces": {"<=": 2}},
            "value": "always",
        },
    ]
    if para:
        return [*policies, {"decision": "drop", "value": {"use": [para]}}]
    weak: Json = {"own_forces": {"<=": 2}, "enemy_forces": {">=": 3}}
    return [*policies, {"decision": "break_off", "if": weak, "value": "always"}]


def settle(
    judge: Judge,
    draft: Draft,
    target: int,
    parts: list[Group],
    chances: Odds,
    plane: str,
    para: str,
) -> None:
    """Bring the draft to the likelier end of an attack, and weigh in the other."""
    draft.targets = (*draft.targets, target)
    for mission in filter(None, (plane, para)):
        draft.after.engage(mission)
    draft.flown = (*draft.flown, *filter(None, (plane,)))
    won = _won(draft, target, parts, chances, para)
    failed = _failed(draft, target, parts, chances, para)
    value_won, value_failed = judge.value(won), judge.value(failed)
    mean = chances.win * value_won + (1 - chances.win) * value_failed
    is_won = chances.win >= 0.5
    draft.after = won if is_won else failed
    draft.luck += mean - (value_won if is_won else value_failed)


def copies(parts: Sequence[Group]) -> list[Group]:
    """The same groups once more, to be changed independently."""
    return [Group(part.zone, part.cubes, list(part.counters)) for part in parts]


def _won(draft: Draft, target: int, parts: Sequence[Group], chances: Odds, para: str) -> Position:
    pos, side, groups = draft.after.copy(), draft.side, copies(parts)
    suffer(pos, side, groups, round(chances.cost))
    pos.eliminate(draft.enemy, target, land_and_air(pos, draft.enemy, target))
    take(pos, side, target)
    if target in pos.lines and side == "allied":
        pos.eliminate_line(target)
    for group in groups:
        if group.size:
            shift(pos, side, group, target)
    if para and isinstance(start := pos.place_of(para), int) and start != target:
        shift(pos, side, Group(start, 0, [para]), target)
    return pos


def _failed(
    draft: Draft, target: int, parts: Sequence[Group], chances: Odds, para: str
) -> Position:
    pos, groups = draft.after.copy(), copies(parts)
    suffer(pos, draft.side, groups, round(chances.cost_failed))
    if para:
        pos.eliminate_counter(para)
    here = land_and_air(pos, draft.enemy, target)
    suffer(
        pos,
        draft.enemy,
        [Group(target, here.cubes, list(here.counters))],
        min(round(chances.harm_failed), here.size - 1),
    )
    return pos
