"""The texts of clauses, from the rules reference of a game.

A reference is Markdown. A clause is a paragraph or a table row that begins with its id in bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from pbem.resources import data_root

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_CLAUSE = re.compile(r"^(?:\| )?\*\*([A-Za-z0-9]+-[A-Za-z0-9.]+)\*\*\s*(.*)$")
_FOR_DEVELOPERS = re.compile(r"`(?:Source|Check|Test):`.*?(?=`(?:Source|Check|Test|Ruling):`|$)")


def clause_texts(game: str, package: str, wanted: Iterable[str]) -> Mapping[str, str]:
    """The text of each clause that the reference of a game has, in the order of the reference."""
    names = frozenset(wanted)
    found = dict(_clauses(_reference(game, package)))
    return {clause: text for clause, text in found.items() if clause in names}


def _reference(game: str, package: str) -> str:
    for path in _places(game, package):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""


def _places(game: str, package: str) -> Iterator[Traversable]:
    """A package's own reference first, then ours: in a wheel, in a checkout."""
    if package:
        yield files(package) / "rules.md"
    yield data_root() / "rules" / f"{game}.md"
    yield data_root() / "docs" / "rules" / f"{game}.md"


def _clauses(reference: str) -> Iterator[tuple[str, str]]:
    """Every clause with its text; in a table the headings of the columns stand before the cells."""
    headings: list[str] = []
    for line in reference.splitlines():
        match = _CLAUSE.match(line)
        if match and line.startswith("|"):
            yield match[1], _plain(_row(_cells(line), headings))
        elif match:
            yield match[1], _plain(match[2])
        elif line.startswith("| ") and not line.startswith("| ---"):
            headings = _cells(line)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def _row(cells: list[str], headings: list[str]) -> str:
    """The row of a table in short sentences, without the id in its first cell."""
    title = cells[0].rpartition("** ")[2] if "** " in cells[0] else ""
    heads = (re.sub(r": (.*)", r" (\1)", heading) for heading in headings[1:])
    told = (f"{head}: {cell}" for head, cell in zip(heads, cells[1:], strict=False) if cell)
    parts = [*([title] if title else []), *told]
    return " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts)


def _plain(text: str) -> str:
    """A clause without Markdown and without what is there for its developers only."""
    text = _FOR_DEVELOPERS.sub("", text)
    return " ".join(text.replace("`", "").replace("*", "").split())
