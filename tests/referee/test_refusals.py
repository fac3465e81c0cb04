"""A refusal is final, and a false one must not make a player choose again (section 5, Y1, 8.3)."""

import pytest

from pbem.canon.canonical import encode
from pbem.history import compose
from pbem.history.documents import read_document
from pbem.referee.host_desk import HostDesk
from pbem.referee.open_game import BrokenHistory, NotWritten, locked_game, open_game
from pbem.referee.own_journal import give_up
from pbem.referee.player_seat import MustNotSign
from pbem.referee.updating import update
from pbem.trust.envelope import sign
from support.club import ATTACK

WEAK = {"do": "attack", "dice": 1}


def refuse(club, envelope, code="D12", why="no"):
    """The host refuses a document, whether it is good or not."""
    document = read_document(envelope)
    with locked_game(club.host) as game:
        desk = HostDesk(game, club.rings["host"])
        line = compose.refuse(game.log, game.time(None), document.digest, code, why, document.party)
        desk.write(line)
    club.publish()


def test_code_d08_a_refused_document_is_not_taken_later(make_club):
    club = make_club()
    orders = club.orders("blue", ATTACK)
    refuse(club, orders)
    (again,) = club.submit(orders)
    assert (again.outcome, again.code) == ("refused", "D08")
    assert "refused in line 1" in again.reason
    assert "next rev" in again.reason
    assert club.log().seq == 2


def test_code_d08_neither_held_nor_open(make_club):
    club = make_club()
    orders = read_document(club.orders("blue", ATTACK))
    refuse(club, orders.envelope)
    for entry in (compose.receive, compose.receive_held):
        with locked_game(club.host) as game:
            line = entry(game.log, game.time(None), orders)
            with pytest.raises(BrokenHistory) as broken:
                game.take(encode(sign(line, HostDesk(game, club.rings["host"]).key)))
        assert broken.value.refused.code == "D08"


def test_code_d08_what_was_received_is_not_refused(make_club):
    club = make_club()
    orders = club.orders("blue", ATTACK)
    club.submit(orders)
    with pytest.raises(NotWritten) as broken:
        refuse(club, orders)
    assert broken.value.refused.code == "D08"


def test_the_author_of_a_refused_document_signs_another_which_counts(make_club):
    club = make_club()
    refuse(club, club.orders("blue", ATTACK))
    second = club.orders("blue", ATTACK)
    assert second["signed"]["rev"] == 2
    (done,) = club.submit(second)
    assert done.outcome == "accepted"


def test_an_update_tells_what_the_host_has_refused(make_club):
    club = make_club()
    orders = club.orders("blue", ATTACK)
    club.submit(orders)
    refuse(club, sign({**orders["signed"], "rev": 1, "note": "x"}, club.player("blue").key))
    assert update(club.folders["blue"], club.host / "game.jsonl").refused == []
    mine = club.orders("blue", ATTACK)
    with locked_game(club.host) as game:
        desk = HostDesk(game, club.rings["host"])
        digest = read_document(mine).digest
        desk.write(compose.refuse(game.log, game.time(None), digest, "D07", "too old", "blue"))
    done = update(club.folders["blue"], club.host / "game.jsonl")
    (told,) = done.refused
    assert told.startswith("line 3, about your orders for t1/orders, rev 2: ")
    assert "too old" in told
    assert not done.missing


# ---------------------------------------------------------------- dice policy all


def test_y1_after_a_false_refusal_other_orders_are_not_signed(make_club):
    club = make_club(policy="all")
    refuse(club, club.orders("blue", ATTACK))
    with pytest.raises(MustNotSign, match="refused your orders for t1/orders, rev 1 in line 1"):
        club.orders("blue", WEAK)


def test_y1_the_same_orders_may_be_signed_anew_after_a_refusal(make_club):
    club = make_club(policy="all")
    refuse(club, club.orders("blue", ATTACK))
    (done,) = club.submit(club.orders("blue", ATTACK))
    assert done.outcome == "accepted"


def test_y1_the_player_may_decide_to_go_on_after_a_false_refusal(make_club):
    club = make_club(policy="all")
    first = club.orders("blue", ATTACK)
    refuse(club, first)
    give_up(open_game(club.folders["blue"]), "blue", read_document(first).digest[:8])
    (done,) = club.submit(club.orders("blue", WEAK))
    assert done.outcome == "accepted"


def test_y1_without_the_refused_file_the_player_is_warned(make_club):
    club = make_club(policy="all")
    first = club.orders("blue", ATTACK)
    refuse(club, first)
    for file in (club.folders["blue"] / "orders").glob("*.pbem.json"):
        file.unlink()
    player = club.player("blue")
    player.heed({**first["signed"], "orders": [WEAK], "rev": 2})
    assert any("its file is not in the folder" in warning for warning in player.warnings)


# ---------------------------------------------------------------- key changes


@pytest.mark.parametrize("policy", ["actor", "all"])
def test_section_8_3_what_came_too_late_for_a_key_change_is_signed_anew(make_club, policy):
    club = make_club(policy=policy)
    late = club.orders("blue", ATTACK)
    club.rings["blue"].create("second")
    club.submit(club.player("blue").rekey("second", new_chain=False).envelope)
    club.publish()
    (refused,) = club.submit(late)
    assert refused.code == "S04"
    anew = club.orders("blue", ATTACK)
    assert anew["signed"]["link"] == late["signed"]["link"]
    assert anew["signed"]["head"] == late["signed"]["head"]
    (done,) = club.submit(anew)
    assert done.outcome == "accepted"


def test_section_8_3_a_link_that_is_in_the_log_is_final_under_any_key(make_club):
    club = make_club(policy="all")
    club.submit(club.orders("blue", ATTACK))
    club.publish()
    club.rings["blue"].create("second")
    club.submit(club.player("blue").rekey("second", new_chain=False).envelope)
    club.publish()
    with pytest.raises(MustNotSign, match="final"):
        club.orders("blue", WEAK)


def told_of_a_refusal(club, envelope):
    """What blue's program says when the host's newest line refuses a document."""
    with locked_game(club.host) as game:
        digest = read_document(envelope).digest
        desk = HostDesk(game, club.rings["host"])
        desk.write(compose.refuse(game.log, game.time(None), digest, "D12", "no", "blue"))
    (told,) = update(club.folders["blue"], club.host / "game.jsonl").refused
    return told


def test_whose_orders_are_refused_is_told_to_sign_them_again_while_they_are_wanted(make_club):
    club = make_club()
    told = told_of_a_refusal(club, club.orders("blue", ATTACK))
    assert told.endswith("sign it again (`pbem orders sign`) and mail the new file.")
    second = club.orders("blue", ATTACK)
    club.orders("blue", WEAK)
    assert "sign it again" not in told_of_a_refusal(club, second)  # a later version is out
