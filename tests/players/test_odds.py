"""The odds the players count with: the same dice as the rules, and chances that add up."""

from dataclasses import replace

import pytest

from pbem.games.italy1943 import fire
from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.fight import Fight
from pbem.games.italy1943.play import Impulse, Play
from pbem.games.italy1943.support import tanks
from pbem.players.italy1943.groups import Group, defence, ranks
from pbem.players.italy1943.odds import FireTable, Ranks, hits, hurt, ladder, odds
from pbem.players.italy1943.odds import fire as fire_of
from support.italy1943 import facts, position
from support.running import FRAME

TABLE = FireTable.of(facts().combat)
ATTACKERS = [
    *("1C", "3C AL-T1", "AL-T1", "AL-T1(e)", "2C AL-T1(e)", "5C AL-T1", "AL-T1 AL-T2"),
    *("1C AL-T1 AL-T2(e)", "2C AL-PARA", "1C AL-PARA(e)", "6C"),
]
DEFENDERS = [
    *("3C", "3C AX-T1", "AX-T1 AX-E1", "AX-E1 AX-E2(e)", "2C AX-E1(e)", "6C", "AX-P1 AX-P2"),
    *("AX-P1(e)", "1C AX-L1", "3C AX-L1", "AX-T1 AX-L1", "1C AX-P1"),
]


def fight(allied, axis):
    """A fight for 10 Rome out of 11 Naples."""
    pos = position({11: allied, 10: f"axis {axis}"})
    play = Play(facts(), FRAME, pos, None, "t2/i1", Impulse("allied"))
    attack = Attack(10, "allied", {11: pos.force("allied", 11)})
    return play, Fight(attack, round=1)


@pytest.mark.parametrize("allied", ATTACKERS)
@pytest.mark.parametrize("axis", DEFENDERS)
def test_s43_15_1_the_dice_are_those_of_the_rules(allied, axis):
    play, fought = fight(allied, axis)
    here = play.pos.force("allied", 11)
    counted = {
        "allied": ranks(play.pos, [Group(11, here.cubes, list(here.counters))]),
        "axis": defence(play.pos, "axis", 10),
    }
    for side in counted:
        for tank in tanks(play, fought, side)[:1]:
            fought.tank[side] = tank
    for side, own in counted.items():
        assert fire_of(TABLE, own) == (
            fire.dice(play, fought, side),
            fire.needs(play, fought, side),
        )


def test_chances_add_up_to_one():
    assert sum(hits(4, 5)) == pytest.approx(1)
    assert hits(2, 4) == pytest.approx((0.25, 0.5, 0.25))


def test_one_cube_against_one_cube_on_six():
    """Each round 5/36 that only the attacker hits; nothing happens in 25/36."""
    lone = ladder(TABLE, Ranks(cubes=1))
    assert odds(lone, lone).win == pytest.approx(5 / 36 * (1 + 25 / 36 + (25 / 36) ** 2))


def test_more_attackers_win_more_often_and_lose_more_slowly():
    theirs = ladder(TABLE, Ranks(cubes=3))
    wins = [odds(ladder(TABLE, Ranks(cubes=n)), theirs).win for n in (1, 2, 3, 4, 6)]
    assert wins == sorted(wins)


def test_s43_16_9_a_tank_in_the_mountains_is_lost_and_not_turned():
    ranks_there = Ranks(ready=(0, 0, 1, 0), tanks_turn=False, tank_may_lead=False)
    assert hurt(ranks_there).size == 0
    assert hurt(replace(ranks_there, tanks_turn=True)).engaged == (0, 0, 1, 0)


def test_losses_are_taken_as_the_default_order_says():
    """29.1: elites and tanks are turned over first, then cubes go, then the line."""
    left = Ranks(cubes=1, ready=(1, 0, 1, 0), line=1)
    seen = []
    while left.size:
        left = hurt(left)
        seen.append((left.cubes, left.line, sum(left.ready), sum(left.engaged)))
    assert seen == [
        (1, 1, 1, 1),
        (1, 1, 0, 2),
        (0, 1, 0, 2),
        (0, 0, 0, 2),
        (0, 0, 0, 1),
        (0, 0, 0, 0),
    ]
