"""The sentences of 1943-1945: every event has one, and every one can be said."""

import re
from pathlib import Path

import pytest

import pbem.engine
import pbem.games.italy1943 as italy
from pbem import registry
from pbem.engine.events import event_name
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.routes import Parting
from pbem.games.italy1943.stands import Loss
from pbem.report import templates
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
        "The Axis took 4 losses in 14 Sicily in round 1: 2 cubes eliminated, tank AX-T3 engaged "
        "and one met by retreat."
    )


def test_a_retreat_says_who_went_where():
    moves = [Parting(13, Force(1, 0, ("AX-T3", "AX-E1"))).data()]
    text = said("retreated", zone=14, round=2, side="axis", moves=moves, to_meet_loss=True)
    assert text == (
        "The Axis retreated from 14 Sicily with all that was left, instead of one loss of round 2: "
        "1 cube, tank AX-T3 and elite AX-E1 to 13 Calabria."
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
    assert table.rows[0][2:] == ("4 4, drop 6", "4\u20136", "3", "AL-T1, AL-P4", "2 cubes")
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


ROUND = {"zone": 14, "round": 1, "side": "axis", "label": "t2/i1/x", "drop_dice": 0, "needs": 5}


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (
            {"rolling": {"cubes": 3, "counters": ["AX-T3"]}, "values": [6, 5, 2, 2], "hits": 2},
            "4 dice for 3 cubes and tank AX-T3: 2 hits",
        ),
        (
            {
                "rolling": {"cubes": 3, "counters": []},
                "line": {"piece": "AX-L1", "dice": 2},
                "plane": "AX-P2",
                "values": [6, 1, 2, 2],
                "hits": 1,
            },
            "4 dice for 3 cubes and fortified line AX-L1 (2 dice; at most 4 dice in all), "
            "supported by plane AX-P2: 1 hit",
        ),
        (
            {
                "rolling": {"cubes": 1},
                "drop_dice": 1,
                "needs": 6,
                "side": "allied",
                "values": [1, 2],
                "hits": 0,
            },
            "2 dice for 1 cube and the drop (1 die): no hits",
        ),
        (
            {"rolling": {}, "drop_dice": 1, "side": "allied", "values": [5], "hits": 1},
            "1 die for the drop: 1 hit",
        ),
    ],
)
def test_s43_15_1_a_round_says_what_its_dice_are_made_of(facts, told):
    who = "the Allies" if facts.get("side") == "allied" else "the Axis"
    text = said("round_fought", **{**ROUND, **facts})
    assert text == f"Round 1: {who} rolled {told}."


def test_s43_19_4_a_loss_that_an_elite_absorbs_is_told_once():
    absorbed = {**_losses(1, "axis", "engaged"), "absorbed": 1}
    assert VOICE.is_untold(absorbed)
    more = {**_losses(1, "axis", "engaged", "cube"), "absorbed": 1, "clause": "S43-D26"}
    assert not VOICE.is_untold(more)
    assert VOICE.sentence(more) == (
        "The Axis took 1 more loss in 14 Sicily in round 1: 1 cube eliminated."
    )


def test_s43_16_7_losses_that_nothing_was_left_for_are_told():
    facts = {**_losses(2, "axis", "cube"), "losses": 3, "clause": "S43-D26"}
    assert VOICE.sentence(facts) == (
        "The Axis took 3 losses in 14 Sicily in round 2, of which only 1 could be met: 1 cube "
        "eliminated."
    )


def test_s43_10_12_what_an_interception_costs_is_lost_on_the_way():
    facts = {**_losses(1, "allied", "cube"), "cause": "interception", "clause": "S43-D15"}
    del facts["round"]
    assert VOICE.sentence(facts).startswith("The Allies took 1 loss on the way to 14 Sicily by ")


def test_s43_19_2_an_elite_has_a_row_in_the_table():
    events = [
        _round(1, "allied", [4], hits=0, drop=0),
        _round(1, "axis", [3], hits=0, drop=0),
        {"event": "elite_used", "zone": 14, "round": 1, "elite": "AX-E1", "effect": "inflict"},
    ]
    (table,) = VOICE.tables(events)
    assert table.rows[0][-1] == "still open"
    assert table.rows[2] == ("1", "Axis", "elite AX-E1", "", "1", "", "")


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("defenders_retreated", "the last defenders had retreated to 13 Calabria and 11 Naples"),
        ("attackers_gone", "no attacker was left"),
        ("both_gone", "neither side had anything left"),
        ("stop_battle", "Stop Battle was played, and the defenders hold the zone"),
        ("broken_off", "the Allies broke off, and the defenders hold the zone"),
        ("last_round", "that was the last round, and the defenders hold the zone"),
    ],
)
def test_s43_14_13_how_a_fight_ended_is_told(ending, told):
    more = {"retreated_to": [13, 11]} if ending == "defenders_retreated" else {}
    facts = {"zone": 14, "side": "allied", "landing": False, "rounds": 1, "ending": ending}
    text = said("combat_ended", **facts, **more)
    assert text == f"The attack on 14 Sicily ended after 1 round: {told}."


def test_s43_13_8_a_landing_that_met_nobody_is_told_plainly():
    facts = {"zone": 14, "side": "allied", "landing": True, "rounds": 0}
    text = said("combat_ended", **facts, ending="defenders_gone")
    assert text.startswith("The Allied landing on 14 Sicily met no defender: no land or air force")


def test_s43_5_3_a_tie_is_told():
    text = said("initiative_rolled", allied=3, axis=3, chooser="allied")
    assert "both rolled 3" in text
    assert "on a tie the Allies may choose" in text


def test_s43_2_22_an_overfull_zone_is_told_with_its_limit():
    shift = {"moves": [{"to": 13, "cubes": 2}]}
    text = said("stack_reduced", side="axis", zone=14, forces={"there": 8, "most": 6}, shift=shift)
    assert text == (
        "The Axis had too much in 14 Sicily (8 forces, where 6 may stay): 2 cubes to 13 Calabria."
    )


def test_s43_16_2_a_counter_engaged_and_eliminated_in_one_round_is_named_once():
    loss = {**_losses(1, "axis", "engaged", "eliminated"), "clause": "S43-D26"}
    assert VOICE.sentence(loss) == (
        "The Axis took 2 losses in 14 Sicily in round 1: tank AX-T3 engaged and then eliminated."
    )


def test_what_is_set_up_or_decided_is_a_change_too():
    assert VOICE.changes([{"event": "axis_deployed"}]) == ["The Axis forces are set up."]
    decided = {"event": "initiative_decided", "chooser": "allied", "side": "axis"}
    assert VOICE.changes([decided]) == ["The Axis has the initiative."]
    surrender = {"event": "italy_surrendered", "counters": ["AX-TI"], "zones": [10]}
    ended = {"event": "turn_ended", "turn": 2}
    assert VOICE.changes([surrender, ended]) == [
        "Italy surrendered; out of the game: tank AX-TI.",
        "Turn 2 ended.",
    ]


def test_what_has_changed_is_summed_up():
    events = [
        {"event": "zone_taken", "zone": 14, "side": "allied"},
        {"event": "zone_taken", "zone": 13, "side": "allied"},
        {"event": "zone_taken", "zone": 13, "side": "axis"},
        _losses(1, "axis", "cube", "engaged", "eliminated"),
        {"event": "cubes_arrived", "side": "allied", "zone": 17, "cubes": 2},
    ]
    assert VOICE.changes(events) == [
        "14 Sicily is Allied now.",
        "The Axis lost 1 cube and tank AX-T3.",
        "The Allies received 2 cubes.",
    ]
    assert VOICE.changes([{"event": "impulse_passed"}]) == [
        "No zone changed hands, and nothing was lost."
    ]
    assert VOICE.changes([]) == []


def test_s43_23_1_events_have_one_name_everywhere():
    """The names of the data file, in every word for players."""
    names = {box.name for boxes in RULES.facts.events.values() for box in boxes.values()}
    assert {"Strangle Plan", "Logistical Effort", "Logistics Effort"} <= names
    folder = Path(templates.__file__).parents[2] / "templates" / "1943-1945"
    rules = Path(italy.__file__).parent
    for path in (*folder.glob("*.j2"), *rules.glob("*.py")):
        told = re.sub(r'"""(?s:.*?)"""|#.*', "", path.read_text("utf-8"))
        assert not re.search(r"Strangle(?! Plan)(?=[ ,.:])|[Ll]ogistics event", told), path.name


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
