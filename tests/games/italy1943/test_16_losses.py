"""Losses (section 16) and orders of loss (29.1; decisions D26 and D45)."""

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

BREAK_OFF = [policy("break_off", "always")]


def defender_loses(there, hits, order, *, forces="4C", more=None, axis=()):
    """What is left of the defenders of 17 after one round, by their order of loss."""
    pos = field({20: forces, 17: there, **(more or {})})
    dice = [6] * hits + [1] * (4 - hits)
    defence = {"axis 3C": 3}.get(there)
    done = skirmish(
        pos,
        attack(17, {20: forces}, BREAK_OFF),
        standing=standing([policy("support_tank", "never"), *axis, policy("losses", order)]),
        dice=rounds(17, (dice, [1] * (defence or _dice(there)))),
    )
    return stands(done, "axis", 17), done


def _dice(there):
    """Base dice of a stack without support: cubes, tanks, engaged elites, the line."""
    cubes = sum(int(w[:-1] or 1) for w in there.split() if w[-1] in "CH")
    tanks = there.count("AX-T")
    elites = there.count("AX-E1(e)")
    planes = 0 if cubes or tanks or "AX-E" in there else there.count("AX-P")
    return min(4, cubes + tanks + elites + planes + 2 * there.count("AX-L"))


def test_s43_16_1_s43_16_2_the_owner_decides_how_each_loss_is_satisfied():
    there = "axis 3C AX-T1 AX-P1 AX-L1"
    assert defender_loses(there, 3, ["line", "engage:plane", "cube"])[0] == "2C T p"
    left, done = defender_loses(there, 3, ["line", "engage:plane", "cube"])
    assert 17 not in done.pos.lines
    assert done.event("losses_taken")["taken"] == [
        {"what": "line", "place": 17, "piece": "AX-L1"},
        {"what": "engaged", "place": 17, "piece": "AX-P1"},
        {"what": "cube", "place": 17},
    ]
    assert left == "2C T p"


def test_s43_16_3_a_ready_counter_satisfies_two_losses_of_a_round():
    left, done = defender_loses("axis AX-T1", 2, ["engage:tank", "eliminate:tank"])
    assert left == ""
    assert done.pos.place_of("AX-T1") == "pool"


def test_s43_16_4_the_attacker_loses_committed_forces_and_dropped_paratroopers():
    pos = field({20: "2C AL-T1 AL-PARA", 17: "axis 4C"})
    plan = [
        policy("drop", "always"),
        policy("losses", ["engage:paratroopers", "eliminate:paratroopers", "cube"]),
        *BREAK_OFF,
    ]
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=rounds(17, ([1, 1], [6, 6, 1, 1])))
    assert stands(done, "allied", 20) == "1C T", "the dropped one was engaged by the drop"
    assert done.pos.place_of("AL-PARA") == "pool"


def test_s43_16_5_every_force_of_the_zone_and_the_line_can_be_lost():
    left, done = defender_loses("axis C AX-P1 AX-L1", 4, ["line", "cube"])
    assert left == ""
    taken = [loss["what"] for loss in done.event("losses_taken")["taken"]]
    assert taken == ["line", "cube", "engaged", "eliminated"]


def test_s43_16_6_supporting_planes_from_elsewhere_are_no_losses():
    pos = field({20: "C AL-P2", 17: "axis 2C"})
    plan = [
        policy("support_plane", "always"),
        policy("losses", ["engage:plane", "eliminate:plane"]),
    ]
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=rounds(17, ([1], [6, 1])))
    assert stands(done, "allied", 20) == "p"


def test_s43_16_7_losses_beyond_the_last_force_are_dropped():
    left, done = defender_loses("axis 2C", 4, ["cube"])
    assert left == ""
    told = done.event("losses_taken")
    assert (told["losses"], len(told["taken"])) == (4, 2)


def test_s43_16_8_an_engaged_force_stays_in_the_fight():
    pos = field({20: "2C", 17: "axis AX-T1"})
    done = skirmish(
        pos, attack(17, {20: "2C"}), dice=rounds(17, ([6, 1], [1]), ([1, 1], [1]), ([1, 1], [1]))
    )
    assert stands(done, "axis", 17) == "t"


def mountain(order):
    pos = field({10: "C AL-T1", 8: "axis C"})
    done = skirmish(
        pos,
        attack(8, {10: "C AL-T1"}, [policy("losses", order), *BREAK_OFF]),
        dice=rounds(8, ([1, 1], [6])),
    )
    return stands(done, "allied", 10)


@pytest.mark.parametrize(
    ("order", "left"),
    [(["engage:tank"], "T"), (["cube"], "T"), (["eliminate:tank"], "1C"), (["engage:tank:1"], "T")],
)
def test_s43_16_9_a_tank_attacking_mountains_is_eliminated_not_engaged(order, left):
    assert mountain(order) == left


def test_s43_16_9_a_tank_standing_in_mountains_is_engaged_as_usual():
    pos = field({10: "C", 8: "axis AX-T1"})
    done = skirmish(pos, attack(8, {10: "C"}, BREAK_OFF), dice=rounds(8, ([6], [1])))
    assert stands(done, "axis", 8) == "t"


def test_s43_16_10_in_rounds_the_tank_of_a_landing_is_engaged():
    pos = field({20: "C AL-T1", 17: "axis 2C"})
    plan = [policy("losses", ["engage:tank"]), *BREAK_OFF]
    done = skirmish(
        pos,
        landing(17, "AL-FUS", {20: "C AL-T1"}, plan),
        standing=standing([policy("intercept_landing", "never")]),
        dice={"landing:17/bombard/AL-FUS": [1], **rounds(17, ([1], [6, 1]))},
    )
    assert stands(done, "allied", 20) == "1C t"


@pytest.mark.parametrize(
    ("order", "left"),
    [
        (["cube:1", "engage:tank", "engage:elite"], "2C t e"),
        (["engage:tank", "eliminate:tank", "cube"], "2C E"),
        ([], "2C t e"),
    ],
)
def test_s43_29_1_three_losses_of_3c_t_e(order, left):
    axis = [policy("elite", "hold")]
    assert defender_loses("axis 3C AX-T1 AX-E1", 3, order, axis=axis)[0] == left


def test_s43_29_1_retreat_is_for_the_last_loss():
    more = {16: "axis C"}
    left, done = defender_loses("axis 3C", 2, ["retreat", "cube"], more=more)
    assert left == ""
    assert stands(done, "axis", 16) == "3C"


def test_s43_29_1_retreat_is_never_used_unless_listed():
    assert defender_loses("axis 3C", 1, [], more={16: "axis C"})[0] == "2C"


def test_s43_29_1_retreat_is_passed_over_for_the_attacker():
    pos = field({20: "2C", 17: "axis 2C"})
    plan = [policy("losses", ["retreat"]), *BREAK_OFF]
    done = skirmish(pos, attack(17, {20: "2C"}, plan), dice=rounds(17, ([1, 1], [6, 1])))
    assert stands(done, "allied", 20) == "1C"


def test_s43_29_1_a_cap_counts_through_the_whole_combat():
    pos = field({20: "2C", 17: "axis 2C AX-T1 AX-E1(e)"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=orders_of_loss(axis=["cube:1", "engage:tank", "eliminate:tank"]),
        dice=rounds(17, ([6, 1], [1] * 3), ([6, 1], [1] * 2), ([6, 1], [1] * 3)),
    )
    assert stands(done, "axis", 17) == "1C e"


def test_s43_29_1_a_cap_of_a_round_counts_anew():
    pos = field({20: "2C", 17: "axis 3C AX-T1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=orders_of_loss(axis=["cube:1/round", "engage:tank", "eliminate:tank"]),
        dice=rounds(17, ([6, 6], [1] * 3), ([6, 1], [1] * 3), ([1, 1], [1] * 2)),
    )
    assert stands(done, "axis", 17) == "1C t"


def test_s43_29_1_of_two_tanks_the_supporting_one_is_taken_last():
    pos = field({20: "2C", 17: "axis C AX-T1 AX-T2"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, BREAK_OFF),
        standing=standing([policy("losses", ["engage:tank"])]),
        dice=rounds(17, ([6, 1], [1, 1])),
    )
    assert done.event("tank_supported")["tank"] == "AX-T1"
    assert done.event("losses_taken")["taken"][0]["piece"] == "AX-T2"


def test_s43_29_1_a_counter_may_be_named():
    pos = field({20: "2C", 17: "axis C AX-T1 AX-T2"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, BREAK_OFF),
        standing=standing([policy("losses", ["engage:AX-T1"])]),
        dice=rounds(17, ([6, 1], [1, 1])),
    )
    assert done.event("losses_taken")["taken"][0]["piece"] == "AX-T1"


def test_s43_29_1_cubes_of_the_zone_named_first_are_lost_first():
    pos = field({20: "2C", 16: "2C", 17: "axis C"})
    for order, left in (((20, 16), ("1C", "2C")), ((16, 20), ("2C", "1C"))):
        written = attack(17, dict.fromkeys(order, "2C"), BREAK_OFF)
        done = skirmish(pos, written, dice=rounds(17, ([1] * 4, [6])))
        assert (stands(done, "allied", 20), stands(done, "allied", 16)) == left


@pytest.mark.parametrize(
    ("there", "hits", "left"),
    [
        ("axis 2C AX-T1 AX-P1 AX-E1", 1, "2C T e P"),
        ("axis 2C AX-T1 AX-P1 AX-E1", 2, "2C t e P"),
        ("axis 2C AX-T1 AX-P1 AX-E1", 3, "2C t e p"),
        ("axis 2C AX-T1 AX-P1 AX-E1", 4, "1C t e p"),
        ("axis AX-T1(e) AX-P1(e) AX-E1(e)", 1, "t e"),
        ("axis AX-T1(e) AX-P1(e) AX-E1(e)", 2, "e"),
        ("axis AX-P1 AX-L1", 2, "p"),
    ],
)
def test_s43_29_1_default_order(there, hits, left):
    assert defender_loses(there, hits, "default", axis=[policy("elite", "hold")])[0] == left


def test_s43_d26_both_sides_are_asked_together_and_unseen():
    pos = field({20: "2C AL-T1", 17: "axis 2C AX-T1"})
    filed = {side: [policy("losses", "ask"), *DEFAULTS[side]] for side in ("allied", "axis")}
    dice = rounds(17, ([6, 1], [6, 1]))
    written = attack(17, {20: "2C AL-T1"})
    done = skirmish(pos, written, standing=filed, dice=dice)
    assert done.asks == [
        "t2/i1/combat:17/round:1/losses/allied",
        "t2/i1/combat:17/round:1/losses/axis",
    ]
    one = {"combat:17/round:1/losses/allied": [answer("losses", ["cube"])]}
    done = skirmish(pos, written, standing=filed, dice=dice, answers=one)
    assert done.asks == ["t2/i1/combat:17/round:1/losses/axis"]
    assert "losses_taken" not in done.told


def test_s43_d26_nothing_on_file_asks():
    pos = field({20: "2C", 17: "axis 2C AX-T1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, BREAK_OFF),
        standing={"axis": [policy("retreat", "never")]},
        dice=rounds(17, ([6, 1], [1, 1])),
    )
    assert done.asks == ["t2/i1/combat:17/round:1/losses/axis"]
    assert [decision.word for decision in done.questions[0].decisions] == ["losses", "retreat_to"]


@pytest.mark.parametrize(
    ("there", "more", "asked"),
    [
        ("axis 2C", {16: "axis C"}, True),
        ("axis 2C", {16: "C", 20: "2C"}, False),
        ("axis C", {16: "axis C"}, True),
    ],
)
def test_s43_28_16_nobody_is_asked_where_the_outcome_is_one(there, more, asked):
    """Cubes are all alike: only the retreat makes a choice."""
    pos = field({20: "2C", 17: there, **more})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, BREAK_OFF),
        standing={"axis": [policy("retreat", "never")]},
        dice=rounds(17, ([6, 1], [1] * _dice(there))),
    )
    assert bool(done.asks) is asked


def test_s43_d26_the_plan_goes_before_the_standing_orders():
    pos = field({20: "2C AL-T1", 17: "axis 2C"})
    plan = [policy("losses", ["cube"]), *BREAK_OFF]
    done = skirmish(
        pos,
        attack(17, {20: "2C AL-T1"}, plan),
        standing=orders_of_loss(allied=["engage:tank"]),
        dice=rounds(17, ([1, 1], [6, 1])),
    )
    assert stands(done, "allied", 20) == "1C T"
    assert done.event("losses_taken")["by"]["source"] == "plan"


def test_s43_d26_conditions_read_the_losses_of_the_round():
    pos = field({20: "4C", 17: "axis 2C AX-T1"})
    axis = [
        policy("losses", ["engage:tank"], if_={"losses": 1, "enemy_losses": 0, "own_needs": 5}),
        policy("losses", ["cube"]),
    ]
    written = attack(17, {20: "4C"}, BREAK_OFF)
    dice = rounds(17, ([6, 1, 1, 1], [1, 1]))
    done = skirmish(pos, written, standing=standing(axis), dice=dice)
    assert stands(done, "axis", 17) == "2C t"
    dice = rounds(17, ([6, 6, 1, 1], [1, 1]))
    done = skirmish(pos, written, standing=standing(axis), dice=dice)
    assert stands(done, "axis", 17) == "T"


@pytest.mark.parametrize(
    ("value", "left"), [("always", "2C"), ("never", "1C 1H"), ("default", "2C")]
)
def test_s43_d45_s43_19_21_held_cubes_are_lost_first_or_last(value, left):
    axis = [policy("held_first", value)]
    assert defender_loses("axis 2C 1H", 1, ["cube"], axis=axis)[0] == left


def test_s43_d45_is_asked_with_the_losses():
    pos = field({20: "2C", 17: "axis 2C 1H"})
    filed = {"axis": [policy("held_first", "ask"), *DEFAULTS["axis"]]}
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, BREAK_OFF),
        standing=filed,
        dice=rounds(17, ([6, 1], [1] * 3)),
    )
    assert done.asks == ["t2/i1/combat:17/round:1/losses/axis"]
    given = {"combat:17/round:1/losses/axis": [answer("held_first", "never")]}
    done = skirmish(
        pos,
        attack(17, {20: "2C"}, BREAK_OFF),
        standing=filed,
        answers=given,
        dice=rounds(17, ([6, 1], [1] * 3)),
    )
    assert stands(done, "axis", 17) == "1C 1H"


def test_s43_d45_the_attacker_loses_held_cubes_first_too():
    pos = field({8: "axis 1C 1H", 10: "C"}, initiative="axis")
    plan = [policy("held_first", "never"), *BREAK_OFF]
    for written, left in ((plan, "1H"), (BREAK_OFF, "1C")):
        done = skirmish(pos, attack(10, {8: "2C"}, written), dice=rounds(10, ([1, 1], [6])))
        assert stands(done, "axis", 8) == left
