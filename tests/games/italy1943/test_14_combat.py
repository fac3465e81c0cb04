"""The course of a combat (section 14; decisions D22, D28 to D31; 28.6)."""

import pytest

from support.entries import policy
from support.skirmish import (
    DEFAULTS,
    answer,
    attack,
    field,
    landing,
    orders_of_loss,
    rounds,
    skirmish,
    standing,
    stands,
)

MISS = ([1, 1], [1, 1])
"""A round of two dice on each side in which nobody hits."""

TWO_ON_TWO = {20: "2C", 17: "axis 2C"}


def ended(done):
    event = done.event("combat_ended")
    return event["rounds"], event["ending"]


def test_s43_14_1_a_landing_is_intercepted_bombarded_and_then_fought():
    pos = field({20: "2C", 17: "axis 2C AX-P1"})
    axis = [policy("intercept_landing", {"use": ["AX-FI"]}), policy("losses", ["cube"])]
    done = skirmish(
        pos,
        landing(17, "AL-FUS", {20: "2C"}, [policy("losses", ["cube"])]),
        standing=standing([*axis, policy("planes_leave", {"to": [14]})]),
        dice={
            "landing:17/intercept/AX-FI": [5],
            "landing:17/bombard/AL-FUS": [5],
            **rounds(17, ([6], [1])),
        },
    )
    order = ["passage_intercepted", "fleets_bombarded", "planes_left", "round_fought", "advanced"]
    assert [name for name in dict.fromkeys(done.told) if name in order] == order


def test_s43_14_2_s43_14_3_planes_fly_out_before_the_first_round_and_are_engaged():
    pos = field({20: "2C", 17: "axis C AX-P1 AX-P2(e)", 14: "axis C"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing([policy("planes_leave", {"to": [14]})]),
        dice=rounds(17, ([6, 1], [1])),
    )
    assert stands(done, "axis", 14) == "1C p p"
    left = done.event("planes_left")
    assert (left["round"], left["moves"]) == (1, [{"to": 14, "counters": ["AX-P1", "AX-P2"]}])


def test_s43_14_4_planes_may_leave_at_the_start_of_each_later_round():
    pos = field({20: "2C", 17: "axis 2C AX-P1"})
    policies = [policy("planes_leave", {"to": [14]}, if_={"round": 2})]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(policies),
        dice=rounds(17, MISS, MISS, MISS),
    )
    assert done.event("planes_left")["round"] == 2
    assert stands(done, "axis", 14) == "p"


def test_s43_14_2_before_round_1_the_round_is_0():
    pos = field({20: "2C", 17: "axis 2C AX-P1"})
    policies = [policy("planes_leave", {"to": [14]}, if_={"round": 0})]
    dice = rounds(17, MISS, MISS, MISS)
    done = skirmish(pos, attack(17, {20: "2C"}), standing=standing(policies), dice=dice)
    assert done.event("planes_left")["round"] == 1


def test_s43_14_5_planes_need_room_not_range():
    pos = field({20: "2C", 17: "axis 2C AX-P1 AX-P2", 14: "axis 5C", 2: "axis C"})
    policies = [policy("planes_leave", {"use": ["plane"], "to": [14, 2]}, if_={"round": 0})]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(policies),
        dice=rounds(17, MISS, MISS, MISS),
    )
    assert (stands(done, "axis", 14), stands(done, "axis", 2)) == ("5C p", "1C p")


def test_s43_d22_by_default_and_with_never_no_plane_leaves():
    pos = field({20: "2C", 17: "axis 2C AX-P1"})
    for filed in ([], [policy("planes_leave", "never")]):
        done = skirmish(
            pos,
            attack(17, {20: "2C"}),
            standing=standing(filed),
            dice=rounds(17, MISS, MISS, MISS),
        )
        assert stands(done, "axis", 17) == "2C P"


def test_s43_14_6_planes_that_leave_an_empty_zone_let_the_attacker_in():
    pos = field({20: "C", 17: "axis AX-P1"})
    done = skirmish(
        pos, attack(17, {20: "C"}), standing=standing([policy("planes_leave", {"to": [14]})])
    )
    assert stands(done, "allied", 17) == "1C"
    assert ended(done) == (0, "defenders_gone")


def test_s43_14_7_three_rounds_at_most():
    done = skirmish(field(TWO_ON_TWO), attack(17, {20: "2C"}), dice=rounds(17, MISS, MISS, MISS))
    assert ended(done) == (3, "last_round")


def test_s43_14_8_support_is_named_before_any_die_attacker_first():
    pos = field({20: "C AL-T1", 17: "axis C AX-T1"})
    dice = rounds(17, *[([1], [1])] * 3)
    done = skirmish(pos, attack(17, {20: "C AL-T1"}), dice=dice)
    first = [event for event in done.events if event.get("round") == 1]
    assert [(event["event"], event["side"]) for event in first] == [
        ("tank_supported", "allied"),
        ("tank_supported", "axis"),
        ("round_fought", "allied"),
        ("round_fought", "axis"),
    ]


def test_s43_14_9_a_cube_about_to_be_lost_still_rolls():
    done = skirmish(
        field({20: "C", 17: "axis C"}), attack(17, {20: "C"}), dice=rounds(17, ([6], [6]))
    )
    assert stands(done, "allied", 20) == stands(done, "axis", 17) == ""


def test_s43_14_10_the_defender_decides_before_the_attacker():
    pos = field(TWO_ON_TWO)
    dice = rounds(17, MISS)
    open_policies = {"axis": [policy("retreat", "ask"), *DEFAULTS["axis"]]}
    open_policies["allied"] = [policy("break_off", "ask"), *DEFAULTS["allied"]]
    done = skirmish(pos, attack(17, {20: "2C"}), standing=open_policies, dice=dice)
    assert done.asks == ["t2/i1/combat:17/round:1/end/axis"]
    stand = {"combat:17/round:1/end/axis": [answer("retreat", "never")]}
    done = skirmish(pos, attack(17, {20: "2C"}), standing=open_policies, dice=dice, answers=stand)
    assert done.asks == ["t2/i1/combat:17/round:1/end/allied"]


def test_s43_14_10_nobody_decides_after_the_last_round():
    asking = {
        "axis": [policy("retreat", "ask", if_={"round": 3}), *DEFAULTS["axis"]],
        "allied": [policy("break_off", "ask", if_={"round": 3}), *DEFAULTS["allied"]],
    }
    done = skirmish(
        field(TWO_ON_TWO),
        attack(17, {20: "2C"}),
        standing=asking,
        dice=rounds(17, MISS, MISS, MISS),
    )
    assert done.asks == []


def test_s43_14_11_s43_14_7_reserves_bring_the_decisions_of_14_10_and_a_fourth_round():
    plan = [policy("reserves", "always")]
    done = skirmish(
        field(TWO_ON_TWO),
        attack(17, {20: "2C"}, plan),
        dice=rounds(17, MISS, MISS, MISS, MISS),
    )
    assert ended(done) == (4, "last_round")
    assert done.event("reserves_played")["round"] == 3
    assert done.pos.tokens["allied"] == 5


def test_s43_14_11_after_reserves_the_defender_may_retreat_and_the_attacker_break_off():
    plan = [policy("reserves", "always"), policy("break_off", "always", if_={"round": 3})]
    dice = rounds(17, MISS, MISS, MISS)
    done = skirmish(field(TWO_ON_TWO), attack(17, {20: "2C"}, plan), dice=dice)
    assert ended(done) == (3, "broken_off")
    leave = [policy("retreat", "all", if_={"round": 3})]
    done = skirmish(
        field({20: "2C", 17: "axis 2C", 16: "axis C"}),
        attack(17, {20: "2C"}, [policy("reserves", "always")]),
        standing=standing(leave),
        dice=dice,
    )
    assert ended(done) == (3, "defenders_retreated")
    assert stands(done, "axis", 16) == "3C"


def test_s43_28_21_the_second_question_after_reserves_has_a_number():
    asking = {**DEFAULTS, "allied": [policy("break_off", "ask", if_={"round": 3})]}
    done = skirmish(
        field(TWO_ON_TWO),
        attack(17, {20: "2C"}, [policy("reserves", "always"), policy("losses", "default")]),
        standing=asking,
        dice=rounds(17, MISS, MISS, MISS),
    )
    assert done.asks == ["t2/i1/combat:17/round:3/end/allied#2"]


@pytest.mark.parametrize("number", [1, 2])
def test_s43_14_12_the_attacker_may_break_off_after_any_round(number):
    plan = [policy("break_off", "always", if_={"round": number})]
    done = skirmish(
        field(TWO_ON_TWO), attack(17, {20: "2C"}, plan), dice=rounds(17, *[MISS] * number)
    )
    assert ended(done) == (number, "broken_off")
    assert done.event("combat_ended")["by"]["at"] == "/orders/0/plan/0"
    assert (stands(done, "allied", 20), stands(done, "axis", 17)) == ("2C", "2C")


@pytest.mark.parametrize(
    ("attacker", "defender", "ending"),
    [([6, 6], [1, 1], "defenders_gone"), ([1, 1], [6, 6], "attackers_gone")],
)
def test_s43_14_13_a_combat_ends_when_a_side_is_wiped_out(attacker, defender, ending):
    done = skirmish(
        field(TWO_ON_TWO), attack(17, {20: "2C"}), dice=rounds(17, (attacker, defender))
    )
    assert ended(done) == (1, ending)


def test_s43_14_13_dropped_paratroopers_count_as_an_attacker():
    pos = field({20: "C AL-PARA", 17: "axis 2C"})
    done = skirmish(
        pos,
        attack(17, {20: "C"}, [policy("drop", "always")]),
        standing=orders_of_loss(allied=["cube"]),
        dice=rounds(17, ([1, 1], [6, 1]), ([6], [1, 1]), ([6], [1])),
    )
    assert ended(done) == (3, "defenders_gone")
    assert stands(done, "allied", 17) == "x"


def test_s43_14_14_both_wiped_out_the_zone_is_empty_and_stays_the_defenders():
    done = skirmish(
        field({20: "C", 17: "axis C"}), attack(17, {20: "C"}), dice=rounds(17, ([6], [6]))
    )
    assert ended(done) == (1, "both_gone")
    assert done.pos.control[17] == "axis"
    assert "advanced" not in done.told


def test_s43_14_13_defenders_who_retreated_are_not_gone_with_the_last_attacker():
    done = skirmish(
        field({20: "C", 17: "axis C", 16: "axis C"}),
        attack(17, {20: "C"}),
        standing=orders_of_loss(axis=["retreat"]),
        dice=rounds(17, ([6], [6])),
    )
    assert ended(done) == (1, "attackers_gone")
    assert (stands(done, "axis", 16), done.pos.control[17]) == ("2C", "axis")


def test_s43_14_15_with_defenders_left_everybody_stays():
    pos = field({20: "2C AL-T1", 17: "axis 2C", 16: "axis C"})
    dice = rounds(17, *[([1, 1], [1, 1])] * 3)
    done = skirmish(pos, attack(17, {20: "2C AL-T1"}), dice=dice)
    assert (stands(done, "allied", 20), stands(done, "axis", 17)) == ("2C T", "2C")
    assert done.pos.control[17] == "axis"


def test_s43_28_6_the_attackers_dice_come_first_and_the_drop_die_last():
    pos = field({20: "C AL-PARA", 17: "axis C"})
    done = skirmish(
        pos,
        attack(17, {20: "C"}, [policy("drop", "always")]),
        dice=rounds(17, ([1, 6], [1])),
    )
    first, second = [event for event in done.events if event["event"] == "round_fought"]
    assert (first["side"], first["values"], first["drop_dice"]) == ("allied", [1, 6], 1)
    assert second["side"] == "axis"


def test_s43_28_20_nothing_is_drawn_for_a_side_without_dice():
    pos = field({20: "C", 17: "axis AX-E1"})
    done = skirmish(
        pos,
        attack(17, {20: "C"}),
        standing=standing([policy("elite", "hold")]),
        dice=rounds(17, ([1], []), ([1], []), ([1], [])),
    )
    axis = [e for e in done.events if e["event"] == "round_fought" and e["side"] == "axis"]
    assert "label" not in axis[0]
    assert axis[0]["values"] == []
