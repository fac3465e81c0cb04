"""Refusals that carry more than a code and a sentence."""

from collections.abc import Sequence

from pbem.canon.codes import Refused
from pbem.engine.refusals import Refusal


class OrdersAgainstRules(Refused):
    """A document breaks the rules of the game (D12).

    Attributes:
        refusals: everything the module has against it, in the order of the document.
    """

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        count = len(refusals)
        what = "one entry breaks" if count == 1 else f"{count} entries break"
        super().__init__("D12", f"{what} the rules of the game", refusals[0].at)
        self.refusals = tuple(refusals)


class NeedsLater(Refused):
    """A line of a kind that the protocol names and only a later release plays (R08).

    Nothing is wrong with it as far as this release can tell: it is signed and stands in its place.
    """

    def __init__(self, what: str) -> None:
        super().__init__("R08", f"{what} needs a later release of pbem than this one")


class Fork(Refused):
    """Two different lines for one place of the log (section 6.2).

    Attributes:
        seq: the place.
        known_line: the line this reader has.
        other_line: the line that came in.
        of_host: the host has signed the line that came in; else anybody may have made it.
    """

    def __init__(
        self,
        code: str,
        reason: str,
        seq: int,
        known_line: bytes,
        other_line: bytes,
        *,
        of_host: bool,
    ) -> None:
        super().__init__(code, reason, f"line {seq}")
        self.seq = seq
        self.known_line = known_line
        self.other_line = other_line
        self.of_host = of_host
