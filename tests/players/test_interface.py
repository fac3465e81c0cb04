"""What a player writes is only sent as far as it is legal."""

from pbem import registry
from pbem.engine.dice import SeedDice
from pbem.engine.driver import Sources
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import check_answer, opening_outcome, resolve
from pbem.engine.sheets import Sheet
from pbem.players.interface import legal_answer, without


class Scribbler:
    """Writes the same orders whatever it is asked."""

    def __init__(self, *orders):
        self.orders = orders

    def standing(self):
        return ()

    def answer(self, question, opening):
        return self.orders


def first_impulse():
    """The question for the first Allied impulse, and the position in which it is put."""
    rules = registry.module("1943-1945").rules
    outcome = opening_outcome(rules, {})
    while not any(question.id.endswith("/i1/orders") for question in outcome.open):
        sheets = {question.id: Sheet("doc", []) for question in outcome.open}
        outcome = resolve(rules, outcome.step, Sources(sheets, {}), SeedDice("00" * 32))
    (question,) = outcome.open
    return rules, question, outcome.step.opening


def test_what_the_rules_refuse_is_left_out_and_the_rest_is_sent():
    rules, question, opening = first_impulse()
    side, plane = question.seat, {"allied": "AL-P1", "axis": "AX-PI"}[question.seat]
    good = {"do": "fly", "plane": plane, "to": {"allied": 21, "axis": 7}[side]}
    bad = [{"do": "move", "from": 1, "cubes": 99, "path": [2]}, {"do": "nonsense"}]
    player = Scribbler(bad[0], good, bad[1])
    orders = legal_answer(player, rules, question, opening)
    assert orders in ([good], [])
    assert not check_answer(rules, question, orders)


def test_the_default_is_left_where_nothing_is_legal():
    rules, question, opening = first_impulse()
    assert legal_answer(Scribbler({"do": "x"}, 3, "pass"), rules, question, opening) == []


def test_only_the_first_refused_entry_is_taken_out_at_a_time():
    refusals = [Refusal("E_X", "/orders/2/to", "S1", "b"), Refusal("E_X", "/orders/1", "S1", "a")]
    assert without(["a", "b", "c"], refusals) == ["a", "c"]


def test_a_refusal_of_the_whole_leaves_nothing():
    assert without(["a", "b"], [Refusal("E_X", "/orders", "S1", "too many")]) == []
