"""Drafts for questions in the middle of a step: what the host knows, and what a player knows."""

import json

import jsonschema
import jsonschema_rs
import pytest

from pbem.referee.draft_checks import look_through
from pbem.referee.drafts import new_orders, read_draft
from pbem.referee.foresight import foresee
from support.campaign import STANDING, Campaign, opened

ASKING = [policy for policy in STANDING if policy["decision"] != "losses"]


@pytest.fixture(scope="module")
def landed():
    """A landing on Sicily that waits for the losses of the Axis."""
    return Campaign().landed(ASKING)


@pytest.fixture
def host(landed, tmp_path):
    return opened(landed, tmp_path)


@pytest.fixture
def player(landed, tmp_path):
    return opened(landed, tmp_path, held=False)


def written(game):
    (path,) = new_orders(game, game.log.asks[0].seat, None)
    return path, json.loads(path.read_text("utf-8"))


def with_orders(path, draft, *orders):
    path.write_text(json.dumps(draft | {"orders": list(orders)}, indent=1), "utf-8")
    return read_draft(path)


def test_the_host_can_write_a_draft_with_everything_that_is_legal(host):
    path, draft = written(host)
    (losses, *_) = draft["help"]["decisions"]
    assert losses["decision"] == "losses"
    assert "cube" in losses["legal"]["options"]
    assert draft["help"]["examples"]
    for example in draft["help"]["examples"]:
        assert look_through(host, with_orders(path, draft, example)) == []


def test_the_schema_of_an_answer_knows_its_decisions(host):
    path, draft = written(host)
    schema = json.loads((path.parent / draft["$schema"]).read_text("utf-8"))
    right = {"do": "answer", "decision": "losses", "value": ["cube", "engage:tank"]}
    wrong = (
        right | {"value": "never"},
        right | {"value": ["cubes"]},
        right | {"decision": "retreat"},
        {"do": "move", "from": 13, "path": [14], "cubes": 1},
    )
    for make in (jsonschema.Draft202012Validator, jsonschema_rs.Draft202012Validator):
        assert make(schema).is_valid(draft | {"orders": [right]})
        for entry in wrong:
            assert not make(schema).is_valid(draft | {"orders": [entry]}), entry


def test_section_9_1_a_player_is_told_where_to_find_what_he_can_not_know(player):
    assert player.log.questions == ()
    _, draft = written(player)
    assert "The report that came with the host's mail" in draft["help"]["note"]
    assert f"pbem orders new {draft['ask']} --seat axis" in draft["help"]["note"]
    assert '{"do": "answer", "decision": WORD, "value": VALUE}' in draft["help"]["note"]
    assert "legal_now" not in draft["help"]
    assert draft["help"]["standing_orders"] == ["rev 3:", "their text is not known here"]


def test_section_9_1_the_form_is_checked_even_where_the_rules_can_not_be_asked(player):
    path, draft = written(player)
    good = {"do": "answer", "decision": "losses", "value": ["cube"]}
    assert [f.code for f in look_through(player, with_orders(path, draft, good))] == ["W_UNCHECKED"]
    assert [f.code for f in look_through(player, with_orders(path, draft))] == [
        "W_UNCHECKED",
        "W_EMPTY",
    ]
    (wrong,) = look_through(player, with_orders(path, draft, {"do": "answer", "valu": "x"}))[:1]
    assert (wrong.kind, wrong.code) == ("mistake", "E_FORMAT")
    assert foresee(player, with_orders(path, draft, good)) == []


def test_what_an_answer_raises_is_told_with_the_standing_orders_that_answer(host):
    path, draft = written(host)
    answer = {"do": "answer", "decision": "losses", "value": ["cube"]}
    foreseen = foresee(host, with_orders(path, draft, answer))
    ways = [way for each in foreseen if each.seat == "axis" for way in each.ways]
    assert any(way.startswith("standing orders rev 3, policy") for way in ways)
