"""Section 21: supply (21.2 to 21.9; the supply phase itself is tested with the end of the turn)."""

import pytest

from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.supply import (
    is_supplied,
    italian_fleet_sails,
    sources,
    supplied_zones,
    unsupplied_forces,
)
from support.italy1943 import facts, position, sample_position

ITALIAN = ["AX-TI", "AX-PI", "AX-FI"]


def test_s43_21_2_a_look_up_has_no_effect_on_forces():
    pos = position({13: "axis 2C", 10: "1C", 9: "1C"})
    before = pos.to_data()
    assert not is_supplied(pos, "axis", 13)
    unsupplied_forces(pos)
    assert pos.to_data() == before


def test_s43_21_3_a_chain_of_adjacent_zones_leads_to_a_source():
    pos = position({10: "1C"})
    assert is_supplied(pos, "axis", 13)
    assert is_supplied(pos, "axis", 14)


@pytest.mark.parametrize("enemy", ["1C", "AL-P1", "AL-T1"])
def test_s43_21_3_an_enemy_land_or_air_force_cuts_it(enemy):
    pos = position({9: enemy, 10: "1C"})
    assert not is_supplied(pos, "axis", 11)
    assert is_supplied(pos, "axis", 8)


def test_s43_21_3_partisans_and_lines_do_not_cut_it():
    pos = position({9: "AL-G1", 7: "AL-G2", 10: "1C"})
    assert is_supplied(pos, "axis", 11)
    inland = position({3: "1C", 4: "AX-L1", 1: "AX-L2"}, allied=[5])
    assert is_supplied(inland, "allied", 1)


def test_s43_21_3_control_of_the_zones_between_does_not_matter():
    pos = position({}, allied=[9, 10])
    assert is_supplied(pos, "axis", 11)


def test_s43_21_3_no_enemy_at_either_end():
    pos = position({10: "1C", 5: "axis 1C"})
    assert not is_supplied(pos, "axis", 10)
    held_source = position({1: "1C", 4: "1C"}, allied=[])
    assert not is_supplied(held_source, "axis", 7)


def test_s43_21_3_length_does_not_matter():
    pos = position({}, removed=ITALIAN)
    assert set(supplied_zones(pos, "axis")) == set(range(1, 15))


def test_s43_21_4_allied_sources_are_coastal_zones_they_control():
    pos = position({3: "1C"}, allied=[2, 17])
    assert sources(pos, "allied") == (2, 17)
    assert is_supplied(pos, "allied", 3)


def test_s43_21_4_forces_on_a_coast_are_always_supplied():
    for zone in facts().zones.values():
        if zone.coastal:
            near = dict.fromkeys(zone.neighbours, "axis 1C")
            pos = position({zone.number: "allied 1C"} | near)
            assert is_supplied(pos, "allied", zone.number)


def test_s43_21_4_inland_forces_need_a_chain():
    pos = position({4: "1C", 1: "axis 1C", 3: "axis 1C", 5: "axis 1C", 7: "axis 1C"})
    assert not is_supplied(pos, "allied", 4)


def test_s43_21_5_axis_sources_are_inland_stars_the_axis_controls():
    assert sources(sample_position(), "axis") == (1, 4)
    assert sources(position({4: "1C"}), "axis") == (1,)
    assert sources(position({}, allied=[1]), "axis") == (4,)


def test_s43_21_6_the_italian_fleet_supplies_africa_sardinia_and_corsica():
    pos = position({17: "axis 2C", 18: "axis 1C", "sea": "AX-FI(e)"})
    assert italian_fleet_sails(pos)
    assert [z for z in (15, 16, 17, 18, 19, 20, 21) if not is_supplied(pos, "axis", z)] == []
    assert unsupplied_forces(pos) == ()


def test_s43_21_6_it_does_not_supply_sicily():
    pos = position({14: "axis 1C", 13: "1C"})
    assert not is_supplied(pos, "axis", 14)


def test_s43_21_6_it_supplies_the_axis_only():
    pos = position({4: "1C", 1: "axis 1C", 3: "axis 1C", 5: "axis 1C", 7: "axis 1C"})
    assert is_supplied(pos, "axis", 15)
    assert not is_supplied(pos, "allied", 4)
    assert supplied_zones(position({}), "allied") == ()


def test_s43_21_7_without_the_fleet_they_need_a_chain():
    pos = position({15: "axis 1C", 18: "axis 1C", 16: "axis 1C"}, removed=ITALIAN)
    assert not italian_fleet_sails(pos)
    assert [zone for _, zone, _ in unsupplied_forces(pos)] == [15, 16, 18]


def test_s43_21_8_allied_forces_in_09_and_10_starve_the_south():
    pos = position(
        {
            9: "1C",
            10: "1C AL-T1",
            11: "axis 2C AX-TI",
            12: "axis 1C AX-P2",
            13: "axis 1C 1H",
            14: "axis AX-E1",
            7: "axis 1C",
        }
    )
    assert unsupplied_forces(pos) == (
        ("axis", 11, Force(2, 0, ("AX-TI",))),
        ("axis", 12, Force(1, 0, ("AX-P2",))),
        ("axis", 13, Force(2, 1)),
        ("axis", 14, Force(0, 0, ("AX-E1",))),
    )


def test_s43_21_8_allied_forces_only_in_10_leave_the_way_over_09():
    pos = position({10: "1C", 11: "axis 2C", 12: "axis 1C", 13: "axis 1C"})
    assert unsupplied_forces(pos) == ()


def test_s43_21_8_both_sides_are_looked_at_in_the_same_position():
    """Two forces that cut each other off are both out of supply."""
    pos = position(
        {
            4: "1C",
            3: "axis 1C",
            1: "1C",
            5: "axis 1C",
            7: "axis 1C",
            2: "axis 1C",
            6: "axis 1C",
        }
    )
    found = unsupplied_forces(pos)
    assert [(side, zone) for side, zone, _ in found] == [
        ("allied", 1),
        ("allied", 4),
        ("axis", 2),
        ("axis", 3),
        ("axis", 5),
        ("axis", 6),
        ("axis", 7),
    ]


def test_s43_21_9_lines_partisans_and_sea_forces_need_no_supply():
    pos = position({11: "AX-L1; AL-G1", 9: "1C", 10: "1C"}, removed=ITALIAN)
    assert not is_supplied(pos, "axis", 11)
    assert unsupplied_forces(pos) == ()
