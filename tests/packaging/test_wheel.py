"""The wheel, made from the source archive, plays in an environment that holds nothing else.

Everything is built once for the session; the packages it needs come from where pip gets them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
SAMPLES = (ROOT / "sample_games").glob("*/*/moves.txt")
SHORTEST = min(SAMPLES, key=lambda path: path.stat().st_size).parent
"""The sample game with the fewest commands; `tests/sample_games` plays all of them again."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

NOT_OURS = shutil.ignore_patterns(
    *(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "demo")
)
"""What lies in a checkout without being part of it."""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@dataclass(frozen=True)
class Archives:
    """The two files of a release, and the copy of the checkout they were made from."""

    source: Path
    wheel: Path
    sdist: Path

    def in_wheel(self):
        with zipfile.ZipFile(self.wheel) as archive:
            return set(archive.namelist())

    def in_sdist(self):
        with tarfile.open(self.sdist) as archive:
            files = [each.name for each in archive.getmembers() if each.isfile()]
        return {name.partition("/")[2] for name in files}

    def in_source(self, *folders):
        return {
            path.relative_to(self.source).as_posix()
            for folder in folders
            for path in (self.source / folder).rglob("*")
            if path.is_file()
        }


@dataclass(frozen=True)
class Installation:
    """A virtual environment with the wheel in it, and an empty folder to work in."""

    scripts: Path
    here: Path

    def run(self, *words, program="pbem", home="home", code=0):
        """What a command prints; its exit code must be `code`."""
        return self._done(*words, program=program, home=home, code=code).stdout

    def fails(self, *words, home="home"):
        """What a command says that can not do what it should."""
        return self._done(*words, program="pbem", home=home, code=3).stderr

    def _done(self, *words, program, home, code):
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        settings = {"PBEM_HOME": str(self.here / home), "PBEM_PASSPHRASE": "a good passphrase"}
        done = subprocess.run(
            [self.scripts / program, *map(str, words)],
            cwd=self.here,
            env=environment | settings | {"PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, f"{words}\n{done.stdout}\n{done.stderr}"
        return done

    def python(self, program):
        """What a program prints."""
        return self.run("-W", "error", "-c", program, program="python").strip()


@pytest.fixture(scope="session")
def archives(tmp_path_factory):
    """The source archive of the checkout, and the wheel made from that archive."""
    root = tmp_path_factory.mktemp("dist")
    source = shutil.copytree(ROOT, root / "pbem", ignore=NOT_OURS)
    run_quietly(sys.executable, "-m", "build", "--outdir", root, source)
    (wheel,) = root.glob("*.whl")
    (sdist,) = root.glob("*.tar.gz")
    return Archives(source, wheel, sdist)


@pytest.fixture(scope="session")
def installed(archives, tmp_path_factory):
    """The wheel and what it depends on, in an environment of its own."""
    root = tmp_path_factory.mktemp("installed")
    run_quietly(sys.executable, "-m", "venv", root / "venv")
    scripts = root / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run_quietly(scripts / "python", "-m", "pip", "install", "--quiet", archives.wheel)
    (root / "here").mkdir()
    return Installation(scripts, root / "here")


def run_quietly(*words):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"


# ------------------------------------------------------------------ what is in the archives


def test_the_wheel_holds_the_program_with_its_data_and_nothing_else(archives):
    moved = archives.in_source("schemas", "templates", "docs/rules")
    kept = archives.in_source("pbem")
    wanted = kept | {f"pbem/_data/{name.removeprefix('docs/')}" for name in moved}
    there = {name for name in archives.in_wheel() if ".dist-info/" not in name}
    assert there == wanted
    assert {"pbem/py.typed", "pbem/games/italy1943/data/map.json"} < there


def test_the_source_archive_holds_what_is_needed_to_test_and_to_change_it(archives):
    there = archives.in_sdist()
    folders = ("pbem", "schemas", "templates", "tests", "docs", "sample_games")
    assert archives.in_source(*folders) - there == set()
    assert {"pyproject.toml", "Makefile", "README.md", "CONTRIBUTING.md", "LICENSE"} < there


def test_no_archive_holds_a_secret_or_a_cache_but_those_that_samples_publish(archives):
    names = archives.in_sdist() | archives.in_wheel()
    secrets = {name for name in names if name.endswith(".secret.json")}
    assert secrets <= archives.in_source("sample_games")
    assert not [name for name in names if "__pycache__" in name or "/." in name]


# ------------------------------------------------------------------ the installed program


def test_only_what_the_program_needs_comes_with_it(installed):
    names = installed.run("-m", "pip", "list", "--format=json", program="python")
    there = {package["name"].lower() for package in json.loads(names)}
    assert {re.split("[<>=]", wanted)[0] for wanted in PROJECT["dependencies"]} < there
    assert not there & {"pytest", "hypothesis", "mypy", "ruff", "hatchling", "build"}


def test_it_is_the_installed_package_that_runs(installed):
    where = installed.python("import pbem; print(pbem.__file__)")
    assert Path(where).is_relative_to(installed.scripts.parent)


def test_the_game_is_listed_with_the_digest_of_its_data(installed):
    readme = (ROOT / "pbem" / "games" / "italy1943" / "data" / "README.md").read_text("utf-8")
    digest = re.search(r"^    ([0-9a-f]{64})$", readme, re.MULTILINE)[1]
    for listed in (
        installed.run("games"),
        installed.run("-m", "pbem", "games", program="python"),
    ):
        assert "1943-1945" in listed
        assert digest in listed


def test_schemas_templates_and_rules_are_found(installed):
    program = """
from pbem.resources import data_root
root = data_root()
print(*(p.name for f in ("schemas", "templates", "rules") for p in (root / f).iterdir()))
"""
    there = set(installed.python(program).split())
    assert there == {
        path.name
        for folder in ("schemas", "templates", "docs/rules")
        for path in (ROOT / folder).iterdir()
    }


def test_every_module_can_be_imported_without_the_tools_of_developers(installed):
    program = """
import importlib, pkgutil, pbem
for module in pkgutil.walk_packages(pbem.__path__, "pbem."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
    installed.python(program)


# ------------------------------------------------------------------ a game of somebody else

FORD = ROOT / "tests" / "third_party" / "ford"


@pytest.fixture(scope="session")
def with_ford(archives, tmp_path_factory):
    """An environment with the wheel, and with the game of docs/write-a-game.md as a package."""
    root = tmp_path_factory.mktemp("with-ford")
    run_quietly(sys.executable, "-m", "venv", root / "venv")
    scripts = root / "venv" / ("Scripts" if os.name == "nt" else "bin")
    source = shutil.copytree(FORD, root / "ford", ignore=shutil.ignore_patterns("__pycache__"))
    for package in (archives.wheel, source):
        run_quietly(scripts / "python", "-m", "pip", "install", "--quiet", package)
    (root / "here").mkdir()
    return Installation(scripts, root / "here")


def test_a_game_of_somebody_else_is_listed_and_keeps_what_every_game_has_to_keep(with_ford):
    listed = with_ford.run("games")
    assert "ford  version 1.0.0  The Ford" in listed
    assert "1943-1945" in listed
    program = """
from pbem import registry
from pbem.testing.conformance import check_game
print(check_game(registry.game("ford"), 20, 1).games)
"""
    assert with_ford.python(program) == "20"


def test_a_game_of_somebody_else_is_played_and_told_in_its_own_words(with_ford):
    for person in ("host", "north", "south"):
        with_ford.run("key", "new", home=person)
    with_ford.run("new", "duel", "--game", "ford", "--policy", "host", home="host")
    for seat in ("north", "south"):
        words = ("--seat", seat, "--folder", seat)
        with_ford.run("join", "duel/invite.pbem.json", *words, home=seat)
        (join,) = (with_ford.here / seat / "orders").glob("join-*.pbem.json")
        with_ford.run("submit", join, "--in", "duel", home="host")
    with_ford.run("start", "--in", "duel", home="host")
    for seat in ("north", "south"):
        with_ford.run("update", "duel/game.jsonl", "--in", seat, home=seat)
        with_ford.run("orders", "new", "--in", seat, home=seat)
        (draft,) = (with_ford.here / seat / "orders").glob("r1-*.json")
        fire = json.loads(draft.read_text("utf-8")) | {"orders": [{"do": "fire", "men": 8}]}
        draft.write_text(json.dumps(fire), "utf-8")
        with_ford.run("orders", "sign", draft, "--in", seat, home=seat)
        (signed,) = (with_ford.here / seat / "orders").glob("r1-*.pbem.json")
        with_ford.run("submit", signed, "--in", "duel", home="host")
    with_ford.run("adjudicate", "--in", "duel", home="host")
    with_ford.run("report", "--in", "duel")
    told = [path.read_text("utf-8") for path in (with_ford.here / "duel/reports").glob("*.txt")]
    assert any("The northern band fires with 8 men" in " ".join(text.split()) for text in told)
    assert "\nINCOMPLETE: " in with_ford.run("audit", "duel")


def test_corrected_data_of_a_game_of_somebody_else_are_checked_by_its_own_schema(with_ford):
    with_ford.run("data", "ford", "corrected")
    file = with_ford.here / "corrected" / "ford.json"
    with_ford.run("key", "new", home="corrector")
    words = ("new", "other", "--game", "ford", "--data", "corrected")
    file.write_text('{"men": 0, "rounds": 6, "hit_form": 5}', "utf-8")
    told = " ".join(with_ford.fails(*words, home="corrector").split())
    assert "ford.json, /men: 'men' should be a whole number from 1 to 20, not 0" in told
    assert "there is no member 'hit_form' here; did you mean 'hit_from'?" in told
    file.write_text('{"men": 12, "rounds": 6, "hit_from": 5}', "utf-8")
    with_ford.run(*words, home="corrector")


# ------------------------------------------------------------------ games


@pytest.fixture(scope="session")
def begun(installed):
    """A game of three people that has begun with the sample turn: each has a home and a folder."""
    for person in ("host", "allied", "axis"):
        installed.run("key", "new", home=person)
    terms = ("--game", "1943-1945", "--option", "start=sample", "--policy", "actor")
    installed.run("new", "game", *terms, home="host")
    for seat in ("allied", "axis"):
        installed.run("join", "game/invite.pbem.json", "--seat", seat, "--folder", seat, home=seat)
        (join,) = (installed.here / seat / "orders").glob("join-*.pbem.json")
        installed.run("submit", join, "--in", "game", home="host")
    installed.run("start", "--in", "game", home="host")
    for seat in ("allied", "axis"):
        installed.run("update", "game/game.jsonl", "--in", seat, home=seat)
    return installed


def audit_is_good(told):
    verdict = [line for line in told.splitlines() if not line.startswith("- ")]
    assert any(line.startswith("GOOD: ") for line in verdict), told
    assert "INCOMPLETE" not in told


def test_a_game_is_played_reported_and_audited_from_key_to_dice(begun):
    begun.run("orders", "new", "--in", "allied", home="allied")
    (draft,) = (begun.here / "allied" / "orders").glob("t2-*.json")
    begun.run("orders", "check", draft, "--in", "allied", home="allied")
    begun.run("orders", "sign", draft, "--in", "allied", home="allied")
    (signed,) = (begun.here / "allied" / "orders").glob("t2-*.pbem.json")
    begun.run("submit", signed, "--in", "game", home="host")
    begun.run("adjudicate", "--in", "game", home="host")

    assert "t2/initiative" in begun.run("status", "--in", "game")
    assert "This roll is good." in begun.run("roll", "t2/initiative/allied", "--in", "game")
    begun.run("report", "--in", "game")
    reports = {path.suffix for path in (begun.here / "game" / "reports").iterdir()}
    assert {".html", ".txt"} <= reports
    audit_is_good(begun.run("audit", "game"))


def test_the_schema_that_came_along_takes_a_draft_that_the_program_wrote(begun):
    begun.run("standing", "new", "--in", "axis", home="axis")
    draft = json.loads((begun.here / "axis" / "orders" / "standing.json").read_text("utf-8"))
    program = """
from pbem.resources import data_root
print((data_root() / "schemas" / "1943-1945" / "standing.schema.json").read_text("utf-8"))
"""
    schema = Draft202012Validator(json.loads(begun.python(program)))
    assert list(schema.iter_errors(draft)) == []
    assert not schema.is_valid(draft | {"topics": "turn"})


def test_a_sample_game_is_played_again_byte_for_byte(installed):
    out = installed.here / SHORTEST.name
    told = installed.run(ROOT / "sample_games" / "play.py", SHORTEST, out, program="python")
    assert "byte for byte" in told
    assert (out / "game" / "game.jsonl").read_bytes() == (SHORTEST / "game.jsonl").read_bytes()
    audit_is_good(installed.run("audit", out / "game"))
    shutil.rmtree(out)
