"""Pages for players about one game, drawn from its clause catalogue and its rules."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

DECISIONS = """\
# Decisions of {game}

<!-- Made by docs/tools/make_pages.py out of section 29 of the catalogue: do not edit. -->

Every choice that the rules give to a player. If a choice is not listed here no player has it. For
each: who decides, when, what is possible, what you can put on file, and what happens if you do not.
*Ask* means that the game stops and waits for your mail; *default*, that the last line of the entry
is carried out without asking. A number such as S43-16.2 is a clause of
[the rules](../rules/{game}.md).

How such answers are written: [standing orders](../standing-orders.md). What they may depend on: the
[facts](#facts) at the end of this page.
"""

FACTS = """\
## Facts

What a condition (`if`) may ask. "Own" is the side whose standing orders they are. More in
section 29 of [the rules](../rules/{game}.md).
"""

ORDERS = """\
# Orders of {game}

<!-- Made by docs/tools/make_pages.py out of section 30 of the catalogue and the examples of the
     rules: do not edit. -->

Every type of order there is: the word behind `do`, in which ask it may stand, its members, and an
example. Everywhere you may add `as` (a name of your own); where it says `if`, a condition. Zones
are numbers, pieces of which there are several are counted, counters have names. `pbem orders new`
writes a draft that says which of them are legal now.

How a document of orders looks as a whole: [what players write](../orders-format.md). What each of
the codes behind a refusal means: section 30 of [the rules](../rules/{game}.md).
"""

DECIDED = ("Who", "When", "Possible", "On file", "Nothing on file", "Default")
ORDERED = ("In", "Members")


class Catalogue:
    """A clause catalogue, as far as these pages need it."""

    def __init__(self, game: str, text: str) -> None:
        """Take the name of the game and its catalogue."""
        self.game, self.text = game, text
        self.prefix = re.findall(r"^\| \*\*(\w+)-D\d+\*\*", text, re.MULTILINE)[0]
        numbered = rf"^\*\*{self.prefix}-([\d.]+)\*\*"
        self.clauses = frozenset(re.findall(numbered, text, re.MULTILINE))

    def rows(self, letter: str) -> list[tuple[str, list[str]]]:
        """The rows of a table: clause, and the cells with the full names of all clauses."""
        row = rf"^\| \*\*({self.prefix}-{letter}\d+)\*\* (.+) \|$"
        found = re.findall(row, self.text, re.MULTILINE)
        return [(clause, [self.named(cell) for cell in _cells(cells)]) for clause, cells in found]

    def facts(self) -> str:
        """The table of the facts, as it stands."""
        (table,) = re.findall(r"^\| fact \|.*\n(?:\|.*\n)+", self.text, re.MULTILINE)
        return str(table)

    def named(self, text: str) -> str:
        """A text with the full name wherever a clause is named by its number."""

        def full(match: re.Match[str]) -> str:
            number = match[0]
            known = number in self.clauses or number[0] in "DO"
            return f"{self.prefix}-{number}" if known else number

        return re.sub(r"(?<![-\w`.])(?:\d+\.\d+|[DO]\d\d)\b", full, text)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.removeprefix("| ").split(" | ")]


def decisions(catalogue: Catalogue) -> str:
    """The page of the decisions."""
    parts = [DECISIONS.format(game=catalogue.game)]
    for clause, (title, *cells) in catalogue.rows("D"):
        name, _, remark = title.partition(" (")
        parts += [
            f"## {name[0].upper()}{name[1:]}\n",
            f"{clause}{f' ({remark}' if remark else ''}\n",
        ]
        parts += [f"* **{field}**: {cell}" for field, cell in zip(DECIDED, cells, strict=True)]
        parts.append("")
    return "\n".join([*parts, FACTS.format(game=catalogue.game), catalogue.facts()])


def orders(catalogue: Catalogue, examples: Mapping[str, Mapping[str, Any]]) -> str:
    """The page of the order types."""
    parts = [ORDERS.format(game=catalogue.game)]
    for clause, (do, *cells) in catalogue.rows("O"):
        word = do.split("`")[1]
        remark = do.removeprefix(f"`{word}`").strip(" ,")
        parts += [f"## {word}\n", f"{clause}{f': {remark}' if remark else ''}\n"]
        told = [(field, cell) for field, cell in zip(ORDERED, cells, strict=False) if cell]
        parts += [f"* **{field}**: {cell}" for field, cell in told]
        parts += ["", *_example(examples.get(word))]
    return "\n".join(parts).rstrip() + "\n"


def _example(entry: Mapping[str, Any] | None) -> Iterator[str]:
    if entry is not None:
        yield f"```json\n{json.dumps(entry, ensure_ascii=False)}\n```\n"
