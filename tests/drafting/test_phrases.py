"""Orders and policies of 1943-1945 in sentences."""

import pytest

from pbem import registry
from pbem.report.names import names_of
from pbem.report.phrases import Phrases
from pbem.report.wording import words_of
from support.italy1943 import position

GAME = "1943-1945"


@pytest.fixture(scope="module")
def rules():
    return registry.module(GAME).rules


@pytest.fixture(scope="module")
def phrases(rules):
    view = rules.view(position({17: "3C AL-T1 AL-P1", 14: "axis 2C AX-T3 AX-E1"}).to_data())
    return Phrases(names_of(view, words_of(GAME, "")), GAME, "pbem.games.italy1943", "zone")


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (
            {"do": "move", "from": 20, "path": [16, 17], "cubes": 2, "counters": ["AL-T1"]},
            "Move 2 cubes and tank AL-T1 from 20 Bone to 17 Tunis by way of 16 Gabes",
        ),
        ({"do": "fly", "plane": "AL-P1", "to": 17}, "Fly plane AL-P1 to 17 Tunis"),
        (
            {"do": "bomb", "plane": "AL-P1", "zone": 14, "when": "W6:14", "as": "late"},
            "Bomb 14 Sicily with plane AL-P1, right after the combat for 14 Sicily (“late”)",
        ),
        (
            {"do": "event", "event": "operational", "zone": "sea", "if": {"own_tokens": {">": 1}}},
            "Play the event Operational at sea, if the number of your event tokens is more than 1",
        ),
        (
            {"do": "convert", "zone": 17, "kind": "partisan", "to": 7},
            "Convert cubes in 17 Tunis into partisan in 07 Bologna",
        ),
        (
            {"do": "answer", "decision": "losses", "value": ["cube:1", "engage:tank"]},
            "Your losses: at most 1 cube, then engage tanks",
        ),
        ({"do": "answer", "value": "never"}, "no"),
        ({"do": "answer", "value": "always"}, "yes"),
        (
            {"do": "answer", "decision": "retreat", "value": {}},
            "Voluntary retreat: everybody retreats",
        ),
        ({"do": "pass"}, "Pass: do nothing in this impulse"),
        (
            {
                "do": "setup",
                "place": [
                    {"zone": 15, "line": "AX-L2"},
                    {"zone": 8, "cubes": 1},
                    {"zone": 8, "counters": ["AX-E1"]},
                    {"zone": 8, "cubes": 2},
                ],
            },
            "Set up 15 Sardinia: fortified line AX-L2; 08 Florence: 3 cubes and elite AX-E1",
        ),
    ],
)
def test_an_entry_says_what_is_ordered(phrases, entry, sentence):
    assert phrases.entry(entry) == sentence


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ({"decision": "retreat", "value": "never"}, "Voluntary retreat: stay"),
        ({"decision": "*", "value": "ask"}, "Every other decision: stop and ask you"),
        (
            {"decision": "overlord", "value": "default"},
            "The fleet that leaves for Overlord: the default (AL-FUK)",
        ),
        (
            {"decision": "bomb", "where": [14, 15], "value": {"use": ["plane(ready)"], "max": 1}},
            "Bombardment in open windows in 14 Sicily or 15 Sardinia: ready planes; at most 1",
        ),
        (
            {"decision": "elite", "value": {"AX-E1": "absorb"}},
            "The effect of elites: elite AX-E1: absorb a loss",
        ),
        (
            {"decision": "retreat_to", "value": [13, {"use": ["cube:1"], "to": [11]}]},
            "Zones to retreat to: 13 Calabria, else (at most 1 cube; to 11 Naples)",
        ),
        (
            {"decision": "losses", "value": ["cube:1/round", "line", "retreat"], "as": "thin"},
            "Your losses: at most 1 cube a round, then fortified lines, then retreat (“thin”)",
        ),
    ],
)
def test_a_policy_says_what_will_be_done(phrases, policy, sentence):
    assert phrases.policy(policy) == sentence


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ({"round": 1, "side": "defence"}, "the round is 1 and you defend"),
        ({"side": ["attack", "defence"]}, "you attack or you defend"),
        ({"active": False}, "it is the enemy's impulse"),
        ({"turn": [2, 3, 4]}, "the turn is 2, 3 or 4"),
        (
            {"zone": 16, "own:tank(ready)": {">=": 1, "<=": 2}},
            "the number of your ready tanks in 16 Gabes is at least 1 and at most 2",
        ),
        (
            {"any": [{"star": True}, {"not": {"enemy:cube": 0}}]},
            "(there is a star there or not (the number of enemy cubes there is 0))",
        ),
        ({"all": [{"zone": 14, "coastal": True}]}, "there is a coast in 14 Sicily"),
    ],
)
def test_a_condition_says_what_must_hold(phrases, condition, sentence):
    assert phrases.condition(condition) == sentence


def test_every_order_type_decision_and_fact_has_words(rules, phrases):
    for entry in rules.examples.values():
        sentence = phrases.entry(entry)
        assert "{" not in sentence
        assert "_" not in sentence
    for word in (*rules.frame.vocabulary.decisions, "next_combat"):
        assert word in phrases._decisions
    for name in rules.frame.vocabulary.facts:
        assert ":" in name or name in phrases._conditions.facts


@pytest.mark.parametrize("seat", ["allied", "axis"])
def test_every_example_of_a_policy_is_said_without_code(rules, phrases, seat):
    for advice in rules.advice(seat):
        for policy in ({"decision": advice.decision, "value": advice.example}, *advice.unchanged()):
            assert "_" not in phrases.policy(policy)
            assert "{" not in phrases.policy(policy)


def test_a_game_without_templates_is_told_in_plainer_words():
    plain = Phrases(names_of({}, {}), "no-such-game", "", "field")
    assert plain.entry({"do": "deep_strike", "dice": 3}) == "Deep strike: dice 3"
    assert plain.policy({"decision": "go_on", "value": "never"}) == "Go on: never"
    assert plain.condition({"field": 3, "rain": True}) == "rain is yes"
    assert plain.condition({"enemy:tank": {">=": 1}, "star": True}).startswith(
        "the number of enemy"
    )
