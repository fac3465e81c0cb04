"""The map of a report as plain geometry: `pbem.report.map` makes it, the template draws it.

All lengths are those of the game's `shapes.json`: whole numbers, y running from north to south.
What never changes in a game, the `Ground`, is drawn once for all maps of a page.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.canon.immutable import immutable


@immutable(frozen=True, slots=True, kw_only=True)
class Arrow:
    """Something that went, or struck, from one place to another.

    Attributes:
        start: the id of the place it came from.
        to: the id of the place it went to.
        kind: `move`, `sea`, `air`, `attack`, `landing` or `retreat`.
    """

    start: str
    to: str
    kind: str


@immutable(frozen=True, slots=True, kw_only=True)
class Sign:
    """A printed symbol, by the word of the view (`star`), with its middle and half its size."""

    mark: str
    x: int
    y: int
    size: int


@immutable(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line of some kind: a link between places, a border nobody may cross."""

    kind: str
    path: str


@immutable(frozen=True, slots=True, kw_only=True)
class Bow:
    """An arrow as it is drawn: its kind, its line, and the triangle at its end."""

    kind: str
    path: str
    tip: str


@immutable(frozen=True, slots=True, kw_only=True)
class Area:
    """The outline of a place, with what is printed in it, where nothing stands there.

    Attributes:
        id: its id in the view; "" for land and sea outside the game.
        kind: `land`, `sea` or `background`.
        path: its outline, as SVG writes paths.
        name: what is written in it.
        middle: the point around which name, symbols and pieces stand.
        x: left edge of the name.
        y: the name's baseline.
        width: the width of the name.
        size: height of the letters.
        signs: printed symbols.
    """

    id: str
    kind: str
    path: str
    name: str
    middle: tuple[int, int]
    x: int
    y: int
    width: int
    size: int
    signs: tuple[Sign, ...]


@immutable(frozen=True, slots=True, kw_only=True)
class Ground:
    """The map without a position.

    Attributes:
        box: left, upper edge, width and height of all that is to be seen.
        unit: height of a usual letter.
        powers: everybody who may own something; places and chips name them by their place here.
        owners: the same for people.
        land: outlines of land outside the game.
        water: outlines of water that belongs to no place.
        areas: the places.
        links: what joins places that do not touch.
        walls: borders that join nothing.
    """

    box: tuple[int, int, int, int]
    unit: int
    powers: tuple[str, ...]
    owners: tuple[str, ...]
    land: tuple[str, ...]
    water: tuple[str, ...]
    areas: tuple[Area, ...]
    links: tuple[Stroke, ...]
    walls: tuple[Stroke, ...]


@immutable(frozen=True, slots=True, kw_only=True)
class Face:
    """How a chip looks.

    Attributes:
        owner: the place of the owner in `Ground.owners`.
        text: number and letter, such as `3C`.
        used: whether the pieces have a state other than ready.
        width: its width.
        size: height of its letters, nearly its own.
    """

    owner: int
    text: str
    used: bool
    width: int
    size: int


@immutable(frozen=True, slots=True, kw_only=True)
class Chip:
    """Pieces of one owner, kind and state: their face, its left and its upper edge."""

    face: Face
    x: int
    y: int


@immutable(frozen=True, slots=True, kw_only=True)
class Spot:
    """What a position shows at one place.

    Attributes:
        id: the id of its area.
        kind: the kind of its area.
        owner: the place of its owner in `Ground.owners`; -1 for none.
        lift: how far name and symbols move up to make room for the pieces.
        chips: the pieces.
        told: everything about it in words.
    """

    id: str
    kind: str
    owner: int
    lift: int
    chips: tuple[Chip, ...]
    told: str


@immutable(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The map of one position.

    Attributes:
        ground: what lies below it.
        spots: the places.
        beside: pieces in places that have no outline, such as those on board, in words.
        arrows: moves and attacks.
        ways: the kinds of these arrows, each with what it is called.
        told: what the arrows say, in words.
        focus: how far from the left edge, in percent, the map is to be opened in a narrow window.
        letters: the letters on the chips, each with the kind it stands for.
        signs: the printed symbols, each with what it is called.
        states: what a small letter over a bar may mean.
    """

    ground: Ground
    spots: tuple[Spot, ...]
    beside: tuple[str, ...]
    arrows: tuple[Bow, ...]
    ways: tuple[tuple[str, str], ...]
    told: tuple[str, ...]
    focus: int
    letters: tuple[tuple[str, str], ...]
    signs: tuple[tuple[str, str], ...]
    states: tuple[str, ...]


def numbered_faces(drawings: Iterable[Drawing]) -> dict[Face, int]:
    """Every face of a chip on some maps, each with a number of its own."""
    chips = (chip for drawing in drawings for spot in drawing.spots for chip in spot.chips)
    return {face: number for number, face in enumerate(dict.fromkeys(chip.face for chip in chips))}


def kinds_of_arrows(drawings: Iterable[Drawing]) -> list[str]:
    """Every kind of arrow on some maps, once."""
    return list(dict.fromkeys(kind for drawing in drawings for kind, _ in drawing.ways))
