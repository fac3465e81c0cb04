"""Published chains: what a log knows of a party's hash chain (sections 3.1 and 8.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.trust.chains import descend


@dataclass(slots=True)
class PublicChain:
    """A chain by its tip, and the highest link that has been accepted.

    Attributes:
        tip: link number `base`.
        base: the number of the tip; links above it can be used.
        length: how many links there are above the tip.
        known: number of the highest accepted link, `base` at first.
        link: that link.
    """

    tip: str
    base: int
    length: int
    known: int
    link: str

    @classmethod
    def published(cls, tip: str, length: int, base: int = 0) -> "PublicChain":
        """Return a chain of which no link is known yet."""
        return cls(tip, base, length, base, tip)

    @property
    def last(self) -> int:
        """The number of the last link."""
        return self.base + self.length

    def holds(self, game: str, party: str, n: int, x: str) -> bool:
        """Tell whether `x` is link `n`: hashed down it gives what is already accepted (C04)."""
        if n >= self.known:
            return descend(game, party, n, x, self.known) == self.link
        return descend(game, party, self.known, self.link, n) == x

    def accept(self, n: int, x: str) -> None:
        """Remember a link that holds, so that later ones are hashed down no further."""
        if n > self.known:
            self.known, self.link = n, x


def in_force(chains: Sequence[PublicChain], n: int) -> PublicChain:
    """Return the chain that gives link `n`: the newest whose base is below `n` (section 8.3)."""
    return next(chain for chain in reversed(chains) if chain.base < n)
