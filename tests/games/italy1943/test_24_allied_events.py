"""Allied events of an impulse (section 24; S43-D37, S43-D38, S43-D39)."""

import pytest

from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.bombardment import BOMB, possible_bombs
from pbem.games.italy1943.deeds import WORDS
from pbem.games.italy1943.events import EVENT, playable_zones, problems
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.movement import FLY, MOVE, landing_zones
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.strangle import is_strangled, strangle
from pbem.games.italy1943.transport import TRANSPORT, ports_of
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import run
from support.skirmish import attack, field, landing, refused, rounds, skirmish, standing

AXIS = {"step": "i2"}


def event(word, zone, **more):
    return entry("event", event=word, zone=zone, **more)


def played(pos, *entries, **more):
    return run(carry_out(EVENT, *entries), pos, **more)


def wrong(pos, order, **lasting):
    return codes(EVENT.check(play_in(pos, **lasting), order))


# Reinforcements


def test_s43_24_1_three_cubes_into_one_zone():
    done = played(position({20: "1C", 11: "axis 1C"}), event("reinforcements", 20))
    assert shorthand(done.pos, "allied", 20) == "4C"
    assert done.event("event_cubes_placed")["cubes"] == 3


def test_s43_24_1_the_zone_need_be_neither_coastal_nor_supplied_nor_occupied():
    pos = position({20: "1C", 5: "axis 1C", 7: "axis 1C"}, allied=[4])
    assert tuple(playable_zones(play_in(pos), "allied", "reinforcements")) == (4, 20)


@pytest.mark.parametrize("stacks", [{16: "axis 1C"}, {16: "AX-L1"}, {16: "AX-P1"}])
def test_s43_24_1_the_zone_is_allied_without_enemy_forces(stacks):
    pos = position({20: "1C", **stacks})
    assert wrong(pos, event("reinforcements", 16)) == [("E_EVENT_ZONE", "/zone")]


def test_s43_24_2_only_in_the_action_part_of_an_allied_impulse():
    pos = position({20: "1C"}, **AXIS)
    play = play_in(pos)
    order = event("reinforcements", 20)
    assert codes(problems(play, "allied", order)) == [("E_EVENT_WINDOW", "")]


@pytest.mark.parametrize(("on_board", "come"), [(20, 3), (21, 2), (22, 1)])
def test_s43_24_3_what_the_pool_holds(on_board, come):
    done = played(position({20: "1C", 17: f"{on_board - 1}C"}), event("reinforcements", 20))
    assert shorthand(done.pos, "allied", 20) == f"{1 + come}C"


def test_s43_24_3_s43_23_6_an_empty_pool_keeps_the_token():
    pos = position({20: "23C"})
    assert wrong(pos, event("reinforcements", 20)) == [("E_NO_CUBES", "/event")]


def test_s43_24_4_s43_7_11_the_cubes_become_counters_at_once_even_in_turn_1():
    order = event(
        "reinforcements",
        20,
        convert=[{"kind": "paratroopers"}, {"kind": "plane", "counter": "AL-P4"}],
    )
    done = played(position({20: "1C"}, turn=1), order)
    assert shorthand(done.pos, "allied", 20) == "1C X P"
    assert [e["counter"] for e in done.events if e["event"] == "cubes_converted"] == [
        "AL-PARA",
        "AL-P4",
    ]
    assert done.pos.pool_cubes("allied") == 22


def test_s43_7_11_a_cube_that_stood_there_does_not_pay():
    order = event("reinforcements", 20, convert=[{"kind": "tank"}, {"kind": "paratroopers"}])
    assert wrong(position({20: "3C"}), order) == [("E_NO_CUBES", "/convert/1/kind")]


@pytest.mark.parametrize(
    ("convert", "found"),
    [
        ([{"kind": "elite"}], ("E_KIND", "/convert/0/kind")),
        ([{"kind": "tank", "counter": "AL-T2"}], ("E_NO_COUNTER", "/convert/0/counter")),
        ([{"kind": "plane"}, {"kind": "plane"}], ("E_PLANE_LIMIT", "/convert/1/kind")),
    ],
)
def test_s43_24_4_costs_and_limits_of_conversions_hold(convert, found):
    pos = position({20: "1C AL-T2"})
    assert wrong(pos, event("reinforcements", 20, convert=convert)) == [found]


def test_s43_24_5_the_cubes_move_in_this_impulse():
    pos = position({20: "1C"})

    async def rule(play):
        await carry_out(EVENT, event("reinforcements", 20))(play)
        await carry_out(MOVE, entry("move", from_=20, path=[16], cubes=4))(play)

    assert shorthand(run(rule, pos).pos, "allied", 16) == "4C"


def test_s43_d37_no_policy_plays_allied_reinforcements():
    assert "reinforcements" not in WORDS["allied"]


# Operational


def test_s43_24_8_all_engaged_allied_counters_of_a_zone_become_ready():
    pos = position({20: "1C AL-T1(e) AL-P1(e)", 19: "AL-P2(e)", 16: "AX-T1(e)"})
    done = played(pos, event("operational", 20))
    assert shorthand(done.pos, "allied", 20) == "1C T P"
    assert shorthand(done.pos, "allied", 19) == "p"
    assert done.event("counters_readied")["counters"] == ["AL-T1", "AL-P1"]


def test_s43_24_8_a_partisan_is_a_counter_too():
    done = played(position({20: "1C", 7: "AL-G1(e)"}), event("operational", 7))
    assert shorthand(done.pos, "allied", 7) == "G"


def test_s43_24_9_the_sea_is_a_zone_for_it():
    pos = position({20: "1C", "sea": "AL-FUS(e) AL-FUK(e) AX-FI(e)"}, turn=1)
    done = played(pos, event("operational", "sea"))
    assert shorthand(done.pos, "allied", "sea") == "F F"
    assert done.pos.is_engaged("AX-FI")
    assert done.event("counters_readied")["place"] == "sea"


# Strangle


def test_s43_24_11_any_zone_may_be_named():
    pos = position({20: "1C"})
    assert tuple(playable_zones(play_in(pos), "allied", "strangle")) == tuple(range(1, 22))
    done = played(pos, event("strangle", 11))
    assert done.play.current.strangled == 11
    assert done.event("strangle_played")["zone"] == 11


def test_s43_24_12_no_axis_force_enters_or_leaves_or_fights_out_of_the_zone():
    pos = position({10: "axis 2C AX-P3 AX-T4", 11: "2C", 14: "axis 1C"}, **AXIS)
    play = play_in(pos, strangled=10)
    orders = [
        (MOVE, entry("move", from_=10, path=[9], cubes=1)),
        (FLY, entry("fly", plane="AX-P3", to=14)),
        (BOMB, entry("bomb", plane="AX-P3", zone=11)),
        (TRANSPORT, entry("transport", from_=10, to=14, cubes=1)),
        (TRANSPORT, entry("transport", from_=14, to=10, cubes=1)),
    ]
    for action, order in orders:
        assert [code for code, _ in codes(action.check(play, order))] == ["E_STRANGLED"]


def test_s43_24_12_what_is_offered_leaves_the_zone_out():
    pos = position({10: "axis 2C AX-P3", 11: "2C", 14: "axis 1C", 9: "AX-P1"}, **AXIS)
    play = play_in(pos, strangled=10)
    assert 10 not in ports_of(play, "axis")
    assert 10 not in landing_zones(play, "axis", 9)
    assert list(possible_bombs(play, "axis")) == [(11, "AX-P1")]
    assert 10 in ports_of(play_in(pos, strangled=14), "axis")
    assert 10 in landing_zones(play_in(pos, strangled=14), "axis", 9)


def test_s43_24_12_s43_13_2_the_zone_itself_may_be_attacked_from_outside():
    pos = field({8: "axis 2C", 10: "C"}, **AXIS)
    assert refused(pos, attack(10, {8: "2C"}), strangled=10) == []
    assert refused(pos, attack(10, {8: "2C"}), strangled=8) == [
        ("E_STRANGLED", "/orders/0/forces/0/from")
    ]


def test_s43_24_12_a_plane_there_does_not_intercept_a_landing_on_its_zone():
    def strangled(play):
        play.current.strangled = 14

    pos = field({20: "C", 14: "axis C AX-P2"}, removed=["AX-FI", "AX-U1"])
    done = skirmish(
        pos,
        landing(14, "AL-FUS", {20: "C"}, [policy("break_off", "always")]),
        standing=standing([policy("intercept_landing", {})]),
        prepare=strangled,
        dice={"landing:14/bombard/AL-FUS": [1], **rounds(14, ([1], [1]))},
    )
    assert "passage_intercepted" not in done.told


def test_s43_24_12_it_ends_before_the_stacking_test():
    pos = position({10: "axis 6C AX-T1", 9: "axis 1C", 20: "1C", 1: "axis 1C"}, **AXIS)
    done = run(
        play_impulse,
        pos,
        answers={"t2/i2/orders": [{"do": "pass"}]},
        standing={
            "allied": [policy("strangle", {"to": [10]}), policy("*", "default")],
            "axis": [policy("*", "default")],
        },
    )
    assert done.event("stack_reduced")["zone"] == 10
    assert done.play.current.strangled is None


def test_s43_24_12_only_the_axis_is_concerned():
    play = play_in(position({20: "1C"}), strangled=20)
    assert is_strangled(play, "axis", 20)
    assert not is_strangled(play, "allied", 20)
    assert not is_strangled(play, "axis", 16)


@pytest.mark.parametrize(("base", "needs"), [(17, 5), (15, 6)])
def test_s43_24_13_forces_in_the_zone_defend_it_and_planes_there_support_that(base, needs):
    """AX-P2 supports from the attacked zone; from 15 it may not when that is strangled."""
    stacks = {20: "2C", 17: "axis 2C", 15: "axis C"}
    pos = field({**stacks, base: f"{stacks[base]} AX-P2"})
    dice = {f"combat:17/round:1/{who}": [1, 1] for who in ("attacker", "defender")}
    filed = standing(
        allied=[policy("break_off", "always")], axis=[policy("support_plane", "always")]
    )

    def strangled(play):
        play.current.strangled = base

    order = attack(17, {20: "2C"})
    done = skirmish(pos, order, standing=filed, dice=dice, prepare=strangled)
    assert ("plane_supported" in done.told) == (needs == 5)


def plan(value, **more):
    return policy("strangle", value, **more)


@pytest.mark.parametrize(("to", "stays"), [(11, 11), (13, 11), (12, 13)])
def test_s43_24_14_strangle_stops_a_move_before_it_enters_or_leaves_the_zone(to, stays):
    pos = position({10: "axis 2C"}, **AXIS)
    trap = plan({"to": [to]}, where=[11], if_={"trigger": "enters"})
    order = entry("move", from_=10, path=[11, 13], cubes=2)
    done = run(carry_out(MOVE, order), pos, standing={"allied": [trap]})
    assert shorthand(done.pos, "axis", stays) == "2C"
    assert ("move_stopped" in done.told) == (stays == 11)


def test_s43_24_16_s43_13_9_forces_of_a_strangled_zone_leave_their_attack():
    pos = position({10: "axis 2C", 9: "axis 1C", 8: "1C"}, **AXIS)
    play = play_in(pos, attacks=[Attack(8, "axis", {10: Force(2), 9: Force(1)})], arrows=2)
    (attack,) = play.current.attacks
    strangle(play, 10)
    assert attack.committed() == Force(1)
    assert shorthand(play.pos, "axis", 10) == "2C"
    assert play.current.arrows == 2
    strangle(play, 9)
    assert attack.committed().size == 0, "the attack is void"


def test_s43_24_16_an_attack_out_of_another_zone_and_one_that_is_over_stay():
    pos = position({10: "axis 2C", 9: "axis 1C", 8: "1C", 11: "1C"}, **AXIS)
    attacks = [Attack(8, "axis", {10: Force(2)}, ended=True), Attack(11, "axis", {9: Force(1)})]
    play = play_in(pos, attacks=attacks)
    strangle(play, 10)
    assert [attack.committed() for attack in play.current.attacks] == [Force(2), Force(1)]


def test_s43_24_17_cubes_are_placed_in_a_strangled_zone():
    pos = position({10: "axis 1C", 20: "1C"}, **AXIS)
    assert 10 in playable_zones(play_in(pos, strangled=10), "axis", "reinforcements")
