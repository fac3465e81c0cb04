"""Pages drawn from the program, and the examples on the others."""

import importlib
import json
import re
import sys
from pathlib import Path

import pytest

from pbem import registry

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS / "tools"))
MADE = importlib.import_module("make_pages").pages()
EXAMPLE = re.compile(r"^<!-- seat (\w+) -->\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = EXAMPLE.findall((DOCS / "standing-orders.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MADE, ids=lambda path: "/".join(path.parts[-2:]))
def test_the_page_is_what_make_pages_would_write(path):
    assert path.read_text(encoding="utf-8") == MADE[path], (
        "run `python docs/tools/make_pages.py`: the program or the catalogue has changed"
    )


def test_the_page_of_commands_has_every_group():
    text = MADE[DOCS / "commands.md"]
    for command in ("pbem new", "pbem orders sign", "pbem host-entry default", "pbem audit"):
        assert f"\n## {command}\n" in text


@pytest.mark.parametrize("game", registry.games())
def test_the_page_of_decisions_has_every_decision_of_the_catalogue(game):
    catalogue = (DOCS / f"rules/{game}.md").read_text(encoding="utf-8")
    page = (DOCS / f"decisions/{game}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \*\*(\w+-D\d+)\*\*", catalogue, re.MULTILINE)
    assert rows
    assert re.findall(r"^(\w+-D\d+)\b", page, re.MULTILINE) == rows


@pytest.mark.parametrize("game", registry.games())
def test_the_page_of_orders_has_every_type_with_an_example(game):
    page = (DOCS / f"orders/{game}.md").read_text(encoding="utf-8")
    examples = registry.module(game).rules.examples
    assert examples
    for word in examples:
        assert f"\n## {word}\n" in page
    assert page.count("```json") == len(examples)


@pytest.mark.parametrize(("seat", "example"), EXAMPLES)
def test_the_standing_orders_that_are_shown_are_accepted(seat, example):
    rules = registry.module("1943-1945").rules
    assert list(rules.check_standing(seat, "", json.loads(example)["policies"])) == []


def test_all_examples_of_standing_orders_are_tried():
    text = (DOCS / "standing-orders.md").read_text(encoding="utf-8")
    assert len(EXAMPLES) == text.count("```json") > 0


def test_every_decision_record_is_in_the_list():
    records = [path.name for path in sorted((DOCS / "adr").glob("0*.md"))]
    listed = re.findall(r"\((0\d+-[\w-]+\.md)\)", (DOCS / "adr/README.md").read_text("utf-8"))
    assert records == listed
