"""Section 2: board, control, stacking."""

import pytest

from pbem.games.italy1943.control import (
    friendly_zones,
    is_controlled_by,
    is_empty,
    is_enemy_controlled_and_empty,
    is_enemy_occupied,
    is_friendly,
    set_control,
)
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.limits import (
    Excess,
    destinations,
    excess,
    excesses,
    may_take_line,
    movable,
    room,
    stacked,
    tanks,
)
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement_phase import reinforce
from pbem.games.italy1943.supply import supplied_zones
from support.italy1943 import facts, position, sample_position, shorthand, standard_position
from support.running import run

LAST_OF_19 = {"from": 19, "cubes": 1}


def numbers(fits):
    return [zone.number for zone in facts().zones.values() if fits(zone)]


def test_s43_2_1_zones_are_numbered_and_adjacent_both_ways():
    zones = facts().zones
    assert list(zones) == list(range(1, 22))
    assert zones[7].neighbours == (4, 5, 6, 8, 9)
    assert all(a in zones[b].neighbours for a in zones for b in zones[a].neighbours)


def test_s43_2_2_a_white_arrow_is_a_border():
    sicily, calabria = facts().zone(14), facts().zone(13)
    assert sicily.arrows == (13,)
    assert sicily.neighbours == (13,)
    assert calabria.neighbours == (11, 12, 14)
    assert facts().zone(15).neighbours == (18,)


def test_s43_2_3_the_sea_holds_the_sea_forces_of_both_sides():
    pos = position({"sea": "AX-FI(e)"})
    assert shorthand(pos, "allied", "sea") == "F F"
    assert shorthand(pos, "axis", "sea") == "f U"
    assert "sea" not in pos.control
    assert list(excesses(pos, "allied")) == []


@pytest.mark.parametrize(
    ("place", "counter"), [("10", "AX-FI"), ("sea", "AX-T1"), ("dropped", "AX-T1")]
)
def test_s43_2_3_no_other_force_is_at_sea_and_no_fleet_ashore(place, counter):
    data = position({}, removed=["AX-FI"]).to_data() | {"removed": []}
    if place == "sea":
        data["axis"]["sea"] += ["AX-FI", counter]
    else:
        data["axis"][place] = [counter] if place == "dropped" else {"counters": [counter]}
        data["axis"]["sea"] += [] if counter == "AX-FI" else ["AX-FI"]
    with pytest.raises(ValueError, match=f"{counter} cannot be there"):
        Position.from_data(facts(), data)


def test_s43_2_4_dotted_zones_are_no_zones():
    known = facts()
    assert dict(known.dotted) == {"switzerland": "Switzerland", "balkans": "Balkans"}
    names = [zone.name for zone in known.zones.values()]
    assert not set(names) & set(known.dotted.values())
    assert set(standard_position().control) == set(known.zones)


def test_s43_2_5_a_range_line_may_cross_a_dotted_zone():
    """Milan and Munich lie on two sides of the Alps; Turin reaches Venice over Switzerland."""
    assert 4 in facts().zone(1).range_short
    assert 5 in facts().zone(3).range_short
    assert 5 not in facts().zone(3).neighbours


def test_s43_2_6_coastal_zones():
    assert numbers(lambda zone: not zone.coastal) == [1, 3, 4]


def test_s43_2_7_all_stars_are_under_axis_control_at_the_start():
    stars = numbers(lambda zone: zone.star)
    assert stars == [1, 2, 4, 7, 10, 11, 14, 17]
    pos = standard_position()
    assert all(is_controlled_by(pos, "axis", zone) for zone in stars)


def test_s43_2_8_airports():
    assert numbers(lambda zone: zone.airport) == [1, 4, 10, 12, 14, 15, 17, 19]


def test_s43_2_9_mountains():
    assert numbers(lambda zone: zone.mountain) == [1, 6, 8, 9, 13, 18]


def test_s43_2_10_triangles():
    assert numbers(lambda zone: zone.triangle) == [3, 4, 5, 6, 7, 8]


def test_s43_2_11_the_axis_symbol_is_in_munich():
    assert numbers(lambda zone: zone.axis_symbol) == [1]
    assert facts().zone(1).title == "01 Munich"


def test_s43_2_12_three_allied_stars():
    assert numbers(lambda zone: zone.allied_start) == [19, 20, 21]


def test_s43_2_13_no_position_has_both_sides_in_a_zone():
    data = position({14: "2C"}).to_data()
    data["axis"]["14"] = {"cubes": 1}
    with pytest.raises(ValueError, match="14 Sicily is allied"):
        Position.from_data(facts(), data)


def test_s43_2_13_a_partisan_stands_in_an_axis_zone():
    pos = position({7: "axis 2C; AL-G1"})
    assert is_controlled_by(pos, "axis", 7)
    assert not is_enemy_occupied(pos, "axis", 7)
    assert is_friendly(pos, "axis", 7)


def test_s43_2_14_at_the_start_zones_with_allied_forces_are_allied():
    pos = standard_position()
    assert [zone for zone, side in pos.control.items() if side == "allied"] == [19, 20, 21]


def test_s43_2_14_a_zone_belongs_to_the_last_land_force_in_it():
    pos = position({20: "2C", 21: "1C"})
    assert set_control(pos, "allied", 16)
    pos.move_forces("allied", Force(1), 20, 21)
    assert is_controlled_by(pos, "allied", 16)
    assert is_empty(pos, 16)
    assert not set_control(pos, "allied", 16)


def test_s43_2_14_forces_stand_in_zones_of_their_side_only():
    data = position({14: "2C"}).to_data() | {"control_allied": []}
    with pytest.raises(ValueError, match="14 Sicily is axis"):
        Position.from_data(facts(), data)


def test_s43_2_14_no_line_stands_in_an_allied_zone():
    data = position({14: "2C"}).to_data()
    data["axis"]["14"] = {"line": "AX-L1"}
    with pytest.raises(ValueError, match="no line stands in an Allied zone"):
        Position.from_data(facts(), data)


def test_s43_2_15_pieces_alone_never_change_control():
    pos = position({17: "AL-P1", 7: "axis 1C"}, allied=[20])
    pos.move_forces("allied", Force(counters=("AL-P1",)), 17, 20)
    pos.place_counter("AL-G1", 7)
    pos.eliminate_cube("axis", 7)
    supplied_zones(pos, "allied")
    assert is_controlled_by(pos, "allied", 17)
    assert is_controlled_by(pos, "allied", 20)
    assert is_controlled_by(pos, "axis", 7)


BOMB_16 = {"do": "bomb", "plane": "AL-P2", "zone": 16}


@pytest.mark.parametrize(
    ("entry", "dice"),
    [
        ({"do": "fly", "plane": "AL-P2", "to": 17}, {}),
        ({"do": "partisan_move", "partisan": "AL-G1", "to": 8}, {}),
        ({"do": "partisan_use", "partisan": "AL-G1", "from": 9}, {}),
        ({"do": "transport", "from": 19, "to": 17, "cubes": 1}, {}),
        (BOMB_16, {"t2/i1/bomb:16/AL-P2": [6]}),
        ({"do": "landing", "zone": 13, "fleets": ["AL-FUS"], "forces": [LAST_OF_19]}, {}),
    ],
    ids=lambda value: value.get("do", "") if isinstance(value, dict) else "",
)
def test_s43_2_15_nothing_but_a_land_force_that_enters_changes_control(entry, dice):
    """Zones are left empty, emptied, flown to and sailed past: nobody's colour changes."""
    pos = position(
        {
            20: "AL-P2",
            19: "1C",
            17: "1C",
            16: "axis 1C",
            1: "axis 1C",
            7: "axis 1C; AL-G1",
            9: "axis 1C",
            11: "axis AX-P1",
            13: "axis 1C",
        }
    )
    dice = dice or {}
    if entry["do"] == "landing":
        dice = {
            "t2/i1/landing:13/bombard/AL-FUS": [1],
            "t2/i1/combat:13/round:1/attacker": [1],
            "t2/i1/combat:13/round:1/defender": [1],
        }
    done = run(
        play_impulse,
        pos,
        answers={"t2/i1/orders": [entry]},
        standing={
            "allied": [
                {"decision": "break_off", "value": "always"},
                {"decision": "return_to", "value": [17]},
                {"decision": "*", "value": "default"},
            ],
            "axis": [{"decision": "*", "value": "default"}],
        },
        dice=dice,
    )
    assert "entry_skipped" not in done.told
    assert done.pos.control == pos.control


def test_s43_2_15_a_zone_that_planes_have_left_keeps_its_controller():
    pos = position({10: "2C", 11: "AX-P1", 1: "axis 1C"})
    done = run(
        play_impulse,
        pos,
        answers={
            "t2/i1/orders": [{"do": "attack", "zone": 11, "forces": [{"from": 10, "cubes": 2}]}]
        },
        standing={
            "allied": [
                {"decision": "advance", "value": "none"},
                {"decision": "*", "value": "default"},
            ],
            "axis": [
                {"decision": "planes_leave", "value": {"to": [4]}},
                {"decision": "*", "value": "default"},
            ],
        },
    )
    assert shorthand(done.pos, "axis", 4) == "p"
    assert done.pos.control == pos.control


def test_s43_2_15_a_partisan_that_is_bought_changes_no_control():
    pos = position(
        {10: "2C", 1: "axis 1C"},
        turn=6,
        step="reinforce/allied",
        removed=("AX-FI", "AX-TI", "AX-PI"),
    )
    orders = [
        {"do": "reinforce", "place": []},
        {"do": "convert", "zone": 10, "kind": "partisan", "to": 7},
    ]
    done = run(reinforce, pos, answers={"t6/reinforce/allied/orders": orders})
    assert (done.pos.place_of("AL-G1"), done.pos.control) == (7, pos.control)


@pytest.mark.parametrize(
    ("stack", "allied", "friendly_axis", "occupied_for_allied", "empty_enemy_for_allied"),
    [
        ("axis 1C", [], True, True, False),
        ("axis AX-P2", [], True, True, False),
        ("", [], True, False, True),
        ("AL-G1", [], True, False, True),
        ("AX-L1", [], True, False, True),
        ("1C", [8], False, False, False),
        ("AL-P1", [8], False, False, False),
        ("", [8], False, False, False),
    ],
)
def test_s43_2_16_friendly_occupied_empty(
    stack, allied, friendly_axis, occupied_for_allied, empty_enemy_for_allied
):
    pos = position({8: stack}, allied=allied)
    assert is_friendly(pos, "axis", 8) is friendly_axis
    assert is_enemy_occupied(pos, "allied", 8) is occupied_for_allied
    assert is_enemy_controlled_and_empty(pos, "allied", 8) is empty_enemy_for_allied


def test_s43_2_16_a_zone_with_an_enemy_in_it_is_not_friendly():
    """In the middle of a fight only: the attacker stands in it before control has changed."""
    pos = position({8: "axis 1C"})
    pos.move_forces("axis", Force(1), 8, 9)
    pos.place_cubes("allied", 8, 1)
    assert is_controlled_by(pos, "axis", 8)
    assert not is_friendly(pos, "axis", 8)
    assert is_enemy_occupied(pos, "axis", 8)
    assert 8 not in friendly_zones(pos, "axis")


def test_s43_2_16_friendly_zones_of_the_sample():
    pos = sample_position()
    assert tuple(friendly_zones(pos, "allied")) == (16, 17, 19, 20, 21)
    assert tuple(friendly_zones(pos, "axis")) == (*range(1, 16), 18)


@pytest.mark.parametrize(
    ("stack", "over"),
    [("4C AL-T1 AL-P1", 0), ("5C AL-T1 AL-P1", 1), ("4C AL-T1 AL-P1 AL-PARA", 1), ("9C", 3)],
)
def test_s43_2_17_six_forces(stack, over):
    pos = position({17: stack})
    assert excess(pos, "allied", 17) == Excess("allied", 17, over, 0)


def test_s43_2_17_elites_count():
    assert stacked(position({10: "axis 3C AX-E1 AX-E2"}), "axis", 10) == 5


def test_s43_2_18_lines_partisans_and_sea_forces_do_not_count():
    pos = position({7: "axis 6C AX-L1; AL-G1 AL-G2"})
    assert stacked(pos, "axis", 7) == 6
    assert stacked(pos, "allied", 7) == 0
    assert list(excesses(pos, "axis")) == []


def test_s43_2_19_two_tanks():
    assert excess(position({10: "axis AX-T1 AX-T2"}), "axis", 10).tanks == 0
    pos = position({10: "axis AX-T1 AX-T2(e) AX-TI"})
    assert tanks(pos, "axis", 10) == 3
    assert excess(pos, "axis", 10) == Excess("axis", 10, 0, 1)


def test_s43_2_20_one_line():
    pos = position({10: "AX-L2"})
    assert not may_take_line(pos, 10)
    assert may_take_line(pos, 11)
    with pytest.raises(ValueError, match="AX-L1 cannot be placed in 10"):
        pos.place_line("AX-L1", 10)
    with pytest.raises(ValueError, match="AX-L2 cannot be placed in 11"):
        pos.place_line("AX-L2", 11)


def test_s43_2_21_a_zone_may_hold_more_before_the_test():
    pos = position({17: "2C AL-T1"})
    pos.place_cubes("allied", 17, 4)
    assert shorthand(pos, "allied", 17) == "6C T"
    assert excess(pos, "allied", 17).forces == 1
    assert Position.from_data(facts(), pos.to_data()) == pos
    pos.eliminate("allied", 17, Force(3))
    pos.place_counter("AL-PARA", 17)
    pos.place_counter("AL-P4", 17)
    assert shorthand(pos, "allied", 17) == "3C T X P"
    assert list(excesses(pos, "allied")) == []


def test_s43_2_22_excess_goes_to_adjacent_friendly_zones_with_room():
    pos = position({10: "axis 7C", 8: "axis 6C", 9: "axis 5C", 11: "axis 1C"})
    assert list(destinations(pos, "axis", 10, None)) == [9, 11]
    assert list(destinations(pos, "axis", 10, "elite")) == [9, 11]


def test_s43_2_22_not_into_zones_that_are_not_friendly():
    pos = position({10: "axis 7C", 8: "1C"}, allied=[9])
    assert list(destinations(pos, "axis", 10, None)) == [11]


def test_s43_2_22_a_tank_finds_no_room_where_two_tanks_are():
    pos = position({10: "axis AX-T1 AX-T2 AX-T3", 11: "axis AX-T4 AX-TI"})
    assert list(destinations(pos, "axis", 10, "tank")) == [8, 9]
    assert list(destinations(pos, "axis", 10, None)) == [8, 9, 11]


def test_s43_2_22_planes_may_go_to_any_friendly_zone_with_room():
    pos = position({17: "6C AL-P1", 19: "6C", 20: "1C"}, allied=[15])
    assert list(destinations(pos, "allied", 17, "plane")) == [15, 20]
    assert list(destinations(pos, "allied", 17, "tank")) == [20]


def test_s43_2_22_nothing_stays_where_it_is():
    pos = position({10: "axis AX-T1 AX-T2 AX-T3 AX-P1", 4: "axis 6C"})
    assert list(destinations(pos, "axis", 10, "plane")) == [
        zone for zone in friendly_zones(pos, "axis") if zone not in (4, 10)
    ]


def test_s43_2_25_room_is_what_is_left_of_six():
    pos = position({20: "5C AL-T1", 19: "4C", 17: "8C"})
    assert [room(pos, "allied", zone) for zone in (20, 19, 17, 16)] == [0, 2, 0, 6]


def test_s43_2_26_first_the_active_side_each_in_ascending_order():
    pos = position({20: "7C", 17: "8C", 10: "axis 7C", 4: "axis AX-T1 AX-T2 AX-T3"})
    order = [(over.side, over.zone) for over in excesses(pos, "axis")]
    assert order == [("axis", 4), ("axis", 10), ("allied", 17), ("allied", 20)]
    assert [over.side for over in excesses(pos, "allied")][:2] == ["allied", "allied"]


def test_s43_2_26_a_zone_filled_by_an_earlier_move_counts_as_filled():
    pos = position({8: "axis 7C", 10: "axis 6C"})
    zones = []
    for over in excesses(pos, "axis"):
        zones.append(over.zone)
        if over.zone == 8:
            pos.move_forces("axis", Force(1), 8, 10)
    assert zones == [8, 10]


def test_s43_2_26_held_cubes_are_not_for_the_stacking_move():
    pos = position({8: "axis 3C 4H AX-T3; AL-G1"})
    assert movable(pos, "axis", 8) == Force(3, 0, ("AX-T3",))
