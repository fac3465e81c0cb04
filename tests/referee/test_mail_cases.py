"""Cases of orders by mail that have to do with the log: wrong game, twice, late, two versions.

Fixture of the cases: neutral host, policy `host`, one ask open for one seat.
"""

import json

import pytest

from pbem.history.records import Phase
from pbem.history.times import written
from pbem.post.reading import read_post
from pbem.referee.host_desk import HostDesk
from pbem.referee.hosting import default
from pbem.referee.open_game import locked_game
from pbem.referee.receiving import receive_all
from pbem.trust.envelope import sign
from support import letters
from support.club import ATTACK, Club


@pytest.fixture
def club(make_club):
    return make_club(policy="host")


def lines(club):
    return (club.host / "game.jsonl").read_bytes().splitlines()


def document(club, rev, dice=None):
    """`DOC(r)`: valid orders for the open ask, different for each rev."""
    player = club.player("blue")
    signed = {
        "v": 1,
        "type": "orders",
        "game": player.log.game,
        "seat": "blue",
        "ask": "t1/orders",
        "head": player.log.head,
        "rev": rev,
        "orders": [{"do": "attack", "dice": dice or 1 + rev % 4}],
        "note": "Hold the line",
    }
    return sign(signed, player.key)


def receive(club, raw, at=None, filename=None):
    """A mail arrives at the host."""
    post = read_post(raw, filename)
    with locked_game(club.host) as game:
        return receive_all(HostDesk(game, club.rings["host"]), post.documents, at)


def attached(envelope, *headers):
    return letters.mail(letters.file(letters.pretty(envelope)), *headers)


def outcomes(received):
    return [(one.outcome, one.code) for one in received]


def test_mail_c01_an_answer_below_a_quote_counts_and_the_quote_is_ignored(club):
    from pbem.post.armour import armour

    first, second = document(club, 1), document(club, 2)
    receive(club, attached(first))
    body = f"Hello,\n\n{armour(second)}\n" + letters.quoted(armour(first))
    received = receive(club, letters.mail(letters.part(body)))
    assert outcomes(received) == [("accepted", ""), ("ignored", "D08")]
    assert club.log().answers["t1/orders"].rev == 2


def test_mail_c02_a_document_for_another_game_is_refused_there(club, tmp_path):
    other = Club(tmp_path / "other", policy="host").start()
    mail = attached(document(club, 1), "Subject: K turn 1 orders", "In-Reply-To: <k@host>")
    before = lines(other)
    assert outcomes(receive(other, mail)) == [("refused", "D01")]
    assert lines(other) == before
    assert outcomes(receive(club, mail)) == [("accepted", "")]


def test_mail_c03_sent_three_times_is_one_line(club):
    from pbem.post.armour import armour

    envelope = document(club, 1)
    wide = json.dumps(envelope, indent=4).replace(",\n", ",\n\n")
    mails = [
        attached(envelope),
        attached(envelope),
        letters.mail(letters.part(armour(envelope))),
        letters.mail(letters.part(wide)),
    ]
    received = [outcomes(receive(club, mail)) for mail in mails]
    assert received == [[("accepted", "")], *[[("ignored", "D08")]] * 3]
    assert len(lines(club)) == 2


def test_mail_c04_late_but_not_defaulted_counts(club):
    after = written(club.log().due + 60)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pbem.referee.clock.now", lambda: after)
        assert outcomes(receive(club, attached(document(club, 1)))) == [("accepted", "")]


def test_mail_c04_after_the_resolution_there_is_no_such_ask(club):
    late = document(club, 1)
    after = written(club.log().due + 60)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pbem.referee.clock.now", lambda: after)
        with locked_game(club.host) as game:
            default(HostDesk(game, club.rings["host"]), None, "deadline", None)
        club.adjudicate()
        early = "Date: Mon, 2 Nov 2026 18:00:00 +0000"
        assert outcomes(receive(club, attached(late, early))) == [("refused", "D05")]


def test_mail_c04_after_the_lock_the_answers_are_fixed(make_club):
    club = make_club(policy="all")
    club.submit(club.orders("blue", ATTACK))
    second = document(club, 2)
    club.adjudicate()
    assert club.log().phase is Phase.LOCKED
    assert outcomes(receive(club, attached(second))) == [("refused", "D10")]


def test_mail_c05_a_lower_version_that_was_overtaken_is_refused(club):
    older, newer = document(club, 1), document(club, 2)
    receive(club, attached(newer))
    date = "Date: Sun, 1 Nov 2026 18:00:00 +0000"
    assert outcomes(receive(club, attached(older, date))) == [("refused", "D07")]


def test_mail_c05_a_second_document_of_one_version_is_refused_with_advice(club):
    receive(club, attached(document(club, 1, dice=1)))
    (refused,) = receive(club, attached(document(club, 1, dice=2)))
    assert refused.code == "D07"
    assert "rev" in refused.reason


def test_mail_c05_gaps_between_versions_are_fine(club):
    receive(club, attached(document(club, 1)))
    assert outcomes(receive(club, attached(document(club, 7)))) == [("accepted", "")]
    assert club.log().answers["t1/orders"].rev == 7
