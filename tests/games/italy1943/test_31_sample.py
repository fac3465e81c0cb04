"""The acceptance scenario (section 31): the game sample, die by die, through the whole program.

Orders, standing orders, the position and the dice are read out of the catalogue itself.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.engine.dice import NoDice
from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.resolution import StepRecord, check_answer, resolve
from pbem.engine.sheets import Sheet
from pbem.games.italy1943 import GAME
from pbem.games.italy1943.position import Position
from pbem.testing.dice import ScriptedDice
from support.italy1943 import facts, rule_files, shorthand

CATALOGUE = (Path(__file__).parents[3] / "docs" / "rules" / "1943-1945.md").read_text("utf-8")
SECTION = CATALOGUE.partition("## 31. Acceptance scenario")[2].partition("\n## 32.")[0]
BLOCKS = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)]
ORDERS = {block["ask"]: block for block in BLOCKS if block.get("type") == "orders"}
(STANDING,) = (block for block in BLOCKS if block.get("type") == "standing")
(INITIAL,) = (block for block in BLOCKS if "dice" in block)
DICE = INITIAL["dice"]
RULES = GAME.make(rule_files())


class Table:
    """Host and players of the scenario: one resolution for every answer."""

    def __init__(self, standing=(STANDING,), dice=DICE):
        self.standing = {
            (doc["seat"], doc.get("topic", "")): StandingOrders(
                f"rev {doc['rev']}", doc["policies"]
            )
            for doc in standing
        }
        self.dice = ScriptedDice(dice)
        self.events = []
        self.outcome = None
        self._run(StepRecord(RULES.start({"start": "sample"})), {})
        self.answer("t2/begin/orders", [])  # 28.23

    def _run(self, step, sheets):
        self.outcome = resolve(RULES, step, Sources(sheets, self.standing), self.dice)
        self.events += self.outcome.events

    @property
    def asks(self):
        return [question.id for question in self.outcome.open]

    @property
    def position(self):
        return Position.from_data(facts(), self.outcome.step.opening)

    def answer(self, ask, orders):
        (question,) = [question for question in self.outcome.open if question.id == ask]
        assert check_answer(RULES, question, orders) == []
        self._run(self.outcome.step, {ask: Sheet(ask, orders)})

    def submit(self, *asks):
        for ask in asks:
            self.answer(ask, ORDERS[ask]["orders"])

    def told(self, name):
        return [event for event in self.events if event["event"] == name]


UP_TO_THE_IMPULSE = (
    "t2/initiative/orders",
    "t2/reinforce/allied/orders",
    "t2/reinforce/axis/orders",
)


def played(**how):
    table = Table(**how)
    table.submit(*UP_TO_THE_IMPULSE, "t2/i1/orders")
    return table


def forces(pos):
    """Everything on the board and in the pools, in the notation of section 0."""
    places = (*facts().zones, "sea", "pool", "afloat", "dropped")
    return {
        (side, place): text
        for side in ("allied", "axis")
        for place in places
        if (text := shorthand(pos, side, place))
    }


def test_s43_31_1_the_rule_file_is_the_position_of_the_catalogue():
    def plain(value):
        return {k: v for k, v in value.items() if k not in ("game", "format", "dice")}

    assert plain(dict(facts().sample)) == plain(INITIAL)


def test_s43_31_2_every_step_asks_what_the_documents_answer():
    table = Table()
    for ask in (*UP_TO_THE_IMPULSE, "t2/i1/orders"):
        assert table.asks == [ask]
        assert table.outcome.open[0].seat == ORDERS[ask]["seat"]
        table.submit(ask)


def test_s43_31_2_the_standing_orders_are_accepted():
    assert RULES.check_standing("axis", "", STANDING["policies"]) == []


def test_s43_29_3_nobody_is_asked_between_the_two_impulse_orders():
    table = Table()
    table.submit(*UP_TO_THE_IMPULSE)
    assert table.asks == ["t2/i1/orders"]
    table.submit("t2/i1/orders")
    assert table.asks == ["t2/i2/orders"]
    assert table.outcome.open[0].seat == "axis"


def test_s43_31_3_exactly_the_dice_of_the_sample_are_rolled_in_order():
    table = played()
    table.dice.assert_empty()
    assert table.dice.rolled == list(DICE)


@pytest.mark.parametrize(
    ("ask", "after"),
    [
        ("t2/reinforce/allied/orders", {("allied", 17): "3C T X P"}),
        ("t2/reinforce/axis/orders", {("axis", 14): "4C T E"}),
    ],
)
def test_s43_31_3_the_positions_before_the_impulse(ask, after):
    table = Table()
    table.submit(*UP_TO_THE_IMPULSE[: UP_TO_THE_IMPULSE.index(ask) + 1])
    assert {key: forces(table.position)[key] for key in after} == after


def test_s43_31_3_course_of_the_landing():
    table = played()
    losses = [
        (event["side"], event["cause"], event["losses"]) for event in table.told("losses_taken")
    ]
    assert losses == [
        ("allied", "interception", 1),
        ("axis", "fleet", 1),
        ("allied", "combat", 2),
        ("axis", "combat", 3),
        ("allied", "combat", 1),
        ("axis", "combat", 2),
    ]
    rounds = [
        (event["side"], list(event["values"]), event["needs"], event["hits"])
        for event in table.told("round_fought")
    ]
    assert rounds == [
        ("allied", [4, 4, 6], 4, 3),
        ("axis", [3, 5, 6], 4, 2),
        ("allied", [6, 6], 4, 2),
        ("axis", [2, 3, 4, 6], 5, 1),
    ]


def test_s43_31_4_position_at_the_end_of_the_impulse():
    pos = played().position
    assert forces(pos) == {
        ("allied", 14): "t x",
        ("allied", 16): "2C T P",
        ("allied", 17): "p",
        ("allied", 20): "3C P",
        ("allied", "sea"): "F f",
        ("allied", "pool"): "18C T T P P G G",
        ("axis", 1): "1C E",
        ("axis", 2): "2C",
        ("axis", 3): "1C",
        ("axis", 4): "2C P",
        ("axis", 5): "1C",
        ("axis", 6): "1C",
        ("axis", 7): "1C",
        ("axis", 8): "1C",
        ("axis", 9): "1C",
        ("axis", 10): "2C T P",
        ("axis", 11): "2C T",
        ("axis", 12): "1C",
        ("axis", 13): "1C t e",
        ("axis", 15): "1C p",
        ("axis", "sea"): "f U",
        ("axis", "pool"): "5C T T P",
    }


def test_s43_31_4_names_tracks_and_control():
    pos = played().position
    assert pos.counters("allied", 14) == ("AL-T1", "AL-PARA")
    assert pos.counters("allied", 17) == ("AL-P4",)
    assert pos.counters("axis", 13) == ("AX-T3", "AX-E1")
    assert pos.counters("allied", "pool") == ("AL-T2", "AL-T4", "AL-P1", "AL-P5", "AL-G1", "AL-G2")
    assert pos.counters("axis", "pool") == ("AX-T1", "AX-T2", "AX-P1")
    assert pos.pool_lines() == ("AX-L1",)
    assert pos.is_engaged("AL-FUS")
    assert pos.is_ready("AL-FUK")
    allied = [zone for zone in facts().zones if pos.control[zone] == "allied"]
    assert allied == [14, 16, 17, 19, 20, 21]
    assert (pos.step_id, pos.active) == ("t2/i2", "axis")
    assert pos.naval_points == {"allied": 6, "axis": 2}
    assert pos.tokens == {"allied": 6, "axis": 6}


def with_ask(policies):
    """The standing orders of protocol 3.7: the losses of round 1 are asked."""
    return [
        {**policy, "value": "ask"}
        if policy.get("if") == {"cause": "combat", "round": 1}
        else policy
        for policy in policies
    ]


ROUND_2 = [label for label in DICE if "round:2" in label]


def test_protocol_3_7_the_impulse_pauses_at_the_losses_and_goes_on_with_new_dice():
    asking = {**STANDING, "policies": with_ask(STANDING["policies"])}
    table = played(standing=(asking,))
    assert table.asks == ["t2/i1/combat:14/round:1/losses/axis"]
    assert [roll.label for roll in table.outcome.rolls] == [
        label for label in DICE if label.startswith("t2/i1") and label not in ROUND_2
    ]
    assert table.position.step_id == "t2/i1", "the step has not ended"
    value = ["cube:1", "engage:tank", "engage:elite"]
    table.answer(table.asks[0], [{"do": "answer", "decision": "losses", "value": value}])
    assert [roll.label for roll in table.outcome.rolls] == ROUND_2
    assert table.asks == ["t2/i2/orders"]
    assert forces(table.position) == forces(played().position)


def test_protocol_3_7_the_ask_tells_what_can_be_lost():
    asking = {**STANDING, "policies": with_ask(STANDING["policies"])}
    (question,) = played(standing=(asking,)).outcome.open
    assert question.ask() == {
        "id": "t2/i1/combat:14/round:1/losses/axis",
        "seat": "axis",
        "kind": "losses",
        "dice": True,
    }
    assert question.decisions[0].offer() == {
        "losses": 2,
        "options": ["cube", "engage:AX-T3", "eliminate:AX-E1"],
        "later": ["retreat", "eliminate:AX-T3"],
    }, "the elite has absorbed the third loss"


def test_protocol_3_7_the_question_stays_open_without_an_answer():
    asking = {**STANDING, "policies": with_ask(STANDING["policies"])}
    table = played(standing=(asking,))
    again = resolve(RULES, table.outcome.step, Sources({}, table.standing), NoDice())
    assert again.asks() == table.outcome.asks()
    assert again.events == ()


def test_s43_31_4_follow_up_italy_surrenders_and_sardinia_starves():
    later = {f"t{turn}/initiative/{side}": [3] for turn in (3, 4) for side in ("allied", "axis")}
    table = played(dice={**DICE, **later})
    while table.position.turn == 2:
        table.answer(table.asks[0], [])
    assert table.told("italy_surrendered")
    pos = table.position
    assert {pos.place_of(counter) for counter in ("AX-FI", "AX-TI", "AX-PI")} == {"removed"}
    while table.position.turn == 3 and table.asks[0].startswith("t3"):
        table.answer(table.asks[0], [])
    (starved,) = [event for event in table.told("forces_starved") if event["zone"] == 15]
    assert starved["side"] == "axis"
