"""Beginning in mid-course (28.23)."""

import pytest

from pbem.engine.dice import NoDice, SeedDice, SeedNeeded
from pbem.engine.driver import Sources
from pbem.engine.resolution import check_answer, opening_outcome, resolve
from pbem.engine.sheets import Sheet
from pbem.games.italy1943.rules import Italy1943
from support.italy1943 import facts

RULES = Italy1943(facts())
SAMPLE = {"start": "sample"}


def test_s43_28_23_the_sample_opens_with_a_question_before_the_first_dice():
    """Start `sample`: the ask `t2/begin/orders`; after `[]` the initiative is rolled."""
    opening = opening_outcome(RULES, SAMPLE)
    assert [(ask["id"], ask["seat"]) for ask in opening.asks()] == [("t2/begin/orders", "allied")]
    sources = Sources({"t2/begin/orders": Sheet("d1", [])})
    with pytest.raises(SeedNeeded, match="t2/initiative/allied"):
        resolve(RULES, opening.step, sources, NoDice())
    after = resolve(RULES, opening.step, sources, SeedDice("ab" * 32))
    assert [roll.label for roll in after.rolls] == ["t2/initiative/allied", "t2/initiative/axis"]
    assert after.step.opening == {**opening.step.opening, "step": "initiative"}


def test_s43_28_23_nothing_can_be_ordered_there():
    (question,) = opening_outcome(RULES, SAMPLE).open
    (refusal,) = check_answer(RULES, question, [{"do": "pass"}])
    assert refusal.code == "E_WRONG_STEP"


def test_s43_28_23_policies_may_stand_beside_it():
    (question,) = opening_outcome(RULES, SAMPLE).open
    policies = {"do": "policies", "policies": [{"decision": "initiative", "value": "self"}]}
    assert check_answer(RULES, question, [policies]) == []
