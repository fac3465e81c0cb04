"""What a case expects is really compared: each wrong expectation is told (docs/case-format.md)."""

import copy
import json
import re
from pathlib import Path

import pytest

from pbem.testing.case_forms import read_case
from pbem.testing.cases import run_case, run_file
from pbem.testing.comparing import differences
from pbem.testing.pointers import NOTHING, find, put, take_out

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "1943-1945"
PAGE = (ROOT / "docs" / "case-format.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def content(name="15.9-tank-and-line"):
    return json.loads((CASES / f"{name}.json").read_text("utf-8"))


def told(case):
    """The differences of a case given as plain data."""
    made = read_case(json.dumps(case).encode())
    return differences(made.expect, run_case(made))


def expecting(name="15.9-tank-and-line", **expect):
    return told(content(name) | {"expect": expect})


def test_the_example_of_the_page_is_a_case_of_the_suite_and_is_passed():
    assert json.loads(EXAMPLE) == content()
    assert told(json.loads(EXAMPLE)) == []


@pytest.mark.parametrize(
    ("expect", "sentence"),
    [
        (
            {"places": {"20": {"allied": ["2 cube"]}}},
            'allied in 20: ["2 cube"] is expected, and it is ["1 cube"]',
        ),
        (
            {"places": {"20": {"owner": "axis"}}},
            'owner of 20: "axis" is expected, and it is "allied"',
        ),
        ({"places": {"17": {"axis": []}}}, 'and it is ["AX-L1","AX-T1"]'),
        ({"places": {"99": {}}}, "there is no place 99 in the view of the position"),
        ({"position": {"/turn": 3}}, "position /turn: 3 is expected, and it is 2"),
        ({"position": {"/moon": 1}}, "position /moon: 1 is expected, and there is nothing"),
        ({"pools": {"axis": []}}, "pool of axis: [] is expected"),
        ({"removed": {"axis": ["AX-T1"]}}, "out of the game for axis"),
        ({"asks": []}, 'open asks: [] is expected, and it is ["t2/i2/orders"]'),
        ({"never": ["tank_supported"]}, "this must not happen"),
        ({"over": {"winner": "axis"}}, 'result: {"winner":"axis"} is expected, and it is null'),
        ({"refusals": [{"code": "E_RANGE"}]}, 'not refused: {"code":"E_RANGE"}'),
        ({"events": [{"event": "round_fought", "hits": 4}]}, "instead: "),
        ({"events": [{"event": "retreated"}]}, "what happened from there on: impulse_began"),
        (
            {"events": [{"event": "combat_ended"}, {"event": "round_fought"}]},
            "event 2 of the case did not happen",
        ),
    ],
    ids=lambda value: json.dumps(value)[:40],
)
def test_what_is_not_as_expected_is_told(expect, sentence):
    (difference,) = expecting(**expect)
    assert sentence in difference


def test_members_of_an_event_that_are_not_named_are_not_compared():
    assert expecting(events=[{"event": "combat_ended"}]) == []


def test_true_is_not_1():
    assert expecting(events=[{"event": "combat_ended", "landing": 0}])


def test_dice_that_are_missing_left_over_or_too_few():
    case = content()
    attacker, defender = case["dice"]
    (missing,) = told(case | {"dice": {attacker: [1, 1]}, "expect": {}})
    assert missing == f"nobody expects dice for {defender} (2d6)"
    (over,) = told(case | {"dice": case["dice"] | {"t2/i1/sea": [1]}, "expect": {}})
    assert over == "the dice of t2/i1/sea were never rolled"
    few = told(case | {"dice": case["dice"] | {attacker: [1]}, "expect": {}})
    assert f"{attacker}: 2 dice are rolled, not 1" in few
    seven = told(case | {"dice": case["dice"] | {attacker: [1, 7]}, "expect": {}})
    assert f"{attacker}: a d6 does not show [1, 7]" in seven


def test_an_answer_nobody_asked_for_is_not_used():
    case = content()
    orders = case["orders"] | {"t2/i1/window:1/axis": []}
    unused = "the answer to t2/i1/window:1/axis was never used"
    assert told(case | {"orders": orders}) == [unused]


def test_an_answer_beside_an_open_ask_is_not_used():
    case = content("D26-both-asked-together")
    del case["orders"]["t2/i1/combat:17/round:1/losses/axis"]
    case["expect"] = {}
    assert told(case) == ["the answer to t2/i1/combat:17/round:1/losses/allied was never used"]


def test_a_refusal_that_is_not_expected():
    case = content()
    case["orders"]["t2/i1/orders"][0]["zone"] = 14
    first, *_ = told(case | {"dice": {}, "expect": {}})
    assert first.startswith("refused, and not expected: ")
    assert "E_NOT_ENEMY_OCCUPIED" in first


def test_a_refusal_besides_the_expected_one():
    case = content()
    case["orders"]["t2/i1/orders"] += [{"do": "moov"}]
    case["orders"]["t2/i1/orders"][0]["zone"] = 99
    expect = {"refusals": [{"code": "E_FORMAT"}]}
    (besides,) = told(case | {"dice": {}, "expect": expect})
    assert "E_ZONE_UNKNOWN" in besides


def test_standing_orders_are_checked_first():
    case = content()
    case["standing"] = {"axis": [{"topic": "turn", "policies": [{"decision": "bomb", "value": 1}]}]}
    assert all("standing" in line for line in told(case | {"expect": {}}))


# ------------------------------------------------------------------ where a case begins


def test_a_patch_and_what_is_taken_out():
    case = content()
    case["patch"] = {"/axis/17/cubes": 1, "/tokens": {"allied": 6, "axis": 5}}
    case["without"] = ["/axis/17/line"]
    case["expect"] = {
        "position": {"/tokens/axis": 5},
        "events": [{"event": "round_fought", "side": "axis", "values": [4]}],
    }
    case["dice"]["t2/i1/combat:17/round:1/defender"] = [4]
    assert told(case) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"patch": {"/moon/zone": 1}}, "there is nothing at /moon/zone to write into"),
        ({"without": ["/moon"]}, "there is nothing at /moon"),
        ({"patch": {"/turn": 9}}, "this is no position of the game"),
        ({"game": "chess"}, "the game 'chess' is not installed"),
        ({"standing": {"red": [{"policies": []}]}}, "red is no seat; seats: allied, axis"),
    ],
)
def test_a_case_that_can_not_be_played_is_told_and_not_passed(tmp_path, change, sentence):
    path = tmp_path / "15.9-tank-and-line.json"
    path.write_text(json.dumps(content() | change), "utf-8")
    verdict = run_file(path)
    assert not verdict.passed
    assert sentence in verdict.differences[0]


def test_options_that_are_not_the_games(tmp_path):
    case = content() | {"options": {"start": "moon"}}
    del case["position"]
    path = tmp_path / "15.9-tank-and-line.json"
    path.write_text(json.dumps(case), "utf-8")
    (difference,) = run_file(path).differences
    assert difference.startswith("/options/start: ")


def test_a_case_is_called_as_its_file(tmp_path):
    path = tmp_path / "other.json"
    path.write_text(json.dumps(content()), "utf-8")
    assert run_file(path).differences == [
        "the case is called 15.9-tank-and-line, its file other.json"
    ]


# ------------------------------------------------------------------ pointers


def test_pointers_find_write_and_take_out():
    value = {"a": {"b": [1, {"c/d": 2}]}}
    assert find(value, "/a/b/1/c~1d") == 2
    assert find(value, "/a/b/2") is NOTHING
    assert find(value, "/a/b/x") is NOTHING
    changed = copy.deepcopy(value)
    assert put(changed, "/a/e", 3)
    assert take_out(changed, "/a/b")
    assert changed == {"a": {"e": 3}}
    assert not put(changed, "/x/y", 1)
    assert not take_out(changed, "/a/b")
    assert not take_out(changed, "/x/y")
