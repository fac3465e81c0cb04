"""What is signed and not in the log yet: told once, and only where something is to be done."""

import json

import pytest

from support import club as toy
from support.people import person


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A game that has begun: the host's folder `game`, each player's folder `mine`."""
    toy.install(monkeypatch)
    people = {name: person(tmp_path, name) for name in ("host", "blue", "red")}
    host = people["host"]
    host.pbem("new", "game", "--game", "battle", "--policy", "host")
    for seat in ("blue", "red"):
        player = people[seat]
        invite = host.here / "game/invite.pbem.json"
        player.pbem("join", invite, "--seat", seat, "--folder", "mine")
        player.pbem("join", invite, "--seat", seat, "--folder", "mine", "--name", seat.title())
        host.pbem("submit", player.here / f"mine/orders/join-{seat}.pbem.json", "--in", "game")
    host.pbem("start", "--in", "game")
    return people


def update(game, seat="blue"):
    return game[seat].pbem("update", game["host"].here / "game/game.jsonl", "--in", "mine")


def signed_orders(game, dice=3):
    blue = game["blue"]
    update(game)
    path = blue.here / "mine/orders/t1-orders.json"
    if not path.exists():
        blue.pbem("orders", "new", "--in", "mine")
    draft = json.loads(path.read_text("utf-8")) | {"orders": [{"do": "attack", "dice": dice}]}
    path.write_text(json.dumps(draft), "utf-8")
    return blue.pbem("orders", "sign", path, "--in", "mine")


def test_a_join_that_was_signed_again_is_not_missed(game):
    assert "not in the log" not in update(game).text


def test_the_same_draft_signed_again_is_no_new_version(game):
    signed_orders(game)
    said = signed_orders(game)
    assert "signed already" in said.text
    assert "t1-orders-rev1.pbem.json" in said.text
    orders = game["blue"].here / "mine/orders"
    assert [each.name for each in orders.glob("t1-orders-rev*")] == ["t1-orders-rev1.pbem.json"]
    before = (orders / "t1-orders-rev1.pbem.json").read_bytes()
    (orders / "t1-orders-rev1.pbem.json").unlink()
    assert "signed already" in signed_orders(game).text
    assert (orders / "t1-orders-rev1.pbem.json").read_bytes() == before


def test_a_changed_draft_is_a_new_version_and_only_that_is_missed(game):
    signed_orders(game)
    assert "rev 2" in signed_orders(game, dice=2).text
    said = update(game).text
    assert said.count("not in the log yet") == 1
    assert "rev 2" in said


def test_the_same_draft_in_the_log_is_no_new_version(game):
    signed_orders(game)
    orders = game["blue"].here / "mine/orders"
    game["host"].pbem("submit", orders / "t1-orders-rev1.pbem.json", "--in", "game")
    update(game)
    assert "signed already" in signed_orders(game).text


def test_a_key_change_that_waits_for_its_line_is_told(game):
    blue = game["blue"]
    update(game)
    blue.pbem("rekey", "--chain", "--in", "mine")
    told = "until it is, you sign with the old key and chain"
    assert told in blue.pbem("status", "--in", "mine").text
    assert told in update(game).text
    (signed,) = (blue.here / "mine/orders").glob("rekey-*")
    game["host"].pbem("submit", signed, "--in", "game")
    assert told not in update(game).text
    said = blue.pbem("rekey", "--chain", "--in", "mine", code=3)
    assert "in the log already" in said.text


def test_nothing_is_missed_when_the_game_has_ended(game):
    signed_orders(game)
    game["host"].pbem("host-entry", "end", "--why", "abandoned", "--in", "game")
    said = update(game).text
    assert "not in the log" not in said
    assert "The game is over" in said
