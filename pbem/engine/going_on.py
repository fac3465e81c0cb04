"""Steps that go on from where they stand still, instead of being run again from their opening.

Rules are functions of position, answers and dice, so both ways give the same; `pbem.testing`
holds every game to it. Going on is faster, but the position behind the questions then moves on with
the step: what those of an earlier outcome offer can no longer be looked at. Who reads a log to its
end, as an audit does, never looks back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pbem.canon.canonical import Json
from pbem.engine.dice import Cup, DiceSource, NoDice
from pbem.engine.driver import RunningStep, Sources, StepRun
from pbem.engine.events import Event
from pbem.engine.game import Rules
from pbem.engine.resolution import StepRecord


@dataclass
class _Standing:
    """A step that stands still.

    Attributes:
        record: what is known of it.
        step: the step itself.
        cup: its dice.
        told: takes its events.
        events: those told before, as plain data.
    """

    record: StepRecord
    step: RunningStep
    cup: Cup
    told: list[Event]
    events: tuple[Mapping[str, Json], ...] = ()


class GoingOn:
    """A `RunStep` for a reader who has done with the questions of an outcome before the next."""

    def __init__(self) -> None:
        self._standing: _Standing | None = None

    def __call__(
        self,
        rules: Rules,
        step: StepRecord,
        sources: Sources,
        dice: DiceSource,
        labels: set[str],
    ) -> tuple[StepRun, StepRecord]:
        """Run a step on; one that did not stand still before from its opening."""
        standing, self._standing = self._standing, None
        if standing is None or standing.record is not step:
            standing = _at_the_opening(rules, step)
        standing.cup.refill(dice, labels)
        run = standing.step.go_on(sources)
        now = run.now()  # at once: later the position is another one
        standing.events += tuple(event.data() for event in standing.told)
        standing.told.clear()
        rolls = tuple(standing.cup.rolls)
        standing.record = StepRecord(step.opening, run.answers, rolls, standing.events)
        if run.open:
            self._standing = standing
        return replace(run, now=lambda: now), standing.record


def _at_the_opening(rules: Rules, step: StepRecord) -> _Standing:
    cup, told = Cup(step.rolls, NoDice(), set()), list[Event]()
    running = RunningStep(rules, step.opening, step.answers, cup, told)
    return _Standing(step, running, cup, told)
