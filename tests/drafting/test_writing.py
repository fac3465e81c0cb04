"""Writing orders of 1943-1945 from the command line: drafts, checks, standing orders."""

import json

import jsonschema
import jsonschema_rs
import pytest

ASK = "t2/i2/orders"
ATTACK = {
    "do": "attack",
    "zone": 14,
    "forces": [{"from": 13, "cubes": 1, "counters": ["AX-T3", "AX-E1"]}],
}
WRONG = [
    {"do": "move", "from": 12, "path": [17], "cubes": 4},
    {"do": "atack", "zone": 14},
    {"do": "fly", "plane": "AX-P9", "to": 8},
]


def draft_of(axis):
    axis.pbem("orders", "new", "--seat", "axis")
    return axis.here / "orders/t2-i2-orders.json"


def read(path):
    return json.loads(path.read_text("utf-8"))


def write(path, **changes):
    path.write_text(json.dumps(read(path) | changes, indent=1), "utf-8")
    return path


def test_a_new_draft_holds_everything_that_is_needed_to_write(axis):
    draft = read(draft_of(axis))
    assert (draft["ask"], draft["seat"], draft["orders"]) == (ASK, "axis", [])
    told = draft["help"]
    assert told["task"] == "Axis: give orders"
    assert told["without_an_answer"] == "a pass"
    assert told["due"] == "2026-11-13T20:00:00Z"
    assert any(line.startswith("13 Calabria: 1 cube, tank AX-T3") for line in told["your_forces"])
    assert any(line.startswith("14 Sicily: 1 cube, tank AL-T1") for line in told["other_forces"])
    assert "Attack 14 Sicily from 13 Calabria." in told["legal_now"]
    assert told["standing_orders"][1].startswith("1. Interception of a landing in 14 Sicily")


def test_each_example_in_a_draft_is_legal_as_it_stands(axis):
    path = draft_of(axis)
    told = read(path)["help"]
    types = {entry["do"] for entry in told["examples"]}
    assert {"move", "fly", "transport", "attack", "event", "sea_attack", "pass"} <= types
    for entry in told["examples"]:
        axis.pbem("orders", "check", write(path, orders=[entry]))


def test_a_draft_that_is_there_is_never_overwritten(axis):
    path = write(draft_of(axis), note="mine")
    said = axis.pbem("orders", "new", "--seat", "axis", code=3)
    assert "is there already and stays as it is" in said.text
    assert read(path)["note"] == "mine"


@pytest.fixture
def makes(axis):
    """The draft, and what two makes of validators say about it with other orders."""
    path = draft_of(axis)
    draft = read(path)
    schema = read(path.parent / draft["$schema"])
    jsonschema.Draft202012Validator.check_schema(schema)
    makes = (jsonschema.Draft202012Validator(schema), jsonschema_rs.Draft202012Validator(schema))

    def verdicts(*orders):
        return {make.is_valid(draft | {"orders": list(orders)}) for make in makes}

    return verdicts


def test_the_schema_of_a_draft_takes_the_draft_and_legal_orders(makes):
    assert makes() == {True}
    assert makes(ATTACK, {"do": "pause"}, {"do": "fly", "plane": "AX-P3", "to": 8}) == {True}
    plan = [{"decision": "losses", "where": [14], "if": {"round": 1}, "value": ["cube:1"]}]
    assert makes(ATTACK | {"plan": plan}, {"do": "policies", "policies": plan}) == {True}


@pytest.mark.parametrize(
    "entry",
    [
        {"do": "atack", "zone": 14},
        {"do": "landing", "zone": 14, "fleets": ["AL-FUS"], "forces": [{"from": 13, "cubes": 1}]},
        {"do": "fly", "plane": "AL-P2", "to": 8},
        {"do": "fly", "plane": "AX-P3", "to": 14},
        {"do": "move", "from": 99, "path": [13], "cubes": 1},
        {"do": "move", "from": "12", "path": [13], "cubes": 1},
        ATTACK | {"zone": 10},
        ATTACK | {"plan": [{"decision": "losses", "where": [99], "value": ["cube"]}]},
        {"do": "event", "event": "strangle", "zone": 14},
        {"do": "answer", "value": "never"},
    ],
)
def test_the_schema_of_a_draft_refuses_zones_pieces_and_types_of_others(makes, entry):
    assert makes(entry) == {False}


def test_the_schema_names_the_zones_beside_their_numbers(axis):
    text = (draft_of(axis).parent / "t2-i2-orders.jsonschema").read_text("utf-8")
    assert "14 Sicily" in text
    assert "plane, 10 Rome" in text


# ------------------------------------------------------------------ check


def test_check_says_what_orders_do_and_what_they_raise(axis):
    plan = [{"decision": "losses", "value": ["cube:1", "engage:tank"]}]
    path = write(draft_of(axis), orders=[ATTACK | {"plan": plan, "as": "Back"}])
    said = axis.pbem("orders", "check", path)
    assert (
        "1. Attack 14 Sicily with 1 cube, tank AX-T3 and elite AX-E1 from 13 Calabria (“Back”) "
        "- Your losses: at most 1 cube, then engage tanks"
    ) in said.text
    assert "Decisions of the Allies that these orders may raise" in said.text
    assert "losses in 14 Sicily (losses, S43-D26)" in said.text
    assert "settled by the default" in said.text
    assert "is good" in said.text
    assert max(map(len, said.out.replace(str(path), "").splitlines())) <= 80


def test_check_tells_every_mistake_with_its_place_and_what_would_be_legal(axis):
    path = write(draft_of(axis), orders=WRONG)
    said = axis.pbem("orders", "check", path, code=1)
    lines = path.read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, start=1) if text.strip() == "17")
    assert f"Line {line}, column {lines[line - 1].index('17') + 1} (/orders/0/path/0)" in said.text
    assert "17 Tunis is not adjacent to 12 Bari. (E_NOT_ADJACENT, S43-9.1)" in said.text
    assert "Legal: 9, 11, 13" in said.text
    assert "(/orders/1/do)" in said.text
    assert "did you mean 'attack'" in said.text
    assert "There is 1 cube of yours in 12 Bari, not 4" in said.text


def test_check_looks_at_entries_behind_one_that_can_not_be_read(axis):
    said = axis.pbem("orders", "check", write(draft_of(axis), orders=WRONG), code=1)
    assert "Warning" in said.text
    assert "(/orders/2/plane)" in said.text
    assert "did you mean AX-PI or AX-P3" in said.text


def test_check_warns_where_orders_contradict_each_other(axis):
    plan = [
        {"decision": "retreat_to", "value": [13]},
        {"decision": "losses", "value": ["cube"]},
        {"decision": "losses", "if": {"round": 2}, "value": ["engage:tank"]},
    ]
    bomb = {"do": "bomb", "plane": "AX-P3", "zone": 14, "when": "W4:15", "if": {"turn": 2}}
    path = write(draft_of(axis), orders=[ATTACK | {"plan": plan[1:]}, bomb])
    said = axis.pbem("orders", "check", path)
    assert "Policy 2 is used only where policy 1 cannot be" in said.text
    assert "W4:15 comes only with an attack on zone 15" in said.text
    assert "Did you mean W4:14?" in said.text


def test_check_says_what_an_empty_list_means(axis):
    assert (
        "which means: a pass. (W_EMPTY, S43-D06)"
        in axis.pbem("orders", "check", draft_of(axis)).text
    )


def test_check_as_json_for_programs(axis):
    path = write(draft_of(axis), orders=WRONG[:1])
    found = json.loads(axis.pbem("orders", "check", path, "--json", code=1).out)
    assert not found["good"]
    first = found["findings"][0]
    assert first["code"] == "E_NOT_ADJACENT"
    assert first["legal"] == ["9", "11", "13"]
    assert (first["line"], first["kind"]) > (1, "")
    good = json.loads(axis.pbem("orders", "check", write(path, orders=[ATTACK]), "--json").out)
    assert good["good"]
    assert {each["seat"] for each in good["raises"]} == {"allied", "axis"}


def test_check_finds_all_that_is_wrong_around_the_orders(axis):
    path = write(draft_of(axis), game="other-1", seat="allied", rev="2")
    said = axis.pbem("orders", "check", path, code=1)
    for pointer in ("/game", "/rev", "/ask"):
        assert f"({pointer})" in said.text


def test_a_value_outside_the_profile_is_told_by_line_and_column(axis):
    path = draft_of(axis)
    path.write_text(path.read_text("utf-8").replace('"rev": 1', '"rev": 1.0'), "utf-8")
    said = axis.pbem("orders", "check", path, code=1)
    assert "J04, at line" in said.text
    assert "(/rev)" in said.text
    assert "write 1" in said.text


# ------------------------------------------------------------------ standing orders


def standing_of(axis, *policies, topic=()):
    axis.pbem("standing", "new", *topic, "--seat", "axis")
    name = f"standing-{topic[0].replace(':', '=')}.json" if topic else "standing.json"
    path = axis.here / "orders" / name
    return write(path, policies=list(policies)) if policies else path


def test_standing_new_brings_those_in_force(axis):
    draft = read(standing_of(axis))
    assert draft["rev"] == 2
    assert draft["policies"][0]["decision"] == "intercept_landing"
    assert draft["help"]["says"][4] == "5. The effect of elites: absorb a loss"


def test_standing_new_writes_a_set_for_every_decision_that_checks_as_it_is(axis):
    path = standing_of(axis, topic=("windows",))
    words = {policy["decision"] for policy in read(path)["policies"]}
    assert words == {"bomb", "reinforcements", "kesselring"}
    axis.pbem("standing", "check", path)
    advice = {each["decision"]: each for each in read(path)["help"]["decisions"]}
    assert advice["bomb"]["nothing_on_file"] == "the default"
    assert advice["bomb"]["about"] == "Bombardment in open windows"


def test_the_schema_of_standing_orders_is_of_both_makes(axis):
    path = standing_of(axis)
    draft = read(path)
    schema = read(path.parent / draft["$schema"])
    for make in (jsonschema.Draft202012Validator, jsonschema_rs.Draft202012Validator):
        assert make(schema).is_valid(draft)
        wrong = [{"decision": "retreat_to", "value": [99]}]
        assert not make(schema).is_valid(draft | {"policies": wrong})


def test_standing_explain_speaks_in_sentences(axis):
    said = axis.pbem("standing", "explain", standing_of(axis))
    assert (
        "7. Your losses in 14 Sicily, if it is for a combat and the round is at least 2: at "
        "most 1 cube, then retreat"
    ) in said.text
    assert "so you are asked when they come:" in said.text
    assert "- Support by a tank" not in said.text
    assert "- Bombardment in open windows: none" in said.text


def test_standing_try_says_which_entry_fired_where(axis):
    path = standing_of(
        axis,
        {"decision": "losses", "where": [13], "value": ["engage:tank", "cube"], "as": "front"},
        {"decision": "losses", "where": [14], "value": ["cube"]},
        {"decision": "*", "value": "default"},
    )
    dice = ("--dice", "round:1/attacker=6,6,1", "--dice", "round:1/defender=1,1,1")
    said = axis.pbem("standing", "try", path, "13", *dice, "--runs", "2")
    assert "Supposed: the Allies: Attack 13 Calabria with 1 cube, tank AL-T1" in said.text
    assert "entry 1 (Your losses in 13 Calabria: engage tanks, then cubes (“front”))" in said.text
    assert "Entries that never fired here: 2" in said.text
    assert "you are asked" not in said.text


def test_standing_try_as_json(axis):
    path = standing_of(axis, {"decision": "*", "value": "default"})
    found = json.loads(axis.pbem("standing", "try", path, "--runs", "3", "--json").out)
    assert found["runs"] == 3
    assert any("entry 1" in fired["way"] for fired in found["fired"])


def test_standing_try_against_orders_of_an_open_ask(axis):
    orders = write(draft_of(axis), orders=[ATTACK])
    path = standing_of(axis, {"decision": "losses", "value": ["cube"]})
    said = axis.pbem("standing", "try", path, "--orders", orders, "--runs", "1")
    assert "Supposed orders for t2/i2/orders" in said.text
    assert "declared an attack on 14 Sicily" in said.text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("1",), "no attack on axis is possible in 1"),
        (("--dice", "round:1/attacker=9"), "the dice given for it are 9"),
        (("--dice", "round:9/attacker=9"), "no dice were rolled for round:9/attacker"),
        (("--dice", "six"), "six are no dice: write them as LABEL=6,6,1"),
    ],
)
def test_standing_try_tells_what_it_can_not_do(axis, words, text):
    path = standing_of(axis, {"decision": "*", "value": "default"})
    assert text in axis.pbem("standing", "try", path, *words, code=3).text.lower().replace(
        "label=", "LABEL="
    )


def test_standing_orders_with_mistakes_are_not_tried(axis):
    path = standing_of(axis, {"decision": "drop", "value": "always"})
    for command in ("check", "explain", "try"):
        said = axis.pbem("standing", command, path, code=1)
        assert "the axis side never has the decision 'drop'" in said.text.lower()
        assert "(/policies/0/decision)" in said.text


def test_who_writes_the_name_of_a_zone_is_told_its_number(axis):
    move = {"do": "move", "from": "Calabria", "path": ["12 Bari"], "cubes": 1}
    said = axis.pbem("orders", "check", write(draft_of(axis), orders=[move]), code=1).text
    assert "Did you mean 13 (Calabria)?" in said
    assert "Did you mean 12 (Bari)?" in said


def test_a_draft_is_looked_for_in_the_folder_orders(axis):
    draft_of(axis)
    said = axis.pbem("orders", "check", "t2-i2-orders.json", code=3).text
    assert "There is no file t2-i2-orders.json; did you mean orders/t2-i2-orders.json?" in said
    assert "?." not in said


def test_a_folder_in_the_place_of_a_file_is_called_a_folder(axis):
    draft_of(axis)
    assert "orders is a folder, not a file" in axis.pbem("update", "orders", code=3).text


def test_a_signed_file_keeps_its_name_in_the_sentence(axis):
    signed = draft_of(axis).with_name("signed.json")
    signed.write_text('{"signed": {}}', "utf-8")
    said = axis.pbem("orders", "check", "orders/signed.json", code=3).text
    assert said.startswith("orders/signed.json is signed already")
