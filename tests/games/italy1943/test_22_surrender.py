"""The surrender of Italy (section 22)."""

import pytest

from pbem.games.italy1943 import conversion, surrender, transport
from pbem.games.italy1943.supply import is_supplied
from pbem.games.italy1943.turn_end import end_turn
from support.italy1943 import position
from support.running import run


async def _test(play):
    surrender.test_surrender(play)


def surrendered(stacks, **more):
    return run(_test, position({1: "axis 1C"} | stacks, step="supply", **more))


@pytest.mark.parametrize("zone", range(3, 15))
def test_s43_22_1_italy_surrenders_when_the_allies_control_an_italian_zone(zone):
    done = surrendered({17: "1C"}, allied=(zone,))
    assert done.event("italy_surrendered")["zones"] == [zone]
    assert done.pos.italy_surrendered


@pytest.mark.parametrize("zone", [1, 2, *range(15, 22)])
def test_s43_22_1_sardinia_corsica_and_others_do_not_count(zone):
    stacks = {17: "1C", zone: "1C", 4: "axis 1C"}
    pos = position(stacks, step="supply")
    assert run(_test, pos).events == []


def test_s43_22_1_it_happens_once():
    done = surrendered({14: "1C"})
    assert run(_test, done.pos).events == []


def test_s43_22_1_at_the_end_of_the_turn_after_the_supply_phase():
    pos = position({14: "1C", 15: "axis 1C", 1: "axis 1C"}, step="supply")
    done = run(end_turn, pos)
    assert done.told == ["italy_surrendered", "turn_ended"]
    assert done.pos.stack("axis", 15).cubes == 1, "Sardinia lives through this supply phase"


def test_s43_22_2_fleet_tank_and_plane_are_removed_wherever_they_are():
    done = surrendered({14: "1C", 11: "axis AX-TI"})
    gone = done.event("italy_surrendered")["counters"]
    assert gone == ["AX-TI", "AX-PI", "AX-FI"]
    assert {done.pos.place_of(counter) for counter in gone} == {"removed"}
    assert done.pos.place_of("AX-U1") == "sea"


def test_s43_22_3_consequences():
    done = surrendered({14: "1C", 15: "axis 1C"})
    assert transport.points_of_turn(done.pos, "axis") == 0
    assert not is_supplied(done.pos, "axis", 15)
    assert conversion.kind_problem(done.pos, "allied", "partisan") == ""


def test_s43_22_4_losing_the_zone_again_does_not_undo_it():
    done = surrendered({14: "1C"})
    done.pos.eliminate_cube("allied", 14)
    done.pos.control[14] = "axis"
    again = run(_test, done.pos)
    assert again.events == []
    assert again.pos.italy_surrendered
