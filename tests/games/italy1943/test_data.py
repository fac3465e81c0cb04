"""The data files: the README's digest and its "checks any version must pass"."""

import re
from itertools import combinations

import pytest

from pbem.canon.canonical import encode
from pbem.canon.moduledata import module_digest
from pbem.canon.strict import STATE, read
from pbem.games.italy1943.data_forms import RULE_FILES
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.setup import sample_start
from support.italy1943 import DATA, facts, raw_file, rule_files, sample_position

README = (DATA / "README.md").read_text("utf-8")
LISTS = ("adjacent", "arrows", "range_short", "range_long")


def zones():
    return {zone["number"]: zone for zone in raw_file("map")["zones"]}


def test_the_readme_lists_the_rule_files():
    sentence = re.search(r"comes from these rule files: (.*)\. This README", README)[1]
    assert re.findall(r"`([a-z-]+)`", sentence) == sorted(RULE_FILES)


def test_the_readme_gives_the_digest_and_its_length():
    files = {name: raw_file(name) for name in RULE_FILES}
    assert re.findall(r"^ {4}([0-9a-f]{64})$", README, re.MULTILINE) == [module_digest(files)]
    length = re.search(r"canonical form: ([0-9,]+) bytes", README)[1]
    assert int(length.replace(",", "")) == len(encode(rule_files()))


def test_the_digest_before_the_sample_was_a_rule_file_is_reproduced():
    """The files that the design handed over: without `sample` and its line in `map.json`."""
    files = {name: raw_file(name) for name in RULE_FILES if name != "sample"}
    del files["map"]["files"]["sample.json"]
    assert (
        module_digest(files) == "6a167ee852f108019bb2d267aaacade99adeff1b59fc5497e5fbbfbffcc3ddf3"
    )


@pytest.mark.parametrize("name", RULE_FILES)
def test_rule_files_pass_the_strict_reader(name):
    assert read((DATA / f"{name}.json").read_bytes(), STATE) == raw_file(name)


def test_the_words_for_provenance_are_those_the_map_explains():
    known = {value["value"] for value in raw_file("map")["notes"]["provenance_values"]}
    assert known == {"rulebook", "published: WHAT", "reconstructed"}
    found = [word for name in RULE_FILES for word in provenances(raw_file(name))]
    assert all(re.fullmatch(r"rulebook|published: .+|reconstructed( .*)?", w) for w in found)
    assert {"rulebook", "reconstructed"} <= set(found)


def provenances(value):
    """The texts below every member `provenance`."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from texts(member) if name == "provenance" else provenances(member)
    elif isinstance(value, list):
        for item in value:
            yield from provenances(item)


def texts(value):
    if isinstance(value, dict):
        return [text for member in value.values() for text in texts(member)]
    return [value]


def test_readme_check_1_lists_are_symmetric_and_nested():
    board = zones()
    for number, zone in board.items():
        for name in LISTS:
            assert all(number in board[near][name] for near in zone[name])
        assert set(zone["adjacent"] + zone["arrows"]) <= set(zone["range_short"])
        assert set(zone["range_short"]) <= set(zone["range_long"])


def test_readme_check_1_the_ranges_are_what_the_rulers_measure():
    raw = raw_file("map")
    wide, high = raw["board"]["width_hundredths"], raw["board"]["height_hundredths"]
    board = zones()
    for a, b in combinations(board.values(), 2):
        square = ((a["x"] - b["x"]) * wide) ** 2 + ((a["y"] - b["y"]) * high) ** 2
        for ruler in ("short", "long"):
            reach = (raw["rulers"][ruler]["length_hundredths"] * 10_000) ** 2
            assert (b["number"] in a[f"range_{ruler}"]) == (square <= reach)


def test_readme_check_2_every_field_of_a_zone_has_its_provenance():
    for zone in zones().values():
        assert set(zone["provenance"]) == set(zone) - {"provenance"}
        for name in ("adjacent", "arrows"):
            assert set(zone["provenance"][name]) == {str(near) for near in zone[name]}


def test_readme_check_3_symbols():
    board = zones().values()
    assert [z["number"] for z in board if z["axis_symbol"]] == [1]
    starts = [z for z in board if z["allied_start"] is not None]
    assert len(starts) == 3
    assert not any(z["star"] for z in starts)


def test_readme_check_4_sources_of_supply():
    board = zones().values()
    assert any(z["star"] and not z["coastal"] for z in board)
    assert any(z["coastal"] for z in board)


def test_readme_check_5_dotted_zones_border_only_in_their_own_lists():
    dotted = raw_file("map")["dotted"]
    assert [zone["id"] for zone in dotted] == ["switzerland", "balkans"]
    listed = [near for zone in zones().values() for name in LISTS for near in zone[name]]
    assert all(isinstance(near, int) and near in zones() for near in listed)


def test_readme_check_6_the_set_up_places_the_whole_axis():
    setup, forces = raw_file("setup"), raw_file("forces")
    stacks = setup["axis_fixed"] + setup["axis_default"]
    assert sum(stack["cubes"] for stack in stacks) == forces["cubes"]["axis"]
    placed = [c for s in stacks for c in [*s["counters"], *([s["line"]] if "line" in s else [])]]
    owned = [
        piece
        for group in forces["axis"]
        if group["kind"] not in ("fleet", "uboat")
        for piece in group["ids"]
    ]
    assert sorted(placed) == sorted(owned)
    for stack in stacks:
        assert stack["cubes"] + len(stack["counters"]) <= 6
        assert sum(c.startswith("AX-T") for c in stack["counters"]) <= 2


def test_readme_check_7_the_set_up_uses_no_more_than_there_is():
    setup, forces = raw_file("setup"), raw_file("forces")
    assert sum(stack["cubes"] for stack in setup["allied"]) <= forces["cubes"]["allied"]
    owned = [piece for side in ("allied", "axis") for g in forces[side] for piece in g["ids"]]
    stacks = setup["allied"] + setup["axis_fixed"] + setup["axis_default"]
    placed = [counter for stack in stacks for counter in stack["counters"]]
    placed += setup["sea"]["engaged"] + setup["sea"]["ready"]
    assert len(placed) == len(set(placed))
    assert set(placed) <= set(owned)


def test_readme_check_8_turns():
    turns = raw_file("turn-track")["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, 9))
    assert (turns[0]["allied_cubes"], turns[0]["axis_cubes"]) == (0, 0)


def test_readme_check_9_the_game_sample_can_be_played():
    known, pos = facts(), sample_position()
    sicily, tunis = known.zone(14), known.zone(17)
    assert 14 in tunis.range_short
    assert 14 in known.zone(15).range_short
    assert sicily.coastal
    assert not sicily.mountain
    assert tunis.coastal
    assert any(pos.control[near] == "axis" for near in sicily.neighbours)
    assert known.prices["allied"]["paratroopers"].cubes + known.prices["allied"]["plane"].cubes == 3
    assert (known.turn(2).cubes["allied"], known.turn(2).cubes["axis"]) == (4, 3)


def test_the_counts_of_the_readme_hold():
    board = facts().zones.values()
    assert len(board) == 21
    assert sum(zone.airport for zone in board) == 8
    assert sum(zone.mountain for zone in board) == 6
    assert sum(zone.triangle for zone in board) == 6
    assert sum(zone.star for zone in board) == 8
    assert sum(zone.coastal for zone in board) == 18


def test_s43_7_3_prices():
    prices = facts().prices
    assert {kind: price.cubes for kind, price in prices["axis"].items()} == {
        "tank": 2,
        "plane": 2,
        "elite": 1,
    }
    assert {kind: price.cubes for kind, price in prices["allied"].items()} == {
        "tank": 2,
        "plane": 1,
        "paratroopers": 2,
        "partisan": 1,
    }


def test_s43_7_6_and_7_8_limits_of_what_can_be_bought():
    known = facts()
    assert known.price("allied", "plane").most_per_turn == 1
    assert known.price("axis", "plane").most_per_turn is None
    assert known.price("allied", "paratroopers").last_turn == 4
    assert known.price("allied", "partisan").after_surrender
    assert not known.price("allied", "tank").after_surrender
    assert known.price("allied", "elite") is None
    assert known.price("allied", "fleet") is None


def test_s43_10_5_and_6_1_the_turn_track():
    turns = facts().turns
    assert [turn.cubes["allied"] for turn in turns] == [0, 4, 4, 4, 3, 3, 3, 3]
    assert [turn.cubes["axis"] for turn in turns] == [0, 3, 2, 2, 2, 2, 2, 2]
    assert [turn.naval_points["allied"] for turn in turns] == [6, 6, 6, 6, 3, 3, 3, 3]
    assert [turn.naval_points["axis"] for turn in turns] == [2, 2, 2, 2, 0, 0, 0, 0]
    assert [turn.number for turn in turns if turn.overlord] == [5]


def test_s43_15_15_and_18_4_the_combat_numbers():
    numbers = facts().combat
    assert (numbers.base, numbers.best) == (6, 4)
    assert (numbers.tank_support, numbers.plane_support) == (-1, -1)
    assert (numbers.dice, numbers.drop_dice, numbers.line_dice) == (4, 1, 2)
    assert (numbers.bomb_from, numbers.bomb_defended_from) == (4, 5)
    assert (numbers.fleet_bombard_from, numbers.intercept_from) == (5, 5)
    assert (numbers.fleet_attack_from, numbers.uboat_attack_from) == (5, 5)
    assert (numbers.landing[1].cubes, numbers.landing[1].cubes_with_tank) == (4, 3)
    assert (numbers.landing[2].cubes, numbers.landing[2].cubes_with_tank) == (6, 5)


def test_s43_23_2_the_event_boxes():
    events = facts().events
    assert (facts().tokens, facts().events_per_impulse, facts().arrows) == (6, 1, 3)
    assert list(events["allied"]) == [
        *("reinforcements", "additional_impulse", "stop_battle", "logistics"),
        *("operational", "reserves", "strangle"),
    ]
    assert [events[side]["additional_impulse"].most for side in events] == [4, 4]
    assert events["axis"]["new_line"].windows == ("own_reinforcements",)


def zone_of(files, number):
    return next(zone for zone in files["map"]["zones"] if zone["number"] == number)


def drop_file(files):
    del files["combat"]


def misspell_member(files):
    files["map"]["zones"][0]["costal"] = True


def quote_number(files):
    files["turn-track"]["turns"][1]["axis_cubes"] = "3"


def one_way_border(files):
    zone_of(files, 17)["adjacent"].append(19)


def border_to_nowhere(files):
    zone_of(files, 19)["adjacent"].append(33)


def short_beyond_long(files):
    zone_of(files, 14)["range_long"].remove(17)
    zone_of(files, 17)["range_long"].remove(14)


def adjacent_out_of_range(files):
    zone_of(files, 16)["range_short"].remove(21)
    zone_of(files, 21)["range_short"].remove(16)


def second_munich(files):
    zone_of(files, 4)["axis_symbol"] = True


def star_at_allied_start(files):
    zone_of(files, 19)["star"] = True


def fourth_start(files):
    zone_of(files, 18)["allied_start"] = "US"


def no_inland_star(files):
    for number in (1, 4):
        zone_of(files, number)["star"] = False


def zone_twice(files):
    files["map"]["zones"].append(files["map"]["zones"][0])


def dotted_border(files):
    files["map"]["dotted"][0]["borders"].append(50)


def turns_out_of_order(files):
    files["turn-track"]["turns"][2]["turn"] = 2


def reinforced_first_turn(files):
    files["turn-track"]["turns"][0]["axis_cubes"] = 1


def ruler_mismatch(files):
    files["turn-track"]["turns"][3]["allied_ruler"] = "long"


def points_beyond_track(files):
    files["turn-track"]["turns"][3]["allied_naval"] = 7


def cubes_do_not_add_up(files):
    files["forces"]["cubes"]["total"] = 47


def piece_twice(files):
    files["forces"]["axis"][0]["ids"][0] = "AX-T2"


def wrong_count(files):
    files["forces"]["allied"][0]["count"] = 5


def italian_stranger(files):
    files["forces"]["axis"][1]["italian"] = ["AX-TI"]


def event_twice(files):
    files["events"]["axis"][1]["id"] = "reserves"


def price_twice(files):
    files["conversion"]["costs"][0]["kind"] = "plane"


def seven_forces(files):
    files["setup"]["axis_default"][9]["cubes"] = 5


def strange_counter(files):
    files["setup"]["allied"][0]["counters"][0] = "AX-T1"


def strange_line(files):
    files["setup"]["axis_default"][9]["line"] = "AX-T4"


def default_in_africa(files):
    files["setup"]["axis_default"][0]["zone"] = 17


def axis_at_allied_start(files):
    files["setup"]["axis_fixed"][0]["zone"] = 19


def allied_start_elsewhere(files):
    files["setup"]["allied"][0]["zone"] = 18


def too_few_cubes_placed(files):
    files["setup"]["axis_default"][0]["cubes"] = 0


def counter_forgotten(files):
    files["setup"]["axis_free"]["counters"].remove("AX-E1")


def fleet_forgotten(files):
    files["setup"]["sea"]["ready"].remove("AX-U1")


BROKEN = {
    drop_file: "combat.json is missing",
    misspell_member: "map.json, /zones/0/costal: 'costal' is not a member",
    quote_number: "turn-track.json, /turns/1/axis_cubes: 'axis_cubes' should be a whole number",
    one_way_border: "map.json, zone 17, adjacent: 19 is there, but not 17 in the list of 19",
    border_to_nowhere: "map.json, zone 19, adjacent: 33 is no other zone",
    short_beyond_long: "map.json, zone 14: 17 is in short range, but not in long range",
    adjacent_out_of_range: "map.json, zone 16: 21 is adjacent, but not in short range",
    second_munich: "map.json: exactly one zone should bear the Axis symbol",
    star_at_allied_start: "map.json, zone 19: has both an Allied start and a star",
    fourth_start: "map.json: exactly three zones should be Allied start zones",
    no_inland_star: "map.json: at least one star zone should be inland",
    zone_twice: "map.json: zone 1 is there twice",
    dotted_border: "map.json, switzerland: borders 50, which is no zone",
    turns_out_of_order: "turn-track.json: the turns should be 1 to 8 in their order",
    reinforced_first_turn: "turn-track.json, turn 1: no reinforcements arrive in turn 1",
    ruler_mismatch: "turn-track.json, turn 4: the allied ruler should be short",
    points_beyond_track: "turn-track.json, turn 4: the allied naval points are beyond the naval",
    cubes_do_not_add_up: "forces.json, cubes: the cubes of both sides do not make the total",
    piece_twice: "forces.json: AX-T2 is there twice",
    wrong_count: "forces.json, tank: count is not the number of ids",
    italian_stranger: "forces.json, plane: AX-TI is Italian, but not among the ids",
    event_twice: "events.json, axis: reserves is there twice",
    price_twice: "conversion.json: plane is there twice",
    seven_forces: "setup.json, axis_default, zone 10: more than 6 forces",
    strange_counter: "setup.json, allied, zone 19: AX-T1 is no land or air counter of this side",
    strange_line: "setup.json, axis_default, zone 10: AX-T4 is no fortified line",
    default_in_africa: "setup.json, axis_default: zone 17 is in Africa",
    axis_at_allied_start: "setup.json: 19 is no zone for Axis forces",
    allied_start_elsewhere: "setup.json, allied: the zones should be the three Allied start",
    too_few_cubes_placed: "setup.json: axis_default should place the cubes of axis_free",
    counter_forgotten: "setup.json: axis_fixed and axis_free should hold all Axis counters",
    fleet_forgotten: "setup.json, sea: all fleets and the U-boat",
}


@pytest.mark.parametrize("breaking", BROKEN, ids=lambda f: f.__name__)
def test_broken_data_are_named_by_file_and_place(breaking):
    files = rule_files()
    breaking(files)
    with pytest.raises(ValueError, match=re.escape(BROKEN[breaking])):
        Facts.from_data(files)


def test_a_slip_in_the_sample_is_named_with_its_file():
    files = rule_files()
    files["sample"]["axis"]["14"]["counters"].append("AX-T4")
    known = Facts.from_data(files)
    with pytest.raises(ValueError, match=r"sample\.json: AX-T4 is in two places"):
        sample_start(known)


def test_facts_cannot_be_changed():
    known = facts()
    with pytest.raises(AttributeError):
        known.zone(14).name = "Trinacria"
    with pytest.raises(TypeError):
        known.zones[99] = known.zone(14)
    with pytest.raises(TypeError):
        known.turn(2).cubes["axis"] = 9
