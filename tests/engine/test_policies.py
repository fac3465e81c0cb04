"""Conditions, facts and the first policy that fits (orders format, sections 3 and 4)."""

from fractions import Fraction

import pytest

from pbem.canon.forms import whole_schema
from pbem.engine.decisions import filing
from pbem.engine.policies import compare, fits, holds
from support.battle import VOCABULARY

HERE = {"round": 2, "side": "attack", "star": True, "power_ratio": Fraction(4, 3)}
THERE = {"round": 9, "star": False}


def read(name, place):
    return (THERE if place == 6 else HERE).get(name)


@pytest.mark.parametrize(
    ("test", "truth"),
    [
        (2, True),
        (3, False),
        ([1, 2], True),
        ([3], False),
        ({"<=": 2}, True),
        ({"<": 2}, False),
        ({">=": 2, "<": 4}, True),
        ({">=": 2, "<": 2}, False),
        ({"=": 2}, True),
        ({">": 1}, True),
        (True, False),
        ("2", False),
    ],
)
def test_numbers_are_compared(test, truth):
    assert compare(2, test) is truth


@pytest.mark.parametrize(
    ("fact", "test", "truth"),
    [
        (True, True, True),
        (True, 1, False),
        (1, True, False),
        ("attack", "attack", True),
        ("attack", ["defence", "attack"], True),
        (Fraction(4, 3), {"<": "3/2"}, True),
        (Fraction(4, 3), {"<": "4/3"}, False),
        (Fraction(4, 3), {"<=": "4/3"}, True),
        (Fraction(2), 2, True),
        (3, {"<": "0/0"}, False),
        (None, 0, False),
        (None, {">=": 0}, False),
    ],
)
def test_facts_of_every_kind_are_compared(fact, test, truth):
    assert compare(fact, test) is truth


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ({}, True),
        ({"round": 2, "side": "attack"}, True),
        ({"round": 2, "side": "defence"}, False),
        ({"zone": 6, "round": 9}, True),
        ({"zone": 6, "star": True}, False),
        ({"any": [{"round": 9}, {"star": True}]}, True),
        ({"any": [{"round": 9}, {"star": False}]}, False),
        ({"all": [{"round": 2}, {"zone": 6, "round": 9}]}, True),
        ({"not": {"round": 9}}, True),
        ({"zone": 6, "any": [{"round": 2}]}, True),
        ({"unknown_here": 1}, False),
        ({"not": {"unknown_here": 1}}, True),
        ([], False),
    ],
)
def test_conditions_hold(condition, truth):
    assert holds(condition, read, "zone") is truth


POLICIES = [
    {"decision": "losses", "where": [5], "value": "a"},
    {"decision": "go_on", "value": "b"},
    {"decision": "losses", "if": {"round": {">=": 2}}, "value": "c"},
    {"decision": "*", "value": "default"},
]


def values(word, where, *, wildcard=True):
    listed = filing("standing", "doc", "", POLICIES).about(word, wildcard=wildcard)
    return [int(by.at[1:]) for policy, by in listed if fits(policy, where, read, "zone")]


def test_policies_fit_in_list_order():
    assert values("losses", 5) == [0, 2, 3]
    assert values("losses", 6) == [2, 3]
    assert values("losses", None) == [2, 3]
    assert values("go_on", 5) == [1, 3]


def test_the_wildcard_never_settles_own_orders():
    assert values("attack", None, wildcard=False) == []


def faults(*policies):
    return [(f.pointer, f.reason) for f in VOCABULARY.policies().faults(list(policies), "")]


def test_a_misspelt_fact_gets_a_suggestion():
    ((at, reason),) = faults({"decision": "losses", "if": {"ronud": 1}, "value": "cube"})
    assert at == "/0/if/ronud"
    assert "round" in reason


def test_nested_conditions_are_checked():
    policy = {"decision": "losses", "if": {"any": [{"not": {"star": 1}}]}, "value": "cube"}
    ((at, _),) = faults(policy)
    assert at == "/0/if/any/0/not/star"


@pytest.mark.parametrize(
    "policy",
    [
        {"decision": "losses"},
        {"decision": "losses", "value": "cube", "else": "next"},
        {"decision": "losses", "where": [], "value": "cube"},
        {"decision": "losses", "where": [10], "value": "cube"},
        {"decision": "losses", "value": "cube", "as": "a b"},
        {"decision": "*", "value": "cube"},
        {"decision": "losses", "if": {"round": {"=>": 1}}, "value": "cube"},
        {"decision": "losses", "if": {"side": "both"}, "value": "cube"},
    ],
)
def test_a_malformed_policy_is_a_fault(policy):
    assert faults(policy)


def test_the_schema_of_policies_holds_the_definition_of_conditions():
    schema = whole_schema(VOCABULARY.policies(), "policies")
    assert "condition" in schema["$defs"]
