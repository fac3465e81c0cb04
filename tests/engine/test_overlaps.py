"""Policies that an earlier one leaves nothing to decide."""

import pytest

from pbem.engine.overlaps import overlaps


def found(*policies):
    places = [f"/policies/{n}" for n in range(len(policies))]
    return [(r.at, r.text) for r in overlaps(policies, places, ("reinforce",), "T-5")]


def policy(decision, value, **more):
    return {"decision": decision, "value": value, **more}


def test_a_policy_behind_one_that_always_fits_is_never_used():
    ((at, text),) = found(policy("retreat", "never"), policy("retreat", "all", where=[14]))
    assert at == "/policies/1"
    assert "policy 2 is never used: policy 1" in text


def test_a_value_that_may_be_impossible_leaves_something_to_those_behind_it():
    ((_, text),) = found(policy("bomb", {"use": ["AL-P1"]}), policy("bomb", {"use": ["AL-P2"]}))
    assert "used only where policy 1 cannot be" in text


def test_the_star_covers_everything_but_own_orders():
    star = policy("*", "default")
    assert found(star, policy("losses", ["cube"]))
    assert not found(star, policy("reinforce", {"to": [17]}))
    assert not found(policy("losses", ["cube"]), star)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ({"where": [14]}, {}),
        ({"where": [14]}, {"where": [14, 15]}),
        ({"if": {"round": 1}}, {}),
        ({"if": {"round": 1}}, {"if": {"round": 2}}),
        ({"if": {"round": 1}, "where": [14]}, {"if": {"round": 1}, "where": [15]}),
    ],
)
def test_a_narrower_policy_in_front_is_as_it_should_be(earlier, later):
    assert not found(policy("retreat", "never", **earlier), policy("retreat", "all", **later))


def test_the_same_condition_and_fewer_places_are_covered():
    first = policy("retreat", "never", where=[14, 15], **{"if": {"round": 1}})
    assert found(first, policy("retreat", "all", where=[15], **{"if": {"round": 1}}))
