"""Open windows (28.1 to 28.3, 28.13, 28.15, 28.16; S43-D12, S43-D13, S43-D35, S43-D38, S43-D39)."""

import pytest

from pbem.engine.resolution import check_answer
from pbem.games.italy1943.movement import MOVE
from pbem.games.italy1943.windows import is_open, window
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import OneRule, run

AXIS = {"step": "i2"}
RULES = OneRule(None, None)
BOMBED = {17: "AL-P1 AL-P2", 20: "AL-P3 1C", 16: "axis 3C", 1: "axis 1C"}
"""Three Allied planes with an Axis stack in range; two fly from 17, one from 20."""


def opened(name="W0", *timed, stirred=True):
    """A rule that runs one window."""

    async def rule(play):
        play.current.stirred = stirred
        await window(play, name, timed)

    return rule


def windows(*names):
    """A rule that runs windows with something carried out before each."""

    async def rule(play):
        for name in names:
            play.current.stirred = True
            await window(play, name, ())

    return rule


def allied(*policies):
    return {"allied": list(policies)}


def axis(*policies):
    return {"axis": list(policies)}


def bombs(done):
    return [(e["plane"], e["zone"]) for e in done.events if e["event"] == "zone_bombed"]


def dice(step="t2/i1", **rolled):
    """Dice of bombs on Gabes by plane: ``P1=4``."""
    return {f"{step}/bomb:16/AL-{plane}": [die] for plane, die in rolled.items()}


# Which windows there are


@pytest.mark.parametrize("name", ["W0", "W7"])
def test_s43_28_13_w0_and_w7_are_always_open(name):
    play = play_in(position(BOMBED))
    assert is_open(play.current, name, ())


@pytest.mark.parametrize("name", ["W1", "W2", "W3", "W4:16", "W6:16"])
def test_s43_28_13_other_windows_need_something_carried_out_or_an_entry(name):
    play = play_in(position(BOMBED))
    assert not is_open(play.current, name, ())
    assert is_open(play.current, name, (entry("bomb", plane="AL-P1", zone=16),))
    play.current.stirred = True
    assert is_open(play.current, name, ())


def test_s43_28_13_a_skipped_window_reads_no_policy():
    done = run(opened("W3", stirred=False), position(BOMBED), standing=allied(bomb("ask")))
    assert done.asks == []
    assert done.events == []


@pytest.mark.parametrize(("die", "stirred"), [(1, True), (None, False)])
def test_s43_28_13_a_reaction_opens_the_next_window(die, stirred):
    pos = position(BOMBED, **AXIS)
    rule = bomb({"max": 1}, if_={"enemy_forces": {">=": 3 if die else 4}})
    done = run(opened("W3"), pos, standing=allied(rule), dice=dice("t2/i2", P1=1) if die else {})
    assert done.play.current.stirred == stirred
    assert done.play.current.window == ""


def bomb(value, **more):
    return policy("bomb", value, **more)


# Taking turns


def test_s43_28_2_active_and_reacting_player_take_turns_until_neither_acts():
    pos = position({17: "AL-P1 AL-P2", 16: "axis 3C", 14: "AX-P1 AX-P2", 1: "axis 1C"})
    rolled = {
        "t2/i1/bomb:16/AL-P1": [1],
        "t2/i1/bomb:17/AX-P1": [1],
        "t2/i1/bomb:16/AL-P2": [1],
        "t2/i1/bomb:17/AX-P2": [1],
    }
    standing = allied(bomb({}, where=[16])) | axis(bomb({}, where=[17]))
    done = run(opened(), pos, standing=standing, dice=rolled)
    assert [plane for plane, _ in bombs(done)] == ["AL-P1", "AX-P1", "AL-P2", "AX-P2"]


def test_s43_28_2_the_reacting_player_goes_on_alone():
    pos = position(BOMBED, **AXIS)
    done = run(opened(), pos, standing=allied(bomb({})), dice=dice("t2/i2", P1=1, P2=1, P3=1))
    assert [plane for plane, _ in bombs(done)] == ["AL-P1", "AL-P2", "AL-P3"]


def test_s43_28_15_entries_for_a_window_are_played_one_a_turn():
    pos = position({17: "AL-P1 AL-P2", 16: "axis 3C", 14: "AX-P1", 1: "axis 1C"})
    orders = [entry("bomb", plane=plane, zone=16, when="W3") for plane in ("AL-P2", "AL-P1")]
    rolled = {
        "t2/i1/bomb:16/AL-P2": [1],
        "t2/i1/bomb:17/AX-P1": [1],
        "t2/i1/bomb:16/AL-P1": [1],
    }
    done = run(opened("W3", *orders), pos, standing=axis(bomb({})), dice=rolled)
    assert [plane for plane, _ in bombs(done)] == ["AL-P2", "AX-P1", "AL-P1"]
    assert "by" not in done.events[0]


def test_s43_28_15_an_impossible_entry_is_skipped_and_the_next_one_played():
    pos = position({17: "AL-P1(e) AL-P2", 16: "axis 3C", 1: "axis 1C"})
    orders = [entry("bomb", plane=plane, zone=16, when="W3") for plane in ("AL-P1", "AL-P2")]
    done = run(opened("W3", *orders), pos, dice=dice(P2=1))
    assert done.told == ["entry_skipped", "zone_bombed"]
    assert done.events[0]["reason"] == "AL-P1 is engaged"


def test_s43_28_11_an_entry_for_a_window_may_have_a_condition():
    pos = position({17: "AL-P1", 16: "axis 3C", 1: "axis 1C"})
    order = entry("bomb", plane="AL-P1", zone=16, when="W3", if_={"enemy_forces": {">=": 4}})
    done = run(opened("W3", order), pos)
    assert done.events[0]["clause"] == "S43-28.11"


def test_s43_27_3_a_window_stops_when_the_game_is_over():
    pos = position({17: "AL-P1 AL-P2", 16: "axis 1C"})
    done = run(opened(), pos, standing=allied(bomb({})), dice=dice(P1=6))
    assert done.over["winner"] == "allied"


# Policies: section 29.1


@pytest.mark.parametrize(
    ("value", "planes"),
    [
        ({}, ["AL-P1", "AL-P2", "AL-P3"]),
        ({"use": ["AL-P3", "plane"]}, ["AL-P3", "AL-P1", "AL-P2"]),
        ({"use": ["AL-P3"]}, ["AL-P3"]),
        ({"use": ["AL-P2", "plane"], "max": 2}, ["AL-P2", "AL-P1"]),
        ({"use": ["plane:1", "AL-P3"]}, ["AL-P1", "AL-P3"]),
        ({"use": ["plane(engaged)"]}, []),
        ({"use": ["tank"]}, []),
        ({"max": 0}, []),
        ("never", []),
        ("default", []),
    ],
)
def test_s43_d13_the_pieces_of_a_choice_in_their_order(value, planes):
    pos = position(BOMBED, **AXIS)
    rolled = dice("t2/i2", **{plane[3:]: 1 for plane in planes})
    done = run(opened(), pos, standing=allied(bomb(value)), dice=rolled)
    assert [plane for plane, _ in bombs(done)] == planes


def test_s43_d13_max_counts_for_the_whole_impulse():
    pos = position(BOMBED, **AXIS)
    done = run(
        windows("W0", "W1", "W2"),
        pos,
        standing=allied(bomb({"max": 2})),
        dice=dice("t2/i2", P1=1, P2=1),
    )
    assert len(bombs(done)) == 2


def test_s43_d13_the_condition_is_read_again_before_each_plane():
    pos = position(BOMBED, **AXIS)
    rule = bomb({}, if_={"enemy_forces": {">=": 3}})
    done = run(opened(), pos, standing=allied(rule), dice=dice("t2/i2", P1=1, P2=6))
    assert [plane for plane, _ in bombs(done)] == ["AL-P1", "AL-P2"]
    assert shorthand(done.pos, "axis", 16) == "2C"


TWO_TARGETS = {17: "AL-P1", 20: "1C", 14: "axis 2C", 16: "axis 3C", 1: "axis 1C"}


@pytest.mark.parametrize(
    ("policies", "zone"),
    [
        ([bomb({})], 14),
        ([bomb({}, where=[16, 14])], 16),
        ([bomb({}, if_={"enemy_forces": 3})], 16),
        ([bomb({}, where=[10, 14])], 14),
        ([bomb("never", where=[14]), bomb({})], 16),
        ([bomb("default", if_={"enemy_forces": 2}), bomb({})], 16),
        ([bomb({}, where=[16], if_={"enemy_forces": 9}), bomb({})], 14),
        ([bomb({}, if_={"active": True}), bomb({}, where=[16])], 16),
        ([policy("*", "default"), bomb({})], None),
        ([bomb({}, if_={"trigger": "enters"})], None),
        ([bomb({}, if_={"trigger": "window"})], 14),
    ],
)
def test_section_29_1_each_zone_is_tried_in_turn(policies, zone):
    pos = position(TWO_TARGETS, **AXIS)
    rolled = {f"t2/i2/bomb:{zone}/AL-P1": [1]} if zone else {}
    done = run(opened(), pos, standing=allied(*policies), dice=rolled)
    assert [target for _, target in bombs(done)] == ([zone] if zone else [])


def test_s43_d12_the_policy_serves_the_own_impulse_too():
    rule = bomb({}, where=[16], if_={"active": True})
    done = run(opened(), position(TWO_TARGETS), standing=allied(rule), dice=dice(P1=1))
    told = done.event("zone_bombed")
    assert told["by"] == {"source": "standing", "doc": "standing-allied", "at": "/policies/0"}


PARTISANS = {
    7: "AL-G1",
    6: "AL-G2",
    8: "axis 2C",
    9: "axis 2C",
    20: "1C",
}


@pytest.mark.parametrize(
    ("value", "more", "found"),
    [
        ({}, {}, ("AL-G2", 8)),
        ({"use": ["AL-G1"]}, {}, ("AL-G1", 8)),
        ({"use": ["AL-G1"], "from": [9, 8]}, {}, ("AL-G1", 9)),
        ({"from": [9]}, {}, ("AL-G1", 9)),
        ({}, {"where": [7]}, ("AL-G1", 8)),
        ({"from": [5]}, {}, None),
        ("never", {}, None),
        ({}, {"if_": {"zone": 8, "enemy:cube": {">=": 3}}}, None),
    ],
)
def test_s43_d35_a_partisan_by_policy(value, more, found):
    pos = position(PARTISANS, **AXIS)
    done = run(opened(), pos, standing=allied(policy("partisan", value, **more)))
    drawn = [(e["partisan"], e["start"]) for e in done.events if e["event"] == "cube_drawn"]
    assert drawn[:1] == ([found] if found else [])


@pytest.mark.parametrize(
    ("value", "more", "place"),
    [
        ({"to": [19, 20]}, {}, 20),
        ({"to": ["sea", 20]}, {}, "sea"),
        ({"to": [20]}, {"if_": {"own:plane(engaged)": {">=": 2}}}, None),
        ({"to": [20, 17]}, {"if_": {"own:plane(engaged)": {">=": 2}}}, 17),
        ("never", {}, None),
    ],
)
def test_s43_d38_operational_by_policy(value, more, place):
    stacks = {20: "AL-P3(e)", 17: "AL-P1(e) AL-P2(e)", 10: "axis 1C", "sea": "AL-FUS(e)"}
    done = run(
        opened(), position(stacks, **AXIS), standing=allied(policy("operational", value, **more))
    )
    told = [e["place"] for e in done.events if e["event"] == "counters_readied"]
    assert told == ([place] if place else [])


@pytest.mark.parametrize(
    ("more", "zone"),
    [
        ({}, 10),
        ({"if_": {"enemy:cube": {">=": 2}}}, 11),
        ({"where": [11]}, 11),
        ({"if_": {"trigger": "enters"}}, None),
    ],
)
def test_s43_d39_strangle_by_policy(more, zone):
    pos = position({10: "axis 1C", 11: "axis 2C", 20: "1C"}, **AXIS)
    rule = policy("strangle", {"to": [10, 11]}, **more)
    assert run(opened(), pos, standing=allied(rule)).play.current.strangled == zone


def test_s43_28_2_bombs_come_before_events_and_events_may_serve_bombs():
    pos = position({20: "AL-P3", 16: "axis 3C", 1: "axis 1C"}, **AXIS)
    rules = [policy("operational", {"to": [20]}), bomb({})]
    rolled = {"t2/i2/bomb:16/AL-P3": [1], "t2/i2/bomb:16/AL-P3#2": [1]}
    done = run(opened(), pos, standing=allied(*rules), dice=rolled)
    assert done.told == ["zone_bombed", "counters_readied", "zone_bombed"]


# Questions

ASK_1, ASK_2 = "t2/i2/window:1/allied", "t2/i2/window:2/allied"
DROP = {"do": "bomb", "plane": "AL-P3", "zone": 16}


def test_s43_28_16_nothing_on_file_asks_nobody():
    assert run(opened(), position(BOMBED, **AXIS)).asks == []


def test_s43_28_16_s43_28_19_ask_opens_a_window_question():
    done = run(opened(), position(BOMBED, **AXIS), standing=allied(bomb("ask")))
    assert done.asks == [ASK_1]
    (question,) = done.questions
    assert question.kind == "window"
    assert DROP in question.decisions[0].offer()


@pytest.mark.parametrize(
    "more", [{"where": [14]}, {"if_": {"enemy_forces": 9}}, {"if_": {"trigger": "enters"}}]
)
def test_s43_28_16_ask_stops_only_where_the_policy_fits_and_something_is_legal(more):
    pos = position(BOMBED, **AXIS)
    assert run(opened(), pos, standing=allied(bomb("ask", **more))).asks == []


def test_s43_28_16_nobody_is_asked_without_a_plane_that_can_bomb():
    pos = position({17: "AL-P1(e)", 16: "axis 3C"}, **AXIS)
    assert run(opened(), pos, standing=allied(bomb("ask"))).asks == []


def test_s43_28_16_a_side_is_asked_twice_in_an_impulse():
    pos = position({17: "AL-P1", 16: "axis 3C", 1: "axis 1C"}, **AXIS)
    rule = windows("W0", "W1", "W2", "W3")
    standing = allied(bomb("ask"))
    assert run(rule, pos, standing=standing, answers={ASK_1: []}).asks == [ASK_2]
    done = run(rule, pos, standing=standing, answers={ASK_1: [], ASK_2: None})
    assert (done.asks, done.events) == ([], [])
    assert done.pos is not None


def test_s43_28_16_an_answer_settles_the_window():
    pos = position(BOMBED, **AXIS)
    rules = allied(bomb("ask"))
    done = run(opened(), pos, standing=rules, answers={ASK_1: [DROP]}, dice=dice("t2/i2", P3=1))
    assert bombs(done) == [("AL-P3", 16)]
    by = {"source": "answer", "doc": f"doc-{ASK_1}", "at": "/orders/0"}
    assert done.event("zone_bombed")["by"] == by


def test_s43_28_19_several_entries_of_an_answer_are_played_one_a_turn():
    pos = position({**BOMBED, 14: "AX-P1"}, **AXIS)
    second = {"do": "bomb", "plane": "AL-P1", "zone": 16}
    rolled = dice("t2/i2", P3=1, P1=1) | {"t2/i2/bomb:17/AX-P1": [1]}
    standing = allied(policy("*", "ask")) | axis(bomb({}, if_={"enemy:plane(engaged)": 0}))
    done = run(opened(), pos, standing=standing, answers={ASK_1: [DROP, second]}, dice=rolled)
    assert [plane for plane, _ in bombs(done)] == ["AX-P1", "AL-P3", "AL-P1"]


def test_s43_28_16_policies_in_an_answer_hold_from_the_next_window_on():
    pos = position(BOMBED, **AXIS)
    more = {"do": "policies", "policies": [bomb({"use": ["AL-P2"]})]}
    answers = {ASK_1: [DROP, more]}
    rolled = dice("t2/i2", P3=1, P2=1)
    rule, standing = windows("W0", "W1"), allied(bomb("ask"))
    done = run(rule, pos, standing=standing, answers=answers, dice=rolled)
    assert done.asks == [ASK_2], "only AL-P2 is settled"
    assert [plane for plane, _ in bombs(done)] == ["AL-P3", "AL-P2"]


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ([{**DROP, "when": "W3"}], [("E_WINDOW", "/when")]),
        ([DROP, {**DROP, "zone": 14}], [("E_ENGAGED", "/orders/1/plane")]),
        ([{**DROP, "plane": "AX-P1"}], [("E_NOT_YOURS", "/plane")]),
        ([{"do": "move", "from": 20, "path": [19], "cubes": 1}], [("E_WRONG_STEP", "/do")]),
        ([{"do": "event", "event": "reinforcements", "zone": 20}], [("E_EVENT_WINDOW", "")]),
        ([{"do": "answer", "decision": "bomb", "value": {}}], [("E_WRONG_STEP", "/do")]),
        ([{**DROP, "zone": 11, "if": {"zone": 16, "enemy_forces": 0}}], []),
    ],
)
def test_s43_28_19_an_answer_is_tried_before_it_is_taken(orders, found):
    done = run(opened(), position({**BOMBED, 14: "axis 1C"}, **AXIS), standing=allied(bomb("ask")))
    (question,) = done.questions
    assert codes(check_answer(RULES, question, orders)) == found


# Entering a zone: section 28.3


def marched(stacks, *path, cubes=1, step="i2", turn=2, **more):
    pos = position(stacks, step=step, turn=turn)
    order = entry("move", from_=path[0], path=list(path[1:]), cubes=cubes)
    return run(carry_out(MOVE, order), pos, **more)


ENTERING = {10: "axis 4C", 17: "AL-P1", 14: "1C AL-P2", 1: "axis 1C"}


@pytest.mark.parametrize(("cubes", "bombed"), [(3, True), (2, False)])
def test_s43_28_3_a_force_is_bombed_in_a_zone_it_enters(cubes, bombed):
    rule = bomb(
        {"use": ["AL-P2", "plane"], "max": 1},
        where=[11],
        if_={"trigger": "enters", "moving": {">=": 3}},
    )
    rolled = {"t2/i2/bomb:11/AL-P2": [5]} if bombed else {}
    done = marched(ENTERING, 10, 11, 13, cubes=cubes, standing=allied(rule), dice=rolled)
    assert bombs(done) == ([("AL-P2", 11)] if bombed else [])
    assert shorthand(done.pos, "axis", 13) == ("2C" if cubes == 2 or bombed else "")


def test_s43_28_3_the_number_of_moving_forces_is_counted_anew():
    stacks = {10: "axis 4C", 14: "1C AL-P2 AL-P3", 1: "axis 1C"}
    rule = bomb({}, where=[11], if_={"moving": {">=": 3}})
    rolled = {"t2/i2/bomb:11/AL-P2": [5]}
    done = marched(stacks, 10, 11, 13, cubes=3, standing=allied(rule), dice=rolled)
    assert shorthand(done.pos, "axis", 13) == "2C"


@pytest.mark.parametrize(
    "rules",
    [[bomb("ask", where=[11])], [policy("*", "ask")], [bomb({}, if_={"trigger": "window"})]],
)
def test_s43_28_3_nobody_is_asked_and_nothing_but_enters_is_read(rules):
    done = marched(ENTERING, 10, 11, 13, standing=allied(*rules))
    assert done.asks == []
    assert bombs(done) == []


def test_s43_28_3_ask_is_passed_over():
    rules = [bomb("ask"), bomb({"use": ["AL-P2"]}, where=[11])]
    rolled = {"t2/i2/bomb:11/AL-P2": [1]}
    done = marched(ENTERING, 10, 11, standing=allied(*rules), dice=rolled)
    assert bombs(done) == [("AL-P2", 11)]


def test_s43_28_3_an_allied_force_is_bombed_too():
    stacks = {20: "2C", 10: "axis 1C", 17: "axis 1C AX-P1"}
    rolled = {"t2/i1/bomb:16/AX-P1": [4]}
    done = marched(stacks, 20, 16, 21, cubes=2, step="i1", standing=axis(bomb({})), dice=rolled)
    assert shorthand(done.pos, "allied", 21) == "1C"


def test_s43_28_3_a_partisan_draws_a_cube_of_the_moving_force():
    stacks = {10: "axis 2C", 7: "AL-G1", 9: "axis 1C", 20: "1C"}
    rule = policy("partisan", {}, where=[8], if_={"trigger": "enters"})
    done = marched(stacks, 10, 8, 6, cubes=2, standing=allied(rule))
    assert shorthand(done.pos, "axis", 7) == "1H"
    assert shorthand(done.pos, "axis", 6) == "1C"


def test_s43_28_3_a_partisan_draws_only_out_of_the_zone_entered():
    stacks = {10: "axis 2C", 7: "AL-G1", 6: "axis 1C", 20: "1C"}
    rule = policy("partisan", {"from": [6]}, if_={"trigger": "enters"})
    done = marched(stacks, 10, 8, cubes=2, standing=allied(rule))
    assert "cube_drawn" not in done.told


def test_s43_28_3_a_policy_that_says_never_for_the_zone_keeps_the_others_out():
    rules = [bomb("never", where=[11]), bomb({})]
    done = marched(ENTERING, 10, 11, standing=allied(*rules))
    assert bombs(done) == []


def test_s43_28_3_reactions_stop_when_the_game_is_over():
    stacks = {10: "axis 1C", 14: "1C AL-P1 AL-P2"}
    rolled = {"t2/i2/bomb:11/AL-P1": [6]}
    done = marched(stacks, 10, 11, 13, standing=allied(bomb({})), dice=rolled)
    assert done.over["winner"] == "allied"
