"""What `status` and its like say of what is next, and who is waited for."""

import json

import pytest

from pbem.referee import clock
from support.people import begin, gather, send


@pytest.fixture
def game(battle, people):
    """A game of policy all that has begun: the host's folder `game`, each player's `mine`."""
    begin(people, "--policy", "all", "--on-release", "skip")
    send(people)
    return people


def much_later(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: "2999-01-01T00:00:00Z")


def concede(game, seat):
    game[seat].pbem("concede", "--in", "mine", "--yes")
    (signed,) = (game[seat].here / "mine/orders").glob("concede-*")
    game["host"].pbem("submit", signed, "--in", "game")


def test_orders_that_are_late(game, monkeypatch):
    assert "late" not in game["host"].pbem("status", "--in", "game").text
    much_later(monkeypatch)
    said = game["host"].pbem("status", "--in", "game").text
    assert "blue is asked t1/orders. That is late: it was due until" in said
    assert "`pbem host-entry default t1/orders`" in said
    assert json.loads(game["host"].pbem("status", "--in", "game", "--json").out)["late"] is True


def test_a_pause(game, monkeypatch):
    game["host"].pbem("host-entry", "pause", "--why", "holidays", "--in", "game")
    much_later(monkeypatch)
    said = game["host"].pbem("status", "--in", "game").text
    assert "The game is paused since" in said
    assert "pbem host-entry resume" in said
    assert "late" not in said


def test_8_6_a_concession(game):
    concede(game, "red")
    said = game["host"].pbem("status", "--in", "game").text
    assert "red has conceded." in said
    assert "`pbem host-entry end --why concession`" in said
    assert json.loads(game["host"].pbem("status", "--in", "game", "--json").out)["conceded"] == [
        "red"
    ]


def test_8_6_who_has_won(game):
    concede(game, "red")
    game["host"].pbem("host-entry", "end", "--why", "concession", "--in", "game")
    said = game["host"].pbem("status", "--in", "game").text
    assert "The game is over: won by Blue (Red conceded). The log is closed." in said
    plain = json.loads(game["host"].pbem("status", "--in", "game", "--json").out)
    assert plain["result"] == {"winner": "blue"}


def test_a_release_that_is_late(game, monkeypatch):
    blue, host = game["blue"], game["host"]
    blue.pbem("orders", "new", "--in", "mine")
    path = blue.here / "mine/orders/t1-orders.json"
    draft = json.loads(path.read_text("utf-8")) | {"orders": [{"do": "attack", "dice": 3}]}
    path.write_text(json.dumps(draft), "utf-8")
    blue.pbem("orders", "sign", path, "--in", "mine")
    host.pbem("submit", path.with_name("t1-orders-rev1.pbem.json"), "--in", "game")
    host.pbem("adjudicate", "--in", "game")
    assert "red has to release" in host.pbem("status", "--in", "game").text
    much_later(monkeypatch)
    said = host.pbem("status", "--in", "game").text
    assert "That was due until" in said
    assert "`pbem host-entry default red`" in said


def test_a_player_is_told_of_his_delay_what_helps_him(game, monkeypatch):
    much_later(monkeypatch)
    said = game["blue"].pbem("status", "--in", "mine").text
    assert "blue is asked t1/orders. That is late: it was due until" in said
    assert "until he does, it still counts" in said
    assert "host-entry" not in said


def test_what_is_late_is_told_for_the_time_that_is_given(battle, people):
    host = people["host"]
    given = ("--at", "2020-01-01T00:00:00Z")
    gather(people, *given)
    assert "late" not in host.pbem("start", "--in", "game", *given).text
    assert "late" in host.pbem("status", "--in", "game").text


def test_before_the_game_begins_everybody_is_told_his_next_step(battle, people):
    host, blue = people["host"], people["blue"]
    host.pbem("new", "game", "--game", "battle")
    blue.pbem("join", host.here / "game/invite.pbem.json", "--seat", "blue", "--folder", "mine")
    assert "begin it with `pbem start`" in host.pbem("status", "--in", "game", code=3).text
    assert "still to join: blue, red." in host.pbem("start", "--in", "game", code=3).text
    for command in ("status", "start", "adjudicate"):
        said = blue.pbem(command, "--in", "mine", code=3).text
        assert "take it in with `pbem update FILE`" in said


def test_a_concession_is_to_be_mailed(game):
    said = game["blue"].pbem("concede", "--in", "mine", "--yes").text
    assert "Mail it to the host; it counts with its line in the log." in said


def test_l09_status_tells_of_two_logs(game):
    blue = game["blue"]
    other = blue.here / "mine/fork.jsonl"
    other.write_text("{}\n{}\n", "utf-8")
    said = blue.pbem("status", "--in", "mine").text
    assert f"the lines are in {other.relative_to(blue.here)}" in said or str(other) in said
    assert "Agree which log holds: best the longer one" in said
    assert "pbem journal agree" in said
