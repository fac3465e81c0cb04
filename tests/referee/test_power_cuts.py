"""The power fails at every point of a command: nothing accepted is lost, and all goes on."""

import json
import os
import shutil
from pathlib import Path

import pytest

from pbem.history.folder import GameFolder
from pbem.history.journal import Journal
from pbem.referee import drafts, signing
from pbem.referee.adjudicating import adjudicate
from pbem.referee.auditing import audit_path
from pbem.referee.host_desk import HostDesk
from pbem.referee.open_game import locked_game, open_game
from pbem.referee.own_journal import agree
from pbem.referee.parting import Parted, refuse_to_sign
from pbem.referee.player_seat import PlayerSeat
from pbem.referee.receiving import receive_all, receive_each
from pbem.referee.updating import update
from support import club as toy
from support.club import ATTACK

CALLS = ("write", "fsync", "ftruncate", "replace", "rename", "unlink")


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

    def attempt(number, prepare, work, source=None):
        folder = tmp_path / f"cut-{number}"
        shutil.copytree(source or club.host, folder)
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


def walk_player(try_at, club, prepare, work, check):
    """The same in copies of blue's folder; `check` also goes on from there."""
    number, blown = 0, True
    while blown:
        folder, blown = try_at(number, prepare, work, club.folders["blue"])
        check(folder)
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


def test_every_point_of_submit_with_several_documents(try_at, club):
    """What was told is in the log; the whole mail may be submitted once more."""
    before, told = whole_lines(club.host), []

    def work(folder):
        told.clear()
        with locked_game(folder) as game:
            desk = HostDesk(game, club.rings["host"])
            told.extend(receive_each(desk, [club.blue_orders, club.standing_orders], None))

    def check(folder):
        lines = whole_lines(folder)
        assert lines[: len(before)] == before
        assert len(lines) - len(before) in (len(told), len(told) + 1)

    assert walk(try_at, club, lambda folder: None, work, check) > 10


def test_every_point_of_update(try_at, club, tmp_path):
    """A player's copy ends with a line of the host's, and the same file is taken in again."""
    file, known = tmp_path / "new.jsonl", whole_lines(club.folders["blue"])
    host = tmp_path / "host"
    shutil.copytree(club.host, host)
    submit(club, host, club.standing_orders, club.blue_orders)
    shutil.copy(host / "game.jsonl", file)
    everything = whole_lines(host)

    def check(folder):
        lines = whole_lines(folder)
        assert lines == everything[: len(lines)]
        assert len(lines) >= len(known)
        update(folder, file)
        assert whole_lines(folder) == everything
        assert audit_path(folder).audit.finding is None

    assert walk_player(try_at, club, lambda folder: None, lambda f: update(f, file), check) > 1


def ready(club, folder):
    """A seat at a draft of orders that have not been signed."""
    player = PlayerSeat(open_game(folder), club.rings["blue"], "blue")
    path = folder / "orders/t1-orders.json"
    if not path.exists():
        drafts.new_orders(player.game, "blue", None)
        plain = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**plain, "orders": [ATTACK]}), "utf-8")
    return player, drafts.read_draft(path), path


def start_afresh(folder):
    """Blue has signed nothing yet but the join."""
    journal = Journal.load(GameFolder(folder), "blue")
    Journal("blue", "", journal.sent[:1]).save(GameFolder(folder))
    for file in (folder / "orders").glob("t1-orders*"):
        file.unlink()


def sign_or_find(club, folder):
    seat, draft, path = ready(club, folder)
    return signing.signed_already(seat, draft, path) or signing.sign_draft(seat, draft, path)


@pytest.mark.parametrize("policy", ["actor", "all"])
def test_every_point_of_sign(try_at, club, tmp_path, policy):
    """Whatever had left already: one document comes out, and it is in the journal."""
    if policy == "all":
        club = toy.Club(tmp_path / "all", policy="all").start()
    digests = set()

    def prepare(folder):
        start_afresh(folder)
        ready(club, folder)

    def check(folder):
        signed = sign_or_find(club, folder)
        assert signed.file.exists()
        digests.add(signed.document.digest)
        journal = Journal.load(GameFolder(folder), "blue")
        assert [each.digest for each in journal.sent[1:]] == [signed.document.digest]

    assert walk_player(try_at, club, prepare, lambda f: sign_or_find(club, f), check) > 3
    assert len(digests) == 1


def test_every_point_of_journal_agree(try_at, club):
    """Either nothing was decided and nothing is signed, or the players' log holds."""

    def prepare(folder):
        GameFolder(folder).fork_file().write_bytes(b"one\ntwo\n")

    def work(folder):
        with locked_game(folder) as game:
            agree(game, "blue", game.log.head)

    def check(folder):
        game = open_game(folder)
        kept = [each.read_bytes() for each in folder.glob("fork*.jsonl")]
        assert kept == [b"one\ntwo\n"]
        if GameFolder(folder).fork_file().exists():
            with pytest.raises(Parted):
                refuse_to_sign(game.folder)
            work(folder)
        refuse_to_sign(game.folder)
        assert Journal.load(game.folder, "blue").head == game.log.head

    assert walk_player(try_at, club, prepare, work, check) > 3


def test_every_point_of_keeping_a_fork(try_at, club, tmp_path):
    """As long as both lines are not kept, the next update finds them again."""
    club = toy.Club(tmp_path / "forked").start()
    ours, file = whole_lines(club.host), tmp_path / "other.jsonl"
    shutil.copy(club.host / "game.jsonl", tmp_path / "back.jsonl")
    club.submit(club.standing("red", {"decision": "losses", "value": "cube"}))
    shutil.copy(club.host / "game.jsonl", file)
    shutil.copy(tmp_path / "back.jsonl", club.host / "game.jsonl")
    club.submit(club.orders("blue", ATTACK))
    club.publish()

    def work(folder):
        with pytest.raises(Parted):
            update(folder, file)

    def check(folder):
        if not GameFolder(folder).fork_file().exists():
            work(folder)
        assert len(GameFolder(folder).fork_file().read_bytes().splitlines()) == 2
        assert len(whole_lines(folder)) == len(ours) + 1

    assert walk_player(try_at, club, lambda folder: None, work, check) > 1


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
