"""Reinforcements (section 6), the reinforcement phase, D03, D05, O03 and its event entry."""

import pytest

from pbem.engine.dice import NoDice
from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.resolution import StepRecord, check_answer, resolve
from pbem.engine.sheets import Sheet
from pbem.games.italy1943 import new_line, reinforcement
from pbem.games.italy1943.reinforcement_phase import reinforce
from pbem.games.italy1943.rules import Italy1943
from support.italy1943 import facts, position, sample_position, shorthand
from support.running import refused, run

ALLIED = "t2/reinforce/allied/orders"
AXIS = "t2/reinforce/axis/orders"


def allied(stacks=None, **more):
    return position(stacks or {17: "1C", 1: "axis 1C"}, step="reinforce/allied", **more)


def axis(stacks=None, **more):
    return position(stacks or {17: "1C", 10: "axis 1C"}, step="reinforce/axis", **more)


def place(*parts):
    return {"do": "reinforce", "place": [{"zone": z, "cubes": n} for z, n in parts]}


def line(zone=None, **more):
    zone = {} if zone is None else {"zone": zone}
    return {"do": "event", "event": "new_line", **zone, **more}


def axis_pool(cubes, *, lines=True):
    """An Axis position with so many cubes in the pool and everything else on the board."""
    counters = "AX-T1 AX-T2 AX-T3 AX-T4 AX-TI AX-P1 AX-P2 AX-P3 AX-PI AX-E1 AX-E2"
    stacks = {17: "1C", 10: f"axis {23 - cubes}C {counters}"}
    if not lines:
        stacks |= {11: "axis AX-L1", 12: "axis AX-L2", 13: "axis AX-L3"}
    return axis(stacks)


def test_s43_6_1_cubes_of_the_turn_track():
    due = {
        turn: tuple(
            reinforcement.due(position({17: "1C", 1: "axis 1C"}, turn=turn), side)
            for side in ("allied", "axis")
        )
        for turn in (2, 5)
    }
    assert due == {2: (4, 3), 5: (3, 2)}


def test_s43_6_1_reinforcements_are_told_and_come_out_of_the_pool():
    done = run(reinforce, sample("allied"), answers={ALLIED: [place((17, 4))]})
    arrived = done.event("cubes_arrived")
    assert (arrived["side"], arrived["zone"], arrived["cubes"]) == ("allied", 17, 4)
    assert done.pos.pool_cubes("allied") == 12
    assert shorthand(done.pos, "allied", 17) == "6C T"


def sample(side):
    pos = sample_position()
    pos.initiative = "allied"
    pos.step = type(pos.step).parse(f"reinforce/{side}")
    return pos


@pytest.mark.parametrize(
    ("zone", "code"),
    [(14, "E_NOT_FRIENDLY"), (4, "E_NOT_COASTAL"), (99, "E_ZONE_UNKNOWN"), (11, "E_NOT_FRIENDLY")],
)
def test_s43_6_2_allied_cubes_enter_friendly_coastal_zones_only(zone, code):
    pos = allied({17: "1C", 4: "1C", 11: "axis 1C"})
    assert refused(reinforce, pos, {ALLIED: [place((zone, 1))]}) == [
        (code, "/orders/0/place/0/zone")
    ]


def test_s43_6_2_an_empty_friendly_coast_is_open():
    done = run(reinforce, allied(allied=(21,)), answers={ALLIED: [place((21, 4))]})
    assert shorthand(done.pos, "allied", 21) == "4C"


@pytest.mark.parametrize(
    ("zone", "codes"),
    [
        (14, []),
        (15, ["E_ZONE_EXCLUDED"]),
        (18, ["E_ZONE_EXCLUDED"]),
        (20, ["E_ZONE_EXCLUDED"]),
        (17, ["E_NOT_FRIENDLY"]),
    ],
)
def test_s43_6_3_axis_cubes_enter_europe_except_sardinia_and_corsica(zone, codes):
    wrong = refused(reinforce, axis(), {AXIS: [place((zone, 1))]})
    assert [code for code, _ in wrong] == codes


def test_s43_6_3_an_axis_entry_zone_is_supplied():
    cut_off = axis({9: "1C", 10: "1C", 11: "axis 1C", 1: "axis 1C"})
    assert refused(reinforce, cut_off, {AXIS: [place((11, 1))]}) == [
        ("E_NOT_SUPPLIED", "/orders/0/place/0/zone")
    ]


def test_s43_6_4_cubes_may_be_split_and_the_zone_may_be_empty():
    done = run(reinforce, axis(), answers={AXIS: [place((14, 1), (13, 2))]})
    assert (shorthand(done.pos, "axis", 14), shorthand(done.pos, "axis", 13)) == ("1C", "2C")


def test_s43_6_5_a_small_pool_gives_what_it_has():
    assert refused(reinforce, axis_pool(2), {AXIS: [place((14, 3))]}) == [
        ("E_TOO_MANY_CUBES", "/orders/0/place")
    ]
    done = run(reinforce, axis_pool(2), answers={AXIS: [place((14, 2))]})
    assert done.pos.pool_cubes("axis") == 0


def test_s43_6_5_nobody_is_asked_about_an_empty_pool():
    done = run(reinforce, axis_pool(0, lines=False))
    assert done.asks == []
    assert done.events == []


def test_s43_6_6_fewer_cubes_than_due_may_be_placed():
    done = run(reinforce, allied(), answers={ALLIED: [place((17, 1))]})
    assert shorthand(done.pos, "allied", 17) == "2C"
    none = run(reinforce, allied(), answers={ALLIED: [place()]})
    assert shorthand(none.pos, "allied", 17) == "1C"


@pytest.mark.parametrize("orders", [[line(10), place((14, 1))], [place((14, 1)), line(10)]])
def test_s43_6_7_the_line_may_be_built_before_or_after_the_cubes(orders):
    done = run(reinforce, axis(), answers={AXIS: orders})
    assert done.pos.lines == {10: "AX-L1"}
    assert done.pos.tokens["axis"] == 5
    assert done.pos.plays["axis"] == {"new_line": 1}


def test_s43_25_9_a_line_may_stand_in_africa_and_on_islands():
    pos = axis({17: "axis 1C", 15: "axis 1C", 20: "1C"})
    assert {15, 16, 17} <= set(offered(pos)["new_line"])
    done = run(reinforce, pos, answers={AXIS: [line(17)]})
    assert done.event("line_built") == {
        "event": "line_built",
        "clause": "S43-25.9",
        "zone": 17,
        "line": "AX-L1",
        "by": {"source": "answer", "doc": f"doc-{AXIS}", "at": "/orders"},
    }


def offered(pos):
    (question,) = run(reinforce, pos).questions
    return question.decisions[0].offer()


@pytest.mark.parametrize(
    ("entry", "code", "member"),
    [
        (line(), "E_EVENT_ZONE", "zone"),
        (line("sea"), "E_EVENT_ZONE", "zone"),
        (line(99), "E_ZONE_UNKNOWN", "zone"),
        (line(17), "E_EVENT_ZONE", "zone"),
        (line(11), "E_EVENT_ZONE", "zone"),
        (line(10, when="W0"), "E_FORMAT", "when"),
        (line(10, convert=[]), "E_FORMAT", "convert"),
        ({"do": "event", "event": "kesselring"}, "E_EVENT_WINDOW", "event"),
    ],
)
def test_s43_o15_a_wrong_new_line_is_refused(entry, code, member):
    pos = axis({17: "1C", 11: "axis 1C AX-L2"})
    assert (code, f"/orders/0/{member}") in refused(reinforce, pos, {AXIS: [entry]})


def test_s43_25_9_without_an_eliminated_line_token_or_play_there_is_no_new_line():
    full = axis_pool(1, lines=False)
    assert refused(reinforce, full, {AXIS: [line(10)]}) == [("E_EVENT_ZONE", "/orders/0/zone")]
    bare = axis(tokens=(6, 0))
    assert refused(reinforce, bare, {AXIS: [line(10)]}) == [("E_EVENT_NONE", "/orders/0/event")]
    most = facts().events["axis"]["new_line"].most
    played = axis(plays={"axis": {"new_line": most}})
    assert refused(reinforce, played, {AXIS: [line(10)]}) == [("E_EVENT_MAX", "/orders/0/event")]


def test_s43_25_9_the_allies_play_no_event_in_their_phase():
    assert refused(reinforce, allied(), {ALLIED: [line(17)]}) == [
        ("E_EVENT_WINDOW", "/orders/0/event")
    ]


def test_s43_23_5_one_event_in_the_reinforcement_phases():
    assert refused(reinforce, axis(), {AXIS: [line(10), line(11)]}) == [
        ("E_EVENT_SECOND", "/orders/1/event")
    ]


@pytest.mark.parametrize(("least", "lines"), [(1, {10: "AX-L1"}), (9, {})])
def test_s43_28_11_a_line_may_depend_on_a_condition(least, lines):
    entry = line(10, **{"if": {"own_forces": {">=": least}}})
    done = run(reinforce, axis(), answers={AXIS: [place(), entry]})
    assert done.pos.lines == lines
    assert ("entry_skipped" in done.told) is (not lines)


def test_s43_28_11_a_conditional_line_that_is_illegal_is_skipped():
    entry = line(17, **{"if": {"turn": 2}})
    done = run(reinforce, axis(), answers={AXIS: [place(), entry]})
    assert done.event("entry_skipped")["at"] == "/orders/1"


def test_s43_d03_d04_d05_are_one_question():
    done = run(reinforce, axis())
    (question,) = done.questions
    assert (question.id, question.kind) == (AXIS, "orders")
    orders = [place((14, 3)), {"do": "convert", "zone": 14, "kind": "elite"}, line(14)]
    ended = run(reinforce, axis(), answers={AXIS: orders})
    assert ended.told == ["cubes_arrived", "cubes_converted", "line_built"]
    assert shorthand(ended.pos, "axis", 14) == "2C E"


@pytest.mark.parametrize("answer", [[], None])
def test_s43_d03_the_default_puts_cubes_where_most_forces_are_and_room_is(answer):
    pos = allied({17: "5C", 20: "3C AL-P1", 16: "3C", 21: "1C AL-P2 AL-P3", 1: "axis 1C"})
    done = run(reinforce, pos, answers={ALLIED: answer})
    assert shorthand(done.pos, "allied", 17) == "6C"
    assert shorthand(done.pos, "allied", 16) == "6C", "3 land forces like 20, lower number"
    assert done.events_named("cubes_arrived")[0]["by"] == {"source": "default"}


def test_s43_d03_where_no_zone_has_room_the_rest_stays_in_the_pool():
    done = run(reinforce, allied({17: "4C", 1: "axis 1C"}), answers={ALLIED: None})
    assert shorthand(done.pos, "allied", 17) == "6C"
    assert done.pos.pool_cubes("allied") == 17


def test_s43_d03_an_answer_without_reinforce_leaves_the_cubes_to_the_default():
    convert = {"do": "convert", "zone": 17, "kind": "tank"}
    done = run(reinforce, allied(), answers={ALLIED: [convert]})
    assert shorthand(done.pos, "allied", 17) == "3C T"
    assert done.event("cubes_arrived")["by"] == {"source": "default"}


def test_s43_d03_a_policy_fills_the_first_zone_with_room_then_the_default():
    pos = allied({17: "3C", 20: "4C", 16: "1C", 1: "axis 1C"})
    policy = {"decision": "reinforce", "value": {"to": [14, 20]}}
    done = run(reinforce, pos, standing={"allied": [policy]})
    assert done.asks == []
    assert [shorthand(done.pos, "allied", zone) for zone in (20, 17)] == ["6C", "5C"]


def test_s43_d03_a_reinforce_policy_settles_all_three():
    pos = axis_pool(3)
    policy = {"decision": "reinforce", "value": {"to": [14]}}
    done = run(reinforce, pos, standing={"axis": [policy]})
    assert done.asks == []
    assert done.told == ["cubes_arrived"]


def test_s43_28_5_ask_for_conversions_asks_though_the_cubes_are_settled():
    policies = [
        {"decision": "reinforce", "value": {"to": [14]}},
        {"decision": "convert", "value": "ask"},
    ]
    done = run(reinforce, axis(), standing={"axis": policies})
    assert done.asks == [AXIS]
    assert shorthand(done.play.pos, "axis", 14) == "3C"
    (question,) = done.questions
    assert question.decisions[0].word == "convert"


def test_s43_d05_a_policy_builds_in_the_first_zone_that_can_take_a_line():
    pos = axis({17: "1C", 11: "axis 1C AX-L1"})
    policies = [
        {"decision": "reinforce", "value": {"to": [14]}},
        {"decision": "new_line", "if": {"turn": 2}, "value": {"to": [11, 17, 10]}},
    ]
    done = run(reinforce, pos, standing={"axis": policies})
    assert done.pos.lines == {11: "AX-L1", 10: "AX-L2"}
    assert done.event("line_built")["by"]["at"] == "/policies/1"


def test_s43_d05_with_nothing_on_file_the_axis_is_asked_if_it_can_build():
    asked = run(reinforce, axis_pool(0))
    assert asked.asks == [AXIS]
    assert asked.questions[0].decisions[0].word == "new_line"
    nothing = run(reinforce, axis_pool(0, lines=False))
    assert nothing.asks == []


def test_s43_o03_all_errors_are_refused_at_once():
    orders = [
        {"do": "reinforce", "place": [{"zone": 14, "cubes": 9}, {"zone": 15, "cubes": 1}]},
        {"do": "convert", "zone": 10, "kind": "partisan"},
        {"do": "pass"},
    ]
    assert refused(reinforce, axis(), {AXIS: orders}) == [
        ("E_TOO_MANY_CUBES", "/orders/0/place"),
        ("E_ZONE_EXCLUDED", "/orders/0/place/1/zone"),
        ("E_KIND", "/orders/1/kind"),
        ("E_WRONG_STEP", "/orders/2/do"),
    ]


def test_s43_19_18_the_axis_owns_three_lines_and_none_stands_twice():
    assert facts().lines == ("AX-L1", "AX-L2", "AX-L3")
    pos = axis({17: "1C", 11: "axis 1C AX-L1", 12: "axis 1C AX-L2", 13: "axis 1C AX-L3"})
    del pos.lines[13]
    assert new_line.build(pos, 14) == "AX-L3"
    assert new_line.zones(pos) == (), "all three are on the board"


def test_s43_28_5_the_question_behind_a_policy_is_answered_in_a_later_resolution():
    rules = Italy1943(facts())
    policies = [
        {"decision": "reinforce", "value": {"to": [14]}},
        {"decision": "convert", "value": "ask"},
    ]
    standing = {("axis", ""): StandingOrders("s1", policies)}
    opening = StepRecord(axis().to_data())
    paused = resolve(rules, opening, Sources(standing=standing), NoDice())
    assert [ask["id"] for ask in paused.asks()] == [AXIS]
    again = [{"do": "reinforce", "place": [{"zone": 14, "cubes": 1}]}]
    (refusal,) = check_answer(rules, paused.open[0], again)
    assert refusal.code == "E_WRONG_STEP", "the cubes are settled already"
    sheet = Sheet("d1", [{"do": "convert", "zone": 14, "kind": "elite"}])
    after = resolve(rules, paused.step, Sources({AXIS: sheet}, standing), NoDice())
    assert [event["event"] for event in after.events[:1]] == ["cubes_converted"]
    assert after.step.opening["axis"]["14"] == {"cubes": 2, "counters": ["AX-E1"]}
