"""What has to occur somewhere in the sample games of 1943-1945: every way to end, and what is rare.

The sample games are the regression suite of later rule changes; what they do not show, they do not
guard.
"""

import ast
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from pbem.games.italy1943 import victory
from pbem.referee.open_game import open_game

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(path.parent for path in (ROOT / "sample_games/1943-1945").glob("*/game.jsonl"))
SIDES = ("allied", "axis")
IN_COMBAT = re.compile(r"t\d+/i\d+/combat:\d+/.+")

pytestmark = pytest.mark.xdist_group("occurrences")


@dataclass(frozen=True)
class Told:
    """A sample game as its lines and its replay tell it.

    Attributes:
        name: its folder.
        signed: what the host has signed in each line.
        events: all events, each with the line that brought it.
        log: the log at its end.
    """

    name: str
    signed: list
    events: list
    log: object

    def of_type(self, word):
        """What the host has signed in lines of a type."""
        return [signed for signed in self.signed if signed["type"] == word]

    def documents(self):
        """What players have signed and everybody can read, each with the line that shows it."""
        for signed in self.signed:
            shown = [*([signed["doc"]] if "doc" in signed else []), *signed.get("opened", ())]
            yield from ((signed["seq"], document["signed"]) for document in shown)


@cache
def games():
    """All sample games."""
    return [told(sample) for sample in SAMPLES]


def told(sample):
    game = open_game(sample)
    resolved = [each for applied in game.applied for each in applied.resolved]
    return Told(
        sample.name,
        [json.loads(line)["signed"] for line in game.lines],
        [(each.resolution.seq, event) for each in resolved for event in each.outcome.events],
        game.log,
    )


def events(name):
    """All events of a name in all sample games."""
    return [event for game in games() for _, event in game.events if event["event"] == name]


def clauses_that_end_a_game():
    """The clauses that the rules give to a result, read off their source."""
    tree = ast.parse(Path(victory.__file__).read_text("utf-8"))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    ends = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "_end"]
    return {ast.literal_eval(call.args[1]) for call in ends}


def test_the_clauses_that_end_a_game_are_found():
    assert {"S43-27.2", "S43-27.4"} < clauses_that_end_a_game()


def test_every_way_to_end_has_a_game():
    ended = [game for game in games() if game.log.result is not None]
    by_rules = {str(game.log.over["clause"]) for game in ended if game.log.over is not None}
    by_players = {game.of_type("end")[0]["why"] for game in ended if game.log.over is None}
    assert by_rules == clauses_that_end_a_game()
    assert "concession" in by_players


def test_every_result_there_is_has_a_game():
    results = {json.dumps(game.log.result) for game in games() if game.log.result is not None}
    for found in ('"winner": "allied"', '"winner": "axis"', '"draw": true'):
        assert any(found in result for result in results), found


def test_each_way_has_a_game_that_was_played_from_the_set_up():
    whole = [
        game
        for game in games()
        if game.log.result is not None and game.signed[0]["asks"][0]["id"] == "t1/setup/orders"
    ]
    assert {game.log.result.get("clause") for game in whole} == {None, *clauses_that_end_a_game()}


def test_every_dice_policy_has_a_whole_game():
    policies = {game.log.policy for game in games() if game.log.result is not None}
    assert policies == {"host", "actor", "all"}


def test_in_one_game_the_host_plays_and_in_others_he_does_not():
    playing = {"seat" in game.log.terms["host"] for game in games() if game.log.result is not None}
    assert playing == {True, False}


def test_standing_orders_are_consulted():
    sources = {
        event["by"]["source"]
        for game in games()
        for _, event in game.events
        if isinstance(event.get("by"), dict)
    }
    assert {"answer", "standing", "default"} <= sources
    for game in games():
        filed = {signed["held"]["digest"] for signed in game.of_type("receive") if "held" in signed}
        used = {digest for signed in game.of_type("resolve") for digest in signed["inputs"]}
        assert filed & used, game.name


@pytest.mark.parametrize("word", ["losses", "retreat", "stop_battle"])
def test_a_question_in_the_middle_of_a_combat_is_answered_by_mail(word):
    answered = [
        entry
        for game in games()
        for _, signed in game.documents()
        if signed["type"] == "orders" and IN_COMBAT.fullmatch(signed["ask"])
        for entry in signed["orders"]
        if entry["do"] == "answer" and entry.get("decision") == word
    ]
    assert answered


def test_an_answer_is_missed_and_its_default_counts():
    defaults = [signed for game in games() for signed in game.of_type("default")]
    missed = {signed["seat"] for signed in defaults if signed["why"] == "deadline"}
    assert missed == set(SIDES)


def test_a_key_is_changed_and_used():
    for game in games():
        for shown, changed in game.documents():
            if changed["type"] == "rekey" and "key" in changed:
                later = [
                    signed["doc"]["signatures"][0]["key"]
                    for signed in game.signed[shown + 1 :]
                    if "doc" in signed
                ] + [
                    document["signatures"][0]["key"]
                    for signed in game.signed[shown + 1 :]
                    for document in signed.get("opened", ())
                ]
                assert changed["key"] in later
                return
    pytest.fail("no key is changed")


@pytest.mark.parametrize("side", SIDES)
def test_each_side_plays_events(side):
    played = {
        event["event"]
        for game in games()
        for _, event in game.events
        if event["event"] in ("event_cubes_placed", "additional_impulse_played", "reserves_played")
        and event["side"] == side
    }
    assert len(played) == 3


def test_events_that_only_one_side_has_are_played():
    assert events("counters_readied")
    assert events("tokens_taken_back")


def test_landings_come_ashore_are_beaten_off_and_are_lost():
    assert events("landing_declared")
    advanced = [part["from"] for event in events("advanced") for part in event["parts"]]
    assert "afloat" in advanced
    assert events("landing_returned")
    assert events("landing_destroyed")


def test_partisans_are_placed():
    assert [event for event in events("cubes_converted") if event.get("to") is not None]


def test_partisans_draw_cubes():
    assert events("cube_drawn")


def test_overlord_begins():
    assert events("overlord_started")


def test_italy_surrenders():
    assert events("italy_surrendered")


def test_forces_starve_and_are_saved_from_it():
    assert events("forces_starved")
    assert events("logistics_played")


def test_a_mail_is_refused_for_its_orders_and_another_for_its_time():
    codes = {signed["code"] for game in games() for signed in game.of_type("refuse")}
    assert {"D05", "D12"} <= codes


def test_held_orders_are_opened_in_a_later_resolution_than_the_one_that_uses_them():
    used = {
        (game.name, digest): signed["seq"]
        for game in games()
        for signed in game.of_type("resolve")
        for digest in signed["inputs"]
    }
    shown = {
        (game.name, receipt.digest): receipt.shown
        for game in games()
        for receipt in game.log.receipts.values()
    }
    assert any(shown[key] is not None and shown[key] > seq for key, seq in used.items())


def test_releases_come_by_mail():
    types = {signed["type"] for game in games() for _, signed in game.documents()}
    assert {"orders", "standing", "release", "rekey", "concede"} <= types


def test_deadlines_are_stopped_and_the_host_remarks_something():
    types = {signed["type"] for game in games() for signed in game.signed}
    assert {"pause", "resume", "remark"} <= types


def test_players_write_notes_to_each_other():
    noted = {
        signed["seat"]
        for game in games()
        for _, signed in game.documents()
        if signed["type"] == "orders" and "note" in signed
    }
    assert noted == set(SIDES)
