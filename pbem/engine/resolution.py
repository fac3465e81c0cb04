"""Resolutions: from the answers to the open asks to the next open ask, or the end of the game.

A resolution runs the unfinished step again from its opening position with what was recorded,
then the new answers, and goes on through further steps until it meets an open question (protocol
section 3.5, "Steps are run again"). The host writes what comes out; the auditor compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.canon.canonical import Json, digest
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Question
from pbem.engine.dice import Cup, DiceSource, Diverged, NoDice, Roll
from pbem.engine.driver import Answered, Sources, StepRun, Topic, run_step
from pbem.engine.events import Event
from pbem.engine.game import Rules
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.engine.sheets import Sheet, read_sheet

MOST_STEPS = 10_000


@immutable(frozen=True, slots=True)
class StepRecord:
    """What is known of the step in which the game stands; derived from the log, never stored.

    Attributes:
        opening: the position in which the step opened.
        answers: questions settled so far, in order.
        rolls: rolls so far, in order.
        events: events so far, as plain data, in order.
    """

    opening: Mapping[str, Json]
    answers: tuple[Answered, ...] = ()
    rolls: tuple[Roll, ...] = ()
    events: tuple[Mapping[str, Json], ...] = ()

    def state(self) -> str:
        """The digest that log lines carry as `state`."""
        return digest(dict(self.opening))


RunStep: TypeAlias = Callable[
    [Rules, StepRecord, Sources, DiceSource, set[str]], tuple[StepRun, StepRecord]
]
"""Runs one step as far as it comes; the set holds the labels drawn in this segment so far."""


@immutable(frozen=True, slots=True)
class Outcome:
    """What one resolution did.

    Attributes:
        step: the step in which it stopped, with everything known of it.
        open: the questions that are open now; empty when the game is over.
        rolls: the new rolls, in drawing order.
        events: the new events, as plain data.
        consulted: the standing documents looked into, sorted by seat, then topic.
        used_up: those of them that were looked into in a step that is over now.
        ended_step: whether at least one step came to its end.
        out: seats retired by the rules.
        over: the result when the game is over.
        now: gives the position where it stopped, for reports, until the step goes on; the state of
            the log is `step.opening`.
    """

    step: StepRecord
    open: tuple[Question[Any], ...]
    rolls: tuple[Roll, ...] = ()
    events: tuple[Mapping[str, Json], ...] = ()
    consulted: tuple[Topic, ...] = ()
    used_up: tuple[Topic, ...] = ()
    ended_step: bool = False
    out: tuple[str, ...] = ()
    over: Mapping[str, Json] | None = None
    now: Callable[[], Mapping[str, Json]] = dict

    def asks(self) -> list[Json]:
        """The open asks as log lines carry them."""
        return [question.ask() for question in self.open]

    def events_digest(self) -> str:
        """The digest that the log line carries as `events`."""
        return digest([dict(event) for event in self.events])


def opening_outcome(rules: Rules, options: Mapping[str, Json]) -> Outcome:
    """The start of a game: its first position and first asks; nothing is rolled.

    Raises:
        SeedNeeded: the rules want dice before anybody has been asked anything.
    """
    return resolve(rules, StepRecord(rules.start(options)), Sources(), NoDice())


def resolve(
    rules: Rules,
    step: StepRecord,
    sources: Sources,
    dice: DiceSource,
    run_step: RunStep | None = None,
) -> Outcome:
    """Run on from an unfinished step until a question stays open or the game is over.

    Args:
        rules: the rules of the game.
        step: the step in which the game stands.
        sources: the answers to all open asks, and the standing documents that count.
        dice: the segment's dice, or `NoDice` to find out whether any are needed.
        run_step: runs a step; None for `run_anew`.

    Raises:
        Diverged: the run contradicts the record; in a live game that is a changed rule or a bug.
        OrdersRefused: an answer is not legal.
        SeedNeeded: dice are needed and `dice` has none.
    """
    labels: set[str] = set()
    rolls: list[Roll] = []
    events: list[Mapping[str, Json]] = []
    out: list[str] = []
    for ended in range(MOST_STEPS):
        used_up = tuple(sorted(sources.consulted))
        run, after = (run_step or run_anew)(rules, step, sources, dice, labels)
        rolls += after.rolls[len(step.rolls) :]
        events += after.events[len(step.events) :]
        over = run.end.over if run.end else None
        if run.end is not None:
            out += run.end.out
            after = StepRecord(run.end.position)
        if run.end is None or over is not None:
            _all_used(sources)
            consulted = tuple(sorted(sources.consulted))
            return Outcome(
                after,
                run.open,
                tuple(rolls),
                tuple(events),
                consulted,
                consulted if over is not None else used_up,
                ended_step=ended > 0 or run.end is not None,
                out=tuple(out),
                over=over,
                now=run.now,
            )
        step = after
    raise Diverged("R05", f"the rules ran through {MOST_STEPS} steps without asking anybody")


def run_anew(
    rules: Rules, step: StepRecord, sources: Sources, dice: DiceSource, labels: set[str]
) -> tuple[StepRun, StepRecord]:
    """Run one step from its opening; what is on record must come first and come out the same."""
    cup = Cup(step.rolls, dice, labels)
    told: list[Event] = []
    run = run_step(rules, step.opening, step.answers, sources, cup, told)
    if len(cup.rolls) < len(step.rolls):
        raise Diverged("R03", f"the rules no longer roll {step.rolls[len(cup.rolls)].label}")
    events = tuple(event.data() for event in told)
    if events[: len(step.events)] != step.events:
        raise Diverged("R04", "the step does not repeat the events on record")
    return run, StepRecord(step.opening, run.answers, tuple(cup.rolls), events)


def _all_used(sources: Sources) -> None:
    unused = sorted(set(sources.sheets) - sources.used)
    if unused:
        raise Diverged("R05", f"the rules never asked {', '.join(unused)}")


def check_answer(rules: Rules, question: Question[Any], orders: Sequence[Json]) -> list[Refusal]:
    """What the module has against an `orders` list as the answer to an open question (D12)."""
    return check_sheet(rules, question, Sheet("", orders))


def check_sheet(rules: Rules, question: Question[Any], sheet: Sheet) -> list[Refusal]:
    """What the module has against an answer to an open question (D12)."""
    try:
        read_sheet(rules.frame, question, sheet)
    except OrdersRefused as refused:
        return list(refused.refusals)
    return []
