"""Orders of an impulse: trial, skipping, conditions, pauses, passes, moments (28.8 to 28.15)."""

from collections import UserDict
from dataclasses import fields, is_dataclass

import pytest

from pbem.games.italy1943.action import trial_of
from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.pieces import Force
from support.entries import play_in
from support.italy1943 import position, shorthand
from support.running import FRAME, refused, run

ORDERS = "t2/i1/orders"
PAUSE_1, PAUSE_2 = "t2/i1/pause:1/orders", "t2/i1/pause:2/orders"
STACKS = {20: "4C AL-P2", 16: "2C AL-T3", 17: "axis 1C", 1: "axis 1C"}
QUIET = {
    "allied": [{"decision": "*", "value": "default"}],
    "axis": [{"decision": "*", "value": "default"}],
}
PAUSE = {"do": "pause"}


def impulse(orders, stacks=None, **more):
    answers = {ORDERS: orders} | more.pop("answers", {})
    standing = QUIET | more.pop("standing", {})
    pos = position(stacks or STACKS, **more.pop("position", {}))
    return run(play_impulse, pos, answers=answers, standing=standing, **more)


def refusals(orders, stacks=None, **more):
    pos = position(stacks or STACKS, **more)
    return refused(play_impulse, pos, {ORDERS: orders}, standing=QUIET)


def move(start, cubes, *path, **more):
    return {"do": "move", "from": start, "cubes": cubes, "path": list(path), **more}


def bomb(plane, zone, **more):
    return {"do": "bomb", "plane": plane, "zone": zone, **more}


def attack(zone, *parts, **more):
    forces = [{"from": start, "cubes": cubes} for start, cubes in parts]
    return {"do": "attack", "zone": zone, "forces": forces, **more}


def skipped(done):
    return [(event["clause"], event["at"]) for event in done.events_named("entry_skipped")]


# 28.8


def test_s43_28_8_the_list_is_carried_out_in_order():
    done = impulse([move(20, 1, 19), move(19, 1, 20), move(20, 1, 19, 20)])
    moved = [(e["start"], e["to"]) for e in done.events_named("forces_moved")]
    assert moved == [(20, 19), (19, 20), (20, 19), (19, 20)]


def test_s43_28_8_an_impossible_action_is_skipped_and_the_rest_goes_on():
    stacks = STACKS | {16: "1C"}
    bombs = [{"decision": "bomb", "where": [16], "value": {}}, *QUIET["axis"]]
    done = impulse(
        [move(16, 1, 21), move(20, 1, 19)],
        stacks | {14: "", 17: "axis 1C AX-P1"},
        standing={"axis": bombs},
        dice={"t2/i1/bomb:16/AX-P1": [5]},
    )
    assert skipped(done) == [("S43-28.8", "/orders/0")]
    assert shorthand(done.pos, "allied", 19) == "1C"


def test_s43_28_8_what_is_left_of_the_forces_goes_on():
    bombs = [{"decision": "bomb", "where": [16], "value": {}}, *QUIET["axis"]]
    done = impulse(
        [move(16, 2, 21)],
        {20: "4C", 16: "2C", 17: "axis 1C AX-P1", 1: "axis 1C"},
        standing={"axis": bombs},
        dice={"t2/i1/bomb:16/AX-P1": [5]},
    )
    assert skipped(done) == []
    assert shorthand(done.pos, "allied", 21) == "1C"


def test_s43_28_8_an_attack_goes_on_with_the_forces_still_there():
    bombs = [{"decision": "bomb", "where": [16], "value": {}}, *QUIET["axis"]]
    done = impulse(
        [attack(17, (16, 2))],
        {16: "2C", 17: "axis 1C AX-P1", 1: "axis 1C", 20: "1C"},
        standing={"axis": bombs, "allied": [{"decision": "break_off", "value": "always"}]},
        dice={
            "t2/i1/bomb:16/AX-P1": [5],
            "t2/i1/combat:17/round:1/attacker": [1],
            "t2/i1/combat:17/round:1/defender": [1],
        },
    )
    assert done.event("attack_declared")["parts"] == [{"from": 16, "cubes": 1}]


def test_s43_28_8_an_attack_whose_forces_are_gone_is_skipped():
    bombs = [{"decision": "bomb", "where": [16], "value": {}}, *QUIET["axis"]]
    done = impulse(
        [attack(17, (16, 1)), attack(10, (11, 1))],
        {16: "1C", 17: "axis 1C AX-P1", 11: "1C", 10: "axis 1C", 20: "1C"},
        standing={"axis": bombs},
        dice={
            "t2/i1/bomb:16/AX-P1": [5],
            "t2/i1/combat:10/round:1/attacker": [6],
            "t2/i1/combat:10/round:1/defender": [1],
        },
    )
    assert skipped(done) == [("S43-28.8", "/orders/0")]
    assert shorthand(done.pos, "allied", 10) == "1C"


def test_s43_28_8_a_move_goes_on_without_the_cube_that_partisans_have_come_to_hold():
    stacks = {7: "AL-G1", 8: "axis 3C; AL-G2", 9: "axis 1C", 20: "1C", 1: "axis 1C"}
    draws = [
        {"decision": "partisan", "where": [8], "value": {"from": [9]}},
        {"decision": "partisan", "where": [7], "value": {"from": [8]}},
        *QUIET["allied"],
    ]
    done = impulse(
        [move(8, 3, 9)], stacks, standing={"allied": draws}, position={"initiative": "axis"}
    )
    assert skipped(done) == []
    assert [shorthand(done.pos, "axis", zone) for zone in (7, 8, 9)] == ["1H", "1H", "2C"]


def test_s43_28_8_s43_9_7_a_move_of_held_cubes_only_is_skipped_with_the_reason():
    stacks = {8: "axis 1C; AL-G2", 9: "axis 2C", 7: "AL-G1", 20: "1C", 1: "axis 1C"}
    draws = [
        {"decision": "partisan", "where": [7], "value": {"from": [8]}},
        {"decision": "partisan", "where": [8], "value": {"from": [9]}},
        *QUIET["allied"],
    ]
    done = impulse(
        [move(8, 1, 6)], stacks, standing={"allied": draws}, position={"initiative": "axis"}
    )
    assert "partisans hold 1" in done.event("entry_skipped")["reason"]


def test_s43_28_8_an_attack_goes_on_without_the_forces_that_strangle_binds():
    strangle = [{"decision": "strangle", "value": {"to": [16]}}, *QUIET["allied"]]
    done = impulse(
        [attack(17, (16, 2), (20, 1))],
        {16: "axis 2C", 20: "axis 1C", 17: "2C", 21: "1C", 1: "axis 1C"},
        standing={
            "allied": strangle,
            "axis": [{"decision": "break_off", "value": "always"}, *QUIET["axis"]],
        },
        position={"initiative": "axis"},
        dice={
            "t2/i1/combat:17/round:1/attacker": [1],
            "t2/i1/combat:17/round:1/defender": [1, 1],
        },
    )
    assert skipped(done) == []
    declared = done.event("attack_declared")
    assert (declared["parts"], declared["arrows"]) == ([{"from": 20, "cubes": 1}], 1)


def test_s43_28_8_an_attack_of_strangled_forces_only_is_skipped_with_the_reason():
    strangle = [{"decision": "strangle", "value": {"to": [16]}}, *QUIET["allied"]]
    done = impulse(
        [attack(17, (16, 2))],
        {16: "axis 2C", 17: "2C", 21: "1C", 1: "axis 1C"},
        standing={"allied": strangle},
        position={"initiative": "axis"},
    )
    assert "under the Strangle Plan" in done.event("entry_skipped")["reason"]


def test_s43_28_8_an_attack_goes_on_without_a_counter_that_another_attack_has_taken():
    armour = {"from": 16, "cubes": 1, "counters": ["AL-T3"]}
    first = {"do": "attack", "zone": 17, "forces": [armour], "if": {"enemy_forces": 1}}
    second = {"do": "attack", "zone": 20, "forces": [armour]}
    done = impulse(
        [first, second],
        {16: "2C AL-T3", 17: "axis 1C", 20: "axis 1C", 1: "axis 1C", 21: "1C"},
        dice={
            "t2/i1/combat:17/round:1/attacker": [6],
            "t2/i1/combat:17/round:1/defender": [1],
            "t2/i1/combat:20/round:1/attacker": [6],
            "t2/i1/combat:20/round:1/defender": [1],
        },
    )
    assert skipped(done) == []
    declared = done.events_named("attack_declared")
    assert [each["parts"] for each in declared] == [
        [{"from": 16, "cubes": 1, "counters": ["AL-T3"]}],
        [{"from": 16, "cubes": 1}],
    ]


def test_s43_28_8_s43_18_4_a_landing_goes_on_with_what_the_fleet_still_ready_carries():
    sail = {"do": "sea_attack", "by": "AL-FUS", "target": "AX-FI", "if": {"turn": 2}}
    land = {
        "do": "landing",
        "zone": 14,
        "fleets": ["AL-FUS", "AL-FUK"],
        "forces": [{"from": 17, "cubes": 3}, {"from": 20, "cubes": 2, "counters": ["AL-T1"]}],
    }
    done = impulse(
        [sail, land],
        {17: "3C", 20: "2C AL-T1", 1: "axis 1C"},
        dice={"t2/i1/sea:AX-FI/AL-FUS": [1]},
    )
    declared = done.event("landing_declared")
    assert declared["fleets"] == ["AL-FUK"]
    assert declared["parts"] == [
        {"from": 17, "cubes": 3},
        {"from": 20, "counters": ["AL-T1"]},
    ]


# 28.9


def test_s43_28_9_a_document_is_refused_as_a_whole_with_all_its_errors():
    orders = [
        move(20, 9, 19),
        move(20, 1, 21),
        bomb("AL-P2", 14),
        attack(17, (20, 1), (19, 1)),
        {"do": "fly", "plane": "AL-P9", "to": 16},
    ]
    wrong = [(int(at.split("/")[2]), code) for code, at in refusals(orders)]
    assert wrong == sorted(wrong, key=lambda pair: pair[0]), "in the order of the document"
    assert dict(reversed(wrong)) == {
        0: "E_NOT_THERE",
        1: "E_NOT_ADJACENT",
        2: "E_RANGE",
        3: "E_NOT_THERE",
        4: "E_ORDER",
    }


def test_s43_28_9_later_entries_see_what_earlier_ones_do():
    assert refusals([move(20, 1, 19), move(19, 1, 20)]) == []
    assert refusals([move(20, 4, 19), move(20, 1, 16)])[0] == ("E_NOT_THERE", "/orders/1/cubes")
    assert refusals([move(20, 3, 16), attack(17, (16, 5))]) == []


def test_s43_28_9_own_dice_change_nothing_in_the_trial():
    assert refusals([bomb("AL-P2", 17), move(16, 1, 17)]) == [
        ("E_ENEMY_ON_PATH", "/orders/1/path/0")
    ]
    assert refusals([bomb("AL-P2", 17), bomb("AL-P2", 17)])[0][0] == "E_ENGAGED"


def test_s43_28_9_what_follows_an_unreadable_entry_is_not_judged():
    wrong = refusals([move(20, 9, 19), {"do": "move"}, move(19, 1, 20)])
    assert [(code, at.split("/")[2]) for code, at in wrong] == [
        ("E_NOT_THERE", "0"),
        ("E_FORMAT", "1"),
        ("E_FORMAT", "1"),
    ]


def test_s43_28_9_the_trial_leaves_the_position_alone():
    done = impulse([move(20, 1, 19), PAUSE])
    assert done.asks == [PAUSE_1]
    assert refusals([move(20, 4, 19)]) == []


# 28.10, 28.11


@pytest.mark.parametrize(("defenders", "declared"), [("2C", True), ("3C", False)])
def test_s43_28_10_the_condition_of_an_attack_is_tested_at_its_declaration(defenders, declared):
    condition = {"enemy_forces": {"<=": 2}, "own_forces": {">=": 4}}
    orders = [attack(17, (20, 4), **{"if": condition})]
    stacks = {20: "4C", 17: f"axis {defenders}", 1: "axis 1C"}
    dice = {
        "t2/i1/combat:17/round:1/attacker": [6, 6, 1, 1],
        "t2/i1/combat:17/round:1/defender": [1, 1],
    }
    done = impulse(orders, stacks, dice=dice if declared else {})
    assert ("attack_declared" in done.told) is declared
    assert done.play.current.arrows == int(declared)
    assert skipped(done) == ([] if declared else [("S43-28.10", "/orders/0")])


def test_s43_28_10_a_landing_that_is_not_declared_engages_no_fleet():
    landing = {
        "do": "landing",
        "zone": 14,
        "fleets": ["AL-FUS"],
        "forces": [{"from": 17, "cubes": 3}],
        "if": {"enemy_forces": 0},
    }
    done = impulse([landing], {17: "3C", 14: "axis 1C", 1: "axis 1C"})
    assert done.pos.is_ready("AL-FUS")
    assert shorthand(done.pos, "allied", 17) == "3C"


@pytest.mark.parametrize(("die", "carried_out"), [(2, False), (5, True)])
def test_s43_28_11_an_entry_with_if_waits_for_its_turn(die, carried_out):
    orders = [
        bomb("AL-P2", 16),
        move(20, 1, 16, 21, **{"if": {"zone": 16, "enemy_forces": 0}}),
    ]
    stacks = {20: "3C AL-P2", 16: "axis 1C", 1: "axis 1C"}
    done = impulse(orders, stacks, dice={"t2/i1/bomb:16/AL-P2": [die]})
    assert (shorthand(done.pos, "allied", 21) == "1C") is carried_out
    assert skipped(done) == ([] if carried_out else [("S43-28.11", "/orders/1")])


def test_s43_28_11_it_is_checked_for_form_only_and_skipped_if_illegal():
    orders = [move(20, 9, 14, **{"if": {"turn": 2}})]
    assert refusals(orders) == []
    assert skipped(impulse(orders)) == [("S43-28.8", "/orders/0")]
    assert refusals([move(20, 9, 14, **{"if": {"turns": 2}})]) == [
        ("E_FORMAT", "/orders/0/if/turns")
    ]


# 28.12


def test_s43_28_12_a_pause_carries_out_what_stands_before_it_and_asks_for_the_rest():
    done = impulse([move(20, 1, 19), PAUSE])
    assert done.asks == [PAUSE_1]
    (question,) = done.questions
    assert (question.seat, question.kind) == ("allied", "orders")
    assert shorthand(done.play.pos, "allied", 19) == "1C"
    rest = impulse([move(20, 1, 19), PAUSE], answers={PAUSE_1: [move(19, 1, 20)]})
    assert shorthand(rest.pos, "allied", 20) == "4C P"


@pytest.mark.parametrize("answer", [None, []])
def test_s43_28_12_without_an_answer_nothing_more_is_done(answer):
    done = impulse([move(20, 1, 19), PAUSE], answers={PAUSE_1: answer})
    assert shorthand(done.pos, "allied", 19) == "1C"
    assert done.events_named("impulse_passed") == []


def test_s43_28_12_the_answer_may_declare_attacks_and_pause_once_more():
    done = impulse(
        [move(20, 1, 19), PAUSE],
        answers={PAUSE_1: [move(19, 1, 20), PAUSE], PAUSE_2: [attack(17, (20, 4))]},
        dice={
            "t2/i1/combat:17/round:1/attacker": [6, 1, 1, 1],
            "t2/i1/combat:17/round:1/defender": [1],
        },
    )
    assert shorthand(done.pos, "allied", 17) == "4C"


def test_s43_o22_s43_28_12_at_most_two_pauses():
    answers = {ORDERS: [PAUSE], PAUSE_1: [PAUSE], PAUSE_2: [PAUSE]}
    wrong = refused(play_impulse, position(STACKS), answers, standing=QUIET)
    assert wrong == [("E_PAUSE", "/orders/0")]
    orders = [attack(17, (20, 1)), PAUSE, PAUSE, PAUSE]
    assert refusals(orders) == [("E_PAUSE", "/orders/3")]


def test_s43_28_12_in_the_action_part_it_is_the_last_entry_apart_from_policies():
    assert refusals([PAUSE, move(20, 1, 19)]) == [("E_PAUSE", "/orders/0")]
    policies = {"do": "policies", "policies": [{"decision": "advance", "value": "none"}]}
    assert refusals([move(20, 1, 19), PAUSE, policies]) == []


TWO = {20: "2C", 17: "axis 1C", 11: "2C", 10: "axis 1C", 9: "2C", 12: "axis 1C", 1: "axis 1C"}
THREE_ATTACKS = [attack(17, (20, 2)), PAUSE, attack(10, (11, 2)), attack(12, (9, 2))]


def fought(*zones):
    dice = {}
    for zone in zones:
        dice[f"t2/i1/combat:{zone}/round:1/attacker"] = [6, 1]
        dice[f"t2/i1/combat:{zone}/round:1/defender"] = [1]
    return dice


def test_s43_28_12_behind_an_attack_a_pause_asks_which_combat_comes_next():
    done = impulse(THREE_ATTACKS, TWO, dice=fought(17))
    assert done.asks == [PAUSE_1]
    answer = [{"do": "answer", "decision": "next_combat", "value": 12}]
    ended = impulse(THREE_ATTACKS, TWO, answers={PAUSE_1: answer}, dice=fought(17, 10, 12))
    assert [event["zone"] for event in ended.events_named("combat_ended")] == [17, 12, 10]


def test_s43_d19_only_a_combat_that_is_still_due_can_be_next():
    answer = [{"do": "answer", "decision": "next_combat", "value": 17}]
    answers = {ORDERS: THREE_ATTACKS, PAUSE_1: answer}
    wrong = refused(play_impulse, position(TWO), answers, standing=QUIET, dice=fought(17))
    assert wrong == [("E_OPTION", "/orders/0/value")]


@pytest.mark.parametrize("answers", [{PAUSE_1: None}, {PAUSE_1: []}])
def test_s43_d44_by_default_combats_come_in_the_order_of_the_file(answers):
    done = impulse(THREE_ATTACKS, TWO, answers=answers, dice=fought(17, 10, 12))
    assert [event["zone"] for event in done.events_named("combat_ended")] == [17, 10, 12]


def test_s43_d44_a_policy_may_switch_pauses_off():
    standing = {"allied": [{"decision": "pause", "value": "default"}, *QUIET["allied"]]}
    done = impulse(THREE_ATTACKS, TWO, standing=standing, dice=fought(17, 10, 12))
    assert done.asks == []
    done = impulse([move(20, 1, 19), PAUSE], standing=standing)
    assert done.asks == []


def test_s43_28_16_a_pause_before_the_only_combat_left_asks_nobody():
    orders = [attack(17, (20, 2)), PAUSE, attack(10, (11, 2))]
    done = impulse(orders, TWO, dice=fought(17, 10))
    assert done.asks == []


# 28.14


def test_s43_o05_s43_28_14_beside_a_pass_only_policies_and_entries_for_w0_and_w7_may_stand():
    policies = {"do": "policies", "policies": [{"decision": "advance", "value": "none"}]}
    passing = {"do": "pass"}
    assert refusals([passing, policies, bomb("AL-P2", 17, when="W7")]) == []
    assert refusals([passing, move(20, 1, 19), bomb("AL-P2", 17, when="W2")]) == [
        ("E_PASS_WITH_ORDERS", "/orders/1"),
        ("E_PASS_WITH_ORDERS", "/orders/2"),
    ]


def test_s43_28_14_what_happens_in_its_windows_does_not_undo_a_pass():
    orders = [{"do": "pass"}, bomb("AL-P2", 17, when="W0")]
    done = impulse(orders, dice={"t2/i1/bomb:17/AL-P2": [1]})
    assert done.pos.passes == 1
    assert done.told.index("zone_bombed") < done.told.index("impulse_passed")


def test_s43_28_14_policies_alone_are_a_pass():
    policies = {"do": "policies", "policies": [{"decision": "advance", "value": "none"}]}
    assert impulse([policies]).pos.passes == 1


def test_s43_28_14_an_impulse_whose_entries_are_all_skipped_is_no_pass():
    done = impulse([move(20, 1, 19, **{"if": {"turn": 9}})])
    assert skipped(done) == [("S43-28.11", "/orders/0")]
    assert done.pos.passes == 0


# 28.15


def test_s43_28_15_behind_an_attack_a_bomb_belongs_to_its_window_w6():
    stacks = {20: "2C AL-P2", 17: "axis 1C", 15: "axis 1C", 1: "axis 1C"}
    orders = [attack(17, (20, 2)), bomb("AL-P2", 15)]
    done = impulse(orders, stacks, dice=fought(17) | {"t2/i1/bomb:15/AL-P2": [1]})
    assert done.told.index("combat_ended") < done.told.index("zone_bombed")


@pytest.mark.parametrize("when", ["W0", "W2", "W3", "W4:17", "W6:17", "W7"])
def test_s43_28_15_when_names_the_window(when):
    stacks = {20: "2C AL-P2", 17: "axis 1C", 15: "axis 1C", 1: "axis 1C"}
    orders = [move(20, 2, 19, 20), attack(17, (20, 2)), bomb("AL-P2", 15, when=when)]
    done = impulse(orders, stacks, dice=fought(17) | {"t2/i1/bomb:15/AL-P2": [1]})
    marks = ["forces_moved", "attack_declared", "combat_ended", "zone_bombed"]
    names = [name for name in done.told if name in marks]
    place = {"W0": 0, "W2": 2, "W3": 3, "W4:17": 3, "W6:17": 4, "W7": 4}[when]
    assert names.index("zone_bombed") == place


@pytest.mark.parametrize("when", ["W1", "W5", "W8", "W4:07", "W4", "w0"])
def test_s43_28_15_other_windows_are_refused(when):
    assert refusals([bomb("AL-P2", 17, when=when)]) == [("E_WINDOW", "/orders/0/when")]


def test_s43_28_15_after_a_pause_w0_is_over():
    answers = {ORDERS: [PAUSE], PAUSE_1: [bomb("AL-P2", 17, when="W0")]}
    wrong = refused(play_impulse, position(STACKS), answers, standing=QUIET)
    assert wrong == [("E_WINDOW", "/orders/0/when")]


def test_s43_28_15_an_entry_for_a_zone_that_is_not_attacked_is_skipped_and_reported():
    orders = [move(20, 1, 19), bomb("AL-P2", 17, when="W4:10")]
    done = impulse(orders)
    assert skipped(done) == [("S43-28.15", "/orders/1")]
    assert done.pos.is_ready("AL-P2")


@pytest.mark.parametrize(
    "entry",
    [
        move(20, 1, 19),
        {"do": "fly", "plane": "AL-P2", "to": 16},
        {"do": "transport", "from": 20, "to": 16, "cubes": 1},
        {"do": "sea_attack", "by": "AL-FUS", "target": "AX-FI"},
        {"do": "partisan_move", "partisan": "AL-G1", "to": 7},
    ],
)
def test_s43_28_15_actions_behind_an_attack_are_refused(entry):
    assert ("E_ORDER", "/orders/1") in refusals([attack(17, (20, 1)), entry])


def test_s43_section_30_an_impulse_with_most_types_is_read_without_faults():
    orders = [
        bomb("AL-P2", 16),
        move(20, 2, 16, 21, counters=["AL-T2"], **{"if": {"zone": 16, "enemy_forces": 0}}),
        {"do": "fly", "plane": "AL-P3", "to": 19},
        {"do": "transport", "from": 19, "to": 20, "cubes": 2},
        {"do": "event", "event": "operational", "zone": "sea", "when": "W2"},
        attack(
            17,
            (20, 3),
            (16, 1),
            plan=[{"decision": "losses", "value": ["cube:2", "engage:tank"]}],
            **{"if": {"enemy_forces": {"<=": 4}}},
        ),
        bomb("AL-P1", 14, when="W7"),
        {
            "do": "policies",
            "policies": [{"decision": "losses", "if": {"cause": "bombardment"}, "value": ["cube"]}],
        },
    ]
    entries, wrong = FRAME.read(orders, tuple(FRAME.types))
    assert wrong == []
    assert len(entries) == len(orders)


# D06, 28.22


def test_s43_d06_with_nothing_on_file_the_active_side_is_asked():
    (question,) = run(play_impulse, position(STACKS)).questions
    assert (question.id, question.seat, question.kind) == (ORDERS, "allied", "orders")


def test_s43_d06_no_wildcard_passes_an_impulse_but_a_named_default_does():
    standing = {"allied": [{"decision": "*", "value": "default"}]}
    assert run(play_impulse, position(STACKS), standing=standing).asks == [ORDERS]
    standing = {"allied": [{"decision": "impulse", "value": "default"}]}
    done = run(play_impulse, position(STACKS), standing=standing | {"axis": QUIET["axis"]})
    assert done.event("impulse_passed")["by"] == {"source": "default"}


def test_s43_28_22_a_zone_is_a_number_without_leading_zero():
    _, (refusal,) = FRAME.read([{"do": "fly", "plane": "AL-P2", "to": "07"}], ("fly",))
    assert (refusal.code, refusal.at) == ("E_FORMAT", "/orders/0/to")
    assert "write 7" in refusal.text


def test_s43_28_13_a_void_attack_has_neither_w4_nor_w6():
    stacks = {16: "1C", 20: "1C AL-P2", 17: "axis 1C AX-P1", 15: "axis 1C", 1: "axis 1C"}
    after = {"zone": 17, "attacked": True}
    bombs = [{"decision": "bomb", "where": [16], "if": after, "value": {}}, *QUIET["axis"]]
    orders = [
        attack(17, (16, 1)),
        bomb("AL-P2", 15, when="W4:17"),
        bomb("AL-P2", 15, when="W6:17", **{"if": {"turn": 2}}),
    ]
    dice = {"t2/i1/bomb:16/AX-P1": [6]}
    done = impulse(orders, stacks, standing={"axis": bombs}, dice=dice)
    assert "attack_void" in done.told
    assert skipped(done) == [("S43-28.15", "/orders/1"), ("S43-28.15", "/orders/2")]


def containers(value):
    """Every mutable container in a value; what is never changed in place is left out."""
    if is_dataclass(value):
        parts = [getattr(value, each.name) for each in fields(value) if each.name != "facts"]
    elif isinstance(value, UserDict):
        parts = [value.data]
    elif isinstance(value, dict | list | set):
        yield value
        parts = [*value.values()] if isinstance(value, dict) else [*value]
    else:
        parts = []
    for part in parts:
        yield from containers(part)


@pytest.mark.parametrize("word", ["pos", "impulse"])
def test_s43_28_9_a_trial_shares_nothing_that_changes(word):
    play = play_in(position({13: "2C", 14: "axis 1C"}))
    attack = Attack(14, "allied", {13: Force(1)}, ["AL-T1"], sailed_from={13: Force(1)})
    play.current.attacks.append(attack)
    play.current.flown[13] = {"AL-P1"}
    play.current.spent["allied", "doc", "/policies/0"] = ["AL-P1"]
    own, tried = getattr(play, word), getattr(trial_of(play), word)
    assert tried == own
    ours, theirs = [*containers(own)], [*containers(tried)]
    assert len(ours) == len(theirs) > 10
    assert not {id(each) for each in ours} & {id(each) for each in theirs}
