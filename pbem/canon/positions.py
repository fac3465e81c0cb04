"""Where a value stands in a JSON text: from a JSON pointer to line and column."""

import json
import re
from dataclasses import dataclass
from typing import Final

from pbem.canon.wording import below

_TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)


@dataclass(frozen=True, order=True)
class Position:
    """A place in a text, both numbers counted from 1; a column is one character."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass
class _Level:
    """A list or object that is open: its pointer, and the item or member that is due."""

    at: str
    part: str | int
    names: bool
    due_name: bool


class Positions:
    """The places of all values in a text that the strict reader has taken.

    Attributes:
        text: the text, without a byte order mark.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = _starts(text)

    @classmethod
    def of_file(cls, raw: bytes) -> "Positions":
        """The places in the bytes of a file; bytes that are no UTF-8 count as one each."""
        return cls(raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"))

    def of(self, pointer: str) -> Position:
        """The place of a value; of what holds it, where there is no such value."""
        while pointer and pointer not in self._starts:
            pointer = pointer.rpartition("/")[0]
        start = self._starts.get(pointer, 0)
        line = self.text.count("\n", 0, start) + 1
        return Position(line, start - self.text.rfind("\n", 0, start))


def _starts(text: str) -> dict[str, int]:
    """The offset at which each value begins, by its JSON pointer."""
    found: dict[str, int] = {}
    levels: list[_Level] = []
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "]}":
            del levels[-1:]
        elif mark == ",":
            _next(levels)
        elif mark != ":":
            _value(found, levels, mark, token.start())
    return found


def _next(levels: list[_Level]) -> None:
    """A comma: the next item, or the name of the next member, is due."""
    if not levels:
        return
    level = levels[-1]
    level.due_name = level.names
    if isinstance(level.part, int):
        level.part += 1


def _value(found: dict[str, int], levels: list[_Level], mark: str, start: int) -> None:
    """A value begins, or the name of a member stands here."""
    if levels and levels[-1].due_name:
        levels[-1].part, levels[-1].due_name = _name(mark), False
        return
    at = below(levels[-1].at, levels[-1].part) if levels else ""
    found[at] = start
    if mark == "[":
        levels.append(_Level(at, 0, names=False, due_name=False))
    elif mark == "{":
        levels.append(_Level(at, "", names=True, due_name=True))


def _name(mark: str) -> str:
    """A name without its quotation marks; what is no JSON text stays as it is."""
    try:
        return str(json.loads(mark))
    except ValueError:
        return mark
