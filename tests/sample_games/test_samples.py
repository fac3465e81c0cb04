"""Sample games are tests: dropping a folder into `sample_games/` makes it one."""

import io
import json
import runpy
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pbem.referee.auditing import audit_path
from pbem.referee.open_game import open_game
from pbem.referee.reporting import report_on
from pbem.report.render import as_text

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(path.parent for path in (ROOT / "sample_games").glob("*/*/game.jsonl"))
VERIFIER = ROOT / "docs/verify_roll.py"


def lines(sample):
    return (sample / "game.jsonl").read_bytes().splitlines()


def shortest():
    """The sample that is played in the least time by one process a command."""
    return min(SAMPLES, key=lambda sample: len(lines(sample)))


def rolled(sample):
    """The numbers of the lines with dice, before any chain was replaced: the script goes so far."""
    found = []
    for number, line in enumerate(lines(sample)):
        signed = json.loads(line)["signed"]
        if "dice" in signed:
            found.append(number)
        if signed.get("doc", {}).get("signed", {}).get("type") == "rekey":
            break
    return found


def test_its_audit_is_good_and_complete(sample):
    audited = audit_path(sample / "game.jsonl")
    result, notices = audited.audit, audited.notices
    assert (result.finding, result.complete, notices) == (None, True, [])


def test_the_same_history_comes_out_again_from_the_signed_files(sample, again):
    assert again.lines == lines(sample)


def test_the_same_text_reports_come_out_again(sample, again):
    kept = {file.name: file.read_text("utf-8") for file in (sample / "reports").iterdir()}
    assert list(again.reports) == sorted(kept, key=lambda name: name.rpartition("-")[2])
    for name, text in kept.items():
        assert again.reports[name] == text, name


def test_who_looks_back_at_the_end_sees_what_was_reported(sample):
    """The log is read to its end without a pause; a report on an earlier line is the same."""
    game = open_game(sample)
    kept = sorted((sample / "reports").iterdir())
    for file in kept[:: max(1, len(kept) // 6)]:
        line = int(file.stem.rpartition("-")[2])
        assert as_text(report_on(game, line)) == file.read_text("utf-8"), file.name


def test_the_same_page_of_the_whole_game_comes_out_again(sample, again):
    kept = (sample / "game.html").read_text("utf-8")
    assert again.page == kept, "the page differs"


def test_everything_that_was_mailed_was_taken_in(sample):
    moves = (sample / "moves.txt").read_text("utf-8")
    mailed = sorted(f"orders/{file.name}" for file in (sample / "orders").iterdir())
    assert [file for file in mailed if file not in moves] == []


def test_the_program_plays_a_sample_again_command_by_command(tmp_path, monkeypatch, capsys):
    sample, out = shortest(), tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["play.py", str(sample), str(out)])
    runpy.run_path(str(ROOT / "sample_games/play.py"), run_name="__main__")
    assert "byte for byte" in capsys.readouterr().out
    reports = sorted((out / "game/reports").iterdir())
    assert {report.suffix for report in reports} == {".html", ".txt", ".json"}


def test_the_stand_alone_verifier_agrees_with_every_roll(sample, monkeypatch):
    assert rolled(sample)
    for number in rolled(sample):
        told = io.StringIO()
        monkeypatch.setattr(sys, "argv", [str(VERIFIER), str(sample / "game.jsonl"), str(number)])
        with pytest.raises(SystemExit) as done, redirect_stdout(told):
            runpy.run_path(str(VERIFIER), run_name="__main__")
        assert not done.value.code, told.getvalue()


def test_the_stand_alone_verifier_finds_a_changed_die(sample, tmp_path):
    changed = tmp_path / "game.jsonl"
    kept, number = lines(sample), rolled(sample)[0]
    entry = json.loads(kept[number])
    values = entry["signed"]["dice"]["rolls"][0]["values"]
    values[0] = values[0] % 6 + 1
    kept[number] = json.dumps(entry).encode()
    changed.write_bytes(b"\n".join(kept) + b"\n")
    done = subprocess.run(
        [sys.executable, "-I", VERIFIER, changed, str(number)], check=False, capture_output=True
    )
    assert done.returncode == 1
