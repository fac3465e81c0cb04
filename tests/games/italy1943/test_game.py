"""The game as the program finds it: entry point, options, start, view."""

import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from pbem.games.italy1943 import GAME
from pbem.games.italy1943.data_forms import RULE_FILES
from pbem.games.italy1943.rules import Italy1943
from support.italy1943 import facts, position, rule_files, sample_position

RULES = Italy1943(facts())


def test_the_game_names_its_rule_files_and_builds_its_rules_from_them():
    assert set(GAME.rule_files) == set(RULE_FILES)
    assert (GAME.id, GAME.package) == ("1943-1945", "pbem.games.italy1943")
    assert GAME.make(rule_files()).seats == ("allied", "axis")


def test_listing_the_game_loads_no_rules():
    code = "import sys, pbem.games.italy1943; print('pbem.games.italy1943.rules' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("options", "at"),
    [
        ({}, None),
        ({"start": "standard"}, None),
        ({"start": "sample"}, None),
        ({"start": "middle"}, "/start"),
        ({"start": 1}, "/start"),
        ({"pace": "fast"}, "/pace"),
    ],
)
def test_s43_28_23_only_the_option_start_is_known(options, at):
    refusals = RULES.check_options(options)
    assert [refusal.at for refusal in refusals] == ([] if at is None else [at])
    assert all(refusal.code == "E_OPTION" for refusal in refusals)


def test_s43_28_23_the_sample_begins_before_the_initiative_of_turn_2():
    start = RULES.start({"start": "sample"})
    assert (start["turn"], start["step"]) == (2, "begin")
    assert start == {**sample_position().to_data(), "step": "begin"}


def test_s43_3_10_the_standard_game_begins_with_the_axis_set_up():
    start = RULES.start({})
    assert (start["turn"], start["step"]) == (1, "setup")
    assert "initiative" not in start


# The view


def shown(pos, place=None):
    view = RULES.view(pos.to_data())
    if place is None:
        return view
    (found,) = [each for each in view["places"] if each["id"] == place]
    return found


@pytest.mark.parametrize(
    ("step", "headline"),
    [
        ("initiative", "Turn 2, Summer 1943: initiative"),
        ("reinforce/axis", "Turn 2, Summer 1943: reinforcements and conversion, Axis"),
        ("i1", "Turn 2, Summer 1943: impulse 1, Allied"),
        ("i4", "Turn 2, Summer 1943: impulse 4, Axis"),
        ("supply", "Turn 2, Summer 1943: supply phase and end of the turn"),
    ],
)
def test_view_headline(step, headline):
    assert shown(position({}, step=step))["headline"] == headline


def test_view_shows_a_zone_with_its_symbols_and_pieces():
    pos = position({14: "axis 2C 1H AX-T3 AX-E1(e) AX-L1; AL-G1"})
    assert shown(pos, "14") == {
        "id": "14",
        "name": "14 Sicily",
        "owner": "axis",
        "marks": ["star", "airport"],
        "groups": [
            {
                "owner": "allied",
                "pieces": [{"id": "AL-G1", "kind": "partisan", "count": 1, "state": "ready"}],
            },
            {
                "owner": "axis",
                "pieces": [
                    {"kind": "cube", "count": 2},
                    {"kind": "cube", "count": 1, "state": "held"},
                    {"id": "AX-T3", "kind": "tank", "count": 1, "state": "ready"},
                    {"id": "AX-E1", "kind": "elite", "count": 1, "state": "engaged"},
                    {"id": "AX-L1", "kind": "line", "count": 1},
                ],
            },
        ],
    }


def test_view_shows_every_zone_ascending_and_then_the_sea():
    places = [place["id"] for place in shown(position({}))["places"]]
    assert places == [*map(str, range(1, 22)), "sea"]
    sea = shown(position({}), "sea")
    assert [piece["id"] for group in sea["groups"] for piece in group["pieces"]] == [
        "AL-FUS",
        "AL-FUK",
        "AX-FI",
        "AX-U1",
    ]


def test_view_shows_forces_on_board_ships_only_while_there_are_any():
    afloat = shown(position({"afloat": "3C AL-T1"}), "afloat")
    assert afloat["groups"][0]["pieces"][0] == {"kind": "cube", "count": 3}


def test_view_shows_tracks_pools_and_what_is_out_of_the_game():
    pos = position(
        {17: "20C", 1: "axis 20C"},
        removed=("AX-FI",),
        naval_points=(4, 1),
        tokens=(5, 6),
        plays={"allied": {"strangle": 1}},
    )
    view = shown(pos)
    tracks = {track["name"]: track["value"] for track in view["tracks"]}
    most = facts().events["allied"]["strangle"].most
    assert tracks == {
        "Turn": 2,
        "Impulse": 1,
        "Initiative": "Allied",
        "Allied naval points": 4,
        "Axis naval points": 1,
        "Allied event tokens": 5,
        "Allied Strangle Plan played": f"1 of {most}",
        "Axis event tokens": 6,
    }
    assert [pool["pieces"][0] for pool in view["pools"]] == [{"kind": "cube", "count": 3}] * 2
    assert view["pools"][1]["pieces"][-1] == {"id": "AX-L3", "kind": "line", "count": 1}
    assert view["removed"] == [
        {"owner": "axis", "pieces": [{"id": "AX-FI", "kind": "fleet", "count": 1}]}
    ]


def test_the_entry_point_is_declared():
    found = [point for point in entry_points(group="pbem.games") if point.name == GAME.id]
    assert all(point.value == "pbem.games.italy1943:GAME" for point in found)
