"""What an open decision offers, in words: the template `offers.j2` of a game.

It holds a macro for each decision that offers something, named like it, which gets the offer.
"""

from __future__ import annotations

from typing import Any

from pbem.report.names import Names
from pbem.report.templates import macros
from pbem.report.values import in_words


class Offers:
    """Words the offers of one game with the names of one position."""

    def __init__(self, game: str, package: str, names: Names) -> None:
        self._macros = macros(package, f"{game}/offers.j2", names)

    def said(self, word: str, offer: Any) -> str:  # noqa: ANN401 - any plain data
        """What is offered, one line; without a macro the plain values; "" for no offer."""
        if offer is None:
            return ""
        macro = getattr(self._macros, word, None)
        return " ".join(str(macro(offer)).split()) if macro else in_words(offer)
