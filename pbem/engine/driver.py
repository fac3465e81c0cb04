"""The driver: runs one step of the rules against everything known so far.

A step starts from its opening position. The driver feeds it, in this order, the answers recorded
in earlier resolutions of the step, and then for each new question: the seat's explicit answer,
the plan of the fight, `policies` entries of this step, the standing document of the decision's
topic, the one without topic, and at last what the decision table says for "nothing on file". At
the first question nobody answers the run stops; nothing half-finished is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Choice, Decision, Filing, Question, Reply, filing
from pbem.engine.dice import Cup, Diverged
from pbem.engine.entries import Frame
from pbem.engine.events import Event
from pbem.engine.game import Rules, StepEnd, Table
from pbem.engine.on_file import on_file
from pbem.engine.sheets import (
    Explicit,
    Given,
    Settled,
    Sheet,
    by_default,
    policies_of,
    read_sheet,
)


@immutable(frozen=True)
class StandingOrders:
    """The standing document of a seat on one topic."""

    doc: str
    policies: Sequence[Mapping[str, Json]]

    @cached_property
    def filing(self) -> Filing:
        """Its policies as a list in force."""
        return filing("standing", self.doc, "/policies", self.policies)


Topic: TypeAlias = tuple[str, str]
"""A seat, and a topic of its standing documents; the topic "" serves all decisions."""


@dataclass
class Sources:
    """Everything outside the record that may answer a question in one resolution.

    Attributes:
        sheets: explicit answers by ask id; None where a `default` line closed the ask.
        standing: the standing documents that count.
        consulted: filled by the driver: every standing document it looked into.
        used: filled by the driver: the ids of the asks whose sheet was used.
    """

    sheets: Mapping[str, Sheet | None] = field(default_factory=dict)
    standing: Mapping[Topic, StandingOrders] = field(default_factory=dict)
    consulted: set[Topic] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


@immutable(frozen=True, slots=True)
class Answered:
    """A question settled in an earlier resolution of the step, kept exactly as it was."""

    identity: tuple[object, ...]
    given: Mapping[str, Given]
    filing: Filing | None
    passed_over: tuple[Event, ...]
    asked: bool


@immutable(frozen=True, slots=True)
class StepRun:
    """How far a run of a step came.

    Attributes:
        end: the end of the step; None while questions are open.
        open: the questions nobody has answered.
        answers: every settled question of the step, in the order of settling.
        now: gives the position where the run stopped, if the rules show it; else the opening one.
    """

    end: StepEnd | None
    open: tuple[Question[Any], ...]
    answers: tuple[Answered, ...]
    now: Callable[[], Mapping[str, Json]]


def run_step(
    rules: Rules,
    opening: Mapping[str, Json],
    recorded: Sequence[Answered],
    sources: Sources,
    cup: Cup,
    events: list[Event],
) -> StepRun:
    """Run a step from its opening position until it ends or a question stays open.

    Args:
        rules: the rules of the game.
        opening: the opening position of the step; not changed.
        recorded: the questions settled in earlier resolutions of this step.
        sources: what may answer further questions.
        cup: the dice of this run.
        events: filled with the events of the run, those of earlier resolutions included.

    Raises:
        Diverged: the rules do not ask what the record says they asked (R05), or dice differ.
        OrdersRefused: an explicit answer is not legal.
        SeedNeeded: the rules want fresh dice and there is no seed.
    """
    step = RunningStep(rules, opening, recorded, cup, events)
    try:
        return step.go_on(sources)
    finally:
        step.close()


class RunningStep:
    """A step of the rules that runs, or stands still at questions nobody has answered."""

    def __init__(
        self,
        rules: Rules,
        opening: Mapping[str, Json],
        recorded: Sequence[Answered],
        cup: Cup,
        events: list[Event],
    ) -> None:
        """Set a step up; the arguments are those of `run_step`."""
        self._shown: list[Callable[[], Mapping[str, Json]]] = []
        self._rule = rules.step(opening, Table(cup.roll, events.append, self._shown.append))
        self._opening = opening
        self._replying = _Replying(rules.frame, list(recorded), events)
        self._questions: tuple[Question[Any], ...] = ()

    def go_on(self, sources: Sources) -> StepRun:
        """Run from where the step stands until it ends or a question stays open.

        Raises:
            Diverged, OrdersRefused, SeedNeeded: see `run_step`; the step can not go on then.
        """
        replying = self._replying
        replying.sources = sources
        try:
            if not self._questions:
                self._questions = self._rule.send(None)  # type: ignore[arg-type]  # as coroutines start
            while (replies := replying.replies(self._questions)) is not None:
                self._questions = self._rule.send(replies)
        except StopIteration as stop:
            if replying.recorded:
                text = "the step ended before all recorded answers were used"
                raise Diverged("R05", text) from None
            end: StepEnd = stop.value
            return StepRun(end, (), tuple(replying.answers), lambda: end.position)
        now = self._shown[-1] if self._shown else lambda: self._opening
        return StepRun(None, replying.open, tuple(replying.answers), now)

    def close(self) -> None:
        """End the run where it stands."""
        self._rule.close()


class _Replying:
    """The bookkeeping of one run: answers left on record, answers settled, policies in force."""

    def __init__(self, frame: Frame, recorded: list[Answered], events: list[Event]) -> None:
        self.frame = frame
        self.recorded = recorded
        self.sources = Sources()
        self.events = events
        self.answers: list[Answered] = []
        self.open: tuple[Question[Any], ...] = ()
        self.filings: dict[str, list[Filing]] = {}
        self.settled: dict[str, Reply] = {}

    def replies(self, questions: Sequence[Question[Any]]) -> tuple[Reply, ...] | None:
        """The replies to questions put together, or None when one of them stays open.

        What is settled is kept even while another question of the batch stays open: a choice
        once given does not change because somebody else was slow.
        """
        settled = self.settled
        if self.recorded:
            self._repeat(questions)
        for question in questions:
            if question.id not in settled and (found := self._settle(question)) is not None:
                answered, choices = found
                settled[question.id] = self._take(question, answered, choices)
        if len(settled) < len(questions):
            self.open = tuple(question for question in questions if question.id not in settled)
            return None
        self.open, self.settled = (), {}
        return tuple([settled[question.id] for question in questions])

    def _repeat(self, questions: Sequence[Question[Any]]) -> None:
        """Settle those questions of a batch that are on record, in the order of the record."""
        waiting = {question.identity(): question for question in questions}
        while self.recorded and self.recorded[0].identity in waiting:
            answered = self.recorded.pop(0)
            question = waiting.pop(answered.identity)
            self.settled[question.id] = self._take(question, answered, _again(question, answered))
        if self.recorded and waiting:
            asked = ", ".join(question.id for question in questions)
            text = f"the rules ask {asked}, the record goes on with {self.recorded[0].identity[0]}"
            raise Diverged("R05", text)

    def _take(self, question: Question[Any], answered: Answered, choices: Reply) -> Reply:
        """Put a settled question on record."""
        self.answers.append(answered)
        self.events.extend(answered.passed_over)
        if answered.filing is not None:
            self.filings.setdefault(question.seat, []).insert(0, answered.filing)
        return choices

    def _settle(self, question: Question[Any]) -> tuple[Answered, Reply] | None:
        """A question settled by what is at hand, or None when its seat must be asked."""
        asked = question.id in self.sources.sheets
        explicit, own = self._sheet(question) if asked else ({}, None)
        passed: list[Event] = []
        filings = self.filings.get(question.seat, [])
        if own is not None:
            filings = [own, *filings]
        settled: dict[str, Settled] = {}
        for decision in question.decisions:
            found = explicit.get(decision.word) or on_file(
                decision,
                question.seat,
                self._on_the_table(question, decision, filings),
                self.frame.vocabulary.place_word,
                passed,
            )
            if found is None and not asked:
                return None
            settled[decision.word] = found or by_default(decision)
        given = {word: each.given for word, each in settled.items()}
        return (
            Answered(question.identity(), given, own, tuple(passed), asked),
            {word: Choice(each.value, each.given.by, asked) for word, each in settled.items()},
        )

    def _sheet(self, question: Question[Any]) -> tuple[Explicit, Filing | None]:
        """What the explicit answer to a question settles, and the policies that come with it."""
        self.sources.used.add(question.id)
        sheet = self.sources.sheets[question.id]
        if sheet is None:
            return {decision.word: by_default(decision) for decision in question.decisions}, None
        return read_sheet(self.frame, question, sheet), policies_of(sheet)

    def _on_the_table(
        self, question: Question[Any], decision: Decision[Any], filings: Sequence[Filing]
    ) -> Iterator[Filing]:
        """The lists of policies: plan, `policies` entries, standing by topic, standing for all."""
        if question.plan is not None:
            yield question.plan
        yield from filings
        filed = self.sources.standing
        for topic in (decision.topic, "") if decision.topic else ("",):
            at = question.seat, topic
            if at in filed:
                self.sources.consulted.add(at)
                yield filed[at].filing


def _again(question: Question[Any], answered: Answered) -> Reply:
    """The choices of a question on record, their values read once more."""
    return {decision.word: _choice(question, decision, answered) for decision in question.decisions}


def _choice(question: Question[Any], decision: Decision[Any], answered: Answered) -> Choice[Any]:
    """The checked value of a settled decision."""
    given = answered.given[decision.word]
    return Choice(_value(question, decision, given), given.by, answered.asked)


def _value(question: Question[Any], decision: Decision[Any], given: Given) -> Any:  # noqa: ANN401
    if given.by.source == "default":
        return decision.default()
    if given.by.source == "answer" and question.orders is not None:
        return question.orders(given.raw, given.by.at)
    if decision.places is not None and given.place is not None:
        return decision.places.read(given.raw, given.by, given.place)
    at = given.by.at if given.by.source == "answer" else f"{given.by.at}/value"
    return decision.read(given.raw, at)
