"""Tokens: the short texts that name pieces in policies and orders of loss (orders format, 5).

One grammar serves all games: ``verb:word*@power(state,state):n/round``, where everything but the
word may be missing. Which words, powers and states exist is the game's own matter.
"""

from __future__ import annotations

import re
from typing import Final

from pbem.canon.immutable import immutable

_WORD = r"[A-Za-z][A-Za-z0-9_-]*"
_GRAMMAR: Final = re.compile(
    rf"(?:(?P<verb>[a-z_]+):)?(?P<word>{_WORD})(?P<star>\*)?"
    rf"(?:@(?P<power>{_WORD}))?"
    r"(?:\((?P<states>[a-z_]+(?:,[a-z_]+)*)\))?"
    r"(?::(?P<most>[1-9][0-9]{0,3})(?P<round>/round)?)?"
)


@immutable(frozen=True, slots=True)
class Token:
    """One token, taken apart.

    Attributes:
        word: a unit code, a kind, the id of a piece, or a word that stands alone (`line`).
        verb: what is done with the piece, such as ``engage``; "" if nothing is said.
        star: only the first hit on a piece that takes two.
        power: whose piece it must be; "" for any.
        states: states the piece must be in.
        most: at most so many pieces through this token; None for as many as there are.
        per_round: whether `most` counts anew in each round.
    """

    word: str
    verb: str = ""
    star: bool = False
    power: str = ""
    states: tuple[str, ...] = ()
    most: int | None = None
    per_round: bool = False

    @classmethod
    def parse(cls, text: str) -> Token:
        """The token that is written so.

        Raises:
            ValueError: no token is written so.
        """
        found = _GRAMMAR.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no token")
        states = found["states"]
        return cls(
            word=found["word"],
            verb=found["verb"] or "",
            star=found["star"] is not None,
            power=found["power"] or "",
            states=tuple(states.split(",")) if states else (),
            most=int(found["most"]) if found["most"] else None,
            per_round=found["round"] is not None,
        )

    def __str__(self) -> str:
        verb = f"{self.verb}:" if self.verb else ""
        star = "*" if self.star else ""
        power = f"@{self.power}" if self.power else ""
        states = f"({','.join(self.states)})" if self.states else ""
        most = f":{self.most}" if self.most is not None else ""
        return f"{verb}{self.word}{star}{power}{states}{most}{'/round' * self.per_round}"


def tokens(*texts: str) -> tuple[Token, ...]:
    """The tokens of a list, in order.

    Raises:
        ValueError: one of them is no token.
    """
    return tuple(map(Token.parse, texts))
