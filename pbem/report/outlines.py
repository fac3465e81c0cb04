"""Outlines of `shapes.json` as SVG paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

Point: TypeAlias = Sequence[int]
Ring: TypeAlias = Sequence[Point]
Polygon: TypeAlias = Sequence[Ring]
"""An outer ring and its holes; rings are closed without repeating their first point."""


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
