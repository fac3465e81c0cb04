"""Elites, paratroopers and fortified lines in a fight (19.1 to 19.11, 19.18 to 19.20; D25)."""

import pytest

from pbem.engine.refusals import OrdersRefused
from support.entries import policy
from support.skirmish import (
    DEFAULTS,
    answer,
    attack,
    field,
    landing,
    rounds,
    skirmish,
    standing,
    stands,
)

OVER = [policy("break_off", "always")]


def elites(there, thrown, *axis, forces="2C", plan=OVER, **more):
    pos = field({20: forces, 17: there})
    return skirmish(
        pos,
        attack(17, {20: forces}, plan),
        standing=standing(axis),
        dice=rounds(17, thrown),
        **more,
    )


def test_s43_19_1_a_ready_elite_inflicts_a_loss():
    done = elites("axis C AX-E1", ([1, 1], [1]), policy("elite", "inflict"))
    assert (stands(done, "allied", 20), stands(done, "axis", 17)) == ("1C", "1C e")
    assert done.event("elite_used")["effect"] == "inflict"


def test_s43_19_1_or_absorbs_one():
    done = elites("axis C AX-E1", ([6, 1], [1]), policy("elite", "absorb"))
    assert stands(done, "axis", 17) == "1C e"
    assert done.event("losses_taken")["taken"] == [
        {"what": "engaged", "place": 17, "piece": "AX-E1"}
    ]


def test_s43_19_1_the_effect_comes_once():
    pos = field({20: "2C", 17: "axis C AX-E1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing([policy("elite", "inflict")]),
        dice=rounds(17, ([1, 1], [1]), ([1], [1, 1]), ([1], [1, 1])),
    )
    assert done.told.count("elite_used") == 1


def test_s43_19_2_once_used_it_is_engaged_and_rolls_like_a_cube():
    pos = field({20: "2C", 17: "axis C AX-E1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing([policy("elite", "inflict"), policy("losses", ["eliminate:elite"])]),
        dice=rounds(17, ([1, 1], [1]), ([6], [1, 1]), ([1], [1])),
    )
    assert stands(done, "axis", 17) == "1C"


def test_s43_19_3_the_axis_decides_after_the_dice_and_may_hold_the_effect_back():
    pos = field({20: "2C", 17: "axis C AX-E1"})
    filed = {**DEFAULTS, "axis": [policy("elite", "ask"), *DEFAULTS["axis"]]}
    written = attack(17, {20: "2C"}, OVER)
    dice = rounds(17, ([1, 1], [1]))
    done = skirmish(pos, written, standing=filed, dice=dice)
    assert done.asks == ["t2/i1/combat:17/round:1/elite/axis"]
    assert done.told.count("round_fought") == 2
    held = {"combat:17/round:1/elite/axis": [answer("elite", "hold")]}
    done = skirmish(pos, written, standing=filed, dice=dice, answers=held)
    assert stands(done, "axis", 17) == "1C E"


def test_s43_19_4_after_inflicting_it_can_be_eliminated_in_the_same_round():
    axis = [policy("elite", "inflict"), policy("losses", ["eliminate:elite"])]
    done = elites("axis C AX-E1", ([6, 1], [1]), *axis)
    assert stands(done, "axis", 17) == "1C"


def test_s43_19_4_it_cannot_inflict_and_absorb():
    axis = [policy("elite", "inflict"), policy("losses", ["engage:elite", "cube"])]
    done = elites("axis C AX-E1", ([6, 1], [1]), *axis)
    assert stands(done, "axis", 17) == "e", "it is engaged already, so the cube goes"


def test_s43_19_5_the_inflicted_loss_is_satisfied_with_those_of_the_dice():
    plan = [policy("losses", ["cube:1", "engage:tank"]), *OVER]
    pos = field({20: "2C AL-T1", 17: "axis C AX-E1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C AL-T1"}, plan),
        standing=standing([policy("elite", "inflict")]),
        dice=rounds(17, ([1, 1], [6])),
    )
    assert stands(done, "allied", 20) == "1C t"
    assert done.event("losses_taken")["losses"] == 2


def test_s43_19_6_alone_and_without_dice():
    done = elites("axis AX-E1", ([1, 3], []), policy("elite", "inflict"))
    assert (stands(done, "allied", 20), stands(done, "axis", 17)) == ("1C", "e")


def test_s43_19_6_in_an_attack():
    pos = field({8: "axis C AX-E1", 10: "2C"}, initiative="axis")
    done = skirmish(
        pos,
        attack(10, {8: "C AX-E1"}, [policy("elite", "inflict"), *OVER]),
        dice=rounds(10, ([1], [1, 1])),
    )
    assert stands(done, "allied", 10) == "1C"


def test_s43_19_7_bombardment_by_fleets_gives_no_effect_but_it_can_be_turned_over():
    pos = field({20: "C", 14: "axis C AX-E1"})
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "C"}, OVER),
        standing=standing(
            [
                policy("intercept_landing", "never"),
                policy("elite", "hold"),
                policy("losses", ["engage:elite"], if_={"cause": "fleet"}),
            ]
        ),
        dice={"landing:14/bombard/AL-FUS": [6], **rounds(14, ([1], [1, 1]))},
    )
    assert stands(done, "axis", 14) == "1C e"
    assert "elite_used" not in done.told


@pytest.mark.parametrize(("hits", "left", "used"), [([6, 1], "1C e", 1), ([1, 1], "1C E", 0)])
def test_s43_d25_by_default_it_absorbs_a_loss_if_there_is_one(hits, left, used):
    filed = {"axis": [policy("losses", ["cube"]), policy("retreat", "never")]}
    pos = field({20: "2C", 17: "axis C AX-E1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, OVER),
        standing={**DEFAULTS, **filed},
        dice=rounds(17, (hits, [1])),
    )
    assert (stands(done, "axis", 17), done.told.count("elite_used")) == (left, used)


def test_s43_d25_absorb_without_a_loss_is_hold():
    done = elites("axis C AX-E1", ([1, 1], [1]), policy("elite", "absorb"))
    assert stands(done, "axis", 17) == "1C E"


def test_s43_d25_hold_does_not_keep_an_order_of_loss_from_turning_it():
    axis = [policy("elite", "hold"), policy("losses", ["engage:elite"])]
    assert stands(elites("axis C AX-E1", ([6, 1], [1]), *axis), "axis", 17) == "1C e"


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ({"AX-E1": "inflict", "AX-E2": "hold"}, "1C E e"),
        ({"AX-E1": "inflict"}, "1C e e"),
        ("absorb", "1C E e"),
    ],
)
def test_s43_d25_each_elite_for_itself(value, left):
    thrown = [6, 1]
    axis = [policy("elite", value), policy("losses", ["eliminate:elite", "cube"])]
    if value == {"AX-E1": "inflict", "AX-E2": "hold"}:
        thrown = [1, 1]
    done = elites("axis C AX-E1 AX-E2", (thrown, [1]), *axis)
    assert stands(done, "axis", 17) == left


def test_s43_d25_an_object_must_name_a_ready_elite_of_the_fight():
    pos = field({20: "2C", 17: "axis C AX-E1"})
    with pytest.raises(OrdersRefused) as caught:
        skirmish(
            pos,
            attack(17, {20: "2C"}),
            standing={"axis": [policy("elite", "ask"), *DEFAULTS["axis"]]},
            answers={"combat:17/round:1/elite/axis": [answer("elite", {"AX-E2": "inflict"})]},
            dice=rounds(17, ([1, 1], [1])),
        )
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.legal) == ("E_OPTION", ("AX-E1",))


def dropped(*, start=20, target=17, there="axis C", plan=(), thrown=None, **more):
    """An attack by a cube from 20 with paratroopers that may be dropped from `start`."""
    stacks = {20: "C", target: there}
    stacks[start] = f"{stacks.get(start, '')} AL-PARA".strip()
    pos = field(stacks, **more)
    dice = rounds(target, *(thrown or [([6, 1], [1])]))
    return skirmish(pos, attack(target, {20: "C"}, [policy("drop", "always"), *plan]), dice=dice)


def test_s43_19_8_ready_paratroopers_in_range_are_dropped_and_engaged():
    done = dropped()
    assert stands(done, "allied", 17) == "1C x"
    told = done.event("paratroopers_dropped")
    assert (told["start"], told["round"]) == (20, 1)


def test_s43_19_8_not_out_of_range_and_not_engaged():
    done = dropped(start=19, thrown=[([6], [1])])
    assert "paratroopers_dropped" not in done.told
    pos = field({20: "C AL-PARA(e)", 17: "axis C"})
    done = skirmish(
        pos, attack(17, {20: "C"}, [policy("drop", "always")]), dice=rounds(17, ([6], [1]))
    )
    assert stands(done, "allied", 20) == "x"


def test_s43_19_8_in_any_round():
    pos = field({20: "C AL-PARA", 17: "axis C"})
    plan = [policy("drop", "always", if_={"round": 2})]
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=rounds(17, ([1], [1]), ([1, 6], [1])))
    assert done.event("paratroopers_dropped")["round"] == 2


def test_s43_19_8_only_in_the_owners_impulse():
    pos = field({16: "axis C", 17: "C", 20: "AL-PARA"}, initiative="axis")
    filed = standing([], [policy("drop", "always")])
    done = skirmish(pos, attack(17, {16: "C"}), standing=filed, dice=rounds(17, *[([1], [1])] * 3))
    assert stands(done, "allied", 20) == "X"


def test_s43_19_9_they_need_no_border_no_arrow_and_no_fleet():
    pos = field({20: "4C", 17: "AL-PARA", 14: "axis C"})
    plan = [policy("drop", "always")]
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "4C"}, plan),
        standing=standing([policy("intercept_landing", {"use": ["AX-FI"]})]),
        dice={
            "landing:14/intercept/AX-FI": [1],
            "landing:14/bombard/AL-FUS": [1],
            **rounds(14, ([6, 1, 1, 1, 1], [1])),
        },
    )
    assert stands(done, "allied", 14) == "4C x"
    assert done.event("passage_intercepted")["carried"] == {"cubes": 4}


def test_s43_19_9_s43_13_5_who_attacks_on_foot_is_not_dropped_elsewhere():
    pos = field({13: "C AL-PARA", 14: "axis C", 11: "axis C"})
    plan = [policy("drop", "always")]
    done = skirmish(
        pos,
        attack(14, {13: "AL-PARA"}),
        attack(11, {13: "C"}, plan),
        dice={
            **rounds(14, ([6], [1])),
            **rounds(11, ([6], [1])),
        },
    )
    assert stands(done, "allied", 14) == "X"


def test_s43_19_10_if_the_zone_is_not_conquered_they_are_eliminated():
    miss = ([1, 1], [1, 1])
    done = dropped(there="axis 2C", thrown=[miss, miss, miss])
    assert done.event("paratroopers_lost")["force"] == {"counters": ["AL-PARA"]}
    assert done.pos.place_of("AL-PARA") == "pool"


@pytest.mark.parametrize(("state", "needs"), [("AL-PARA", 6), ("AL-PARA(e)", 6)])
def test_s43_19_11_on_the_ground_they_fight_like_a_cube(state, needs):
    pos = field({20: state, 17: "axis C"})
    done = skirmish(pos, attack(17, {20: "AL-PARA"}), dice=rounds(17, ([6], [1])))
    assert stands(done, "allied", 17) == ("X" if state == "AL-PARA" else "x")
    pos = field({16: "axis C", 17: state}, initiative="axis")
    done = skirmish(pos, attack(17, {16: "C"}), dice=rounds(17, ([1], [6])))
    assert stands(done, "axis", 16) == ""
    assert needs == done.events_named("round_fought")[1]["needs"]


def test_s43_19_11_ready_ones_can_be_engaged_for_a_loss():
    pos = field({16: "axis C", 17: "AL-PARA"}, initiative="axis")
    done = skirmish(pos, attack(17, {16: "C"}, OVER), dice=rounds(17, ([6], [1])))
    assert stands(done, "allied", 17) == "x"


def test_s43_19_19_a_line_satisfies_a_loss_and_rolls_two_dice():
    pos = field({20: "2C", 17: "axis C AX-L1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, OVER),
        standing=standing([policy("losses", ["line"])]),
        dice=rounds(17, ([6, 1], [1, 1, 1])),
    )
    assert stands(done, "axis", 17) == "1C"
    assert done.pos.pool_lines() == ("AX-L1", "AX-L2", "AX-L3")


def test_s43_19_19_a_line_alone_does_not_defend():
    pos = field({20: "2C", 17: "axis C AX-L1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        before=lambda play: play.pos.eliminate_cube("axis", 17),
    )
    assert stands(done, "allied", 17) == "2C"
    assert 17 not in done.pos.lines
