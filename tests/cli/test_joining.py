"""Seats that are taken, data that somebody has edited, and practice after a concession."""

import json

import pytest


@pytest.fixture
def invited(battle, people):
    """A host's folder `game`, and the joins of two people for the seat blue."""
    invite = people["host"].here / "game/invite.pbem.json"
    people["host"].pbem("new", "game", "--game", "battle")
    for name in ("blue", "red"):
        people[name].pbem("join", invite, "--seat", "blue", "--folder", "mine")
    return people


def join_of(player):
    return player.here / "mine/orders/join-blue.pbem.json"


def test_s04_a_seat_that_is_taken_is_not_taken_over(invited):
    host = invited["host"]
    host.pbem("submit", join_of(invited["blue"]), "--in", "game")
    kept = (host.here / "game/joins/blue.pbem.json").read_bytes()
    said = host.pbem("submit", join_of(invited["red"]), "--in", "game", code=1)
    assert "S04" in said.text
    assert "joins/blue.pbem.json" in said.text
    assert (host.here / "game/joins/blue.pbem.json").read_bytes() == kept


def test_d08_the_same_join_again_changes_nothing(invited):
    host = invited["host"]
    host.pbem("submit", join_of(invited["blue"]), "--in", "game")
    said = host.pbem("submit", join_of(invited["blue"]), "--in", "game")
    assert "Ignored: this document has already been received (D08)" in said.text


def test_who_has_a_seat_may_join_again_with_his_name(invited):
    host, blue = invited["host"], invited["blue"]
    host.pbem("submit", join_of(blue), "--in", "game")
    invite = host.here / "game/invite.pbem.json"
    blue.pbem("join", invite, "--seat", "blue", "--folder", "mine", "--name", "Blücher")
    host.pbem("submit", join_of(blue), "--in", "game")
    assert "Blücher" in (host.here / "game/joins/blue.pbem.json").read_text("utf-8")


def test_data_that_were_edited_are_never_overwritten(people):
    host = people["host"]
    host.pbem("data", "1943-1945", "mine")
    host.pbem("data", "1943-1945", "mine")
    edited = host.here / "mine/combat.json"
    edited.write_bytes(edited.read_bytes() + b"\n")
    (host.here / "mine/map.json").unlink()
    said = host.pbem("data", "1943-1945", "mine", code=3)
    assert "combat.json" in said.text
    assert edited.read_bytes().endswith(b"\n\n")
    assert not (host.here / "mine/map.json").exists()


def test_practice_ends_with_a_concession(people):
    blue = people["blue"]
    blue.pbem("practice", "new", "try", "--game", "1943-1945", "--seat", "axis")
    blue.pbem("concede", "--yes", "--in", "try")
    said = blue.pbem("practice", "go", "--in", "try").text
    assert "The game is over: won by the Allies (the Axis conceded). The log is closed." in said
    assert "The log is closed." in blue.pbem("practice", "go", "--in", "try").text
    assert json.loads(blue.pbem("status", "--in", "try", "--json").out)["phase"] == "ENDED"
