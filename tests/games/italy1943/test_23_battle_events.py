"""Stop Battle and Reserves (23.4, 23.12, 23.13; decisions D29 and D31)."""

import pytest

from support.entries import policy
from support.skirmish import DEFAULTS, attack, field, landing, rounds, skirmish, standing, stands

MISS = ([1, 1], [1, 1])
TWO_ON_TWO = {20: "2C", 17: "axis 2C"}
STOP = [policy("stop_battle", "always")]
RESERVES = [policy("reserves", "always")]


def fought(*thrown, allied=(), axis=(), pos=None, plan=(), **lasting):
    def prepare(play):
        play.current.events |= lasting.get("events", set())

    return skirmish(
        pos or field(TWO_ON_TWO),
        attack(17, {20: "2C"}, plan),
        standing=standing(axis, allied),
        dice=rounds(17, *thrown),
        prepare=prepare,
    )


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_s43_23_12_either_side_stops_the_battle_after_round_1(side):
    done = fought(MISS, **{side: STOP})
    stopped = done.event("battle_stopped")
    assert (stopped["side"], stopped["round"]) == (side, 1)
    assert done.event("combat_ended")["ending"] == "stop_battle"
    assert (stands(done, "allied", 20), stands(done, "axis", 17)) == ("2C", "2C")
    assert (done.pos.tokens[side], done.pos.plays[side]) == (5, {"stop_battle": 1})


def test_s43_23_12_a_landing_returns_and_dropped_paratroopers_are_lost():
    pos = field({20: "2C AL-PARA", 17: "axis 2C"})
    done = skirmish(
        pos,
        landing(17, "AL-FUS", {20: "2C"}, [policy("drop", "always")]),
        standing=standing([policy("intercept_landing", "never"), *STOP]),
        dice={"landing:17/bombard/AL-FUS": [1], **rounds(17, ([1, 1, 1], [1, 1]))},
    )
    assert stands(done, "allied", 20) == "2C"
    assert done.pos.place_of("AL-PARA") == "pool"


def test_s43_23_12_not_at_the_end_of_the_last_round():
    done = fought(MISS, MISS, MISS, axis=[policy("stop_battle", "always", if_={"round": 3})])
    assert "battle_stopped" not in done.told


def test_s43_14_10_a_defender_who_retreats_does_not_stop_the_battle_too():
    pos = field({20: "2C", 17: "axis 2C", 16: "axis C"})
    axis = [policy("retreat", {"max": 1}, if_={"round": 1}), *STOP]
    done = fought(MISS, ([1, 1], [1]), axis=axis, pos=pos)
    assert stands(done, "axis", 16) == "2C"
    assert done.event("battle_stopped")["round"] == 2


def test_s43_23_13_only_the_attacker_calls_reserves_after_round_3():
    done = fought(MISS, MISS, MISS, axis=RESERVES)
    assert "reserves_played" not in done.told
    done = fought(MISS, MISS, MISS, MISS, allied=RESERVES)
    told = done.event("reserves_played")
    assert (told["side"], told["round"]) == ("allied", 3)


def test_s43_23_13_s43_23_4_one_event_of_a_side_in_an_impulse():
    both = [policy("stop_battle", "always", if_={"round": 3}), *RESERVES]
    done = fought(MISS, MISS, MISS, MISS, allied=both)
    assert "battle_stopped" not in done.told, "Reserves was the event of this impulse"
    done = fought(MISS, MISS, MISS, allied=RESERVES, events={"allied"})
    assert "reserves_played" not in done.told


@pytest.mark.parametrize(
    "position",
    [{"tokens": (6, 0)}, {"plays": {"axis": {"stop_battle": 3}}}],
)
def test_s43_23_1_s43_23_2_without_token_or_play_there_is_no_event(position):
    done = fought(MISS, MISS, MISS, axis=STOP, pos=field(TWO_ON_TWO, **position))
    assert "battle_stopped" not in done.told


def test_s43_d29_it_is_among_the_options_when_the_defender_is_asked():
    filed = {**DEFAULTS, "axis": [policy("retreat", "ask")]}
    pos = field({20: "2C", 17: "axis 2C", 16: "axis C"})
    done = skirmish(pos, attack(17, {20: "2C"}), standing=filed, dice=rounds(17, MISS))
    words = [decision.word for decision in done.questions[0].decisions]
    assert words == ["retreat", "retreat_to", "stop_battle"]


def test_s43_d29_s43_d30_s43_d31_nothing_on_file_is_no():
    filed = {"axis": [policy("retreat", "never"), policy("losses", "default")]}
    done = skirmish(
        field(TWO_ON_TWO), attack(17, {20: "2C"}), standing=filed, dice=rounds(17, MISS, MISS, MISS)
    )
    assert done.asks == []
    assert done.event("combat_ended")["ending"] == "last_round"


def test_s43_d30_breaking_off_costs_no_token_even_beside_stop_battle():
    plan = [*STOP, policy("break_off", "always")]
    done = fought(MISS, plan=plan)
    assert done.event("combat_ended")["ending"] == "broken_off"
    assert done.pos.tokens["allied"] == 6
