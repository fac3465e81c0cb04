"""The page of a whole game: all of it, leaf by leaf, readable with and without its script."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

import pytest

from pbem.history import compose
from pbem.history.log import Log
from pbem.referee.chronicling import chronicle_of, write_chronicle
from pbem.referee.open_game import OpenGame
from pbem.referee.reporting import report_on
from pbem.report.model import Note
from pbem.report.render import as_html, chronicle_as_html
from support.campaign import STANDING, Campaign, opened
from support.hosting import ATTACK, Match
from support.pages import Page, check_outside, check_structure
from support.people import person

HIDDEN = r'<span aria-hidden="true">[^<]*</span>'
ASKING = [policy for policy in STANDING if policy["decision"] != "losses"]
ASKING.append({"decision": "losses", "value": "ask"})


@pytest.fixture(scope="module")
def paused():
    return Campaign().landed(ASKING)


@pytest.fixture(scope="module")
def chronicle(paused):
    return chronicle_of(opened(paused, "nowhere"))


@pytest.fixture(scope="module")
def html(chronicle):
    return chronicle_as_html(chronicle)


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_every_line_that_opened_asks_is_a_leaf(chronicle, paused):
    assert [leaf.line.number for leaf in chronicle.leaves] == [0, 2, 4, 6, 8, 11]
    assert [leaf.line.kind for leaf in chronicle.leaves] == ["genesis"] + ["resolve"] * 5
    assert chronicle.line.number == 11
    assert chronicle.line.head == paused.log.head


def test_a_leaf_is_named_by_the_step_it_tells(chronicle):
    named = [(leaf.group, leaf.title) for leaf in chronicle.leaves]
    assert named[0] == ("", "The game begins")
    assert named[1] == ("Turn 2, Summer 1943", "before the first dice")
    assert named[-1] == ("Turn 2, Summer 1943", "impulse 1, Allied")


def test_a_leaf_shows_position_and_map_after_what_it_tells(chronicle, paused):
    for leaf in chronicle.leaves:
        alone = report_on(opened(paused, "nowhere"), leaf.line.number)
        assert leaf.board.places == alone.board.places
        assert leaf.drawing == alone.drawing
        if leaf.telling is not None:
            assert leaf.telling.scenes == alone.tellings[-1].scenes
        assert leaf.notes == alone.notes


def test_a_step_that_was_interrupted_goes_on_on_the_next_leaf():
    campaign = Campaign().landed(ASKING)
    campaign.answer("axis", [{"do": "answer", "decision": "losses", "value": ["cube"]}])
    leaves = chronicle_of(opened(campaign, "nowhere")).leaves
    assert leaves[-1].title == "impulse 1, Allied, continued"
    (one, two) = (leaf.telling for leaf in leaves[-2:])
    assert one.line == 11
    assert two.line == 13
    assert {h.text for s in one.scenes for h in s.happenings}.isdisjoint(
        h.text for s in two.scenes for h in s.happenings
    )


def test_a_player_reads_why_a_leaf_can_not_be_told_yet(paused):
    leaves = chronicle_of(opened(paused, "nowhere", held=False)).leaves
    assert "only the host knows them" in leaves[-1].telling.untold
    assert "can not be shown before it can be told" in leaves[-1].board.when
    assert leaves[-1].board.places == leaves[-2].board.places


def test_luck_is_that_of_the_whole_game(chronicle, paused):
    assert chronicle.luck == report_on(opened(paused, "nowhere")).luck_so_far
    assert "Luck in the whole game" in chronicle_as_html(chronicle)


def test_the_end_of_a_game_is_the_last_leaf():
    match = Match("probe")
    match.take(match.orders("blue"))
    match.resolve()
    match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over)))
    chronicle = chronicle_of(opened(match, "nowhere"))
    assert chronicle.result == "The game is over: won by Blue."
    assert chronicle.leaves[-1].title == "The log is closed"
    assert chronicle.duties == ()
    assert "Nothing is left to be done." in chronicle_as_html(chronicle)


def test_a_game_without_view_or_map_can_be_leafed_through_too():
    match = Match("assault", "quiet")
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    chronicle = chronicle_of(opened(match, "nowhere"))
    assert chronicle.leaves[-1].drawing is None
    check_structure(Page(chronicle_as_html(chronicle)))


def test_without_the_rules_leaves_show_why_nothing_is_told(paused):
    game = OpenGame(opened(paused, "nowhere").folder, Log(lambda module: None))
    for line in paused.lines:
        game.take(line)
    chronicle = chronicle_of(game)
    assert "not installed" in chronicle.leaves[-1].telling.untold
    assert "line-11" in chronicle_as_html(chronicle)


# the page


def test_the_page_refers_to_nothing_outside_itself(page, html):
    check_outside(page, html)


def test_the_page_has_what_readers_by_ear_need(page):
    check_structure(page)


def test_the_only_script_is_allowed_by_its_hash(html, page):
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = next(a["content"] for t, a in page.tags if "http-equiv" in a)
    assert policy == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    )
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]


def test_without_the_script_every_leaf_is_there_with_links_to_its_neighbours(page, chronicle):
    leaves = [a["id"] for t, a in page.tags if "leaf" in a.get("class", "").split()]
    assert leaves == [f"line-{leaf.line.number}" for leaf in chronicle.leaves]
    following = [a["href"] for t, a in page.tags if a.get("rel") == "next"]
    before = [a["href"] for t, a in page.tags if a.get("rel") == "prev"]
    assert following == [f"#{leaf}" for leaf in leaves[1:]]
    assert before == [f"#{leaf}" for leaf in leaves[:-1]]
    on_screen = re.sub(r"@media print \{.*?\n\}", "", chronicle_as_html(chronicle), flags=re.DOTALL)
    hidden = re.findall(r"([^{}\n]*)\{ display: none; \}", on_screen)
    assert all(".leafing" in rule or "nav" in rule or ".keys" in rule for rule in hidden), hidden


def test_all_leaves_are_printed_each_map_once(html, chronicle):
    """With the script one leaf is shown at a time, on the screen only."""
    for line in html.splitlines():
        if ".leaf:not(.shown)" in line:
            assert line.startswith("@media screen {"), line
    (sheet,) = re.findall(r"@media print \{\n  \.turn.*?\n\}", html, re.DOTALL)
    assert ".still figure" in sheet
    drawings = [leaf.drawing for leaf in chronicle.leaves]
    still = sum(after == before for before, after in pairwise(drawings))
    assert still > 0
    assert html.count('class="leaf still"') == still


def test_the_arrows_of_the_links_are_not_read_out(html):
    turns = re.findall(r'<div class="turn">.*?</div>', html, re.DOTALL)
    assert turns
    assert not [turn for turn in turns if re.search("[←→]", re.sub(HIDDEN, "", turn))]


def test_the_list_of_steps_leads_to_every_leaf(page, html, chronicle):
    steps = html.partition('<nav class="steps"')[2].partition("</nav>")[0]
    links = re.findall(r'href="#line-(\d+)"', steps)
    assert links == [str(leaf.line.number) for leaf in chronicle.leaves]
    assert steps.count("Turn 2, Summer 1943") == 1


def test_outlines_are_drawn_once_for_all_leaves(html, chronicle):
    for area in chronicle.leaves[0].drawing.ground.areas:
        assert html.count(area.path) == 1
    alone = len(as_html(report_on(opened(Campaign(), "nowhere"))))
    assert len(html) < alone + 25_000 * len(chronicle.leaves)


def test_what_players_wrote_never_becomes_markup(chronicle):
    note = Note(author="<i>", about="{{ 7 * 7 }}", text="</section><script>alert(1)</script>")
    leaf = replace(chronicle.leaves[0], notes=(note,))
    html = chronicle_as_html(replace(chronicle, leaves=(leaf,)))
    assert html.count("<script") == 1
    assert "&lt;script&gt;alert(1)" in html


def test_the_page_lies_among_the_reports(paused, chronicle, tmp_path):
    game = opened(paused, tmp_path)
    game.folder.create()
    assert write_chronicle(game, chronicle, None) == tmp_path / "reports/whole-game.html"
    elsewhere = write_chronicle(game, chronicle, tmp_path)
    assert elsewhere.read_text("utf-8") == chronicle_as_html(chronicle)


def test_the_command_writes_the_page_and_names_it(paused, tmp_path):
    reader = person(tmp_path, "reader")
    (tmp_path / "game").mkdir()
    (tmp_path / "game/game.jsonl").write_bytes(b"".join(line + b"\n" for line in paused.lines))
    said = reader.pbem("report", "--game", "--in", tmp_path / "game", "--output", tmp_path)
    assert "whole-game.html" in said.text
    assert '<h1 id="title">The whole game</h1>' in (tmp_path / "whole-game.html").read_text("utf-8")


@pytest.mark.parametrize("more", ["11", "--text"])
def test_the_command_says_that_a_whole_game_has_no_line_and_no_text(tmp_path, more):
    said = person(tmp_path, "reader").pbem("report", "--game", more, code=2)
    assert "leave out --text and LINE" in said.text
