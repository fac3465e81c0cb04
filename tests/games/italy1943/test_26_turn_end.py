"""The end of a turn (section 26, 10.7)."""

from pbem.games.italy1943 import turn
from pbem.games.italy1943.turn_end import end_turn
from support.italy1943 import position, shorthand
from support.running import run

ITALY = ("AX-FI", "AX-TI", "AX-PI")


def at_end(stacks, **more):
    return position({17: "1C", 1: "axis 1C"} | stacks, step="supply", **more)


def test_s43_26_1_everything_is_in_its_order():
    pos = at_end({14: "1C AL-P1(e)", 9: "1C", 10: "1C", 12: "axis 1C"}, naval_points=(2, 0))
    done = run(end_turn, pos, standing={"axis": [{"decision": "*", "value": "default"}]})
    assert done.told == ["forces_starved", "italy_surrendered", "turn_ended"]


def test_s43_26_1_munich_is_tested_before_italy():
    done = run(end_turn, at_end({1: "1C", 5: "1C", 4: "axis 1C"}))
    assert done.told == ["munich_taken", "game_ended"]


def test_s43_26_1_s43_10_7_naval_points_come_back():
    done = run(end_turn, at_end({}, naval_points=(2, 0)))
    assert done.pos.naval_points == {"allied": 6, "axis": 2}
    assert done.event("turn_ended")["naval_points"] == {"allied": 6, "axis": 2}


def test_s43_10_5_the_points_are_those_of_the_turn_that_comes():
    fourth = run(end_turn, at_end({}, turn=4))
    assert fourth.pos.naval_points == {"allied": 3, "axis": 0}
    beaten = run(end_turn, at_end({}, removed=ITALY))
    assert beaten.pos.naval_points == {"allied": 6, "axis": 0}


def test_s43_26_1_every_counter_becomes_ready_at_sea_too():
    pos = at_end({16: "1C AL-T1(e) AL-P1(e)", 10: "axis AX-E1(e)", "sea": "AL-FUS(e) AX-U1(e)"})
    assert pos.engaged == {"AL-T1", "AL-P1", "AX-E1", "AL-FUS", "AX-U1"}
    done = run(end_turn, pos)
    assert done.pos.engaged == set()
    assert done.event("turn_ended")["readied"] == ["AL-T1", "AL-P1", "AL-FUS", "AX-E1", "AX-U1"]


def test_s43_26_1_s43_19_16_held_cubes_are_freed():
    done = run(end_turn, at_end({7: "axis 1C 2H"}))
    assert shorthand(done.pos, "axis", 7) == "3C"


def test_s43_26_1_the_markers_go_on():
    pos = at_end({})
    pos.bought["allied"]["plane"] = 1
    pos.passes = 2

    async def step(play):
        await turn.play_step(play)

    done = run(step, pos)
    assert (done.pos.turn, str(done.pos.step), done.pos.impulse) == (3, "initiative", 1)
    assert done.pos.initiative is None
    assert (done.pos.passes, done.pos.bought["allied"]) == (0, {})


def test_s43_26_2_after_turn_8_the_marker_stays_and_the_stars_are_counted():
    done = run(end_turn, at_end({}, turn=8))
    assert done.pos.turn == 8
    assert done.told[-2:] == ["stars_counted", "game_ended"]
    assert done.over == {"winner": "axis", "clause": "S43-27.5"}
