"""Playing a case: its position, answers and dice through the game's own rules.

Nothing but `pbem.engine` takes part, exactly as in a real game; there is one resolution for each
batch of answers, until an ask is open for which the case says nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.canon.canonical import Json
from pbem.canon.trouble import Trouble
from pbem.engine.decisions import Question
from pbem.engine.driver import Sources, StandingOrders, Topic
from pbem.engine.game import Rules
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import Outcome, StepRecord, check_answer, resolve
from pbem.engine.sheets import Sheet
from pbem.testing.case_forms import Case
from pbem.testing.dice import ScriptedDice, UnexpectedRoll
from pbem.testing.pointers import put, take_out


class UnusableCase(Trouble):
    """The case can not be played: what it starts from is no position of the game."""


@dataclass
class Played:
    """How a case came out.

    Attributes:
        position: the position in which the unfinished step opened, or that at the end.
        view: the same as a report shows it.
        events: what happened, in order.
        asks: the ids of the asks that are open at the end.
        refusals: what was refused, with `ask` or `standing` naming the document.
        over: the result when the game is over.
        problems: dice that were not expected or not rolled, answers that were not used.
    """

    position: Mapping[str, Json] = field(default_factory=dict)
    view: Mapping[str, Any] = field(default_factory=dict)
    events: list[Mapping[str, Json]] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    refusals: list[Mapping[str, Json]] = field(default_factory=list)
    over: Mapping[str, Json] | None = None
    problems: list[str] = field(default_factory=list)


def play(case: Case, rules: Rules) -> Played:
    """Play a case to its end, or to the first open ask it does not answer.

    Raises:
        UnusableCase: its start is no position of the game.
    """
    played = Played()
    played.refusals += _standing_refusals(case, rules)
    if not played.refusals:
        _Table(case, rules, played).play()
    return played


def start_of(case: Case, rules: Rules) -> Mapping[str, Json]:
    """The position in which a case begins.

    Raises:
        UnusableCase: the options are not the game's, a pointer leads nowhere, or what it gives is
            no position.
    """
    if case.position is not None:
        position = copy.deepcopy(dict(case.position))
    else:
        if refusals := rules.check_options(case.options):
            raise UnusableCase("\n".join(f"/options{refusal}" for refusal in refusals))
        position = copy.deepcopy(dict(rules.start(case.options)))
    for pointer, value in case.patch.items():
        if not put(position, pointer, copy.deepcopy(value)):
            raise UnusableCase(f"/patch: there is nothing at {pointer} to write into")
    for pointer in case.without:
        if not take_out(position, pointer):
            raise UnusableCase(f"/without: there is nothing at {pointer}")
    if wrong := rules.check_position(position):
        raise UnusableCase("\n".join(f"this is no position of the game: {each}" for each in wrong))
    return position


def _standing_refusals(case: Case, rules: Rules) -> Iterator[Mapping[str, Json]]:
    for seat, documents in case.standing.items():
        if seat not in rules.seats:
            raise UnusableCase(f"/standing: {seat} is no seat; seats: {', '.join(rules.seats)}")
        for document in documents:
            wrong = rules.check_standing(seat, document.get("topic", ""), document["policies"])
            for refusal in wrong:
                yield {"standing": seat, **refusal.data()}


class _Table:
    """The resolutions of one case."""

    def __init__(self, case: Case, rules: Rules, played: Played) -> None:
        self.case = case
        self.rules = rules
        self.played = played
        self.dice = ScriptedDice(case.dice)
        self.standing = _standing(case)
        self.answers = {**case.orders, **dict.fromkeys(case.defaults)}

    def play(self) -> None:
        """Resolve until nothing more is answered, and note what is left over."""
        try:
            outcome = self._resolve(StepRecord(start_of(self.case, self.rules)), {})
            while outcome.open and (sheets := self._sheets(outcome.open)):
                outcome = self._resolve(outcome.step, sheets)
        except UnexpectedRoll as roll:
            self.played.problems.append(str(roll))
        self._note_leftovers()

    def _resolve(self, step: StepRecord, sheets: Mapping[str, Sheet | None]) -> Outcome:
        outcome = resolve(self.rules, step, Sources(sheets, self.standing), self.dice)
        self.played.position = outcome.step.opening
        self.played.view = self.rules.view(outcome.step.opening)
        self.played.events += outcome.events
        self.played.asks = [question.id for question in outcome.open]
        self.played.over = outcome.over
        return outcome

    def _sheets(self, questions: tuple[Question[Any], ...]) -> dict[str, Sheet | None]:
        """The answers to a batch; none if one is missing or refused."""
        if any(question.id not in self.answers for question in questions):
            return {}
        sheets: dict[str, Sheet | None] = {}
        for question in questions:
            given = self.answers.pop(question.id)
            sheets[question.id] = None if given is None else Sheet(question.id, given)
            wrong = check_answer(self.rules, question, given) if given is not None else []
            self.played.refusals += [_refused(question.id, refusal) for refusal in wrong]
        return {} if self.played.refusals else sheets

    def _note_leftovers(self) -> None:
        problems = self.played.problems
        problems += [f"the answer to {ask} was never used" for ask in self.answers]
        problems += [f"the dice of {label} were never rolled" for label in self.dice.left]


def _standing(case: Case) -> dict[Topic, StandingOrders]:
    return {
        (seat, document.get("topic", "")): StandingOrders(f"standing {seat}", document["policies"])
        for seat, documents in case.standing.items()
        for document in documents
    }


def _refused(ask: str, refusal: Refusal) -> Mapping[str, Json]:
    return {"ask": ask, **refusal.data()}
