"""Rehearsals: a step run with supposed answers and dice, to see which decisions would come.

Nothing of it counts. Questions that nothing answers are closed by their defaults, so that a
rehearsal always comes to the end of its step.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Decision, Question, Reply, Rule
from pbem.engine.dice import Cup, DiceSource, Roll
from pbem.engine.driver import Sources, StandingOrders, StepRun, Topic, run_step
from pbem.engine.entries import Frame
from pbem.engine.events import Event
from pbem.engine.game import Rules, StepEnd, Table
from pbem.engine.policies import ASK, DEFAULT, Place, fits, speaks_of
from pbem.engine.resolution import StepRecord

MOST_ASKS = 200
"""No step asks so often; a rehearsal that does is left where it stands."""


@immutable(frozen=True, slots=True)
class Moment:
    """A decision that came up.

    Attributes:
        ask: the ask id of its question.
        seat: who decides.
        word: the word of the decision.
        clause: the clause that gives the choice.
        where: the place of the decision; None if it has none.
        by: what decided in the rehearsal; of standing orders that say `ask` or `default` the
            policy that says so.
        asked: whether the seat would have been asked.
    """

    ask: str
    seat: str
    word: str
    clause: str
    where: Place | None
    by: By
    asked: bool


@immutable(frozen=True, slots=True)
class Rehearsal:
    """How a rehearsal went.

    Attributes:
        moments: the decisions that came up, in order; those settled before are left out.
        events: what happened, as plain data; what had happened before is left out.
        rolls: the supposed dice, in drawing order.
        finished: whether the step came to its end.
    """

    moments: tuple[Moment, ...]
    events: tuple[Mapping[str, Json], ...]
    rolls: tuple[Roll, ...]
    finished: bool


def rehearse(rules: Rules, step: StepRecord, sources: Sources, dice: DiceSource) -> Rehearsal:
    """Run a step from where it stands to its end.

    Args:
        rules: the rules of the game.
        step: the step, with what is settled in it.
        sources: supposed answers to the open asks, and standing orders.
        dice: supposed dice.

    Raises:
        OrdersRefused: a supposed answer is not legal.
    """
    listener, labels = _Listener(rules, sources.standing), set[str]()
    asked: set[str] = set()
    run, told = _once(listener, step, sources, Cup(step.rolls, dice, labels))
    while run.end is None and len(asked) < MOST_ASKS:
        asked |= {question.id for question in run.open}
        so_far = replace(step, answers=run.answers, rolls=told.rolls)
        defaults = Sources({question.id: None for question in run.open}, sources.standing)
        run, told = _once(listener, so_far, defaults, Cup(told.rolls, dice, labels))
    known = {settled.identity[0] for settled in step.answers}
    heard = [each for each in listener.heard if each.question.id not in known]
    return Rehearsal(
        tuple(_moments(heard, asked)),
        told.events[len(step.events) :],
        told.rolls[len(step.rolls) :],
        run.end is not None,
    )


@immutable(frozen=True, slots=True)
class _Told:
    """What a run rolled and told, from the start of its step."""

    rolls: tuple[Roll, ...]
    events: tuple[Mapping[str, Json], ...]


def _once(rules: Rules, step: StepRecord, sources: Sources, cup: Cup) -> tuple[StepRun, _Told]:
    told: list[Event] = []
    run = run_step(rules, step.opening, step.answers, sources, cup, told)
    return run, _Told(tuple(cup.rolls), tuple(event.data() for event in told))


@dataclass(slots=True)
class _Heard:
    """A question, the policies on file that say `ask` or `default` to it, and the reply."""

    question: Question[Any]
    said: Mapping[str, By]
    reply: Reply = field(default_factory=dict)

    def by(self, decision: Decision[Any]) -> By:
        """What decided; a default that a policy wanted is put down to the policy."""
        by = self.reply[decision.word].by
        return self.said.get(decision.word, by) if by.source == "default" else by


def _moments(heard: Sequence[_Heard], asked: set[str]) -> Iterator[Moment]:
    for each in heard:
        question = each.question
        for decision in question.decisions:
            yield Moment(
                question.id,
                question.seat,
                decision.word,
                decision.clause,
                decision.where,
                each.by(decision),
                question.id in asked,
            )


def _said(
    question: Question[Any], standing: Mapping[Topic, StandingOrders], place_word: str
) -> dict[str, By]:
    """The first standing policy for each decision that fits now and says `ask` or `default`."""
    found: dict[str, By] = {}
    for decision in question.decisions:
        for topic in dict.fromkeys((decision.topic, "")):
            filed = standing.get((question.seat, topic))
            for index, policy in enumerate(filed.policies if filed is not None else ()):
                if policy["value"] in (ASK, DEFAULT) and _fits(policy, decision, place_word):
                    assert filed is not None  # noqa: S101 - it has just been looked through
                    by = By("standing", filed.doc, f"/policies/{index}")
                    found.setdefault(decision.word, by)
    return found


def _fits(policy: Mapping[str, Json], decision: Decision[Any], place_word: str) -> bool:
    """Whether a policy fits a decision, at the place of the decision or at one of its places."""
    if not speaks_of(policy, decision.word, wildcard=not decision.own_orders):
        return False
    places = decision.places
    if places is None:
        return fits(policy, decision.where, decision.facts, place_word)
    return any(fits(policy, p, places.facts(p), place_word) for p in places.order(policy))


class _Listener:
    """The rules, with an ear on what the step that runs asks.

    Attributes:
        heard: the questions of the run so far, each with its reply.
    """

    def __init__(self, rules: Rules, standing: Mapping[Topic, StandingOrders]) -> None:
        self._rules = rules
        self._standing = standing
        self.heard: list[_Heard] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the rules have
        return getattr(self._rules, name)

    @property
    def seats(self) -> Sequence[str]:
        """The seats of the game."""
        return self._rules.seats

    @property
    def frame(self) -> Frame:
        """The frame of the game."""
        return self._rules.frame

    def step(self, opening: Mapping[str, Json], table: Table) -> Rule[StepEnd]:
        """Run the step anew; what was heard of an earlier run is forgotten."""
        self.heard = []
        return _Overheard(self._rules.step(opening, table), self._listen)

    def _listen(self, questions: Sequence[Question[Any]]) -> list[_Heard]:
        """Note questions while the position is that in which they are put."""
        word = self.frame.vocabulary.place_word
        noted = [_Heard(each, _said(each, self._standing, word)) for each in questions]
        self.heard += noted
        return noted


class _Overheard(Coroutine[Any, Any, StepEnd]):
    """The run of a step, which notes each question with its reply."""

    def __init__(
        self,
        rule: Rule[StepEnd],
        listen: Callable[[Sequence[Question[Any]]], list[_Heard]],
    ) -> None:
        self._rule = rule
        self._listen = listen
        self._waiting: list[_Heard] = []

    def send(self, replies: Any) -> tuple[Question[Any], ...]:  # noqa: ANN401 - as a coroutine
        """Hand replies to the step, and note them."""
        if replies is not None:
            for heard, reply in zip(self._waiting, replies, strict=True):
                heard.reply = reply
        questions = self._rule.send(replies)
        self._waiting = self._listen(questions)
        return questions

    def throw(self, *error: Any) -> tuple[Question[Any], ...]:  # noqa: ANN401 - as a coroutine
        """Hand an exception to the step."""
        return self._rule.throw(*error)

    def close(self) -> None:
        """End the run."""
        self._rule.close()

    def __await__(self) -> Generator[Any, Any, StepEnd]:
        """Wait for the step itself, without listening."""
        return self._rule.__await__()
