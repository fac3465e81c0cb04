"""Drafts and final versions, kept apart; with the toy game, which offers no help of its own."""

import json

import jsonschema
import pytest

from pbem.canon.codes import Refused
from pbem.referee import drafts, signing
from pbem.referee.draft_checks import look_through
from pbem.referee.foresight import foresee
from pbem.referee.open_game import open_game
from support.club import ATTACK, answer


def edited(path, **changes):
    draft = json.loads(path.read_text("utf-8")) | changes
    path.write_text(json.dumps(draft), "utf-8")
    return drafts.read_draft(path)


@pytest.fixture
def club(make_club):
    return make_club()


@pytest.fixture
def path(club):
    (path,) = drafts.new_orders(open_game(club.folders["blue"]), "blue", None)
    return path


def test_a_draft_of_a_game_without_help_still_has_its_schema(club, path):
    draft = json.loads(path.read_text("utf-8"))
    schema = json.loads((path.parent / draft["$schema"]).read_text("utf-8"))
    judge = jsonschema.Draft202012Validator(schema)
    assert judge.is_valid(draft | {"orders": [ATTACK]})
    assert not judge.is_valid(draft | {"orders": [{"do": "attack", "dice": 7}]})
    assert not judge.is_valid(draft | {"seat": "red"})
    assert draft["help"]["without_an_answer"] == "what the rules say"


def test_nothing_is_written_when_one_of_the_drafts_is_there(club, path):
    before = sorted(path.parent.iterdir())
    with pytest.raises(drafts.NoDraft, match="stays as it is"):
        drafts.new_orders(open_game(club.folders["blue"]), "blue", "t1/orders")
    assert sorted(path.parent.iterdir()) == before


def test_schema_and_help_are_never_signed(club, path):
    signed = signing.sign_draft(club.player("blue"), edited(path, orders=[ATTACK]), path)
    assert not set(drafts.HELPERS) & set(signed.document.signed)
    assert signed.document.signed["orders"] == [ATTACK]


def test_y1_a_draft_signed_again_takes_the_next_rev_and_warns_that_a_link_is_out(club, path):
    first = signing.sign_draft(club.player("blue"), edited(path, orders=[ATTACK]), path)
    player = club.player("blue")
    weaker = edited(path, orders=[{"do": "attack", "dice": 1}])
    second = signing.sign_draft(player, weaker, path)
    assert [each.document.signed["rev"] for each in (first, second)] == [1, 2]
    assert first.file != second.file
    assert any("is out already" in warning for warning in player.warnings)
    club.submit(first.document.envelope)
    club.submit(second.document.envelope)
    assert club.log().answers["t1/orders"].rev == 2
    assert drafts.read_draft(path).signed["rev"] == 1


def test_standing_orders_signed_again_take_the_next_rev(club):
    player = club.player("red")
    path = drafts.new_standing(player.game, "red", "")
    draft = edited(path, policies=[{"decision": "losses", "value": "cube"}])
    revs = [signing.sign_draft(player, draft, path).document.signed["rev"] for _ in range(2)]
    assert revs == [1, 2]


def test_a_draft_whose_frame_is_wrong_is_not_signed(club, path):
    with pytest.raises(Refused) as caught:
        signing.sign_draft(club.player("blue"), edited(path, orders="none"), path)
    assert caught.value.code == "J09"


def test_what_the_toy_game_raises_is_found_too(club, path):
    game = open_game(club.folders["blue"])
    assert [each.decision for each in foresee(game, edited(path, orders=[ATTACK]))] == []
    club.submit(club_orders(club, path))
    club.adjudicate()
    game = open_game(club.folders["red"])
    (mine,) = drafts.new_orders(game, "red", None)
    found = foresee(game, edited(mine, orders=[answer("cube")]))
    assert [(each.seat, each.decision) for each in found] == [("blue", "go_on"), ("red", "go_on")]
    assert found[0].ways == ("a question, and the game waits",)


def club_orders(club, path):
    signed = signing.sign_draft(club.player("blue"), edited(path, orders=[ATTACK]), path)
    return signed.document.envelope


def test_code_d05_a_draft_for_an_ask_that_is_closed_is_a_mistake_with_a_place(club, path):
    club.submit(club_orders(club, path))
    club.adjudicate()
    (finding,) = look_through(open_game(club.folders["blue"]), drafts.read_draft(path))
    assert (finding.kind, finding.code, finding.at) == ("mistake", "D05", "/ask")
