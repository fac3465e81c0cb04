"""A whole game, program against program, as a stream of resolutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.dice import DiceSource
from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.game import Rules
from pbem.engine.resolution import Outcome, opening_outcome, resolve
from pbem.engine.sheets import Sheet
from pbem.players.interface import Player, legal_answer


@immutable(frozen=True, slots=True)
class Turned:
    """One resolution of a match.

    Attributes:
        answers: the `orders` lists that led to it, by ask id.
        outcome: what came of them.
    """

    answers: Mapping[str, list[Json]]
    outcome: Outcome


def play_match(
    rules: Rules, players: Mapping[str, Player], dice: DiceSource, options: Mapping[str, Json]
) -> Iterator[Turned]:
    """Play a game to its end.

    Args:
        rules: the rules of the game.
        players: who plays each seat.
        dice: the dice of the whole game.
        options: the rule options.
    """
    standing = {(seat, ""): _filed(seat, player) for seat, player in players.items()}
    outcome = opening_outcome(rules, options)
    while outcome.over is None:
        answers = {
            question.id: legal_answer(players[question.seat], rules, question, outcome.step.opening)
            for question in outcome.open
        }
        sheets = {ask: Sheet(f"answer to {ask}", orders) for ask, orders in answers.items()}
        outcome = resolve(rules, outcome.step, Sources(sheets, standing), dice)
        yield Turned(answers, outcome)


def _filed(seat: str, player: Player) -> StandingOrders:
    return StandingOrders(f"standing orders of {seat}", player.standing())
