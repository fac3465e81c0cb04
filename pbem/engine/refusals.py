"""Refusing orders: everything wrong at once, each with its place, clause and legal alternatives.

A refusal is the player's business, never a traceback: it names a code of the game's catalogue, a
JSON pointer into the player's own file, the clause, one sentence with the fact that fails, and
what would be legal where that can be listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable


@immutable(frozen=True, slots=True)
class Refusal:
    """One thing that is wrong in a player's document.

    Attributes:
        code: code of the game's catalogue, such as ``E_NOT_ADJACENT``.
        at: JSON pointer into the document, such as ``/orders/2/path/0``.
        clause: the clause that is broken, such as ``S43-13.2``.
        text: one sentence that names the fact that fails.
        legal: the nearest legal alternatives, as they would be written; empty if not listable.
    """

    code: str
    at: str
    clause: str
    text: str
    legal: tuple[str, ...] = ()

    def data(self) -> dict[str, Json]:
        """The refusal as plain data."""
        plain: dict[str, Json] = {
            "code": self.code,
            "at": self.at,
            "clause": self.clause,
            "text": self.text,
        }
        if self.legal:
            plain["legal"] = list(self.legal)
        return plain

    def __str__(self) -> str:
        """One line for a player: place, sentence, clause, and what would be legal."""
        tail = f"; legal: {', '.join(self.legal)}" if self.legal else ""
        return f"{self.at or '/'}: {self.text} ({self.code}, {self.clause}){tail}"


class OrdersRefused(Exception):
    """A player's document breaks the rules of the game (protocol D12).

    Attributes:
        refusals: everything that is wrong, in the order of the document; never empty.
    """

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals: Sequence[Refusal] = tuple(refusals)
        super().__init__("\n".join(map(str, self.refusals)))


def refuse(refusals: Sequence[Refusal]) -> None:
    """Raise `OrdersRefused` when there is anything to refuse."""
    if refusals:
        raise OrdersRefused(refusals)
