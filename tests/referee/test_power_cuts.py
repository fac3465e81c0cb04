"""The power fails at every point of submit and adjudicate: nothing accepted is lost."""

import os
import shutil
from pathlib import Path

import pytest

from pbem.history.folder import GameFolder
from pbem.referee.adjudicating import adjudicate
from pbem.referee.auditing import audit_path
from pbem.referee.host_desk import HostDesk
from pbem.referee.open_game import locked_game, open_game
from pbem.referee.receiving import receive_all
from support import club as toy
from support.club import ATTACK

CALLS = ("write", "fsync", "ftruncate", "replace", "unlink")


class PowerCut(BaseException):
    """The machine is off."""


class Fuse:
    """Blows at the n-th call that changes a disk."""

    def __init__(self, monkeypatch, blows_at):
        self.left = blows_at
        for name in CALLS:
            monkeypatch.setattr(os, name, self._guarded(getattr(os, name)))

    def _guarded(self, call):
        def guarded(*args, **kwargs):
            if self.left == 0:
                raise PowerCut
            self.left -= 1
            return call(*args, **kwargs)

        return guarded


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A game in which blue's orders are in, and red's standing orders lie ready to be submitted."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        toy.install(monkeypatch)
        club = toy.Club(tmp_path_factory.mktemp("club")).start()
        club.standing_orders = club.standing("red", {"decision": "losses", "value": "cube"})
        club.blue_orders = club.orders("blue", ATTACK)
        yield club


@pytest.fixture
def try_at(club, tmp_path, monkeypatch):
    """Does something in a fresh copy of the host's folder with a fuse; returns whether it blew."""
    toy.install(monkeypatch)

    def attempt(number, prepare, work):
        folder = tmp_path / f"cut-{number}"
        shutil.copytree(club.host, folder)
        prepare(folder)
        with pytest.MonkeyPatch.context() as fused:
            Fuse(fused, number)
            try:
                work(folder)
            except PowerCut:
                return folder, True
        return folder, False

    return attempt


def submit(club, folder, *envelopes):
    with locked_game(folder) as game:
        return receive_all(HostDesk(game, club.rings["host"]), envelopes, None)


def go_on(club, folder):
    with locked_game(folder) as game:
        return adjudicate(HostDesk(game, club.rings["host"]), None)


def finish(club, folder):
    """Play the rest of the game as if nothing had happened."""
    submit(club, folder, club.standing_orders, club.blue_orders)
    go_on(club, folder)
    assert [ask.id for ask in open_game(folder).log.asks] == [
        "t1/battle/end/blue",
        "t1/battle/end/red",
    ]
    result = audit_path(folder).audit
    assert result.finding is None


def walk(try_at, club, prepare, work, check):
    """Cut the power at every point until the work gets through; returns how many there are."""
    number, blown = 0, True
    while blown:
        folder, blown = try_at(number, prepare, work)
        check(folder)
        finish(club, folder)
        number += 1
    return number


def whole_lines(folder: Path):
    return GameFolder(folder).lines()


def test_every_point_of_submit(try_at, club):
    def prepare(folder):
        submit(club, folder, club.standing_orders)

    def check(folder):
        before = len(whole_lines(club.host)) + 1
        assert len(whole_lines(folder)) in (before, before + 1)

    points = walk(try_at, club, prepare, lambda f: submit(club, f, club.blue_orders), check)
    assert points > 5


def test_every_point_of_adjudicate(try_at, club):
    def prepare(folder):
        submit(club, folder, club.standing_orders, club.blue_orders)

    def check(folder):
        before = len(whole_lines(club.host)) + 2
        assert len(whole_lines(folder)) in (before, before + 1)

    points = walk(try_at, club, prepare, lambda folder: go_on(club, folder), check)
    assert points > 1


def test_a_torn_line_is_cut_off_reported_and_kept_aside(try_at, club, tmp_path):
    folder = tmp_path / "torn"
    shutil.copytree(club.host, folder)
    with (folder / "game.jsonl").open("ab") as log:
        log.write(b'{"signatures":[{"key":"8a88')
    assert any("no end" in warning for warning in open_game(folder).warnings)
    with locked_game(folder) as game:
        receive_all(HostDesk(game, club.rings["host"]), [club.blue_orders], None)
        assert any("moved to" in notice for notice in game.folder.notices)
    assert (folder / "game.jsonl.cut-1").read_bytes().startswith(b'{"signatures"')
    assert audit_path(folder).audit.finding is None


def test_the_clock_set_back_is_told_and_the_game_goes_on(try_at, club, tmp_path, monkeypatch):
    folder = tmp_path / "clock"
    shutil.copytree(club.host, folder)
    monkeypatch.setattr("pbem.referee.clock.now", lambda: "2001-01-01T00:00:00Z")
    with locked_game(folder) as game:
        desk = HostDesk(game, club.rings["host"])
        (received,) = receive_all(desk, [club.blue_orders], None)
    assert received.outcome == "accepted"
    assert any("set the clock" in warning for warning in game.warnings)
    assert audit_path(folder).audit.finding is None
