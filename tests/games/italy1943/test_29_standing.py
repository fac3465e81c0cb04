"""Standing documents (29.1, O20): form, seat, board and topic."""

import pytest

from pbem.games.italy1943.rules import Italy1943
from support.italy1943 import facts

RULES = Italy1943(facts())


def check(seat, policies, topic=""):
    return [(r.code, r.at) for r in RULES.check_standing(seat, topic, policies)]


def policy(decision, value, **more):
    return [{"decision": decision, "value": value, **more}]


def test_s43_29_1_one_policy_of_every_value_form():
    shared = [
        {
            "decision": "bomb",
            "where": [11],
            "if": {"trigger": "enters", "moving": {">=": 3}},
            "value": {"use": ["AL-P2", "plane"], "max": 1},
        },
        {
            "decision": "intercept_transport",
            "if": {"carried": {">=": 2}},
            "value": {"use": ["uboat", "AX-FI"], "max": 2},
        },
        {
            "decision": "losses",
            "where": [10, 11],
            "if": {"any": [{"round": {">=": 2}}, {"own:cube": {"<=": 1}}]},
            "value": ["cube:1/round", "retreat"],
        },
        {
            "decision": "convert",
            "value": [
                {"kind": "elite", "zone": 10},
                {"kind": "plane", "zone": 4, "counter": "AX-P3"},
            ],
        },
        {"decision": "retreat", "value": "ask"},
        {"decision": "*", "value": "default"},
    ]
    partisan = {
        "decision": "partisan",
        "if": {"zone": 8, "enemy:cube": {">=": 2}},
        "value": {"use": ["AL-G1"], "from": [8]},
    }
    elite = {"decision": "elite", "if": {"losses": 0}, "value": "inflict", "as": "free-shot"}
    assert check("allied", [partisan, *shared]) == []
    assert check("axis", [elite, *shared]) == []


@pytest.mark.parametrize(
    ("policies", "at"),
    [
        (policy("attack", "always"), "/policies/0/decision"),
        (policy("stop_battle", "sometimes"), "/policies/0/value"),
        (policy("bomb", {"use": ["zeppelin"]}), "/policies/0/value/use/0"),
        (policy("bomb", {}, **{"if": {"weather": 3}}), "/policies/0/if/weather"),
        (policy("reinforce", "always"), "/policies/0/value"),
        ({"decision": "*", "value": "ask"}, "/policies"),
    ],
)
def test_s43_o20_an_unknown_word_fact_value_or_piece_is_refused(policies, at):
    ((code, place),) = check("axis", policies)
    assert (code, place) == ("E_POLICY", at)


@pytest.mark.parametrize(
    ("seat", "word", "value"),
    [
        ("allied", "new_line", {"to": [10]}),
        ("allied", "elite", "absorb"),
        ("allied", "kesselring", "always"),
        ("allied", "setup", "default"),
        ("allied", "intercept_landing", "never"),
        ("axis", "overlord", "AL-FUS"),
        ("axis", "drop", "always"),
        ("axis", "strangle", {"to": [10]}),
        ("axis", "operational", {"to": ["sea"]}),
        ("axis", "partisan", "never"),
    ],
)
def test_s43_29_2_a_decision_that_the_seat_never_has_is_refused(seat, word, value):
    assert check(seat, policy(word, value)) == [("E_POLICY", "/policies/0/decision")]
    other = {"allied": "axis", "axis": "allied"}[seat]
    assert check(other, policy(word, value)) == []


@pytest.mark.parametrize(
    ("policies", "at"),
    [
        (policy("losses", ["cube"], where=[14, 40]), "/policies/0/where/1"),
        (policy("retreat_to", [13, 40]), "/policies/0/value/1"),
        (policy("reinforce", {"to": [40]}), "/policies/0/value/to/0"),
        (policy("convert", [{"kind": "tank", "zone": 40}]), "/policies/0/value/0/zone"),
        (
            policy("bomb", {}, **{"if": {"not": {"zone": 40, "star": True}}}),
            "/policies/0/if/not/zone",
        ),
        (
            policy("bomb", {}, **{"if": {"all": [{"zone": 40, "star": True}]}}),
            "/policies/0/if/all/0/zone",
        ),
    ],
)
def test_s43_2_1_a_zone_that_the_board_has_not_is_refused(policies, at):
    assert check("axis", policies) == [("E_ZONE_UNKNOWN", at)]


@pytest.mark.parametrize("topic", ["", "turn", "windows", "zone:1", "zone:21"])
def test_s43_29_1_the_topics(topic):
    assert check("axis", [{"decision": "*", "value": "ask"}], topic) == []


@pytest.mark.parametrize("topic", ["zone:22", "zone:07", "losses", "Turn"])
def test_s43_29_1_other_topics_are_refused(topic):
    assert check("axis", [], topic) == [("E_POLICY", "/topic")]


@pytest.mark.parametrize(
    ("topic", "word", "value", "fits"),
    [
        ("turn", "initiative", "self", True),
        ("turn", "losses", ["cube"], False),
        ("windows", "bomb", "never", True),
        ("windows", "logistics", "never", False),
        ("zone:14", "losses", ["cube"], True),
        ("zone:14", "kesselring", "never", False),
        ("", "losses", ["cube"], True),
    ],
)
def test_s43_29_1_a_policy_that_its_topic_is_never_read_for_is_refused(topic, word, value, fits):
    wrong = check("axis", policy(word, value), topic)
    assert wrong == ([] if fits else [("E_POLICY", "/policies/0/decision")])
