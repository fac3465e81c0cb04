"""Games come from installed packages, ours and other people's, and are told apart by their data."""

import importlib
import re
import sys
from importlib.resources import files

import pytest

from pbem import registry
from pbem.canon.moduledata import module_digest

OURS = "1943-1945"

GAME = """
from types import SimpleNamespace
from pbem.engine.game import Game

def make(data):
    if data["board"].get("zones") == 0:
        raise ValueError("board.json: a board has zones")
    return SimpleNamespace(data=data)

GAME = Game({id!r}, {id!r}, "2.0.1", {package!r}, ("board",), make, drawing={drawing!r})
"""
BOARD = '{"zones": 3, "note": "not signed"}'


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """The registry looks anew, before and after each test."""
    registry.games.cache_clear()
    registry.module.cache_clear()
    yield
    registry.games.cache_clear()
    registry.module.cache_clear()


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs a package that offers a game, as pip would leave it: `install(package, id, …)`."""
    monkeypatch.syspath_prepend(tmp_path)

    def installing(package, game, *, offered=None, target=None, board=BOARD, drawing=""):
        data = tmp_path / package / "data"
        data.mkdir(parents=True)
        source = GAME.format(id=game, package=package, drawing=drawing)
        (data.parent / "__init__.py").write_text(source, "utf-8")
        if board is not None:
            (data / "board.json").write_text(board, "utf-8")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        entry = f"{offered or game} = {target or package + ':GAME'}"
        (info / "entry_points.txt").write_text(f"[pbem.games]\n{entry}\n")
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, package, raising=False)

    return installing


# ------------------------------------------------------------------ which games there are


def test_our_game_is_found_by_its_entry_point():
    assert registry.game(OURS) is registry.games()[OURS]
    assert registry.game(OURS).package == "pbem.games.italy1943"


def test_games_are_sorted_whatever_package_they_come_from(install):
    install("apack", "zulu")
    install("bpack", "1914")
    install("cpack", "midway")
    assert list(registry.games()) == ["1914", OURS, "midway", "zulu"]


def test_an_unknown_game_lists_what_is_installed(install):
    install("apack", "zulu")
    with pytest.raises(registry.UnknownGame, match="'1066' is not installed") as trouble:
        registry.game("1066")
    assert str(trouble.value).endswith(f"installed are: {OURS}, zulu")


def test_a_copy_that_was_never_installed_says_so(monkeypatch):
    monkeypatch.setattr(registry, "entry_points", lambda **_group: ())
    with pytest.raises(registry.UnknownGame, match="install pbem with pip"):
        registry.module(OURS)


def test_two_packages_with_one_game_are_one_too_many(install):
    install("apack", OURS)
    with pytest.raises(registry.BrokenGame, match=f"two installed packages .* {OURS}: uninstall"):
        registry.games()


@pytest.mark.parametrize(
    ("offered", "target", "why"),
    [
        ("zulu", "apack:make", "that is no game"),
        ("zulu", "apack:OTHER", "OTHER"),
        ("zulu", "nowhere_at_all:GAME", "nowhere_at_all"),
        ("boer", "apack:GAME", "the game there is zulu"),
    ],
)
def test_an_entry_point_that_is_not_the_game_it_offers_is_named(install, offered, target, why):
    install("apack", "zulu", offered=offered, target=target)
    with pytest.raises(registry.BrokenGame, match=f"the game {offered} as {target}") as trouble:
        registry.games()
    assert why in str(trouble.value)
    assert "uninstall it" in str(trouble.value)


# ------------------------------------------------------------------ rules and their data


def test_2_3_rules_get_their_data_without_remarks(install):
    install("apack", "zulu")
    module = registry.module("zulu")
    assert module.rules.data == {"board": {"zones": 3}}
    assert module.data == module_digest({"board": {"zones": 3}})


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("{zones: 3}", "J02"),
        ('{"zones": 3.5}', "J04"),
        ('{"zones": 3, "zones": 4}', "J03"),
        ("", "the text is empty"),
        (None, "No such file"),
    ],
    ids=["no JSON", "a fraction", "a name twice", "nothing", "no file"],
)
def test_data_that_are_not_json_are_the_package_s_fault_and_no_document_s(install, board, why):
    install("apack", "zulu", board=board)
    with pytest.raises(registry.BrokenGame, match=r"board\.json can not be used") as trouble:
        registry.module("zulu")
    assert why in str(trouble.value)


def test_data_that_contradict_themselves_are_named(install):
    install("apack", "zulu", board='{"zones": 0}')
    with pytest.raises(registry.BrokenGame, match="a board has zones"):
        registry.module("zulu")


def test_a_game_with_broken_data_does_not_stop_the_others(install):
    install("apack", "zulu", board="{")
    assert registry.module(OURS).game.id == OURS


def test_2_3_the_digest_is_the_one_in_the_readme_of_the_data():
    readme = (files("pbem.games.italy1943") / "data" / "README.md").read_text("utf-8")
    assert re.findall(r"^    ([0-9a-f]{64})$", readme, re.MULTILINE) == [registry.module(OURS).data]


# ------------------------------------------------------------------ corrected data


def correct(tmp_path, board):
    folder = tmp_path / "corrected"
    folder.mkdir()
    (folder / "board.json").write_text(board, "utf-8")
    return folder


def test_corrected_files_take_the_place_of_those_that_came_along(install, tmp_path):
    install("apack", "zulu")
    corrected = registry.module_with("zulu", correct(tmp_path, '{"zones": 4, "note": "mine"}'))
    assert corrected.rules.data == {"board": {"zones": 4}}
    assert corrected.data == module_digest({"board": {"zones": 4}})
    (tmp_path / "empty").mkdir()
    assert registry.module_with("zulu", tmp_path / "empty").data == registry.module("zulu").data


@pytest.mark.parametrize(
    ("board", "why"), [("{", "J02"), ('{"zones": 0}', "a board has zones")], ids=["JSON", "game"]
)
def test_corrected_files_that_can_not_be_used_are_their_owner_s_fault(
    install, tmp_path, board, why
):
    install("apack", "zulu")
    folder = correct(tmp_path, board)
    with pytest.raises(registry.BadData, match=why):
        registry.module_with("zulu", folder)
    assert registry.rules_for(registry.module("zulu").signed() | {"data": "0" * 64}, folder) is None


def test_code_r08_an_invitation_finds_corrected_data_only_if_they_are_exactly_these(
    install, tmp_path
):
    install("apack", "zulu")
    folder = correct(tmp_path, '{"zones": 4}')
    theirs = registry.module_with("zulu", folder).signed()
    assert registry.rules_for(theirs) is None
    assert registry.rules_for(theirs, folder).data == {"board": {"zones": 4}}
    ours = registry.module("zulu")
    assert registry.rules_for(ours.signed(), folder) is ours.rules
    (folder / "board.json").write_text('{"zones": 5}', "utf-8")
    assert registry.rules_for(theirs, folder) is None


# ------------------------------------------------------------------ the outlines of a map


def test_our_game_has_the_outlines_of_its_map():
    assert registry.shapes(OURS)["areas"]


def test_a_game_without_outlines_and_a_game_that_is_not_installed_have_none(install):
    install("apack", "zulu")
    assert registry.shapes("zulu") is None
    assert registry.shapes("1066") is None


def test_outlines_that_can_not_be_read_are_named(install):
    install("apack", "zulu", drawing="nowhere")
    with pytest.raises(registry.BrokenGame, match=r"nowhere\.json can not be used"):
        registry.shapes("zulu")


# ------------------------------------------------------------------ the rules of an invitation


def test_an_invitation_finds_the_rules_it_names():
    module = registry.module(OURS)
    assert registry.rules_for(module.signed()) is module.rules


@pytest.mark.parametrize(
    "other", [{"version": "0.9.0"}, {"data": "0" * 64}, {"id": "1066"}], ids=lambda other: [*other]
)
def test_code_r08_rules_of_another_version_data_or_game_are_not_at_hand(other):
    assert registry.rules_for(registry.module(OURS).signed() | other) is None


@pytest.mark.parametrize("signed", [{}, {"id": OURS}, {"id": 1943}])
def test_an_invitation_that_names_no_rules_finds_none(signed):
    assert registry.rules_for(signed) is None
