"""Landings (section 18; order type O13; decisions D20, D21, D33)."""

import pytest

from support.entries import policy
from support.skirmish import (
    DEFAULTS,
    attack,
    field,
    landing,
    orders_of_loss,
    refusals,
    refused,
    rounds,
    skirmish,
    standing,
    stands,
)

QUIET = [policy("intercept_landing", "never")]
SAIL = {19: "C", 17: "C", 20: "4C AL-T1 AL-PARA AL-P2", 14: "axis 2C", 13: "axis C"}


def land(pos, *forces, plan=(), axis=QUIET, fleets="AL-FUS", dice=(), zone=14, **more):
    """A landing on 14 that is not intercepted."""
    written = landing(zone, fleets, dict(forces), plan)
    shots = {f"landing:{zone}/bombard/{fleet}": [1] for fleet in fleets.split()}
    return skirmish(pos, written, standing=standing(axis), dice={**shots, **dict(dice)}, **more)


def ashore(pos, forces="C", plan=(), **more):
    """A landing from 20 on an empty 14 that is not intercepted."""
    written = landing(14, "AL-FUS", {20: forces}, plan)
    return skirmish(pos, written, standing=standing(QUIET), **more)


def test_s43_18_1_s43_d18_one_landing_in_an_impulse():
    pos = field(SAIL)
    first, second = landing(14, "AL-FUS", {20: "C"}), landing(13, "AL-FUK", {20: "C"})
    assert refused(pos, first, second) == [("E_LANDING_SECOND", "/orders/1")]


def test_s43_18_1_it_uses_one_arrow():
    pos = field({**SAIL, 16: "axis C"})
    three = [landing(14, "AL-FUS", {20: "C", 17: "C"}), attack(16, {20: "C", 17: "C"})]
    pos.place_cubes("allied", 17, 1)
    assert refused(pos, *three) == []


def test_s43_18_2_the_target_is_an_axis_coast_occupied_or_empty():
    pos = field(SAIL)
    assert refused(pos, landing(11, "AL-FUS", {20: "C"})) == []
    assert refused(pos, landing(14, "AL-FUS", {20: "C"})) == []
    assert refused(pos, landing(3, "AL-FUS", {20: "C"})) == [("E_NOT_COASTAL", "/orders/0/zone")]
    assert refused(pos, landing(19, "AL-FUS", {20: "C"})) == [
        ("E_NOT_ENEMY_ZONE", "/orders/0/zone")
    ]


def test_s43_18_3_a_ready_fleet_takes_part_and_is_engaged():
    pos = field(SAIL)
    pos.engage("AL-FUS")
    assert refused(pos, landing(14, "AL-FUS", {20: "C"})) == [("E_ENGAGED", "/orders/0/fleets/0")]
    assert ashore(field({**SAIL, 14: ""})).pos.is_engaged("AL-FUS")


@pytest.mark.parametrize(
    ("fleet", "code"),
    [
        ("AL-P2", "E_KIND"),
        ("AX-FI", "E_NOT_YOURS"),
        ("AL-FXX", "E_COUNTER_UNKNOWN"),
        ("AL-FUK", "E_NOT_THERE"),
    ],
)
def test_s43_18_3_only_own_fleets_in_the_game(fleet, code):
    pos = field(SAIL, removed=("AL-FUK",))
    assert refused(pos, landing(14, fleet, {20: "C"})) == [(code, "/orders/0/fleets/0")]


@pytest.mark.parametrize(
    ("fleets", "forces", "fits"),
    [
        ("AL-FUS", "4C", True),
        ("AL-FUS", "3C AL-T1", True),
        ("AL-FUS", "4C AL-T1", False),
        ("AL-FUS", "5C", False),
        ("AL-FUS AL-FUK", "6C", True),
        ("AL-FUS AL-FUK", "5C AL-T1", True),
        ("AL-FUS AL-FUK", "6C AL-T1", False),
        ("AL-FUS AL-FUK", "C AL-T1 AL-T2", False),
    ],
)
def test_s43_18_4_what_fleets_carry(fleets, forces, fits):
    pos = field({20: "7C AL-T1 AL-T2", 14: "axis C"})
    expected = [] if fits else [("E_LANDING_SIZE", "/orders/0/forces")]
    assert refused(pos, landing(14, fleets, {20: forces})) == expected


def test_s43_18_4_cubes_and_tanks_only():
    wrong = refused(field(SAIL), landing(14, "AL-FUS", {20: "C AL-PARA"}))
    assert wrong == [("E_KIND", "/orders/0/forces/0/counters/0")]
    wrong = refused(field(SAIL), landing(14, "AL-FUS", {20: "C AL-P2"}))
    assert wrong == [("E_KIND", "/orders/0/forces/0/counters/0")]


def test_s43_20_5_one_fleet_left_carries_four_forces():
    pos = field({20: "6C", 14: "axis C"}, turn=5, removed=("AL-FUK", "AL-PARA"))
    assert refused(pos, landing(14, "AL-FUS", {20: "5C"})) == [
        ("E_LANDING_SIZE", "/orders/0/forces")
    ]


def test_s43_18_5_the_forces_come_from_friendly_coasts():
    pos = field({3: "C", 20: "C", 14: "axis C"})
    assert refused(pos, landing(14, "AL-FUS", {20: "C", 3: "C"})) == [
        ("E_NOT_COASTAL", "/orders/0/forces/1/from")
    ]
    assert refused(pos, landing(14, "AL-FUS", {17: "C"})) == [
        ("E_NOT_THERE", "/orders/0/forces/0/cubes")
    ]


def test_s43_18_6_no_naval_points_are_spent():
    assert ashore(field({20: "C", 14: ""})).pos.naval_points["allied"] == 6


def test_s43_18_7_the_forces_are_at_sea_from_the_declaration_on():
    seen = []

    def look(play):
        seen.extend(play.pos.force("allied", place).size for place in ("afloat", 20, 19))

    done = skirmish(
        field({20: "2C", 19: "C"}),
        landing(14, "AL-FUS", {20: "2C", 19: "C"}),
        before=look,
        standing=standing(QUIET),
    )
    assert seen == [3, 0, 0]
    assert done.event("landing_declared")["parts"] == [
        {"from": 20, "cubes": 2},
        {"from": 19, "cubes": 1},
    ]


def intercepted(forces, dice, *, axis, plan=(), **more):
    pos = field({20: forces, 14: "", 15: "axis AX-P1", 1: "axis C", **more})
    labels = {f"landing:14/intercept/{piece}": [die] for piece, die in dice.items()}
    written = landing(14, "AL-FUS", {20: forces}, plan)
    return skirmish(pos, written, standing=standing(axis), dice=labels)


def test_s43_18_8_an_interceptor_is_engaged_and_eliminates_a_force_on_5_or_6():
    axis = [policy("intercept_landing", {"use": ["AX-FI"]})]
    done = intercepted("3C AL-T1", {"AX-FI": 5}, axis=axis)
    assert stands(done, "allied", 14) == "2C T"
    assert stands(done, "axis", "sea") == "f U"


def test_s43_18_8_all_are_named_before_any_die():
    done = intercepted(
        "3C AL-T1",
        {"AX-U1": 4, "AX-FI": 6, "AX-P1": 5},
        axis=[policy("intercept_landing", {"use": ["uboat", "fleet", "plane"]})],
    )
    assert stands(done, "allied", 14) == "1C T"
    shots = [shot["piece"] for shot in done.event("passage_intercepted")["shots"]]
    assert shots == ["AX-U1", "AX-FI", "AX-P1"]
    assert stands(done, "axis", 15) == "p"


def test_s43_18_8_the_allies_choose_and_engaging_is_no_loss():
    axis = [policy("intercept_landing", {"use": ["AX-FI"]})]
    plan = [policy("losses", ["engage:tank", "eliminate:tank"], if_={"cause": "interception"})]
    done = intercepted("3C AL-T1", {"AX-FI": 6}, axis=axis, plan=plan)
    assert stands(done, "allied", 14) == "3C"


def test_s43_d20_nothing_on_file_asks_the_axis():
    pos = field(SAIL)
    done = skirmish(pos, landing(14, "AL-FUS", {20: "C"}), standing={})
    assert done.asks == ["t2/i1/landing:14/intercept/axis"]
    assert done.questions[0].seat == "axis"


def test_s43_18_9_without_survivors_nothing_follows():
    axis = [policy("intercept_landing", {"use": ["AX-FI"]})]
    pos = field(SAIL)
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "C"}, [policy("drop", "always")]),
        standing=standing(axis),
        dice={"landing:14/intercept/AX-FI": [6]},
    )
    assert done.told[-1] == "landing_destroyed"
    assert stands(done, "allied", 20) == "3C T X P"


def test_s43_18_10_each_fleet_rolls_and_hits_are_losses_without_retreat():
    pos = field({20: "2C", 14: "axis 2C", 13: "axis C"})
    done = skirmish(
        pos,
        landing(14, "AL-FUS AL-FUK", {20: "2C"}, [policy("break_off", "always")]),
        standing=standing([*QUIET, policy("losses", ["retreat", "cube"])]),
        dice={
            "landing:14/bombard/AL-FUS": [5],
            "landing:14/bombard/AL-FUK": [2],
            **rounds(14, ([1, 1], [1])),
        },
    )
    assert stands(done, "axis", 14) == "1C"
    told = done.event("losses_taken")
    assert (told["cause"], told["losses"]) == ("fleet", 1)


def test_s43_d21_the_cause_is_fleet_and_the_default_needs_no_question():
    pos = field({20: "2C", 14: "axis 2C AX-T1"})
    axis = [*QUIET, policy("retreat", "never"), policy("losses", "ask", if_={"cause": "combat"})]
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "2C"}),
        standing={"axis": axis, "allied": DEFAULTS["allied"]},
        dice={"landing:14/bombard/AL-FUS": [6], **rounds(14, ([6, 1], [1, 1, 1]))},
    )
    assert done.asks == ["t2/i1/combat:14/round:1/losses/axis"]
    assert done.event("losses_taken")["taken"][0]["what"] == "engaged"
    asking = [*QUIET, policy("losses", "ask", if_={"cause": "fleet"})]
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "2C"}),
        standing={"axis": asking},
        dice={"landing:14/bombard/AL-FUS": [6]},
    )
    assert done.asks == ["t2/i1/landing:14/bombard/losses/axis"]


def test_s43_18_11_tank_plane_and_drop_help_a_landing():
    pos = field({20: "2C AL-T1", 17: "AL-P2 AL-PARA", 14: "axis 2C"})
    plan = [policy("support_plane", "always"), policy("drop", "always")]
    done = land(pos, (20, "2C AL-T1"), plan=plan, dice=rounds(14, ([4, 4, 1], [1, 1])))
    assert stands(done, "allied", 14) == "2C T x"
    assert stands(done, "allied", 17) == "p"


def test_s43_18_12_three_rounds_and_breaking_off():
    miss = ([1, 1], [1, 1])
    done = land(field({20: "2C", 14: "axis 2C"}), (20, "2C"), dice=rounds(14, miss, miss, miss))
    assert done.event("combat_ended")["ending"] == "last_round"
    done = land(
        field({20: "2C", 14: "axis 2C"}),
        (20, "2C"),
        plan=[policy("break_off", "always")],
        dice=rounds(14, miss),
    )
    assert done.event("combat_ended")["ending"] == "broken_off"
    assert stands(done, "allied", 20) == "2C"


BACK = [policy("break_off", "always")]


def driven_back(forces, *plan, more=None, hits=0, fleets="AL-FUS", **position):
    """A landing that breaks off after one round; the position has 19, 20, 21 and 17."""
    pos = field({**dict(forces), 14: "axis 3C", **(more or {})}, **position)
    count = min(4, sum(int(text[0]) for _, text in forces))
    return land(
        pos,
        *forces,
        fleets=fleets,
        plan=[*plan, *BACK],
        dice=rounds(14, ([1] * count, [6] * hits + [1] * (3 - hits))),
    )


def test_s43_18_13_s43_d33_by_default_each_goes_back_where_it_came_from():
    done = driven_back([(20, "2C"), (19, "1C")])
    assert (stands(done, "allied", 20), stands(done, "allied", 19)) == ("2C", "1C")
    assert done.event("landing_returned")["by"] == {"source": "default"}


def test_s43_d33_of_the_cubes_those_of_the_zone_named_first_are_lost_first():
    done = driven_back([(20, "2C"), (19, "1C")], hits=1)
    assert (stands(done, "allied", 20), stands(done, "allied", 19)) == ("1C", "1C")


def test_s43_18_13_the_survivors_may_go_anywhere_friendly_and_supplied():
    done = driven_back([(20, "2C")], policy("return_to", [19]), allied=(19,))
    assert stands(done, "allied", 19) == "2C"


@pytest.mark.parametrize(
    ("value", "places"),
    [
        ([21], {21: "4C"}),
        ([{"use": ["cube:1"], "to": [19]}, 21], {19: "1C", 21: "3C"}),
        ([3, 19], {19: "3C"}),
        ("default", {20: "3C"}),
    ],
)
def test_s43_d33_values(value, places):
    done = driven_back([(20, "3C")], policy("return_to", value), allied=(19,))
    assert {zone: stands(done, "allied", zone) for zone in places} == places


def test_s43_d33_the_list_is_filled_zone_by_zone_as_there_is_room():
    done = driven_back([(20, "3C")], policy("return_to", [19, 21]), more={19: "5C"})
    assert (stands(done, "allied", 19), stands(done, "allied", 21)) == ("6C", "3C")


def test_s43_d33_a_lost_home_gives_way_to_the_lowest_zone_with_room():
    pos = field({20: "2C", 14: "axis 2C", 17: "6C"}, allied=(19,))

    def lost(play):
        play.pos.control[20] = "axis"

    done = land(pos, (20, "2C"), plan=BACK, before=lost, dice=rounds(14, ([1, 1], [1, 1])))
    assert stands(done, "allied", 19) == "2C"


def test_s43_d33_a_list_without_a_friendly_supplied_zone_is_passed_over():
    done = driven_back([(20, "3C")], policy("return_to", [3, 1]))
    assert stands(done, "allied", 20) == "3C"
    assert done.event("policy_passed_over")["decision"] == "return_to"


def test_s43_18_13_nobody_returns_to_the_zone_landed_in():
    plan = [policy("advance", {"use": ["cube:1"]}), policy("return_to", [14, 19])]
    done = ashore(field({20: "3C", 19: "C"}), "3C", plan)
    assert [stands(done, "allied", zone) for zone in (14, 19, 20)] == ["1C", "3C", ""]


def test_s43_18_13_s43_18_16_the_zone_landed_in_saves_nobody():
    pos = field({20: "2C", 21: "", 1: "axis C"})

    def cut_off(play):
        play.pos.control[20] = "axis"

    done = ashore(pos, "2C", [policy("advance", {"use": ["cube:1"]})], before=cut_off)
    assert done.event("landing_lost")["force"] == {"cubes": 1}
    assert stands(done, "allied", 14) == "1C"


def test_s43_18_13_an_inland_zone_without_a_chain_is_no_way_back():
    pos = field({20: "2C", 14: "axis 2C", 5: "axis C", 7: "axis C", 3: "axis C"}, allied=(4,))
    plan = [policy("break_off", "always"), policy("return_to", [4, 20])]
    done = land(pos, (20, "2C"), plan=plan, dice=rounds(14, ([1, 1], [1, 1])))
    assert (stands(done, "allied", 4), stands(done, "allied", 20)) == ("", "2C")


def test_s43_18_14_what_does_not_go_ashore_returns():
    pos = field({20: "3C AL-T1", 14: "axis C"})
    done = land(
        pos,
        (20, "3C AL-T1"),
        plan=[policy("advance", {"use": ["cube:2"]})],
        dice=rounds(14, ([5, 1, 1], [1])),
    )
    assert (stands(done, "allied", 14), stands(done, "allied", 20)) == ("2C", "1C T")


def test_s43_18_15_an_empty_target_is_intercepted_and_occupied():
    axis = [policy("intercept_landing", {"use": ["AX-FI"]})]
    done = intercepted("3C", {"AX-FI": 6}, axis=axis, plan=[policy("advance", {"max": 1})])
    assert (stands(done, "allied", 14), stands(done, "allied", 20)) == ("1C", "1C")
    assert "fleets_bombarded" not in done.told


def test_s43_18_16_without_a_friendly_supplied_zone_the_survivors_are_eliminated():
    pos = field({20: "2C", 14: "axis 2C", 21: "", 3: "C"})

    def cut_off(play):
        for zone in (20, 21):
            play.pos.control[zone] = "axis"

    done = land(pos, (20, "2C"), plan=BACK, before=cut_off, dice=rounds(14, ([1, 1], [1, 1])))
    assert done.event("landing_lost")["force"] == {"cubes": 2}
    assert done.pos.pool_cubes("allied") == 22


def test_s43_18_17_whether_the_target_is_empty_is_seen_when_the_landing_is_fought():
    pos = field({20: "2C", 2: "", 1: "axis C"})
    written = landing(2, "AL-FUS", {20: "2C"})
    done = skirmish(
        pos,
        written,
        before=lambda play: play.pos.place_cubes("axis", 2, 2),
        standing=standing(QUIET),
        dice={"landing:2/bombard/AL-FUS": [1], **rounds(2, ([6, 6], [1, 1]))},
    )
    assert stands(done, "allied", 2) == "2C"
    assert done.event("combat_ended")["rounds"] == 1


def test_s43_18_17_no_drop_and_no_support_against_an_empty_target():
    pos = field({20: "C", 17: "AL-PARA AL-P2", 14: ""})
    plan = [policy("drop", "always"), policy("support_plane", "always")]
    done = skirmish(pos, landing(14, "AL-FUS", {20: "C"}, plan), standing=standing(QUIET))
    assert stands(done, "allied", 17) == "X P"


def test_s43_27_8_the_last_force_at_sea_is_still_in_the_game():
    pos = field({20: "C", 21: "", 14: "axis C"})
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "C"}),
        standing=standing([policy("intercept_landing", {"use": ["AX-FI"]})]),
        dice={"landing:14/intercept/AX-FI": [6]},
    )
    assert done.over == {"winner": "axis", "clause": "S43-27.3"}
    done = land(pos, (20, "C"), dice=rounds(14, *[([1], [1])] * 3))
    assert done.over is None


def test_s43_o13_the_axis_does_not_land():
    pos = field({14: "axis C", 20: "C"}, initiative="axis")
    (refusal,) = refusals(pos, landing(20, "AX-FI", {14: "C"}))
    assert (refusal.code, refusal.text) == ("E_SIDE", "only the Allies can land")


def test_s43_o13_a_fleet_is_named_once():
    wrong = refused(field(SAIL), landing(14, "AL-FUS AL-FUS", {20: "C"}))
    assert wrong == [("E_FORMAT", "/orders/0/fleets/1")]


def test_s43_28_5_the_plan_of_a_landing_goes_before_standing_orders():
    done = skirmish(
        field({20: "2C AL-T1", 14: ""}),
        landing(14, "AL-FUS", {20: "2C AL-T1"}, [policy("losses", ["eliminate:tank"])]),
        standing={
            **orders_of_loss(allied=["cube"]),
            "axis": [policy("intercept_landing", {"use": ["AX-FI"]})],
        },
        dice={"landing:14/intercept/AX-FI": [6]},
    )
    assert stands(done, "allied", 14) == "2C"
