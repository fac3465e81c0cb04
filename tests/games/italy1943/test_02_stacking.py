"""The stacking test at the end of an impulse (2.17 to 2.26), its decision D34 and order O18."""

import pytest

from pbem.games.italy1943 import limits, stacking, stacking_steps
from support import running
from support.italy1943 import position, shorthand
from support.running import refused, run

AT_17 = "t2/i1/stacking:17/allied"
SIDES = ("allied", "axis")
OVER = {17: "7C AL-T1", 16: "1C", 20: "1C"}


def test(pos, **more):
    return run(stacking.test_stacking, pos, **more)


test.__test__ = False


def answer(*moves, lose=None):
    entry = {"do": "stacking", "moves": [dict(move) for move in moves]}
    return {AT_17: [entry if lose is None else entry | {"lose": lose}]}


def refusals(pos, *moves, lose=None):
    return refused(stacking.test_stacking, pos, answer(*moves, lose=lose))


def test_s43_2_21_limits_are_not_tested_before_the_end_of_the_impulse():
    crowded = position({17: "6C AL-T1"})
    over = limits.excess(crowded, "allied", 17)
    assert (over.forces, over.tanks) == (1, 0), "the position may stand until the test"
    held = position({17: "3C AL-T1 AL-PARA AL-P1"})
    assert list(limits.excesses(held, "allied")) == []


def test_s43_2_21_both_sides_are_tested():
    pos = position({17: "7C", 16: "", 20: "", 10: "axis 7C"}, allied=(16, 20))
    done = test(pos, standing={s: [{"decision": "*", "value": "default"}] for s in SIDES})
    assert [event["side"] for event in done.events] == ["allied", "axis"]
    assert shorthand(done.pos, "axis", 10) == "6C"


def test_s43_2_22_the_owner_moves_the_excess_to_adjacent_friendly_zones():
    done = test(position(OVER), answers=answer({"to": 16, "cubes": 1}, {"to": 20, "cubes": 1}))
    assert [shorthand(done.pos, "allied", zone) for zone in (17, 16, 20)] == ["5C T", "2C", "2C"]
    reduced = done.event("stack_reduced")
    assert reduced["shift"]["moves"] == [{"to": 16, "cubes": 1}, {"to": 20, "cubes": 1}]
    assert reduced["forces"] == {"there": 8, "most": 6}
    assert "tanks" not in reduced
    assert reduced["by"] == {"source": "answer", "doc": f"doc-{AT_17}", "at": "/orders"}


def test_s43_2_22_a_plane_may_go_to_any_friendly_zone():
    pos = position({17: "6C AL-P1", 16: "1C", 21: "1C"})
    done = test(pos, answers=answer({"to": 21, "counters": ["AL-P1"]}))
    assert shorthand(done.pos, "allied", 21) == "1C P"


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ([{"to": 21, "cubes": 2}], ("E_NOT_ADJACENT", "/orders/0/moves/0/to")),
        ([{"to": 14, "cubes": 2}], ("E_NOT_ADJACENT", "/orders/0/moves/0/to")),
        ([{"to": 99, "cubes": 2}], ("E_ZONE_UNKNOWN", "/orders/0/moves/0/to")),
        ([{"to": 16, "cubes": 8}], ("E_NOT_THERE", "/orders/0/moves/0/cubes")),
        ([{"to": 16, "counters": ["AL-T2"]}], ("E_NOT_THERE", "/orders/0/moves/0/counters/0")),
        ([{"to": 16, "cubes": 1}], ("E_STACK", "/orders/0")),
        ([{"to": 16, "cubes": 3}], ("E_STACK", "/orders/0/moves/0")),
    ],
)
def test_s43_o18_an_illegal_move_is_refused(moves, wrong):
    assert wrong in refusals(position(OVER), *moves)


@pytest.mark.parametrize(
    ("here", "text"),
    [
        ("7C AL-T1", "1 more force has to leave 17 Tunis"),
        ("8C AL-T1", "2 more forces have to leave 17 Tunis"),
        ("1C AL-T1 AL-T2 AL-T3", "1 more tank has to leave 17 Tunis"),
        ("1C AL-T1 AL-T2 AL-T3 AL-T4", "2 more tanks have to leave 17 Tunis"),
        ("8C", "16 Gabes has room for no more forces"),
    ],
)
def test_s43_o18_what_is_too_much_is_told_in_good_english(here, text):
    pos = position({17: here, 16: "5C", 20: "1C"})
    moves = answer({"to": 16, "cubes": 1 + (here == "8C")})
    wrong = running.refusals(stacking.test_stacking, pos, moves)
    assert text in [refusal.text for refusal in wrong]


def test_s43_o18_a_zone_that_is_not_friendly_is_refused():
    pos = position({17: "6C AL-P1", 16: "axis 1C", 20: "2C"})
    assert ("E_NOT_FRIENDLY", "/orders/0/moves/0/to") in refusals(pos, {"to": 16, "cubes": 1})


def test_s43_o18_a_full_zone_is_refused():
    pos = position({17: "6C AL-T1", 16: "6C", 20: "1C"})
    assert refusals(pos, {"to": 16, "cubes": 1})[0] == ("E_STACK", "/orders/0/moves/0/to")


def test_s43_2_19_a_third_tank_leaves_even_where_there_is_room():
    pos = position({17: "1C AL-T1 AL-T2 AL-T3", 16: "AL-T4", 20: "1C"})
    assert refusals(pos, {"to": 16, "cubes": 1})[0] == ("E_TANKS", "/orders/0/moves/0")
    done = test(pos, answers=answer({"to": 16, "counters": ["AL-T2"]}))
    assert shorthand(done.pos, "allied", 17) == "1C T T"


def test_s43_o18_a_zone_with_two_tanks_takes_no_third():
    pos = position({17: "axis 5C AX-T1 AX-T2", 16: "axis AX-T3 AX-T4", 20: "axis 1C"})
    entry = {"do": "stacking", "moves": [{"to": 16, "counters": ["AX-T1"]}]}
    wrong = refused(stacking.test_stacking, pos, {"t2/i1/stacking:17/axis": [entry]})
    assert wrong[0] == ("E_TANKS", "/orders/0/moves/0/to")


def test_s43_2_23_excess_without_a_zone_is_eliminated_at_its_owners_choice():
    pos = position({17: "6C AL-T1", 16: "axis 1C", 20: "axis 1C"})
    done = test(pos, answers=answer(lose={"counters": ["AL-T1"]}))
    assert shorthand(done.pos, "allied", 17) == "6C"
    assert done.pos.place_of("AL-T1") == "pool"
    assert done.event("stack_reduced")["clause"] == "S43-2.23"


def test_s43_2_23_nothing_is_lost_while_there_is_room():
    assert ("E_LOSE", "/orders/0/lose") in refusals(position(OVER), lose={"cubes": 2})


def test_s43_2_24_the_stacking_move_changes_neither_control_nor_state():
    pos = position({17: "6C AL-P1(e)", 16: "1C"})
    done = test(pos, answers=answer({"to": 16, "counters": ["AL-P1"]}))
    assert done.pos.control == pos.control
    assert shorthand(done.pos, "allied", 16) == "1C p"
    assert done.pos.naval_points == pos.naval_points


def test_s43_2_26_zones_of_the_active_side_come_first_each_in_ascending_order():
    pos = position({20: "7C", 17: "7C", 16: "1C", 11: "axis 7C", 10: "axis 7C"}, initiative="axis")
    done = test(pos, standing={s: [{"decision": "*", "value": "default"}] for s in SIDES})
    assert [(e["side"], e["zone"]) for e in done.events] == [
        ("axis", 10),
        ("axis", 11),
        ("allied", 17),
        ("allied", 20),
    ]


def test_s43_2_26_a_zone_filled_by_an_earlier_move_counts_as_filled():
    pos = position({16: "5C", 17: "7C", 21: "7C"}, allied=(20,))
    done = test(
        pos,
        answers={
            AT_17: [{"do": "stacking", "moves": [{"to": 16, "cubes": 1}]}],
        },
    )
    assert shorthand(done.pos, "allied", 16) == "6C"
    assert shorthand(done.pos, "allied", 21) == "6C", "one cube of 21 found no room and is lost"
    assert done.events[-1]["shift"]["lose"] == {"cubes": 1}


def test_s43_2_26_held_cubes_are_never_chosen_for_the_move():
    pos = position({10: "axis 1C 6H", 11: "axis 1C", 9: "axis 1C"}, initiative="axis")
    ask = "t2/i1/stacking:10/axis"
    done = test(pos, answers={ask: [{"do": "stacking", "moves": [{"to": 11, "cubes": 1}]}]})
    assert shorthand(done.pos, "axis", 10) == "6H"


def test_s43_2_26_held_cubes_are_eliminated_when_nothing_else_is_left():
    pos = position({10: "axis 1C 7H", 11: "axis 1C", 9: "axis 1C"}, initiative="axis")
    ask = "t2/i1/stacking:10/axis"
    entry = {"do": "stacking", "moves": [{"to": 9, "cubes": 2}]}
    assert ("E_HELD", "/orders/0/moves/0/cubes") in refused(
        stacking.test_stacking, pos, {ask: [entry]}
    )
    entry = {"do": "stacking", "moves": [{"to": 9, "cubes": 1}], "lose": {"cubes": 1}}
    done = test(pos, answers={ask: [entry]})
    assert shorthand(done.pos, "axis", 10) == "6H"


def test_s43_d34_with_nothing_on_file_the_owner_is_asked():
    done = test(position(OVER))
    assert done.asks == [AT_17]
    assert done.questions[0].kind == "stacking"


def test_s43_28_16_nobody_is_asked_where_only_one_outcome_is_legal():
    done = test(position({17: "7C", 16: "1C", 20: "axis 1C"}))
    assert shorthand(done.pos, "allied", 16) == "2C"
    assert done.event("stack_reduced")["by"] == {"source": "default"}


@pytest.mark.parametrize(
    ("stack", "left"),
    [
        ("4C AL-T1 AL-T2 AL-T3(e)", "4C T T"),
        ("6C AL-P1 AL-P2(e)", "6C"),
        ("5C AL-P1 AL-P2(e)", "5C P"),
        ("6C AL-T1 AL-PARA", "4C T X"),
        ("1C AL-T1 AL-T2 AL-P1 AL-P2 AL-P3 AL-P4(e)", "1C T T P P P"),
    ],
)
def test_s43_d34_the_default_order_of_the_move(stack, left):
    pos = position({17: stack, 16: "1C", 20: "1C"})
    done = test(pos, standing={"allied": [{"decision": "stacking", "value": "default"}]})
    assert shorthand(done.pos, "allied", 17) == left


def test_s43_d34_by_default_forces_go_to_the_lowest_number_and_the_rest_is_eliminated():
    pos = position({17: "7C AL-T1(e) AL-PARA AL-P1", 16: "5C", 20: "axis 1C", 4: "5C"})
    done = test(pos, standing={"allied": [{"decision": "stacking", "value": "default"}]})
    assert shorthand(done.pos, "allied", 4) == "5C P", "a plane flies to the lowest friendly zone"
    assert shorthand(done.pos, "allied", 16) == "6C"
    assert shorthand(done.pos, "allied", 17) == "4C t X", "two cubes found no room"


def test_s43_d34_a_policy_names_pieces_and_zones_in_order_of_preference():
    pos = position({17: "6C AL-T1 AL-PARA", 16: "1C", 20: "1C"})
    value = {"use": ["paratroopers", "cube:1"], "to": [20, 16]}
    done = test(pos, standing={"allied": [{"decision": "stacking", "value": value}]})
    assert shorthand(done.pos, "allied", 20) == "2C X"
    assert done.event("stack_reduced")["by"]["at"] == "/policies/0"


def test_s43_d34_what_a_policy_leaves_open_follows_the_default():
    pos = position({17: "6C AL-T1 AL-PARA", 16: "1C", 20: "1C"})
    value = {"use": ["tank"]}
    done = test(pos, standing={"allied": [{"decision": "stacking", "value": value}]})
    assert shorthand(done.pos, "allied", 16) == "2C T"


def test_s43_2_23_s43_d34_a_policy_decides_what_is_eliminated():
    pos = position({17: "6C AL-T1 AL-PARA(e)", 16: "axis 1C", 20: "axis 1C"})
    value = {"use": ["tank", "paratroopers(engaged)"]}
    done = test(pos, standing={"allied": [{"decision": "stacking", "value": value}]})
    assert shorthand(done.pos, "allied", 17) == "6C"
    assert done.event("stack_reduced")["by"]["at"] == "/policies/0"


def test_s43_2_23_s43_d34_of_what_a_policy_names_the_first_moves_and_the_next_is_lost():
    pos = position({17: "6C AL-T1 AL-PARA", 16: "5C", 20: "axis 1C"})
    value = {"use": ["cube:1", "paratroopers"]}
    done = test(pos, standing={"allied": [{"decision": "stacking", "value": value}]})
    assert shorthand(done.pos, "allied", 16) == "6C"
    assert shorthand(done.pos, "allied", 17) == "5C T"


def test_s43_2_26_s43_d34_a_policy_that_names_cubes_means_held_ones_too():
    pos = position({8: "axis 7H AX-T1; AL-G1", 20: "1C"})
    value = {"use": ["cube:1", "tank"]}
    done = test(pos, standing={"axis": [{"decision": "stacking", "value": value}]})
    assert shorthand(done.pos, "axis", 8) == "6H", "free forces leave before held ones"


def test_s43_d34_a_policy_whose_pieces_are_not_there_is_passed_over():
    pos = position({17: "7C", 16: "1C", 20: "1C"})
    done = test(
        pos,
        standing={
            "allied": [
                {"decision": "stacking", "value": {"use": ["plane"]}},
                {"decision": "stacking", "value": {"to": [20]}},
            ]
        },
    )
    assert done.told == ["policy_passed_over", "stack_reduced"]
    assert shorthand(done.pos, "allied", 20) == "2C"


def test_s43_d34_an_empty_answer_is_the_default():
    done = test(position(OVER), answers={AT_17: []})
    assert shorthand(done.pos, "allied", 16) == "3C"


def test_s43_28_16_different_orders_of_the_same_moves_are_one_outcome():
    pos = position({17: "6C AL-P1 AL-P2", 16: "axis 1C", 20: "axis 1C", 21: "1C"})
    assert stacking_steps.leaves_a_choice(pos, "allied", 17) is False
