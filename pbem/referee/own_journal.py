"""What a player decides about his journal: lost, or with documents that never arrived (Y1, Y2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.canon.trouble import Trouble
from pbem.history.duties import LogView, missing
from pbem.history.journal import Gist, Journal, Sent
from pbem.history.log import Log
from pbem.history.records import Receipt
from pbem.referee.open_game import OpenGame
from pbem.referee.parting import settle

SHORTEST = 8
"""So many digits of a head or digest are enough to name it, as people compare them."""


class NoSuchEntry(Trouble):
    """The digits name no line of the log, or no document of the journal, or several."""


@immutable(frozen=True, slots=True)
class Signed:
    """A document of one's own, and what has become of it.

    Attributes:
        sent: the document.
        fate: ``in the log``, ``refused``, ``given up``, ``not in the log`` or ``of no effect``.
    """

    sent: Sent
    fate: str


def signed_by(game: OpenGame, seat: str) -> list[Signed]:
    """All that a seat has signed from this folder, in the order of signing."""
    journal, log = Journal.load(game.folder, seat), LogView.of(game.log, seat)
    wanted = {sent.digest for sent in missing(journal, log)}
    return [Signed(sent, _fate(sent, log, wanted)) for sent in journal.sent]


def _fate(sent: Sent, log: LogView, wanted: set[str]) -> str:
    if sent.digest in log.logged:
        return "in the log"
    if sent.waived:
        return "given up"
    if sent.digest in log.refused:
        return "refused"
    return "not in the log" if sent.digest in wanted else "of no effect any more"


def agree(game: OpenGame, seat: str, head: str) -> list[Receipt]:
    """Go on from a line on which the player has agreed with the others (Y1, 8.4).

    Args:
        game: the game, its log verified.
        seat: the player's seat.
        head: the head another player sees, or its first digits.

    Returns:
        The documents in the name of the seat that count as its own from here on.

    Raises:
        NoSuchEntry: the log has no such line.
        FolderTrouble: the journal can not be stored.
    """
    line = _named(head, game.log.places, "line of your log has the head")
    journal = Journal.load(game.folder, seat)
    known = {sent.digest for sent in journal.sent}
    own = [receipt for receipt in game.log.receipts.values() if receipt.seat == seat]
    new = [receipt for receipt in own if receipt.digest not in known]
    journal.agreed(line, _as_sent(game.log, new)).save(game.folder)
    settle(game.folder)
    return new


def _as_sent(log: Log, receipts: list[Receipt]) -> Iterator[Sent]:
    for receipt in receipts:
        if receipt.document is not None:
            yield Sent(receipt.digest, Gist.of(receipt.document.signed))
        else:
            kind = "standing" if receipt.moment.ask is None else "orders"
            yield Sent(receipt.digest, Gist(kind, receipt.about, receipt.rev, log.head))


def give_up(game: OpenGame, seat: str, digest: str) -> Sent:
    """Do without a document that the log does not hold, so that signing may go on (Y1, Y2).

    Raises:
        NoSuchEntry: no document of this seat that is not in the log begins like this.
        FolderTrouble: the journal can not be stored.
    """
    open_fates = ("not in the log", "refused")
    listed = [each.sent for each in signed_by(game, seat) if each.fate in open_fates]
    lost = {sent.digest: sent for sent in listed}
    found = _named(digest, lost, "document of yours that is not in the log is called")
    Journal.load(game.folder, seat).waived(found).save(game.folder)
    return lost[found]


def _named(digits: str, known: Mapping[str, Json | Sent], what: str) -> str:
    """The only one of the known digests that begins with the digits."""
    wanted = digits.strip().rstrip(".\N{HORIZONTAL ELLIPSIS}").lower()
    found = [each for each in known if len(wanted) >= SHORTEST and each.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if len(wanted) < SHORTEST:
        raise NoSuchEntry(f"write at least the first {SHORTEST} digits; {digits!r} is too short")
    raise NoSuchEntry(f"no {what} {digits!r}")
