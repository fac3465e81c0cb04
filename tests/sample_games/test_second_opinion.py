"""The auditor in JavaScript, written from the protocol alone, agrees with ours.

It replays no rules, so of the changes of section 15.10 it must find those that need no replay.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.canon.canonical import sha
from pbem.history import compose
from pbem.trust.envelope import document_digest
from support.hosting import ATTACK, Match, Signed, key, relink, resign, signed_of
from support.tampering import CASES
from support.vectors import LOG

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "sample_games").glob("*/*/game.jsonl"))
NODE = shutil.which("node")
REPLAY = {"R01", "R04", "R05"}

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not on this machine")


def opinion(path: Path) -> tuple[int, str]:
    """The exit code and the words of the auditor in JavaScript."""
    done = subprocess.run(
        [str(NODE), ROOT / "docs/audit.mjs", path], check=False, capture_output=True, text=True
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def found(lines: Sequence[bytes], folder: Path) -> str:
    """The line and code of what it finds in some lines, "" for nothing."""
    file = folder / "game.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    status, words = opinion(file)
    fault = re.match(r"line (\d+): ([A-Z]\d\d) [^\n]+\n$", words)
    assert (status, bool(fault)) in ((0, False), (1, True)), words
    return f"{fault[1]} {fault[2]}" if fault else ""


@pytest.mark.parametrize("log", [LOG, *SAMPLES], ids=lambda path: path.parent.name)
def test_it_finds_nothing_in_a_good_game_and_the_same_head(log: Path) -> None:
    status, words = opinion(log)
    assert status == 0, words
    assert f"head {sha(log.read_bytes().splitlines()[-1])}\n" in words
    assert f"in {len(log.read_bytes().splitlines())} lines" in words


@pytest.mark.parametrize("case", [name for name in CASES if CASES[name][0] not in REPLAY])
def test_section_15_10_without_replay(case: str, tmp_path: Path) -> None:
    code, lines = CASES[case]
    assert found(lines(), tmp_path).endswith(code)


@pytest.mark.parametrize("log", SAMPLES, ids=lambda path: path.parent.name)
def test_a_changed_digit_in_any_line_of_a_sample_is_found_in_that_line(
    log: Path, tmp_path: Path
) -> None:
    good = log.read_bytes().splitlines()
    for place in sorted({0, len(good) // 3, len(good) // 2, len(good) - 1}):
        at = good[place].index(b'"game":"') + 10
        digit = b"y" if good[place][at : at + 1] == b"x" else b"x"
        bad = good[place][:at] + digit + good[place][at + 1 :]
        assert found([*good[:place], bad, *good[place + 1 :]], tmp_path) == f"{place} S05"


@pytest.mark.parametrize("log", SAMPLES, ids=lambda path: path.parent.name)
def test_a_log_cut_within_a_line_is_found(log: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(log.read_bytes()[:-1])
    assert opinion(file)[1].startswith(f"line {len(log.read_bytes().splitlines()) - 1}: L01 ")


def held_game() -> Match:
    """Held orders, a key change, a release that comes and one by the lock."""
    match = Match("assault", "assault", policy="all")
    match.take(match.rekey("red", signers=[key("red", "new")], key=key("red", "new").public))
    match.keys["red"] = key("red", "new")
    match.take(match.standing("red"), held=True)
    match.take(match.orders("blue", ATTACK), held=True)
    match.lock()
    match.take(match.release("red"))
    match.resolve()
    return match


def test_it_follows_a_new_key_and_opens_held_documents(tmp_path: Path) -> None:
    assert found(held_game().lines, tmp_path) == ""


def test_code_s04_it_knows_that_the_old_key_is_gone(tmp_path: Path) -> None:
    match = held_game()

    def under_the_old_key(signed: Signed) -> None:
        signed["doc"] = resign(signed["doc"], key("red"))

    assert found(match.forge(5, under_the_old_key), tmp_path) == "5 S04"


def test_code_l12_it_knows_that_an_opened_document_is_another_one(tmp_path: Path) -> None:
    match = held_game()

    def exchange(signed: Signed) -> None:
        signed["opened"][0] = resign(signed["opened"][0], match.keys["blue"], note="Later thought.")

    assert found(match.forge(6, exchange), tmp_path) == "6 L12"


def test_code_s07_it_refuses_a_key_under_which_one_signature_fits_everything(
    tmp_path: Path,
) -> None:
    match, weak = Match("assault"), "01" + "00" * 31

    def weaken(signed: Signed) -> None:
        join = dict(signed["joins"][0]["signed"], key=weak)
        signature: Signed = {"key": weak, "sig": "01" + "00" * 63}
        signed["joins"][0] = {"signatures": [signature], "signed": join}

    assert found(match.forge(0, weaken), tmp_path) == "0 S07"


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(NODE), ROOT / "docs/audit.mjs", tmp_path / "none"], check=False, capture_output=True
    )
    assert (done.returncode, b"cannot be read" in done.stderr) == (2, True)


def test_code_r06_it_knows_who_has_won_by_a_concession(tmp_path: Path) -> None:
    match = Match("probe")
    match.take(match.concede("blue"))
    match.add(compose.end(match.log, match.time(), "concession", {"winner": "red"}))
    assert found(match.lines, tmp_path) == ""

    def turn(signed: Signed) -> None:
        signed["result"] = {"winner": "blue"}

    assert found(match.forge(2, turn), tmp_path) == "2 R06"


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("refused_first", [False, True])
def test_code_d08_it_knows_that_a_refusal_is_final(
    held: bool, refused_first: bool, tmp_path: Path
) -> None:
    match = Match("probe")
    orders = match.orders("blue")
    digest = document_digest(orders)
    refusal = compose.refuse(match.log, match.time(), digest, "D12", "No.", "blue")
    match.take(orders, held=held)
    taken = signed_of(match.lines[1])
    pair = [refusal, taken] if refused_first else [taken, refusal]
    for place, signed in enumerate(pair, 1):
        signed |= {"seq": place, "time": taken["time"]}
    lines = relink(match.lines[:1], pair, match.keys["host"])
    assert (found(lines, tmp_path), match.code(lines)) == ("2 D08", "D08")
