"""Section 6.4: the stand-alone check of one roll (docs/verify_roll.py)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.vectors import ATTACKER, CHAINS, DEFENDER, DICE, LINES, LOG

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_roll.py"


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-I", "-W", "error", str(SCRIPT), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def changed_log(folder, change):
    """The log of 15.7 with another line 4; this check looks at no signature."""
    line = json.loads(LINES[4])
    change(line["signed"]["dice"])
    path = folder / "game.jsonl"
    path.write_bytes(b"\n".join([*LINES[:4], json.dumps(line).encode()]) + b"\n")
    return path


def test_section_15_7_every_roll_matches():
    result = run(LOG, 4)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("right ") == len(result.stdout.splitlines()) == 8
    for said in ("salt", "seed", "link 1 of allies", "link 1 of axis", "link 1 of host"):
        assert f"right {said}\n" in result.stdout
    assert f"right {ATTACKER}: [2, 6, 1, 2, 6, 3, " in result.stdout


def test_section_6_4_one_label():
    result = run(LOG, 4, DEFENDER)
    assert result.returncode == 0
    assert f"right {DEFENDER}" in result.stdout
    assert ATTACKER not in result.stdout


@pytest.mark.parametrize(("label", "sides", "values"), DICE)
def test_section_15_5_dice(tmp_path, label, sides, values):
    roll = {"label": label, "sides": sides, "values": list(values)}
    result = run(changed_log(tmp_path, lambda dice: dice.update(rolls=[roll])), 4)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"right {label}: " in result.stdout


def test_section_6_4_a_changed_die(tmp_path):
    def change(dice):
        assert dice["rolls"][0]["values"][0] == 2
        dice["rolls"][0]["values"][0] = 6

    path = changed_log(tmp_path, change)
    result = run(path, 4)
    assert result.returncode == 1
    assert f"WRONG {ATTACKER}: [6, 6, 1" in result.stdout
    assert result.stdout.count("WRONG") == 1
    assert run(path, 4, ATTACKER).returncode == 1
    assert run(path, 4, DEFENDER).returncode == 0


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda dice: dice["links"].update(host=CHAINS["host"][2]), "link 1 of host"),
        (lambda dice: dice["links"].pop("allies"), "seed"),
        (lambda dice: dice["links"].update(nobody="0" * 64), "link 1 of nobody"),
        (lambda dice: dice.update(segment=2), "link 2 of axis"),
        (lambda dice: dice.update(seed="0" * 64), "seed"),
        (lambda dice: dice["rolls"][1].update(sides=6), DEFENDER),
        (lambda dice: dice["rolls"][1].update(sides=300), DEFENDER),
        (lambda dice: dice["rolls"].insert(0, dice["rolls"][1]), "each label once"),
    ],
)
def test_section_6_4_anything_else_changed(tmp_path, change, wrong):
    result = run(changed_log(tmp_path, change), 4)
    assert result.returncode == 1
    assert f"WRONG {wrong}" in result.stdout


@pytest.mark.parametrize("arguments", [(LOG,), (LOG, 3), (LOG, 9), (LOG, 4, "no-such-label"), ()])
def test_what_is_not_there_is_no_success(arguments):
    assert run(*arguments).returncode == 1


def test_section_6_4_it_stays_a_page_that_can_be_read():
    code = SCRIPT.read_text("utf-8").split('"""', 2)[2].splitlines()
    assert len([line for line in code if line.strip()]) <= 32
    assert "pbem." not in "\n".join(code)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (LOG,),
        ("no-such-file", 4),
        (SCRIPT.parent, 4),
        (LOG, "x"),
        (LOG, 99),
        (LOG, 0),
        (LOG, 4, "no-such-roll"),
        (SCRIPT, 4),
    ],
)
def test_section_6_4_wrong_words_are_told_how_it_is_used(arguments):
    result = run(*arguments)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "Nothing was checked" in result.stderr
    assert "verify_roll.py game.jsonl LINE" in result.stderr


@pytest.mark.parametrize("line", [b"[]", b"{}", b"[" * 100_000, b"\xff", b'{"signed": 3}'])
def test_section_6_4_a_file_that_is_no_log(tmp_path, line):
    (tmp_path / "game.jsonl").write_bytes(line + b"\n" + line)
    result = run(tmp_path / "game.jsonl", 0)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "a whole log" in result.stderr
