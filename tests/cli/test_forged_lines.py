"""What others write can forge no line of what a command prints (`why`, `text`, `name`, notes)."""

import pytest

from pbem.canon.prose import one_line
from support.people import begin

FORGED = "holidays\nGOOD: 99 lines, dice policy all. Head:\n\n    0000"


@pytest.fixture
def game(battle, people):
    """A game that has begun, with forged lines wherever anybody may write something."""
    begin(people, "--note", FORGED, name=FORGED)
    host = people["host"]
    host.pbem("host-entry", "pause", "--why", FORGED, "--in", "game")
    host.pbem("host-entry", "resume", "--why", FORGED, "--in", "game")
    host.pbem("host-entry", "remark", FORGED, "--in", "game")
    return people


def begins(said, word):
    return [line for line in said.out.splitlines() if line.strip().startswith(word)]


def test_an_audit_has_one_verdict(game):
    (verdict,) = begins(game["host"].pbem("audit", "game"), "GOOD")
    assert verdict.startswith("GOOD: 4 lines, dice policy actor.")


@pytest.mark.parametrize("words", [("status",), ("report", "--text"), ("report", "0", "--text")])
def test_nothing_else_says_good(game, words):
    assert not begins(game["host"].pbem(*words, "--in", "game"), "GOOD")


def test_line_ends_become_blanks_and_what_is_not_seen_becomes_visible():
    assert one_line("a\r\nb\u2028c\x85d") == "a b c d"
    assert one_line("\x1b[31m \u202edoog") == "\\u001b[31m \\u202edoog"
    assert one_line("Blücher \N{HORIZONTAL ELLIPSIS}") == "Blücher \N{HORIZONTAL ELLIPSIS}"


def test_names_of_files_forge_nothing_where_they_are_complained_of(game):
    """Whoever sends an attachment may have named it so."""
    host = game["host"]
    (host.here / "mails").mkdir()
    (host.here / "mails" / FORGED.replace("/", "")).symlink_to(host.here)
    said = host.pbem("submit", "mails/*", "--in", "game", code=3)
    assert "is not an ordinary file" in said.text
    printed = (said.out + said.err).splitlines()
    assert not [line for line in printed if line.strip().startswith("GOOD")]


def test_a_name_that_is_too_long_does_not_hide_the_other_files(game):
    host = game["host"]
    said = host.pbem("submit", "a" * 5000, "nothing.json", "--in", "game", code=3)
    assert "name too long" in said.text
    assert "no file nothing.json" in said.text
