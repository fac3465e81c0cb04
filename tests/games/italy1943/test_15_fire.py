"""Dice, numbers to hit, and support (section 15; decisions D23 and D24)."""

import pytest

from pbem.games.italy1943.attacks import declare
from pbem.games.italy1943.fight import Fight
from pbem.games.italy1943.fire import dice, needs
from pbem.games.italy1943.support import name_support
from support.entries import policy
from support.running import run
from support.skirmish import (
    DEFAULTS,
    attack,
    field,
    landing,
    read,
    rounds,
    skirmish,
    standing,
    stands,
)


def first_round(pos, written, *, allied=(), axis=(), before=None):
    """Number of dice and number to hit of attacker and defender once support is named."""
    shots = []

    async def rule(play):
        (entry,) = read(written)
        attack = declare(play, entry, "orders")
        attack.fighting = True
        if before:
            before(play)
        fight = Fight(attack)
        fight.begin_round()
        for side in (fight.attacker, fight.defender):
            await name_support(play, fight, side)
        sides = (fight.attacker, fight.defender)
        shots.extend((dice(play, fight, side), needs(play, fight, side)) for side in sides)

    run(rule, pos, standing=standing(axis, allied))
    return shots


def against(forces, there="axis C", **more):
    """What the attackers roll against a zone."""
    pos = field({20: forces, 17: there})
    return first_round(pos, attack(17, {20: forces}), **more)[0]


def defending(there, **more):
    """What the defenders of 17 roll."""
    return first_round(field({20: "C", 17: there}), attack(17, {20: "C"}), **more)[1]


@pytest.mark.parametrize(
    ("forces", "count"),
    [("C", 1), ("3C", 3), ("AL-T1", 1), ("AL-T1(e)", 1), ("2C AL-T1(e)", 3), ("AL-PARA", 1)],
)
def test_s43_15_1_base_dice_of_attackers(forces, count):
    assert against(forces) == (count, 6)


@pytest.mark.parametrize(
    ("there", "count"),
    [
        ("axis 2C", 2),
        ("axis AX-T1(e) C", 2),
        ("axis AX-E1 C", 1),
        ("axis AX-E1(e) C", 2),
        ("axis C AX-L1", 3),
        ("axis C AX-P1", 1),
        ("axis AX-P1", 1),
        ("axis AX-P1 AX-P2(e)", 2),
        ("axis AX-P1 AX-L1", 3),
    ],
)
def test_s43_15_1_base_dice_of_defenders(there, count):
    assert defending(there) == (count, 6)


@pytest.mark.parametrize(("forces", "there"), [("6C", "axis C"), ("5C", "axis C")])
def test_s43_15_2_four_base_dice_at_most(forces, there):
    assert against(forces, there) == (4, 6)


def test_s43_15_1_the_record_says_what_the_dice_are_made_of():
    pos = field({20: "2C AL-T1(e)", 17: "axis C AX-T1 AX-E1 AX-L1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C AL-T1(e)"}),
        dice=rounds(17, *[([1, 1, 1], [1, 1, 1])] * 3),
    )
    attacking, defending = (e for e in done.events_named("round_fought") if e["round"] == 1)
    assert attacking["rolling"] == {"cubes": 2, "counters": ["AL-T1"]}
    assert "line" not in attacking
    assert defending["rolling"] == {"cubes": 1}
    assert defending["line"] == {"piece": "AX-L1", "dice": 2}
    assert defending["tank"] == "AX-T1"


def test_s43_15_2_the_line_counts_within_the_limit():
    assert defending("axis 3C AX-L1") == (4, 6)


def test_s43_15_3_a_ready_elite_rolls_no_die():
    assert defending("axis 3C AX-T1 AX-E1") == (3, 5)


def drop_into(forces, there="axis C"):
    pos = field({20: f"{forces} AL-PARA", 17: there})
    return first_round(pos, attack(17, {20: forces}), allied=[policy("drop", "always")])[0]


@pytest.mark.parametrize(("forces", "count"), [("5C", 5), ("2C", 3)])
def test_s43_15_4_a_drop_is_one_die_above_the_limit(forces, count):
    assert drop_into(forces) == (count, 6)


def test_s43_15_4_the_die_stays_until_the_fight_ends():
    pos = field({20: "C AL-PARA", 17: "axis 2C"})
    plan = [policy("drop", "always")]
    thrown = rounds(17, *[([1, 1], [1, 1])] * 3)
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=thrown)
    assert done.told.count("paratroopers_dropped") == 1


def test_s43_15_5_a_supporting_tank_rolls_no_die():
    pos = field({20: "2C AL-T1 AL-PARA", 17: "axis C"})
    plan = [policy("drop", "always")]
    assert first_round(pos, attack(17, {20: "2C AL-T1"}, plan))[0] == (3, 5)


@pytest.mark.parametrize("forces", ["AL-T1", "C AL-T1"])
def test_s43_15_6_with_a_drop_alone_the_supporting_tank_rolls_too(forces):
    pos = field({20: f"{forces} AL-PARA AL-P2", 17: "axis C"})
    plan = [policy("drop", "always"), policy("support_plane", "always")]
    assert first_round(pos, attack(17, {20: forces}, plan))[0] == (2, 4)


def test_s43_15_6_a_tank_alone_with_a_plane_does_not_support():
    pos = field({20: "AL-T1 AL-P2", 17: "axis C"})
    plan = [policy("support_plane", "always")]
    assert first_round(pos, attack(17, {20: "AL-T1"}, plan))[0] == (1, 5)


def test_s43_15_7_one_tank_supports_and_no_other_in_the_same_combat():
    pos = field({20: "2C AL-T1 AL-T2", 17: "axis C AX-E1(e)"})
    first = policy("support_tank", {"use": ["AL-T1"]}, if_={"round": 1})
    second = policy("support_tank", {"use": ["AL-T2"]}, if_={"round": 2})
    done = skirmish(
        pos,
        attack(17, {20: "2C AL-T1 AL-T2"}, [first, second]),
        dice=rounds(17, *[([1] * 3, [1] * 2)] * 3),
    )
    tanks = [event["tank"] for event in done.events if event["event"] == "tank_supported"]
    assert tanks == ["AL-T1"] * 3
    passed = [event for event in done.events if event["event"] == "policy_passed_over"]
    assert [(event["decision"], event["by"]["at"]) for event in passed] == [
        ("support_tank", "/orders/0/plan/1")
    ]


def test_s43_15_8_each_round_the_tank_supports_or_rolls():
    pos = field({20: "C AL-T1", 17: "axis 2C"})
    plan = [policy("support_tank", "never", if_={"round": 2}), policy("support_tank", "always")]
    done = skirmish(
        pos,
        attack(17, {20: "C AL-T1"}, plan),
        dice=rounds(17, ([1], [1, 1]), ([1, 1], [1, 1]), ([1], [1, 1])),
    )
    needed = [event["needs"] for event in done.events_named("round_fought")]
    assert needed[::2] == [5, 6, 5]


@pytest.mark.parametrize(
    ("there", "shot"),
    [("axis AX-T1 AX-E1", (1, 6)), ("axis AX-T1 AX-T2", (1, 5)), ("axis AX-T1 AX-L1", (2, 5))],
)
def test_s43_15_9_a_tank_supports_only_what_rolls(there, shot):
    assert defending(there) == shot


def test_s43_15_9_a_tank_named_for_a_drop_that_does_not_come_fights():
    pos = field({20: "AL-T1 AL-PARA", 17: "axis C"})
    plan = [policy("support_tank", "always"), policy("drop", "never")]
    assert first_round(pos, attack(17, {20: "AL-T1"}, plan))[0] == (1, 6)


def test_s43_15_10_an_engaged_tank_cannot_support():
    assert defending("axis C AX-T1(e)") == (2, 6)


def test_s43_15_10_a_tank_engaged_by_a_loss_supports_no_more():
    pos = field({20: "2C", 17: "axis 2C AX-T1"})
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        dice=rounds(17, ([6, 1], [1, 1]), ([1, 1], [1, 1, 1]), ([1, 1], [1, 1, 1])),
    )
    assert stands(done, "axis", 17) == "2C t"
    assert done.told.count("tank_supported") == 1


@pytest.mark.parametrize(
    ("start", "target", "shot"),
    [(10, 8, (4, 5)), (13, 11, (4, 6)), (13, 14, (4, 6))],
)
def test_s43_15_11_mountains_forbid_tank_support(start, target, shot):
    pos = field({start: "3C AL-T1", target: "axis C", 17: "C AL-P1", 9: "axis C"})
    if start == 10:
        pos.place_counter("AL-P2", 10)
    plan = [policy("support_plane", {"use": ["AL-P2"]})] if start == 10 else []
    assert first_round(pos, attack(target, {start: "3C AL-T1"}, plan))[0] == shot


def test_s43_15_11_defenders_of_a_mountain_zone_have_no_tank_support():
    pos = field({10: "C", 8: "axis C AX-T1"})
    assert first_round(pos, attack(8, {10: "C"}))[1] == (2, 6)


def test_s43_15_11_for_a_landing_only_the_attacked_zone_counts():
    pos = field({13: "2C AL-T1", 14: "axis C"})
    assert first_round(pos, landing(14, "AL-FUS", {13: "2C AL-T1"}))[0] == (2, 5)


def test_s43_d23_always_takes_the_first_in_the_order_of_the_forces():
    pos = field({20: "2C AL-T2 AL-T1", 17: "axis C"})
    done = skirmish(
        pos,
        attack(17, {20: "2C AL-T2 AL-T1"}, [policy("support_tank", "always")]),
        dice=rounds(17, ([5, 1, 1], [1])),
    )
    assert done.event("tank_supported")["tank"] == "AL-T1"


def test_s43_15_12_a_plane_in_range_is_engaged_and_supports_to_the_end():
    pos = field({20: "C AL-P2", 17: "axis C"})
    plan = [policy("support_plane", "always")]
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=rounds(17, *[([1], [1])] * 3))
    assert stands(done, "allied", 20) == "1C p"
    needed = [event["needs"] for event in done.events_named("round_fought")]
    assert needed[::2] == [5, 5, 5]
    assert done.told.count("plane_supported") == 1


def test_s43_15_12_range_is_measured_to_the_attacked_zone():
    pos = field({20: "C", 19: "AL-P2", 21: "AL-P3", 17: "axis C"})
    plan = [policy("support_plane", "always")]
    assert first_round(pos, attack(17, {20: "C"}, plan))[0] == (1, 6)


def test_s43_15_12_s43_11_10_the_airport_limit_holds():
    pos = field({20: "C AL-P2 AL-P3", 17: "axis C"})
    plan = [policy("support_plane", "always")]

    def flown(play):
        play.current.flown[20] = {"AL-P1"}

    assert first_round(pos, attack(17, {20: "C"}, plan), before=flown)[0] == (1, 6)


def test_s43_15_12_one_plane_supports_a_side_even_if_it_leaves():
    pos = field({20: "2C", 17: "axis 2C AX-P1 AX-P2"})
    axis = [
        policy("support_plane", "always"),
        policy("planes_leave", {"use": ["AX-P1"], "to": [14]}, if_={"round": 2}),
    ]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(axis),
        dice=rounds(17, *[([1, 1], [1, 1])] * 3),
    )
    needed = [event["needs"] for event in done.events_named("round_fought")]
    assert needed[1::2] == [5, 6, 6]
    assert stands(done, "axis", 17) == "2C P"


def test_s43_15_12_an_eliminated_plane_supports_no_more():
    pos = field({20: "2C", 17: "axis 2C AX-P1"})
    axis = [policy("support_plane", "always"), policy("losses", ["eliminate:plane"])]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(axis),
        dice=rounds(17, ([6, 1], [1, 1]), ([1, 1], [1, 1]), ([1, 1], [1, 1])),
    )
    needed = [event["needs"] for event in done.events_named("round_fought")]
    assert needed[1::2] == [5, 6, 6]


def test_s43_15_13_a_plane_may_be_named_in_any_round():
    pos = field({20: "C AL-P2", 17: "axis C"})
    plan = [policy("support_plane", "always", if_={"round": 2})]
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=rounds(17, *[([1], [1])] * 3))
    assert done.event("plane_supported")["round"] == 2


def test_s43_15_14_planes_alone_roll_or_one_supports_the_others():
    two = "axis AX-P1 AX-P2"
    assert defending(two) == (2, 6)
    assert defending(two, axis=[policy("support_plane", "always")]) == (1, 5)


def test_s43_15_14_a_plane_from_elsewhere_may_support_planes():
    pos = field({20: "C", 17: "axis AX-P1", 14: "axis AX-P2"})
    axis = [policy("support_plane", {"use": ["AX-P2"]})]
    assert first_round(pos, attack(17, {20: "C"}), axis=axis)[1] == (1, 5)


def test_s43_15_14_a_plane_alone_does_not_support_itself():
    assert defending("axis AX-P1", axis=[policy("support_plane", "always")]) == (1, 6)


@pytest.mark.parametrize(
    ("there", "order", "first"),
    [
        ("axis C AX-P1", ["cube"], (1, 5)),
        ("axis AX-P1 AX-P2(e)", ["eliminate:AX-P2"], (1, 5)),
        ("axis AX-P1 AX-L1", ["line"], (2, 5)),
    ],
)
def test_s43_15_1_s43_15_14_a_plane_left_alone_supports_no_more_and_rolls(there, order, first):
    pos = field({20: "2C", 17: there})
    axis = [policy("support_plane", {"use": ["AX-P1"]}), policy("losses", order)]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(axis),
        dice=rounds(17, ([6, 1], [1] * first[0]), *[([1, 1], [1])] * 2),
    )
    shots = [(len(e["values"]), e["needs"]) for e in done.events_named("round_fought")]
    assert shots[1::2] == [first, (1, 6), (1, 6)]
    assert stands(done, "axis", 17) == "p"


def test_s43_15_12_no_other_plane_takes_the_place_of_one_that_was_left_alone():
    pos = field({20: "2C", 17: "axis C AX-P1", 14: "axis AX-P2"})
    axis = [policy("support_plane", "always"), policy("losses", ["cube"])]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(axis),
        dice=rounds(17, ([6, 1], [1]), *[([1, 1], [1])] * 2),
    )
    assert [event["plane"] for event in done.events_named("plane_supported")] == ["AX-P1"]


def test_s43_15_14_a_plane_beside_a_ready_elite_goes_on_supporting():
    pos = field({20: "2C", 17: "axis C AX-E1 AX-P1"})
    axis = [
        policy("support_plane", "always"),
        policy("losses", ["cube"]),
        policy("elite", "hold"),
    ]
    done = skirmish(
        pos,
        attack(17, {20: "2C"}),
        standing=standing(axis),
        dice=rounds(17, ([6, 1], [1]), *[([1, 1], [])] * 2),
    )
    assert [e["needs"] for e in done.events_named("round_fought")][1::2] == [5, 5, 5]


@pytest.mark.parametrize(
    ("forces", "plan", "needed"),
    [
        ("3C", [], 6),
        ("3C AL-T1", [], 5),
        ("3C AL-P2", [policy("support_plane", "always")], 5),
        ("3C AL-T1 AL-P2", [policy("support_plane", "always")], 4),
    ],
)
def test_s43_15_15_number_to_hit(forces, plan, needed):
    land = forces.replace(" AL-P2", "")
    pos = field({20: forces, 17: "axis C"})
    assert first_round(pos, attack(17, {20: land}, plan))[0][1] == needed


def test_s43_15_15_a_die_at_the_number_hits():
    pos = field({20: "2C AL-T1", 17: "axis 2C"})
    done = skirmish(pos, attack(17, {20: "2C AL-T1"}), dice=rounds(17, ([5, 5], [1, 1])))
    assert stands(done, "axis", 17) == ""


def test_s43_15_16_s43_19_20_the_number_applies_to_drop_die_and_line():
    pos = field({20: "C AL-T1 AL-PARA", 17: "axis C AX-T1 AX-L1"})
    plan = [policy("drop", "always")]
    shots = first_round(pos, attack(17, {20: "C AL-T1"}, plan))
    assert shots == [(2, 5), (3, 5)]


def test_s43_15_17_support_with_zero_dice_has_no_effect():
    pos = field({20: "C", 17: "axis AX-E1", 14: "axis AX-P1"})
    axis = [policy("support_plane", "always"), policy("elite", "hold")]
    assert first_round(pos, attack(17, {20: "C"}), axis=axis)[1] == (0, 5)


def test_s43_d23_nothing_on_file_is_the_default_a_tank_but_no_plane_and_no_drop():
    pos = field({20: "C AL-T1 AL-P2 AL-PARA", 17: "axis C"})
    filed = {**DEFAULTS, "allied": [policy("losses", "default")]}
    done = skirmish(pos, attack(17, {20: "C AL-T1"}), standing=filed, dice=rounds(17, ([6], [1])))
    assert done.asks == []
    assert done.event("tank_supported")["by"] == {"source": "default"}
    assert stands(done, "allied", 20) == "X P"


def test_s43_d24_the_defender_is_asked_about_a_plane_in_round_1_only():
    pos = field({20: "2C", 17: "axis 2C AX-P1"})
    filed = {**DEFAULTS, "axis": [policy("losses", "default"), policy("retreat", "never")]}
    done = skirmish(pos, attack(17, {20: "2C"}), standing=filed)
    assert done.asks == ["t2/i1/combat:17/round:1/support/axis"]
    answered = {"combat:17/round:1/support/axis": []}
    thrown = rounds(17, *[([1, 1], [1, 1])] * 3)
    done = skirmish(pos, attack(17, {20: "2C"}), standing=filed, answers=answered, dice=thrown)
    assert done.asks == []


def test_s43_d24_without_a_plane_nobody_is_asked():
    filed = {**DEFAULTS, "axis": [policy("losses", "default"), policy("retreat", "never")]}
    done = skirmish(
        field({20: "2C", 17: "axis 2C AX-T1"}),
        attack(17, {20: "2C"}),
        standing=filed,
        dice=rounds(17, *[([1, 1], [1, 1])] * 3),
    )
    assert done.asks == []


@pytest.mark.parametrize(
    ("value", "plane"),
    [
        ({"use": ["AL-P3", "AL-P2"]}, "AL-P3"),
        ({"use": ["AL-P1", "plane(ready)"]}, "AL-P2"),
        ("always", "AL-P2"),
    ],
)
def test_s43_d23_values_name_the_first_legal_piece(value, plane):
    pos = field({20: "C AL-P2", 16: "AL-P3", 17: "axis C"})
    done = skirmish(
        pos,
        attack(17, {20: "C"}, [policy("support_plane", value)]),
        dice=rounds(17, ([5], [1])),
    )
    assert done.event("plane_supported")["plane"] == plane


def test_s43_24_12_axis_planes_under_strangle_support_only_their_own_zone():
    pos = field({20: "C", 17: "axis C", 14: "axis AX-P1"})
    axis = [policy("support_plane", "always")]

    def strangled(zone):
        def set_it(play):
            play.current.strangled = zone

        return set_it

    written = attack(17, {20: "C"})
    assert first_round(pos, written, axis=axis, before=strangled(14))[1] == (1, 6)
    at_home = field({20: "C", 17: "axis C AX-P1"})
    assert first_round(at_home, written, axis=axis, before=strangled(17))[1] == (1, 5)
