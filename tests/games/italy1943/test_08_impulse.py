"""The impulse (section 8): its parts, passing, and what belongs to whom."""

import pytest

from pbem.games.italy1943 import turn
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.steps import Step
from support.italy1943 import position, shorthand
from support.running import refused, run

ORDERS = "t2/i1/orders"
STACKS = {20: "3C AL-T1 AL-P2", 16: "1C", 17: "axis 1C", 14: "axis 2C AX-P1", 1: "axis 1C"}
QUIET = {side: [{"decision": "*", "value": "default"}] for side in ("allied", "axis")}
ATTACK = {"do": "attack", "zone": 17, "forces": [{"from": 20, "cubes": 3}]}
WON = {
    "t2/i1/combat:17/round:1/attacker": [6, 1, 1],
    "t2/i1/combat:17/round:1/defender": [1],
}


def impulse(orders, pos=None, **more):
    pos = position(STACKS) if pos is None else pos
    answers = {ORDERS: orders} | more.pop("answers", {})
    return run(
        play_impulse, pos, answers=answers, standing=QUIET | more.pop("standing", {}), **more
    )


async def step(play):
    await turn.play_step(play)


def marker_after(number, orders, passes):
    pos = position(STACKS, step=f"i{number}", passes=passes)
    done = run(step, pos, answers={f"t2/i{number}/orders": orders}, standing=QUIET)
    return done.pos.step


@pytest.mark.parametrize("initiative", ["allied", "axis"])
def test_s43_8_1_four_normal_impulses_are_played_alternately(initiative):
    sides = [position({}, step=f"i{n}", initiative=initiative).active for n in range(1, 5)]
    assert sides[0] == sides[2] == initiative
    assert sides[1] == sides[3] != initiative
    assert marker_after(3, [ATTACK_MOVE], 0) == Step("impulse", number=4)


ATTACK_MOVE = {"do": "move", "from": 20, "cubes": 1, "path": [19]}


def test_s43_8_2_the_parts_come_in_their_order():
    orders = [
        {"do": "bomb", "plane": "AL-P2", "zone": 17, "when": "W7"},
        ATTACK
        | {"forces": [{"from": 20, "cubes": 2}, {"from": 16, "cubes": 1}], "if": {"turn": 2}},
        ATTACK | {"zone": 14, "if": {"turn": 9}},
    ]
    moves = [{"do": "move", "from": 20, "counters": ["AL-T1"], "path": [19]}]
    done = impulse([*moves, *orders], dice=WON)
    assert [name for name in done.told if name in ORDER] == ORDER


ORDER = [
    "impulse_began",
    "forces_moved",
    "attack_declared",
    "combat_ended",
    "advanced",
]


def test_s43_8_2_the_impulse_ends_with_the_stacking_test():
    pos = position({20: "6C AL-T1", 19: "1C", 1: "axis 1C"})
    done = impulse([{"do": "move", "from": 19, "cubes": 1, "path": [20, 19]}], pos)
    assert done.told[-1] == "stack_reduced"


def test_s43_8_3_after_the_declaration_nothing_moves():
    orders = [ATTACK, {"do": "move", "from": 20, "counters": ["AL-T1"], "path": [19]}]
    assert refused(play_impulse, position(STACKS), {ORDERS: orders}) == [("E_ORDER", "/orders/1")]


@pytest.mark.parametrize("orders", [[], [{"do": "pass"}], None])
def test_s43_8_4_the_active_player_may_pass(orders):
    done = impulse(orders)
    assert done.told == ["impulse_began", "impulse_passed"]
    assert done.pos.passes == 1


def test_s43_8_5_two_passes_in_a_row_end_the_impulses():
    assert marker_after(2, [], 1) == Step("supply")
    assert marker_after(3, [], 0) == Step("impulse", number=4)
    assert marker_after(2, [], 0) == Step("impulse", number=3)


def test_s43_8_5_an_impulse_that_is_played_breaks_the_row():
    pos = position(STACKS, step="i3", passes=1)
    done = run(step, pos, answers={"t2/i3/orders": [ATTACK_MOVE]}, standing=QUIET)
    assert done.pos.passes == 0


def test_s43_8_7_the_opponent_only_reacts():
    ask = "t2/i1/window:1/axis"
    stacks = STACKS | {14: "axis 2C", 17: "axis 1C AX-P1"}
    standing = {"axis": [{"decision": "bomb", "value": "ask"}, *QUIET["axis"]]}
    done = impulse([ATTACK_MOVE], position(stacks), standing=standing)
    assert done.asks == [ask]
    answers = {ORDERS: [ATTACK_MOVE], ask: [{"do": "fly", "plane": "AX-P1", "to": 15}]}
    assert refused(play_impulse, position(stacks), answers, standing=standing) == [
        ("E_WRONG_STEP", "/orders/0/do")
    ]


def test_s43_8_2_a_game_that_is_over_stops_the_impulse():
    stars = (1, 2, 4, 7, 10, 11, 14)
    pos = position({20: "3C", 16: "1C", 3: "axis 1C", 13: "axis AX-P1"}, allied=stars)
    orders = [
        {"do": "move", "from": 16, "cubes": 1, "path": [17]},
        {"do": "move", "from": 20, "cubes": 1, "path": [19]},
    ]
    done = impulse(orders, pos)
    assert done.over == {"winner": "allied", "clause": "S43-27.2"}
    assert done.told[-1] == "game_ended"
    assert shorthand(done.pos, "allied", 20) == "3C"
