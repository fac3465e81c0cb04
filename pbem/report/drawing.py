"""The map of a report as plain geometry: `pbem.report.map` makes it, the template draws it.

All lengths are those of the game's `shapes.json`: whole numbers, y running from north to south.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """Something that went, or struck, from one place to another.

    Attributes:
        start: the id of the place it came from.
        to: the id of the place it went to.
        kind: `move`, `attack`, `air` or `retreat`.
    """

    start: str
    to: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A printed symbol, by the word of the view (`star`), with its middle and half its size."""

    mark: str
    x: int
    y: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """Pieces of one owner, kind and state.

    Attributes:
        owner: the place of the owner in `Drawing.owners`.
        text: number and letter, such as `3C`.
        used: whether the pieces have a state other than ready.
        x: left edge.
        y: upper edge.
        width: width; the height is that of all chips of its area.
    """

    owner: int
    text: str
    used: bool
    x: int
    y: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """One place of the board.

    Attributes:
        id: its id in the view; "" for land and sea outside the game.
        kind: `land`, `sea` or `background`.
        owner: the place of its owner in `Drawing.owners`; -1 for none.
        path: its outline, as SVG writes paths.
        name: what is written in it.
        x: left edge of the name.
        y: the name's baseline.
        width: the width of the name.
        size: height of the letters; a chip is as high.
        signs: printed symbols.
        chips: the pieces.
        told: everything about it in words.
    """

    id: str
    kind: str
    owner: int
    path: str
    name: str
    x: int
    y: int
    width: int
    size: int
    signs: tuple[Sign, ...]
    chips: tuple[Chip, ...]
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line of some kind: a link between places, a border nobody may cross, an arrow."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A map.

    Attributes:
        box: left, upper edge, width and height of all that is to be seen.
        unit: height of a usual letter.
        owners: the owners, for people; areas and chips name them by their place here.
        land: outlines of land outside the game.
        water: outlines of water that belongs to no place.
        areas: the places.
        links: what joins places that do not touch.
        walls: borders that join nothing.
        arrows: moves and attacks.
        told: what the arrows say, in words.
        letters: the letters on the chips, each with the kind it stands for.
    """

    box: tuple[int, int, int, int]
    unit: int
    owners: tuple[str, ...]
    land: tuple[str, ...]
    water: tuple[str, ...]
    areas: tuple[Area, ...]
    links: tuple[Stroke, ...]
    walls: tuple[Stroke, ...]
    arrows: tuple[Stroke, ...]
    told: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
