"""`pbem practice`: a person against a program, through the ordinary files."""

import json
import re

from pbem.canon.strict import STATE, read
from support.people import person

PASS = [{"do": "pass"}]


def practise(tmp_path, seat="allied"):
    """A practice game of somebody called Ann, in her folder `game`."""
    ann = person(tmp_path, "ann")
    said = ann.pbem("practice", "new", "game", "--game", "1943-1945", "--seat", seat)
    return ann, said


def answer(ann):
    """Ann passes her impulse, or leaves everything to the default; she signs, and goes on."""
    ann.pbem("orders", "new", "--in", "game")
    (draft,) = [f for f in (ann.here / "game/orders").glob("t*.json") if is_fresh(f)]
    plain = json.loads(draft.read_text())
    is_impulse = re.search(r"/i[0-9]+/orders$", plain["ask"])
    draft.write_text(json.dumps(plain | {"orders": PASS if is_impulse else []}))
    signed = ann.pbem("orders", "sign", draft, "--in", "game")
    assert "practice go" in signed.text
    assert "Mail" not in signed.text
    return ann.pbem("practice", "go", "--in", "game")


def is_fresh(file):
    return file.name.count(".") == 1 and not list(file.parent.glob(f"{file.stem}-rev*"))


def test_a_practice_game_begins_with_the_first_question_to_the_person(tmp_path):
    ann, said = practise(tmp_path)
    assert "dice policy host" in said.text
    asked = ann.pbem("status", "--in", "game").text
    assert "1943-1945, dice policy host" in asked
    assert "Standing orders of axis: rev 1" in asked


def test_the_program_answers_and_the_person_is_asked_again(tmp_path):
    ann, _ = practise(tmp_path)
    lines = []
    for _ in range(4):
        said = answer(ann)
        assert "Taken in: orders of allied" in said.text
        assert ".html" in said.text
        lines.append(len((ann.here / "game/game.jsonl").read_bytes().splitlines()))
    assert lines == sorted(set(lines))
    assert "GOOD" in ann.pbem("audit", "game").text


def test_the_program_signs_with_a_secret_of_its_own(tmp_path):
    ann, _ = practise(tmp_path, seat="axis")
    assert [file.name for file in ann.home.iterdir()] == ["main.secret.json"]
    assert (ann.here / "game/opponent/main.secret.json").exists()
    joins = {
        seat: read((ann.here / f"game/joins/{seat}.pbem.json").read_bytes(), STATE)["signed"]["key"]
        for seat in ("allied", "axis")
    }
    assert joins["axis"] in ann.pbem("key", "show").out
    assert joins["allied"] not in ann.pbem("key", "show").out


def test_going_on_without_new_orders_changes_nothing(tmp_path):
    ann, _ = practise(tmp_path)
    before = (ann.here / "game/game.jsonl").read_bytes()
    said = ann.pbem("practice", "go", "--in", "game")
    assert (ann.here / "game/game.jsonl").read_bytes() == before
    assert "is asked" in said.text


def test_practice_needs_a_player_and_a_seat(tmp_path):
    ann = person(tmp_path, "ann")
    said = ann.pbem("practice", "new", "x", "--game", "1943-1945", "--seat", "umpire", code=3)
    assert "seats are allied, axis" in said.text
    said = ann.pbem("practice", "new", "x", "--game", "chess", "--seat", "white", code=3)
    assert "installed package offers a program that plays chess" in said.text
    assert not (ann.here / "x").exists()


def test_go_wants_a_practice_game(tmp_path):
    ann = person(tmp_path, "ann")
    (ann.here / "x").mkdir()
    assert "no practice game" in ann.pbem("practice", "go", "--in", "x", code=3).text
