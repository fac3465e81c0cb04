"""The sentences of 1943-1945: every event has one, and every one can be said."""

import re

import pytest

import pbem.engine
import pbem.games.italy1943 as italy
from pbem import registry
from pbem.engine.events import event_name
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.routes import Parting
from pbem.games.italy1943.stands import Loss
from pbem.report.map import WAYS
from pbem.report.names import names_of
from pbem.report.templates import macros
from pbem.report.wording import Voice, words_of
from support.example_events import event_classes, examples

PACKAGE = "pbem.games.italy1943"
EVENTS = {**event_classes(italy), **event_classes(pbem.engine)}
RULES = registry.module("1943-1945").rules
VIEW = RULES.view(RULES.start({"start": "sample"}))
NAMES = names_of(VIEW, words_of("1943-1945", PACKAGE))
VOICE = Voice("1943-1945", PACKAGE, NAMES)
MACROS = [macros(PACKAGE, f"{owner}/events.j2", NAMES) for owner in ("1943-1945", "common")]


def said(event, **facts):
    return VOICE.sentence({"event": event, "clause": "S43-1.1", **facts})


def test_the_events_of_the_game_are_found():
    assert len(EVENTS) > 50


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_sentence(event):
    name = event_name(EVENTS[event].__name__)
    assert any(hasattr(module, name) for module in MACROS), f"no macro for {event}"


@pytest.mark.parametrize("event", EVENTS)
def test_every_sentence_can_be_said_with_any_of_its_fields(event):
    for example in examples(EVENTS[event]):
        text = VOICE.sentence(example.data())
        assert re.fullmatch(r"[A-Z0-9][^\n]+[.]", text), text
        assert not re.search(r"None|Undefined|[{}<>|]|  | [,.;:]|\.\.", text), text


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_place_in_the_story(event):
    for example in examples(EVENTS[event]):
        facts = example.data()
        assert "\n" not in VOICE.scene(facts)
        for label, seat, needs in VOICE.dice(facts):
            assert label
            assert seat in ("allied", "axis")
            assert 1 <= needs <= 6
        for arrow in VOICE.arrows(facts):
            assert arrow.kind in WAYS


def test_zones_have_two_digits_and_a_name_and_counters_their_kind():
    """Catalogue 28.22."""
    text = said("plane_moved", side="allied", plane="AL-P2", start=20, to=7)
    assert text == "The Allies flew plane AL-P2 from 20 Bone to 07 Bologna."


def test_losses_say_how_each_was_met():
    taken = [
        Loss(what="cube", place=14).data(),
        Loss(what="cube", place=14).data(),
        Loss(what="engaged", place=14, piece="AX-T3").data(),
        Loss(what="retreat", place=14).data(),
    ]
    text = said(
        "losses_taken", side="axis", zone=14, cause="combat", losses=4, taken=taken, round=1
    )
    assert text == (
        "The Axis took 4 losses in 14 Sicily, round 1: 2 cubes eliminated, tank AX-T3 engaged and "
        "one met by retreat."
    )


def test_a_retreat_says_who_went_where():
    moves = [Parting(13, Force(1, 0, ("AX-T3", "AX-E1"))).data()]
    text = said("retreated", zone=14, round=2, side="axis", moves=moves, to_meet_loss=True)
    assert text == (
        "After round 2 Axis forces retreated from 14 Sicily, which met one loss: 1 cube, tank "
        "AX-T3 and elite AX-E1 to 13 Calabria."
    )


def test_a_skipped_entry_is_named_by_number_or_by_its_own_name():
    facts = {"side": "allied", "do": "bomb", "at": "/orders/2", "reason": "there is no target"}
    assert said("entry_skipped", **facts).startswith("Allied entry 3, “bomb”, was not")
    named = said("entry_skipped", **facts, name="Hammer")
    assert "entry 3 (“Hammer”), “bomb”" in named
    assert VOICE.is_aside({"event": "entry_skipped", **facts})


def test_a_fight_is_summed_up_round_by_round():
    rounds = [
        _round(1, "allied", [4, 4, 6], hits=3, drop=1, tank="AL-T1", plane="AL-P4"),
        _round(1, "axis", [3, 5, 6], hits=2, drop=0, tank="AX-T3"),
        _losses(1, "axis", "cube", "engaged"),
        _losses(1, "allied", "cube", "cube"),
        _round(2, "allied", [], hits=0, drop=0),
        _round(2, "axis", [6], hits=1, drop=0),
    ]
    (table,) = VOICE.tables(rounds)
    assert table.caption == "The fight for 14 Sicily, round by round"
    assert [row[:2] for row in table.rows] == [
        ("1", "Allied"),
        ("1", "Axis"),
        ("2", "Allied"),
        ("2", "Axis"),
    ]
    assert table.rows[0][2:] == ("4 4, drop 6", "4", "3", "AL-T1, AL-P4", "2 cubes")
    assert table.rows[1][-1] == "1 cube, AX-T3 engaged"
    assert table.rows[2][2:] == ("none", "", "0", "none", "still open")
    assert table.rows[3][-1] == "none"


def _round(number, side, values, *, hits, drop, **support):
    label = {"label": f"t2/i1/{number}/{side}"} if values else {}
    return {
        "event": "round_fought",
        "zone": 14,
        "round": number,
        "side": side,
        "values": values,
        "drop_dice": drop,
        "needs": 4,
        "hits": hits,
        **label,
        **support,
    }


def _losses(number, side, *what):
    taken = [{"what": word, "place": 14, "piece": "AX-T3"} for word in what]
    return {
        "event": "losses_taken",
        "zone": 14,
        "round": number,
        "side": side,
        "cause": "combat",
        "losses": len(what),
        "taken": taken,
    }


@pytest.mark.parametrize(
    ("event", "kinds"),
    [
        ("forces_moved", {"move"}),
        ("plane_moved", {"air"}),
        ("planes_left", {"air"}),
        ("transport_sailed", {"sea"}),
        ("attack_declared", {"attack"}),
        ("landing_declared", {"landing"}),
        ("retreated", {"retreat"}),
    ],
)
def test_land_sea_and_air_are_told_apart_by_their_arrows(event, kinds):
    (found,) = [EVENTS[name] for name in EVENTS if event_name(EVENTS[name].__name__) == event]
    arrows = [a for each in examples(found) for a in VOICE.arrows(each.data())]
    assert {arrow.kind for arrow in arrows} == kinds
