"""Axis events of an impulse (section 25; S43-D40, S43-D41)."""

import pytest

from pbem.games.italy1943.events import EVENT, playable_zones
from pbem.games.italy1943.windows import window
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import run

AXIS = {"step": "i2"}


def event(word, **more):
    return entry("event", event=word, **more)


def played(pos, *entries, **more):
    return run(carry_out(EVENT, *entries), pos, **more)


def wrong(pos, order, **lasting):
    return codes(EVENT.check(play_in(pos, **lasting), order))


def in_window(pos, *policies, name="W0", **more):
    return run(lambda play: window(play, name, ()), pos, standing={"axis": policies}, **more)


def test_s43_25_1_two_cubes_into_one_zone():
    done = played(position({10: "axis 1C", 20: "1C"}, **AXIS), event("reinforcements", zone=14))
    assert shorthand(done.pos, "axis", 14) == "2C"
    assert done.event("event_cubes_placed")["clause"] == "S43-25.1"


def test_s43_25_1_not_in_africa_sardinia_or_corsica_nor_where_the_enemy_is():
    pos = position({20: "1C", 9: "1C", 13: "axis 1C"}, allied=[12], removed=["AX-FI"], **AXIS)
    zones = tuple(playable_zones(play_in(pos), "axis", "reinforcements"))
    assert zones == (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14)
    for zone in (9, 12, 15, 16, 18):
        order = event("reinforcements", zone=zone)
        assert wrong(pos, order) == [("E_EVENT_ZONE", "/zone")]


@pytest.mark.parametrize("name", ["W0", "W3", "W4:10", "W7"])
def test_s43_25_2_s43_25_4_s43_d40_in_a_window_of_either_impulse(name):
    pos = position({10: "axis 1C", 20: "1C"})
    rule = policy("reinforcements", {"to": [16, 10]})

    async def stirred(play):
        play.current.stirred = True
        await window(play, name, ())

    done = run(stirred, pos, standing={"axis": [rule]})
    assert shorthand(done.pos, "axis", 16) == ""
    assert shorthand(done.pos, "axis", 10) == "3C"
    assert done.event("event_cubes_placed")["by"]["at"] == "/policies/0"


def test_s43_25_3_the_cubes_are_converted_at_once():
    order = event("reinforcements", zone=14, convert=[{"kind": "elite"}, {"kind": "elite"}])
    done = played(position({10: "axis 1C", 20: "1C"}, **AXIS), order)
    assert shorthand(done.pos, "axis", 14) == "E E"
    assert done.told == ["event_cubes_placed", "cubes_converted", "cubes_converted"]


def test_s43_25_3_s43_d40_a_policy_converts_what_is_possible():
    pos = position({10: "axis 1C AX-E1", 20: "1C"}, **AXIS)
    convert = [{"kind": "elite", "counter": "AX-E1"}, {"kind": "paratroopers"}, {"kind": "plane"}]
    done = in_window(pos, policy("reinforcements", {"to": [14], "convert": convert}))
    assert shorthand(done.pos, "axis", 14) == "P"


@pytest.mark.parametrize(("on_board", "come"), [(21, 2), (22, 1)])
def test_s43_25_5_what_the_pool_holds(on_board, come):
    done = played(position({10: f"axis {on_board}C"}, **AXIS), event("reinforcements", zone=14))
    assert shorthand(done.pos, "axis", 14) == f"{come}C"


@pytest.mark.parametrize(("hand", "after"), [(3, 4), (4, 5), (5, 5), (1, 2)])
def test_s43_25_7_kesselring_takes_two_spent_tokens_back(hand, after):
    done = played(position({10: "axis 1C"}, tokens=(6, hand), **AXIS), event("kesselring"))
    assert done.pos.tokens["axis"] == after
    assert done.event("tokens_taken_back")["tokens"] == after - hand + 1


def test_s43_25_7_s43_23_6_without_a_spent_token_it_cannot_be_played():
    pos = position({10: "axis 1C"}, tokens=(6, 6), **AXIS)
    assert wrong(pos, event("kesselring")) == [("E_EVENT_NONE", "/event")]


def test_s43_25_8_it_is_the_event_of_its_impulse():
    pos = position({10: "axis 1C"}, tokens=(6, 3), **AXIS)
    done = played(pos, event("kesselring"), event("reinforcements", zone=14))
    assert done.told == ["tokens_taken_back", "entry_skipped"]


@pytest.mark.parametrize(
    ("value", "test", "tokens"),
    [("always", {}, 4), ("never", {}, 3), ("always", {"own_tokens": 2}, 3)],
)
def test_s43_d41_kesselring_by_policy(value, test, tokens):
    pos = position({10: "axis 1C", 20: "1C"}, tokens=(6, 3))
    done = in_window(pos, policy("kesselring", value, if_=test))
    assert done.pos.tokens["axis"] == tokens
