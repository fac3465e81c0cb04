"""Laying out plain text in 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pbem.report.model import Table

WIDTH = 80
GAP = 2


def wrap(text: str, indent: str = "", first: str | None = None) -> str:
    """A paragraph; continuation lines are indented, words too long for a line are broken.

    Args:
        text: the words; line ends in it start a new line.
        indent: what every line begins with.
        first: what the first line begins with instead.
    """
    start = indent if first is None else first
    lines: list[str] = []
    for part in text.split("\n"):
        lines += _wrapper(start if not lines else indent, indent).wrap(part) or [indent.rstrip()]
    return "\n".join(line.rstrip() for line in lines)


def _wrapper(start: str, indent: str) -> textwrap.TextWrapper:
    return textwrap.TextWrapper(
        WIDTH,
        initial_indent=start,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def columns(table: Table, indent: str = "") -> str:
    """A table in columns; what does not fit is wrapped inside its column."""
    rows = (table.columns, *table.rows)
    widths = _widths(rows, WIDTH - len(indent))
    lines = _row(table.columns, widths, indent)
    lines.append(indent + (" " * GAP).join("-" * width for width in widths))
    for row in table.rows:
        lines += _row(row, widths, indent)
    return "\n".join(line.rstrip() for line in lines)


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of each column; the widest give way until all fit."""
    widths = [max(1, *map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + GAP * (len(widths) - 1) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row(cells: Sequence[str], widths: Sequence[int], indent: str) -> list[str]:
    """The lines of one row."""
    wrapped = [textwrap.wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    height = max(1, *map(len, wrapped))
    lines: list[str] = []
    for index in range(height):
        parts = (part[index] if index < len(part) else "" for part in wrapped)
        padded = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
        lines.append(indent + (" " * GAP).join(padded))
    return lines


def heading(text: str, mark: str) -> str:
    """A heading, underlined with a mark."""
    wrapped = wrap(text)
    return f"{wrapped}\n{mark * max(map(len, wrapped.splitlines()))}"
