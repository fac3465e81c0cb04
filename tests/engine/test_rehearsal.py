"""Rehearsals: a step played with supposed answers, to see which decisions come."""

import pytest

from pbem.engine.dice import NoDice, SeedNeeded
from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.refusals import OrdersRefused
from pbem.engine.rehearsal import rehearse
from pbem.engine.resolution import StepRecord, resolve
from pbem.engine.sheets import Sheet
from support.battle import Battle

BATTLE = StepRecord({"step": "battle", "dice": 3})


class Ones:
    def draw(self, label, count, sides):
        return (1,) * count


def standing(*policies):
    return {("red", ""): StandingOrders("standing-red", policies)}


def came(rehearsal):
    return [(m.seat, m.word, m.by.source, m.asked) for m in rehearsal.moments]


def test_questions_that_nothing_answers_are_closed_by_their_defaults():
    rehearsal = rehearse(Battle(), BATTLE, Sources(), Ones())
    assert rehearsal.finished
    assert came(rehearsal) == [
        ("red", "losses", "default", True),
        ("blue", "go_on", "default", True),
        ("red", "go_on", "default", True),
    ]


def test_a_policy_that_answers_is_named():
    filed = standing({"decision": "losses", "value": "cube"})
    rehearsal = rehearse(Battle(), BATTLE, Sources({}, filed), Ones())
    moment = rehearsal.moments[0]
    assert (moment.by.doc, moment.by.at, moment.where) == ("standing-red", "/policies/0", 5)
    assert not moment.asked
    assert [event["event"] for event in rehearsal.events] == ["fired", "loss_taken"]


def test_only_the_rest_of_a_step_is_told():
    outcome = resolve(Battle(), BATTLE, Sources(), Ones())
    sheets = {"t1/battle/losses/red": Sheet("", [{"do": "answer", "value": "cube"}])}
    rehearsal = rehearse(Battle(), outcome.step, Sources(sheets), Ones())
    assert [event["event"] for event in rehearsal.events] == ["loss_taken"]
    assert [m.word for m in rehearsal.moments] == ["losses", "go_on", "go_on"]


def test_a_supposed_answer_that_is_not_legal_is_refused():
    outcome = resolve(Battle(), BATTLE, Sources(), Ones())
    sheets = {"t1/battle/losses/red": Sheet("", [{"do": "answer", "value": "tank"}])}
    with pytest.raises(OrdersRefused):
        rehearse(Battle(), outcome.step, Sources(sheets), Ones())


def test_dice_come_from_the_source_that_was_given():
    with pytest.raises(SeedNeeded):
        rehearse(Battle(), BATTLE, Sources(), NoDice())


def test_a_policy_that_says_ask_or_default_is_named_too():
    filed = standing(
        {"decision": "losses", "if": {"round": 2}, "value": "ask"},
        {"decision": "losses", "where": [5], "value": "ask"},
        {"decision": "*", "value": "default"},
    )
    losses, blue, red = rehearse(Battle(), BATTLE, Sources({}, filed), Ones()).moments
    assert (losses.by.at, losses.asked) == ("/policies/1", True)
    assert (blue.by.source, blue.asked) == ("default", True)
    assert (red.by.at, red.asked) == ("/policies/2", False)


def test_the_supposed_dice_can_be_given_again():
    (roll,) = rehearse(Battle(), BATTLE, Sources(), Ones()).rolls
    assert (roll.label, roll.values) == ("t1/battle/round:1/blue", (1, 1, 1))
