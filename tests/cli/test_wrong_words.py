"""Words and files that nobody should give: each is told in a sentence, and nothing hangs."""

import json
import os

import pytest

from pbem.engine.refusals import Refusal
from pbem.history.errors import OrdersAgainstRules
from pbem.referee import receiving
from support.people import begin, send


@pytest.fixture
def game(battle, people):
    begin(people, "--policy", "actor")
    send(people)
    return people


@pytest.mark.parametrize("word", ["t1/order", "red", "tópic", "../../x", "x" * 5000])
def test_d05_a_default_of_what_is_not_waited_for(game, word):
    said = game["host"].pbem("host-entry", "default", word, "--in", "game", code=3)
    assert "D05" in said.text
    assert "waited for: t1/orders" in said.text


def test_a_default_is_named_with_any_capitals(game):
    said = game["host"].pbem("host-entry", "default", "T1/Orders", "--in", "game", code=3)
    assert "L11" in said.text


@pytest.mark.parametrize("topic", ["my_tópic", "../../x", "a b", "x" * 500])
def test_a_topic_that_is_none(game, topic):
    said = game["blue"].pbem("standing", "new", topic, "--in", "mine", code=3)
    assert "is no topic" in said.text


def test_a_topic_that_this_game_has_not(people):
    folder = people["blue"].here / "try"
    people["blue"].pbem("practice", "new", folder, "--game", "1943-1945", "--seat", "Axis")
    said = people["blue"].pbem("standing", "new", "nope", "--in", folder, code=3)
    assert "turn, windows" in said.text
    assert (
        "standing-windows" in people["blue"].pbem("standing", "new", "Windows", "--in", folder).out
    )


def test_a_rekey_to_the_secret_in_use(game):
    said = game["blue"].pbem("rekey", "--to", "main", "--in", "mine", code=3)
    assert "pbem key new --name second" in said.text


@pytest.mark.parametrize("name", ["../x", "", "a/b", "Ä", "x" * 5000])
def test_a_secret_has_a_name_for_a_file(people, name):
    said = people["blue"].pbem("key", "new", "--name", name, code=3)
    assert "is no name for a secret" in said.text
    assert [file.name for file in people["blue"].home.iterdir()] == ["main.secret.json"]


def test_a_missing_secret_is_looked_for_in_pbem_home(people):
    said = people["blue"].pbem("key", "show", "--name", "second", code=3)
    assert "pbem key new --name second" in said.text
    assert "PBEM_HOME" in said.text


@pytest.mark.parametrize("seat", ["Achsé", "host", "bleu", "a/../b"])
def test_d02_a_join_for_no_seat(battle, people, seat):
    people["host"].pbem("new", "game", "--game", "battle")
    invite = people["host"].here / "game/invite.pbem.json"
    said = people["blue"].pbem("join", invite, "--seat", seat, code=1)
    assert "D02" in said.text
    assert "its seats are blue, red" in said.text


def test_a_join_with_a_capital(battle, people):
    people["host"].pbem("new", "game", "--game", "battle")
    invite = people["host"].here / "game/invite.pbem.json"
    assert "join-blue" in people["blue"].pbem("join", invite, "--seat", "Blue").text


@pytest.mark.parametrize(
    "words",
    [
        ("status", "--in", "ab\udcff"),
        ("new", "g", "--game", "battle", "--note", "\udcff"),
        ("new", "g\udcff", "--game", "battle"),
    ],
)
def test_a_word_that_is_no_utf_8(people, words):
    said = people["host"].pbem(*words, code=2)
    assert "no UTF-8" in said.text
    assert not list(people["host"].here.iterdir())


def test_an_option_as_deep_as_the_sea(people):
    deep = "start=" + "[" * 100_000
    said = people["host"].pbem("new", "g", "--game", "1943-1945", "--option", deep, code=3)
    assert "E_OPTION" in said.text


@pytest.mark.parametrize("words", [("status", "--in"), ("audit",), ("case",), ("update",)])
def test_a_path_that_is_too_long(people, words):
    people["host"].pbem(*words, "x" * 5000, code=3)


def odd_files(folder):
    """A pipe, a folder, a device and a link where a file should be."""
    os.mkfifo(folder / "pipe.json")
    (folder / "folder.json").mkdir()
    (folder / "ordinary.json").write_text("{}")
    (folder / "link.json").symlink_to(folder / "ordinary.json")
    (folder / "zero.json").symlink_to("/dev/zero")
    return ("pipe.json", "folder.json", "link.json", "zero.json")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_nothing_but_an_ordinary_file_is_opened(game):
    blue = game["blue"]
    for name in odd_files(blue.here):
        said = blue.pbem("orders", "check", name, "--in", "mine", code=3)
        if (blue.here / name).is_dir():
            assert f"{name} is a folder, not a file" in said.text
        else:
            assert f"The file {name} is not an ordinary file" in said.text
        blue.pbem("update", name, "--in", "mine", code=3)
        if name != "folder.json":
            assert "ordinary" in blue.pbem("case", name, code=1).text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_nothing_but_an_ordinary_file_is_a_secret(people):
    blue = people["blue"]
    secret = blue.home / "main.secret.json"
    for name in odd_files(blue.here):
        secret.unlink(missing_ok=True)
        secret.symlink_to(blue.here / name)
        assert "ordinary" in blue.pbem("key", "show", code=3).text
    secret.unlink()
    os.mkfifo(secret)
    assert "ordinary" in blue.pbem("key", "show", code=3).text
    assert "ordinary" in blue.pbem("key", "passphrase", code=3).text


OUTLINES = {
    "huge": lambda path: path.write_bytes(b" " * 5_000_000),
    "wrong": lambda path: path.write_text(json.dumps({"areas": {}, "view": {"box": ["x"]}})),
    "link": lambda path: path.symlink_to("/dev/zero"),
    "pipe": os.mkfifo if hasattr(os, "mkfifo") else None,
}


@pytest.mark.parametrize("kind", OUTLINES)
def test_outlines_that_can_not_be_drawn(people, kind):
    blue = people["blue"]
    blue.pbem("practice", "new", "try", "--game", "1943-1945", "--seat", "axis")
    (blue.here / "try/data").mkdir()
    OUTLINES[kind](blue.here / "try/data/shapes.json")
    assert "shapes.json" in blue.pbem("report", "--in", "try", code=3).text


WRITES = [
    ("start",),
    ("submit", "invite.json"),
    ("update", "invite.json"),
    ("adjudicate",),
    ("host-entry", "remark", "x"),
    ("journal", "agree", "0" * 8),
    ("practice", "go"),
]


@pytest.mark.parametrize("words", WRITES)
def test_a_wrong_folder_is_told_and_nothing_is_left_in_it(people, words):
    blue = people["blue"]
    (blue.here / "invite.json").write_text('{"signatures":[],"signed":{"seq":0}}')
    (blue.here / "photos").mkdir()
    said = blue.pbem(*words, code=3)
    assert f"game in {blue.here}: go into its folder, or name it with --in" in said.text
    assert {each.name for each in blue.here.iterdir()} == {"invite.json", "photos"}


def test_a_new_folder_takes_in_a_log(game):
    blue = game["blue"]
    new = blue.here / "new"
    new.mkdir()
    (new / "log.jsonl").write_bytes(b"nonsense\n")
    blue.pbem("update", "log.jsonl", "--in", new, code=3)
    (new / "log.jsonl").write_bytes((game["host"].here / "game/game.jsonl").read_bytes())
    assert "1 new line" in blue.pbem("update", new / "log.jsonl", "--in", new).text


def test_a_path_misspelt_is_told_what_stands_there(game):
    host = game["host"]
    assert "did you mean" in host.pbem("status", "--in", "Game", code=3).text
    assert "did you mean game/game.jsonl" in host.pbem("audit", "game/gam.jsonl", code=3).text


def sign_in(player, file, **given):
    return player.pbem("orders", "sign", file, "--in", "mine", **given)


def test_d02_a_player_drafts_and_signs_only_for_his_own_seat(game):
    blue = game["blue"]
    for command in (("standing", "new"), ("orders", "new"), ("journal", "show")):
        said = blue.pbem(*command, "--seat", "red", "--in", "mine", code=3)
        assert "This folder is that of blue, not of red." in said.text
    blue.pbem("orders", "new", "--in", "mine")
    draft = blue.here / "mine/orders/t1-orders.json"
    draft.write_text(draft.read_text("utf-8").replace('"seat": "blue"', '"seat": "red"'), "utf-8")
    said = sign_in(blue, draft, code=1).text
    assert "This folder is that of blue, not of red. (D02, protocol, 4)" in said
    assert "Legal: blue" in said


def test_a_host_writes_a_draft_for_a_seat_and_can_not_sign_it(game):
    host = game["host"]
    host.pbem("orders", "new", "--seat", "blue", "--in", "game")
    said = host.pbem("orders", "sign", "game/orders/t1-orders.json", "--in", "game", code=3).text
    assert "signs for blue" in said
    assert "journal" not in said  # his folder knows nothing of what blue has signed


def test_who_is_not_asked_is_told_who_is(game):
    said = game["red"].pbem("orders", "new", "--in", "mine", code=3).text
    assert "Red is asked nothing now; blue is asked t1/orders." in said


def test_an_ask_that_is_not_open_keeps_its_spelling(game):
    blue = game["blue"]
    blue.pbem("orders", "new", "--in", "mine")
    draft = blue.here / "mine/orders/t1-orders.json"
    draft.write_text(draft.read_text("utf-8").replace('"t1/orders"', '"t2/orders"'), "utf-8")
    assert "The ask t2/orders is not open for blue." in sign_in(blue, draft, code=1).text


def test_an_empty_answer_is_signed_knowingly(game):
    blue = game["blue"]
    blue.pbem("orders", "new", "--in", "mine")
    said = sign_in(blue, blue.here / "mine/orders/t1-orders.json").text
    assert "There is no order in it, which means" in said
    assert "You are about to sign: - nothing: no order stands in it" in said


def test_a_game_that_is_over_takes_no_drafts(game):
    host, red = game["host"], game["red"]
    host.pbem("host-entry", "end", "--why", "abandoned", "--in", "game")
    red.pbem("update", host.here / "game/game.jsonl", "--in", "mine")
    for command in ("orders", "standing"):
        said = red.pbem(command, "new", "--in", "mine", code=3).text
        assert "The game is over: there is nothing to order any more." in said


def test_a_host_who_plays_joins_in_his_folder_with_his_own_seat_alone(battle, people):
    host = people["host"]
    host.pbem("new", "game", "--game", "battle", "--seat", "blue")
    invite = host.here / "game/invite.pbem.json"
    said = host.pbem("join", invite, "--seat", "red", "--folder", "game", code=3).text
    assert "join here with --seat blue" in said
    assert json.loads((host.here / "game/mine.json").read_text("utf-8")) == {"parties": ["host"]}
    host.pbem("join", invite, "--seat", "blue", "--folder", "game")


def test_d12_the_host_is_told_to_mail_what_is_wrong_to_the_author(game, monkeypatch):
    blue = game["blue"]
    blue.pbem("orders", "new", "--in", "mine")
    sign_in(blue, blue.here / "mine/orders/t1-orders.json")
    refusal = Refusal("E_NOT_THERE", "/orders/0", "T-1", "there are no such forces")

    def refuse(log, envelope):
        raise OrdersAgainstRules([refusal])

    monkeypatch.setattr(receiving, "check_document", refuse)
    signed = blue.here / "mine/orders/t1-orders-rev1.pbem.json"
    said = game["host"].pbem("submit", signed, "--in", "game", code=1).text
    assert "there are no such forces" in said
    assert "Mail these lines to the author: the log tells nobody more than the code." in said
