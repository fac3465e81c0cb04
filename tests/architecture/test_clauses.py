"""One clause, one test at least: the catalogue and the tests can not drift apart."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = {"italy1943": ("S43", ROOT / "docs/rules/1943-1945.md")}


def clauses(catalogue, prefix):
    """Ids of the clauses of a catalogue, and those that say `Test: none`."""
    text = catalogue.read_text(encoding="utf-8")
    heads = list(re.finditer(rf"\*\*{prefix}-([0-9]+\.[0-9]+|[DO][0-9]+)\*\*", text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    bodies = {head[1]: text[head.end() : end] for head, end in zip(heads, ends, strict=True)}
    return set(bodies), {clause for clause, body in bodies.items() if "`Test: none`" in body}


def named_by_tests(folder, prefix):
    """Ids named by the tests of a game."""
    names = "\n".join(
        name
        for path in sorted(folder.glob("test_*.py"))
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    )
    found = re.findall(
        rf"{prefix.lower()}_((?:[0-9]+_[0-9]+|[do][0-9]+))(?=_|$)", names, re.MULTILINE
    )
    return {name.replace("_", ".").upper() for name in found}


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_clause_has_a_test(game):
    prefix, catalogue = CATALOGUES[game]
    ids, exempt = clauses(catalogue, prefix)
    missing = ids - exempt - named_by_tests(ROOT / "tests/games" / game, prefix)
    assert sorted(missing, key=natural) == []


def headings(catalogue):
    """Numbers of the catalogue's subsections, which code and tests may name as well."""
    return set(re.findall(r"^### ([0-9]+\.[0-9]+) ", catalogue.read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_clause_that_a_test_names_exists(game):
    prefix, catalogue = CATALOGUES[game]
    ids, _ = clauses(catalogue, prefix)
    known = ids | headings(catalogue)
    assert named_by_tests(ROOT / "tests/games" / game, prefix) - known == set()


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_clause_that_code_names_exists(game):
    prefix, catalogue = CATALOGUES[game]
    ids, _ = clauses(catalogue, prefix)
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "pbem/games" / game).glob("*.py"))
    )
    named = set(re.findall(rf"{prefix}-([0-9]+\.[0-9]+|[DO][0-9]+)", code))
    assert named - ids - headings(catalogue) == set()


def test_the_catalogue_is_read():
    ids, exempt = clauses(*reversed(CATALOGUES["italy1943"]))
    assert len(ids) > 320
    assert "1.11" in exempt
    assert {"D45", "O22", "15.6"} <= ids


def natural(clause):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", clause)]
