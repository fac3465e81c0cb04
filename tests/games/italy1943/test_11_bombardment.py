"""Air bombardment and the airport limit (section 11; S43-O11, S43-D16)."""

import pytest

from pbem.games.italy1943.bombardment import BOMB, bomb_targets, possible_bombs
from pbem.games.italy1943.events import EVENT
from pbem.games.italy1943.movement import FLY
from pbem.games.italy1943.windows import window
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import run
from support.skirmish import attack, field, skirmish, standing

SIDES_OF_A_COMBAT = ("attacker", "defender")

FAR = {1: "axis 1C"}
"""A force far away, so that the game does not end with the one that is bombed."""


def bomb(plane, zone, **more):
    return entry("bomb", plane=plane, zone=zone, **more)


def bombed(pos, *entries, **more):
    return run(carry_out(BOMB, *entries), pos, **more)


def wrong(pos, order, **lasting):
    return codes(BOMB.check(play_in(pos, **lasting), order))


def one_bomb(stack, die, **more):
    """What is left in Gabes after AL-P2 of Bone has bombed it."""
    pos = position({20: "AL-P2", 16: stack, **FAR})
    done = bombed(pos, bomb("AL-P2", 16), dice={"t2/i1/bomb:16/AL-P2": [die]}, **more)
    return shorthand(done.pos, "axis", 16), done


@pytest.mark.parametrize(
    ("stack", "found"),
    [
        ("axis 1C", []),
        ("AX-P1(e)", []),
        ("AX-E1", []),
        ("axis AX-L1", [("E_NO_TARGET", "/zone")]),
        ("AL-P1", [("E_NO_TARGET", "/zone")]),
    ],
)
def test_s43_11_1_a_zone_with_an_enemy_land_or_air_force_is_bombed(stack, found):
    assert wrong(position({20: "AL-P2", 16: stack}), bomb("AL-P2", 16)) == found


def test_s43_11_1_an_engaged_plane_does_not_bomb():
    pos = position({20: "AL-P2(e)", 16: "axis 1C"})
    assert wrong(pos, bomb("AL-P2", 16)) == [("E_ENGAGED", "/plane")]


def test_s43_11_1_s43_11_14_a_zone_out_of_range_is_not_bombed():
    pos = position({21: "AL-P3", 17: "axis 1C"})
    assert wrong(pos, bomb("AL-P3", 17)) == [("E_RANGE", "/plane")]
    pos = position({10: "AL-P1", 1: "axis 1C"})
    assert wrong(pos, bomb("AL-P1", 1)) == [("E_RANGE", "/plane")]
    assert wrong(position({10: "AL-P1", 1: "axis 1C"}, turn=5), bomb("AL-P1", 1)) == []


def test_s43_11_2_both_players_bomb_in_the_windows_of_an_impulse():
    pos = position({20: "1C AL-P2", 16: "axis 1C", 14: "AX-P3", 17: "1C", **FAR})
    standing = {
        "allied": [policy("bomb", {}, where=[16])],
        "axis": [policy("bomb", {}, where=[17])],
    }
    dice = {"t2/i1/bomb:16/AL-P2": [1], "t2/i1/bomb:17/AX-P3": [1]}
    done = run(lambda play: window(play, "W0", ()), pos, standing=standing, dice=dice)
    assert done.told == ["zone_bombed", "zone_bombed"]


def test_s43_11_3_nobody_bombs_between_the_rounds_of_a_combat():
    pos = field({20: "2C AL-P2", 17: "axis 2C AX-P1"})
    bombs = [policy("bomb", {})]
    dice = {f"combat:17/round:{r}/{who}": [1, 1] for r in (1, 2, 3) for who in SIDES_OF_A_COMBAT}
    filed = standing(allied=bombs, axis=bombs)
    done = skirmish(pos, attack(17, {20: "2C"}), standing=filed, dice=dice)
    assert "zone_bombed" not in done.told
    assert done.pos.is_ready("AL-P2")


@pytest.mark.parametrize("die", [1, 6])
def test_s43_11_4_the_plane_becomes_engaged_and_rolls_one_die(die):
    _, done = one_bomb("axis 2C", die)
    assert shorthand(done.pos, "allied", 20) == "p"
    told = done.event("zone_bombed")
    assert (told["start"], told["zone"], told["die"]) == (20, 16, die)
    assert told["label"] == "t2/i1/bomb:16/AL-P2"


@pytest.mark.parametrize(
    ("stack", "die", "left"),
    [
        ("axis 3C AX-P1(e)", 4, "3C p"),
        ("axis 3C AX-P1", 4, "3C P"),
        ("axis 3C AX-L1", 4, "3C"),
        ("axis 3C", 3, "3C"),
        ("axis 3C", 4, "2C"),
        ("axis 3C AX-L1", 5, "2C"),
        ("axis 3C AX-P1(e)", 5, "2C p"),
    ],
)
def test_s43_11_5_four_hits_but_five_where_a_plane_or_line_is(stack, die, left):
    assert one_bomb(stack, die)[0] == left


def test_s43_11_5_a_line_does_not_protect_the_allies():
    pos = position({10: "AX-P3", 11: "2C", 20: "1C"}, step="i2")
    done = bombed(pos, bomb("AX-P3", 11), dice={"t2/i2/bomb:11/AX-P3": [4]})
    assert shorthand(done.pos, "allied", 11) == "1C"


@pytest.mark.parametrize(
    ("stack", "order", "left"),
    [
        ("axis 1C AX-T1 AX-E1 AX-P1 AX-L1", [], "1C T e P"),
        ("axis 1C AX-T1 AX-P1 AX-L1", ["line"], "1C T P"),
        ("axis 1C AX-T1 AX-P1", ["engage:plane"], "1C T p"),
        ("axis 1C AX-T1 AX-P1", ["retreat", "engage:tank"], "1C t P"),
        ("axis 1C AX-P1(e)", ["eliminate:plane"], "1C"),
    ],
)
def test_s43_11_6_s43_d16_the_owner_satisfies_one_loss_in_the_zone(stack, order, left):
    lose = policy("losses", order, if_={"cause": "bombardment", "losses": 1})
    orders = {"axis": [lose] if order else []}
    found, done = one_bomb(stack, 6, standing=orders)
    assert found == left
    assert done.event("losses_taken")["clause"] == "S43-D16"
    assert ("line" in order) == (done.pos.lines == {} and "AX-L1" in stack)


def test_s43_d16_the_owner_may_be_asked_under_the_name_of_the_bomb():
    _, done = one_bomb_open("axis 1C AX-T1", policy("losses", "ask"))
    assert done.asks == ["t2/i1/bomb:16/AL-P2/losses/axis"]


def one_bomb_open(stack, *policies):
    pos = position({20: "AL-P2", 16: stack, **FAR})
    dice = {"t2/i1/bomb:16/AL-P2": [6]}
    return pos, bombed(pos, bomb("AL-P2", 16), dice=dice, standing={"axis": policies})


def test_s43_11_7_the_number_is_looked_up_for_each_bomb():
    pos = position({17: "AL-P1 AL-P2", 20: "1C", 16: "axis 1C AX-P1(e)", **FAR})
    dice = {"t2/i1/bomb:16/AL-P1": [5], "t2/i1/bomb:16/AL-P2": [4]}
    give_up = policy("losses", ["eliminate:plane", "cube"])
    orders = [bomb("AL-P1", 16), bomb("AL-P2", 16)]
    done = bombed(pos, *orders, dice=dice, standing={"axis": [give_up]})
    assert shorthand(done.pos, "axis", 16) == ""


def test_s43_11_8_an_emptied_zone_keeps_its_controller():
    left, done = one_bomb("axis 1C", 6)
    assert left == ""
    assert done.pos.control[16] == "axis"


def test_s43_11_9_the_sea_is_no_target():
    pos = position({17: "AL-P1", 20: "1C", 16: "axis 1C"})
    assert bomb_targets(play_in(pos), "allied") == (16,)


def test_s43_11_10_one_plane_flies_from_a_zone_two_from_an_airport():
    pos = position({17: "AL-P1 AL-P2 AL-P3", 20: "AL-P4 AL-P5", 16: "axis 6C"})
    play = play_in(pos)
    for plane in ("AL-P1", "AL-P2", "AL-P4"):
        assert BOMB.check(play, bomb(plane, 16)) == []
        BOMB.assume(play, bomb(plane, 16))
    assert codes(BOMB.check(play, bomb("AL-P3", 16))) == [("E_AIRPORT", "/plane")]
    assert codes(BOMB.check(play, bomb("AL-P5", 16))) == [("E_AIRPORT", "/plane")]
    assert list(possible_bombs(play, "allied")) == []


def test_s43_11_10_s43_24_10_a_readied_plane_takes_no_new_place():
    pos = position({20: "AL-P2 AL-P3", 16: "axis 6C"})
    dice = {"t2/i1/bomb:16/AL-P2": [1], "t2/i1/bomb:16/AL-P2#2": [1]}

    async def rule(play):
        await carry_out(BOMB, bomb("AL-P2", 16))(play)
        await carry_out(EVENT, entry("event", event="operational", zone=20))(play)
        await carry_out(BOMB, bomb("AL-P3", 16), bomb("AL-P2", 16))(play)

    done = run(rule, pos, dice=dice)
    assert done.event("entry_skipped")["reason"].startswith("no further plane may fly missions")
    labels = [event["label"] for event in done.events if event["event"] == "zone_bombed"]
    assert labels == ["t2/i1/bomb:16/AL-P2", "t2/i1/bomb:16/AL-P2#2"], "28.21"


def test_s43_11_10_a_plane_that_has_rebased_counts_where_it_flew_from():
    pos = position({20: "AL-P2 AL-P3", 17: "1C", 16: "axis 6C"})
    play = play_in(pos)
    BOMB.assume(play, bomb("AL-P2", 16))
    play.pos.where["AL-P2"] = 17
    assert codes(BOMB.check(play, bomb("AL-P3", 16))) == [("E_AIRPORT", "/plane")]


def test_s43_11_10_planes_of_the_other_side_take_no_place():
    pos = position({20: "axis AX-P2", 19: "1C AL-P2", 21: "1C", 16: "axis 1C", 1: "axis 1C"})
    play = play_in(pos)
    play.current.flown[20] = {"AX-P2"}
    play.pos.eliminate_counter("AX-P2")
    play.pos.control[20] = "allied"
    FLY.assume(play, entry("fly", plane="AL-P2", to=20))
    assert BOMB.check(play, bomb("AL-P2", 16)) == []
    assert list(possible_bombs(play, "allied")) == [(16, "AL-P2")]


def test_s43_11_11_more_planes_than_fly_may_be_based_in_a_zone():
    position({20: "AL-P1 AL-P2 AL-P3 AL-P4 AL-P5"})


def test_s43_27_3_a_bomb_on_the_last_force_ends_the_game():
    pos = position({20: "AL-P2", 16: "axis 1C"})
    done = bombed(pos, bomb("AL-P2", 16), dice={"t2/i1/bomb:16/AL-P2": [4]})
    assert done.over["winner"] == "allied"


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (("AL-T1", 16), ("E_KIND", "/plane")),
        (("AX-P1", 16), ("E_NOT_YOURS", "/plane")),
        (("AL-P4", 16), ("E_NOT_THERE", "/plane")),
        (("AL-P9", 16), ("E_COUNTER_UNKNOWN", "/plane")),
        (("AL-P2", 99), ("E_ZONE_UNKNOWN", "/zone")),
    ],
)
def test_s43_o11_planes_and_zones_that_cannot_be_named(order, found):
    pos = position({20: "AL-T1 AL-P2", 16: "axis 1C AX-P1"})
    assert wrong(pos, bomb(*order)) == [found]


def test_s43_o11_e_strangled_only_for_planes_in_the_zone():
    pos = position({10: "AX-P3", 12: "AX-P1", 11: "2C"}, step="i2")
    assert wrong(pos, bomb("AX-P3", 11), strangled=10) == [("E_STRANGLED", "/plane")]
    assert wrong(pos, bomb("AX-P1", 11), strangled=10) == []
    assert wrong(pos, bomb("AX-P1", 11), strangled=11) == []


def test_s43_28_9_a_trial_bomb_hits_nothing_but_counts_as_mission():
    play = play_in(position({20: "AL-P2", 16: "axis 1C"}))
    BOMB.assume(play, bomb("AL-P2", 16))
    assert shorthand(play.pos, "axis", 16) == "1C"
    assert shorthand(play.pos, "allied", 20) == "p"
    assert play.current.flown == {20: {"AL-P2"}}
