"""Victory (section 27)."""

import pytest

from pbem.games.italy1943 import victory
from pbem.games.italy1943.overlord import start_overlord
from pbem.games.italy1943.reinforcement_phase import reinforce
from pbem.games.italy1943.turn_end import end_turn
from support.italy1943 import facts, position
from support.running import run

STARS = (1, 2, 4, 7, 10, 11, 14, 17)


def look(test, pos):
    async def rule(play):
        test(play)

    return run(rule, pos)


def test_s43_27_2_all_stars_win_at_once():
    assert victory.star_zones(facts()) == STARS
    won = look(victory.test_stars, position({17: "1C", 3: "axis 1C"}, allied=STARS))
    assert won.over == {"winner": "allied", "clause": "S43-27.2"}
    assert won.event("all_stars_controlled")["zones"] == list(STARS)
    missing = look(victory.test_stars, position({17: "1C"}, allied=STARS[1:]))
    assert missing.over is None


@pytest.mark.parametrize(
    ("stacks", "over"),
    [
        ({17: "1C", 1: "AX-P1"}, None),
        ({17: "1C"}, {"winner": "allied", "clause": "S43-27.3"}),
        ({1: "axis AX-E1", 7: "AL-G1"}, {"winner": "axis", "clause": "S43-27.3"}),
        ({}, {"draw": True, "clause": "S43-27.3"}),
    ],
)
def test_s43_27_3_a_side_without_forces_has_lost_and_both_at_once_draw(stacks, over):
    assert look(victory.test_elimination, position(stacks)).over == over


def test_s43_27_3_tested_after_the_supply_phase():
    pos = position({9: "1C", 10: "1C", 11: "axis 1C"}, step="supply", removed=("AX-FI",))
    done = run(end_turn, pos, standing={"axis": [{"decision": "*", "value": "default"}]})
    assert done.told == ["forces_starved", "sides_eliminated", "game_ended"]
    assert done.over == {"winner": "allied", "clause": "S43-27.3"}


def test_s43_27_3_tested_after_the_surrender_of_italy():
    pos = position({13: "1C", 4: "AX-PI"}, step="supply")
    done = run(end_turn, pos)
    assert done.told == ["italy_surrendered", "sides_eliminated", "game_ended"]
    assert done.over == {"winner": "allied", "clause": "S43-27.3"}


def test_s43_27_3_the_last_turn_is_not_counted_when_the_surrender_has_ended_the_game():
    done = run(end_turn, position({13: "1C", 4: "AX-PI"}, step="supply", turn=8))
    assert done.over == {"winner": "allied", "clause": "S43-27.3"}


def test_s43_27_3_tested_after_overlord():
    pos = position({17: "AL-PARA", 1: "axis 1C"}, turn=5, step="overlord", initiative=None)
    done = run(start_overlord, pos, answers={"t5/overlord/orders": []})
    assert done.told == ["overlord_started", "sides_eliminated", "game_ended"]
    assert done.over == {"winner": "axis", "clause": "S43-27.3"}


def test_s43_27_3_tested_after_each_conversion():
    pos = position(
        {10: "1C", 1: "axis 1C"},
        turn=6,
        step="reinforce/allied",
        removed=("AX-FI", "AX-TI", "AX-PI"),
    )
    convert = {"do": "convert", "zone": 10, "kind": "partisan", "to": 7}
    orders = [{"do": "reinforce", "place": []}, convert]
    done = run(reinforce, pos, answers={"t6/reinforce/allied/orders": orders})
    assert done.told == ["cubes_converted", "sides_eliminated", "game_ended"]
    assert done.over == {"winner": "axis", "clause": "S43-27.3"}


@pytest.mark.parametrize("place", ["afloat", "dropped"])
def test_s43_27_8_forces_under_way_and_dropped_count_as_on_the_board(place):
    pos = position({1: "axis 1C", 17: "AL-PARA"})
    pos.where["AL-PARA"] = place
    assert look(victory.test_elimination, pos).over is None


def test_s43_27_4_a_supplied_land_force_in_munich_wins_at_the_end_of_a_turn():
    won = look(victory.test_munich, position({1: "1C", 5: "1C", 4: "axis 1C"}, step="supply"))
    assert won.over == {"winner": "allied", "clause": "S43-27.4"}
    assert won.event("munich_taken")["force"] == {"cubes": 1}
    plane = look(victory.test_munich, position({1: "AL-P1", 5: "1C", 4: "axis 1C"}))
    assert plane.over is None


def test_s43_27_4_a_cut_off_force_dies_in_the_supply_phase_and_does_not_win():
    pos = position({1: "1C", 5: "axis 1C", 4: "axis 1C", 17: "1C"}, step="supply")
    done = run(end_turn, pos)
    assert done.over is None
    assert done.event("forces_starved")["zone"] == 1


def test_s43_27_5_s43_27_6_supplied_stars_are_counted_and_equal_numbers_draw():
    pos = position(
        {10: "1C", 11: "1C", 14: "1C", 17: "1C", 1: "axis 1C", 2: "axis 1C"}, turn=8, step="supply"
    )
    assert victory.counted_stars(pos, "allied") == (10, 11, 14, 17)
    assert victory.counted_stars(pos, "axis") == (1, 2, 4, 7)
    done = run(end_turn, pos)
    assert done.over == {"draw": True, "clause": "S43-27.6"}
    assert done.event("stars_counted")["axis"] == [1, 2, 4, 7]


def test_s43_27_5_more_stars_win():
    pos = position({7: "1C", 17: "1C", 10: "1C", 11: "1C", 14: "1C", 1: "axis 1C"}, turn=8)
    assert look(victory.count_stars, pos).over == {"winner": "allied", "clause": "S43-27.5"}


def test_s43_27_5_a_star_that_is_cut_off_does_not_count():
    pos = position({4: "axis 1C", 9: "1C", 10: "1C", 11: "axis 1C", 1: "axis 1C"}, turn=8)
    assert 11 not in victory.counted_stars(pos, "axis")


def test_s43_27_5_the_italian_fleet_supplies_stars_of_the_axis_in_africa():
    stacks = {17: "axis 1C", 20: "1C"}
    assert 17 in victory.counted_stars(position(stacks, turn=8), "axis")
    assert 17 not in victory.counted_stars(position(stacks, turn=8, removed=("AX-FI",)), "axis")


def test_s43_27_7_on_turn_8_munich_comes_before_the_count():
    pos = position({1: "1C", 5: "1C", 4: "axis 1C"}, turn=8, step="supply")
    done = run(end_turn, pos)
    assert done.told == ["munich_taken", "game_ended"]


def test_s43_27_2_a_game_that_is_over_is_not_won_again():
    pos = position({17: "1C"}, allied=STARS)

    def both(play):
        victory.test_stars(play)
        victory.test_elimination(play)

    assert look(both, pos).told == ["all_stars_controlled", "game_ended"]
