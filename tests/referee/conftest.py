import pytest

from support import club


@pytest.fixture(autouse=True)
def _battle_is_installed(monkeypatch):
    club.install(monkeypatch)


@pytest.fixture
def make_club(tmp_path):
    """Makes a club with a game that has begun."""

    def make(**terms):
        return club.Club(tmp_path, **terms).start()

    return make
