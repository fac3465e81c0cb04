"""The Axis set-up as the first step of a game (3.5, 3.6, 3.10, 3.11), D02 and O01."""

import pytest

from pbem.engine.dice import NoDice, SeedNeeded
from pbem.engine.driver import Sources
from pbem.engine.resolution import opening_outcome, resolve
from pbem.games.italy1943 import setup
from pbem.games.italy1943.deployment import deploy_axis
from pbem.games.italy1943.rules import Italy1943
from support.italy1943 import facts, shorthand, standard_position
from support.running import refused, run

RULES = Italy1943(facts())
ORDERS = "t1/setup/orders"
START = setup.standard_start(facts())
DEFAULT = setup.axis_default(facts()).order()


def deployed(change):
    """The default deployment with `change` made to its list of places."""
    places = [dict(place) for place in DEFAULT["place"]]
    change(places)
    return [{**DEFAULT, "place": places}]


def test_s43_3_10_the_deployment_comes_before_any_die():
    opening = opening_outcome(RULES, {})
    assert [ask["id"] for ask in opening.asks()] == [ORDERS]
    with pytest.raises(SeedNeeded, match="t1/initiative/allied"):
        resolve(RULES, opening.step, Sources({ORDERS: None}), NoDice())


@pytest.mark.parametrize("answer", [None, []])
def test_s43_3_11_s43_d02_without_an_order_the_default_deployment_is_used(answer):
    done = run(deploy_axis, START, answers={ORDERS: answer})
    assert done.pos.to_data() == {**standard_position().to_data(), "step": "setup"}


def test_s43_d02_the_axis_is_asked_and_may_leave_it_to_the_default():
    (question,) = run(deploy_axis, START).questions
    assert (question.id, question.seat, question.kind) == (ORDERS, "axis", "orders")
    policy = {"decision": "setup", "value": "default"}
    done = run(deploy_axis, START, standing={"axis": [policy]})
    assert done.event("axis_deployed")["by"] == {"source": "default"}


def test_s43_d02_a_wildcard_never_sets_up():
    policy = {"decision": "*", "value": "default"}
    assert run(deploy_axis, START, standing={"axis": [policy]}).asks == [ORDERS]


def test_s43_o01_an_order_places_the_free_forces():
    def swap(places):
        places[1]["cubes"], places[2]["cubes"] = places[2]["cubes"], places[1]["cubes"]

    done = run(deploy_axis, START, answers={ORDERS: deployed(swap)})
    assert (shorthand(done.pos, "axis", 2), shorthand(done.pos, "axis", 3)) == ("1C", "2C")
    told = done.event("axis_deployed")
    assert told["by"]["source"] == "answer"
    assert told["order"] == deployed(swap)[0]


def test_s43_o01_everything_wrong_is_refused_at_once():
    def spoil(places):
        places[0]["zone"] = 17
        places[1]["cubes"] = 7

    assert refused(deploy_axis, START, {ORDERS: [*deployed(spoil), {"do": "pass"}]}) == [
        ("E_SETUP_ZONE", "/orders/0/place/0/zone"),
        ("E_SETUP_TOTAL", "/orders/0/place"),
        ("E_STACK", "/orders/0/place"),
        ("E_WRONG_STEP", "/orders/1/do"),
    ]


def test_s43_o01_only_one_deployment_is_written():
    assert refused(deploy_axis, START, {ORDERS: [DEFAULT, DEFAULT]}) == [("E_TWICE", "/orders/1")]
