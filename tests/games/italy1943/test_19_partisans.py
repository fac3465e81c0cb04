"""Partisans (19.12 to 19.17, 19.21; S43-O09, S43-O16)."""

import pytest

from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.movement import MOVE
from pbem.games.italy1943.partisans import PARTISAN_MOVE, PARTISAN_USE, draws, loose_cubes
from pbem.games.italy1943.pieces import Force
from support.entries import carry_out, codes, entry, play_in
from support.italy1943 import position, shorthand
from support.running import run

AXIS = {"step": "i2"}


def go(partisan, to):
    return entry("partisan_move", partisan=partisan, to=to)


def use(partisan, from_):
    return entry("partisan_use", partisan=partisan, from_=from_)


def used(pos, *entries, **more):
    return run(carry_out(PARTISAN_USE, *entries), pos, **more)


def wrong(pos, order, **lasting):
    action = PARTISAN_MOVE if order.do == "partisan_move" else PARTISAN_USE
    return codes(action.check(play_in(pos, **lasting), order))


@pytest.mark.parametrize(
    ("to", "found"), [(3, []), (8, []), (10, "E_PARTISAN_ZONE"), (9, "E_PARTISAN_ZONE")]
)
def test_s43_19_12_a_partisan_moves_only_to_triangle_zones(to, found):
    expected = [(found, "/to")] if found else []
    assert wrong(position({7: "AL-G1"}), go("AL-G1", to)) == expected


def test_s43_19_12_a_partisan_moves_only_to_zones_that_the_axis_controls():
    pos = position({7: "AL-G1"}, allied=[8])
    assert wrong(pos, go("AL-G1", 8)) == [("E_PARTISAN_ZONE", "/to")]


def test_s43_19_13_s43_d10_every_partisan_moves_once_without_a_path():
    pos = position({7: "AL-G1(e)", 8: "axis 2C", 3: "AL-G2"})
    orders = [go("AL-G1", 3), go("AL-G2", 5), go("AL-G1", 6)]
    done = run(carry_out(PARTISAN_MOVE, *orders), pos)
    assert shorthand(done.pos, "allied", 3) == "g"
    assert shorthand(done.pos, "allied", 5) == "G"
    assert done.told == ["partisan_moved", "partisan_moved", "entry_skipped"]
    assert wrong(pos, go("AL-G1", 3), rebased={"AL-G1"}) == [("E_ALREADY_MOVED", "/partisan")]


def test_s43_19_14_a_partisan_whose_zone_became_allied_has_no_effect_until_moved():
    pos = position({7: "AL-G1", 8: "axis 2C"}, allied=[7])
    assert wrong(pos, use("AL-G1", 8)) == [("E_PARTISAN_ZONE", "/partisan")]
    assert wrong(pos, go("AL-G1", 6)) == []


def test_s43_19_14_a_partisan_is_no_target_of_bombs_and_blocks_no_move():
    pos = position({7: "AL-G1", 8: "axis 2C"}, **AXIS)
    move = entry("move", from_=8, path=[7, 5], cubes=2)
    assert shorthand(run(carry_out(MOVE, move), pos).pos, "axis", 5) == "2C"


def test_s43_19_15_a_partisan_draws_a_cube_from_an_adjacent_zone():
    pos = position({7: "AL-G1", 8: "axis 2C"})
    done = used(pos, use("AL-G1", 8))
    assert shorthand(done.pos, "axis", 7) == "1H"
    assert shorthand(done.pos, "axis", 8) == "1C"
    assert shorthand(done.pos, "allied", 7) == "g"
    told = done.event("cube_drawn")
    assert (told["partisan"], told["start"], told["to"]) == ("AL-G1", 8, 7)


def test_s43_19_15_every_use_is_offered_in_order():
    pos = position({7: "AL-G1", 8: "axis 2C; AL-G2", 9: "axis 1C", 6: "axis 1C"})
    found = [(draw.partisan, draw.start) for draw in draws(play_in(pos))]
    assert found == [("AL-G1", 6), ("AL-G1", 8), ("AL-G1", 9), ("AL-G2", 6), ("AL-G2", 9)]


def test_s43_19_16_the_drawn_cube_cannot_move():
    pos = position({7: "axis 1H AX-T1"}, **AXIS)
    order = entry("move", from_=7, path=[8], cubes=1)
    assert codes(MOVE.check(play_in(pos), order)) == [("E_HELD", "/cubes")]


@pytest.mark.parametrize(("strangled", "place"), [(7, "/partisan"), (8, "/from")])
def test_s43_19_17_no_cube_is_drawn_out_of_or_into_a_strangled_zone(strangled, place):
    pos = position({7: "AL-G1", 8: "axis 2C"})
    assert wrong(pos, use("AL-G1", 8), strangled=strangled) == [("E_STRANGLED", place)]


@pytest.mark.parametrize(("committed", "found"), [(1, []), (2, [("E_COMMITTED_TWICE", "/from")])])
def test_s43_19_17_a_committed_cube_is_not_drawn(committed, found):
    pos = position({8: "axis 2C 1H", 7: "AL-G1", 10: "1C"}, **AXIS)
    attack = Attack(10, "axis", {8: Force(committed)})
    play = play_in(pos, attacks=[attack])
    assert loose_cubes(play, 8) == 2 - committed
    play.current.active = "allied"
    assert codes(PARTISAN_USE.check(play, use("AL-G1", 8))) == found


def test_s43_19_17_the_cubes_of_an_attack_that_is_over_can_be_drawn():
    pos = position({8: "axis 2C", 7: "AL-G1", 10: "1C"}, **AXIS)
    play = play_in(pos, attacks=[Attack(10, "axis", {8: Force(2)}, ended=True)])
    assert loose_cubes(play, 8) == 2


def test_s43_19_21_a_held_cube_is_not_drawn_again():
    assert wrong(position({7: "AL-G1", 8: "axis 2H"}), use("AL-G1", 8)) == [("E_NO_CUBES", "/from")]


@pytest.mark.parametrize(
    ("stacks", "order", "found"),
    [
        ({7: "AL-G1(e)", 8: "axis 1C"}, ("AL-G1", 8), ("E_ENGAGED", "/partisan")),
        ({7: "AL-G1", 10: "axis 1C"}, ("AL-G1", 10), ("E_NOT_ADJACENT", "/from")),
        ({7: "AL-G1", 8: "AX-T1"}, ("AL-G1", 8), ("E_NO_CUBES", "/from")),
        ({7: "AL-G1", 8: "axis 1C"}, ("AL-G2", 8), ("E_NOT_THERE", "/partisan")),
        ({7: "AL-G1", 8: "axis 1C"}, ("AL-G1", 99), ("E_ZONE_UNKNOWN", "/from")),
        ({7: "AL-G1", 8: "axis 1C"}, ("AX-G1", 8), ("E_COUNTER_UNKNOWN", "/partisan")),
        ({7: "AL-G1", 8: "axis 1C", 17: "AL-T1"}, ("AL-T1", 8), ("E_KIND", "/partisan")),
    ],
)
def test_s43_o16_uses_that_are_not_possible(stacks, order, found):
    assert wrong(position(stacks), use(*order)) == [found]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (("AL-G1", 7), ("E_SAME_ZONE", "/to")),
        (("AL-G2", 8), ("E_NOT_THERE", "/partisan")),
        (("AL-G1", 99), ("E_ZONE_UNKNOWN", "/to")),
        (("AL-T1", 8), ("E_KIND", "/partisan")),
    ],
)
def test_s43_o09_moves_that_are_not_possible(order, found):
    assert wrong(position({7: "AL-G1", 17: "AL-T1"}), go(*order)) == [found]


def test_s43_o09_the_axis_has_no_partisans():
    assert wrong(position({7: "AL-G1"}, **AXIS), go("AL-G1", 8)) == [("E_NOT_YOURS", "/partisan")]
    assert wrong(position({7: "AL-G1"}, **AXIS), use("AL-G1", 8)) == [("E_NOT_YOURS", "/partisan")]
