"""A host who plays must not be told by his own program what others have mailed him (9.1)."""

import json

import pytest

from pbem.referee import drafts
from pbem.referee.foresight import foresee, public_standing
from support.club import ATTACK, answer


@pytest.fixture
def club(make_club):
    return make_club(host_seat="red")


def test_held_standing_orders_of_another_seat_are_not_public(club):
    club.submit(club.standing("blue", {"decision": "go_on", "value": "never"}))
    club.submit(club.standing("red", {"decision": "go_on", "value": "always"}))
    log = club.log()
    assert list(public_standing(log, "red")) == [("red", "")]
    assert list(public_standing(log, "blue")) == [("blue", "")]


def asked_in_the_middle(club):
    """Red, who hosts, is asked about his losses; a draft with an answer."""
    club.submit(club.standing("blue", {"decision": "go_on", "value": "always"}))
    club.submit(club.orders("blue", ATTACK))
    done = club.adjudicate()
    while done.releases:
        club.submit(*[club.release(seat) for seat in done.releases])
        done = club.adjudicate()
    game = club.player("red").game
    (path,) = drafts.new_orders(game, "red", None)
    draft = json.loads(path.read_text("utf-8")) | {"orders": [answer("cube")]}
    path.write_text(json.dumps(draft), "utf-8")
    return game, drafts.read_draft(path)


def test_what_is_still_held_foretells_nothing_to_a_host_who_plays(club):
    game, draft = asked_in_the_middle(club)
    assert foresee(game, draft)
    (held,) = [each.digest for each in game.log.receipts.values() if each.shown is None]
    game.log.held = (held,)  # as if the step had used it
    assert foresee(game, draft) == []


def test_d06_a_playing_host_signs_again_what_another_mail_has_made_stale(make_club):
    """Policy all, one game: he signs, then logs a mail of the other player, then his own."""
    club = make_club(host_seat="blue")
    mine = club.orders("blue", ATTACK)
    club.submit(club.standing("red", {"decision": "go_on", "value": "never"}))
    lines = club.log().seq
    (stale,) = club.submit(mine)
    assert (stale.outcome, stale.code) == ("refused", "D06")
    assert "sign the draft again" in stale.reason
    assert club.log().seq == lines  # his own slip is no line for everybody
    (taken,) = club.submit(club.orders("blue", ATTACK))
    assert taken.outcome == "accepted"
