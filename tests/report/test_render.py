"""Layouts of a whole report: text in 80 columns, one HTML file, JSON, all with the same content."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from pbem.referee.reporting import report_on
from pbem.report.model import Duty, Note, Report
from pbem.report.render import as_html, as_json, as_text
from support.campaign import Campaign, opened
from support.pages import Page, check_outside, check_structure

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
    assert "and tank AL-T1 from 17 Tunis (clause S43-18.7)." in text
    assert "by standing orders of the Axis, rev 3, policy 1: fleet AX-FI" in text
    assert "dice t2/i1/landing:14/intercept/AX-FI: 1 (5\u20136 to hit: no hits)" in text


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
    check_outside(page, as_html(report))
    assert "script" not in dict(page.tags)
    policy = next(a["content"] for t, a in page.tags if "http-equiv" in a)
    assert policy.startswith("default-src 'none'")


@pytest.mark.parametrize("which", ["report", "tricky"])
def test_the_page_has_what_readers_by_ear_need(which, request):
    check_structure(Page(as_html(request.getfixturevalue(which))))


def test_every_clause_named_is_linked_to_its_text(page, report):
    named = {h.clause for t in report.tellings for s in t.scenes for h in s.happenings}
    assert named <= set(report.clauses)
    linked = {a["href"][1:] for t, a in page.tags if a.get("class") == "clause"}
    assert named <= linked


def test_events_are_numbered_through_so_that_each_has_one_number(report):
    (telling,) = report.tellings
    more = replace(telling, asides=telling.scenes[0].happenings)
    html = as_html(replace(report, tellings=(more, telling)))
    sizes = [len(scene.happenings) for scene in telling.scenes] * 2 + [len(more.asides)]
    assert len(sizes) > 3
    starts = re.findall(r'<ol class="events"(?: start="(\d+)")?>', html)
    assert [int(start or 1) for start in starts] == [sum(sizes[:n]) + 1 for n in range(len(sizes))]


def test_arrows_are_told_once(report, page):
    assert report.drawing.told
    for way in report.drawing.told:
        assert page.text.count(way) == 1


def test_the_map_says_where_its_content_stands_in_words(page):
    (map_,) = [attrs for tag, attrs in page.tags if attrs.get("class") == "map" and tag == "svg"]
    assert map_["role"] == "img"
    assert "The position, place by place, says the same in words." in page.text


def test_the_position_has_a_column_for_each_thing_and_explains_its_words(report, page):
    html = as_html(report)
    table = html.partition('<table class="stack">')[2].partition("</table>")[0]
    assert len(re.findall("<th scope=.col.>", table)) == 4
    assert all(row.count("<td") == 3 for row in table.split("<tr>")[2:])
    assert report.board.meanings
    for word, meaning in report.board.meanings:
        assert f"{word} {meaning}" in page.text


def test_every_word_of_a_position_that_is_no_plain_english_is_explained(report):
    explained = dict(report.board.meanings)
    assert {mark for place in report.board.places for mark in place.marks} <= set(explained)
    assert {"engaged", "AL-", "AX-", "naval points", "event tokens"} <= set(explained)


def test_the_outlines_of_the_map_are_drawn_once(report):
    html = as_html(report)
    for area in report.drawing.ground.areas:
        assert html.count(area.path) == 1


def test_hits_are_told_in_words_and_not_by_colour_alone(report, page):
    rolls = [r for t in report.tellings for s in t.scenes for h in s.happenings for r in h.rolls]
    for roll in rolls:
        assert f"{roll.range} to hit: " in page.text
    marked = [a for t, a in page.tags if a.get("class") == "die hit"]
    assert len(marked) == sum(roll.hits for roll in rolls)


def test_the_json_holds_the_same_content(report, page):
    content = json.loads(as_json(report))
    assert content["format"] == "pbem-report-1"
    assert content["line"]["head"] == report.line.head
    assert content["match"]["id"] == report.match.id
    told = [h for t in content["tellings"] for s in t["scenes"] for h in s["happenings"]]
    text = " ".join(as_text(report).split())
    for happening in told:
        assert happening["text"].removesuffix(".") in text
        assert happening["text"] in page.text
        assert all(each["text"] in page.text for each in happening["decided"])
    for place in content["board"]["places"]:
        assert place["name"] in text
        assert place["name"] in page.text
    assert content["arrows"][0] == {"start": "17", "to": "14", "kind": "landing"}
    assert "drawing" not in content


def test_layouts_are_the_same_each_time(report):
    assert as_html(report) == as_html(report)
    assert as_text(report) == as_text(report)
