"""Help for whoever writes orders: examples, narrowed forms, doubts, supposed attacks (29, 30)."""

import pytest

from pbem import registry
from pbem.canon.forms import ListOf
from pbem.engine.dice import SeedDice
from pbem.engine.driver import Sources
from pbem.engine.policies import ANY_DECISION
from pbem.engine.rehearsal import rehearse
from pbem.engine.resolution import StepRecord, resolve
from pbem.engine.sheets import Sheet
from pbem.games.italy1943.pieces import SIDES
from pbem.games.italy1943.policy_checks import ONE_SIDED
from support.italy1943 import position

SEED = "5eed" * 16


@pytest.fixture(scope="module")
def rules():
    return registry.module("1943-1945").rules


def opening(rules, pos):
    (question,) = resolve(rules, StepRecord(pos.to_data()), Sources(), SeedDice(SEED)).open
    return question


def guided_form(rules, question):
    guide = rules.guide(question)
    takes = guide.takes or question.takes
    if question.orders is not None:
        return ListOf(guide.frame.form([*takes, "policies"]))
    words = [decision.word for decision in question.decisions]
    known = guide.frame.vocabulary
    return ListOf(guide.frame.answers({w: guide.values.get(w) or known.answer(w) for w in words}))


def picks(seed):
    state = seed

    def pick(count):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return state // 65536 % count

    return pick


def test_s43_o01_to_o22_every_order_type_has_an_example_of_its_form(rules):
    assert set(rules.examples) == set(rules.frame.types)
    form = rules.frame.form(list(rules.frame.types))
    for do, example in rules.examples.items():
        assert example["do"] == do
        assert list(form.faults(dict(example))) == []


@pytest.mark.parametrize("side", SIDES)
def test_s43_29_2_the_advice_names_every_decision_of_a_side_with_a_good_example(rules, side):
    advice = rules.advice(side)
    words = {word for word in rules.frame.vocabulary.decisions if ONE_SIDED.get(word, side) == side}
    assert {each.decision for each in advice} == words
    examples = [{"decision": each.decision, "value": each.example} for each in advice]
    assert rules.check_standing(side, "", examples) == []
    unchanged = [policy for each in advice for policy in each.unchanged()]
    assert rules.check_standing(side, "", unchanged) == []


@pytest.mark.parametrize("start", ["sample", "standard"])
def test_s43_28_9_the_narrowed_forms_take_every_legal_answer(rules, start):
    options = {"start": "sample"} if start == "sample" else {}
    outcome = resolve(rules, StepRecord(rules.start(options)), Sources(), SeedDice(SEED))
    pick = picks(len(start))
    for number in range(30):
        if not outcome.open:
            break
        sheets = {}
        for question in outcome.open:
            orders = rules.suggest(question, pick)
            assert list(guided_form(rules, question).faults(orders)) == []
            sheets[question.id] = Sheet("", orders)
        seed = f"{number:064x}"
        outcome = resolve(rules, outcome.step, Sources(sheets), SeedDice(seed))


def test_s43_28_22_an_enemy_piece_or_a_zone_off_the_board_is_not_offered(rules):
    question = opening(rules, position({17: "3C AL-T1 AL-P1", 14: "axis 2C"}))
    form = guided_form(rules, question)
    wrong = [
        {"do": "fly", "plane": "AX-P1", "to": 17},
        {"do": "fly", "plane": "AL-T1", "to": 17},
        {"do": "fly", "plane": "AL-P1", "to": 99},
        {"do": "landing", "zone": 17, "fleets": ["AL-FUS"], "forces": [{"from": 17, "cubes": 1}]},
    ]
    for entry in wrong:
        assert [fault.pointer for fault in form.faults([entry])], entry


def test_s43_o13_the_axis_is_offered_nothing_that_only_the_allies_have(rules):
    question = opening(rules, position({17: "axis 3C AX-T1", 14: "allied 2C"}, initiative="axis"))
    assert "attack" in rules.guide(question).takes
    assert not {"landing", "partisan_use", "partisan_move"} & set(rules.guide(question).takes)


def test_s43_28_9_what_is_legal_stands_in_lines(rules):
    question = opening(rules, position({16: "2C", 17: "3C AL-T1", 20: "axis 1C"}))
    lines = rules.guide(question).legal
    assert "Attack 20 Bone from 16 Gabes or 17 Tunis." in lines
    assert any(line.startswith("Land with fleet AL-FUS or fleet AL-FUK in ") for line in lines)


def doubts(rules, *entries, pos=None):
    pos = pos or position({16: "1C AL-T3", 17: "3C AL-T1", 20: "axis 1C", 21: "axis 1C"})
    return [(r.code, r.at) for r in rules.doubts(opening(rules, pos), list(entries))]


def attack(zone, start, **more):
    return {"do": "attack", "zone": zone, "forces": [{"from": start, **more}]}


def test_s43_28_15_a_window_of_a_combat_that_is_not_ordered(rules):
    bomb = {"do": "bomb", "plane": "AL-P1", "zone": 20, "when": "W4:20"}
    assert doubts(rules, bomb) == [("W_WINDOW", "/orders/0/when")]
    assert doubts(rules, attack(20, 17, cubes=1), bomb) == []
    assert doubts(rules, bomb | {"when": "W2"}) == []


def test_s43_28_11_cubes_that_a_conditional_entry_wants_too(rules):
    twice = attack(21, 17, cubes=2) | {"if": {"own_forces": {">=": 1}}}
    wrong = doubts(rules, attack(20, 17, cubes=3), twice)
    assert wrong == [("W_ORDERED_TWICE", "/orders/1/forces/0")]
    assert doubts(rules, attack(20, 17, cubes=1), twice) == []


def test_s43_28_11_a_counter_ordered_twice(rules):
    twice = attack(21, 17, counters=["AL-T1"]) | {"if": {"turn": 2}}
    wrong = doubts(rules, attack(20, 17, counters=["AL-T1"]), twice)
    assert wrong == [("W_ORDERED_TWICE", "/orders/1/forces/0")]


def test_s43_28_11_cubes_that_arrive_first_are_counted_in(rules):
    move = {"do": "move", "from": 16, "path": [17], "cubes": 1}
    assert doubts(rules, move, attack(20, 17, cubes=4)) == []


@pytest.mark.parametrize("place", [None, 20])
def test_s43_13_1_an_attack_is_supposed_with_everything_near(rules, place):
    pos = position({16: "1C AL-T3", 17: "3C AL-T1", 20: "axis 2C"})
    supposed = rules.suppose(pos.to_data(), "axis", place)
    assert (supposed.seat, supposed.place) == ("allied", "20 Bone")
    (order,) = supposed.orders
    assert [part["from"] for part in order["forces"]] == [16, 17]


def test_s43_18_1_where_no_attack_is_possible_a_landing_is_supposed(rules):
    pos = position({17: "3C", 14: "axis 2C"})
    (order,) = rules.suppose(pos.to_data(), "axis", 14).orders
    assert order["do"] == "landing"
    assert rules.suppose(pos.to_data(), "axis", 1) is None


@pytest.mark.parametrize("side", SIDES)
def test_s43_29_2_the_set_to_begin_with_changes_nothing(rules, side):
    from pbem.engine.driver import StandingOrders

    stacks = {16: "1C AL-T3 AL-P1", 17: "3C AL-T1", 20: "axis 3C AX-T1 AX-E1 AX-P1"}
    if side == "allied":
        stacks = {16: "axis 2C AX-T1 AX-P1", 17: "axis 3C", 20: "allied 3C AL-T1 AL-P1"}
    supposed = rules.suppose(position(stacks).to_data(), side, 20)
    step = StepRecord(supposed.opening)
    (question,) = resolve(rules, step, Sources(), SeedDice(SEED)).open
    sheets = {question.id: Sheet("", supposed.orders)}
    policies = [policy for each in rules.advice(side) for policy in each.unchanged()]
    filed = {(side, ""): StandingOrders("set", policies)}

    def asked(standing):
        moments = rehearse(rules, step, Sources(sheets, standing), SeedDice(SEED)).moments
        return [(m.ask, m.word, m.asked) for m in moments if m.seat == side]

    assert asked({}) == asked(filed)
    assert any(was_asked for _, _, was_asked in asked({}))
    assert ANY_DECISION not in {policy["decision"] for policy in policies}


def test_s43_24_1_where_an_event_brings_cubes_nobody_counts(rules):
    event = {"do": "event", "event": "reinforcements", "zone": 17}
    twice = attack(21, 17, cubes=2) | {"if": {"turn": 2}}
    assert doubts(rules, event, attack(20, 17, cubes=3), twice) == []
