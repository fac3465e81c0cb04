"""What every game has to keep, looked at in whole random games.

`check_game` plays an installed game, ours or somebody else's, and looks at each resolution: no
crash and no dead end, an end in time, no piece lost, a legal default for every question, a code
and a clause for every refusal, no crash for orders with a slip in them, suggestions that are never
refused, and a record that gives the same game again, however it was interrupted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Final

from pbem import registry
from pbem.canon.canonical import Json, encode
from pbem.canon.codes import Refused
from pbem.canon.strict import STATE, read
from pbem.engine.decisions import Question
from pbem.engine.dice import Cup, NoDice, Roll, SeedDice, SeedNeeded
from pbem.engine.driver import Sources, run_step
from pbem.engine.events import Event
from pbem.engine.game import Game, Inspects, Rules
from pbem.engine.going_on import GoingOn
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import (
    Outcome,
    RunStep,
    check_answer,
    opening_outcome,
    resolve,
    run_anew,
)
from pbem.testing.random_play import (
    MOST_RESOLUTIONS,
    Chance,
    RandomGame,
    Resolution,
    suggestion,
)
from pbem.testing.spoiling import mislaid, spoiled

CODE: Final = re.compile(r"E_[A-Z0-9]+(_[A-Z0-9]+)*")
SPOILED: Final = 4
"""So many slips are made in a suggestion for each question."""

MISLAID: Final = 20
"""So many of its numbers are replaced by one that is nowhere."""

NO_OPTIONS: Final[Mapping[str, Json]] = {}


class Broken(AssertionError):
    """A game does not keep what every game has to keep; the message says where and what."""


@dataclass
class Tally:
    """What the random games met, for the reader of a test run.

    Attributes:
        games: how many were played to their end.
        asked: how often each kind of question was asked.
        events: how often each event happened.
        refused: how often each code of a refusal was given.
    """

    games: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


def check_game(
    game: Game, games: int, seed: int, options: Mapping[str, Json] = NO_OPTIONS
) -> Tally:
    """Play random games of a game with the data that come with it, and look at each of them.

    Args:
        game: what its entry point offers.
        games: how many games.
        seed: the seed of the first; the others follow.
        options: the options of the games.

    Raises:
        Broken: with the seed, the resolution and the ask at which something is wrong.
    """
    tally = Tally()
    rules = registry.load(game).rules
    for number in range(games):
        check_rules(rules, seed + number, options, tally)
    return tally


def check_rules(
    rules: Rules, seed: int, options: Mapping[str, Json] = NO_OPTIONS, tally: Tally | None = None
) -> Tally:
    """Play one random game by some rules, and look at it.

    Raises:
        Broken: something is wrong.
    """
    watch = _Watch(rules, seed, options, tally or Tally())
    try:
        watch.play()
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{watch.where()}: {type(error).__name__}: {error}") from error
    return watch.tally


@dataclass
class _Watch:
    """One random game under observation."""

    rules: Rules
    seed: int
    options: Mapping[str, Json]
    tally: Tally
    resolutions: list[Resolution] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    step: list[Resolution] = field(default_factory=list)
    now: Outcome | None = None

    @cached_property
    def begun(self) -> Outcome:
        """The outcome with which the present step was begun; at first the opening."""
        return opening_outcome(self.rules, self.options)

    def where(self) -> str:
        """The place in the game, for messages."""
        open_now = ", ".join(question.id for question in self.now.open) if self.now else "start"
        return f"seed {self.seed}, resolution {len(self.resolutions) + 1} ({open_now})"

    def expect(self, holds: object, text: str) -> None:
        """Raise `Broken` with the place unless something holds."""
        if not holds:
            raise Broken(f"{self.where()}: {text}")

    def play(self) -> None:
        """Play the game and look at everything."""
        wrong = list(self.rules.check_options(self.options))
        self.expect(not wrong, f"the options are refused: {wrong}")
        self._look(self.begun)
        game = RandomGame(self.rules, self.seed, self.options)
        for played in game:
            self._look_back(played)
            self._look(played.outcome)
        for seat, policies in game.refused_standing:
            for refusal in self.rules.check_standing(seat, "", policies):
                self._look_at_refusal(refusal, "/policies")
        last = self.resolutions[-1].outcome if self.resolutions else None
        self.expect(last and last.over is not None, f"no end after {MOST_RESOLUTIONS} resolutions")
        self._play_again(run_anew, "")
        self._play_again(GoingOn(), " when steps go on from where they stand still")
        self.tally.games += 1

    # What came out

    def _look(self, outcome: Outcome) -> None:
        """Look at the position, the events and the questions of an outcome."""
        self.now = outcome
        position = outcome.step.opening
        self.expect(_round_trips(position), "the position is no plain data")
        self.expect(_round_trips(self.rules.view(position)), "the view is no plain data")
        if isinstance(self.rules, Inspects) and outcome.over is None:
            wrong = self.rules.breaches(position)
            self.expect(not wrong, "; ".join(wrong))
        for event in outcome.events:
            self.tally.events[str(event["event"])] += 1
            self.expect(event.get("clause"), f"the event {event['event']} names no clause")
        self.expect(bool(outcome.open) != (outcome.over is not None), "a dead end")
        for question in outcome.open:
            self._look_at(question)

    def _look_at(self, question: Question[Any]) -> None:
        """Look at an open question: new, with a legal default, and a legal suggestion."""
        self.tally.asked[question.kind] += 1
        self.expect(question.id not in self.asked, f"{question.id} is asked twice in a game")
        self.asked.add(question.id)
        self.expect(question.seat in self.rules.seats, f"{question.seat} is no seat")
        self.expect(question.clause, f"{question.id} names no clause")
        for decision in question.decisions:
            decision.default()
        wrong = check_answer(self.rules, question, [])
        self.expect(not wrong, f"an empty answer to {question.id} is refused: {wrong}")
        orders = suggestion(self.rules, question, Chance(f"suggestion {question.id} {self.seed}"))
        wrong = check_answer(self.rules, question, orders)
        self.expect(not wrong, f"a suggestion for {question.id} is refused: {orders}: {wrong}")
        chance = Chance(f"slips {question.id} {self.seed}")
        slips = (spoiled(orders, chance) for _ in range(SPOILED))
        for slip in (*slips, *islice(mislaid(orders), MISLAID)):
            for refusal in self._answered(question, slip):
                self._look_at_refusal(refusal, "/orders")

    def _answered(self, question: Question[Any], orders: list[Json]) -> Sequence[Refusal]:
        """What is wrong with orders, whatever stands in them; a crash is named with them."""
        try:
            return check_answer(self.rules, question, orders)
        except Exception as error:
            raise Broken(f"{self.where()}: {orders} breaks the rules: {error!r}") from error

    # How it came out

    def _look_back(self, played: Resolution) -> None:
        """Look at the refusals of a resolution, and at what its record gives."""
        for ask, orders in played.refused:
            (question,) = [each for each in played.before.open if each.id == ask]
            for refusal in check_answer(self.rules, question, orders):
                self._look_at_refusal(refusal, "/orders")
        self._resume(played)
        self._split(played)
        self.resolutions.append(played)
        self.step.append(played)
        if played.outcome.ended_step:
            self._in_one_go()
            self.begun, self.step = played.outcome, []

    def _look_at_refusal(self, refusal: Refusal, document: str) -> None:
        self.tally.refused[refusal.code] += 1
        self.expect(CODE.fullmatch(refusal.code), f"no code: {refusal}")
        self.expect(refusal.clause and refusal.text, f"no clause or no sentence: {refusal}")
        self.expect(refusal.at.startswith(document), f"no place in the document: {refusal}")

    def _resume(self, played: Resolution) -> None:
        """What is on record leads to the same open questions, without dice and answers."""
        outcome, standing = played.outcome, Sources(standing=played.standing)
        if outcome.over is not None:
            return
        again = resolve(self.rules, outcome.step, standing, NoDice())
        same = _asked(again) == _asked(outcome) and not again.rolls and not again.events
        self.expect(same, "the record of an unfinished step does not lead to its questions")

    def _split(self, played: Resolution) -> None:
        """Questions that are open together may be answered one after the other."""
        if len(played.sheets) < 2:
            return
        outcome, rolls, events = played.before, list[Roll](), list[Mapping[str, Json]]()
        for ask, sheet in played.sheets.items():
            sources = Sources({ask: sheet}, played.standing)
            outcome = resolve(self.rules, outcome.step, sources, SeedDice(played.dice))
            rolls += outcome.rolls
            events += outcome.events
        self.expect(
            outcome.step.opening == played.outcome.step.opening
            and tuple(events) == played.outcome.events
            and tuple(rolls) == played.outcome.rolls,
            "answers given one after the other do not give what they give together",
        )

    def _in_one_go(self) -> None:
        """A step run from its opening with all its answers gives what it gave with its pauses."""
        begun, last = self.begun.step, self.step[-1]
        rolls, events = list(begun.rolls), list(begun.events)
        for played in self.step:
            rolls += played.outcome.rolls
            events += played.outcome.events
        told: list[Event] = []
        cup = Cup((), _Known(rolls), set())
        sources = Sources(last.sheets, last.standing)
        known = last.before.step
        run = run_step(self.rules, known.opening, known.answers, sources, cup, told)
        self.expect(run.end is not None, "a step does not end when it runs without a pause")
        same = [event.data() for event in told] == events[: len(told)]
        self.expect(same, "a step that runs without a pause gives other events")

    def _play_again(self, run_step: RunStep, how: str) -> None:
        """The same answers and seeds give the same digests."""
        outcome = opening_outcome(self.rules, self.options)
        for played in self.resolutions:
            sources = Sources(played.sheets, played.standing)
            dice = SeedDice(played.dice)
            outcome = resolve(self.rules, outcome.step, sources, dice, run_step)
            same = _digests(outcome) == _digests(played.outcome)
            self.expect(same, f"the same answers and dice give another game{how}")


class _Known:
    """Dice that fall as they fell."""

    def __init__(self, rolls: list[Roll]) -> None:
        self._rolls = {roll.label: roll.values for roll in rolls}

    def draw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice of a label, as on record."""
        values = self._rolls.get(label, ())
        if len(values) != count:
            raise SeedNeeded(label)
        return values


def _round_trips(value: Mapping[str, Json]) -> bool:
    """Whether a value comes back from its bytes."""
    try:
        return read(encode(dict(value)), STATE) == value
    except (Refused, TypeError, ValueError):
        return False


def _asked(outcome: Outcome) -> list[tuple[object, ...]]:
    return [question.identity() for question in outcome.open]


def _digests(outcome: Outcome) -> tuple[object, ...]:
    return (
        outcome.step.state(),
        outcome.events_digest(),
        outcome.asks(),
        outcome.rolls,
        outcome.consulted,
        outcome.used_up,
    )
