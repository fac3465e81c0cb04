"""Corrected data: an owner of the printed game corrects rule files, and a game is played by them.

The board is corrected in one place: Tripoli gets a mountain, which nothing else hangs on.
"""

import json
import re
import shutil

import pytest

from pbem import registry
from support.people import person

GAME = "1943-1945"
PEOPLE = ("host", "allied", "axis")


@pytest.fixture
def people(tmp_path):
    return {name: person(tmp_path, name) for name in PEOPLE}


@pytest.fixture
def data(people):
    """A folder of the host with the data of the game, as `pbem data` copies them."""
    people["host"].pbem("data", GAME, "board")
    return people["host"].here / "board"


def change(folder, file, edit):
    """Edit a rule file in place."""
    path = folder / f"{file}.json"
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    path.write_text(json.dumps(content), "utf-8")


def mountain_in_tripoli(board):
    board["zones"][20]["mountain"] = True


@pytest.fixture
def corrected(data):
    """Only the file that is corrected; the others come from the game."""
    change(data, "map", mountain_in_tripoli)
    for path in data.glob("*.json"):
        if path.name != "map.json":
            path.unlink()
    return data


def new(host, *more, **expected):
    words = ("--game", GAME, "--option", "start=sample", "--policy", "actor")
    return host.pbem("new", "game", *words, *more, **expected)


def join(people, seat, *more, **expected):
    invite = people["host"].here / "game/invite.pbem.json"
    return people[seat].pbem("join", invite, "--seat", seat, "--folder", "mine", *more, **expected)


def begin(people, corrected):
    """A game that is played with corrected data, begun, with one resolution."""
    host = people["host"]
    new(host, "--data", corrected)
    for seat in ("allied", "axis"):
        join(people, seat, "--data", host.here / "game/data")
        made = people[seat].here / f"mine/orders/join-{seat}.pbem.json"
        host.pbem("submit", made, "--in", "game")
    host.pbem("start", "--in", "game")
    allied = people["allied"]
    allied.pbem("update", host.here / "game/game.jsonl", "--in", "mine")
    allied.pbem("orders", "new", "--in", "mine")
    (draft,) = (allied.here / "mine/orders").glob("t2-*.json")
    allied.pbem("orders", "sign", draft, "--in", "mine")
    (signed,) = (allied.here / "mine/orders").glob("t2-*.pbem.json")
    host.pbem("submit", signed, "--in", "game")
    host.pbem("adjudicate", "--in", "game")
    return host


# ------------------------------------------------------------------ a game with corrected data


def test_the_copies_are_the_data_and_play_as_they_are(people, data):
    names = {path.stem for path in data.iterdir()}
    assert names == {*registry.game(GAME).rule_files, "shapes"}
    assert registry.module_with(GAME, data).data == registry.module(GAME).data


def test_2_3_the_invitation_names_the_digest_of_the_corrected_data(people, corrected):
    said = new(people["host"], "--data", corrected)
    assert "--data DATA" in said.text
    envelope = json.loads((people["host"].here / "game/invite.pbem.json").read_text("utf-8"))
    signed = envelope["signed"]["module"]
    assert signed == registry.module_with(GAME, corrected).signed()
    assert signed["data"] != registry.module(GAME).data


def test_a_game_with_corrected_data_is_played_reported_and_audited(people, corrected):
    host = begin(people, corrected)
    shutil.rmtree(corrected)
    kept = json.loads((host.here / "game/data/map.json").read_text("utf-8"))
    assert kept["zones"][20]["mountain"] is True
    host.pbem("report", "--in", "game")
    people["allied"].pbem("update", host.here / "game/game.jsonl", "--in", "mine")
    for who, folder in (("host", "game"), ("allied", "mine")):
        audit = people[who].pbem("audit", folder).text
        assert audit.startswith("GOOD")
        assert "INCOMPLETE" not in audit


def test_code_r08_without_the_data_an_audit_is_incomplete_and_not_failed(people, corrected):
    host = begin(people, corrected)
    log = host.here / "game/game.jsonl"
    incomplete = host.pbem("audit", log).text
    assert "INCOMPLETE" in incomplete
    assert "BAD" not in incomplete
    complete = host.pbem("audit", "--data", corrected, log).text
    assert complete.startswith("GOOD")
    assert "INCOMPLETE" not in complete


def test_code_r08_data_that_were_changed_later_are_not_those_of_the_game(people, corrected):
    host = begin(people, corrected)
    change(host.here / "game/data", "map", lambda board: board["zones"][19].update(airport=True))
    audit = host.pbem("audit", "game").text
    assert "INCOMPLETE" in audit
    (host.here / "game/data/map.json").write_text("{", "utf-8")
    assert "INCOMPLETE" in host.pbem("audit", "game").text


def test_who_joins_needs_the_same_data(people, corrected, tmp_path):
    new(people["host"], "--data", corrected)
    said = join(people, "allied", code=3).text
    assert "the host plays with corrected data" in said
    assert "--data" in said
    people["allied"].pbem("data", GAME, "other")
    said = join(people, "allied", "--data", people["allied"].here / "other", code=3).text
    assert "are other ones: ask the host for his" in said
    assert not (people["allied"].here / "mine").exists()
    join(people, "allied", "--data", corrected)
    assert (people["allied"].here / "mine/data/map.json").exists()


def test_an_audit_with_data_that_are_not_there_says_so(people, corrected):
    host = begin(people, corrected)
    assert "There is no folder" in host.pbem("audit", "game", "--data", "nowhere", code=3).text


# ------------------------------------------------------------------ mistakes


def mistakes(people, data, *parts):
    """What `pbem new` says of wrong data; no game is made."""
    said = new(people["host"], "--data", data, code=3)
    assert not (people["host"].here / "game").exists()
    for part in parts:
        assert part in said.text, said.text
    return said.text


def _zone(index, **members):
    return lambda content: content["zones"][index].update(members)


@pytest.mark.parametrize(
    ("file", "edit", "parts"),
    [
        (
            "map",
            _zone(13, coastal="yes"),
            ["map.json, /zones/13/coastal (Sicily):", 'should be true or false, not "yes"'],
        ),
        (
            "map",
            _zone(13, costal=True),
            ["/zones/13 (Sicily): there is no member 'costal' here"],
        ),
        (
            "map",
            lambda content: content["zones"][13].pop("star"),
            ["/zones/13 (Sicily): the member 'star' is missing"],
        ),
        (
            "map",
            lambda content: content["zones"][13].update(
                coastel=content["zones"][13].pop("coastal")
            ),
            ["did you mean 'coastal'?", "the member 'coastal' is missing"],
        ),
        ("map", _zone(13, region="itlay"), ["not \"itlay\"; did you mean 'italy'?"]),
        ("map", _zone(13, number=140), ["should be a whole number from 1 to 99, not 140"]),
        ("map", _zone(13, allied_start=3), ["'allied_start' should be", "not 3"]),
        ("map", _zone(13, name=""), ["'name' should be a text of 1 or more characters"]),
        (
            "forces",
            lambda content: content["axis"][0]["ids"].append("T9"),
            ["forces.json, /axis/0/ids/", "should be written like", 'not "T9"'],
        ),
        (
            "turn-track",
            lambda content: content["turns"].pop(),
            ["'turns' should be a list of 8 items, not of 7"],
        ),
        ("combat", lambda content: content.update(die=8), ["'die' should be 6, not 8"]),
        (
            "combat",
            lambda content: content["interception"].update(hit_from="5"),
            ["'hit_from' should be a whole number, not \"5\""],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_mistake_in_a_file_is_named_with_its_place(people, data, file, edit, parts):
    change(data, file, edit)
    mistakes(people, data, *parts)


def test_all_mistakes_of_all_files_are_told_at_once(people, data):
    change(data, "map", _zone(0, coastal=1, mountain="no"))
    change(data, "combat", lambda content: content.update(die=8))
    (data / "events.json").write_text('{"game": "1943-1945",', "utf-8")
    told = mistakes(people, data, "/zones/0/coastal", "/zones/0/mountain", "'die'", "events.json: ")
    assert re.search(r"events\.json: .*J02", told)


def test_what_contradicts_other_files_is_told_by_the_game(people, data):
    change(data, "map", lambda content: content["zones"][13]["adjacent"].append(1))
    mistakes(people, data, "map.json, zone 14, adjacent: 1 is there, but not 14 in the list of 1")


def test_a_file_with_a_wrong_name_is_named(people, data):
    (data / "turn-track.json").rename(data / "turn_track.json")
    mistakes(
        people, data, "turn_track.json is no file of 1943-1945; did you mean 'turn-track.json'?"
    )


def test_a_folder_without_rule_files_is_none(people, tmp_path):
    (tmp_path / "empty").mkdir()
    mistakes(people, tmp_path / "empty", "none of the rule files is in it; they are map.json")
    mistakes(people, tmp_path / "nowhere", "there is no folder")


def test_remarks_may_stand_everywhere_and_change_no_digest(people, data):
    change(data, "map", _zone(13, note="as on my board", source="second printing"))
    new(people["host"], "--data", data)
    assert registry.module_with(GAME, data).data == registry.module(GAME).data
