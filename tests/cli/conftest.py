import pytest

from support import club
from support.people import three


@pytest.fixture
def battle(monkeypatch):
    """`battle` is the only installed game."""
    club.install(monkeypatch)


@pytest.fixture
def people(tmp_path):
    """The host and two players, each with a secret and a folder of his own."""
    return three(tmp_path)
