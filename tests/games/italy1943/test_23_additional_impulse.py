"""Additional Impulse (23.9 to 23.11) and its decision D43."""

import pytest

from pbem.games.italy1943 import turn
from pbem.games.italy1943.steps import Step
from support.italy1943 import facts, position
from support.running import run

STACKS = {17: "1C", 16: "1C", 1: "axis 1C"}
MOVE = [{"do": "move", "from": 17, "cubes": 1, "path": [16]}]
AXIS_MOVE = [{"do": "move", "from": 1, "cubes": 1, "path": [4]}]


async def step(play):
    await turn.play_step(play)


def play(number, orders, *, passes=0, answers=None, **more):
    pos = position(STACKS, step=f"i{number}", passes=passes, **more)
    return run(step, pos, answers={f"t2/i{number}/orders": orders} | (answers or {}))


def additional(number, side, value):
    return {f"t2/i{number}/additional/{side}": [{"do": "answer", "value": value}]}


def test_s43_23_9_after_impulse_4_the_initiative_player_may_play_it():
    assert play(4, AXIS_MOVE).asks == ["t2/i4/additional/allied"]
    done = play(4, AXIS_MOVE, answers=additional(4, "allied", "always"))
    assert done.pos.step == Step("impulse", number=5)
    assert done.pos.active == "allied"
    assert done.event("additional_impulse_played")["impulse"] == 5


def test_s43_23_9_not_before_all_normal_impulses_have_been_played():
    assert play(3, MOVE).pos.step == Step("impulse", number=4)


def test_s43_23_9_the_opponent_may_answer_after_impulse_5():
    assert play(5, MOVE).asks == ["t2/i5/additional/axis"]
    done = play(5, MOVE, answers=additional(5, "axis", "always"))
    assert done.pos.step == Step("impulse", number=6)


def test_s43_23_9_declining_it_ends_the_impulses():
    done = play(4, AXIS_MOVE, answers=additional(4, "allied", "never"))
    assert done.pos.step == Step("supply")
    assert done.pos.tokens["allied"] == 6
    assert done.event("additional_impulse_declined")["side"] == "allied"


def test_s43_23_1_it_costs_a_token_and_a_play():
    done = play(4, AXIS_MOVE, answers=additional(4, "allied", "always"))
    assert done.pos.tokens == {"allied": 5, "axis": 6}
    assert done.pos.plays["allied"] == {"additional_impulse": 1}


def test_s43_8_6_s43_23_10_it_is_a_full_impulse_and_its_players_event():
    event = {"do": "event", "event": "strangle", "zone": 11}
    pos = position(STACKS, step="i5")
    seen = {}

    def look(played):
        seen["play"] = played

    done = run(step, pos, answers={"t2/i5/orders": MOVE}, prepare=look)
    assert done.play.current.events == {"allied"}
    assert "forces_moved" in done.told
    normal = position(STACKS, step="i3")
    answers = {"t2/i3/orders": [event]}
    assert "strangle_played" in run(step, normal, answers=answers).told


def test_s43_23_11_not_after_two_passes():
    assert play(4, [], passes=1).pos.step == Step("supply")


def test_s43_23_11_after_one_pass_it_is_possible():
    assert play(4, [], passes=0).asks == ["t2/i4/additional/allied"]


def test_s43_d43_nobody_is_asked_who_cannot_play_it():
    assert play(4, AXIS_MOVE, tokens=(0, 6)).pos.step == Step("supply")
    most = facts().events["allied"]["additional_impulse"].most
    assert most == 4
    spent = {"allied": {"additional_impulse": most}}
    assert play(4, AXIS_MOVE, plays=spent).pos.step == Step("supply")


@pytest.mark.parametrize(("value", "following"), [("always", "i5"), ("never", "supply")])
def test_s43_d43_a_policy_settles_it(value, following):
    pos = position(STACKS, step="i4")
    policy = {"decision": "additional_impulse", "if": {"own_tokens": {">=": 3}}, "value": value}
    answers = {"t2/i4/orders": AXIS_MOVE}
    done = run(step, pos, answers=answers, standing={"allied": [policy]})
    assert str(done.pos.step) == following


def test_s43_d43_the_default_is_never():
    done = play(4, AXIS_MOVE, answers={"t2/i4/additional/allied": None})
    assert done.pos.step == Step("supply")
