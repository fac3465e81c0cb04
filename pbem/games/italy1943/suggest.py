"""Legal answers to every question of the game, picked at random (`pbem.engine.game.Suggests`).

Questions carry the run of their step as their scene, so that a suggestion knows the position in
the middle of an impulse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import Question
from pbem.engine.picking import Pick, happens, one
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.suggest_answers import answers
from pbem.games.italy1943.suggest_impulse import impulse_orders, rest_of_impulse
from pbem.games.italy1943.suggest_phases import deployment, reinforcements, stacking, window
from pbem.games.italy1943.suggest_policies import policies


def suggest(question: Question[Any], pick: Pick) -> list[Json]:
    """S43-28.19 A legal `orders` list for an open question, `policies` sometimes included."""
    play, side = cast("Play", question.scene), cast("Side", question.seat)
    orders = _orders(play, side, question, pick)
    if happens(pick, 1, 10):
        advance = policies(play.facts, play.frame.vocabulary, side, pick)
        orders.insert(0, {"do": "policies", "policies": [dict(each) for each in advance]})
    return orders


def _orders(play: Play, side: Side, question: Question[Any], pick: Pick) -> list[Json]:
    if question.orders is None:
        return answers(question.decisions, pick)
    if question.kind == "window":
        return window(play, side, pick)
    if play.pos.step.word == "reinforce":
        return reinforcements(play, side, question.takes, pick)
    (decision,) = question.decisions
    return _ORDERS[decision.word](play, side, decision.offer(), decision.where, pick)


_Orders: TypeAlias = Callable[[Play, Side, Any, Any, Pick], list[Json]]

_ORDERS: Final[Mapping[str, _Orders]] = {
    "begin": lambda *_: [],
    "setup": lambda play, _side, _offer, _zone, pick: deployment(play.facts, pick),
    "overlord": lambda _play, _side, offer, _zone, pick: [
        {"do": "overlord", "remove": one(pick, offer)}
    ],
    "initiative": lambda _play, _side, offer, _zone, pick: [
        {"do": "initiative", "choice": one(pick, offer)}
    ],
    "impulse": lambda play, _side, _offer, _zone, pick: impulse_orders(play, pick),
    "pause": lambda play, _side, _offer, _zone, pick: rest_of_impulse(play, pick),
    "stacking": lambda play, side, _offer, zone, pick: stacking(play.pos, side, zone, pick),
    "logistics": lambda _play, _side, offer, _zone, pick: [
        {"do": "logistics", "zone": one(pick, offer)}
    ],
}
"""S43-28.19 The questions that are answered with orders, by the word of their decision."""
