"""The same digests for all sample games under every hash seed and on every supported Python.

Each other Python that is found on the machine gets a virtual environment of its own with pbem and
what it needs, so that nothing has to be skipped for want of packages.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(path.parent for path in (ROOT / "sample_games").glob("*/*/game.jsonl"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OLDEST = tuple(map(int, re.findall(r"\d+", PROJECT["requires-python"])))

REPLAY = """
import json, sys
from hashlib import sha256
from pathlib import Path
from pbem.referee.chronicling import chronicle_of
from pbem.referee.open_game import open_game
from pbem.report.render import chronicle_as_html

found = {}
for sample in map(Path, sys.argv[1:]):
    game = open_game(sample)  # verifies, replays and compares the digests of every line
    assert game.log.rules is not None and not game.log.pending
    resolved = [each.outcome for applied in game.applied for each in applied.resolved]
    found[sample.name] = {
        "head": game.log.head,
        "states": [outcome.step.state() for outcome in resolved],
        "events": [outcome.events_digest() for outcome in resolved],
        "page": sha256(chronicle_as_html(chronicle_of(game)).encode()).hexdigest(),
    }
print(json.dumps(found))
"""


def kept(sample):
    """The digests that stand in the files of a sample."""
    lines = (sample / "game.jsonl").read_bytes().splitlines()
    signed = [json.loads(line)["signed"] for line in lines]
    resolved = [each for each in signed if each["type"] == "resolve"]
    return {
        "head": sha256(lines[-1]).hexdigest(),
        "states": [each["state"] for each in resolved],
        "events": [each["events"] for each in resolved],
        "page": sha256((sample / "game.html").read_bytes()).hexdigest(),
    }


def found(python, seed, here):
    """The digests that a Python finds when it plays all samples again."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-c", REPLAY, *SAMPLES],
        cwd=here,
        env=environment | {"PYTHONHASHSEED": seed},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def pythons():
    """The other supported Pythons of this machine: on PATH, and where pyenv puts them."""
    named = (shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 40))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [*filter(None, named), *map(str, sorted(pyenv.glob("versions/*/bin/python3")))]
    found = {}
    for place in places:
        version = version_of(place)
        if version >= OLDEST and version != sys.version_info[:2]:
            found.setdefault(".".join(map(str, version)), place)
    return found


def version_of(python):
    """Major and minor version; (0, 0) of what does not run."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], check=False, capture_output=True, text=True)
    except OSError:
        return (0, 0)
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else (0, 0)


OTHERS = pythons()


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_same_digests_come_out_under_every_hash_seed(seed, tmp_path):
    assert found(sys.executable, seed, tmp_path) == {s.name: kept(s) for s in SAMPLES}


@pytest.mark.slow
@pytest.mark.parametrize("version", OTHERS or [pytest.param("none", marks=pytest.mark.skip)])
def test_the_same_digests_come_out_on_every_supported_python(version, tmp_path):
    python = installed(OTHERS[version], tmp_path / "venv")
    assert found(python, "random", tmp_path) == {sample.name: kept(sample) for sample in SAMPLES}


def installed(python, folder):
    """A Python of the same version that has pbem and what it needs, in a new environment."""
    made = subprocess.run(
        [python, "-m", "venv", folder], check=False, capture_output=True, text=True
    )
    if made.returncode:
        # Debian's Pythons have no ensurepip: an interpreter that cannot be set up proves nothing
        pytest.skip(f"{python} makes no virtual environment: {last_line(made)}")
    own = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [own, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    needed = subprocess.run(
        [*pip, "hatchling", *PROJECT["dependencies"]], check=False, capture_output=True, text=True
    )
    if needed.returncode:
        # no network, or no wheels for this Python: the other interpreters are compared all the same
        pytest.skip(f"what pbem needs can not be installed for {python}: {last_line(needed)}")
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", ROOT], check=True)
    return own


def last_line(done):
    return (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
