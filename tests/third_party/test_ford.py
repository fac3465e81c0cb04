"""The example of docs/write-a-game.md, looked at as its author would: with `pbem.testing`."""

import re
import sys
from pathlib import Path

import pytest

from pbem import registry
from pbem.testing.conformance import check_game

ROOT = Path(__file__).parents[2]
FORD = Path(__file__).parent / "ford"
PAGE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")


@pytest.fixture
def game(monkeypatch):
    """What the entry point of the package offers."""
    monkeypatch.syspath_prepend(FORD)
    from pbem_ford import GAME

    yield GAME
    for name in [name for name in sys.modules if name.partition(".")[0] == "pbem_ford"]:
        del sys.modules[name]


def test_it_keeps_what_every_game_has_to_keep(game):
    tally = check_game(game, 40, 1)
    assert tally.games == 40
    assert tally.asked["losses"] > 40
    assert {"E_FORMAT", "E_MEN", "E_OPTION"} <= set(tally.refused)


def test_its_clauses_stand_in_its_reference(game):
    reference = (FORD / "pbem_ford" / "rules.md").read_text("utf-8")
    clauses = set(re.findall(r"^\*\*(F-\d)\*\*", reference, re.MULTILINE))
    rules = (FORD / "pbem_ford" / "rules.py").read_text("utf-8")
    assert set(re.findall(r'"(F-\d)"', rules)) <= clauses
    assert registry.load(game).game.id == "ford"


def shown():
    """The files that the page shows, by their path."""
    fences = re.findall(r"<!-- file: (\S+) -->\n+```\w*\n(.*?)\n?```\n", PAGE, re.DOTALL)
    return {path: text + "\n" for path, text in fences}


def test_the_page_shows_every_file_of_the_example_as_it_is():
    files = {
        path.relative_to(FORD).as_posix(): path.read_text("utf-8")
        for path in FORD.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert shown() == files
