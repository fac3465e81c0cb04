"""The orders for an impulse: the best attacks first, then the moves around them."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.air import flights, late_bombs
from pbem.players.italy1943.assaults import assaults
from pbem.players.italy1943.draft import Draft
from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.fresh import fresh_cubes
from pbem.players.italy1943.landings import landings
from pbem.players.italy1943.moves import best, steps

MOST_ATTACKS = 3
MOST_MOVES = 12
LEAST_ATTACK = 4.0
"""An attack that gains less on average is not made."""


def impulse_orders(judge: Judge, pos: Position) -> list[Json]:
    """What a side does in its impulse, from the position in which it opened."""
    draft = Draft.begin(judge.side, pos)
    fresh_cubes(judge, draft)
    for _ in range(MOST_ATTACKS):
        better = _best_attack(judge, draft)
        if better is None:
            break
        draft = better
    for _ in range(MOST_MOVES):
        step = best(steps(judge, draft))
        if step is None:
            break
        step.add(draft)
    flights(judge, draft)
    late_bombs(judge, draft)
    return draft.orders() or [{"do": "pass"}]


def _best_attack(judge: Judge, draft: Draft) -> Draft | None:
    """The draft with the attack or landing added that gains most; None if none is worth it."""
    found, mark = None, judge.value(draft.after) + draft.luck + LEAST_ATTACK
    for added in (*assaults(judge, draft), *landings(judge, draft)):
        value = judge.value(added.after) + added.luck
        if value > mark:
            found, mark = added, value
    return found
