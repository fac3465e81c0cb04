"""Steps that pause: answers, standing orders, defaults, and running again (protocol 3.5)."""

import pytest

from pbem.engine.dice import Diverged, NoDice, SeedDice, SeedNeeded
from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.refusals import OrdersRefused
from pbem.engine.resolution import StepRecord, check_answer, opening_outcome, resolve
from pbem.engine.sheets import Sheet
from support.battle import Battle

RULES = Battle()
SEED_1 = SeedDice("11" * 32)
SEED_2 = SeedDice("22" * 32)
ATTACK = {"do": "attack", "dice": 3}


def answer(*orders, doc="d1"):
    return Sheet(doc, orders)


def go_on(value="always"):
    return answer({"do": "answer", "value": value}, doc="d3")


def after_orders(*, standing=None, dice=SEED_1, orders=(ATTACK,)):
    opening = opening_outcome(RULES, {})
    sources = Sources({"t1/orders": answer(*orders)}, standing or {})
    return resolve(RULES, opening.step, sources, dice)


def after_losses(middle, value="cube"):
    sheet = answer({"do": "answer", "value": value}, doc="d2")
    return resolve(RULES, middle.step, Sources({"t1/battle/losses/red": sheet}), SEED_2)


def test_a_game_opens_at_its_first_question_without_dice():
    outcome = opening_outcome(RULES, {})
    assert outcome.asks() == [{"id": "t1/orders", "seat": "blue", "kind": "orders", "dice": True}]
    assert outcome.rolls == ()


def test_a_resolution_without_seed_stops_at_the_first_draw():
    with pytest.raises(SeedNeeded, match="round:1"):
        after_orders(dice=NoDice())


def test_a_resolution_goes_on_into_the_next_step_up_to_its_first_question():
    middle = after_orders()
    assert middle.ended_step
    assert [roll.label for roll in middle.rolls] == ["t1/battle/round:1/blue"]
    assert [ask["id"] for ask in middle.asks()] == ["t1/battle/losses/red"]
    assert middle.step.opening == {"step": "battle", "dice": 3}


def test_recorded_rolls_and_events_come_first_and_only_new_ones_are_reported():
    middle = after_orders()
    later = after_losses(middle)
    assert later.rolls == ()
    assert later.step.rolls == middle.rolls
    assert [event["event"] for event in later.events] == ["loss_taken"]
    assert later.step.state() == middle.step.state()


def test_dice_after_a_decision_come_from_the_next_seed():
    open_end = after_losses(after_orders())
    end = resolve(
        RULES,
        open_end.step,
        Sources({"t1/battle/end/blue": go_on(), "t1/battle/end/red": go_on()}),
        SEED_2,
    )
    assert end.over == {"winner": "blue"}
    assert [(roll.label, roll.values) for roll in end.rolls] == [
        ("t1/battle/round:2/blue", SEED_2.draw("t1/battle/round:2/blue", 2, 6))
    ]


def test_questions_put_together_are_open_together():
    later = after_losses(after_orders())
    assert [ask["id"] for ask in later.asks()] == ["t1/battle/end/blue", "t1/battle/end/red"]


def test_an_answer_given_while_the_other_seat_is_asked_is_kept():
    standing = {("red", ""): StandingOrders("s1", [{"decision": "go_on", "value": "always"}])}
    middle = after_orders()
    sheet = answer({"do": "answer", "value": "cube"}, doc="d2")
    later = resolve(
        RULES, middle.step, Sources({"t1/battle/losses/red": sheet}, standing), NoDice()
    )
    assert [ask["id"] for ask in later.asks()] == ["t1/battle/end/blue"]
    changed = {("red", ""): StandingOrders("s2", [{"decision": "go_on", "value": "never"}])}
    end = resolve(RULES, later.step, Sources({"t1/battle/end/blue": go_on()}, changed), SEED_2)
    assert [roll.label for roll in end.rolls] == ["t1/battle/round:2/blue"], "red still goes on"
    assert end.consulted == ()


def test_a_run_without_new_answers_shows_the_same_open_question():
    standing = {("red", ""): StandingOrders("s1", [{"decision": "go_on", "value": "always"}])}
    middle = after_orders()
    sheet = answer({"do": "answer", "value": "cube"}, doc="d2")
    later = resolve(
        RULES, middle.step, Sources({"t1/battle/losses/red": sheet}, standing), NoDice()
    )
    again = resolve(RULES, later.step, Sources(), NoDice())
    assert again.asks() == later.asks()
    assert again.events == ()


@pytest.mark.parametrize(
    ("policy", "by"),
    [
        ({"decision": "losses", "value": "cube"}, "standing"),
        ({"decision": "losses", "where": [5], "if": {"round": 1}, "value": "cube"}, "standing"),
        ({"decision": "losses", "value": "default"}, "default"),
        ({"decision": "*", "value": "default"}, "default"),
    ],
)
def test_a_standing_order_that_fits_answers(policy, by):
    standing = {("red", ""): StandingOrders("s1", [policy])}
    outcome = after_orders(standing=standing)
    (loss,) = [event for event in outcome.events if event["event"] == "loss_taken"]
    assert loss["by"]["source"] == by
    assert outcome.consulted == (("red", ""),)


@pytest.mark.parametrize(
    "policy",
    [
        {"decision": "losses", "value": "ask"},
        {"decision": "losses", "where": [6], "value": "cube"},
        {"decision": "losses", "if": {"round": {">=": 2}}, "value": "cube"},
        {"decision": "losses", "if": {"zone": 6, "round": 1}, "value": "cube"},
        {"decision": "go_on", "value": "always"},
    ],
)
def test_a_standing_order_that_does_not_fit_leaves_the_question_open(policy):
    outcome = after_orders(standing={("red", ""): StandingOrders("s1", [policy])})
    assert [ask["id"] for ask in outcome.asks()] == ["t1/battle/losses/red"]


def test_the_topic_document_goes_before_the_one_without_topic():
    standing = {
        ("red", "zone:5"): StandingOrders("s5", [{"decision": "losses", "value": "cube"}]),
        ("red", ""): StandingOrders("s0", [{"decision": "losses", "value": "ask"}]),
    }
    outcome = after_orders(standing=standing)
    (loss,) = [event for event in outcome.events if event["event"] == "loss_taken"]
    assert loss["by"] == {"source": "standing", "doc": "s5", "at": "/policies/0"}


def test_an_impossible_policy_is_passed_over_and_reported():
    policies = [{"decision": "losses", "value": "tank"}, {"decision": "losses", "value": "cube"}]
    outcome = after_orders(standing={("red", ""): StandingOrders("s1", policies)})
    passed, taken = outcome.events[1:3]
    assert passed["event"] == "policy_passed_over"
    assert passed["by"]["at"] == "/policies/0"
    assert passed["reason"] == "there is no tank to lose"
    assert taken["by"]["at"] == "/policies/1"


def test_policies_beside_an_answer_settle_the_rest_of_the_step():
    middle = after_orders()
    sheet = answer(
        {"do": "answer", "value": "cube"},
        {"do": "policies", "policies": [{"decision": "go_on", "value": "always"}]},
        doc="d2",
    )
    later = resolve(RULES, middle.step, Sources({"t1/battle/losses/red": sheet}), NoDice())
    assert [ask["id"] for ask in later.asks()] == ["t1/battle/end/blue"]
    end = resolve(RULES, later.step, Sources({"t1/battle/end/blue": go_on()}), SEED_2)
    assert len(end.rolls) == 1


def test_a_default_line_takes_the_default_even_with_standing_orders():
    standing = {("red", ""): StandingOrders("s1", [{"decision": "go_on", "value": "always"}])}
    later = after_losses(after_orders())
    sheets = {"t1/battle/end/blue": go_on(), "t1/battle/end/red": None}
    end = resolve(RULES, later.step, Sources(sheets, standing), NoDice())
    assert end.rolls == ()


def test_an_answer_leaves_out_what_it_wants_by_default():
    middle = after_orders()
    later = resolve(RULES, middle.step, Sources({"t1/battle/losses/red": answer()}), NoDice())
    assert later.events[-1]["by"] == {"source": "default"}


@pytest.mark.parametrize(
    ("orders", "code", "at"),
    [
        ([{"do": "attack", "dice": 5}], "E_FORMAT", "/orders/0/dice"),
        ([{"do": "atack", "dice": 3}], "E_FORMAT", "/orders/0/do"),
        ([{"do": "answer", "value": "cube"}], "E_WRONG_STEP", "/orders/0/do"),
        ([ATTACK, ATTACK], "E_TWICE", "/orders/1"),
        (
            [{"do": "policies", "policies": [{"decision": "loses", "value": "cube"}]}],
            "E_POLICY",
            "/orders/0/policies/0/decision",
        ),
        (
            [{"do": "policies", "policies": [{"decision": "losses", "value": "boat"}]}],
            "E_POLICY",
            "/orders/0/policies/0/value",
        ),
    ],
)
def test_orders_are_refused_with_code_and_place(orders, code, at):
    (question,) = opening_outcome(RULES, {}).open
    (refusal,) = check_answer(RULES, question, orders)
    assert (refusal.code, refusal.at) == (code, at)


@pytest.mark.parametrize(
    ("orders", "code", "at"),
    [
        ([{"do": "answer", "value": "tank"}], "E_OPTION", "/orders/0/value"),
        ([{"do": "answer", "value": "ask"}], "E_OPTION", "/orders/0/value"),
        (
            [{"do": "answer", "decision": "go_on", "value": "always"}],
            "E_OPTION",
            "/orders/0/decision",
        ),
        ([{"do": "attack", "dice": 1}], "E_WRONG_STEP", "/orders/0/do"),
    ],
)
def test_answers_are_refused_with_code_and_place(orders, code, at):
    (question,) = after_orders().open
    (refusal,) = check_answer(RULES, question, orders)
    assert (refusal.code, refusal.at) == (code, at)


def test_everything_wrong_is_refused_at_once():
    (question,) = opening_outcome(RULES, {}).open
    wrong = [{"do": "attack", "dice": 9}, {"do": "march"}, {"do": "attack", "dice": 1, "zone": 3}]
    assert {refusal.at.split("/")[2] for refusal in check_answer(RULES, question, wrong)} == {
        "0",
        "1",
        "2",
    }


def test_an_illegal_answer_in_a_resolution_is_refused():
    with pytest.raises(OrdersRefused):
        after_losses(after_orders(), "tank")


def test_a_changed_record_of_rolls_diverges():
    middle = after_orders(orders=({"do": "attack", "dice": 2},))
    forged = StepRecord({"step": "battle", "dice": 3}, (), middle.step.rolls, middle.step.events)
    with pytest.raises(Diverged) as caught:
        resolve(RULES, forged, Sources(), NoDice())
    assert caught.value.code == "R03"


def test_a_changed_record_of_events_diverges():
    middle = after_orders()
    events = ({**middle.step.events[0], "clause": "T-9"},)
    forged = StepRecord(middle.step.opening, (), middle.step.rolls, events)
    with pytest.raises(Diverged) as caught:
        resolve(RULES, forged, Sources(), NoDice())
    assert caught.value.code == "R04"


def test_an_answer_the_rules_never_ask_for_diverges():
    opening = opening_outcome(RULES, {})
    sheets = {"t1/orders": answer(ATTACK), "t9/other": answer()}
    with pytest.raises(Diverged) as caught:
        resolve(RULES, opening.step, Sources(sheets), SEED_1)
    assert caught.value.code == "R05"


def test_a_record_with_an_answer_to_another_question_diverges():
    later = after_losses(after_orders())
    forged = StepRecord({"step": "orders", "dice": 0}, later.step.answers)
    with pytest.raises(Diverged) as caught:
        resolve(RULES, forged, Sources(), SEED_1)
    assert caught.value.code == "R05"


def test_a_pause_shows_the_position_as_it_stands_if_the_rules_show_it():
    class Watched(Battle):
        def step(self, opening, table):
            table.watch(lambda: {"seen": "in the middle"})
            return super().step(opening, table)

    outcome = resolve(Watched(), StepRecord({"step": "orders", "dice": 0}), Sources(), NoDice())
    assert outcome.now() == {"seen": "in the middle"}
    assert outcome.step.opening == {"step": "orders", "dice": 0}
    assert opening_outcome(RULES, {}).now() == {"step": "orders", "dice": 0}
