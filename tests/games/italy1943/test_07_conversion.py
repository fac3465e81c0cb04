"""Conversion (section 7), its decision D04 and order O04."""

import pytest

from pbem.games.italy1943 import conversion
from pbem.games.italy1943.conversion import Purchase
from pbem.games.italy1943.reinforcement_phase import reinforce
from support.italy1943 import facts, position, shorthand
from support.running import refused, run

ALLIED = "t2/reinforce/allied/orders"
AXIS = "t2/reinforce/axis/orders"
ITALY = ("AX-FI", "AX-TI", "AX-PI")
NONE = {"do": "reinforce", "place": []}


def allied(stacks=None, **more):
    return position({1: "axis 1C"} | (stacks or {17: "6C"}), step="reinforce/allied", **more)


def axis(stacks=None, **more):
    return position({17: "1C"} | (stacks or {10: "axis 6C"}), step="reinforce/axis", **more)


def convert(kind, zone=17, **more):
    return {"do": "convert", "zone": zone, "kind": kind, **more}


def refusals(pos, *entries):
    return refused(reinforce, pos, {f"{pos.step_id}/orders": [NONE, *entries]})


def test_s43_7_1_conversion_follows_the_reinforcements_and_needs_none():
    done = run(reinforce, allied(), answers={ALLIED: [NONE, convert("tank")]})
    assert shorthand(done.pos, "allied", 17) == "4C T"
    wrong = refusals(allied(), convert("tank"))
    assert wrong == []
    late = {ALLIED: [convert("tank"), {"do": "reinforce", "place": [{"zone": 17, "cubes": 1}]}]}
    assert refused(reinforce, allied(), late) == [("E_ORDER", "/orders/1")]


def test_s43_7_2_fresh_cubes_may_be_converted():
    pos = allied({17: "2C AL-T1"})
    orders = [
        {"do": "reinforce", "place": [{"zone": 17, "cubes": 4}]},
        convert("paratroopers"),
        convert("plane", counter="AL-P4"),
    ]
    done = run(reinforce, pos, answers={ALLIED: orders})
    assert shorthand(done.pos, "allied", 17) == "3C T X P"
    assert done.events_named("cubes_converted")[1] == {
        "event": "cubes_converted",
        "clause": "S43-7.2",
        "side": "allied",
        "zone": 17,
        "cubes": 1,
        "counter": "AL-P4",
        "by": {"source": "answer", "doc": f"doc-{ALLIED}", "at": "/orders"},
    }


def test_s43_7_2_the_zone_must_be_supplied_and_hold_the_cubes():
    cut = allied({17: "1C", 4: "2C", 5: "axis 1C", 7: "axis 1C", 3: "axis 1C"})
    assert refusals(cut, convert("tank", zone=4)) == [("E_NOT_SUPPLIED", "/orders/1/zone")]
    assert refusals(allied({17: "1C"}), convert("tank")) == [("E_NO_CUBES", "/orders/1/kind")]
    assert refusals(allied(), convert("tank", zone=16)) == [("E_NO_CUBES", "/orders/1/kind")]
    assert refusals(allied(), convert("tank", zone=99)) == [("E_ZONE_UNKNOWN", "/orders/1/zone")]


@pytest.mark.parametrize(
    ("side", "costs"),
    [
        ("allied", {"tank": 2, "plane": 1, "paratroopers": 2, "partisan": 1}),
        ("axis", {"tank": 2, "plane": 2, "elite": 1}),
    ],
)
def test_s43_7_3_costs(side, costs):
    assert {kind: price.cubes for kind, price in facts().prices[side].items()} == costs


def test_s43_7_4_s43_7_5_the_cubes_go_to_the_pool_and_the_counter_arrives_ready():
    pos = allied({17: "6C"})
    done = run(reinforce, pos, answers={ALLIED: [NONE, convert("paratroopers")]})
    assert done.pos.pool_cubes("allied") == pos.pool_cubes("allied") + 2
    assert shorthand(done.pos, "allied", 17) == "4C X"


def test_s43_7_5_the_counter_must_be_in_the_pool_the_first_one_by_default():
    pos = allied({17: "4C", 16: "AL-T1"})
    done = run(reinforce, pos, answers={ALLIED: [NONE, convert("tank")]})
    assert done.event("cubes_converted")["counter"] == "AL-T2"
    assert refusals(pos, convert("tank", counter="AL-T1")) == [
        ("E_NO_COUNTER", "/orders/1/counter")
    ]
    none = allied({17: "4C", 16: "AL-PARA"})
    assert refusals(none, convert("paratroopers")) == [("E_NO_COUNTER", "/orders/1/kind")]


@pytest.mark.parametrize(
    ("counter", "code"),
    [("AL-T9", "E_COUNTER_UNKNOWN"), ("AX-T1", "E_NOT_YOURS"), ("AL-P1", "E_NO_COUNTER")],
)
def test_s43_o04_another_counter_than_asked_for_is_refused(counter, code):
    assert refusals(allied(), convert("tank", counter=counter)) == [(code, "/orders/1/counter")]


def test_s43_7_6_any_number_of_cubes_but_one_allied_plane_a_turn():
    orders = [NONE, convert("plane"), convert("tank"), convert("plane")]
    assert refused(reinforce, allied(), {ALLIED: orders}) == [("E_PLANE_LIMIT", "/orders/3/kind")]
    done = run(reinforce, allied(), answers={ALLIED: [NONE, convert("tank"), convert("tank")]})
    assert shorthand(done.pos, "allied", 17) == "2C T T"
    axis_planes = [NONE, *[convert("plane", zone=10)] * 2]
    assert refused(reinforce, axis(), {AXIS: axis_planes}) == []


def test_s43_7_6_the_plane_of_an_event_counts_too():
    pos = allied()
    conversion.convert(pos, "allied", Purchase(17, "plane"))
    wrong = list(conversion.purchase_refusals(pos, "allied", Purchase(17, "plane"), 3))
    assert [refusal.code for refusal in wrong] == ["E_PLANE_LIMIT"]


def test_s43_7_7_counters_never_become_cubes():
    wrong = refused(reinforce, allied(), {ALLIED: [NONE, convert("cube")]})
    assert wrong == [("E_FORMAT", "/orders/1/kind")]


@pytest.mark.parametrize(
    ("side", "kind", "turn", "surrendered", "possible"),
    [
        ("axis", "elite", 2, False, True),
        ("allied", "elite", 2, False, False),
        ("axis", "paratroopers", 2, False, False),
        ("allied", "paratroopers", 4, False, True),
        ("allied", "paratroopers", 5, False, False),
        ("axis", "partisan", 5, True, False),
        ("allied", "partisan", 5, False, False),
        ("allied", "partisan", 5, True, True),
        ("allied", "fleet", 2, False, False),
        ("axis", "uboat", 2, False, False),
    ],
)
def test_s43_7_8_who_can_convert_to_what_and_when(side, kind, turn, surrendered, possible):
    removed = ITALY if surrendered else ()
    pos = position({17: "6C", 10: "axis 6C"}, turn=turn, removed=removed)
    assert (conversion.kind_problem(pos, side, kind) == "") is possible


@pytest.mark.parametrize("kind", ["fleet", "uboat", "line"])
def test_s43_7_8_fleets_u_boat_and_lines_cannot_be_bought(kind):
    assert refusals(axis(), convert(kind, zone=10)) == [("E_FORMAT", "/orders/1/kind")]


def test_s43_7_9_a_partisan_is_paid_here_and_placed_in_an_axis_triangle_zone():
    pos = allied({17: "6C", 3: "1C"}, removed=ITALY)
    done = run(reinforce, pos, answers={ALLIED: [NONE, convert("partisan", to=7)]})
    assert shorthand(done.pos, "allied", 7) == "G"
    assert shorthand(done.pos, "allied", 17) == "5C"
    for to in (3, 10, 99):
        assert refusals(pos, convert("partisan", to=to)) == [("E_PARTISAN_ZONE", "/orders/1/to")]
    assert refusals(pos, convert("partisan")) == [("E_PARTISAN_ZONE", "/orders/1/to")]
    assert refusals(pos, convert("tank", to=7)) == [("E_FORMAT", "/orders/1/to")]


def test_s43_7_10_the_tank_limit_is_not_tested_at_conversion():
    pos = allied({17: "4C AL-T1 AL-T2"})
    done = run(reinforce, pos, answers={ALLIED: [NONE, convert("tank")]})
    assert shorthand(done.pos, "allied", 17) == "2C T T T"


def test_s43_d04_nobody_is_asked_when_nothing_can_be_converted():
    pos = axis({10: "axis 6C"})
    pos.stacks["axis"][11].cubes = 17
    pos.lines = {11: "AX-L1", 12: "AX-L2", 13: "AX-L3"}
    assert run(reinforce, pos).asks == [AXIS]
    for counter in facts().counters_of["axis"]:
        if counter.kind not in ("fleet", "uboat"):
            pos.where[counter.id] = 11
    assert run(reinforce, pos).asks == []


def test_s43_d04_a_policy_is_tried_in_order_and_impossible_wishes_are_passed_over():
    value = [
        {"kind": "elite", "zone": 17},
        {"kind": "elite", "zone": 10},
        {"kind": "plane", "zone": 10, "counter": "AX-P3"},
    ]
    policies = [
        {"decision": "reinforce", "value": {"to": [14]}},
        {"decision": "convert", "value": value},
    ]
    done = run(reinforce, axis({10: "axis 3C"}), standing={"axis": policies})
    assert shorthand(done.pos, "axis", 10) == "E P"
    skipped = done.event("entry_skipped")
    assert (skipped["do"], skipped["at"]) == ("convert", "/policies/1/value/0")


def test_s43_d04_conversions_of_a_policy_see_the_cubes_that_have_just_entered():
    policies = [
        {"decision": "reinforce", "value": {"to": [14]}},
        {"decision": "convert", "value": [{"kind": "elite", "zone": 14}]},
    ]
    done = run(reinforce, axis(), standing={"axis": policies})
    assert shorthand(done.pos, "axis", 14) == "2C E"


def test_s43_d04_a_policy_without_a_possible_wish_is_passed_over():
    policies = [
        {"decision": "reinforce", "value": {"to": [14]}},
        {"decision": "convert", "value": [{"kind": "elite", "zone": 17}]},
        {"decision": "convert", "value": [{"kind": "tank", "zone": 10}]},
    ]
    done = run(reinforce, axis(), standing={"axis": policies})
    assert done.event("policy_passed_over")["by"]["at"] == "/policies/1"
    assert shorthand(done.pos, "axis", 10) == "4C T"


def test_s43_d04_the_default_is_no_conversion():
    done = run(reinforce, axis(), answers={AXIS: None})
    assert done.events_named("cubes_converted") == []
