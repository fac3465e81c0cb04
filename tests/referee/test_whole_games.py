"""Whole games through the referee, under each dice policy (protocol 3.5)."""

import pytest

from pbem.history.records import Phase
from pbem.referee.auditing import audit_path
from support.club import ATTACK, SEATS, answer


def play(club, released=()):
    """The toy game to its end; `released` seats answer locks."""
    outcomes = club.submit(club.orders("blue", ATTACK, note="First!"))
    outcomes += club.adjudicate_all(released)
    outcomes += club.submit(club.orders("red", answer("cube")))
    club.adjudicate_all(released)
    for seat in sorted(SEATS, key=lambda seat: club.folders[seat] != club.host):
        outcomes += club.submit(club.orders(seat, answer("always")))  # a playing host goes first
        club.publish()
    club.adjudicate_all(released)
    return outcomes


def adjudicate_all(club, released):
    """Adjudicate, answering every lock with the releases it waits for."""
    done = club.adjudicate()
    while done.releases:
        waiting = [seat for seat in done.releases if seat in released]
        assert waiting == list(done.releases)
        club.submit(*[club.release(seat) for seat in waiting])
        done = club.adjudicate()
    return []


@pytest.fixture
def club_for(make_club):
    def make(**terms):
        club = make_club(**terms)
        club.adjudicate_all = lambda released: adjudicate_all(club, released)
        return club

    return make


@pytest.mark.parametrize(
    ("terms", "released"),
    [
        ({"policy": "host"}, ()),
        ({"policy": "actor"}, ()),
        ({"policy": "all"}, ("blue", "red")),
        ({"host_seat": "blue"}, ("red",)),
        ({"host_seat": "red"}, ("blue",)),
    ],
    ids=["host", "actor", "all", "blue-hosts", "red-hosts"],
)
def test_a_game_comes_to_its_end_and_its_audit_is_good(club_for, terms, released):
    club = club_for(**terms)
    outcomes = play(club, released)
    assert {one.outcome for one in outcomes} == {"accepted"}
    log = club.log()
    assert log.phase is Phase.OVER
    assert log.over == {"winner": "blue"}
    for folder in {club.host, *club.folders.values()}:
        audited = audit_path(folder)
        result, notices = audited.audit, audited.notices
        assert (result.finding, result.complete, notices) == (None, True, [])
        assert result.head == log.head


def test_the_log_of_a_player_is_that_of_the_host(club_for):
    club = club_for()
    play(club)
    texts = {(folder / "game.jsonl").read_bytes() for folder in club.folders.values()}
    assert texts == {(club.host / "game.jsonl").read_bytes()}


def test_everything_but_the_log_can_be_deleted_when_the_game_is_over(club_for):
    club = club_for()
    play(club)
    before = audit_path(club.host).audit
    for path in sorted(club.host.rglob("*"), reverse=True):
        if path.name != "game.jsonl":
            path.rmdir() if path.is_dir() else path.unlink()
    assert audit_path(club.host).audit.head == before.head
    assert club.log().over == {"winner": "blue"}
