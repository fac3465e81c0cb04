"""The site as Sphinx builds it: no warnings, an anchor per clause, no link that leads nowhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("furo")


class Page(HTMLParser):
    """The anchors of a page, and where its links lead."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.anchors |= {told["id"]} if "id" in told else set()
        self.links += [told["href"]] if tag == "a" and "href" in told else []


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    doctrees = tmp_path_factory.mktemp("doctrees")
    done = subprocess.run(
        [*words, "-d", doctrees, ROOT / "docs", out], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return out


@pytest.fixture(scope="module")
def pages(site):
    return {
        path.relative_to(site).as_posix(): Page(path)
        for path in site.rglob("*.html")
        if "_static" not in path.parts
    }


def test_every_clause_has_its_anchor_in_both_forms(pages):
    for rules in sorted((ROOT / "docs/rules").glob("*.md")):
        clauses = re.findall(
            r"^(?:\| )?\*\*([A-Z0-9]+-[A-Z]?[\d.]+)\*\*", rules.read_text("utf-8"), re.MULTILINE
        )
        assert len(clauses) > 100
        anchors = pages[f"rules/{rules.stem}.html"].anchors
        for clause in clauses:
            assert re.sub("[^a-z0-9]+", "-", clause.lower()) in anchors
            assert clause in anchors, "the form of the links in reports"


def test_a_clause_that_is_named_elsewhere_is_a_link(pages):
    links = pages["decisions/1943-1945.html"].links
    assert "../rules/1943-1945.html#s43-16-2" in links


def test_every_link_within_the_site_leads_somewhere(site, pages):
    lost = []
    for name, page in pages.items():
        for link in page.links:
            if re.match(r"\w+:", link) or link == "#":
                continue
            file, _, anchor = unquote(link).partition("#")
            target = (site / name).parent / file if file else site / name
            found = pages.get(target.resolve().relative_to(site).as_posix())
            if not target.exists() or (anchor and found and anchor not in found.anchors):
                lost.append(f"{name}: {link}")
    assert lost == []


def test_there_is_a_page_for_everything_that_is_promised(pages):
    wanted = {
        "index", "tutorials/first-turn", "tutorials/player", "tutorials/host",
        "tutorials/auditor", "tutorials/two-players", "commands", "standing-orders",
        "orders-format", "orders/1943-1945", "decisions/1943-1945", "rules/1943-1945",
        "trust-protocol", "case-format", "write-a-game", "architecture", "adr/README",
    }  # fmt: skip
    assert {f"{name}.html" for name in wanted} <= pages.keys()
