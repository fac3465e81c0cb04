"""Initiative (section 5), its decision D01 and order O02."""

import pytest

from pbem.games.italy1943.initiative import decide_initiative
from support.italy1943 import position
from support.running import refused, run

START = position({17: "1C", 1: "axis 1C"}, step="initiative", initiative=None)
ORDERS = "t2/initiative/orders"


def roll(allied, axis):
    return {"t2/initiative/allied": [allied], "t2/initiative/axis": [axis]}


def choose(word):
    return {ORDERS: [{"do": "initiative", "choice": word}]}


def test_s43_5_1_each_side_rolls_one_die_the_allied_first():
    done = run(decide_initiative, START, dice=roll(6, 5))
    rolled = done.event("initiative_rolled")
    assert rolled["labels"] == ["t2/initiative/allied", "t2/initiative/axis"]
    assert (rolled["allied"], rolled["axis"]) == (6, 5)


@pytest.mark.parametrize(
    ("dice", "word", "owner"),
    [
        ((6, 5), "self", "allied"),
        ((6, 5), "opponent", "axis"),
        ((2, 5), "self", "axis"),
        ((2, 5), "opponent", "allied"),
    ],
)
def test_s43_5_2_the_higher_die_takes_or_gives_the_initiative(dice, word, owner):
    done = run(decide_initiative, START, dice=roll(*dice), answers=choose(word))
    assert done.pos.initiative == owner
    decided = done.event("initiative_decided")
    assert decided["by"] == {"source": "answer", "doc": f"doc-{ORDERS}", "at": "/orders"}


def test_s43_5_3_on_equal_dice_the_allies_choose():
    done = run(decide_initiative, START, dice=roll(3, 3))
    assert done.questions[0].seat == "allied"
    assert done.event("initiative_rolled")["clause"] == "S43-5.3"


def test_s43_5_4_the_initiative_gives_impulses_1_and_3():
    owners = [position({}, step=f"i{n}", initiative="axis").active for n in (1, 2, 3, 4)]
    assert owners == ["axis", "allied", "axis", "allied"]


def test_s43_d01_with_nothing_on_file_the_owner_of_the_higher_die_is_asked():
    done = run(decide_initiative, START, dice=roll(1, 6))
    (question,) = done.questions
    assert (question.id, question.seat, question.kind) == (ORDERS, "axis", "orders")


@pytest.mark.parametrize("answer", [[], None])
def test_s43_d01_the_default_is_self(answer):
    done = run(decide_initiative, START, dice=roll(1, 6), answers={ORDERS: answer})
    assert done.pos.initiative == "axis"


def test_s43_d01_a_policy_may_depend_on_the_turn():
    policies = [
        {"decision": "initiative", "if": {"turn": 1}, "value": "self"},
        {"decision": "initiative", "if": {"turn": {">=": 2}}, "value": "opponent"},
    ]
    done = run(decide_initiative, START, dice=roll(6, 1), standing={"allied": policies})
    assert done.pos.initiative == "axis"
    assert done.event("initiative_decided")["by"]["at"] == "/policies/1"


def test_s43_o02_other_words_and_other_entries_are_refused():
    dice = roll(6, 5)
    assert refused(decide_initiative, START, choose("mine"), dice=dice) == [
        ("E_FORMAT", "/orders/0/choice")
    ]
    wrong = {ORDERS: [{"do": "pass"}, {"do": "policies", "policies": [{"decision": "elite"}]}]}
    assert refused(decide_initiative, START, wrong, dice=dice) == [
        ("E_WRONG_STEP", "/orders/0/do"),
        ("E_POLICY", "/orders/1/policies/0"),
    ]


def test_s43_o20_policies_of_the_document_are_checked_for_the_seat_and_the_board():
    policies = [
        {"decision": "elite", "value": "absorb"},
        {"decision": "losses", "where": [99], "value": ["cube"]},
    ]
    wrong = {ORDERS: [{"do": "policies", "policies": policies}]}
    assert refused(decide_initiative, START, wrong, dice=roll(6, 5)) == [
        ("E_POLICY", "/orders/0/policies/0/decision"),
        ("E_ZONE_UNKNOWN", "/orders/0/policies/1/where/0"),
    ]
