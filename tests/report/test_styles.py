"""Every rule of a style sheet has something on a page that it is for."""

import re
from pathlib import Path

import pytest

from pbem.report.map import WAYS

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
SHEETS = sorted([*TEMPLATES.rglob("*.css"), *TEMPLATES.rglob("*.css.j2")])
PAGES = "".join(
    path.read_text("utf-8")
    for path in (
        *sorted([*TEMPLATES.rglob("*.html.j2"), *TEMPLATES.rglob("*.js")]),
        ROOT / "pbem/report/templates.py",
    )
)
DATA = {*WAYS, "land", "sea", "background", "star"}
"""What data put into a class: kinds of arrows and of areas (`shapes.json`), printed symbols."""


def simple_selectors(sheet):
    """The names, `.class`, `#id` and `[attribute]` of a style sheet, without templates' code."""
    text = re.sub(r"/\*.*?\*/|\{#.*?#\}|\{%.*?%\}", "", sheet, flags=re.DOTALL)
    text = re.sub(r"\{\{.*?\}\}", "", text)
    text = re.sub(r"@keyframes .*", "", text)
    found = set()
    for selector in re.findall(r"([^{}]+)\{", text):
        if not selector.strip().startswith("@"):
            bare = re.sub(r"::?[a-z-]+(?=[^a-z-]|$)", " ", selector)
            found |= set(re.findall(r"[.#]?[a-z][\w-]*|\[[a-z-]+", re.sub(r'"[^"]*"', "", bare)))
    return found


def classes(pages):
    """Every class of the templates; what code puts there counts if it stands in quotes."""
    found = set(re.findall(r'classList\.\w+\("(\w+)"', pages))
    for value in re.findall(r'class="((?:\{\{.*?\}\}|[^"{])*)"', pages):
        code = " ".join(re.findall(r"\{\{(.*?)\}\}", value))
        found |= set(re.findall(r"[\w-]+", re.sub(r"\{\{.*?\}\}", "", value)))
        found |= {word for text in re.findall(r'"([^"]*)"', code) for word in text.split()}
    return found


def is_used(selector, pages):
    if selector.startswith("."):
        name, known = selector[1:], classes(pages)
        begun = {word for word in known if word.endswith("-")}
        return name in known | DATA or any(
            name.startswith(word) and name.removeprefix(word) in DATA for word in begun
        )
    if selector.startswith("#"):
        return f'id="{selector[1:]}' in pages
    if selector.startswith("["):
        return bool(re.search(rf"[\s\"]{selector[1:]}[=\"]", pages))
    headings = re.fullmatch("h[34]", selector) and "<h{{ level }}>" in pages
    return selector == "root" or f"<{selector}" in pages or bool(headings)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_no_style_is_for_nothing(sheet):
    selectors = simple_selectors(sheet.read_text("utf-8"))
    assert len(selectors) > 5
    assert [each for each in sorted(selectors) if not is_used(each, PAGES)] == []


def test_a_style_for_nothing_would_be_found():
    rules = ".tag, h4 { } .call aside { } [data-none] { } #none { } .way-by-foot { } .way-air { }"
    unused = {each for each in simple_selectors(rules) if not is_used(each, PAGES)}
    assert unused == {".tag", "aside", "[data-none", "#none", ".way-by-foot"}


def test_on_paper_nothing_is_parted_that_belongs_together():
    sheet = (TEMPLATES / "common/report.css").read_text("utf-8")
    paper = sheet.partition("@media print {")[2]
    assert "h2, h3, h4 { break-after: avoid; }" in sheet
    assert not re.search(r"columns: \d", paper)
    assert "li, tr, figure, blockquote { break-inside: avoid; }" in paper
    # a long list of what is possible would leave half a page empty before it
    assert ".call li:has(details) { break-inside: auto; }" in paper


def test_no_property_is_named_and_never_used():
    text = "".join(path.read_text("utf-8") for path in SHEETS)
    named = set(re.findall(r"--([a-z-]+):", text))
    assert {name for name in named if not re.search(rf"var\(--{name}[,)]", text)} == set()
