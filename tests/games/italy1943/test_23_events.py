"""Events in an impulse: common rules (23.1 to 23.7, 28.17; S43-O15)."""

import pytest

from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.displays import can_play
from pbem.games.italy1943.events import EVENT, is_playable, playable_zones
from pbem.games.italy1943.playing import may_play, spend
from pbem.games.italy1943.windows import window
from support.entries import carry_out, codes, entry, play_in, policy
from support.italy1943 import position, shorthand
from support.running import run

PLACES = {20: "1C AL-P2(e)", 10: "axis 1C"}
AXIS = {"step": "i2"}


def event(word, zone=None, **more):
    where = {} if zone is None else {"zone": zone}
    return entry("event", event=word, **where, **more)


def played(pos, *entries, **more):
    return run(carry_out(EVENT, *entries), pos, **more)


def wrong(pos, order, **lasting):
    return codes(EVENT.check(play_in(pos, **lasting), order))


def test_s43_23_1_s43_23_3_playing_an_event_spends_a_token():
    done = played(position(PLACES), event("operational", 20))
    assert done.pos.tokens == {"allied": 5, "axis": 6}
    assert done.pos.plays["allied"] == {"operational": 1}


def test_s43_23_1_without_a_token_no_event():
    pos = position(PLACES, tokens=(0, 6))
    assert wrong(pos, event("operational", 20)) == [("E_EVENT_NONE", "/event")]


def test_s43_23_2_a_box_has_a_maximum_of_plays():
    once = position(PLACES, plays={"allied": {"operational": 1}})
    twice = position(PLACES, plays={"allied": {"operational": 2}})
    assert wrong(once, event("operational", 20)) == []
    assert wrong(twice, event("operational", 20)) == [("E_EVENT_MAX", "/event")]


def test_s43_23_2_a_token_taken_back_frees_no_play():
    pos = position(PLACES, tokens=(6, 4), plays={"axis": {"reinforcements": 2}}, **AXIS)
    done = played(pos, event("kesselring"))
    assert done.pos.tokens["axis"] == 5
    assert not can_play(done.pos, "axis", "reinforcements")


def test_s43_23_4_one_event_for_each_side_in_an_impulse():
    pos = position({20: "1C AL-P2(e)", 19: "AL-P1(e)", 10: "axis 1C"}, tokens=(6, 5))
    done = played(pos, event("operational", 20), event("operational", 19))
    assert shorthand(done.pos, "allied", 19) == "p"
    assert (
        done.event("entry_skipped")["reason"]
        == "you have played your event of this impulse already"
    )
    play = play_in(pos)
    spend(play, "allied", "operational")
    assert not may_play(play, "allied", "strangle")
    assert may_play(play, "axis", "kesselring")


def test_s43_23_6_an_event_that_would_do_nothing_keeps_its_token():
    pos = position({20: "1C AL-P2"}, tokens=(6, 6))
    assert wrong(pos, event("operational", 20)) == [("E_EVENT_ZONE", "/zone")]
    done = played(pos, event("operational", 20))
    assert done.pos.tokens["allied"] == 6
    assert not is_playable(play_in(pos), "axis", "kesselring"), "no token is spent"


def test_s43_23_7_the_active_player_goes_first():
    pos = position({20: "AL-P2(e)", 10: "axis 1C"}, tokens=(6, 5), **AXIS)
    standing = {
        "allied": [policy("operational", {"to": [20]})],
        "axis": [policy("kesselring", "always")],
    }
    done = run(lambda play: window(play, "W0", ()), pos, standing=standing)
    assert done.told == ["tokens_taken_back", "counters_readied"]


@pytest.mark.parametrize(
    ("step", "order", "found"),
    [
        ("i1", ("operational", 99), ("E_ZONE_UNKNOWN", "/zone")),
        ("i1", ("operational",), ("E_EVENT_ZONE", "")),
        ("i1", ("strangle", "sea"), ("E_EVENT_ZONE", "/zone")),
        ("i1", ("reinforcements", "sea"), ("E_EVENT_ZONE", "/zone")),
        ("i2", ("reinforcements", "sea"), ("E_EVENT_ZONE", "/zone")),
        ("i2", ("kesselring", 10), ("E_EVENT_ZONE", "/zone")),
        ("i1", ("kesselring",), ("E_NOT_YOURS", "/event")),
        ("i2", ("strangle", 10), ("E_NOT_YOURS", "/event")),
        ("i2", ("new_line", 10), ("E_EVENT_WINDOW", "/event")),
    ],
)
def test_s43_o15_events_and_zones_that_cannot_be_named(step, order, found):
    pos = position(PLACES, step=step, tokens=(6, 5))
    assert wrong(pos, event(*order)) == [found]


def test_s43_o15_only_reinforcements_take_conversions():
    order = event("operational", 20, convert=[{"kind": "tank"}])
    assert wrong(position(PLACES), order) == [("E_FORMAT", "/convert")]


@pytest.mark.parametrize("more", [{"window": "W2"}, {"attacks": [Attack(10, "allied", {})]}])
def test_s43_28_17_own_movement_is_the_action_part(more):
    order = event("reinforcements", 20)
    assert wrong(position(PLACES), order) == []
    assert wrong(position(PLACES), order, **more) == [("E_EVENT_WINDOW", "")]
    timed = event("reinforcements", 20, when="W2")
    assert wrong(position(PLACES), timed) == [("E_EVENT_WINDOW", "")]


@pytest.mark.parametrize("name", ["W0", "W1", "W2", "W3", "W4:10", "W6:10", "W7", ""])
@pytest.mark.parametrize("step", ["i1", "i2"])
def test_s43_28_17_any_open_window_is_of_either_impulse(name, step):
    play = play_in(position(PLACES, step=step), window=name)
    assert tuple(playable_zones(play, "allied", "operational")) == (20,)
    assert 10 in playable_zones(play, "axis", "reinforcements")


def test_s43_28_17_the_data_use_the_words_of_orders():
    facts = play_in(position(PLACES)).facts
    assert [*facts.events["allied"]] == [
        *("reinforcements", "additional_impulse", "stop_battle", "logistics"),
        *("operational", "reserves", "strangle"),
    ]
    assert [*facts.events["axis"]] == [
        *("reinforcements", "additional_impulse", "stop_battle", "logistics"),
        *("kesselring", "reserves", "new_line"),
    ]


def test_s43_28_9_an_event_is_played_in_a_trial():
    play = play_in(position(PLACES))
    EVENT.assume(play, event("operational", 20))
    assert shorthand(play.pos, "allied", 20) == "1C P"
    assert codes(EVENT.check(play, event("strangle", 10))) == [("E_EVENT_SECOND", "/event")]
