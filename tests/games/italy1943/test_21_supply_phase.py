"""The supply phase (21.1, 21.2, 21.8 to 21.10), Logistical Effort (24.6, 24.7, 25.6), D42, O19."""

import pytest

from pbem.games.italy1943 import supply_phase
from pbem.games.italy1943.supply import is_supplied
from support.italy1943 import facts, position, shorthand
from support.running import refusals, refused, run

ALLIED = "t2/supply/logistics/allied"
AXIS = "t2/supply/logistics/axis"
CUT_OFF = {9: "1C", 10: "1C", 11: "axis 2C", 12: "axis 1C AX-P1", 13: "axis 1C", 1: "axis 1C"}
INLAND = {4: "1C", 3: "axis 1C", 5: "axis 1C", 7: "axis 1C", 1: "axis 1C", 17: "1C"}


def at_supply(stacks, **more):
    return position(stacks, step="supply", **more)


def starve(pos, **more):
    return run(supply_phase.test_supply, pos, **more)


def logistics(ask, zone):
    return {ask: [{"do": "logistics", "zone": zone}]}


def test_s43_21_1_s43_21_2_supply_is_looked_up_elsewhere_without_effect_on_forces():
    pos = at_supply(CUT_OFF)
    assert not is_supplied(pos, "axis", 11)
    assert shorthand(pos, "axis", 11) == "2C", "only the supply phase eliminates"


def test_s43_21_8_unsupplied_forces_of_both_sides_are_eliminated_together():
    done = starve(at_supply(CUT_OFF), answers={AXIS: None})
    assert [(e["side"], e["zone"]) for e in done.events] == [
        ("axis", 11),
        ("axis", 12),
        ("axis", 13),
    ]
    assert done.events[1]["force"] == {"cubes": 1, "counters": ["AX-P1"]}
    assert shorthand(done.pos, "axis", 12) == ""
    assert done.pos.place_of("AX-P1") == "pool"


def test_s43_21_8_forces_that_cut_each_other_off_both_go():
    pos = at_supply({4: "1C", 3: "axis 1C", 5: "axis 1C", 7: "axis 1C", 1: "2C", 2: "1C"})
    done = starve(pos, answers={ALLIED: None, AXIS: None})
    gone = {(event["side"], event["zone"]) for event in done.events}
    assert {("allied", 4), ("axis", 5), ("axis", 7)} <= gone


def test_s43_21_8_a_chain_past_rome_holds():
    pos = at_supply({10: "1C", 11: "axis 1C", 4: "axis 1C"})
    assert starve(pos).events == []


def test_s43_21_9_lines_partisans_and_fleets_need_no_supply():
    pos = at_supply({9: "1C", 10: "1C", 11: "axis 1C AX-L1", 13: "AL-G1", 1: "axis 1C"})
    done = starve(pos, answers={AXIS: None})
    assert done.pos.lines == {11: "AX-L1"}
    assert done.pos.place_of("AL-G1") == 13
    assert done.pos.place_of("AX-FI") == "sea"


def test_s43_21_10_s43_25_6_logistics_keeps_the_forces_of_one_zone():
    done = starve(at_supply(CUT_OFF), answers=logistics(AXIS, 12))
    assert shorthand(done.pos, "axis", 12) == "1C P"
    assert shorthand(done.pos, "axis", 11) == ""
    played = done.event("logistics_played")
    assert (played["clause"], played["zone"]) == ("S43-25.6", 12)
    assert done.pos.tokens == {"allied": 6, "axis": 5}
    assert done.pos.plays["axis"] == {"logistics": 1}


def test_s43_23_6_s43_25_6_munich_is_open_to_the_axis_but_there_it_would_save_nothing():
    wrong = refused(supply_phase.test_supply, at_supply(CUT_OFF), logistics(AXIS, 1))
    assert wrong == [("E_EVENT_ZONE", "/orders/0/zone")]


def test_s43_23_6_logistics_has_to_save_something():
    stacks = {**CUT_OFF, 4: "axis 2C"}
    (refusal,) = refusals(supply_phase.test_supply, at_supply(stacks), logistics(AXIS, 4))
    assert (refusal.code, refusal.clause) == ("E_EVENT_ZONE", "S43-23.6")
    assert refusal.legal == ("11", "12", "13")


def test_s43_24_6_the_allies_cannot_play_it_on_munich():
    wrong = refused(supply_phase.test_supply, at_supply(INLAND), logistics(ALLIED, 1))
    assert wrong == [("E_MUNICH", "/orders/0/zone")]
    only_munich = at_supply({1: "1C", 5: "axis 1C", 4: "axis 1C", 17: "1C"})
    done = starve(only_munich)
    assert done.asks == [], "the event could save nobody"
    assert shorthand(done.pos, "allied", 1) == ""


def test_s43_24_7_a_saved_zone_counts_as_supplied_for_nothing_else():
    done = starve(at_supply(INLAND), answers=logistics(ALLIED, 4))
    assert shorthand(done.pos, "allied", 4) == "1C"
    assert not is_supplied(done.pos, "allied", 4)


def test_s43_26_1_the_initiative_player_decides_about_logistics_first():
    stacks = {**INLAND, 15: "axis 1C"}
    pos = at_supply(stacks, initiative="axis", removed=("AX-FI", "AX-TI", "AX-PI"))
    assert starve(pos).asks == [AXIS]
    assert starve(pos, answers={AXIS: None}).asks == [ALLIED]


def test_s43_d42_nobody_is_asked_unless_forces_would_go_and_the_event_can_be_played():
    assert starve(at_supply({17: "1C", 1: "axis 1C"})).asks == []
    assert starve(at_supply(CUT_OFF, tokens=(6, 0))).asks == []
    most = facts().events["axis"]["logistics"].most
    assert starve(at_supply(CUT_OFF, plays={"axis": {"logistics": most}})).asks == []
    (question,) = starve(at_supply(CUT_OFF)).questions
    assert (question.id, question.kind) == (AXIS, "logistics")


def test_s43_d42_a_policy_saves_the_first_of_its_zones_that_would_lose_forces():
    policies = [
        {"decision": "logistics", "value": {"to": [10, 5]}},
        {"decision": "logistics", "value": {"to": [14, 13, 12]}},
    ]
    done = starve(at_supply(CUT_OFF), standing={"axis": policies})
    assert done.event("logistics_played")["zone"] == 13
    assert done.event("policy_passed_over")["by"]["at"] == "/policies/0"


@pytest.mark.parametrize("value", ["never", "default"])
def test_s43_d42_never_and_default_play_nothing(value):
    done = starve(
        at_supply(CUT_OFF), standing={"axis": [{"decision": "logistics", "value": value}]}
    )
    assert done.pos.tokens["axis"] == 6
    assert len(done.events_named("forces_starved")) == 3


@pytest.mark.parametrize(
    ("zone", "code"), [(99, "E_ZONE_UNKNOWN"), (7, "E_EVENT_ZONE"), (10, "E_EVENT_ZONE")]
)
def test_s43_o19_a_zone_without_own_forces_is_refused(zone, code):
    wrong = refused(supply_phase.test_supply, at_supply(CUT_OFF), logistics(AXIS, zone))
    assert wrong == [(code, "/orders/0/zone")]
