"""Draws the map of a report from the outlines of a game's `shapes.json`, the same for all games.

Its format is described in the README of the game's data folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import quantiles
from typing import Any, Final, TypeAlias

from pbem.report.board import READY, Board, Group, Place
from pbem.report.drawing import Area, Arrow, Chip, Drawing, Sign, Stroke
from pbem.report.names import Names
from pbem.report.outlines import Point, curve, line, outline, shared

LETTER: Final = 0.62
"""Width that a letter of a name gets, in heights of a letter."""

SIGN: Final = 1.25
"""Width that a printed symbol gets, likewise."""

WAYS: Final = {"air": "by air", "retreat": "back"}
"""What a kind of arrow is called, where not by its own word."""

Shapes: TypeAlias = Mapping[str, Any]


def draw(shapes: Shapes, board: Board, arrows: Sequence[Arrow], names: Names) -> Drawing:
    """The map of a position.

    Args:
        shapes: the content of `shapes.json`.
        board: the position.
        arrows: what went where; what leads to a place that is not drawn is left out.
        names: the names of places, and the letters of the kinds.
    """
    return _Artist(shapes, board, names).drawing(arrows)


class _Artist:
    """One map in the making."""

    def __init__(self, shapes: Shapes, board: Board, names: Names) -> None:
        self.shapes = shapes
        self.names = names
        self.areas: Mapping[str, Mapping[str, Any]] = {
            _id(word): area for word, area in shapes["areas"].items()
        }
        self.places = {place.id: place for place in board.places}
        self.owners = sorted(_owners(board))
        self.unit = _unit(self.areas.values())

    def drawing(self, arrows: Sequence[Arrow]) -> Drawing:
        """All of it."""
        x, y, width, height = self.shapes["view"]["box"]
        background = self.shapes["background"]
        seen = [arrow for arrow in dict.fromkeys(arrows) if self._is_drawn(arrow)]
        return Drawing(
            box=(x, y, width, height),
            unit=self.unit,
            owners=tuple(self.names.adjective(owner) for owner in self.owners),
            land=tuple(outline([polygon]) for polygon in background.get("land", ())),
            water=tuple(outline([polygon]) for polygon in background.get("water", ())),
            areas=tuple(self._area(word) for word in self._in_order()),
            links=tuple(self._links()),
            walls=tuple(self._walls()),
            arrows=tuple(self._bows(seen)),
            told=tuple(self._told(arrow) for arrow in seen),
            letters=tuple(self._letters()),
        )

    def _letters(self) -> Iterator[tuple[str, str]]:
        """What the letters on the chips mean, for the kinds that are on the board."""
        groups = [group for place in self.places.values() for group in place.groups]
        kinds = dict.fromkeys(piece.kind for group in groups for piece in group.pieces)
        for kind in kinds:
            yield self.names.letter(kind), self.names.kind(kind, 1)

    def _in_order(self) -> list[str]:
        """Seas first, so that islands lie on them."""
        return sorted(self.areas, key=lambda word: self.areas[word]["kind"] != "sea")

    def _area(self, word: str) -> Area:
        shape = self.areas[word]
        place = self.places.get(word)
        layout = _Layout(shape, self.unit, place, self.owners, self.names)
        return Area(
            id=word if place is not None else "",
            kind=shape["kind"],
            owner=self.owners.index(place.owner) if place is not None and place.owner else -1,
            path=outline(shape["polygons"]),
            name=layout.name,
            x=layout.left,
            y=layout.top + layout.size,
            width=round(len(layout.name) * LETTER * layout.size),
            size=layout.size,
            signs=tuple(layout.signs()),
            chips=tuple(layout.chips()),
            told=_in_words(place) if place is not None else "",
        )

    def _links(self) -> Iterator[Stroke]:
        for connector in self.shapes["connectors"]:
            for part in ("line", "right"):
                if part in connector:
                    yield Stroke(kind=connector["kind"], path=line(connector[part]))

    def _walls(self) -> Iterator[Stroke]:
        for wall in self.shapes["strong_borders"]:
            one, other = (self.areas[_id(end)]["polygons"] for end in wall[:2])
            yield from (Stroke(kind="wall", path=path) for path in shared(one, other))

    def _is_drawn(self, arrow: Arrow) -> bool:
        return arrow.start in self.areas and arrow.to in self.areas and arrow.start != arrow.to

    def _bows(self, arrows: Sequence[Arrow]) -> Iterator[Stroke]:
        """The arrows; several of the same way bend to different sides."""
        ways: dict[tuple[str, str], int] = {}
        for arrow in arrows:
            number = ways.get((arrow.start, arrow.to), 0)
            ways[arrow.start, arrow.to] = number + 1
            bow = (number // 2 + 1) * (1 if number % 2 == 0 else -1)
            for start, to in self._courses(arrow):
                yield Stroke(kind=arrow.kind, path=curve(start, to, self.unit * 3 // 2, bow))

    def _courses(self, arrow: Arrow) -> Iterator[tuple[Point, Point]]:
        """Start and end of an arrow; one that crosses the edge of a round world is drawn twice.

        Half of each of the two lies outside the picture.
        """
        start, to = self.areas[arrow.start]["label"], self.areas[arrow.to]["label"]
        width, across = self.shapes["view"]["width"], to[0] - start[0]
        if not self.shapes["view"]["wraps"] or abs(across) <= width // 2:
            yield start, to
            return
        lap = width if across > 0 else -width
        yield start, (to[0] - lap, to[1])
        yield (start[0] + lap, start[1]), to

    def _told(self, arrow: Arrow) -> str:
        start, to = self.names.place(arrow.start), self.names.place(arrow.to)
        return f"{WAYS.get(arrow.kind, arrow.kind)} from {start} to {to}"


class _Layout:
    """Name, symbols and pieces of one area, around the point of its label."""

    def __init__(
        self,
        shape: Mapping[str, Any],
        unit: int,
        place: Place | None,
        owners: Sequence[str],
        names: Names,
    ) -> None:
        self.owners = owners
        self.names = names
        self.symbols = place.symbols if place is not None else ()
        self.name = place.name if place is not None else ""
        groups = place.groups if place is not None else ()
        self.rows = [row for group in groups for row in self._rows(group)]
        length = len(self.name) * LETTER + len(self.symbols) * SIGN
        self.size = max(unit * 4 // 5, min(unit, round(3 * shape["room"] / max(length, 1))))
        self.middle = int(shape["label"][0])
        self.left = self.middle - round(length * self.size / 2)
        height = self.size * 5 // 4 * (1 + len(self.rows))
        self.top = int(shape["label"][1]) - height // 2

    def signs(self) -> Iterator[Sign]:
        """The printed symbols, behind the name."""
        x = self.left + round(len(self.name) * LETTER * self.size)
        for index, mark in enumerate(self.symbols):
            offset = round((index + 0.6) * SIGN * self.size)
            middle = self.top + self.size * 2 // 3
            yield Sign(mark=mark, x=x + offset, y=middle, size=self.size // 2)

    def chips(self) -> Iterator[Chip]:
        """The pieces, in rows below the name."""
        for number, row in enumerate(self.rows):
            widths = [round((len(text) * 0.62 + 0.5) * self.size) for _, text, _ in row]
            gap = self.size // 6
            x = self.middle - (sum(widths) + gap * (len(row) - 1)) // 2
            y = self.top + self.size * 5 // 4 * (number + 1)
            for (owner, text, used), width in zip(row, widths, strict=True):
                yield Chip(owner=owner, text=text, used=used, x=x, y=y, width=width)
                x += width + gap

    def _rows(self, group: Group) -> list[list[tuple[int, str, bool]]]:
        """The chips of one owner, at most four in a row."""
        counts: dict[tuple[str, str, bool], int] = {}
        for piece in group.pieces:
            key = (piece.kind, piece.state, bool(piece.id))
            counts[key] = counts.get(key, 0) + piece.count
        owner = self.owners.index(group.owner)
        chips = []
        for (kind, state, is_named), count in counts.items():
            letter = self.names.letter(kind)
            letter = letter.lower() if _is_used(state) else letter
            text = letter if is_named and count == 1 else f"{count}{letter}"
            chips.append((owner, text, _is_used(state)))
        return [chips[at : at + 4] for at in range(0, len(chips), 4)]


def _is_used(state: str) -> bool:
    return state not in ("", READY)


def _id(word: str) -> str:
    """The id of an area as views write it: ``01`` is 1."""
    return str(int(word)) if word.isdecimal() else word


def _owners(board: Board) -> set[str]:
    """Everybody who controls something or has pieces somewhere."""
    groups = [group for place in board.places for group in place.groups]
    owners = {group.owner for group in (*groups, *board.pools, *board.removed)}
    return owners | {place.owner for place in board.places if place.owner}


def _unit(areas: Any) -> int:  # noqa: ANN401 - a view of a mapping
    """The height of letters that suits the smaller areas of a map."""
    rooms = [area["room"] for area in areas if area["kind"] == "land"]
    return int(quantiles(rooms, n=4)[0] / 2) if len(rooms) > 1 else 200


def _in_words(place: Place) -> str:
    about = [place.owner_name, *place.marks] if place.owner_name else [*place.marks]
    head = f"{place.name} ({', '.join(about)})" if about else place.name
    return ". ".join([head, *(f"{group.name}: {group.text}" for group in place.groups)])
