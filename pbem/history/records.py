"""What a log holds: asks, parties, receipts, locks, resolutions, notes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pbem.canon.immutable import immutable
from pbem.history.chains import PublicChain
from pbem.history.documents import Document, Signed


class Phase(StrEnum):
    """The states of section 5; being paused is a flag beside them."""

    NEW = "NEW"
    OPEN = "OPEN"
    LOCKED = "LOCKED"
    RELOCK = "RELOCK"
    OVER = "OVER"
    ENDED = "ENDED"


@immutable(frozen=True, slots=True)
class Ask:
    """An open ask as it stands in the log.

    Attributes:
        id: its ask id.
        seat: who answers.
        kind: the module's word for it.
        dice: whether the answer may lead to dice in the same resolution.
        hours: the rules' own deadline; None for that of the invitation.
    """

    id: str
    seat: str
    kind: str
    dice: bool
    hours: int | None


@dataclass(slots=True)
class Party:
    """A party with its key and its published chains, oldest first."""

    key: str
    chains: list[PublicChain]


@immutable(frozen=True, slots=True)
class Moment:
    """What an orders or standing document is checked against: how things stood at its receipt.

    Attributes:
        seq: the line that receives it.
        key: the seat's key.
        ask: the ask an orders document answers; None for a standing document.
        link: whether a link must, may or must not be in it ("must", "may", "never").
        next: the number its link must have.
        not_before: the line its `head` may name at the earliest.
    """

    seq: int
    key: str
    ask: Ask | None
    link: str
    next: int
    not_before: int


@dataclass(slots=True)
class Receipt:
    """An orders or standing document in the log.

    Attributes:
        digest: its digest.
        seat: its seat.
        about: the ask id it answers, or its topic ("" for none).
        rev: its revision.
        moment: what it is checked against when it is opened.
        document: its text; None while this reader does not know it.
        shown: the line in which everybody could read the text; None while it is held.
    """

    digest: str
    seat: str
    about: str
    rev: int
    moment: Moment
    document: Document | None
    shown: int | None

    @property
    def seq(self) -> int:
        """The line that received it."""
        return self.moment.seq


@immutable(frozen=True, slots=True)
class Lock:
    """The lock in force, or in RELOCK the lock before.

    Attributes:
        head: head of the lock line, which releases name.
        time: when it was written, seconds.
        inputs: digests of the answers it fixed.
        parties: the dice parties.
    """

    head: str
    time: int
    inputs: tuple[str, ...]
    parties: tuple[str, ...]


@immutable(frozen=True, slots=True)
class Resolution:
    """One `resolve` line with everything that is needed to run it, now or when texts are opened.

    Attributes:
        seq: its line.
        signed: the line's content.
        state: the `state` of the opening entry.
        asks: the asks it closed, in order.
        answers: the counting answer to each ask; None where a default closed it.
        first: the line of the first counting answer or default.
        first_default: the line of the first default; the line itself without one.
        links: the seats' links known before the line.
        parties: the dice parties for its number.
        excused: seats left out of them, with the number whose link was missing.
        next: the number before the line.
        held_before: what the step had used before and was still held, in order of use.
    """

    seq: int
    signed: Signed
    state: str
    asks: tuple[Ask, ...]
    answers: Mapping[str, Receipt | None]
    first: int
    first_default: int
    links: Mapping[str, str]
    parties: tuple[str, ...]
    excused: Mapping[str, int]
    next: int
    held_before: tuple[str, ...]

    def counting(self) -> list[Receipt]:
        """The answers that count, in the order of the asks."""
        return [each for ask in self.asks if (each := self.answers[ask.id]) is not None]

    def inputs(self) -> list[str]:
        """Their digests, as `inputs` begins."""
        return [receipt.digest for receipt in self.counting()]


@immutable(frozen=True, slots=True)
class Note:
    """Something legal that a reader should see (section 6.3, step 10).

    Attributes:
        seq: the line.
        kind: "default", "refuse", "excused", "burnt", "pause", "rekey" or "concede".
        text: a plain sentence.
    """

    seq: int
    kind: str
    text: str
