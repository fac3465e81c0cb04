"""The commands as users type them: what they print, and their exit codes."""

import json

import pytest

from pbem.cli.output import progress
from support.oddities import ODD
from support.people import begin, send

pytestmark = pytest.mark.usefixtures("battle")


@pytest.fixture
def game(people):
    """A game that has begun: the host's folder `game`, each player's folder `mine`."""
    begin(people, "--policy", "actor")
    send(people)
    return people


def write(person, *entries):
    """Edit the only draft."""
    person.pbem("orders", "new", "--in", "mine")
    (path,) = [p for p in (person.here / "mine/orders").glob("t1-*.json") if "pbem" not in p.name]
    draft = json.loads(path.read_text("utf-8")) | {"orders": list(entries)}
    path.write_text(json.dumps(draft), "utf-8")
    return path


ATTACK = {"do": "attack", "dice": 3}


def test_the_whole_way_of_an_order(game):
    blue, host = game["blue"], game["host"]
    path = write(blue, ATTACK)
    assert "is good" in blue.pbem("orders", "check", path, "--in", "mine").text
    said = blue.pbem("orders", "sign", path, "--in", "mine", "--armour")
    assert "pbem-begin-orders" in said.out
    signed = path.with_name("t1-orders-rev1.pbem.json")
    assert "Accepted" in host.pbem("submit", signed, "--in", "game").text
    said = host.pbem("adjudicate", "--in", "game")
    assert "red is asked t1/battle/losses/red" in said.text
    assert "GOOD: 3 lines" in host.pbem("audit", "game").text
    proof = host.pbem("roll", "t1/battle/round:1/blue", "--in", "game")
    assert "This roll is good." in proof.text


def test_pasted_armour_comes_in_by_standard_input(game):
    path = write(game["blue"], ATTACK)
    said = game["blue"].pbem("orders", "sign", path, "--in", "mine", "--armour")
    armour = said.out[said.out.index("pbem-begin") :]
    mail = "Hi,\n\nhere they are:\n> " + armour.replace("\n", "\n> ") + "\n\nBlue\n"
    said = game["host"].pbem("submit", "-", "--in", "game", stdin=mail.encode())
    assert "Accepted: orders of blue" in said.text


def test_a_mistake_is_told_with_place_clause_and_what_would_be_legal(game):
    path = write(game["blue"], {"do": "attack", "dice": 7})
    said = game["blue"].pbem("orders", "check", path, "--in", "mine", code=1)
    assert "/orders/0/dice" in said.text
    assert "T-1" in said.text
    assert "from 1 to 4" in said.text


def test_a_draft_that_is_no_json_is_told_where_and_what_to_write(game):
    path = write(game["blue"], ATTACK)
    path.write_text(path.read_text("utf-8").replace('"dice": 3', '"dice": 03'), "utf-8")
    said = game["blue"].pbem("orders", "check", path, "--in", "mine", code=1)
    assert "J02" in said.text
    assert "write 3" in said.text


def test_adjudicate_waits_and_says_for_whom(game):
    said = game["host"].pbem("adjudicate", "--in", "game", code=4)
    assert "blue is asked t1/orders" in said.text


def test_an_overdue_answer_is_not_defaulted_before_its_time(game):
    said = game["host"].pbem("host-entry", "default", "--in", "game", code=3)
    assert "L11" in said.text


def test_pause_resume_remark(game):
    host = game["host"]
    host.pbem("host-entry", "pause", "--why", "holidays", "--in", "game")
    host.pbem("host-entry", "remark", "Back on Monday", "--in", "game")
    host.pbem("host-entry", "resume", "--why", "back", "--in", "game")
    assert "pause" in host.pbem("audit", "game").text.lower()


def test_a_player_can_not_write_the_hosts_lines(game):
    said = game["blue"].pbem("host-entry", "remark", "me too", "--in", "mine", code=3)
    assert "none of the secrets" in said.text.lower()


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("adjudicate",),
        ("audit",),
        ("orders", "new"),
        ("report",),
        ("start",),
        ("release",),
    ],
)
def test_a_folder_without_a_game_is_told_in_a_sentence(people, words):
    said = people["blue"].pbem(*words, code=3)
    assert "Traceback" not in said.err
    assert said.err.strip()


def test_a_tampered_history_is_named_by_line_and_code(game):
    path = game["host"].here / "game/game.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"hours":168', b'"hours":167', 1))
    said = game["host"].pbem("audit", "game", code=1)
    assert "line 0" in said.text
    assert "S05" in said.text
    said = game["host"].pbem("status", "--in", "game", code=3)
    assert "pbem audit" in said.text


def test_key_new_says_what_to_back_up_and_never_overwrites(people):
    said = people["blue"].pbem("key", "new", code=3)
    assert "there already" in said.text
    shown = people["blue"].pbem("key", "show").text
    assert "As player" in shown


def test_another_passphrase_for_the_same_secret(people, monkeypatch):
    blue = people["blue"]
    before = blue.pbem("key", "show").text
    monkeypatch.setenv("PBEM_NEW_PASSPHRASE", "")
    assert "empty passphrase" in blue.pbem("key", "passphrase", code=3).text
    monkeypatch.setenv("PBEM_NEW_PASSPHRASE", "another one")
    said = blue.pbem("key", "passphrase").text
    assert "destroy the old one" in " ".join(said.split())
    assert "does not open" in blue.pbem("key", "show", code=3).text
    assert "no secret" in blue.pbem("key", "passphrase", "--name", "second", code=3).text
    monkeypatch.setenv("PBEM_NEW_PASSPHRASE", "a good passphrase")
    monkeypatch.setattr("support.people.PASSPHRASE", "another one")
    blue.pbem("key", "passphrase")
    monkeypatch.setattr("support.people.PASSPHRASE", "a good passphrase")
    assert blue.pbem("key", "show").text == before


def test_an_unknown_game_lists_what_is_installed(people):
    said = people["host"].pbem("new", "game", "--game", "chess", code=3)
    assert "installed are: battle" in said.text


def test_help_fits_80_columns(people):
    for words in ((), ("orders",), ("host-entry",), ("new",), ("submit",)):
        said = people["host"].pbem(*words, "--help")
        assert max(map(len, said.out.splitlines())) <= 80


def test_a_new_key_and_chain_take_over(game):
    blue, host = game["blue"], game["host"]
    blue.pbem("key", "new", "--name", "second")
    said = blue.pbem("rekey", "--to", "second", "--in", "mine")
    (signed,) = (blue.here / "mine/orders").glob("rekey-*.pbem.json")
    assert signed.name in said.text
    host.pbem("submit", signed, "--in", "game")
    send(game)
    path = write(blue, ATTACK)
    blue.pbem("orders", "sign", path, "--in", "mine")
    host.pbem("submit", path.with_name("t1-orders-rev1.pbem.json"), "--in", "game")
    host.pbem("adjudicate", "--in", "game")
    send(game)
    assert "GOOD" in blue.pbem("audit", "mine").text


def test_concede(game):
    said = game["red"].pbem("concede", "--in", "mine", code=1)
    assert "Nothing was signed" in said.text
    assert not list((game["red"].here / "mine/orders").glob("concede-*"))
    game["red"].pbem("concede", "--note", "well played", "--in", "mine", stdin=b"y\n")
    (signed,) = (game["red"].here / "mine/orders").glob("concede-*.pbem.json")
    assert "Accepted" in game["host"].pbem("submit", signed, "--in", "game").text


def test_the_journal_lists_what_was_signed_and_its_fate(game):
    blue, host = game["blue"], game["host"]
    assert "join: in the log" in blue.pbem("journal", "show", "--in", "mine").text
    path = write(blue, ATTACK)
    blue.pbem("orders", "sign", path, "--in", "mine")
    shown = blue.pbem("journal", "show", "--in", "mine").text
    assert "orders for t1/orders, rev 1: not in the log" in shown
    host.pbem("submit", path.with_name("t1-orders-rev1.pbem.json"), "--in", "game")
    send(game)
    assert "rev 1: in the log" in blue.pbem("journal", "show", "--in", "mine").text


def test_a_concession_that_never_left_can_be_given_up(game):
    blue = game["blue"]
    blue.pbem("concede", "--in", "mine", "--yes")
    said = blue.pbem("update", "../host/game/game.jsonl", "--in", "mine")
    assert "is not in the log yet" in said.text
    digest = blue.pbem("journal", "show", "--in", "mine").out.splitlines()[-1].split()[0]
    assert "too short" in blue.pbem("journal", "drop", digest[:4], "--in", "mine", code=3).text
    assert "is given up" in blue.pbem("journal", "drop", digest, "--in", "mine").text
    assert "given up" in blue.pbem("journal", "show", "--in", "mine").text
    assert "send it" not in blue.pbem("update", "../host/game/game.jsonl", "--in", "mine").text
    said = blue.pbem("journal", "drop", digest, "--in", "mine", code=3).text
    assert "No document of yours that is not in the log" in said


def test_after_a_lost_journal_the_heads_are_compared_once(game):
    blue, red, host = game["blue"], game["red"], game["host"]
    path = write(blue, ATTACK)
    blue.pbem("orders", "sign", path, "--in", "mine")
    host.pbem("submit", path.with_name("t1-orders-rev1.pbem.json"), "--in", "game")
    send(game)
    for lost in (blue.here / "mine").glob("journal*"):
        lost.unlink()
    words = ("standing", "new", "--in", "mine")
    blue.pbem(*words)
    (draft,) = (blue.here / "mine/orders").glob("standing*.json")
    said = blue.pbem("standing", "sign", draft, "--in", "mine")
    assert "pbem journal agree" in said.text
    head = next(word for word in red.pbem("status", "--in", "mine").text.split() if len(word) == 64)
    wrong = blue.pbem("journal", "agree", "0" * 64, "--in", "mine", code=3)
    assert "no line of your log has the head" in wrong.text.lower()
    agreed = blue.pbem("journal", "agree", head[:12], "--in", "mine")
    assert "line 1 (t1/orders)" in agreed.text
    assert "never sent one of them" in agreed.text
    said = blue.pbem("standing", "sign", draft, "--in", "mine")
    assert "journal agree" not in said.text


def test_signing_shows_what_is_signed_before_it_is(game):
    path = write(game["blue"], ATTACK | {"as": "Dawn", "if": {"star": True}})
    said = game["blue"].pbem("orders", "sign", path, "--in", "mine")
    assert "You are about to sign: 1. Attack: dice 3, if star is yes (“Dawn”)" in said.text
    assert said.text.index("about to sign") < said.text.index("Signed:")


def test_at_a_terminal_signing_asks_first(game, monkeypatch):
    from support import people as keyboards

    class Terminal(keyboards.io.TextIOWrapper):
        def isatty(self):
            return True

    path = write(game["blue"], ATTACK)
    monkeypatch.setattr(keyboards.io, "TextIOWrapper", Terminal)
    said = game["blue"].pbem("orders", "sign", path, "--in", "mine", stdin=b"n\n", code=1)
    assert "Sign this?" in said.text
    assert not list(path.parent.glob("*.pbem.json"))[1:]
    game["blue"].pbem("orders", "sign", path, "--in", "mine", "--yes", stdin=b"n\n")


def test_a_final_is_replaced_by_signing_the_draft_again(game):
    blue = game["blue"]
    path = write(blue, ATTACK)
    blue.pbem("orders", "sign", path, "--in", "mine")
    path.write_text(path.read_text("utf-8").replace('"dice": 3', '"dice": 2'), "utf-8")
    said = blue.pbem("orders", "sign", path, "--in", "mine")
    assert "This is rev 2: it takes the place of what you signed before." in said.text
    assert "is out already" in said.text
    assert path.with_name("t1-orders-rev2.pbem.json").exists()


def test_a_bar_is_shown_only_where_somebody_waits(monkeypatch, capsys):
    lines = list(range(50))
    assert list(progress(lines, "Auditing")) == lines
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert list(progress(lines, "Auditing")) == lines
    assert "Auditing" in capsys.readouterr().err


def test_status_and_audit_speak_to_programs(game):
    said = json.loads(game["host"].pbem("status", "--json", "--in", "game").out)
    assert said["asks"] == [{"ask": "t1/orders", "seat": "blue"}]
    assert (said["phase"], said["lines"], said["mine"]) == ("OPEN", 1, ["host"])
    found = json.loads(game["host"].pbem("audit", "game", "--json").out)
    assert (found["good"], found["complete"], found["head"]) == (True, True, said["head"])


def test_an_audit_that_finds_something_says_so_to_programs(game):
    path = game["host"].here / "game/game.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"hours":168', b'"hours":167', 1))
    found = json.loads(game["host"].pbem("audit", "game", "--json", code=1).out)
    assert (found["good"], found["finding"]["line"], found["finding"]["code"]) == (False, 0, "S05")


def test_code_r08_a_line_of_a_later_version_leaves_an_audit_incomplete(game):
    file = game["host"].here / "later.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in ODD["later_seat"][1]()[1]))
    said = game["host"].pbem("audit", file, code=3).text
    assert "INCOMPLETE: 1 line, dice policy" in said
    assert "Line 1 was not read, nor what follows it: the entry 'seat'" in said
    found = json.loads(game["host"].pbem("audit", file, "--json", code=3).out)
    assert (found["good"], found["complete"], found["later"]["line"]) == (True, False, 1)
