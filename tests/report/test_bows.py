"""Arrows: where they begin and end, how they bend, and that each kind has a line of its own."""

import re
from itertools import permutations

import pytest

from pbem import registry
from pbem.report.board import board_of
from pbem.report.bows import Block, block_of, bow, bows
from pbem.report.drawing import Arrow
from pbem.report.map import WAYS, draw, ground_of
from pbem.report.names import names_of
from pbem.report.templates import source_of
from pbem.report.wording import words_of

FLAT = {"view": {"box": [0, 0, 100, 100], "width": 100, "wraps": False}}
STRAIGHT = ((0, 0), (3200, 0), (6400, 0))
WRITTEN = Block(-500, -300, 500, 300)


def numbers(path):
    return [int(word) for word in re.findall(r"-?\d+", path)]


def test_an_arrow_begins_and_ends_where_nothing_is_written():
    drawn = bow("move", STRAIGHT, (WRITTEN, WRITTEN), 100)
    assert drawn.path == "M600 0Q3200 0 5700 0"
    assert drawn.tip == "M5800 0l-100 40 0-80z"


def test_without_anything_written_it_goes_from_point_to_point():
    assert bow("move", STRAIGHT, (Block(), Block()), 100).path == "M100 0Q3200 0 6200 0"


def test_between_names_that_touch_something_is_drawn_all_the_same():
    near = ((0, 0), (400, 0), (800, 0))
    drawn = bow("attack", near, (WRITTEN, WRITTEN), 100)
    start, _, _, _, base, _ = numbers(drawn.path)
    assert numbers(drawn.tip)[0] - start == 200
    assert base > start
    assert bow("attack", ((5, 5), (5, 5), (5, 5)), (WRITTEN, WRITTEN), 100).path.startswith("M5 5Q")


def test_arrows_of_the_same_way_bend_to_different_sides():
    labels = {"a": (0, 0), "b": (7000, 0)}
    three = [Arrow(start="a", to="b", kind=kind) for kind in ("move", "attack", "air")]
    drawn = list(bows(FLAT, labels, three, {}, 100))
    assert [each.kind for each in drawn] == ["move", "attack", "air"]
    assert [numbers(each.path)[3] for each in drawn] == [969, -970, 1938]


@pytest.fixture(scope="module")
def every_way():
    """The map of the sample with an arrow between any two zones."""
    rules = registry.module("1943-1945").rules
    view = rules.view(rules.start({"start": "sample"}))
    names = names_of(view, words_of("1943-1945", "pbem.games.italy1943"))
    shapes, board = registry.shapes("1943-1945"), board_of(view, names, "")
    ground = ground_of(shapes, board, names)
    places = [area.id for area in ground.areas if area.id]
    arrows = [Arrow(start=a, to=b, kind="move") for a, b in permutations(places, 2)]
    return arrows, draw(ground, shapes, board, arrows, names)


def test_no_arrowhead_lies_beneath_the_name_or_the_pieces_of_its_own_place(every_way):
    arrows, drawing = every_way
    labels = {area.id: area.middle for area in drawing.ground.areas if area.id}
    blocks = {
        spot.id: block_of(area, spot, labels[spot.id], 0)
        for spot in drawing.spots
        for area in drawing.ground.areas
        if area.id == spot.id
    }
    hidden = 0
    for arrow, drawn in zip(arrows, drawing.arrows, strict=True):
        one, other = blocks[arrow.start], blocks[arrow.to]
        if other.covers(labels[arrow.to], numbers(drawn.tip)[:2]):
            hidden += 1
            # only where two names stand side by side; tips are drawn above all names
            across, down = (abs(labels[arrow.start][i] - labels[arrow.to][i]) for i in (0, 1))
            room = 2 * drawing.ground.unit
            assert across < (one.right - one.left + other.right - other.left) // 2 + room, arrow
            assert down < (one.bottom - one.top + other.bottom - other.top) // 2 + room, arrow
    assert hidden < len(arrows) // 25


def test_arrowheads_are_drawn_after_names_and_pieces():
    html = source_of("common/map.html.j2", "") or ""
    assert html.index('class="arrow ') < html.index('href="#name-') < html.index('class="tip"')


def test_every_kind_of_arrow_has_a_line_of_its_own():
    css = source_of("common/map.css.j2", "") or ""
    lines = {kind: css.partition(f".way-{kind} ")[2].partition("\n")[0] for kind in WAYS}
    lines |= {kind: css.partition(f".way-{kind}, ")[2].partition("}")[0] for kind in ("attack",)}
    assert len(set(lines.values())) == len(WAYS), lines
