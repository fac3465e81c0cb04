"""Laying out plain text in 80 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Final

from pbem.report.model import Table

WIDTH = 80
GAP = 2
TIE: Final = "\u00a0"
"""A blank at which no line ends."""

_TIED: Final = re.compile(
    r"(?<![\w:/.-])(\d{1,3}) (?=[A-Za-z])"  # 3 cubes, 07 Bologna, 30 November
    r"|\b(round|rev|policy|entry|line|turn|impulse|segment|Round|Line|Turn) (?=\d)"
    r"|\bclause (?=[A-Z0-9])"
    r"|(?<=`pbem) (?=[a-z])"
    r"|\b([a-z]{1,15}|U-boat) (?=[A-Z]{2,}-[A-Z0-9]+\b)"  # tank AX-T3
)


def tied(text: str) -> str:
    """The text with no-break blanks between a number and its noun, a kind and its piece."""
    return _TIED.sub(lambda match: match[0][:-1] + TIE, text)


def wrap(text: str, indent: str = "", first: str | None = None) -> str:
    """A paragraph; continuation lines are indented, words too long for a line are broken.

    Args:
        text: the words; line ends in it start a new line.
        indent: what every line begins with.
        first: what the first line begins with instead.
    """
    start = indent if first is None else first
    lines: list[str] = []
    for part in tied(text).split("\n"):
        lines += _wrapper(start if not lines else indent, indent).wrap(part) or [indent.rstrip()]
    return "\n".join(line.replace(TIE, " ").rstrip() for line in lines)


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
    wrapped = [_cell(cell, width) for cell, width in zip(cells, widths, strict=True)]
    height = max(1, *map(len, wrapped))
    lines: list[str] = []
    for index in range(height):
        parts = (part[index] if index < len(part) else "" for part in wrapped)
        padded = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
        lines.append(indent + (" " * GAP).join(padded))
    return lines


def _cell(text: str, width: int) -> list[str]:
    """The lines of a cell."""
    lines = textwrap.wrap(tied(text), width, break_on_hyphens=False)
    return [line.replace(TIE, " ") for line in lines]


def heading(text: str, mark: str) -> str:
    """A heading, underlined with a mark."""
    wrapped = wrap(text)
    return f"{wrapped}\n{mark * max(map(len, wrapped.splitlines()))}"
