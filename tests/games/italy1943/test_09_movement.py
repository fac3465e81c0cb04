"""Land and air movement (section 9; S43-O06, S43-O07)."""

import pytest

from pbem.games.italy1943 import movement
from pbem.games.italy1943.bombardment import BOMB
from pbem.games.italy1943.movement import FLY, MOVE
from pbem.games.italy1943.windows import window
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import run

AXIS = {"step": "i2"}
"""The position is one of the second impulse, in which the Axis is active."""


def move(from_, *path, **more):
    return entry("move", from_=from_, path=list(path), **more)


def fly(plane, to, **more):
    return entry("fly", plane=plane, to=to, **more)


def moved(pos, *entries, **more):
    return run(carry_out(MOVE, *entries), pos, **more)


def flown(pos, *entries, **more):
    return run(carry_out(FLY, *entries), pos, **more)


def wrong(pos, order, **lasting):
    check = MOVE.check if order.do == "move" else FLY.check
    return codes(check(play_in(pos, **lasting), order))


def test_s43_9_1_land_forces_move_along_any_number_of_adjacent_zones():
    done = moved(position({20: "2C AL-T2"}), move(20, 16, 21, cubes=2, counters=["AL-T2"]))
    assert shorthand(done.pos, "allied", 21) == "2C T"
    assert shorthand(done.pos, "allied", 20) == ""
    legs = [(e["start"], e["to"]) for e in done.events if e["event"] == "forces_moved"]
    assert legs == [(20, 16), (16, 21)]


def test_s43_9_1_the_active_side_moves_its_own_forces_only():
    assert wrong(position({20: "2C", 11: "axis 2C"}), move(11, 10, cubes=1)) == [
        ("E_NOT_THERE", "/cubes")
    ]
    assert wrong(position({11: "axis 2C"}, **AXIS), move(11, 10, cubes=1)) == []


@pytest.mark.parametrize("step", [20, 14, 13])
def test_s43_o06_e_not_adjacent(step):
    assert wrong(position({21: "2C"}), move(21, step, cubes=1)) == [("E_NOT_ADJACENT", "/path/0")]


def test_s43_2_2_an_arrow_is_a_border_for_moves():
    assert wrong(position({13: "2C"}, allied=[14]), move(13, 14, cubes=1)) == []


@pytest.mark.parametrize("enemy", ["axis 1C", "AX-P1", "AX-P1(e)"])
def test_s43_9_2_a_single_enemy_force_blocks_a_zone(enemy):
    pos = position({20: "2C", 16: enemy})
    assert wrong(pos, move(20, 16, 21, cubes=1)) == [("E_ENEMY_ON_PATH", "/path/0")]


def test_s43_9_2_a_partisan_does_not_block_a_zone():
    assert wrong(position({8: "AL-G1", 10: "axis 1C"}, **AXIS), move(10, 8, cubes=1)) == []


def test_s43_9_3_every_zone_entered_changes_hands_at_once():
    done = moved(position({20: "1C"}), move(20, 16, 21, cubes=1))
    assert done.pos.control[16] == done.pos.control[21] == "allied"
    assert done.told == ["forces_moved", "zone_taken", "forces_moved", "zone_taken"]


def test_s43_9_4_a_line_without_forces_falls_to_an_allied_force():
    done = moved(position({20: "1C", 16: "axis AX-L1"}), move(20, 16, cubes=1))
    assert done.pos.lines == {}
    assert done.event("line_fell")["line"] == "AX-L1"


def test_s43_9_4_a_line_does_not_fall_to_its_own_side():
    pos = position({11: "1C AX-T1", 10: "axis AX-L1"}, **AXIS)
    assert moved(pos, move(11, 10, cubes=1)).pos.lines == {10: "AX-L1"}


def test_s43_9_5_s43_d07_forces_split_join_and_move_again_in_the_same_part():
    pos = position({20: "3C AL-T2", 16: "1C"})
    first, second = move(20, 16, cubes=2), move(16, 21, cubes=3)
    done = moved(pos, first, second, move(20, 16, counters=["AL-T2"]))
    assert shorthand(done.pos, "allied", 21) == "3C"
    assert shorthand(done.pos, "allied", 16) == "T"


def test_s43_9_6_engaged_land_counters_move():
    done = moved(position({20: "AL-T2(e)"}), move(20, 16, counters=["AL-T2"]))
    assert shorthand(done.pos, "allied", 16) == "t"


def test_s43_9_7_a_held_cube_does_not_move():
    pos = position({7: "axis 1C 2H"}, **AXIS)
    assert wrong(pos, move(7, 8, cubes=2)) == [("E_HELD", "/cubes")]
    assert wrong(pos, move(7, 8, cubes=1)) == []
    assert wrong(pos, move(7, 8, cubes=4)) == [("E_NOT_THERE", "/cubes")]


def bombing(**more):
    return policy("bomb", {"use": ["AL-P2"]}, **more)


def test_s43_9_8_what_survives_a_bomb_moves_on():
    pos = position({10: "axis 2C AX-T4", 17: "AL-P2"}, turn=5, **AXIS)
    where = bombing(where=[11], if_={"trigger": "enters"})
    dice = {"t5/i2/bomb:11/AL-P2": [4]}
    order = move(10, 11, 13, cubes=2, counters=["AX-T4"])
    done = moved(pos, order, standing={"allied": [where]}, dice=dice)
    assert shorthand(done.pos, "axis", 13) == "2C t"
    assert done.told[:4] == ["forces_moved", "zone_bombed", "losses_taken", "forces_moved"]


def test_s43_9_8_of_equal_cubes_those_that_stay_are_lost_first():
    pos = position({10: "axis 2C", 11: "axis 1C", 17: "AL-P2"}, turn=5, **AXIS)
    dice = {"t5/i2/bomb:11/AL-P2": [4]}
    order = move(10, 11, 13, cubes=2)
    done = moved(pos, order, standing={"allied": [bombing(where=[11])]}, dice=dice)
    assert shorthand(done.pos, "axis", 13) == "2C"
    assert shorthand(done.pos, "axis", 11) == ""


def test_s43_9_8_a_force_that_is_lost_goes_nowhere():
    pos = position({10: "axis 1C", 4: "axis 1C", 17: "AL-P2"}, turn=5, **AXIS)
    dice = {"t5/i2/bomb:11/AL-P2": [6]}
    order = move(10, 11, 13, cubes=1)
    done = moved(pos, order, standing={"allied": [bombing(where=[11])]}, dice=dice)
    assert done.told == ["forces_moved", "zone_bombed", "losses_taken"]
    assert shorthand(done.pos, "axis", 13) == ""


@pytest.mark.parametrize(
    ("path", "strangled", "place"),
    [((10, 11, 13), 11, "/path/0"), ((11, 13), 11, "/from"), ((10, 11, 13), 13, "/path/1")],
)
def test_s43_9_9_no_axis_force_moves_into_through_or_out_of_a_strangled_zone(
    path, strangled, place
):
    pos = position({10: "axis 2C", 11: "axis 2C"}, **AXIS)
    order = move(path[0], *path[1:], cubes=1)
    assert wrong(pos, order, strangled=strangled) == [("E_STRANGLED", place)]


def test_s43_9_9_allied_forces_move_through_a_strangled_zone():
    assert wrong(position({20: "1C"}), move(20, 16, 21, cubes=1), strangled=16) == []


def test_s43_9_10_forces_out_of_supply_move():
    pos = position({15: "axis 1C"}, removed=["AX-FI"], **AXIS)
    assert wrong(pos, move(15, 18, cubes=1)) == []


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ({"counters": ["AL-P2"]}, ("E_KIND", "/counters/0")),
        ({"counters": ["AL-T1"]}, ("E_NOT_THERE", "/counters/0")),
        ({"counters": ["AX-T1"]}, ("E_NOT_YOURS", "/counters/0")),
        ({"counters": ["AL-T9"]}, ("E_COUNTER_UNKNOWN", "/counters/0")),
        ({"counters": ["AL-T2", "AL-T2"]}, ("E_FORMAT", "/counters/1")),
        ({"cubes": 4}, ("E_NOT_THERE", "/cubes")),
        ({"cubes": 0}, ("E_FORMAT", "")),
    ],
)
def test_s43_o06_forces_that_cannot_be_named(named, found):
    assert wrong(position({20: "3C AL-T2 AL-P2"}), move(20, 16, **named)) == [found]


@pytest.mark.parametrize(("order", "place"), [((22, 16), "/from"), ((20, 22), "/path/0")])
def test_s43_o06_zones_that_are_not_on_the_board(order, place):
    found = wrong(position({20: "1C"}), move(*order, cubes=1))
    assert found == [("E_ZONE_UNKNOWN", place)]


def test_s43_o06_everything_wrong_is_told_at_once():
    pos = position({20: "3C AL-P2", 16: "axis 1C"})
    order = move(20, 16, 19, cubes=5, counters=["AL-P2"])
    assert [code for code, _ in wrong(pos, order)] == [
        "E_NOT_THERE",
        "E_KIND",
        "E_ENEMY_ON_PATH",
        "E_NOT_ADJACENT",
    ]


def test_s43_28_8_lost_forces_are_dropped_from_a_move():
    order = move(20, 16, cubes=3, counters=["AL-T2", "AL-T1"])
    done = moved(position({20: "2C AL-T2"}), order)
    assert shorthand(done.pos, "allied", 16) == "2C T"


def test_s43_28_8_a_move_without_forces_is_skipped_and_reported():
    done = moved(position({20: "AL-T2"}), move(20, 16, cubes=1, as_="flank"))
    (skipped,) = done.events
    assert (skipped["event"], skipped["name"]) == ("entry_skipped", "flank")
    assert skipped["reason"] == "none of its forces is there any longer"


def test_s43_28_9_a_trial_move_changes_control_and_meets_no_reaction():
    play = play_in(position({20: "2C", 10: "AX-P3"}))
    MOVE.assume(play, move(20, 16, 21, cubes=2))
    assert shorthand(play.pos, "allied", 21) == "2C"
    assert play.pos.control[16] == "allied"


@pytest.mark.parametrize(("die", "there"), [(2, ""), (5, "1C")])
def test_s43_28_11_a_move_with_a_condition_waits_for_the_bomb(die, there):
    pos = position({20: "1C AL-P2", 16: "axis 1C", 1: "axis 1C"})
    order = move(20, 16, 21, cubes=1, if_={"zone": 16, "enemy_forces": 0})

    async def rule(play):
        play.current.stirred = True
        await window(play, "W2", [entry("bomb", plane="AL-P2", zone=16, when="W2")])
        await carry_out(MOVE, order)(play)

    done = run(rule, pos, dice={"t2/i1/bomb:16/AL-P2": [die]})
    assert shorthand(done.pos, "allied", 21) == there
    assert ("entry_skipped" in done.told) == (not there)


# Planes


def test_s43_9_11_s43_d08_a_plane_moves_any_distance_to_a_friendly_zone():
    done = flown(position({19: "AL-P1", 21: "1C"}), fly("AL-P1", 21))
    assert shorthand(done.pos, "allied", 21) == "1C P"
    assert done.event("plane_moved") == {
        "event": "plane_moved",
        "clause": "S43-9.11",
        "side": "allied",
        "plane": "AL-P1",
        "start": 19,
        "to": 21,
    }


@pytest.mark.parametrize("stacks", [{16: "axis 1C"}, {}, {16: "AX-L1"}])
def test_s43_9_11_a_plane_does_not_land_in_a_zone_that_is_not_friendly(stacks):
    pos = position({19: "AL-P1", **stacks})
    assert wrong(pos, fly("AL-P1", 16)) == [("E_NOT_FRIENDLY", "/to")]


def test_s43_9_12_an_engaged_plane_moves_and_stays_engaged():
    done = flown(position({19: "AL-P1(e)", 20: "1C"}), fly("AL-P1", 20))
    assert shorthand(done.pos, "allied", 20) == "1C p"


def test_s43_9_13_a_plane_moves_once_in_an_action_part():
    pos = position({19: "AL-P1", 20: "1C"})
    done = flown(pos, fly("AL-P1", 20), fly("AL-P1", 19))
    assert shorthand(done.pos, "allied", 20) == "1C P"
    assert done.event("entry_skipped")["clause"] == "S43-28.8"
    assert wrong(pos, fly("AL-P1", 20), rebased={"AL-P1"}) == [("E_ALREADY_MOVED", "/plane")]


def test_s43_9_14_a_plane_needs_room_at_once():
    full = position({19: "AL-P1", 20: "5C AL-T2"})
    assert wrong(full, fly("AL-P1", 20)) == [("E_STACK", "/to")]
    assert wrong(position({19: "AL-P1", 20: "4C AL-T2"}), fly("AL-P1", 20)) == []


def test_s43_9_15_range_is_measured_from_where_the_plane_stands_at_the_mission():
    play = play_in(position({21: "AL-P3", 20: "1C", 17: "axis 1C"}))
    bomb = entry("bomb", plane="AL-P3", zone=17)
    assert codes(BOMB.check(play, bomb)) == [("E_RANGE", "/plane")]
    FLY.assume(play, fly("AL-P3", 20))
    assert BOMB.check(play, bomb) == []


def test_s43_9_17_sea_forces_never_move():
    pos = position({20: "1C"})
    assert wrong(pos, fly("AL-FUS", 20)) == [("E_KIND", "/plane")]
    assert wrong(pos, move(20, 16, counters=["AL-FUS"])) == [("E_KIND", "/counters/0")]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (("AL-P4", 20), ("E_NOT_THERE", "/plane")),
        (("AX-P1", 20), ("E_NOT_YOURS", "/plane")),
        (("AL-P9", 20), ("E_COUNTER_UNKNOWN", "/plane")),
        (("AL-P1", 99), ("E_ZONE_UNKNOWN", "/to")),
        (("AL-P1", 19), ("E_SAME_ZONE", "/to")),
        (("AL-T2", 19), ("E_KIND", "/plane")),
    ],
)
def test_s43_o07_planes_and_zones_that_cannot_be_named(order, found):
    assert wrong(position({19: "AL-P1", 20: "1C AL-T2"}), fly(*order)) == [found]


@pytest.mark.parametrize(("strangled", "place"), [(10, "/plane"), (11, "/to")])
def test_s43_o07_e_strangled(strangled, place):
    pos = position({10: "AX-P3", 11: "axis 1C"}, **AXIS)
    assert wrong(pos, fly("AX-P3", 11), strangled=strangled) == [("E_STRANGLED", place)]


def test_s43_o07_where_the_plane_could_land_is_told():
    pos = position({19: "AL-P1", 20: "6C", 17: "1C", 21: "axis 1C"}, allied=[18])
    play = play_in(pos)
    (refusal,) = FLY.check(play, fly("AL-P1", 21))
    assert refusal.legal == ("17", "18")
    assert list(movement.landing_zones(play, "allied", 19)) == [17, 18]
