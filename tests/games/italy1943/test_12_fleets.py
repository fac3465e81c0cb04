"""Attacks at sea (section 12; S43-O10)."""

import pytest

from pbem.games.italy1943.fleets import SEA_ATTACK, targets
from pbem.games.italy1943.movement import MOVE
from support.entries import carry_out, codes, entry, play_in
from support.italy1943 import facts, position, shorthand
from support.running import run

PLACES = {20: "1C", 11: "axis 1C"}


def attack(by, target, **more):
    return entry("sea_attack", by=by, target=target, **more)


def fought(pos, *entries, **more):
    return run(carry_out(SEA_ATTACK, *entries), pos, **more)


def wrong(pos, order):
    return codes(SEA_ATTACK.check(play_in(pos), order))


def test_s43_12_1_sea_forces_are_ready_or_engaged_and_never_destroyed():
    pos = position(PLACES, step="i2")
    dice = {"t2/i2/sea:AL-FUS/AX-FI": [6]}
    orders = [attack("AX-FI", "AL-FUS"), attack("AX-U1", "AL-FUS")]
    done = fought(pos, *orders, dice=dice)
    assert shorthand(done.pos, "allied", "sea") == "F f"
    assert done.event("entry_skipped")["reason"] == "AL-FUS is engaged already"


@pytest.mark.parametrize(("die", "hit"), [(4, False), (5, True), (6, True)])
def test_s43_12_2_s43_d11_a_5_or_6_engages_the_enemy_fleet(die, hit):
    pos = position(PLACES, step="i2")
    done = fought(pos, attack("AX-FI", "AL-FUS"), dice={"t2/i2/sea:AL-FUS/AX-FI": [die]})
    assert done.pos.is_engaged("AL-FUS") == hit
    assert done.pos.is_ready("AL-FUK")
    told = done.event("fleet_attacked")
    assert (told["clause"], told["die"], told["hit"]) == ("S43-12.2", die, hit)


@pytest.mark.parametrize("die", [1, 6])
def test_s43_12_3_the_attacker_becomes_engaged_whatever_the_die(die):
    done = fought(
        position(PLACES), attack("AL-FUK", "AX-FI"), dice={"t2/i1/sea:AX-FI/AL-FUK": [die]}
    )
    assert done.pos.is_engaged("AL-FUK")


def test_s43_12_4_the_uboat_attacks_a_fleet_in_an_axis_impulse():
    pos = position(PLACES, step="i2")
    done = fought(pos, attack("AX-U1", "AL-FUK"), dice={"t2/i2/sea:AL-FUK/AX-U1": [5]})
    assert shorthand(done.pos, "axis", "sea") == "F u"
    assert done.event("fleet_attacked")["clause"] == "S43-12.4"
    assert ("E_NOT_YOURS", "/by") in wrong(position(PLACES), attack("AX-U1", "AL-FUK"))


def test_s43_12_5_the_uboat_is_no_target():
    assert wrong(position(PLACES), attack("AL-FUS", "AX-U1")) == [("E_TARGET", "/target")]
    assert targets(play_in(position(PLACES)), "allied") == ("AX-FI",)


@pytest.mark.parametrize(
    ("by", "target", "found"),
    [
        ("AL-FUS", "AL-FUK", ("E_TARGET", "/target")),
        ("AL-FUS", "AX-T1", ("E_TARGET", "/target")),
        ("AL-FUS", "AX-F9", ("E_COUNTER_UNKNOWN", "/target")),
        ("AL-T1", "AX-FI", ("E_KIND", "/by")),
        ("AX-FI", "AX-FI", ("E_NOT_YOURS", "/by")),
        ("AL-F9", "AX-FI", ("E_COUNTER_UNKNOWN", "/by")),
    ],
)
def test_s43_o10_counters_that_cannot_be_named(by, target, found):
    assert found in wrong(position(PLACES), attack(by, target))


def test_s43_o10_e_engaged_and_e_target_engaged():
    pos = position({**PLACES, "sea": "AL-FUS(e) AX-FI(e)"})
    assert wrong(pos, attack("AL-FUS", "AX-FI")) == [
        ("E_ENGAGED", "/by"),
        ("E_TARGET_ENGAGED", "/target"),
    ]


def test_s43_12_7_a_fleet_out_of_the_game_neither_attacks_nor_is_attacked():
    pos = position(PLACES, removed=["AL-FUK", "AX-FI"])
    assert wrong(pos, attack("AL-FUK", "AX-FI")) == [
        ("E_NOT_THERE", "/by"),
        ("E_TARGET", "/target"),
    ]


@pytest.mark.parametrize("last", [2, 18])
def test_s43_12_8_the_uboat_leaves_when_every_coast_is_allied(last):
    coasts = [zone.number for zone in facts().zones.values() if zone.coastal]
    near = {2: 6, 18: 15}[last]
    others = [zone for zone in coasts if zone != last]
    pos = position({near: "1C", 1: "axis 1C"}, allied=others)
    before_last = position({near: "1C", 1: "axis 1C"}, allied=[z for z in others if z != 21])
    order = entry("move", from_=near, path=[last], cubes=1)
    done = run(carry_out(MOVE, order), pos)
    assert done.event("uboat_removed")["uboat"] == "AX-U1"
    assert done.pos.place_of("AX-U1") == "removed"
    assert "uboat_removed" not in run(carry_out(MOVE, order), before_last).told


def test_s43_28_21_a_second_attack_on_the_same_fleet_has_a_name_of_its_own():
    pos = position(PLACES)
    dice = {"t2/i1/sea:AX-FI/AL-FUS": [1], "t2/i1/sea:AX-FI/AL-FUS#2": [5]}

    async def rule(play):
        await carry_out(SEA_ATTACK, attack("AL-FUS", "AX-FI"))(play)
        play.pos.ready("AL-FUS")
        await carry_out(SEA_ATTACK, attack("AL-FUS", "AX-FI"))(play)

    assert run(rule, pos, dice=dice).pos.is_engaged("AX-FI")


def test_s43_28_9_a_trial_attack_engages_the_attacker_only():
    play = play_in(position(PLACES))
    SEA_ATTACK.assume(play, attack("AL-FUS", "AX-FI"))
    assert play.pos.is_engaged("AL-FUS")
    assert play.pos.is_ready("AX-FI")
