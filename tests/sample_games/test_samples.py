"""Sample games are tests: dropping a folder into `sample_games/` makes it one."""

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.referee.auditing import audit_path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(path.parent for path in (ROOT / "sample_games").glob("*/*/game.jsonl"))
VERIFIER = ROOT / "docs/verify_roll.py"


def lines(sample):
    return (sample / "game.jsonl").read_bytes().splitlines()


@pytest.fixture(params=SAMPLES, ids=lambda path: path.name)
def sample(request):
    return request.param


def test_there_are_samples():
    assert [sample.name for sample in SAMPLES]


def test_its_audit_is_good_and_complete(sample):
    result, notices = audit_path(sample / "game.jsonl")
    assert (result.finding, result.complete, notices) == (None, True, [])


def test_the_same_history_comes_out_again_from_the_signed_files(
    sample, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "argv", ["play.py", str(sample), str(tmp_path / "out")])
    runpy.run_path(str(ROOT / "sample_games/play.py"), run_name="__main__")
    assert "byte for byte" in capsys.readouterr().out
    reports = sorted((tmp_path / "out/game/reports").iterdir())
    assert {report.suffix for report in reports} == {".html", ".txt", ".json"}


def test_the_stand_alone_verifier_agrees_with_every_roll(sample):
    rolled = [
        number for number, line in enumerate(lines(sample)) if "dice" in json.loads(line)["signed"]
    ]
    assert rolled
    for number in rolled:
        done = subprocess.run(
            [sys.executable, "-I", VERIFIER, sample / "game.jsonl", str(number)],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_stand_alone_verifier_finds_a_changed_die(sample, tmp_path):
    changed = tmp_path / "game.jsonl"
    kept = lines(sample)
    number, entry = next(
        (number, json.loads(line))
        for number, line in enumerate(kept)
        if "dice" in json.loads(line)["signed"]
    )
    values = entry["signed"]["dice"]["rolls"][0]["values"]
    values[0] = values[0] % 6 + 1
    kept[number] = json.dumps(entry).encode()
    changed.write_bytes(b"\n".join(kept) + b"\n")
    done = subprocess.run(
        [sys.executable, "-I", VERIFIER, changed, str(number)], check=False, capture_output=True
    )
    assert done.returncode == 1


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_same_digests_come_out_under_every_hash_seed(sample, seed):
    """The audit replays everything and compares every digest with the log's."""
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "audit", sample / "game.jsonl"],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": seed},
    )
    assert done.returncode == 0, done.stdout
    assert "GOOD" in done.stdout
    assert "INCOMPLETE" not in done.stdout
