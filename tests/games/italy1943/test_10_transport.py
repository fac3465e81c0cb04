"""Naval transport and its interception (section 10; S43-O08, S43-D14, S43-D15)."""

import pytest

from pbem.engine.resolution import check_answer
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.movement import MOVE
from pbem.games.italy1943.partisans import PARTISAN_USE
from pbem.games.italy1943.transport import TRANSPORT, ports_of
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import OneRule, run

AXIS = {"step": "i2"}
NEVER = policy("intercept_transport", "never")


def ship(from_, to, **more):
    return entry("transport", from_=from_, to=to, **more)


def shipped(pos, *entries, axis=(NEVER,), allied=(NEVER,), **more):
    return run(
        carry_out(TRANSPORT, *entries), pos, standing={"axis": axis, "allied": allied}, **more
    )


def wrong(pos, order, **lasting):
    return codes(TRANSPORT.check(play_in(pos, **lasting), order))


def test_s43_10_1_s43_d09_a_point_carries_a_land_force_any_distance():
    pos = position({19: "2C AL-T1", 15: "AL-P1"})
    done = shipped(pos, ship(19, 15, cubes=2, counters=["AL-T1"]))
    assert shorthand(done.pos, "allied", 15) == "2C T P"
    assert done.pos.naval_points["allied"] == 3
    sailed = done.event("transport_sailed")
    assert (sailed["start"], sailed["to"], sailed["points_left"]) == (19, 15, 3)
    assert done.event("transport_arrived")["force"] == {"cubes": 2, "counters": ["AL-T1"]}


@pytest.mark.parametrize(
    ("counter", "code"),
    [("AL-P1", "E_KIND"), ("AL-FUS", "E_KIND"), ("AX-T1", "E_NOT_YOURS"), ("AL-T4", "E_NOT_THERE")],
)
def test_s43_10_1_only_land_forces_of_the_zone_are_carried(counter, code):
    pos = position({19: "AL-T1 AL-P1", 20: "1C"})
    assert wrong(pos, ship(19, 20, counters=[counter])) == [(code, "/counters/0")]


def test_s43_10_1_both_zones_are_coastal():
    pos = position({19: "1C"}, allied=[4])
    assert wrong(pos, ship(19, 4, cubes=1)) == [("E_NOT_COASTAL", "/to")]
    assert wrong(position({4: "1C", 5: "1C"}), ship(4, 5, cubes=1)) == [("E_NOT_COASTAL", "/from")]


def test_s43_10_2_an_empty_enemy_coast_is_not_reached():
    pos = position({19: "1C", 17: "1C"})
    (refusal,) = TRANSPORT.check(play_in(pos), ship(19, 16, cubes=1))
    assert (refusal.code, refusal.at, refusal.legal) == (
        "E_NOT_FRIENDLY",
        "/orders/0/to",
        ("17", "19"),
    )
    assert list(ports_of(play_in(pos), "allied")) == [17, 19]


def test_s43_10_3_forces_move_before_embarking_and_after_arriving():
    pos = position({21: "1C", 16: "1C", 19: "1C", 1: "axis 1C"})

    async def rule(play):
        for action, order in (
            (MOVE, entry("move", from_=21, path=[16], cubes=1)),
            (TRANSPORT, ship(16, 19, cubes=2)),
            (MOVE, entry("move", from_=19, path=[20], cubes=2)),
        ):
            await carry_out(action, order)(play)

    done = run(rule, pos, standing={"axis": [NEVER]})
    assert shorthand(done.pos, "allied", 20) == "2C"


def test_s43_10_4_a_counter_is_carried_once_in_an_impulse():
    pos = position({19: "AL-T1", 20: "1C", 17: "1C"})
    done = shipped(pos, ship(19, 20, counters=["AL-T1"]), ship(20, 17, counters=["AL-T1"]))
    assert shorthand(done.pos, "allied", 20) == "1C T"
    assert done.event("entry_skipped")["clause"] == "S43-28.8"


def test_s43_10_4_cubes_that_were_carried_stay_behind():
    pos = position({19: "2C", 20: "1C", 17: "1C"})
    first = ship(19, 20, cubes=2)
    play = play_in(pos)
    TRANSPORT.assume(play, first)
    assert codes(TRANSPORT.check(play, ship(20, 17, cubes=2))) == [("E_ALREADY_CARRIED", "/cubes")]
    assert TRANSPORT.check(play, ship(20, 17, cubes=1)) == []


def test_s43_10_4_cubes_that_were_carried_move_on_first():
    play = play_in(position({19: "1C", 20: "1C", 17: "1C"}))
    TRANSPORT.assume(play, ship(19, 20, cubes=1))
    MOVE.assume(play, entry("move", from_=20, path=[16], cubes=1))
    assert codes(TRANSPORT.check(play, ship(16, 17, cubes=1))) == [("E_ALREADY_CARRIED", "/cubes")]
    assert TRANSPORT.check(play, ship(20, 17, cubes=1)) == []


def test_s43_10_4_cubes_that_were_carried_are_lost_first():
    orders = [
        {"do": "transport", "from": 19, "to": 20, "cubes": 2},
        {"do": "transport", "from": 20, "to": 17, "cubes": 1},
    ]
    bomb = policy("bomb", {"max": 1}, where=[20], if_={"enemy:cube": 3})
    done = run(
        play_impulse,
        position({19: "2C", 20: "1C", 17: "1C", 15: "axis AX-P2", 1: "axis 1C"}),
        answers={"t2/i1/orders": orders},
        standing={
            "axis": [bomb, policy("*", "default")],
            "allied": [policy("*", "default")],
        },
        dice={"t2/i1/bomb:20/AX-P2": [6]},
    )
    assert "entry_skipped" not in done.told
    assert [shorthand(done.pos, "allied", zone) for zone in (17, 20)] == ["2C", "1C"]


def test_s43_10_4_a_partisan_draws_a_cube_that_was_carried_first():
    play = play_in(position({7: "AL-G1", 6: "axis 1C", 14: "axis 2C", 20: "1C"}, **AXIS))
    TRANSPORT.assume(play, ship(14, 6, cubes=2))
    PARTISAN_USE.assume(play, entry("partisan_use", partisan="AL-G1", from_=6))
    assert play.current.carried_cubes == {6: 1}


@pytest.mark.parametrize(
    ("turn", "removed", "found"),
    [
        (4, [], []),
        (4, ["AX-FI"], [("E_NO_TRANSPORT", "")]),
        (5, [], [("E_NO_TRANSPORT", "")]),
    ],
)
def test_s43_10_5_axis_transport_ends_with_its_fleet_and_with_turn_4(turn, removed, found):
    pos = position({14: "axis 1C", 15: "axis 1C"}, turn=turn, removed=removed, **AXIS)
    assert wrong(pos, ship(14, 15, cubes=1)) == found


def test_s43_10_6_engaged_fleets_do_not_hinder_transport():
    pos = position({19: "1C", 20: "1C", "sea": "AL-FUS(e) AL-FUK(e)"})
    assert wrong(pos, ship(19, 20, cubes=1)) == []


def test_s43_10_7_the_points_of_a_turn_are_spent_once():
    pos = position({19: "4C", 20: "3C", 17: "1C", 16: "1C"})
    done = shipped(pos, ship(19, 17, cubes=4))
    assert done.pos.naval_points["allied"] == 2
    assert wrong(done.pos, ship(20, 16, cubes=3)) == [("E_POINTS", "")]
    assert wrong(done.pos, ship(20, 16, cubes=2)) == []


INTERCEPT = policy("intercept_transport", {})


def test_s43_10_8_each_operation_is_intercepted_once_and_named_anew():
    pos = position({19: "2C", 17: "1C", "sea": "AX-FI AX-U1"})
    dice = {
        "t2/i1/transport:19-17/intercept/AX-FI": [1],
        "t2/i1/transport:19-17#2/intercept/AX-U1": [1],
    }
    one_each = policy("intercept_transport", {"use": ["fleet", "uboat"], "max": 1})
    done = shipped(pos, ship(19, 17, cubes=1), ship(19, 17, cubes=1), axis=[one_each], dice=dice)
    assert shorthand(done.pos, "allied", 17) == "3C"


def test_s43_10_9_fleets_the_uboat_and_planes_in_range_intercept_all_named_first():
    pos = position({19: "2C", 17: "1C", 14: "AX-P2", 10: "AX-P3 AX-P1(e)"})
    dice = {
        "t2/i1/transport:19-17/intercept/AX-P2": [2],
        "t2/i1/transport:19-17/intercept/AX-U1": [3],
        "t2/i1/transport:19-17/intercept/AX-FI": [4],
    }
    named = policy("intercept_transport", {"use": ["plane", "uboat", "AX-FI"]})
    done = shipped(pos, ship(19, 17, cubes=2), axis=[named], dice=dice)
    told = done.event("passage_intercepted")
    assert [shot["piece"] for shot in told["shots"]] == ["AX-P2", "AX-U1", "AX-FI"]
    assert [shot["die"] for shot in told["shots"]] == [2, 3, 4]
    assert (told["hits"], told["needs"], told["carried"]) == (0, 5, {"cubes": 2})


def test_s43_10_9_allied_fleets_intercept_axis_transports():
    pos = position({14: "axis 1C", 15: "axis 1C"}, **AXIS)
    dice = {
        "t2/i2/transport:14-15/intercept/AL-FUS": [1],
        "t2/i2/transport:14-15/intercept/AL-FUK": [1],
    }
    done = shipped(pos, ship(14, 15, cubes=1), allied=[INTERCEPT], dice=dice)
    assert shorthand(done.pos, "axis", 15) == "2C"


def test_s43_10_10_every_interceptor_becomes_engaged():
    pos = position({19: "2C", 17: "1C"})
    dice = {
        "t2/i1/transport:19-17/intercept/AX-FI": [1],
        "t2/i1/transport:19-17/intercept/AX-U1": [6],
    }
    done = shipped(pos, ship(19, 17, cubes=2), axis=[INTERCEPT], dice=dice)
    assert shorthand(done.pos, "axis", "sea") == "f u"


def test_s43_10_11_each_5_or_6_eliminates_a_carried_force():
    pos = position({19: "2C", 17: "1C"})
    dice = {
        "t2/i1/transport:19-17/intercept/AX-U1": [6],
        "t2/i1/transport:19-17/intercept/AX-FI": [4],
    }
    use = policy("intercept_transport", {"use": ["uboat", "fleet"]})
    done = shipped(pos, ship(19, 17, cubes=2), axis=[use], dice=dice)
    assert shorthand(done.pos, "allied", 17) == "2C"
    assert done.pos.pool_cubes("allied") == 23 - 2


@pytest.mark.parametrize(
    ("order", "there"), [(["cube"], "1C T"), (["eliminate:tank"], "2C"), (["engage:tank"], "1C T")]
)
def test_s43_10_12_s43_d15_the_owner_chooses_and_no_counter_is_turned_over(order, there):
    pos = position({19: "1C AL-T1", 17: "1C"})
    dice = {"t2/i1/transport:19-17/intercept/AX-FI": [5]}
    use = policy("intercept_transport", {"use": ["AX-FI"]})
    lose = policy("losses", order, if_={"cause": "interception"})
    done = shipped(
        pos, ship(19, 17, cubes=1, counters=["AL-T1"]), axis=[use], allied=[lose], dice=dice
    )
    assert shorthand(done.pos, "allied", 17) == there


def test_s43_10_13_hits_beyond_the_carried_forces_are_lost():
    pos = position({19: "1C", 17: "1C"})
    dice = {
        "t2/i1/transport:19-17/intercept/AX-FI": [5],
        "t2/i1/transport:19-17/intercept/AX-U1": [6],
    }
    done = shipped(pos, ship(19, 17, cubes=1), axis=[INTERCEPT], dice=dice)
    assert shorthand(done.pos, "allied", 17) == "1C"
    assert done.pos.naval_points["allied"] == 5, "the point is not returned"
    assert "transport_arrived" not in done.told


@pytest.mark.parametrize(
    ("stack", "named"),
    [("AX-P1 AX-P2 AX-P3", ["AX-P1", "AX-P2"]), ("AX-P2 AX-P3", ["AX-P2", "AX-P3"])],
)
def test_s43_10_14_s43_11_10_interceptions_are_missions(stack, named):
    """Sicily has an airport: two planes may fly from it."""
    pos = position({19: "1C", 17: "1C", 14: stack}, removed=["AX-FI", "AX-U1"])
    dice = {f"t2/i1/transport:19-17/intercept/{plane}": [1] for plane in named}
    done = shipped(pos, ship(19, 17, cubes=1), axis=[INTERCEPT], dice=dice)
    assert [shot["piece"] for shot in done.event("passage_intercepted")["shots"]] == named


def test_s43_10_14_the_next_choice_fills_the_place_that_the_airport_limit_leaves():
    pos = position({19: "1C", 17: "1C", 16: "axis AX-P1 AX-P2", 14: "AX-P3"})
    use = policy("intercept_transport", {"use": ["plane"], "max": 2})
    dice = {f"t2/i1/transport:19-17/intercept/{plane}": [1] for plane in ("AX-P1", "AX-P3")}
    done = shipped(pos, ship(19, 17, cubes=1), axis=[use], dice=dice)
    assert shorthand(done.pos, "axis", 16) == "P p"


def test_s43_10_14_a_plane_that_flew_keeps_the_only_place():
    pos = position({19: "1C", 17: "1C", 16: "AX-P1 AX-P2"}, removed=["AX-FI", "AX-U1"])

    def fly_before(play):
        play.current.flown[16] = {"AX-P2"}

    dice = {"t2/i1/transport:19-17/intercept/AX-P2": [1]}
    done = shipped(pos, ship(19, 17, cubes=1), axis=[INTERCEPT], dice=dice, prepare=fly_before)
    assert shorthand(done.pos, "axis", 16) == "P p"


def test_s43_12_6_engaged_sea_forces_do_not_intercept():
    pos = position({19: "1C", 17: "1C", "sea": "AX-FI(e) AX-U1(e)"})
    done = shipped(pos, ship(19, 17, cubes=1), axis=())
    assert done.told == ["transport_sailed", "transport_arrived"], "nobody is asked"


def test_s43_24_12_a_plane_under_strangle_does_not_intercept():
    pos = position({19: "1C", 17: "1C", 14: "AX-P2"}, removed=["AX-FI", "AX-U1"])

    def strangle(play):
        play.current.strangled = 14

    done = shipped(pos, ship(19, 17, cubes=1), axis=(), prepare=strangle)
    assert done.asks == []


def test_s43_28_4_the_question_comes_right_after_the_announcement():
    pos = position({19: "2C", 17: "1C"})
    done = shipped(pos, ship(19, 17, cubes=2), axis=())
    assert done.told == ["transport_sailed"]
    assert done.asks == ["t2/i1/transport:19-17/intercept/axis"]
    (question,) = done.questions
    (decision,) = question.decisions
    assert (question.kind, decision.offer()) == ("intercept", ["AX-FI", "AX-U1"])


ASK_1, ASK_2 = (f"t2/i1/transport:19-17{n}/intercept/axis" for n in ("", "#2"))


def intercepting(value):
    return [{"do": "answer", "value": value}]


def test_s43_d14_an_answer_names_the_interceptors():
    pos = position({19: "1C", 17: "1C"})
    answers = {ASK_1: intercepting({"use": ["AX-U1"]})}
    dice = {"t2/i1/transport:19-17/intercept/AX-U1": [5]}
    done = shipped(pos, ship(19, 17, cubes=1), axis=(), answers=answers, dice=dice)
    assert done.event("passage_intercepted")["by"]["source"] == "answer"
    assert shorthand(done.pos, "allied", 17) == "1C"


@pytest.mark.parametrize("value", ["always", {"use": ["AX-P1"]}, {"use": ["AX-FI"], "least": 1}])
def test_s43_d14_e_option(value):
    pos = position({19: "1C", 17: "1C"})
    (question,) = shipped(pos, ship(19, 17, cubes=1), axis=()).questions
    refusals = check_answer(OneRule(None, None), question, intercepting(value))
    assert {refusal.code for refusal in refusals} == {"E_OPTION"}


def test_s43_d14_a_side_that_lets_a_transport_through_is_told_with_its_reason():
    pos = position({19: "1C", 17: "1C"})
    done = shipped(pos, ship(19, 17, cubes=1))
    told = done.event("passage_let_through")
    assert (told["side"], told["by"]["at"]) == ("axis", "/policies/0")


def test_s43_28_16_a_side_is_asked_about_transports_twice_in_an_impulse():
    pos = position({19: "3C", 17: "1C"})
    orders = [ship(19, 17, cubes=1) for _ in range(3)]
    answers = {ASK_1: [], ASK_2: None}
    done = shipped(pos, *orders, axis=(), answers=answers)
    assert shorthand(done.pos, "allied", 17) == "4C"
    assert done.told.count("passage_let_through") == 3


@pytest.mark.parametrize(
    ("test", "hit"), [({"carried": {">=": 2}}, True), ({"carried:tank": 1}, False)]
)
def test_section_29_1_facts_of_a_transport(test, hit):
    pos = position({19: "2C", 17: "1C"})
    use = policy("intercept_transport", {"use": ["uboat"]}, if_=test)
    dice = {"t2/i1/transport:19-17/intercept/AX-U1": [1]} if hit else {}
    done = shipped(pos, ship(19, 17, cubes=2), axis=[use, NEVER], dice=dice)
    assert ("passage_intercepted" in done.told) == hit


def test_s43_27_3_s43_27_8_the_last_force_lost_at_sea_ends_the_game():
    pos = position({19: "1C", 1: "axis 1C"}, allied=[17])
    dice = {
        "t2/i1/transport:19-17/intercept/AX-FI": [5],
        "t2/i1/transport:19-17/intercept/AX-U1": [1],
    }
    done = shipped(pos, ship(19, 17, cubes=1), axis=[INTERCEPT], dice=dice)
    assert done.over["winner"] == "axis"


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ((19, 19), ("E_SAME_ZONE", "/to")),
        ((19, 99), ("E_ZONE_UNKNOWN", "/to")),
        ((99, 19), ("E_ZONE_UNKNOWN", "/from")),
    ],
)
def test_s43_o08_zones_that_cannot_be_named(order, found):
    assert wrong(position({19: "1C"}), ship(*order, cubes=1)) == [found]


def test_s43_o08_a_held_cube_is_not_carried():
    pos = position({14: "axis 1H", 15: "axis 1C"}, **AXIS)
    assert wrong(pos, ship(14, 15, cubes=1)) == [("E_HELD", "/cubes")]


@pytest.mark.parametrize(("strangled", "place"), [(14, "/from"), (15, "/to")])
def test_s43_o08_e_strangled(strangled, place):
    pos = position({14: "axis 1C", 15: "axis 1C"}, **AXIS)
    assert wrong(pos, ship(14, 15, cubes=1), strangled=strangled) == [("E_STRANGLED", place)]
