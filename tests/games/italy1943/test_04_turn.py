"""The sequence of a turn and its steps (4.1 to 4.3, 28.18)."""

import pytest

from pbem.engine.dice import SeedDice
from pbem.engine.driver import Sources
from pbem.engine.resolution import opening_outcome, resolve
from pbem.engine.sheets import Sheet
from pbem.games.italy1943 import turn
from pbem.games.italy1943.rules import Italy1943
from pbem.games.italy1943.steps import Step
from support.italy1943 import facts, position
from support.running import run

RULES = Italy1943(facts())
LAST = 8


def steps_of(steps):
    return [str(step) for step in steps]


def play_through(answer):
    """Every ask of a game, when `answer(question)` answers each; and the last outcome."""
    outcome, asks, number = opening_outcome(RULES, {}), [], 0
    while outcome.over is None:
        number += 1
        asks += [question.id for question in outcome.open]
        sheets = {question.id: answer(question) for question in outcome.open}
        outcome = resolve(RULES, outcome.step, Sources(sheets), SeedDice(f"{number:064x}"))
    return asks, outcome


@pytest.fixture(scope="module")
def passed_game():
    return play_through(lambda _question: None)


def test_s43_4_1_the_game_lasts_eight_turns(passed_game):
    asks, outcome = passed_game
    assert [int(ask[1]) for ask in asks] == sorted(int(ask[1]) for ask in asks)
    assert asks[-1].startswith(f"t{LAST}/")
    assert outcome.step.opening["turn"] == LAST
    assert outcome.over == {"winner": "axis", "clause": "S43-27.5"}


def test_s43_4_2_the_phases_of_a_turn():
    later = position({}, turn=3, step="initiative", initiative="axis")
    assert steps_of(turn.opening_steps(later)) == [
        "initiative",
        "reinforce/axis",
        "reinforce/allied",
        "i1",
    ]


def test_s43_4_2_turn_5_begins_with_overlord():
    fifth = position({}, turn=5, step="initiative")
    assert steps_of(turn.opening_steps(fifth))[:2] == ["overlord", "initiative"]


def test_s43_4_3_turn_1_has_neither_reinforcements_nor_conversion(passed_game):
    first = position({}, turn=1, step="initiative")
    assert steps_of(turn.opening_steps(first)) == ["setup", "initiative", "i1"]
    asks, _ = passed_game
    assert not [ask for ask in asks if ask.startswith("t1/reinforce")]


def test_s43_28_18_the_steps_of_the_first_turn_and_the_next():
    asks, _ = play_through(answer_first_turn)
    assert asks[: asks.index("t2/i1/orders") + 1] == [
        "t1/setup/orders",
        "t1/initiative/orders",
        "t1/i1/orders",
        "t1/i2/orders",
        "t1/i3/orders",
        "t1/i4/orders",
        "t1/i4/additional/allied",
        "t2/initiative/orders",
        "t2/reinforce/allied/orders",
        "t2/i1/orders",
    ]


def answer_first_turn(question):
    """The Allies have the initiative and move in impulses 1 and 3; everything else is default."""
    if question.id == "t1/initiative/orders":
        choice = "self" if question.seat == "allied" else "opponent"
        return Sheet("d1", [{"do": "initiative", "choice": choice}])
    if question.id in ("t1/i1/orders", "t1/i3/orders"):
        return Sheet("d2", [{"do": "move", "from": 19, "cubes": 1, "path": [20, 19]}])
    return None


@pytest.mark.parametrize(
    ("step", "turn_number", "following"),
    [
        ("reinforce/allied", 2, "reinforce/axis"),
        ("reinforce/axis", 2, "i1"),
        ("supply", 2, "initiative"),
        ("supply", 4, "overlord"),
    ],
)
def test_s43_28_18_which_step_follows(step, turn_number, following):
    pos = position({17: "1C", 1: "axis 1C"}, turn=turn_number, step=step, allied=(20,))
    done = run(_step, pos, standing=DEFAULTS)
    assert str(done.pos.step) == following


async def _step(play):
    end = await turn.play_step(play)
    assert end.over is None


DEFAULTS = {
    side: [
        {"decision": "reinforce", "value": "default"},
        {"decision": "convert", "value": "default"},
        {"decision": "new_line", "value": "default"},
        {"decision": "*", "value": "default"},
    ]
    for side in ("allied", "axis")
}


def test_s43_28_18_the_marker_of_an_impulse_goes_on_to_the_next():
    pos = position({17: "1C", 1: "axis 1C"}, step="i2")
    done = run(_step, pos, answers={"t2/i2/orders": []})
    assert done.pos.step == Step("impulse", number=3)
