"""Whole games played at random, by the legal answers that the rules themselves suggest.

A game is fixed by one whole number. What answers, which standing orders count and how the dice
fall all follow from it, so a game that shows a mistake can be played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.canon.canonical import Json, sha
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Question
from pbem.engine.dice import SeedDice
from pbem.engine.driver import Sources, StandingOrders, Topic
from pbem.engine.game import Rules, Suggests
from pbem.engine.picking import happens
from pbem.engine.resolution import Outcome, check_answer, opening_outcome, resolve
from pbem.engine.sheets import Sheet
from pbem.testing.spoiling import spoiled

MOST_RESOLUTIONS: Final = 3000


class Chance:
    """A `Pick`: a stream of numbers that follows from a text."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def __call__(self, count: int) -> int:
        """A number from 0 up to, but not including, `count`."""
        self._drawn += 1
        drawn = sha(f"{self._seed}/{self._drawn}".encode())
        return int(drawn[:16], 16) % count


@immutable(frozen=True, slots=True)
class Resolution:
    """One resolution of a game.

    Attributes:
        before: the outcome that asked.
        sheets: what was answered, by ask id; None where the default was taken.
        refused: what was tried before and refused, by ask id.
        standing: the standing documents that counted.
        dice: the seed of its dice.
        outcome: what came out.
    """

    before: Outcome
    sheets: Mapping[str, Sheet | None]
    refused: Sequence[tuple[str, list[Json]]]
    standing: Mapping[Topic, StandingOrders]
    dice: str
    outcome: Outcome


@dataclass
class RandomGame:
    """A game that is played as far as it is iterated over.

    Attributes:
        rules: the rules.
        seed: what fixes the game.
        options: its options.
        standing: the standing documents that count now.
        refused_standing: the policies that were tried and refused, by seat.
    """

    rules: Rules
    seed: int
    options: Mapping[str, Json] = field(default_factory=dict)
    standing: dict[Topic, StandingOrders] = field(default_factory=dict)
    refused_standing: list[tuple[str, list[Json]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pick = Chance(f"random play {self.seed}")

    def __iter__(self) -> Iterator[Resolution]:
        """The resolutions of the game, until it is over or has gone on for too long."""
        outcome = opening_outcome(self.rules, self.options)
        self._write_standing(3)
        for number in range(MOST_RESOLUTIONS):
            if not outcome.open:
                return
            if outcome.ended_step:
                self._write_standing(1)
            played = self._resolve(outcome, number)
            outcome = played.outcome
            yield played

    def _resolve(self, before: Outcome, number: int) -> Resolution:
        refused: list[tuple[str, list[Json]]] = []
        sheets = {question.id: self._answer(question, refused) for question in before.open}
        standing = dict(self.standing)
        seed = sha(f"dice {self.seed}/{number}".encode())
        outcome = resolve(self.rules, before.step, Sources(sheets, standing), SeedDice(seed))
        return Resolution(before, sheets, tuple(refused), standing, seed, outcome)

    def _answer(
        self, question: Question[Any], refused: list[tuple[str, list[Json]]]
    ) -> Sheet | None:
        """The default, nothing, what is suggested, or a spoiled suggestion if it is legal."""
        if happens(self.pick, 1, 20):
            return None
        orders = suggestion(self.rules, question, self.pick)
        if happens(self.pick, 1, 4):
            other = spoiled(orders, self.pick)
            if not check_answer(self.rules, question, other):
                orders = other
            else:
                refused.append((question.id, other))
        return Sheet(sha(f"{question.id} {self.seed}".encode()), orders)

    def _write_standing(self, times: int) -> None:
        """So many times of six a seat changes its standing orders, between steps."""
        rules = self.rules
        if not isinstance(rules, Suggests):
            return
        for seat in rules.seats:
            if happens(self.pick, times, 6):
                policies = self._policies(rules, seat)
                doc = sha(f"standing {seat} {self.pick(10**9)}".encode())
                self.standing[seat, ""] = StandingOrders(doc, policies)

    def _policies(self, rules: Suggests, seat: str) -> list[Mapping[str, Json]]:
        """What is suggested, or a spoiled suggestion if it is legal."""
        policies = rules.suggest_standing(seat, self.pick)
        if not happens(self.pick, 1, 4):
            return policies
        other = spoiled([dict(policy) for policy in policies], self.pick)
        if self.rules.check_standing(seat, "", other):
            self.refused_standing.append((seat, other))
            return policies
        return [policy for policy in other if isinstance(policy, dict)]


def suggestion(rules: Rules, question: Question[Any], pick: Chance) -> list[Json]:
    """What the rules suggest; nothing, which is always legal, where they suggest nothing."""
    return rules.suggest(question, pick) if isinstance(rules, Suggests) else []
