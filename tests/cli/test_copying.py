"""What is printed can be copied; the folder of the game is found the same way everywhere."""

import shlex

import pytest

from pbem import __version__
from pbem.cli.output import say
from support.people import Person, begin, person, send


@pytest.fixture
def blue(battle, people):
    """A player with a game in a folder whose name has a blank."""
    begin(people, mine="my game")
    send(people, "blue", mine="my game")
    return people["blue"]


def commands(said):
    return [
        shlex.split(line)[1:] for line in said.out.splitlines() if line.strip().startswith("pbem ")
    ]


def test_the_commands_for_a_draft_can_be_copied(blue):
    found = commands(blue.pbem("orders", "new", "--in", "my game"))
    assert [words[:2] for words in found] == [["orders", "check"], ["orders", "sign"]]
    for words in found:
        blue.pbem(*words)


def test_the_commands_for_standing_orders_can_be_copied(blue):
    found = commands(blue.pbem("standing", "new", "--in", "my game"))
    assert [words[1] for words in found] == ["check", "sign", "explain", "try"]
    for words in found[:3]:
        blue.pbem(*words)


@pytest.mark.parametrize("words", [("status",), ("audit",), ("orders", "new"), ("journal", "show")])
def test_the_folder_is_found_from_inside(blue, words):
    Person(blue.home, blue.here / "my game/orders").pbem(*words)


@pytest.mark.parametrize("words", [("status",), ("audit",), ("orders", "new"), ("journal", "show")])
def test_the_folder_is_named_by_in_or_by_the_environment(blue, words, monkeypatch):
    blue.pbem(*words, code=3)
    blue.pbem(*words[:2], "--in", "my game")
    (blue.here / "my game/orders/t1-orders.json").unlink(missing_ok=True)
    monkeypatch.setenv("PBEM_GAME", "my game")
    blue.pbem(*words)


def test_a_command_in_a_sentence_is_not_broken(capsys):
    say("This is a sentence with a command near its end, so that one has to type `pbem key new`.")
    assert "`pbem key new`" in capsys.readouterr().out


def test_version(tmp_path):
    assert person(tmp_path, "blue").pbem("--version").out == f"pbem {__version__}\n"


def test_a_misspelt_command_is_told_what_was_meant(tmp_path):
    assert "Did you mean" in person(tmp_path, "blue").pbem("statsu", code=2).err


def test_a_code_stands_in_brackets_behind_the_sentence(blue):
    said = blue.pbem("join", "my game/invite.pbem.json", "--seat", "green", code=1)
    assert said.text.endswith("(D02, at /seat).")
