"""Hash chains: the numbered sealed envelopes that the dice come from (sections 3.1 and 8.3)."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from pbem.canon.codes import Refused

LONGEST: Final = 65_536


def descend(game: str, party: str, n: int, x: str, to: int) -> str:
    """Return link `to` of the chain whose link `n` is `x`; `to` 0 gives the tip.

    Raises:
        ValueError: `to` is negative or above `n`.
    """
    if not 0 <= to <= n:
        raise ValueError(f"link {to} cannot be reached from link {n}")
    return [x, *_lower_links(game, party, n, x, to)][-1]


def _lower_links(game: str, party: str, n: int, x: str, to: int) -> Iterator[str]:
    """Yield links n-1 down to `to`: T("link", game, party, i, x_i), written out for speed."""
    begin = f"pbem1 link\n{game}\n{party}\n"
    for number in range(n, to, -1):
        x = sha256(f"{begin}{number}\n{x}\n".encode()).hexdigest()
        yield x


class Chain:
    """One party's chain with its secret end; nothing above a link can be told from the link.

    Attributes:
        tip: link number `base`, which is published.
        first: the lowest number that can be used, `base` + 1.
        last: the highest, `base` + `length`.
    """

    def __init__(self, game: str, party: str, length: int, end: str, base: int = 0) -> None:
        """Compute the chain, all of it at once.

        Args:
            game: game id.
            party: `host` or a seat.
            length: 1 to 65,536 links.
            end: the secret link `base` + `length`, 64 hexadecimal digits.
            base: the number of the tip, above 0 for a chain that follows another.

        Raises:
            ValueError: the length or the base is out of range.
        """
        if not 1 <= length <= LONGEST or base < 0:
            raise ValueError(f"a chain has 1 to {LONGEST} links above a base of 0 or more")
        self.first: Final = base + 1
        self.last: Final = base + length
        links = [end, *_lower_links(game, party, self.last, end, base)]
        links.reverse()
        self.tip: Final = links[0]
        self._links = links

    def link(self, n: int) -> str:
        """Return link `n`, an absolute number.

        Raises:
            Refused: C10 if `n` is above the last link.
            ValueError: `n` is below the first link.
        """
        if n < self.first:
            raise ValueError(
                f"link {n} belongs to an earlier chain; this one begins at {self.first}"
            )
        if n > self.last:
            raise Refused("C10", f"the chain is used up: its last link is {self.last}, not {n}")
        return self._links[n - self.first + 1]
