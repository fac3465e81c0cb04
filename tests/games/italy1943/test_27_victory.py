"""Victory (section 27)."""

import pytest

from pbem.games.italy1943 import victory
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.overlord import start_overlord
from pbem.games.italy1943.reinforcement_phase import reinforce
from pbem.games.italy1943.steps import Step
from pbem.games.italy1943.turn_end import end_turn
from support.entries import policy
from support.italy1943 import facts, position
from support.running import run
from support.skirmish import DEFAULTS, attack, landing, rounds, skirmish, standing

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


def test_s43_27_3_tested_after_the_fleets_have_fired():
    pos = position({20: "1C", 14: "axis C"})
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "1C"}),
        standing=standing([policy("intercept_landing", "never")]),
        dice={"landing:14/bombard/AL-FUS": [5]},
    )
    assert done.over == {"winner": "allied", "clause": "S43-27.3"}
    assert done.told[-2:] == ["sides_eliminated", "game_ended"]
    assert "advanced" not in done.told


def test_s43_27_3_tested_when_dropped_paratroopers_are_lost_at_the_end_of_a_combat():
    pos = position({20: "1C AL-PARA", 17: "axis 3C"})
    done = skirmish(
        pos,
        attack(17, {20: "1C"}, [policy("drop", "always"), policy("losses", ["cube"])]),
        standing=standing(allied=[policy("break_off", "always")]),
        dice=rounds(17, ([1, 1], [6, 1, 1])),
    )
    assert done.told[-3:] == ["paratroopers_lost", "sides_eliminated", "game_ended"]
    assert done.over == {"winner": "axis", "clause": "S43-27.3"}


def test_s43_27_3_tested_when_a_landing_has_nowhere_to_return_to():
    pos = position({20: "2C", 14: "axis 3C"})

    def cut_off(play):
        play.pos.control[20] = "axis"

    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "2C"}, [policy("break_off", "always")]),
        standing=standing([policy("intercept_landing", "never")]),
        before=cut_off,
        dice={"landing:14/bombard/AL-FUS": [1], **rounds(14, ([1, 1], [1, 1, 1]))},
    )
    assert done.told[-3:] == ["landing_lost", "sides_eliminated", "game_ended"]
    assert done.over == {"winner": "axis", "clause": "S43-27.3"}


@pytest.mark.parametrize("losses", [(1, 0), (0, 1)])
def test_s43_27_3_a_side_with_forces_elsewhere_goes_on(losses):
    pos = position({20: "1C", 17: "axis 1C", 19: "AL-P1", 1: "AX-P1"})
    done = skirmish(
        pos,
        attack(17, {20: "1C"}),
        dice=rounds(17, ([6 if losses[1] else 1], [6 if losses[0] else 1])),
    )
    assert done.over is None


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


@pytest.mark.parametrize(
    ("stacks", "allied", "won"),
    [
        ({1: "AL-T1(e)", 5: "1C"}, (), True),
        ({1: "AL-T1 AL-P1", 5: "1C"}, (), True),
        ({1: "AL-P1", 5: "1C"}, (), False),
        ({4: "1C", 5: "1C"}, (1,), False),
        ({1: "1C", 4: "axis 1C", 5: "axis 1C"}, (), False),
        ({1: "1C", 4: "axis 1C"}, (), False),
        ({1: "1C", 4: "axis 1C"}, (5,), True),
    ],
)
def test_s43_27_4_it_takes_a_land_force_in_munich_and_a_chain(stacks, allied, won):
    """Control alone, a plane, or a force without an Allied coast at the end of a chain do not."""
    pos = position({3: "axis 1C", 17: "1C", **stacks}, step="supply", allied=allied)
    assert (look(victory.test_munich, pos).over is not None) == won


def test_s43_27_4_it_is_looked_at_behind_the_supply_phase():
    pos = position({1: "1C", 5: "1C", 4: "axis 1C", 11: "axis 1C", 9: "1C", 10: "1C"})
    pos.step = Step("supply")
    done = run(end_turn, pos, standing={"axis": [policy("*", "default")]})
    assert done.told == ["forces_starved", "munich_taken", "game_ended"]


def test_s43_27_2_the_move_that_takes_the_last_star_wins_at_once():
    """The force stops there, and nothing that stands behind it in the list is done."""
    pos = position(
        {20: "1C AL-P2", 3: "axis 1C"}, allied=tuple(star for star in STARS if star != 17)
    )
    orders = [
        {"do": "move", "from": 20, "cubes": 1, "path": [17, 16]},
        {"do": "fly", "plane": "AL-P2", "to": 17},
    ]
    done = run(play_impulse, pos, answers={"t2/i1/orders": orders}, standing=DEFAULTS)
    assert done.over == {"winner": "allied", "clause": "S43-27.2"}
    assert done.told[-2:] == ["all_stars_controlled", "game_ended"]
    assert [event["to"] for event in done.events_named("forces_moved")] == [17]


def test_s43_27_2_the_advance_that_takes_the_last_star_wins_before_the_next_combat():
    stars = tuple(star for star in STARS if star != 17)
    pos = position({20: "2C", 17: "axis 1C", 3: "axis 1C", 21: "1C", 16: "axis 1C"}, allied=stars)
    done = run(
        play_impulse,
        pos,
        answers={"t2/i1/orders": [attack(17, {20: "2C"}), attack(16, {21: "1C"})]},
        standing=DEFAULTS,
        dice={
            "t2/i1/combat:17/round:1/attacker": [6, 1],
            "t2/i1/combat:17/round:1/defender": [1],
        },
    )
    assert done.over == {"winner": "allied", "clause": "S43-27.2"}
    assert done.told.count("round_fought") == 2


@pytest.mark.parametrize("missing", STARS)
def test_s43_27_2_every_star_counts_be_anybody_there_or_not(missing):
    pos = position({20: "1C", 3: "axis 1C"}, allied=tuple(s for s in STARS if s != missing))
    assert look(victory.test_stars, pos).over is None
    assert look(victory.test_stars, position({20: "1C"}, allied=STARS)).over is not None


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
