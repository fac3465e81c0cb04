"""Questions of windows and transports in a real impulse, answered in later resolutions (28.19)."""

import pytest

from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.resolution import StepRecord, check_answer, resolve
from pbem.engine.sheets import Sheet
from pbem.games.italy1943 import GAME
from pbem.testing.dice import ScriptedDice
from support.entries import policy
from support.italy1943 import position, rule_files

RULES = GAME.make(rule_files())
STACKS = {17: "3C AL-P1 AL-P2", 20: "2C AL-P3", 16: "axis 3C", 14: "2C", 10: "axis 2C AX-P3"}
ASK_ALL = policy("bomb", "ask")


class Impulse:
    """The first impulse of turn 2, one resolution for every answer."""

    def __init__(self, orders, dice=None, stacks=None, axis=(ASK_ALL,)):
        self.dice = ScriptedDice({f"t2/i1/{label}": [v] for label, v in (dice or {}).items()})
        self.standing = {("axis", ""): StandingOrders("s", axis)}
        opening = position(stacks or STACKS).to_data()
        self.outcome = resolve(RULES, StepRecord(opening), Sources({}, self.standing), self.dice)
        self.events = []
        self.answer("orders", orders)

    def answer(self, ask, orders):
        """Answer the open question, or let its time pass with None."""
        (question,) = self.outcome.open
        assert question.id == f"t2/i1/{ask}"
        if orders is not None:
            assert check_answer(RULES, question, orders) == []
        sheets = {question.id: None if orders is None else Sheet(f"doc-{ask}", orders)}
        self.outcome = resolve(RULES, self.outcome.step, Sources(sheets, self.standing), self.dice)
        self.events += self.outcome.events
        return self

    @property
    def asks(self):
        return [question.id for question in self.outcome.open]

    @property
    def told(self):
        return [event["event"] for event in self.events]


def move(*path):
    return {"do": "move", "from": path[0], "cubes": 1, "path": list(path[1:])}


def bomb(plane, zone, **more):
    return {"do": "bomb", "plane": plane, "zone": zone, **more}


def test_s43_28_16_a_pass_has_w0_and_w7_and_a_side_is_asked_in_both():
    stacks = {**STACKS, 11: "1C"}
    game = Impulse([], {"bomb:11/AX-P3": 1}, stacks)
    assert game.asks == ["t2/i1/window:1/axis"]
    game.answer("window:1/axis", [])
    assert game.asks == ["t2/i1/window:2/axis"]
    game.answer("window:2/axis", [bomb("AX-P3", 11)])
    assert game.asks == ["t2/i2/orders"]
    bombed = game.events[game.told.index("zone_bombed")]
    assert bombed["by"] == {"source": "answer", "doc": "doc-window:2/axis", "at": "/orders/0"}
    game.dice.assert_empty()


def test_s43_28_16_a_deadline_that_passes_counts_as_an_ask():
    stacks = {**STACKS, 11: "1C"}
    game = Impulse([move(17, 20), move(17, 20)], stacks=stacks)
    game.answer("window:1/axis", None).answer("window:2/axis", None)
    assert game.asks == ["t2/i2/orders"]
    assert game.told.count("forces_moved") == 2


def test_s43_28_2_events_before_a_question_are_told_once():
    stacks = {**STACKS, 11: "1C"}
    game = Impulse([bomb("AL-P1", 16), move(17, 20)], {"bomb:16/AL-P1": 2}, stacks)
    game.answer("window:1/axis", []).answer("window:2/axis", [])
    assert game.told.count("zone_bombed") == 1
    assert game.asks == ["t2/i2/orders"]


def test_s43_28_15_entries_wait_for_their_windows():
    orders = [
        bomb("AL-P3", 16, when="W7"),
        {"do": "event", "event": "operational", "zone": 20, "when": "W2"},
        bomb("AL-P3", 16),
        move(17, 20),
    ]
    game = Impulse(orders, {"bomb:16/AL-P3": 1, "bomb:16/AL-P3#2": 1}, axis=())
    done = [
        name for name in game.told if name in ("zone_bombed", "forces_moved", "counters_readied")
    ]
    assert done == ["zone_bombed", "forces_moved", "counters_readied", "zone_bombed"]


def test_s43_28_1_the_windows_of_an_impulse_in_their_order():
    """A bomb falls in every window; the Axis reacts in W1, when a cube has come to Algiers."""
    stacks = {
        17: "3C AL-P1 AL-P2",
        20: "2C AL-P3",
        21: "AL-P4",
        14: "1C AL-P5",
        16: "axis 1C",
        11: "axis 1C",
        15: "AX-P2",
        7: "AL-G1",
        8: "axis 1C",
    }
    orders = [
        {"do": "partisan_use", "partisan": "AL-G1", "from": 8, "when": "W7"},
        bomb("AL-P5", 11, when="W6:16"),
        bomb("AL-P4", 16, when="W4:16"),
        bomb("AL-P3", 16, when="W3"),
        bomb("AL-P2", 16, when="W2"),
        bomb("AL-P1", 16, when="W0"),
        move(20, 19),
        {"do": "attack", "zone": 16, "forces": [{"from": 17, "cubes": 1}]},
    ]
    names = ("bomb:16/AL-P1", "bomb:20/AX-P2", "bomb:16/AL-P2", "bomb:16/AL-P3", "bomb:16/AL-P4")
    rounds = [f"combat:16/round:{r}/{who}" for r in (1, 2, 3) for who in ("attacker", "defender")]
    axis = [
        policy("bomb", {}, where=[20], if_={"zone": 19, "enemy_forces": 1}),
        policy("*", "default"),
    ]
    dice = dict.fromkeys((*names, *rounds, "bomb:11/AL-P5"), 1)
    game = Impulse(orders, dice, stacks, axis)
    assert game.dice.rolled == [f"t2/i1/{label}" for label in (*names, *rounds, "bomb:11/AL-P5")]
    assert game.told.index("cube_drawn") > game.told.index("combat_ended")


def test_s43_28_4_s43_d14_a_transport_waits_for_the_answer_and_goes_on():
    ship = {"do": "transport", "from": 17, "to": 20, "cubes": 2}
    orders = [ship, move(20, 19)]
    dice = {"transport:17-20/intercept/AX-U1": 6}
    game = Impulse(orders, dice, axis=())
    assert game.told[-1] == "transport_sailed"
    game.answer("transport:17-20/intercept/axis", [{"do": "answer", "value": {"use": ["uboat"]}}])
    assert game.told[game.told.index("passage_intercepted") :][:5] == [
        "passage_intercepted",
        "losses_taken",
        "transport_arrived",
        "forces_moved",
        "zone_taken",
    ]


@pytest.mark.parametrize("standing", [(), (policy("*", "default"),)])
def test_s43_28_18_the_impulse_ends_without_questions(standing):
    assert Impulse([move(17, 20)], axis=standing).asks == ["t2/i2/orders"]
