"""Section 3: set-up; and the position of section 31.1."""

import json
import re
from dataclasses import replace

import pytest

from pbem.games.italy1943.facts import Placement
from pbem.games.italy1943.limits import excesses
from pbem.games.italy1943.pieces import POOL
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.setup import (
    OPTIONS,
    Deployment,
    axis_default,
    deploy,
    deployment_refusals,
    sample_start,
    standard_start,
    start,
)
from pbem.games.italy1943.steps import Step
from support.italy1943 import ROOT, facts, raw_file, sample_position, shorthand, standard_position


def bare():
    return standard_start(facts())


def default_order():
    return axis_default(facts()).order()


def refusals(order):
    found = deployment_refusals(facts(), Deployment.from_order(order), "/orders/0")
    return [(refusal.code, refusal.clause, refusal.at) for refusal in found]


def put(order, zone):
    """The entry of `place` for a zone, added if the zone has none."""
    for each in order["place"]:
        if each["zone"] == zone:
            return each
    order["place"].append({"zone": zone})
    return order["place"][-1]


@pytest.mark.parametrize("zone", [19, 20, 21])
def test_s43_3_1_four_cubes_a_tank_and_a_plane_in_each_allied_star_zone(zone):
    assert shorthand(bare(), "allied", zone) == "4C T P"
    assert bare().control[zone] == "allied"


def test_s43_3_1_in_all_12_cubes_3_tanks_3_planes():
    pos = bare()
    assert pos.pool_cubes("allied") == 23 - 12
    zones = [zone for zone in facts().zones if pos.force("allied", zone).size]
    assert zones == [19, 20, 21]
    assert all(pos.force("allied", zone).size == 6 for zone in zones)


def test_s43_3_2_the_allied_fleets_are_at_sea_engaged():
    assert bare().counters("allied", "sea") == ("AL-FUS", "AL-FUK")
    assert shorthand(bare(), "allied", "sea") == "f f"


def test_s43_3_3_all_other_allied_forces_are_in_the_pool():
    assert shorthand(bare(), "allied", POOL) == "11C T X P P G G"


def test_s43_3_4_the_axis_in_africa():
    pos = bare()
    assert shorthand(pos, "axis", 17) == "3C T P"
    assert shorthand(pos, "axis", 16) == "2C T"
    assert pos.lines == {17: "AX-L1"}


def test_s43_3_5_all_remaining_axis_forces_are_placed():
    assert shorthand(bare(), "axis", POOL) == "18C T T T E E P P P"
    pos = standard_position()
    assert shorthand(pos, "axis", POOL) == ""
    assert pos.pool_lines() == ()
    assert not list(excesses(pos, "axis"))


def test_s43_3_5_everything_else_goes_to_europe():
    pos = standard_position()
    europe = [zone.number for zone in facts().zones.values() if zone.region != "africa"]
    assert len(europe) == 16
    assert sum(pos.stack("axis", zone).cubes for zone in europe) == 18


def test_s43_3_6_the_axis_chooses_which_counters_stand_in_africa():
    order = default_order()
    order["swap"] = [{"in": "AX-TI", "out": "AX-T1"}, {"in": "AX-PI", "out": "AX-P1"}]
    put(order, 11)["counters"] = ["AX-T1"]
    put(order, 4)["counters"] = ["AX-P1"]
    assert refusals(order) == []
    pos = bare()
    deploy(pos, Deployment.from_order(order))
    assert pos.counters("axis", 17) == ("AX-TI", "AX-PI")
    assert pos.counters("axis", 11) == ("AX-T1",)
    assert shorthand(pos, "axis", POOL) == ""


def test_s43_3_7_the_italian_fleet_and_the_u_boat_are_at_sea_ready():
    assert bare().counters("axis", "sea") == ("AX-FI", "AX-U1")
    assert shorthand(bare(), "axis", "sea") == "F U"


def test_s43_3_8_tracks():
    pos = bare()
    assert (pos.turn, pos.impulse) == (1, 1)
    assert pos.naval_points == {"allied": 6, "axis": 2}


def test_s43_3_9_six_event_tokens_each():
    assert bare().tokens == {"allied": 6, "axis": 6}


def test_s43_3_10_the_deployment_comes_before_the_initiative_roll_of_turn_1():
    assert bare().step_id == "t1/setup"
    assert bare().initiative is None


def test_s43_3_11_the_default_deployment_is_legal_and_written_as_an_order():
    default = axis_default(facts())
    assert deployment_refusals(facts(), default, "/orders/0") == []
    assert Deployment.from_order(default.order()) == default
    assert default.order()["place"][9] == {
        "zone": 10,
        "cubes": 2,
        "counters": ["AX-T4", "AX-P3"],
        "line": "AX-L2",
    }


def test_s43_3_11_the_default_is_that_of_the_set_up_file():
    pos = standard_position()
    for stack in raw_file("setup")["axis_default"]:
        here = pos.force("axis", stack["zone"])
        assert here.cubes == stack["cubes"]
        assert sorted(here.counters) == sorted(stack["counters"])


def test_s43_o01_a_zone_may_be_named_twice():
    order = default_order()
    put(order, 2)["cubes"] = 1
    order["place"].append({"zone": 2, "cubes": 1})
    assert refusals(order) == []
    pos = bare()
    deploy(pos, Deployment.from_order(order))
    assert shorthand(pos, "axis", 2) == "2C"


def cube_missing(order):
    put(order, 2)["cubes"] = 1


def cube_too_many(order):
    put(order, 2)["cubes"] = 3


def counter_missing(order):
    put(order, 1)["counters"] = []


def counter_twice(order):
    put(order, 2)["counters"] = ["AX-E2"]


def fixed_counter(order):
    put(order, 2)["counters"] = ["AX-T1"]


def line_missing(order):
    del put(order, 10)["line"]


def line_in_two_zones(order):
    put(order, 11)["line"] = "AX-L2"


TOTAL = ("E_SETUP_TOTAL", "S43-3.5", "/orders/0/place")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (cube_missing, "17 cubes are placed, but 18 have to be"),
        (cube_too_many, "19 cubes are placed, but 18 have to be"),
        (counter_missing, "not placed yet: AX-E2"),
        (counter_twice, "placed more than once: AX-E2"),
        (fixed_counter, "not yours to place: AX-T1"),
        (line_missing, "not placed yet: AX-L2"),
        (line_in_two_zones, "not placed yet: AX-L3"),
    ],
)
def test_code_e_setup_total(change, sentence):
    order = default_order()
    change(order)
    assert TOTAL in refusals(order)
    found = deployment_refusals(facts(), Deployment.from_order(order), "/orders/0")
    assert sentence in [refusal.text for refusal in found]


def test_code_e_setup_total_counts_what_swaps_free():
    order = default_order() | {"swap": [{"in": "AX-TI", "out": "AX-T1"}]}
    found = deployment_refusals(facts(), Deployment.from_order(order), "/orders/0")
    assert [refusal.text for refusal in found] == [
        "not placed yet: AX-T1",
        "not yours to place: AX-TI",
    ]


def test_code_e_setup_zone_africa():
    order = default_order()
    put(order, 1)["zone"] = 16
    assert refusals(order) == [("E_SETUP_ZONE", "S43-3.5", "/orders/0/place/0/zone")]


@pytest.mark.parametrize(
    ("swap", "sentence"),
    [
        ({"in": "AX-PI", "out": "AX-T1"}, "AX-PI and AX-T1 are not of the same kind"),
        ({"in": "AX-T3", "out": "AX-T4"}, "AX-T4 does not stand in Africa"),
        ({"in": "AX-T2", "out": "AX-T1"}, "AX-T2 is not one of the counters you place"),
    ],
)
def test_code_e_setup_swap(swap, sentence):
    order = default_order() | {"swap": [swap]}
    found = deployment_refusals(facts(), Deployment.from_order(order), "/orders/0")
    assert (found[0].code, found[0].at) == ("E_SETUP_SWAP", "/orders/0/swap/0")
    assert found[0].text.startswith(sentence)


def test_code_e_setup_swap_twice():
    order = default_order()
    order["swap"] = [{"in": "AX-TI", "out": "AX-T1"}, {"in": "AX-TI", "out": "AX-T2"}]
    found = deployment_refusals(facts(), Deployment.from_order(order), "/orders/0")
    assert (found[0].code, found[0].text) == ("E_SETUP_SWAP", "AX-TI is swapped twice")


def test_code_e_stack_at_once():
    order = default_order()
    for zone in (2, 3, 4, 5):
        put(order, 12)["cubes"] += put(order, zone).pop("cubes")
    assert ("E_STACK", "S43-2.17", "/orders/0/place") in refusals(order)


def test_code_e_tanks_at_once():
    order = default_order()
    put(order, 10)["counters"] = ["AX-T3", "AX-T4", "AX-TI", "AX-P3"]
    put(order, 11)["counters"] = []
    put(order, 14)["counters"] = ["AX-E1"]
    assert refusals(order) == [("E_TANKS", "S43-2.19", "/orders/0/place")]


def test_code_e_line_twice():
    order = default_order()
    del put(order, 11)["line"]
    order["place"].append({"zone": 10, "line": "AX-L3"})
    assert refusals(order) == [("E_LINE_TWICE", "S43-2.20", "/orders/0/place")]


def test_code_e_zone_unknown_e_counter_unknown_e_not_yours():
    order = {
        "place": [{"zone": 22, "cubes": 18, "counters": ["AX-T9", "AL-T1"], "line": "AX-L9"}],
        "swap": [{"in": "AX-T8", "out": "AX-T1"}],
    }
    assert refusals(order) == [
        ("E_ZONE_UNKNOWN", "S43-2.1", "/orders/0/place/0/zone"),
        ("E_COUNTER_UNKNOWN", "S43-1.10", "/orders/0/place/0/counters/0"),
        ("E_NOT_YOURS", "S43-3.5", "/orders/0/place/0/counters/1"),
        ("E_COUNTER_UNKNOWN", "S43-1.10", "/orders/0/place/0/line"),
        ("E_COUNTER_UNKNOWN", "S43-1.10", "/orders/0/swap/0/in"),
    ]


def test_section_31_1_the_option_start_chooses_the_position():
    assert start(facts(), {}) == start(facts(), {"start": "standard"}) == bare()
    begun = replace(sample_start(facts()), step=Step("begin"))  # 28.23
    assert start(facts(), {"start": "sample"}) == begun
    assert list(OPTIONS.faults({"start": "sample"})) == []
    assert [fault.pointer for fault in OPTIONS.faults({"start": "1944"})] == ["/start"]


def test_section_31_1_the_position_of_the_sample():
    pos = sample_position()
    assert pos.step_id == "t2/initiative"
    assert pos.naval_points == {"allied": 6, "axis": 2}
    assert pos.tokens == {"allied": 6, "axis": 6}
    allied = {zone: shorthand(pos, "allied", zone) for zone in (17, 20, 16, "sea", "pool")}
    assert allied == {
        17: "2C T",
        20: "3C P",
        16: "2C T P",
        "sea": "F F",
        "pool": "16C T T X P P P G G",
    }
    axis = {zone: shorthand(pos, "axis", zone) for zone in (14, 15, 13, 10, "sea", "pool")}
    assert axis == {
        14: "1C T E",
        15: "1C P",
        13: "",
        10: "2C T P",
        "sea": "F U",
        "pool": "5C T T P",
    }
    assert pos.lines == {10: "AX-L2", 11: "AX-L3"}
    assert pos.engaged == set()


def test_section_31_1_the_rest_of_the_axis_stands_as_in_the_default():
    pos, default = sample_position(), standard_position()
    for zone in range(1, 16):
        assert pos.force("axis", zone) == default.force("axis", zone)


def test_section_31_1_the_rule_file_holds_what_the_catalogue_prints():
    catalogue = (ROOT / "docs" / "rules" / "1943-1945.md").read_text("utf-8")
    section = catalogue.split("The initial position as data")[1]
    printed = json.loads(re.search(r"```json\n(.*?)```", section, re.DOTALL)[1])
    dice = printed.pop("dice")
    assert sum(len(faces) for faces in dice.values()) == 16
    assert Position.from_data(facts(), printed) == sample_position()
    assert {name: facts().sample[name] for name in printed} == printed


def test_section_31_1_cubes_on_the_board_and_in_the_pool():
    pos = sample_position()
    assert [pos.pool_cubes(side) for side in ("allied", "axis")] == [16, 5]
    placed = {side: sum(s.cubes for s in pos.stacks[side].values()) for side in pos.stacks}
    assert placed == {"allied": 7, "axis": 18}


def test_s43_3_5_a_placement_may_be_a_line_alone():
    pos = bare()
    deploy(pos, Deployment((Placement(9, 0, (), "AX-L2"),)))
    assert pos.lines[9] == "AX-L2"
