"""Overlord (section 20), its decision D36 and order O17."""

import pytest

from pbem.games.italy1943 import overlord, transport
from pbem.games.italy1943.overlord import start_overlord
from pbem.games.italy1943.ranges import in_range
from support.italy1943 import facts, position
from support.running import refused, run

ORDERS = "t5/overlord/orders"
FIFTH = position({17: "1C AL-PARA", 1: "axis 1C"}, turn=5, step="overlord", initiative=None)


def remove(fleet):
    return {ORDERS: [{"do": "overlord", "remove": fleet}]}


@pytest.mark.parametrize("fleet", ["AL-FUS", "AL-FUK"])
def test_s43_20_1_the_allied_player_removes_a_fleet_of_his_choice(fleet):
    done = run(start_overlord, FIFTH, answers=remove(fleet))
    assert done.pos.place_of(fleet) == "removed"
    assert len(overlord.fleets(done.pos)) == 1
    assert done.event("overlord_started")["fleet"] == fleet


@pytest.mark.parametrize("stacks", [{17: "1C AL-PARA(e)"}, {17: "1C"}])
def test_s43_20_2_paratroopers_leave_the_board_or_the_pool(stacks):
    pos = position(stacks | {1: "axis 1C"}, turn=5, step="overlord", initiative=None)
    done = run(start_overlord, pos, answers=remove("AL-FUS"))
    assert done.pos.place_of("AL-PARA") == "removed"
    assert not done.pos.is_engaged("AL-PARA")


def test_s43_20_3_points_and_cubes_from_turn_5():
    fifth = facts().turn(5)
    assert (fifth.cubes["allied"], fifth.naval_points["allied"]) == (3, 3)
    assert transport.points_of_turn(FIFTH, "axis") == 0


def test_s43_20_4_the_allies_use_the_long_ruler_from_turn_5():
    fourth = position({10: "AL-P1"}, turn=4)
    assert not in_range(fourth, "allied", 10, 1)
    assert in_range(FIFTH, "allied", 10, 1)
    assert not in_range(FIFTH, "axis", 10, 1)


def test_s43_20_5_one_fleet_carries_at_most_four_forces():
    alone = facts().combat.landing[1]
    assert (alone.cubes, alone.cubes_with_tank) == (4, 3)


def test_s43_d36_the_allies_are_asked_and_the_default_is_the_british_fleet():
    assert run(start_overlord, FIFTH).asks == [ORDERS]
    for answer in ([], None):
        done = run(start_overlord, FIFTH, answers={ORDERS: answer})
        assert done.event("overlord_started")["fleet"] == "AL-FUK"


def test_s43_d36_a_policy_names_the_fleet():
    policy = {"decision": "overlord", "value": "AL-FUS"}
    done = run(start_overlord, FIFTH, standing={"allied": [policy]})
    assert done.event("overlord_started")["by"]["source"] == "standing"


@pytest.mark.parametrize("fleet", ["AX-FI", "AL-T1", "AL-FXX"])
def test_s43_o17_only_an_allied_fleet_in_the_game_can_leave(fleet):
    assert refused(start_overlord, FIFTH, remove(fleet)) == [("E_FLEET", "/orders/0/remove")]
