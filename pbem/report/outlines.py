"""Outlines of `shapes.json` as SVG paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from pbem.canon.forms import AnyValue, Flag, ListOf, MapOf, Number, Record, Text, Word

Point: TypeAlias = Sequence[int]
Ring: TypeAlias = Sequence[Point]
Polygon: TypeAlias = Sequence[Ring]
"""An outer ring and its holes; rings are closed without repeating their first point."""

_LENGTH: Final = Number(-1_000_000, 1_000_000)
_POINT: Final = ListOf(_LENGTH, least=2, most=2)
_LINE: Final = ListOf(_POINT, least=2, most=4096)
_POLYGONS: Final = ListOf(ListOf(ListOf(_POINT, least=1, most=4096), most=200), most=200)
_ID: Final = Text(most=40)
OUTLINES: Final = Record(
    {
        "view": Record(
            {
                "box": ListOf(_LENGTH, least=4, most=4),
                "width": Number(1, 1_000_000),
                "wraps": Flag(),
            },
            {"height": AnyValue(), "shift": AnyValue()},
        ),
        "areas": MapOf(
            ".{1,40}",
            Record(
                {
                    "kind": Word("land", "sea", "background"),
                    "label": _POINT,
                    "room": Number(0, 1_000_000),
                    "polygons": _POLYGONS,
                }
            ),
            "the id of an area",
        ),
        "background": Record({}, {"land": _POLYGONS, "water": _POLYGONS}),
        "connectors": ListOf(
            Record(
                {"a": _ID, "b": _ID, "kind": Text("[a-z]{1,40}")}, {"line": _LINE, "right": _LINE}
            ),
            most=500,
        ),
        "strong_borders": ListOf(ListOf(_ID, least=2, most=9), most=500),
    },
    {"game": AnyValue(), "check": AnyValue()},
)
"""What outlines from outside must be like before they are drawn (`shapes.json`)."""


def outline(polygons: Sequence[Polygon]) -> str:
    """The path of an area: filled by the rule `evenodd`."""
    return "".join(f"{line(ring)}z" for polygon in polygons for ring in polygon)


def line(points: Ring) -> str:
    """The path of an open line."""
    steps = " ".join(f"{to[0] - here[0]} {to[1] - here[1]}" for here, to in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{steps.replace(' -', '-')}"


def shared(one: Sequence[Polygon], other: Sequence[Polygon]) -> Iterator[str]:
    """The paths of the border that two areas have in common: neighbours share their points."""
    known = {tuple(point) for polygon in other for ring in polygon for point in ring}
    for polygon in one:
        for ring in polygon:
            run: list[Point] = []
            for point in [*ring, ring[0]]:
                if tuple(point) in known:
                    run.append(point)
                    continue
                if len(run) > 1:
                    yield line(run)
                run = []
            if len(run) > 1:
                yield line(run)
