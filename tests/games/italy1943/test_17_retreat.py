"""Retreat, end of a combat, advance (section 17; decisions D27, D28, D32)."""

import pytest

from pbem.engine.refusals import OrdersRefused
from support.entries import policy
from support.skirmish import (
    DEFAULTS,
    answer,
    attack,
    field,
    orders_of_loss,
    rounds,
    skirmish,
    standing,
    stands,
)

STAND = {"axis": [policy("losses", "default"), policy("retreat", "ask")]}


def hit(there, hits, *axis, more=None, zone=11, start=13, allied="4C", before=None):
    """One round in which the defenders of a zone take some hits; the attacker breaks off."""
    pos = field({start: allied, zone: there, **(more or {})})
    count = min(4, int(allied[0]))
    thrown = [6] * hits + [1] * (count - hits)
    return skirmish(
        pos,
        attack(zone, {start: allied}, [policy("break_off", "always")]),
        standing=standing([policy("support_tank", "never"), policy("elite", "hold"), *axis]),
        before=before,
        dice=rounds(zone, (thrown, [1] * _defending_dice(there))),
    )


def _defending_dice(there):
    land = sum(int(w[:-1] or 1) for w in there.split() if w[-1] in "CH") + there.count("AX-T")
    engaged_elites = there.count("AX-E1(e)")
    planes = 0 if land or "AX-E" in there else there.count("AX-P")
    return min(4, land + engaged_elites + planes + 2 * there.count("AX-L"))


def test_s43_17_1_the_retreat_of_all_meets_exactly_one_loss():
    axis = policy("losses", ["cube:1", "retreat"])
    done = hit("axis 2C AX-T1(e) AX-E1(e)", 2, axis, more={12: "axis C"})
    assert stands(done, "axis", 11) == ""
    assert stands(done, "axis", 9) == "1C t e"
    retreated = done.event("retreated")
    assert (retreated["clause"], retreated["to_meet_loss"]) == ("S43-17.1", True)


def test_s43_17_2_at_least_one_force_must_be_left_to_retreat():
    done = hit("axis 2C", 2, policy("losses", ["cube:1", "retreat", "cube"]))
    assert stands(done, "axis", 9) == "1C"
    done = hit("axis 2C", 3, policy("losses", ["cube", "retreat"]))
    assert "retreated" not in done.told


@pytest.mark.parametrize(
    ("wanted", "to"),
    [([9], 9), ([7], 7), ([8, 9], 8), ([6, 12], 12), ([99, 12], 12)],
)
def test_s43_17_3_one_or_two_zones_away(wanted, to):
    done = hit("axis C", 1, policy("losses", ["retreat"]), policy("retreat_to", wanted))
    assert stands(done, "axis", to) == "1C"


@pytest.mark.parametrize(
    ("more", "allied_control", "to"),
    [({}, (), 9), ({9: "C"}, (), 10), ({9: "C", 10: "C"}, (), 12), ({}, (9, 10), 12)],
)
def test_s43_17_4_only_through_friendly_zones_nearest_and_lowest_first(more, allied_control, to):
    pos = field({13: "4C", 11: "axis C", **more}, allied=(13, 21, *allied_control))
    done = skirmish(
        pos,
        attack(11, {13: "4C"}),
        standing=orders_of_loss(axis=["retreat"]),
        dice=rounds(11, ([6, 1, 1, 1], [1])),
    )
    assert stands(done, "axis", to) == "1C"


def test_s43_17_4_s43_17_7_an_island_is_no_way_out():
    pos = field({13: "C", 14: "axis C", 15: "axis C"})
    done = skirmish(
        pos,
        attack(14, {13: "C"}),
        standing=orders_of_loss(axis=["retreat"]),
        dice=rounds(14, ([6], [1])),
    )
    assert "retreated" not in done.told


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([{"use": ["AX-T1"], "to": [12]}, 9], {12: "T", 9: "1C"}),
        ([{"use": ["cube"], "to": [10]}], {10: "1C", 9: "T"}),
        ([{"use": ["tank"], "to": [17]}, 12], {12: "1C T"}),
    ],
)
def test_s43_17_5_the_forces_may_go_to_different_zones(wanted, places):
    done = hit("axis C AX-T1", 1, policy("losses", ["retreat"]), policy("retreat_to", wanted))
    assert {zone: stands(done, "axis", zone) for zone in places} == places


def test_s43_17_5_a_route_takes_no_more_pieces_than_it_says():
    wanted = [{"use": ["cube:1"], "to": [12]}, {"use": ["cube:1"], "to": [10]}]
    done = hit("axis 3C", 1, policy("losses", ["retreat"]), policy("retreat_to", wanted))
    assert [stands(done, "axis", zone) for zone in (12, 10, 9)] == ["1C"] * 3


def test_s43_17_6_planes_fly_to_friendly_zones_with_room_and_are_engaged():
    more = {9: "axis 6C", 2: "axis 2C"}
    axis = [policy("losses", ["retreat"]), policy("retreat_to", [9])]
    done = hit("axis C AX-P1", 1, *axis, more=more)
    assert stands(done, "axis", 9) == "7C", "land forces may be too many until the impulse ends"
    assert stands(done, "axis", 10) == "p"


def test_s43_17_6_planes_go_before_land_forces_take_their_room():
    more = {9: "axis 5C"}
    axis = [policy("losses", ["retreat"]), policy("retreat_to", [9])]
    assert stands(hit("axis C AX-P1", 1, *axis, more=more), "axis", 9) == "6C p"


@pytest.mark.parametrize(
    ("use", "there"),
    [
        (["AX-P3"], ("AX-P3",)),
        (["plane"], ("AX-P2",)),
        (["AX-P3", "AX-P2"], ("AX-P3",)),
    ],
)
def test_s43_17_6_any_plane_may_take_the_last_place_in_a_retreat(use, there):
    pos = field({13: "4C", 11: "axis C AX-P2 AX-P3", 1: "axis 6C", 9: "axis 5C"})
    for zone in pos.facts.zones:
        pos.control[zone] = "axis" if zone in (1, 9, 11) else "allied"
    done = skirmish(
        pos,
        attack(11, {13: "4C"}, [policy("break_off", "always")]),
        standing=standing([policy("retreat", {"use": use}), policy("support_plane", "never")]),
        dice=rounds(11, ([1] * 4, [1])),
    )
    assert done.event("retreated")["moves"] == [{"to": 9, "counters": list(there)}]


def test_s43_17_6_a_plane_that_has_no_place_does_not_count_for_max():
    pos = field({13: "4C", 11: "axis 2C AX-P2 AX-P3", 1: "axis 6C", 9: "axis 5C"})
    for zone in pos.facts.zones:
        pos.control[zone] = "axis" if zone in (1, 9, 11) else "allied"
    wanted = policy("retreat", {"use": ["AX-P3", "AX-P2", "cube"], "max": 2})
    done = skirmish(
        pos,
        attack(11, {13: "4C"}, [policy("break_off", "always")]),
        standing=standing([wanted, policy("support_plane", "never")]),
        dice=rounds(11, ([1] * 4, [1, 1])),
    )
    assert done.event("retreated")["moves"] == [{"to": 9, "cubes": 1, "counters": ["AX-P3"]}]


def test_s43_17_6_s43_29_1_a_plane_with_a_route_of_its_own_gets_the_last_place_there():
    route = policy("retreat_to", [{"use": ["AX-P3"], "to": [9]}])
    axis = [policy("losses", ["retreat"]), policy("support_plane", "never"), route]
    done = hit("axis C AX-P2 AX-P3", 1, *axis, more={9: "axis 5C"})
    moves = {m["to"]: m.get("counters") for m in done.event("retreated")["moves"]}
    assert moves[9] == ["AX-P3"]


def test_s43_17_7_one_force_without_a_way_out_forbids_the_retreat():
    everywhere = dict.fromkeys((2,), "axis 6C")
    pos = field({13: "C", 14: "axis C AX-P1", **everywhere})
    for zone in (3, 4, 5):
        pos.place_cubes("axis", zone, 6 if zone < 5 else 0)
    done = skirmish(
        pos,
        attack(14, {13: "C"}),
        standing=orders_of_loss(axis=["retreat", "cube"]),
        dice=rounds(14, ([6], [1]), ([1], [1]), ([1], [1])),
    )
    assert "retreated" not in done.told, "the plane could fly, the cube cannot leave Sicily"
    assert stands(done, "axis", 14) == "P"


def test_s43_17_8_voluntary_retreat_of_all():
    done = hit("axis 2C", 0, policy("retreat", "all"))
    assert stands(done, "axis", 9) == "2C"
    assert done.event("retreated")["clause"] == "S43-17.8"
    assert stands(done, "allied", 11) == "4C"


def test_s43_17_8_those_left_behind_fight_on():
    pos = field({13: "2C", 11: "axis 2C AX-T1"})
    part = policy("retreat", {"use": ["cube:1", "tank"]}, if_={"round": 1})
    done = skirmish(
        pos,
        attack(11, {13: "2C"}),
        standing=standing([policy("support_tank", "never"), part]),
        dice=rounds(11, ([1, 1], [1] * 3), ([1, 1], [1]), ([1, 1], [1])),
    )
    assert (stands(done, "axis", 11), stands(done, "axis", 9)) == ("1C", "1C T")


def test_s43_17_8_a_part_may_be_a_number():
    done = hit("axis 3C", 0, policy("retreat", {"max": 2}))
    assert (stands(done, "axis", 11), stands(done, "axis", 9)) == ("1C", "2C")


def test_s43_17_9_the_attacker_never_retreats_to_meet_a_loss():
    pos = field({13: "2C", 11: "axis C"})
    done = skirmish(
        pos,
        attack(11, {13: "2C"}, [policy("losses", ["retreat"])]),
        dice=rounds(11, ([6, 1], [6])),
    )
    assert "retreated" not in done.told
    assert stands(done, "allied", 11) == "1C"


def test_s43_17_10_retreating_does_not_engage_land_forces():
    done = hit("axis C AX-T1 AX-E1", 0, policy("retreat", "all"))
    assert stands(done, "axis", 9) == "1C T E"


def test_s43_17_11_who_retreats_into_a_zone_attacked_later_defends_there():
    pos = field({13: "C", 10: "2C", 11: "axis C", 9: "axis C"})
    done = skirmish(
        pos,
        attack(11, {13: "C"}),
        attack(9, {10: "2C"}),
        standing=standing([policy("retreat", "all", where=[11])]),
        dice={**rounds(11, ([1], [1])), **rounds(9, *[([1, 1], [1, 1])] * 3)},
    )
    assert stands(done, "axis", 9) == "2C"


@pytest.mark.parametrize(
    ("held_first", "left", "gone"),
    [("default", "2H", "1C"), ("never", "2H", "1C"), ("always", "1C 1H", "1H")],
)
def test_s43_17_12_s43_19_21_held_cubes_may_retreat_by_default_last(held_first, left, gone):
    axis = [policy("retreat", {"use": ["cube:1"]}), policy("held_first", held_first)]
    done = hit("axis 1C 2H", 0, *axis)
    assert (stands(done, "axis", 11), stands(done, "axis", 9)) == (left, gone)


def test_s43_17_12_a_held_cube_stays_held_where_it_goes():
    done = hit("axis 1C 2H", 0, policy("retreat", "all"))
    assert stands(done, "axis", 9) == "1C 2H"


def strangled(zone):
    def prepare(play):
        play.current.strangled = zone

    return prepare


@pytest.mark.parametrize(
    ("there", "left"),
    [("2C AX-P1", "1C P"), ("2C", "1C"), ("AX-T1 AX-T2(e)", "t t"), ("AX-P1 AX-P2", "P p")],
)
def test_s43_17_13_nobody_leaves_a_zone_under_strangle(there, left):
    axis = [
        policy("losses", ["retreat", "cube", "engage:tank", "engage:plane"]),
        policy("retreat", "all"),
        policy("planes_leave", {}),
    ]
    done = hit(f"axis {there}", 1, *axis, before=strangled(11))
    assert stands(done, "axis", 11) == left
    assert not {"retreated", "planes_left"} & {*done.told}


def test_s43_17_13_a_part_does_not_leave_it_either():
    done = hit("axis 2C AX-P1", 0, policy("retreat", {"max": 1}), before=strangled(11))
    assert stands(done, "axis", 11) == "2C P"


def test_s43_24_12_nobody_retreats_into_or_through_a_zone_under_strangle():
    done = hit("axis C", 1, policy("losses", ["retreat"]), before=strangled(9))
    assert stands(done, "axis", 10) == "1C"


@pytest.mark.parametrize("way", ["retreat", "planes_leave"])
def test_s43_24_12_no_plane_flies_into_a_zone_under_strangle(way):
    axis = [policy("losses", ["retreat"] if way == "retreat" else ["cube"])]
    axis += [policy("retreat_to", [9, 4]), policy("support_plane", "never")]
    axis += [policy("planes_leave", {"to": [9, 4]})] if way == "planes_leave" else []
    done = hit("axis C AX-P1", 1, *axis, before=strangled(9))
    assert (stands(done, "axis", 9), stands(done, "axis", 4)) == ("", "p")


def won(plan, forces="3C AL-T1", there="axis C", **more):
    """A combat for 17 that the attacker wins in round 1."""
    pos = field({20: f"{forces} AL-P2", 17: there, **more})
    attacking = attack(17, {20: forces}, plan)
    land = sum(int(word[:-1] or 1) for word in forces.split() if word[-1] == "C")
    return skirmish(pos, attacking, dice=rounds(17, ([6] + [1] * (land - 1), [1])))


@pytest.mark.parametrize(
    ("value", "inside", "outside"),
    [
        ("all", "3C T", "P"),
        ("default", "3C T", "P"),
        ("none", "", "3C T P"),
        ({"use": ["cube:2"]}, "2C", "1C T P"),
        ({"use": ["tank", "cube"], "max": 2}, "1C T", "2C P"),
        ({"max": 1}, "1C", "2C T P"),
        ({"use": ["tank(engaged)", "cube:1"]}, "1C", "2C T P"),
    ],
)
def test_s43_17_14_s43_d32_all_or_part_of_the_committed_forces_advance(value, inside, outside):
    done = won([policy("advance", value)])
    assert (stands(done, "allied", 17), stands(done, "allied", 20)) == (inside, outside)


def test_s43_17_14_only_committed_forces_advance():
    pos = field({20: "3C AL-T1", 17: "axis C"})
    done = skirmish(pos, attack(17, {20: "2C"}), dice=rounds(17, ([6, 1], [1])))
    assert (stands(done, "allied", 17), stands(done, "allied", 20)) == ("2C", "1C T")


def test_s43_24_12_s43_17_17_no_axis_force_advances_into_a_zone_under_strangle():
    pos = field({8: "axis 2C", 10: "C"}, initiative="axis")
    dice = rounds(10, ([6, 1], [1]))
    done = skirmish(pos, attack(10, {8: "2C"}), before=strangled(10), dice=dice)
    assert (stands(done, "axis", 10), stands(done, "axis", 8)) == ("", "2C")
    assert done.pos.control[10] == "allied"


def test_s43_d32_a_choice_that_names_nobody_is_passed_over():
    plan = [policy("advance", {"use": ["elite"]}), policy("advance", "none")]
    done = won(plan)
    assert done.event("policy_passed_over")["decision"] == "advance"
    assert stands(done, "allied", 17) == ""


def test_s43_17_15_advancing_takes_control_and_the_line():
    pos = field({20: "4C", 17: "axis C AX-L1"})
    done = skirmish(pos, attack(17, {20: "4C"}), dice=rounds(17, ([6, 1, 1, 1], [1] * 3)))
    assert done.pos.control[17] == "allied"
    assert 17 not in done.pos.lines
    assert done.event("line_fell")["line"] == "AX-L1"


def test_s43_17_16_dropped_paratroopers_take_the_zone_alone():
    pos = field({20: "2C AL-PARA", 17: "axis C"})
    plan = [policy("drop", "always"), policy("advance", "none")]
    done = skirmish(pos, attack(17, {20: "2C"}, plan), dice=rounds(17, ([6, 1, 1], [1])))
    assert (stands(done, "allied", 17), stands(done, "allied", 20)) == ("x", "2C")
    assert done.pos.control[17] == "allied"


def test_s43_17_17_if_nobody_advances_the_zone_keeps_controller_and_line():
    pos = field({20: "4C", 17: "axis C AX-L1"})
    done = skirmish(
        pos,
        attack(17, {20: "4C"}, [policy("advance", "none")]),
        dice=rounds(17, ([6, 1, 1, 1], [1] * 3)),
    )
    assert done.pos.control[17] == "axis"
    assert done.pos.lines[17] == "AX-L1"
    assert done.event("nobody_advanced")["by"]["source"] == "plan"


def test_s43_17_18_the_star_victory_is_tested_after_the_advance():
    stars = (1, 2, 4, 7, 10, 11, 14)
    pos = field({20: "2C", 17: "axis C", 1: "", 3: "axis C"}, allied=(20, 21, *stars))
    done = skirmish(pos, attack(17, {20: "2C"}), dice=rounds(17, ([6, 1], [1])))
    assert done.over == {"winner": "allied", "clause": "S43-27.2"}


def test_s43_27_3_the_last_force_lost_in_a_round_ends_the_game():
    pos = field({20: "C", 17: "axis C", 1: ""})
    done = skirmish(pos, attack(17, {20: "C"}), dice=rounds(17, ([6], [1])))
    assert done.over == {"winner": "allied", "clause": "S43-27.3"}
    assert "advanced" not in done.told


def test_s43_27_3_both_at_once_is_a_draw():
    pos = field({20: "C", 17: "axis C", 1: "", 21: ""})
    done = skirmish(pos, attack(17, {20: "C"}), dice=rounds(17, ([6], [6])))
    assert done.over == {"draw": True, "clause": "S43-27.3"}


def test_s43_d27_the_zones_are_asked_with_the_losses():
    pos = field({13: "2C", 11: "axis 2C"})
    given = {
        "combat:11/round:1/losses/axis": [
            answer("losses", ["retreat"]),
            answer("retreat_to", [12]),
        ]
    }
    done = skirmish(
        pos,
        attack(11, {13: "2C"}),
        standing={},
        answers=given,
        dice=rounds(11, ([6, 1], [1, 1])),
    )
    assert stands(done, "axis", 12) == "2C"
    assert done.event("retreated")["to_by"]["source"] == "answer"


@pytest.mark.parametrize(
    ("written", "at"),
    [
        (answer("retreat_to", [17]), "/orders/0/value"),
        (answer("retreat_to", []), "/orders/0/value"),
        (answer("retreat_to", "12"), "/orders/0/value"),
        (answer("losses", ["boat"]), "/orders/0/value/0"),
        (answer("losses", "ask"), "/orders/0/value"),
    ],
)
def test_s43_o21_an_answer_that_is_no_option_is_refused(written, at):
    pos = field({13: "2C", 11: "axis 2C"})
    with pytest.raises(OrdersRefused) as caught:
        skirmish(
            pos,
            attack(11, {13: "2C"}),
            standing={},
            answers={"combat:11/round:1/losses/axis": [written]},
            dice=rounds(11, ([6, 1], [1, 1])),
        )
    assert [(r.code, r.at) for r in caught.value.refusals] == [("E_OPTION", at)]


def test_s43_d28_nothing_on_file_asks_and_the_default_stands():
    pos = field({13: "2C", 11: "axis 2C"})
    dice = rounds(11, ([1, 1], [1, 1]))
    done = skirmish(pos, attack(11, {13: "2C"}), standing={}, dice=dice)
    assert done.asks == ["t2/i1/combat:11/round:1/end/axis"]
    words = [decision.word for decision in done.questions[0].decisions]
    assert words == ["retreat", "retreat_to", "stop_battle"]
    late = {"combat:11/round:1/end/axis": None, "combat:11/round:2/end/axis": None}
    dice = rounds(11, *[([1, 1], [1, 1])] * 3)
    done = skirmish(pos, attack(11, {13: "2C"}), standing={}, dice=dice, answers=late)
    assert stands(done, "axis", 11) == "2C"


def test_s43_d28_all_is_refused_where_one_cannot_leave():
    pos = field({13: "2C", 14: "axis C AX-P1"})
    with pytest.raises(OrdersRefused) as caught:
        skirmish(
            pos,
            attack(14, {13: "2C"}),
            standing=DEFAULTS | {"axis": [policy("losses", "default")]},
            answers={
                "combat:14/round:1/support/axis": [],
                "combat:14/round:1/end/axis": [answer("retreat", "all")],
            },
            dice=rounds(14, ([1, 1], [1])),
        )
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.clause) == ("E_OPTION", "S43-17.7")


def test_s43_d28_where_nobody_can_leave_nobody_is_asked():
    pos = field({13: "2C", 14: "axis C"}, tokens=(6, 0))
    done = skirmish(
        pos,
        attack(14, {13: "2C"}),
        standing={},
        dice=rounds(14, *[([1, 1], [1])] * 3),
    )
    assert done.asks == []
