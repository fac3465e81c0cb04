"""Every case of the conformance suite, and what a set of cases must be (docs/case-format.md)."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.canon.codes import Refused
from pbem.referee.schemas import files
from pbem.testing.case_forms import FORM, case_schema, read_case
from pbem.testing.cases import run_file

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
GAMES = {"1943-1945": "S43"}
FILES = sorted(HERE.glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path):
    verdict = run_file(path)
    assert verdict.passed, "\n".join([verdict.title, *verdict.differences])


@cache
def catalogue(game):
    """The clauses of a game by id, each with its text."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    heads = list(re.finditer(rf"\*\*({GAMES[game]}-(?:[0-9]+\.[0-9]+|[DO][0-9]+))\*\*", text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {head[1]: text[head.end() : end] for head, end in zip(heads, ends, strict=True)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_names_clauses_that_exist_the_first_one_in_its_name(path):
    case = read_case(path.read_bytes())
    assert case.game == path.parent.name
    assert set(case.clauses) <= set(catalogue(case.game))
    number = case.clauses[0].partition("-")[2]
    assert path.stem.startswith(f"{number}-")


def checks(game):
    """The clauses with a `Check:`."""
    return {clause for clause, text in catalogue(game).items() if "`Check:`" in text}


def named_by_cases(game):
    return {
        clause
        for path in FILES
        if path.parent.name == game
        for clause in read_case(path.read_bytes()).clauses
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_check_is_a_case_or_says_why_not(game):
    """The exemptions are kept in `no-case.md` beside the cases, one line for each."""
    text = (HERE / game / "no-case.md").read_text("utf-8")
    exempt = dict(re.findall(rf"^\* ({GAMES[game]}-\S+): (\S.*)$", text, re.MULTILINE))
    cases = named_by_cases(game)
    assert sorted(checks(game) - cases - set(exempt), key=natural) == []
    assert sorted(set(exempt) - checks(game) | set(exempt) & cases, key=natural) == []


def natural(clause):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", clause)]


# ------------------------------------------------------------------ form and schema


def test_the_schema_file_is_that_of_the_form():
    kept = (ROOT / "schemas" / "common" / "case.schema.json").read_text("utf-8")
    assert kept == files()["common/case.schema.json"]
    Draft202012Validator.check_schema(json.loads(kept))


def test_form_and_schema_take_every_case():
    schema = Draft202012Validator(case_schema())
    for path in FILES:
        case = json.loads(path.read_text("utf-8"))
        assert list(FORM.faults(case)) == []
        assert list(schema.iter_errors(case)) == []


SMALLEST = {
    "case": "1.1-x",
    "title": "A case",
    "game": "1943-1945",
    "clauses": ["S43-1.1"],
    "expect": {},
}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"clauses": []}, "'clauses' should be a list of 1 to 20 items, not of 0"),
        ({"clauses": ["15.4"]}, 'not "15.4"'),
        ({"order": {}}, "did you mean 'orders'?"),
        ({"dice": {"t2/i1/x": [0]}}, "should be a whole number from 1 to 256, not 0"),
        ({"patch": {"step": "i1"}}, "'step' is not a JSON pointer such as /tokens/axis"),
        ({"expect": {"event": []}}, "did you mean 'events'"),
        ({"expect": {"refusals": [{"at": "/orders/0"}]}}, "'code' is missing"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_mistake_in_a_case_is_told_in_a_sentence(change, sentence):
    content = SMALLEST | change
    assert not Draft202012Validator(case_schema()).is_valid(content)
    with pytest.raises(Refused) as caught:
        read_case(json.dumps(content).encode())
    assert caught.value.code == "J09"
    assert sentence in caught.value.reason
