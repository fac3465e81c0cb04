"""`submit` with several files: each result is told as soon as it is stored."""

import json

import pytest

from pbem.history.durable import FolderTrouble
from pbem.history.folder import GameFolder
from support import club as toy
from support.people import person


@pytest.fixture
def people(tmp_path, monkeypatch):
    """The host with a game that has not begun, and two who have joined."""
    toy.install(monkeypatch)
    people = {name: person(tmp_path, name) for name in ("host", "blue", "red")}
    host = people["host"]
    host.pbem("new", "game", "--game", "battle")
    (host.here / "mails").mkdir()
    for seat in ("blue", "red"):
        player = people[seat]
        invite = host.here / "game/invite.pbem.json"
        player.pbem("join", invite, "--seat", seat, "--folder", "mine")
        mail(host, player, f"join-{seat}")
    return people


def mail(host, player, name):
    raw = (player.here / f"mine/orders/{name}.pbem.json").read_bytes()
    (host.here / f"mails/{player.here.name}-{name}.pbem.json").write_bytes(raw)


@pytest.fixture
def standing(people):
    """Standing orders of both in a game that has begun; the host has them in `mails`."""
    host = people["host"]
    host.pbem("submit", "mails/*.json", "--in", "game")
    host.pbem("start", "--in", "game")
    for seat in ("blue", "red"):
        player = people[seat]
        player.pbem("update", host.here / "game/game.jsonl", "--in", "mine")
        path = player.here / "mine/orders/standing.json"
        player.pbem("standing", "new", "--in", "mine")
        draft = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps(draft | {"policies": []}), "utf-8")
        player.pbem("standing", "sign", path, "--in", "mine")
        mail(host, player, "standing-rev1")
    return people


def test_a_pattern_the_shell_has_not_spread(people):
    said = people["host"].pbem("submit", "mails/*.json", "--in", "game")
    assert "blue has joined. mails/red-join-red.pbem.json: red has joined. All seats" in said.text


def test_a_file_that_is_not_there_does_not_hide_the_others(people):
    words = ("mails/blue-join-blue.pbem.json", "nothing.json", "mails/red-*.json")
    said = people["host"].pbem("submit", *words, "--in", "game", code=3)
    assert "no file nothing.json" in said.text
    assert "blue has joined" in said.text
    assert "red has joined" in said.text


def test_a_disk_that_is_full_at_the_second_does_not_hide_the_first(standing, monkeypatch):
    host, append, written = standing["host"], GameFolder.append, []

    def full(self, lines):
        if written:
            raise FolderTrouble("the disk is full")
        written.extend(lines)
        append(self, lines)

    monkeypatch.setattr(GameFolder, "append", full)
    said = host.pbem("submit", "mails/*-standing-*", "--in", "game", code=3)
    assert "Accepted: standing of blue, rev 1." in said.out
    assert "disk is full" in said.err
    monkeypatch.setattr(GameFolder, "append", append)
    said = host.pbem("submit", "mails/*-standing-*", "--in", "game")
    assert "Ignored (D08): standing of blue" in said.out
    assert "Accepted: standing of red, rev 1." in said.out
