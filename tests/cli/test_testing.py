"""`pbem case`: what it prints, and its exit codes (docs/case-format.md)."""

import json
from pathlib import Path

import pytest

from support.people import Person

CASES = Path(__file__).parents[2] / "tests" / "cases" / "1943-1945"
GOOD = CASES / "15.9-tank-and-line.json"


@pytest.fixture
def me(tmp_path):
    return Person(tmp_path / "home", tmp_path)


def wrong(folder):
    """A case of which nothing comes true."""
    case = json.loads(GOOD.read_text("utf-8"))
    case["expect"]["places"]["20"]["allied"] = ["2 cube"]
    path = folder / GOOD.name
    path.write_text(json.dumps(case), "utf-8")
    return path


def test_a_case_that_is_passed(me):
    said = me.pbem("case", GOOD)
    assert said.out.startswith("passed      15.9-tank-and-line: A tank behind")
    assert said.out.endswith("1 passed, 0 not passed.\n")


def test_a_case_that_is_not_passed_is_told_and_ends_with_1(me, tmp_path):
    said = me.pbem("case", wrong(tmp_path), GOOD, code=1)
    assert "NOT PASSED  15.9-tank-and-line" in said.out
    assert '- allied in 20: ["2 cube"] is expected, and it is ["1 cube"]' in said.text
    assert said.out.endswith("1 passed, 1 not passed.\n")


def test_a_folder_stands_for_all_cases_in_it(me, tmp_path):
    (tmp_path / "more").mkdir()
    wrong(tmp_path / "more")
    said = me.pbem("case", tmp_path / "more", GOOD.parent / "15.2-four-base-dice.json", code=1)
    assert said.out.startswith("NOT PASSED  15.9-tank-and-line")
    assert said.out.endswith("1 passed, 1 not passed.\n")


def test_quiet_prints_only_what_is_not_passed(me, tmp_path):
    assert me.pbem("case", "--quiet", GOOD).out == "1 passed, 0 not passed.\n"
    assert "NOT PASSED" in me.pbem("case", "--quiet", wrong(tmp_path), code=1).out


def test_show_prints_what_happened(me):
    said = me.pbem("case", "--show", GOOD)
    assert '"event":"tank_supported"' in said.text
    assert "open asks: t2/i2/orders" in said.text


def test_show_prints_refusals_and_results(me):
    said = me.pbem("case", "--show", CASES / "9.2-a-plane-blocks.json")
    assert 'refused {"ask":"t2/i1/orders"' in said.text
    said = me.pbem("case", "--show", CASES / "27.2-all-stars.json")
    assert 'result: {"clause":"S43-27.2","winner":"allied"}' in said.text
    assert "open asks: none" in said.text


def test_a_file_that_is_no_case_is_not_passed(me, tmp_path):
    path = tmp_path / "x.json"
    path.write_text('{"case": "x"}', "utf-8")
    said = me.pbem("case", path, code=1)
    assert f"NOT PASSED {path}" in said.text
    assert "J09" in said.text


def test_a_file_that_is_not_there_and_a_folder_without_cases(me, tmp_path):
    assert "There is no file" in me.pbem("case", tmp_path / "none.json", code=3).err
    assert "There is no case in the folder" in me.pbem("case", tmp_path, code=3).text
