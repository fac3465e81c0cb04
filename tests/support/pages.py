"""What an HTML page is made of, for tests."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "br", "link", "img", "input", "hr", "col"}


class Page(HTMLParser):
    """What a page is made of; fails when its tags do not close in order."""

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict]] = []
        self.words: list[str] = []
        self.outside_main: list[tuple[str, dict]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if "main" not in self.open:
            self.outside_main.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.words.append(data)

    def all(self, name):
        return [attrs[name] for _, attrs in self.tags if name in attrs]

    @property
    def landmarks(self):
        return [(tag, attrs) for tag, attrs in self.tags if tag in ("nav", "main", "section")]

    @property
    def text(self):
        return " ".join("".join(self.words).split())


def check_structure(page):
    """What holds for every page, whoever reads it: by ear, by keyboard, in a narrow window."""
    tags = dict(page.tags)
    assert tags["html"]["lang"] == "en-GB"
    viewport = {"name": "viewport", "content": "width=device-width, initial-scale=1"}
    assert ("meta", viewport) in page.tags
    check_beginning(page)
    check_ids(page)
    check_headings(page)
    check_landmarks(page)
    check_tables(page)
    check_pictures(page)


def check_beginning(page):
    """The body begins with the title: what only the map needs stands behind all that is read."""
    tags = [tag for tag, _ in page.tags]
    assert "svg" not in tags[: tags.index("h1")]
    shared = [at for at, (_, attrs) in enumerate(page.tags) if attrs.get("class") == "map shared"]
    assert not [at for at in shared if {"h2", "p", "section"} & set(tags[at:])]


def check_ids(page):
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in page.all("href")} <= set(ids)
    for named in page.all("aria-labelledby"):
        assert set(named.split()) <= set(ids)


def check_headings(page):
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def check_landmarks(page):
    """Each has a name, and every part with a heading of its own lies in the main one."""
    tags = [tag for tag, _ in page.tags]
    assert [tag for tag in tags if tag in ("header", "main")] == ["header", "main"]
    assert tags.index("main") < tags.index("h2")
    assert all({"aria-label", "aria-labelledby"} & attrs.keys() for _, attrs in page.landmarks)
    assert not [attrs for tag, attrs in page.outside_main if tag in ("section", "h2")]


def check_tables(page):
    for tag, attrs in page.tags:
        if tag == "th":
            assert attrs.get("scope") in ("row", "col")


def check_pictures(page):
    """Every picture has a name, or is hidden from who can not see it."""
    for tag, attrs in page.tags:
        if tag == "svg" and attrs.get("aria-hidden") != "true":
            assert attrs["role"] == "img"
            assert attrs["aria-labelledby"]


def check_outside(page, html):
    """A page refers to nothing outside itself."""
    assert not page.all("src")
    assert all(href.startswith("#") for href in page.all("href"))
    assert not re.search(r"@import|https?:|url\((?!#)", html)
    assert not {"link", "iframe", "object", "form", "img"} & {tag for tag, _ in page.tags}
