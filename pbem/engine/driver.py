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
from typing import Any, TypeAlias

from pbem.canon.canonical import Json
from pbem.engine.decisions import Choice, Decision, Filing, Question, Reply, filing
from pbem.engine.dice import Cup, Diverged
from pbem.engine.entries import Frame
from pbem.engine.events import Event
from pbem.engine.game import Rules, StepEnd, Table
from pbem.engine.on_file import on_file
from pbem.engine.sheets import BY_DEFAULT, Explicit, Given, Sheet, policies_of, read_sheet


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """The standing document of a seat on one topic."""

    doc: str
    policies: Sequence[Mapping[str, Json]]


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


@dataclass(frozen=True, slots=True)
class Answered:
    """A question settled in an earlier resolution of the step, kept exactly as it was."""

    identity: tuple[object, ...]
    given: Explicit
    filing: Filing | None
    passed_over: tuple[Event, ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class StepRun:
    """How far a run of a step came.

    Attributes:
        end: the end of the step; None while questions are open.
        open: the questions nobody has answered.
        answers: every settled question of the step, in the order of settling.
        now: the position where the run stopped, if the rules show it; else the opening one.
    """

    end: StepEnd | None
    open: tuple[Question[Any], ...]
    answers: tuple[Answered, ...]
    now: Mapping[str, Json]


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
    run = _Run(rules.frame, list(recorded), sources, events)
    shown: list[Callable[[], Mapping[str, Json]]] = []
    rule = rules.step(opening, Table(cup.roll, events.append, shown.append))
    try:
        questions = rule.send(None)  # type: ignore[arg-type]  # a coroutine starts with None
        while (replies := run.replies(questions)) is not None:
            questions = rule.send(replies)
    except StopIteration as stop:
        if run.recorded:
            raise Diverged("R05", "the step ended before all recorded answers were used") from None
        return StepRun(stop.value, (), tuple(run.answers), stop.value.position)
    finally:
        rule.close()
    now = shown[-1]() if shown else opening
    return StepRun(None, run.open, tuple(run.answers), now)


class _Run:
    """The bookkeeping of one run: answers left on record, answers settled, policies in force."""

    def __init__(
        self, frame: Frame, recorded: list[Answered], sources: Sources, events: list[Event]
    ) -> None:
        self.frame = frame
        self.recorded = recorded
        self.sources = sources
        self.events = events
        self.answers: list[Answered] = []
        self.open: tuple[Question[Any], ...] = ()
        self.filings: dict[str, list[Filing]] = {}

    def replies(self, questions: Sequence[Question[Any]]) -> tuple[Reply, ...] | None:
        """The replies to questions put together, or None when one of them stays open.

        What is settled is kept even while another question of the batch stays open: a choice
        once given does not change because somebody else was slow.
        """
        settled = self._repeat(questions)
        for question in questions:
            if question.id not in settled and (answered := self._settle(question)) is not None:
                settled[question.id] = self._take(question, answered)
        self.open = tuple(question for question in questions if question.id not in settled)
        if self.open:
            return None
        return tuple(settled[question.id] for question in questions)

    def _repeat(self, questions: Sequence[Question[Any]]) -> dict[str, Reply]:
        """The recorded replies to a batch, in the order in which they were settled."""
        waiting = {question.identity(): question for question in questions}
        settled: dict[str, Reply] = {}
        while self.recorded and self.recorded[0].identity in waiting:
            answered = self.recorded.pop(0)
            question = waiting.pop(answered.identity)
            settled[question.id] = self._take(question, answered)
        if self.recorded and waiting:
            asked = ", ".join(question.id for question in questions)
            text = f"the rules ask {asked}, the record goes on with {self.recorded[0].identity[0]}"
            raise Diverged("R05", text)
        return settled

    def _take(self, question: Question[Any], answered: Answered) -> Reply:
        """Put a settled question on record and read its choices."""
        self.answers.append(answered)
        self.events.extend(answered.passed_over)
        if answered.filing is not None:
            self.filings.setdefault(question.seat, []).insert(0, answered.filing)
        return {
            decision.word: _choice(question, decision, answered) for decision in question.decisions
        }

    def _settle(self, question: Question[Any]) -> Answered | None:
        """A question settled by what is at hand, or None when its seat must be asked."""
        explicit: Explicit = {}
        own: Filing | None = None
        asked = question.id in self.sources.sheets
        if asked:
            self.sources.used.add(question.id)
            sheet = self.sources.sheets[question.id]
            if sheet is None:
                explicit = {decision.word: BY_DEFAULT for decision in question.decisions}
            else:
                explicit, own = read_sheet(self.frame, question, sheet), policies_of(sheet)
        passed: list[Event] = []
        filings = [*([own] if own else []), *self.filings.get(question.seat, ())]
        given: dict[str, Given] = {}
        for decision in question.decisions:
            found = explicit.get(decision.word)
            found = found or on_file(
                decision,
                question.seat,
                self._on_the_table(question, decision, filings),
                self.frame.vocabulary.place_word,
                passed,
            )
            if found is None and not asked:
                return None
            given[decision.word] = found or BY_DEFAULT
        return Answered(question.identity(), given, own, tuple(passed), asked)

    def _on_the_table(
        self, question: Question[Any], decision: Decision[Any], filings: Sequence[Filing]
    ) -> Iterator[Filing]:
        """The lists of policies: plan, `policies` entries, standing by topic, standing for all."""
        if question.plan is not None:
            yield question.plan
        yield from filings
        for topic in dict.fromkeys((decision.topic, "")):
            standing = self.sources.standing.get((question.seat, topic))
            if standing is not None:
                self.sources.consulted.add((question.seat, topic))
                yield filing("standing", standing.doc, "/policies", standing.policies)


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
