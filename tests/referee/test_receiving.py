"""Post at the host: accepted, ignored, refused; nothing accepted is lost (protocol 6.1)."""

import json

import pytest

from pbem.canon.codes import Refused
from pbem.history.durable import FolderTrouble
from pbem.history.times import written
from pbem.referee import clock, drafts, signing
from pbem.referee.log_files import NoLog
from pbem.referee.open_game import NotYours, locked_game, open_game
from pbem.referee.player_seat import MustNotSign
from pbem.referee.updating import update
from pbem.trust.envelope import sign
from support.club import ATTACK, answer


def lines(club):
    return (club.host / "game.jsonl").read_bytes().splitlines()


def test_orders_are_held_until_the_step_is_over(make_club):
    club = make_club()
    club.submit(club.orders("blue", ATTACK))
    entry = json.loads(lines(club)[-1])["signed"]
    assert entry["held"]["ask"] == "t1/orders"
    club.adjudicate()
    opened = json.loads(lines(club)[-1])["signed"]["opened"]
    assert opened[0]["signed"]["orders"] == [ATTACK]


def test_the_same_document_twice_is_ignored(make_club):
    club = make_club()
    document = club.orders("blue", ATTACK)
    club.submit(document)
    before = lines(club)
    (again,) = club.submit(document)
    assert (again.outcome, again.code) == ("ignored", "D08")
    assert lines(club) == before


def test_a_held_text_that_got_lost_comes_back_with_the_same_document(make_club):
    club = make_club()
    document = club.orders("blue", ATTACK)
    club.submit(document)
    (held,) = (club.host / "held").iterdir()
    held.unlink()
    club.submit(document)
    assert held.exists()
    assert club.adjudicate().lines


def test_a_refusal_with_a_good_signature_is_logged_without_giving_orders_away(make_club):
    club = make_club()
    first = club.orders("blue", ATTACK)
    club.submit(first)
    changed = {**first["signed"], "orders": [{"do": "attack", "dice": 4}]}
    (refused,) = club.submit(sign(changed, club.player("blue").key))
    assert (refused.outcome, refused.code) == ("refused", "D07")
    entry = json.loads(lines(club)[-1])["signed"]
    assert (entry["type"], entry["code"], entry["seat"]) == ("refuse", "D07", "blue")
    assert entry["why"] == "Its rev is not higher than the one already received."


def test_orders_against_the_rules_are_refused_with_the_whole_list_for_their_author(make_club):
    club = make_club()
    good = club.orders("blue", ATTACK)
    wrong = [{"do": "attack", "dice": 9}, {"do": "march"}]
    (refused,) = club.submit(sign({**good["signed"], "orders": wrong}, club.player("blue").key))
    assert refused.code == "D12"
    assert [refusal.at for refusal in refused.refusals] == ["/orders/0/dice", "/orders/1/do"]


def test_a_forged_signature_is_refused_and_leaves_no_line(make_club):
    club = make_club()
    document = club.orders("blue", ATTACK)
    document["signatures"][0]["sig"] = "0" * 128
    before = lines(club)
    (refused,) = club.submit(document)
    assert refused.code == "S05"
    assert lines(club) == before


def test_standing_orders_of_a_mail_are_logged_before_its_orders(make_club):
    club = make_club()
    orders = club.orders("blue", ATTACK)
    standing = club.standing("blue", {"decision": "go_on", "value": "always"})
    club.submit(orders, standing)
    types = [json.loads(line)["signed"]["held"]["type"] for line in lines(club)[-2:]]
    assert types == ["standing", "orders"]


def test_a_standing_order_answers_in_its_owners_place(make_club):
    club = make_club()
    club.submit(club.standing("red", {"decision": "losses", "value": "cube"}))
    club.submit(club.orders("blue", ATTACK))
    club.adjudicate()
    assert [ask.id for ask in club.log().asks] == ["t1/battle/end/blue", "t1/battle/end/red"]


def test_a_second_version_counts_and_keeps_the_head_of_the_first(make_club):
    club = make_club()
    first = club.orders("blue", ATTACK)
    club.submit(first)
    club.publish()
    player = club.player("blue")
    (path,) = drafts.new_orders(player.game, "blue", None)
    draft = json.loads(path.read_text("utf-8")) | {"orders": [{"do": "attack", "dice": 1}]}
    assert draft["rev"] == 2
    path.write_text(json.dumps(draft), "utf-8")
    second = signing.sign_draft(player, drafts.read_draft(path), path).document
    assert second.signed["head"] == first["signed"]["head"]
    assert any("second" in warning or "link" in warning for warning in player.warnings)
    club.submit(second.envelope)
    club.adjudicate()
    opened = json.loads(lines(club)[-1])["signed"]["opened"]
    assert opened[0]["signed"]["rev"] == 2


def test_under_policy_all_an_answer_with_a_link_is_final(make_club):
    club = make_club(policy="all")
    club.submit(club.orders("blue", ATTACK))
    club.publish()
    with pytest.raises(MustNotSign):
        club.orders("blue", {"do": "attack", "dice": 1})


def test_a_player_refuses_a_log_that_is_not_his(make_club, tmp_path):
    club = make_club()
    with pytest.raises(NoLog):
        update(club.folders["red"], tmp_path / "nothing")


def test_two_adjudications_at_once_do_not_mix(make_club):
    club = make_club()
    with locked_game(club.host), pytest.raises(FolderTrouble), locked_game(club.host):
        pass


def test_a_seat_that_is_not_asked_gets_told(make_club):
    club = make_club()
    with pytest.raises(NotYours):
        drafts.new_orders(open_game(club.folders["red"]), "red", None)


def test_code_d05_a_draft_for_an_ask_that_is_closed(make_club):
    club = make_club()
    player = club.player("blue")
    (path,) = drafts.new_orders(player.game, "blue", None)
    club.submit(_signed(club, path))
    club.adjudicate()
    with pytest.raises(Refused) as caught:
        _signed(club, path)
    assert caught.value.code == "D05"


def _signed(club, path):
    return signing.sign_draft(club.player("blue"), drafts.read_draft(path), path).document.envelope


def test_an_answer_and_policies_in_one_document_save_a_mail(make_club):
    club = make_club()
    club.submit(club.orders("blue", ATTACK))
    club.adjudicate()
    policies = {"do": "policies", "policies": [{"decision": "go_on", "value": "never"}]}
    club.submit(club.orders("red", answer("cube"), policies))
    club.adjudicate()
    assert [ask.seat for ask in club.log().asks] == ["blue"]


def test_an_old_copy_of_the_log_is_warned_about_before_signing(make_club, monkeypatch):
    club = make_club()
    player = club.player("red")
    later = player.log.time + 2 * 86_400
    monkeypatch.setattr(clock, "now", lambda: written(later))
    player.concede(None)
    assert any("pbem update" in warning for warning in player.warnings)


def test_a_fresh_copy_of_the_log_is_not(make_club):
    player = make_club().player("red")
    player.concede(None)
    assert player.warnings == []
