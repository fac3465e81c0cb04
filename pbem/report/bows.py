"""The arrows of a map: each bends a little, and begins and ends where nothing is written.

Whole numbers only, so that a page has the same bytes on every computer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, Final, TypeAlias

from pbem.canon.immutable import immutable
from pbem.report.drawing import Area, Arrow, Bow, Spot
from pbem.report.outlines import Point, line

STEPS: Final = 64
"""Points of a curve that are looked at."""

SHORTEST: Final = 2
"""What is always drawn of an arrow, though names may stand close together, in letters' heights."""

Course: TypeAlias = tuple[Point, Point, Point]
"""A quadratic curve: start, the point it is drawn to, end."""


@immutable(frozen=True, slots=True)
class Block:
    """Where something is written: how far it reaches from the point of the label to each side."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def covers(self, label: Point, point: Point) -> bool:
        """Whether a point lies within it, if it is written around that label."""
        across, down = point[0] - label[0], point[1] - label[1]
        return self.left <= across <= self.right and self.top <= down <= self.bottom


def block_of(area: Area, spot: Spot, label: Point, margin: int) -> Block:
    """Where the name, the symbols and the pieces of a place stand."""
    top = area.y - spot.lift - area.size
    xs = [area.x, area.x + area.width, *(sign.x + sign.size for sign in area.signs)]
    ys = [top, top + area.size]
    for chip in spot.chips:
        xs += [chip.x, chip.x + chip.face.width]
        ys += [chip.y + chip.face.size]
    return Block(
        min(xs) - label[0] - margin,
        min(ys) - label[1] - margin,
        max(xs) - label[0] + margin,
        max(ys) - label[1] + margin,
    )


def bows(
    shapes: Mapping[str, Any],
    labels: Mapping[str, Point],
    arrows: Sequence[Arrow],
    blocks: Mapping[str, Block],
    unit: int,
) -> Iterator[Bow]:
    """The arrows; several of the same way bend to different sides.

    Args:
        shapes: the content of `shapes.json`.
        labels: the point of the label of every place.
        arrows: what is to be drawn, between places that have a label.
        blocks: what is written at places.
        unit: the height of a usual letter.
    """
    ways: dict[tuple[str, str], int] = {}
    for arrow in arrows:
        number = ways.get((arrow.start, arrow.to), 0)
        ways[arrow.start, arrow.to] = number + 1
        bend = (number // 2 + 1) * (1 if number % 2 == 0 else -1)
        ends = blocks.get(arrow.start, Block()), blocks.get(arrow.to, Block())
        for start, to in _ways(shapes["view"], labels[arrow.start], labels[arrow.to]):
            yield bow(arrow.kind, _bent(start, to, bend), ends, unit)


def bow(kind: str, course: Course, ends: tuple[Block, Block], unit: int) -> Bow:
    """One arrow: its line and its tip.

    Args:
        kind: its kind.
        course: the curve from label to label.
        ends: what is written around both.
        unit: the length of the tip, about.
    """
    first, last = _open_part(course, ends, unit * SHORTEST)
    start, to = _at(course, first, first), _at(course, last, last)
    over = _at(course, first, last)
    across, down = to[0] - over[0], to[1] - over[1]
    length = isqrt(across**2 + down**2) or 1
    back = (across * unit // length, down * unit // length)
    base = (to[0] - back[0], to[1] - back[1])
    side = (-back[1] * 2 // 5, back[0] * 2 // 5)
    corners = [to, (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1])]
    path = f"M{start[0]} {start[1]}Q{over[0]} {over[1]} {base[0]} {base[1]}"
    return Bow(kind=kind, path=path, tip=f"{line(corners)}z")


def _ways(view: Mapping[str, Any], start: Point, to: Point) -> Iterator[tuple[Point, Point]]:
    """Start and end of an arrow; one that crosses the edge of a round world is drawn twice.

    Half of each of the two lies outside the picture.
    """
    width, across = view["width"], to[0] - start[0]
    if not view["wraps"] or abs(across) <= width // 2:
        yield start, to
        return
    lap = width if across > 0 else -width
    yield start, (to[0] - lap, to[1])
    yield (start[0] + lap, start[1]), to


def _bent(start: Point, to: Point, bend: int) -> Course:
    """A curve that bends to one side, or to the other, by sevenths of its length."""
    across, down = to[0] - start[0], to[1] - start[1]
    x, y = (start[0] + to[0]) // 2, (start[1] + to[1]) // 2
    return start, (x - down * bend // 7, y + across * bend // 7), to


def _open_part(course: Course, ends: tuple[Block, Block], least: int) -> tuple[int, int]:
    """The steps at which a curve leaves what is written at its start and meets that at its end."""
    start, _, to = course
    first, last = 0, STEPS
    while first < STEPS and ends[0].covers(start, _at(course, first, first)):
        first += 1
    while last > 0 and ends[1].covers(to, _at(course, last, last)):
        last -= 1
    length = isqrt((to[0] - start[0]) ** 2 + (to[1] - start[1]) ** 2) or 1
    fewest = min(STEPS, STEPS * least // length)
    if last - first < fewest:
        first = min(max(0, (first + last - fewest) // 2), STEPS - fewest)
        last = first + fewest
    return first, last


def _at(course: Course, one: int, other: int) -> tuple[int, int]:
    """The curve at a step; with two steps, the point to which the part between them is drawn."""
    weights = (
        (STEPS - one) * (STEPS - other),
        one * (STEPS - other) + other * (STEPS - one),
        one * other,
    )
    x, y = (sum(w * p[i] for w, p in zip(weights, course, strict=True)) for i in (0, 1))
    return x // STEPS**2, y // STEPS**2
