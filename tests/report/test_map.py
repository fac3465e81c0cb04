"""The map: geometry made from outlines, the same for every game."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from pbem import registry
from pbem.report.board import board_of
from pbem.report.drawing import Arrow, numbered_faces
from pbem.report.map import draw, ground_of
from pbem.report.names import names_of
from pbem.report.outlines import line, outline, shared
from pbem.report.templates import source_of
from pbem.report.wording import words_of

LEFT = [[[[0, 0], [10, 0], [10, 10], [0, 10]]]]
RIGHT = [[[[10, 0], [20, 0], [20, 10], [10, 10]]]]
HOLE = [[[[0, 0], [9, 0], [9, 9]], [[2, 1], [3, 1], [3, 2]]]]


@pytest.fixture(scope="module")
def view():
    rules = registry.module("1943-1945").rules
    return rules.view(rules.start({"start": "sample"}))


@pytest.fixture(scope="module")
def names(view):
    return names_of(view, words_of("1943-1945", "pbem.games.italy1943"))


@pytest.fixture(scope="module")
def drawing(view, names):
    arrows = [
        Arrow(start="17", to="14", kind="attack"),
        Arrow(start="17", to="14", kind="air"),
        Arrow(start="17", to="14", kind="attack"),
        Arrow(start="afloat", to="14", kind="move"),
        Arrow(start="14", to="13", kind="retreat"),
    ]
    return mapped(registry.shapes("1943-1945"), board_of(view, names, ""), arrows, names)


def mapped(shapes, board, arrows, names):
    return draw(ground_of(shapes, board, names), shapes, board, arrows, names)


def area(drawing, word):
    (found,) = [each for each in drawing.ground.areas if each.id == word]
    return found


def spot(drawing, word):
    (found,) = [each for each in drawing.spots if each.id == word]
    return found


def looks(drawing, word):
    return [(chip.face.text, chip.face.used) for chip in spot(drawing, word).chips]


def test_an_outline_is_closed_and_keeps_its_holes():
    assert outline(LEFT) == "M0 0l10 0 0 10-10 0z"
    assert outline(HOLE) == "M0 0l9 0 0 9zM2 1l1 0 0 1z"


def test_a_line_stays_open():
    assert line([[1, 2], [3, 1]]) == "M1 2l2-1"


def test_neighbours_share_the_line_between_them():
    assert list(shared(LEFT, RIGHT)) == ["M10 0l0 10"]
    assert list(shared(LEFT, [[[[50, 50], [60, 50], [60, 60]]]])) == []


def test_every_place_of_the_view_that_has_an_outline_is_drawn(drawing, view):
    places = {place["id"] for place in view["places"]}
    assert {area.id for area in drawing.ground.areas if area.id} == places
    assert {spot.id for spot in drawing.spots} == places
    for each in drawing.ground.areas:
        assert each.path.startswith("M")
        assert each.path.endswith("z")


def test_control_is_shown_by_owner(drawing):
    assert drawing.ground.powers == ("allied", "axis")
    assert drawing.ground.owners == ("Allied", "Axis")
    assert [spot(drawing, word).owner for word in ("17", "14", "sea")] == [0, 1, -1]


def test_land_outside_the_game_is_nobodys(drawing):
    strange = [each for each in drawing.ground.areas if not each.id]
    assert len(strange) == 5
    assert all((each.name, each.signs) == ("", ()) for each in strange)


def test_pieces_are_counted_by_kind_and_state(drawing):
    assert [text for text, _ in looks(drawing, "10")] == ["2C", "T", "P", "L"]
    assert looks(drawing, "17") == [("2C", False), ("T", False)]
    assert [chip.face.owner for chip in spot(drawing, "sea").chips] == [0, 1, 1]


def test_engaged_pieces_are_told_apart_without_colour(view, names):
    sicily = next(place for place in view["places"] if place["id"] == "14")
    pieces = [{"kind": "tank", "id": "AX-T3", "state": "engaged"}, {"kind": "cube", "count": 2}]
    changed = {**sicily, "groups": [{"owner": "axis", "pieces": pieces}]}
    board = board_of({**view, "places": [changed]}, names, "")
    drawing = mapped(registry.shapes("1943-1945"), board, [], names)
    assert looks(drawing, "14") == [("t", True), ("2C", False)]
    assert spot(drawing, "14").told == (
        "14 Sicily (Axis, star, airport). Axis: tank AX-T3 (engaged), 2 cubes"
    )


def test_the_legend_names_what_occurs(drawing, view, names):
    assert drawing.signs[0] == ("star", "star")
    assert ("axis_symbol", "Axis symbol") in drawing.signs
    assert drawing.states == ()
    pieces = [{"kind": "tank", "state": "engaged"}, {"kind": "cube", "count": 2, "state": "held"}]
    tired = {**view["places"][0], "groups": [{"owner": "axis", "pieces": pieces}]}
    board = board_of({**view, "places": [tired]}, names, "")
    assert mapped(registry.shapes("1943-1945"), board, [], names).states == ("engaged", "held")


def test_printed_symbols_stand_behind_the_name(drawing):
    munich = area(drawing, "1")
    assert [sign.mark for sign in munich.signs] == ["star", "airport", "mountain", "axis_symbol"]
    assert munich.signs[0].x > munich.x + munich.width
    assert [sign.x for sign in munich.signs] == sorted(sign.x for sign in munich.signs)


def test_arrows_are_drawn_once_and_apart_and_told(drawing):
    assert [arrow.kind for arrow in drawing.arrows] == ["attack", "air", "retreat"]
    assert len({arrow.path for arrow in drawing.arrows}) == 3
    assert drawing.ways == (("attack", "attack"), ("air", "by air"), ("retreat", "back"))
    assert drawing.told == (
        "attack from 17 Tunis to 14 Sicily",
        "by air from 17 Tunis to 14 Sicily",
        "back from 14 Sicily to 13 Calabria",
    )


def test_zones_without_a_common_border_are_linked(drawing):
    assert [link.kind for link in drawing.ground.links] == ["strait", "strait"]


def test_everything_lies_inside_the_picture(drawing):
    left, top, width, height = drawing.ground.box
    for each in drawing.spots:
        for chip in each.chips:
            assert left <= chip.x <= left + width - chip.face.width
            assert top <= chip.y <= top + height
    assert all(left <= each.x <= left + width for each in drawing.ground.areas if each.id)


def test_the_name_makes_room_for_the_pieces_below_it(drawing):
    assert spot(drawing, "21").chips == ()
    assert spot(drawing, "21").lift == 0
    sea = spot(drawing, "sea")
    baseline = area(drawing, "sea").y - sea.lift
    assert all(chip.y > baseline for chip in sea.chips)
    assert len({chip.y for chip in sea.chips}) == 2


def test_pieces_in_a_place_without_outline_are_told_beside_the_map(view, names):
    ship = {"id": "afloat", "name": "On board", "owner": "", "marks": []}
    ship["groups"] = [{"owner": "allied", "pieces": [{"kind": "cube", "count": 3}]}]
    board = board_of({**view, "places": [*view["places"], ship]}, names, "")
    drawing = mapped(registry.shapes("1943-1945"), board, [], names)
    assert drawing.beside == ("On board (Allied: 3 cubes)",)


def test_faces_of_chips_are_numbered_once_for_all_maps_of_a_page(drawing):
    numbers = numbered_faces([drawing, drawing])
    assert numbers == numbered_faces([drawing])
    assert sorted(numbers.values()) == list(range(len(numbers)))
    assert {chip.face for spot in drawing.spots for chip in spot.chips} == set(numbers)


def test_the_ground_is_the_same_in_every_position(drawing, view, names):
    deserted = [{**place, "owner": "", "groups": []} for place in view["places"]]
    board = board_of({**view, "places": deserted}, names, "")
    assert ground_of(registry.shapes("1943-1945"), board, names) == drawing.ground


def test_coordinates_are_whole_numbers(drawing):
    paths = [each.path for each in (*drawing.ground.areas, *drawing.arrows)]
    paths += [each.path for each in drawing.ground.links]
    assert all(re.fullmatch(r"[MlQz0-9 -]+", path) for path in paths)


def world(**view):
    return {
        "view": {"box": [0, 0, 20, 10], "width": 20, "wraps": True, **view},
        "areas": {
            "01": {"kind": "land", "polygons": LEFT, "label": [2, 5], "room": 4},
            "sz-2": {"kind": "sea", "polygons": RIGHT, "label": [18, 5], "room": 4},
        },
        "background": {},
        "connectors": [
            {
                "a": "01",
                "b": "sz-2",
                "kind": "wrap",
                "line": [[0, 5], [1, 5]],
                "right": [[19, 5], [20, 5]],
            }
        ],
        "strong_borders": [["01", "sz-2", 10]],
    }


def drawn(shapes, names, *arrows):
    board = board_of({"places": [{"id": "1", "name": "One"}]}, names, "")
    return mapped(shapes, board, arrows, names)


def test_borders_that_join_nothing_are_drawn_thick(names):
    drawing = drawn(world(), names)
    assert [wall.path for wall in drawing.ground.walls] == ["M10 0l0 10"]
    assert [link.path for link in drawing.ground.links] == ["M0 5l1 0", "M19 5l1 0"]
    assert [each.kind for each in drawing.ground.areas] == ["sea", "land"]


def test_an_arrow_goes_the_short_way_round_the_world(names):
    arrow = Arrow(start="1", to="sz-2", kind="move")
    over_the_edge = drawn(world(), names, arrow).arrows
    ends = [re.findall(r"-?\d+", each.path)[0] for each in over_the_edge]
    tips = [re.findall(r"-?\d+", each.tip)[0] for each in over_the_edge]
    assert list(zip(ends, tips, strict=True)) == [("2", "-2"), ("22", "18")]
    assert len(drawn(world(wraps=False), names, arrow).arrows) == 1


def test_no_name_stands_over_another_name_or_its_symbols(drawing):
    def extent(each):
        right = max([each.x + each.width, *(sign.x + sign.size for sign in each.signs)])
        return each.x, each.y - each.size, right, each.y

    boxes = [extent(each) for each in drawing.ground.areas if each.id]
    for one, other in combinations(boxes, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert min(across, down) <= 0


def test_names_stay_near_the_places_where_the_game_has_them(drawing):
    shapes = registry.shapes("1943-1945")
    for each in (area for area in drawing.ground.areas if area.id):
        word = each.id.zfill(2) if each.id.isdecimal() else each.id
        printed = shapes["areas"][word]["label"]
        assert all(abs(each.middle[i] - printed[i]) < drawing.ground.unit for i in (0, 1))


def test_names_can_be_read_in_every_window(drawing):
    css = source_of("common/report.css", "") or ""
    pages = css + (source_of("common/chronicle.css", "") or "")
    (narrow,) = re.findall(r"\.map-sheet \{ position: relative; min-width: (\d+)rem", css)
    wide = re.findall(r"minmax\((\d+)rem, \d+fr\)", pages)
    assert len(wide) == 2
    (height,) = re.findall(r"max-height: max\((\d+)rem, 82vh\)", pages)
    smallest = min(each.size for each in drawing.ground.areas if each.id)
    _, _, across, down = drawing.ground.box
    for rems in map(int, (narrow, *wide)):
        assert smallest * rems * 16 / across >= 10
    assert smallest * int(height) * 16 / down >= 9.9


def test_a_narrow_window_opens_the_map_where_something_happened(names):
    one = {"id": "1", "name": "One", "owner": "axis", "groups": []}
    held = {**one, "groups": [{"owner": "axis", "pieces": [{"kind": "cube", "count": 1}]}]}
    other = {**held, "id": "sz-2"}

    def focus(places, *arrows):
        board = board_of({"places": places}, names, "")
        return mapped(world(), board, [Arrow(start=s, to=t, kind=k) for s, t, k in arrows], names)

    assert focus([one]).focus == 50
    assert focus([held]).focus == 10
    assert focus([one, other]).focus == 90
    assert focus([held], ("1", "sz-2", "move")).focus == 90
    assert focus([held], ("1", "sz-2", "move"), ("sz-2", "1", "attack")).focus == 10


def test_a_game_that_is_not_installed_or_has_no_map_has_no_shapes(monkeypatch):
    assert registry.shapes("no-such-game") is None
    flat = replace(registry.game("1943-1945"), drawing="")
    monkeypatch.setattr(registry, "games", lambda: {"1943-1945": flat})
    assert registry.shapes("1943-1945") is None
