"""What a program that plays a side is, and how its answers are kept legal.

A player sees what everybody sees: the question, and the position in which the step opened. It
writes what a person would write, so that it can only do what a person can do. It uses no clock
and draws no chance: the same question in the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pbem.canon.canonical import Json
from pbem.engine.decisions import Question
from pbem.engine.game import Rules
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import check_answer


class Player(Protocol):
    """A program that plays one seat of a game."""

    def standing(self) -> Sequence[Mapping[str, Json]]:
        """The policies of the standing document (without topic) that it files before the game."""

    def answer(self, question: Question[Any], opening: Mapping[str, Json]) -> Sequence[Json]:
        """The `orders` list with which it answers an open question of its seat.

        Args:
            question: the question.
            opening: the position in which the step of the question opened.
        """


class MakePlayer(Protocol):
    """Makes the player of a seat; the thing an entry point of the group ``pbem.players`` names.

    The entry point itself has the id of the game for its name.
    """

    def __call__(self, rules: Rules, seat: str) -> Player:
        """A player for a seat of the game with these rules."""


def legal_answer(
    player: Player, rules: Rules, question: Question[Any], opening: Mapping[str, Json]
) -> list[Json]:
    """A player's answer without the entries that the rules refuse.

    In the worst case nothing is left: the empty list, which is the default of every question.
    """
    orders = list(player.answer(question, opening))
    while orders and (refusals := check_answer(rules, question, orders)):
        orders = without(orders, refusals)
    return orders


def without(orders: Sequence[Json], refusals: Sequence[Refusal]) -> list[Json]:
    """Orders without the first entry that a refusal points to; none when none is pointed to.

    Only the first is taken out: those behind it are often refused because of it.
    """
    places = sorted(place for refusal in refusals if (place := _entry(refusal.at)) is not None)
    if not places or places[0] >= len(orders):
        return []
    return [entry for index, entry in enumerate(orders) if index != places[0]]


def _entry(at: str) -> int | None:
    """The number of the entry in ``/orders/2/forces/0``."""
    parts = at.split("/")
    return int(parts[2]) if len(parts) > 2 and parts[2].isdecimal() else None
