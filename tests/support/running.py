"""Runs one rule of 1943-1945 in a position, with scripted dice, answers and standing orders.

    done = run(stacking.test_stacking, position({...}), answers={"t2/i1/stacking:17/allied": [...]})
    assert shorthand(done.pos, "allied", 16) == "2C"

Questions that nothing answers stay open: `done.asks` names them, and `done.pos` is None.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.engine.dice import Cup
from pbem.engine.driver import Sources, StandingOrders, run_step
from pbem.engine.game import StepEnd
from pbem.engine.refusals import OrdersRefused
from pbem.engine.sheets import Sheet, read_sheet
from pbem.games.italy1943 import orders
from pbem.games.italy1943.play import Impulse, Play
from pbem.games.italy1943.position import Position
from pbem.testing.dice import ScriptedDice
from support.italy1943 import facts

FRAME = orders.frame(facts())


class OneRule:
    """Rules whose step is one rule, in the position that is its opening."""

    frame = FRAME

    def __init__(self, rule, prepare):
        self.rule = rule
        self.prepare = prepare
        self.play = None

    async def step(self, opening, table):
        pos = Position.from_data(facts(), opening)
        self.play = Play(facts(), FRAME, pos, table, pos.step_id)
        if pos.step.word == "impulse":
            self.play.impulse = Impulse(pos.active)
        if self.prepare:
            self.prepare(self.play)
        await self.rule(self.play)
        return StepEnd(self.play.pos.to_data(), over=self.play.over)


@dataclass
class Done:
    """How a run came out."""

    play: Play
    pos: Position | None
    over: dict | None
    events: list = field(default_factory=list)
    questions: tuple = ()

    @property
    def asks(self):
        """The ids of the questions that are open."""
        return [question.id for question in self.questions]

    @property
    def told(self):
        """The names of the events, in order."""
        return [event["event"] for event in self.events]

    def event(self, name):
        """The only event of a name."""
        (found,) = self.events_named(name)
        return found

    def events_named(self, name):
        """All events of a name."""
        return [event for event in self.events if event["event"] == name]


def run(rule, pos, *, answers=(), standing=(), dice=(), prepare=None) -> Done:
    """Run a rule to its end or to its first open question.

    Args:
        rule: an `async def` of one argument, the play.
        pos: the position; not changed.
        answers: lists of entries by ask id; None for a deadline that has passed.
        standing: policies by seat, as its standing document without topic.
        dice: values by label.
        prepare: called with the play before the rule runs.
    """
    sheets = {
        ask: None if given is None else Sheet(f"doc-{ask}", given)
        for ask, given in dict(answers).items()
    }
    filed = {
        (seat, ""): StandingOrders(f"standing-{seat}", policies)
        for seat, policies in dict(standing).items()
    }
    source = ScriptedDice(dict(dice))
    rules, told = OneRule(rule, prepare), []
    made = run_step(rules, pos.to_data(), (), Sources(sheets, filed), Cup((), source, set()), told)
    if made.end is not None:
        source.assert_empty()
    return Done(
        rules.play,
        Position.from_data(facts(), made.end.position) if made.end else None,
        made.end.over if made.end else None,
        [event.data() for event in told],
        made.open,
    )


def refused(rule, pos, answers, **more):
    """What is wrong with the last of the answers, as (code, place) pairs; see `refusals`."""
    return [(refusal.code, refusal.at) for refusal in refusals(rule, pos, answers, **more)]


def refusals(rule, pos, answers, **more):
    """What is wrong with the last of the answers.

    The rule runs up to the question of that answer, which must be open then.
    """
    *before, (ask, given) = answers.items()
    done = run(rule, pos, answers=dict(before), **more)
    (question,) = [question for question in done.questions if question.id == ask]
    try:
        read_sheet(FRAME, question, Sheet("", given))
    except OrdersRefused as caught:
        return list(caught.refusals)
    return []
