"""The plan of an attack or landing (O14), its checks, and where it stands (28.5)."""

import pytest

from support.entries import policy
from support.running import FRAME
from support.skirmish import attack, field, landing, refusals, refused, rounds, skirmish, stands

HERE = {20: "3C AL-T1 AL-P2 AL-PARA", 16: "AL-T2(e) AL-P3(e)", 19: "AL-P4", 17: "axis C"}


def wrong(*plan, target=17, forces=None, pos=None, **lasting):
    written = attack(target, forces or {20: "3C AL-T1"}, plan)
    return refused(pos or field(HERE), written, **lasting)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"use": ["AL-P2"]}, None),
        ({"use": ["plane"]}, None),
        ("always", None),
        ({"use": ["AL-P3"]}, "E_ENGAGED"),
        ({"use": ["AL-P4"]}, "E_RANGE"),
        ({"use": ["AL-P5"]}, "E_NOT_THERE"),
        ({"use": ["AX-P1"]}, "E_NOT_YOURS"),
        ({"use": ["AL-T1"]}, "E_POLICY"),
    ],
)
def test_s43_o14_planes_named_without_if_must_be_able_to_support(value, code):
    expected = [(code, "/orders/0/plan/0/value/use/0")] if code else []
    assert wrong(policy("support_plane", value)) == expected


def test_s43_o14_what_is_named_under_a_condition_is_not_looked_at():
    assert wrong(policy("support_plane", {"use": ["AL-P4"]}, if_={"round": 2})) == []


def test_s43_o14_the_airport_limit():
    found = wrong(policy("support_plane", {"use": ["AL-P2"]}), flown={20: {"AL-P1"}})
    assert found == [("E_AIRPORT", "/orders/0/plan/0/value/use/0")]


@pytest.mark.parametrize(
    ("place", "state", "code"),
    [(20, "", None), (20, "(e)", "E_ENGAGED"), (19, "", "E_RANGE")],
)
def test_s43_o14_a_drop_needs_ready_paratroopers_in_range(place, state, code):
    stacks = {20: "C", 17: "axis C"}
    stacks[place] = f"C AL-PARA{state}"
    expected = [(code, "/orders/0/plan/0/value/use/0")] if code else []
    drop = policy("drop", {"use": ["AL-PARA"]})
    assert wrong(drop, forces={20: "C"}, pos=field(stacks)) == expected


def test_s43_o14_an_engaged_tank_does_not_support():
    found = wrong(policy("support_tank", {"use": ["AL-T2"]}), forces={20: "C", 16: "AL-T2"})
    assert found == [("E_ENGAGED", "/orders/0/plan/0/value/use/0")]


@pytest.mark.parametrize(
    ("start", "target", "value", "at"),
    [
        (10, 8, "always", "/orders/0/plan/0/value"),
        (10, 8, {"use": ["AL-T1"]}, "/orders/0/plan/0/value"),
        (10, 8, "never", None),
        (13, 11, {"use": ["AL-T1"]}, "/orders/0/plan/0/value/use/0"),
        (13, 11, "always", None),
        (10, 11, "always", None),
    ],
)
def test_s43_o14_s43_15_11_no_tank_support_in_mountains(start, target, value, at):
    pos = field({start: "C AL-T1", target: "axis C"})
    found = wrong(policy("support_tank", value), target=target, forces={start: "C AL-T1"}, pos=pos)
    assert found == ([("E_MOUNTAIN", at)] if at else [])


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ({"tokens": (0, 6)}, "E_EVENT_NONE"),
        ({"plays": {"allied": {"stop_battle": 2, "reserves": 2}}}, "E_EVENT_MAX"),
    ],
)
@pytest.mark.parametrize("word", ["stop_battle", "reserves"])
def test_s43_o14_an_event_that_cannot_be_played(word, position, code):
    pos = field(HERE, **position)
    assert wrong(policy(word, "always"), pos=pos) == [(code, "/orders/0/plan/0/value")]
    assert wrong(policy(word, "always", if_={"round": 2}), pos=pos) == []
    assert wrong(policy(word, "never"), pos=pos) == []


@pytest.mark.parametrize(
    "plan",
    [
        [{"decision": "bomb", "value": "never"}],
        [{"decision": "retreat", "value": "never"}],
        [{"decision": "*", "value": "default"}],
        [{"decision": "losses", "value": ["boat"]}],
        [{"decision": "losses", "value": ["cube"], "if": {"weather": 1}}],
    ],
)
def test_s43_o14_other_words_have_no_place_in_a_plan(plan):
    _, found = FRAME.read([attack(17, {20: "C"}, plan)], ("attack", "landing"))
    assert [refusal.code for refusal in found] == ["E_POLICY"]
    _, found = FRAME.read([landing(17, "AL-FUS", {20: "C"}, plan)], ("attack", "landing"))
    assert [refusal.code for refusal in found] == ["E_POLICY"]


def test_s43_o14_words_of_the_other_side_and_unknown_zones():
    assert wrong(policy("elite", "hold")) == [("E_POLICY", "/orders/0/plan/0/decision")]
    assert wrong(policy("return_to", [99])) == [("E_ZONE_UNKNOWN", "/orders/0/plan/0/value/0")]
    routes = [20, {"use": ["cube:1"], "to": [99]}]
    assert wrong(policy("return_to", routes)) == [
        ("E_ZONE_UNKNOWN", "/orders/0/plan/0/value/1/to/0")
    ]


@pytest.mark.parametrize(
    "named",
    [
        policy("support_plane", {"use": ["AL-P2"]}),
        policy("drop", {"use": ["AL-PARA"]}),
        policy("support_tank", "always"),
        policy("stop_battle", "never"),
    ],
)
def test_s43_o14_nothing_is_said_of_a_plan_for_a_zone_that_is_not_there(named):
    assert wrong(named, target=99) == [("E_ZONE_UNKNOWN", "/orders/0/zone")]
    written = landing(99, "AL-FUS", {20: "C"}, [named])
    assert ("E_ZONE_UNKNOWN", "/orders/0/zone") in refused(field(HERE), written)


def test_s43_o14_a_plan_holds_for_its_own_combat_only():
    pos = field({13: "2C", 14: "axis C", 11: "axis C"})
    done = skirmish(
        pos,
        attack(14, {13: "C"}, [policy("advance", "none")]),
        attack(11, {13: "C"}),
        dice={**rounds(14, ([6], [1])), **rounds(11, ([6], [1]))},
    )
    assert (stands(done, "allied", 14), stands(done, "allied", 11)) == ("", "1C")


def test_s43_30_a_refusal_names_the_fact_that_fails():
    (refusal,) = refusals(
        field(HERE), attack(17, {20: "3C AL-T1"}, [policy("support_plane", {"use": ["AL-P4"]})])
    )
    assert refusal.text == "17 Tunis is not in range of AL-P4 in 19 Algiers"
    assert refusal.legal == ("19", "20")


def test_s43_28_5_a_policy_whose_value_is_impossible_is_passed_over_and_reported():
    pos = field({20: "C AL-P2", 17: "axis C"})
    plan = [
        policy("support_plane", {"use": ["AL-P3"]}, if_={"round": 1}),
        policy("support_plane", {"use": ["AL-P2"]}),
    ]
    done = skirmish(pos, attack(17, {20: "C"}, plan), dice=rounds(17, ([5], [1])))
    passed = done.event("policy_passed_over")
    assert (passed["decision"], passed["by"]["at"]) == ("support_plane", "/orders/0/plan/0")
    assert done.event("plane_supported")["by"]["at"] == "/orders/0/plan/1"
