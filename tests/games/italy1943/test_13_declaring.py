"""Declaring attacks (section 13; order type O12; 28.10)."""

import pytest

from pbem.games.italy1943.attack import Attack, drop_lost
from pbem.games.italy1943.attacks import declare
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.pieces import Force
from support.entries import play_in, policy
from support.italy1943 import position
from support.running import run
from support.skirmish import (
    attack,
    field,
    landing,
    read,
    refusals,
    refused,
    rounds,
    skirmish,
    standing,
    stands,
)

TUNIS = {20: "4C AL-T1 AL-P2", 16: "2C AL-T3 AL-P3", 17: "axis 3C AX-T1"}


def test_s43_13_1_s43_d17_attacks_are_declared_together_and_fought_one_by_one():
    pos = field({20: "C", 16: "C", 17: "axis C", 15: "axis C", 14: "axis C", 13: "C"})
    dice = {**rounds(17, ([6], [1])), **rounds(14, ([6], [1]))}
    done = skirmish(pos, attack(17, {20: "C"}), attack(14, {13: "C"}), dice=dice)
    declared = [event for event in done.told if event in ("attack_declared", "round_fought")]
    assert declared[:2] == ["attack_declared", "attack_declared"]
    assert [event["zone"] for event in done.events if event["event"] == "combat_ended"] == [17, 14]


def test_s43_13_2_the_attackers_stand_adjacent_to_the_target():
    (refusal,) = refusals(field({**TUNIS, 19: "C"}), attack(17, {19: "C"}))
    assert (refusal.code, refusal.at) == ("E_NOT_ADJACENT", "/orders/0/forces/0/from")
    assert refusal.text == "19 Algiers is not adjacent to 17 Tunis"
    assert refusal.legal == ("16", "20")


@pytest.mark.parametrize("there", ["axis", "axis AX-L1", "axis AX-FI"])
def test_s43_13_2_s43_13_7_an_empty_zone_is_not_attacked(there):
    pos = field({20: "C"} if there.endswith("FI") else {20: "C", 17: there})
    assert refused(pos, attack(17, {20: "C"})) == [("E_NOT_ENEMY_OCCUPIED", "/orders/0/zone")]


def test_s43_13_3_an_arrow_for_each_starting_zone_and_three_in_all():
    pos = field({**TUNIS, 13: "2C", 14: "axis C", 11: "axis C"})
    sea = landing(14, "AL-FUS", {20: "C"})
    both = attack(17, {16: "C", 20: "C"})
    assert refused(pos, both, sea) == []
    assert refused(pos, both, sea, attack(11, {13: "C"})) == [("E_ARROWS", "/orders/2")]
    twice = attack(17, {20: "C"}, plan=())
    twice["forces"] += [{"from": 20, "counters": ["AL-T1"]}]
    assert refused(pos, twice, sea, attack(11, {13: "C"})) == [], "one zone is one arrow"


def test_s43_13_4_s43_13_5_one_zone_may_start_several_attacks_with_other_forces():
    pos = field({13: "3C", 14: "axis C", 11: "axis C"})
    assert refused(pos, attack(14, {13: "2C"}), attack(11, {13: "C"})) == []
    assert refused(pos, attack(14, {13: "2C"}), attack(11, {13: "2C"})) == [
        ("E_COMMITTED_TWICE", "/orders/1/forces/0/cubes")
    ]


def test_s43_13_5_a_counter_takes_part_in_one_attack():
    pos = field({13: "AL-T1 C", 14: "axis C", 11: "axis C"})
    wrong = refused(pos, attack(14, {13: "AL-T1"}), attack(11, {13: "AL-T1 C"}))
    assert wrong == [("E_COMMITTED_TWICE", "/orders/1/forces/0/counters/0")]


def test_s43_13_5_a_zone_is_attacked_once():
    pos = field(TUNIS)
    wrong = refused(pos, attack(17, {20: "C"}), attack(17, {16: "C"}))
    assert wrong == [("E_TARGET_TWICE", "/orders/1/zone")]


def test_s43_13_5_parts_of_one_order_count_together():
    written = attack(17, {20: "3C"})
    written["forces"] += [{"from": 20, "cubes": 2}]
    assert refused(field(TUNIS), written) == [("E_COMMITTED_TWICE", "/orders/0/forces/1/cubes")]


def test_s43_13_6_only_land_forces_attack():
    assert refused(field(TUNIS), attack(17, {20: "AL-P2"})) == [
        ("E_NO_LAND_FORCE", "/orders/0/forces/0/counters/0")
    ]


def test_s43_13_8_a_target_that_has_become_empty_is_entered_at_once():
    done = skirmish(
        field({20: "2C", 17: "axis C"}),
        attack(17, {20: "2C"}),
        before=lambda play: play.pos.eliminate_cube("axis", 17),
    )
    assert stands(done, "allied", 17) == "2C"
    ended = done.event("combat_ended")
    assert (ended["clause"], ended["rounds"]) == ("S43-13.8", 0)


def test_s43_13_9_an_attack_without_land_forces_is_void():
    pos = field({20: "C", 17: "axis C"})
    done = skirmish(pos, attack(17, {20: "C"}), before=lambda p: p.pos.eliminate_cube("allied", 20))
    assert done.told == ["attack_declared", "attack_void"]


def test_s43_13_9_uncommitted_cubes_are_lost_first_then_those_of_the_last_attack():
    pos = field({20: "4C", 13: "4C", 14: "axis C", 11: "axis C"})
    attacks = [
        Attack(14, "allied", {13: Force(2)}),
        Attack(11, "allied", {13: Force(1)}),
    ]
    pos.eliminate_cube("allied", 13)
    drop_lost(attacks, pos)
    assert [attack.committed().cubes for attack in attacks] == [2, 1]
    pos.eliminate_cube("allied", 13)
    drop_lost(attacks, pos)
    assert [attack.committed().cubes for attack in attacks] == [2, 0]


def test_s43_13_9_forces_of_an_attack_that_is_over_are_lost_before_those_of_the_next():
    pos = field({13: "3C", 14: "axis C", 11: "axis C"})
    attacks = [
        Attack(14, "allied", {13: Force(2)}, ended=True),
        Attack(11, "allied", {13: Force(1)}),
    ]
    pos.eliminate_cube("allied", 13)
    pos.eliminate_cube("allied", 13)
    drop_lost(attacks, pos)
    assert attacks[1].committed().cubes == 1


def test_s43_13_9_a_counter_that_is_lost_leaves_its_attack():
    pos = field({20: "2C AL-T1", 17: "axis C"})
    done = skirmish(
        pos,
        attack(17, {20: "2C AL-T1"}),
        before=lambda p: p.pos.eliminate_counter("AL-T1"),
        dice=rounds(17, ([6, 1], [1])),
    )
    assert stands(done, "allied", 17) == "2C"


def test_s43_13_9_s43_18_13_a_cube_that_is_lost_in_one_combat_is_no_cube_of_the_next():
    pos = field({13: "2C", 14: "axis C", 11: "axis C"})
    done = skirmish(
        pos,
        attack(14, {13: "C"}),
        attack(11, {13: "C"}),
        dice={**rounds(14, ([1], [6])), **rounds(11, ([6], [1]))},
    )
    assert [stands(done, "allied", zone) for zone in (13, 14, 11)] == ["", "", "1C"]


def test_s43_13_9_s43_28_13_an_attack_bombed_away_has_no_windows_and_uses_its_arrow():
    pos = position({16: "C", 17: "axis C AX-P1", 20: "C", 21: "C", 1: "axis C"})
    bomb = policy("bomb", {"max": 1}, where=[16], if_={"zone": 17, "attacked": True})
    orders = [attack(17, {16: "C"}), {"do": "bomb", "plane": "AL-P2", "zone": 17, "when": "W4:17"}]
    pos.where["AL-P2"] = 20
    done = run(
        play_impulse,
        pos,
        answers={"t2/i1/orders": orders},
        standing=standing([bomb]),
        dice={"t2/i1/bomb:16/AX-P1": [6]},
    )
    assert "attack_void" in done.told
    assert done.event("entry_skipped")["clause"] == "S43-28.15"
    assert done.play.current.arrows == 1


def test_s43_13_10_no_zone_is_attacked_overland_and_by_landing():
    pos = field({13: "C", 20: "2C", 14: "axis C"})
    overland, sea = attack(14, {13: "C"}), landing(14, "AL-FUS", {20: "C"})
    assert refused(pos, overland, sea) == [("E_TARGET_TWICE", "/orders/1/zone")]
    assert refused(pos, sea, overland) == [("E_TARGET_TWICE", "/orders/1/zone")]


def test_s43_13_11_axis_forces_under_strangle_do_not_attack():
    pos = field({17: "C", 16: "axis C", 20: "axis C"}, initiative="axis")
    wrong = refused(pos, attack(17, {16: "C", 20: "C"}), strangled=20)
    assert wrong == [("E_STRANGLED", "/orders/0/forces/1/from")]


def test_s43_13_12_held_cubes_attack_but_do_not_advance():
    pos = field({8: "axis 1C 2H", 10: "C"}, initiative="axis")
    done = skirmish(pos, attack(10, {8: "3C"}), dice=rounds(10, ([6, 1, 1], [1])))
    assert stands(done, "axis", 10) == "1C"
    assert stands(done, "axis", 8) == "2H"


def test_s43_13_12_free_cubes_are_committed_first():
    play = play_in(field({8: "axis 2C 1H", 10: "C"}, initiative="axis"))
    (entry,) = read(attack(10, {8: "2C"}))
    assert declare(play, entry, "doc").committed() == Force(2)


def test_s43_13_12_what_is_left_for_a_second_attack_are_held_cubes():
    pos = field({8: "axis 2C 1H", 10: "C", 7: "C"}, initiative="axis")
    done = skirmish(
        pos,
        attack(10, {8: "2C"}),
        attack(7, {8: "C"}),
        dice={**rounds(10, ([6, 1], [1])), **rounds(7, ([6], [1]))},
    )
    assert [stands(done, "axis", zone) for zone in (8, 10, 7)] == ["1H", "2C", ""]
    second = done.events_named("attack_declared")[1]
    assert second["parts"] == [{"from": 8, "cubes": 1, "held": 1}]


def test_s43_13_12_held_cubes_stay_held_when_free_ones_of_their_attack_are_lost():
    pos = field({8: "axis 2C 1H", 10: "C"}, initiative="axis")

    def lose_a_free_one(play):
        play.pos.eliminate("axis", 8, Force(1))

    done = skirmish(
        pos,
        attack(10, {8: "3C"}),
        before=lose_a_free_one,
        dice=rounds(10, ([6, 1], [1])),
    )
    assert [stands(done, "axis", zone) for zone in (8, 10)] == ["1H", "1C"]


def test_s43_13_12_a_cube_drawn_away_leaves_the_held_ones_of_the_later_attack():
    pos = field({8: "axis 2C 1H", 10: "C", 7: "C"}, initiative="axis")
    play = play_in(pos)
    entries = read(attack(10, {8: "C"}), attack(7, {8: "2C"}))
    first, second = (declare(play, entry, "doc") for entry in entries)
    play.pos.eliminate("axis", 8, Force(1))
    drop_lost([first, second], play.pos)
    assert (first.committed(), second.committed()) == (Force(1), Force(1, 1))


@pytest.mark.parametrize(
    ("forces", "wrong"),
    [
        ({20: "5C"}, ("E_NOT_THERE", "/orders/0/forces/0/cubes")),
        ({20: "AL-T3"}, ("E_NOT_THERE", "/orders/0/forces/0/counters/0")),
        ({20: "AX-T1"}, ("E_NOT_YOURS", "/orders/0/forces/0/counters/0")),
        ({20: "AL-T9"}, ("E_COUNTER_UNKNOWN", "/orders/0/forces/0/counters/0")),
        ({20: ""}, ("E_FORMAT", "/orders/0/forces/0")),
        ({99: "C"}, ("E_ZONE_UNKNOWN", "/orders/0/forces/0/from")),
    ],
)
def test_s43_o12_forces_that_are_not_there(forces, wrong):
    assert refused(field(TUNIS), attack(17, forces)) == [wrong]


def test_s43_o12_the_zone_must_be_on_the_board():
    assert refused(field(TUNIS), attack(99, {20: "C"})) == [("E_ZONE_UNKNOWN", "/orders/0/zone")]


def test_s43_o12_everything_wrong_is_found_at_once():
    pos = field({**TUNIS, 19: "C"})
    wrong = refused(pos, attack(16, {19: "2C", 20: "9C"}))
    assert {code for code, _ in wrong} == {"E_NOT_ENEMY_OCCUPIED", "E_NOT_ADJACENT", "E_NOT_THERE"}


def test_s43_o12_the_event_tells_the_order():
    pos = field({**TUNIS, 17: "axis C"})
    written = attack(17, {20: "3C", 16: "AL-T3"}, as_="Right-hook")
    done = skirmish(pos, written, dice=rounds(17, ([5, 1, 1], [1])))
    told = done.event("attack_declared")
    assert told["parts"] == [{"from": 20, "cubes": 3}, {"from": 16, "counters": ["AL-T3"]}]
    assert (told["arrows"], told["name"]) == (2, "Right-hook")


def test_s43_9_6_engaged_land_counters_attack():
    pos = field({20: "AL-T1(e)", 17: "axis C"})
    done = skirmish(pos, attack(17, {20: "AL-T1"}), dice=rounds(17, ([6], [1])))
    assert stands(done, "allied", 17) == "t"
