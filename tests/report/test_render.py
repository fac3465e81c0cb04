"""Layouts of a whole report: text in 80 columns, one HTML file, JSON, all with the same content."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from pbem.referee.reporting import report_on
from pbem.report.model import Duty, Note, Report
from pbem.report.render import as_html, as_json, as_text
from support.campaign import Campaign, opened

VOID = {"meta", "br", "link", "img", "input", "hr", "col"}
TRICK = "</blockquote><script>alert('x')</script> & \"quotes\"\nsecond line " + "z" * 200


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Report:
    campaign = Campaign().landed()
    return report_on(opened(campaign, tmp_path_factory.mktemp("game")))


@pytest.fixture(scope="module")
def tricky(report) -> Report:
    note = Note(author="The <i>Axis</i>", about="with {{ 7 * 7 }}", text=TRICK)
    duty = Duty(who="axis", text="Axis: <b>answer</b>.", ask="t2/<i2>/orders")
    return replace(report, notes=(note,), duties=(duty,))


class Page(HTMLParser):
    """What a page is made of; fails when its tags do not close in order."""

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
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
    def text(self):
        return " ".join("".join(self.words).split())


@pytest.fixture(scope="module")
def page(report) -> Page:
    return Page(as_html(report))


def test_no_line_of_the_text_is_wider_than_80_columns(report, tricky):
    for each in (report, tricky):
        assert max(map(len, as_text(each).splitlines())) <= 80


def test_no_line_of_the_text_ends_in_blanks(report):
    text = as_text(report)
    assert not re.search(r"[ \t]\n", text)
    assert not re.search(r"\n{4}", text)
    assert text.endswith("\n")


def test_the_text_tells_event_clause_source_and_dice(report):
    text = " ".join(as_text(report).split())
    assert "The Allies declared a landing on 14 Sicily (“Husky”) with fleet AL-FUS" in text
    assert "[S43-18.7]" in text
    assert "by standing orders of the Axis, rev 3, policy 1: use AX-FI" in text
    assert "dice t2/i1/landing:14/intercept/AX-FI: 1 (needs 5: no hits)" in text


def test_head_seed_and_segment_can_be_copied_out_of_the_text(report):
    lines = [line.strip() for line in as_text(report).splitlines()]
    assert report.line.head in lines
    assert all(segment.seed in lines for segment in report.segments)
    assert f"Segment {report.segments[0].number}, line {report.line.number}; seed" in lines


def test_what_players_wrote_never_becomes_markup(tricky):
    html = as_html(tricky)
    assert "<script" not in html
    assert "49" not in html.partition("What was written")[2][:400]
    page = Page(html)
    assert " ".join(TRICK.split()) in page.text
    assert "The <i>Axis</i>, with {{ 7 * 7 }}:" in page.text
    assert "Axis: <b>answer</b>." in page.text


def test_a_note_keeps_its_words_in_the_text_too(tricky):
    text = as_text(tricky)
    assert "  > </blockquote><script>alert('x')</script> & \"quotes\"\n  > second line z" in text


def test_the_page_refers_to_nothing_outside_itself(page, report):
    html = as_html(report)
    assert not page.all("src")
    assert all(href.startswith("#") for href in page.all("href"))
    assert not re.search(r"@import|https?:|url\((?!#)", html)
    assert not {"script", "link", "iframe", "object", "form"} & {tag for tag, _ in page.tags}
    policy = next(a["content"] for t, a in page.tags if "http-equiv" in a)
    assert policy.startswith("default-src 'none'")


def test_every_link_of_the_page_has_its_aim(page):
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in page.all("href")} <= set(ids)


def test_every_clause_named_is_linked_to_its_text(page, report):
    named = {h.clause for t in report.tellings for s in t.scenes for h in s.happenings}
    assert named <= set(report.clauses)
    linked = {a["href"][1:] for t, a in page.tags if a.get("class") == "clause"}
    assert named <= linked


def test_headings_go_down_one_level_at_a_time(page):
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_tables_and_map_can_be_read_by_ear(page):
    heads = [attrs for tag, attrs in page.tags if tag == "th"]
    assert heads
    assert all(attrs.get("scope") in ("row", "col") for attrs in heads)
    (map_,) = [attrs for tag, attrs in page.tags if attrs.get("class") == "map" and tag == "svg"]
    assert map_["role"] == "img"
    assert set(map_["aria-labelledby"].split()) <= set(page.all("id"))
    assert "The table of the position says the same in words." in page.text
    labelled = [a["aria-labelledby"] for t, a in page.tags if t == "section"]
    assert set(labelled) <= set(page.all("id"))


def test_hits_are_told_in_words_and_not_by_colour_alone(report, page):
    rolls = [r for t in report.tellings for s in t.scenes for h in s.happenings for r in h.rolls]
    for roll in rolls:
        assert f"needs {roll.needs}: " in page.text
    marked = [a for t, a in page.tags if a.get("class") == "die hit"]
    assert len(marked) == sum(roll.hits for roll in rolls)


def test_the_language_and_the_width_of_the_page_are_declared(page):
    tags = dict(page.tags)
    assert tags["html"]["lang"] == "en-GB"
    assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}) in (
        page.tags
    )


def test_the_json_holds_the_same_content(report, page):
    content = json.loads(as_json(report))
    assert content["format"] == "pbem-report-1"
    assert content["line"]["head"] == report.line.head
    assert content["match"]["id"] == report.match.id
    told = [h for t in content["tellings"] for s in t["scenes"] for h in s["happenings"]]
    text = " ".join(as_text(report).split())
    for happening in told:
        assert happening["text"] in text
        assert happening["text"] in page.text
        assert all(each["text"] in page.text for each in happening["decided"])
    for place in content["board"]["places"]:
        assert place["name"] in text
        assert place["name"] in page.text
    assert content["arrows"][0] == {"start": "17", "to": "14", "kind": "attack"}
    assert "drawing" not in content


def test_layouts_are_the_same_each_time(report):
    assert as_html(report) == as_html(report)
    assert as_text(report) == as_text(report)
