"""Draws the map of a report from the outlines of a game's `shapes.json`, the same for all games.

Its format is described in the README of the game's data folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median_low, quantiles
from typing import Any, Final, TypeAlias

from pbem.report.board import READY, Board, Group, Place
from pbem.report.bows import block_of, bows
from pbem.report.drawing import Area, Arrow, Chip, Drawing, Face, Ground, Sign, Spot, Stroke
from pbem.report.names import Names
from pbem.report.outlines import Point, line, outline, shared
from pbem.report.spacing import apart

LETTER: Final = 0.62
"""Width that a letter of a name gets, in heights of a letter."""

SIGN: Final = 1.25
"""Width that a printed symbol gets, likewise."""

WAYS: Final = {
    "attack": "attack",
    "landing": "landing",
    "move": "move",
    "sea": "by sea",
    "air": "by air",
    "retreat": "back",
}
"""What kinds of arrows are called, in the order of the legend; others by their own word."""

ATTACKS: Final = ("attack", "landing")
"""The kinds of arrows that a reader looks for first."""

Shapes: TypeAlias = Mapping[str, Any]


def ground_of(shapes: Shapes, board: Board, names: Names) -> Ground:
    """The map of a game without a position.

    Args:
        shapes: the content of `shapes.json`.
        board: any position of the game; areas whose places it does not know belong to nobody.
        names: the names of places and owners.
    """
    x, y, width, height = shapes["view"]["box"]
    areas, background = _areas(shapes), shapes["background"]
    places = {place.id: place for place in board.places}
    powers = _powers(board, names)
    unit = _unit(areas.values())
    labels = _labels(areas, places, unit)
    return Ground(
        box=(x, y, width, height),
        unit=unit,
        powers=powers,
        owners=tuple(names.adjective(power) for power in powers),
        land=tuple(outline([polygon]) for polygon in background.get("land", ())),
        water=tuple(outline([polygon]) for polygon in background.get("water", ())),
        areas=tuple(
            _area(areas[word], places.get(word), labels.get(word, (0, 0)), unit)
            for word in _in_order(areas)
        ),
        links=tuple(_links(shapes)),
        walls=tuple(_walls(shapes, areas)),
    )


def draw(
    ground: Ground, shapes: Shapes, board: Board, arrows: Sequence[Arrow], names: Names
) -> Drawing:
    """The map of a position.

    Args:
        ground: what lies below it.
        shapes: the content of `shapes.json`.
        board: the position.
        arrows: what went where; what leads to a place that is not drawn is left out.
        names: the names of places, and the letters of the kinds.
    """
    areas = _areas(shapes)
    places = {place.id: place for place in board.places}
    seen = [arrow for arrow in dict.fromkeys(arrows) if _is_drawn(arrow, areas)]
    there = {area.id: area for area in ground.areas if area.id in places}
    printed = {word: area["label"] for word, area in areas.items()}
    labels = printed | {word: area.middle for word, area in there.items()}
    spots = [_spot(ground, there[word], places[word], names) for word in there]
    blocks = {
        spot.id: block_of(there[spot.id], spot, labels[spot.id], ground.unit // 4) for spot in spots
    }
    return Drawing(
        ground=ground,
        spots=tuple(spots),
        beside=tuple(
            _beside(place) for place in board.places if place.groups and place.id not in areas
        ),
        arrows=tuple(bows(shapes, labels, seen, blocks, ground.unit)),
        ways=tuple(_ways(seen)),
        told=tuple(_told(arrow, names) for arrow in seen),
        focus=_focus(ground, printed, spots, seen),
        letters=tuple(_letters(board, names)),
        signs=tuple((mark, names.mark(mark)) for mark in _symbols(board)),
        states=tuple(_states(board)),
    )


# the ground


def _areas(shapes: Shapes) -> dict[str, Mapping[str, Any]]:
    return {_id(word): area for word, area in shapes["areas"].items()}


def _id(word: str) -> str:
    """The id of an area as views write it: ``01`` is 1."""
    return str(int(word)) if word.isdecimal() else word


def _in_order(areas: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Seas first, so that islands lie on them."""
    return sorted(areas, key=lambda word: areas[word]["kind"] != "sea")


def _powers(board: Board, names: Names) -> tuple[str, ...]:
    """Everybody the game has a word for, in its order, then whoever else owns something."""
    groups = [group for place in board.places for group in place.groups]
    owners = {group.owner for group in (*groups, *board.pools, *board.removed)}
    owners |= {place.owner for place in board.places if place.owner}
    return tuple(dict.fromkeys([*names.words.get("seats", {}), *sorted(owners)]))


def _labels(
    areas: Mapping[str, Mapping[str, Any]], places: Mapping[str, Place], unit: int
) -> dict[str, Point]:
    """Where the names of places have their middle: as the game has it, but none over another.

    Each is given room for its name, its symbols and a row of pieces below.
    """
    words = [word for word in _in_order(areas) if word in places]
    boxes = []
    for word in words:
        x, y = (int(length) for length in areas[word]["label"])
        half = round(_length(places[word]) * unit / 2) + unit // 8
        boxes.append((x - half, y - unit * 5 // 4, x + half, y + unit * 10 // 9))
    return {
        word: (int(areas[word]["label"][0]) + right, int(areas[word]["label"][1]) + down)
        for word, (right, down) in zip(words, apart(boxes), strict=True)
    }


def _length(place: Place) -> float:
    """The width of name and printed symbols, in heights of a letter."""
    return len(place.name) * LETTER + len(place.symbols) * SIGN


def _area(shape: Mapping[str, Any], place: Place | None, middle: Point, unit: int) -> Area:
    """Name and printed symbols in one row around the middle of the label."""
    name = place.name if place is not None else ""
    left = middle[0] - round((_length(place) if place is not None else 0) * unit / 2)
    top = middle[1] - unit * 5 // 8
    width = round(len(name) * LETTER * unit)
    return Area(
        id=place.id if place is not None else "",
        kind=shape["kind"],
        path=outline(shape["polygons"]),
        name=name,
        middle=(middle[0], middle[1]),
        x=left,
        y=top + unit,
        width=width,
        size=unit,
        signs=tuple(_signs(place.symbols if place is not None else (), left + width, top, unit)),
    )


def _signs(symbols: Sequence[str], x: int, top: int, size: int) -> Iterator[Sign]:
    for index, mark in enumerate(symbols):
        offset = round((index + 0.6) * SIGN * size)
        yield Sign(mark=mark, x=x + offset, y=top + size * 2 // 3, size=size // 2)


def _links(shapes: Shapes) -> Iterator[Stroke]:
    for connector in shapes["connectors"]:
        for part in ("line", "right"):
            if part in connector:
                yield Stroke(kind=connector["kind"], path=line(connector[part]))


def _walls(shapes: Shapes, areas: Mapping[str, Mapping[str, Any]]) -> Iterator[Stroke]:
    for wall in shapes["strong_borders"]:
        ends = [areas[_id(end)]["polygons"] for end in wall[:2] if _id(end) in areas]
        if len(ends) == 2:
            yield from (Stroke(kind="wall", path=path) for path in shared(*ends))


def _unit(areas: Any) -> int:  # noqa: ANN401 - a view of a mapping
    """The height of letters that suits the smaller areas of a map."""
    rooms = [area["room"] for area in areas if area["kind"] == "land"]
    return int(quantiles(rooms, n=4)[0] * 3 / 5) if len(rooms) > 1 else 200


# the pieces


def _spot(ground: Ground, area: Area, place: Place, names: Names) -> Spot:
    """The pieces in rows below the name, all together around the middle of the label."""
    rows = [row for group in place.groups for row in _rows(ground, group, area.size, names)]
    height = area.size * 5 // 4
    lift = height * len(rows) // 2
    top = area.y - area.size - lift
    return Spot(
        id=area.id,
        kind=area.kind,
        owner=ground.powers.index(place.owner) if place.owner in ground.powers else -1,
        lift=lift,
        chips=tuple(
            chip
            for number, row in enumerate(rows, 1)
            for chip in _chips(row, area.middle[0], top + height * number)
        ),
        told=_in_words(place),
    )


def _chips(row: Sequence[Face], middle: int, y: int) -> Iterator[Chip]:
    """A row of chips, side by side."""
    gap = row[0].size // 6
    x = middle - (sum(face.width for face in row) + gap * (len(row) - 1)) // 2
    for face in row:
        yield Chip(face=face, x=x, y=y)
        x += face.width + gap


def _rows(ground: Ground, group: Group, size: int, names: Names) -> list[list[Face]]:
    """The faces of one owner's pieces, at most four in a row."""
    counts: dict[tuple[str, bool, bool], int] = {}
    for piece in group.pieces:
        key = (names.letter(piece.kind), _is_used(piece.state), bool(piece.id))
        counts[key] = counts.get(key, 0) + piece.count
    owner = ground.powers.index(group.owner)
    found = []
    for (letter, used, is_named), count in counts.items():
        text = f"{'' if is_named and count == 1 else count}{letter.lower() if used else letter}"
        width = round((len(text) * 0.62 + 0.5) * size)
        found.append(Face(owner=owner, text=text, used=used, width=width, size=size))
    return [found[at : at + 4] for at in range(0, len(found), 4)]


def _is_used(state: str) -> bool:
    return state not in ("", READY)


def _letters(board: Board, names: Names) -> Iterator[tuple[str, str]]:
    """What the letters on the chips mean, for the kinds that are on the board."""
    groups = [group for place in board.places for group in place.groups]
    for kind in dict.fromkeys(piece.kind for group in groups for piece in group.pieces):
        yield names.letter(kind), names.kind(kind, 1)


def _symbols(board: Board) -> list[str]:
    return list(dict.fromkeys(symbol for place in board.places for symbol in place.symbols))


def _states(board: Board) -> list[str]:
    """The states of pieces on the board that a chip shows."""
    groups = [group for place in board.places for group in place.groups]
    states = (piece.state for group in groups for piece in group.pieces)
    return list(dict.fromkeys(state for state in states if _is_used(state)))


def _in_words(place: Place) -> str:
    about = [place.owner_name, *place.marks] if place.owner_name else [*place.marks]
    head = f"{place.name} ({', '.join(about)})" if about else place.name
    return ". ".join([head, *(f"{group.name}: {group.text}" for group in place.groups)])


def _beside(place: Place) -> str:
    told = "; ".join(f"{group.name}: {group.text}" for group in place.groups)
    return f"{place.name} ({told})"


def _focus(
    ground: Ground, labels: Mapping[str, Point], spots: Sequence[Spot], arrows: Sequence[Arrow]
) -> int:
    """Where something was attacked, else where something went, else where pieces stand."""
    attacked = [arrow.to for arrow in arrows if arrow.kind in ATTACKS]
    held = [spot.id for spot in spots if spot.chips]
    places = attacked or [arrow.to for arrow in arrows] or held
    if not places:
        return 50
    left, _, width, _ = ground.box
    return (median_low([labels[place][0] for place in places]) - left) * 100 // width


# the arrows


def _is_drawn(arrow: Arrow, areas: Mapping[str, Any]) -> bool:
    return arrow.start in areas and arrow.to in areas and arrow.start != arrow.to


def _ways(arrows: Sequence[Arrow]) -> Iterator[tuple[str, str]]:
    """The kinds of some arrows, each with what it is called."""
    kinds = {arrow.kind for arrow in arrows}
    for kind in (*WAYS, *sorted(kinds - WAYS.keys())):
        if kind in kinds:
            yield kind, WAYS.get(kind, kind)


def _told(arrow: Arrow, names: Names) -> str:
    start, to = names.place(arrow.start), names.place(arrow.to)
    return f"{WAYS.get(arrow.kind, arrow.kind)} from {start} to {to}"
